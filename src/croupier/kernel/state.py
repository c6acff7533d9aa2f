"""A match in progress, with its hash."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, Any

from .events import Row
from .traces import Backlog, fold_rows

if TYPE_CHECKING:
    from .game import Game

BACKLOG = 64
"""How many rows a state keeps before it folds them into the traces unasked."""


class State:
    """A match in progress: the game's record and the traces of what each seat has been told.

    What was told is folded into the traces when somebody asks for them. The list of rows only grows, and is never
    emptied: decisions hold on to it.
    """

    __slots__ = ("_trace", "_untraced", "game", "table")

    def __init__(self, game: Game, table: Any, trace: list[int]) -> None:
        self.game = game
        self.table = table
        self._trace = trace
        self._untraced: list[Row] = []

    @property
    def trace(self) -> list[int]:
        """Of each seat, the key of its information set."""
        if self._untraced:
            self._catch_up()
        return self._trace

    @trace.setter
    def trace(self, trace: list[int]) -> None:
        self._trace = trace
        self._untraced = []

    def tell(self, told: tuple[Row, ...]) -> None:
        """Take note of what was told, for the traces."""
        self._untraced += told
        if len(self._untraced) > BACKLOG:
            self._catch_up()

    def backlog(self, seat: int) -> Backlog:
        """The trace of a seat, without the work."""
        return Backlog(self._trace[seat], self._untraced, len(self._untraced))

    def _catch_up(self) -> None:
        fold_rows(self._untraced, self._trace, self.table.seats)
        self._untraced = []

    def copy(self) -> State:
        """An independent twin."""
        return State(self.game, self.table.copy(), self.trace[:])

    def hash(self) -> str:
        """A fingerprint of everything in the match, the same at both speeds."""
        return hash_values(self.table.flat(), self.trace)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.table == other.table and self.trace == other.trace

    __hash__ = None  # type: ignore[assignment]


def hash_values(table: list[int], trace: list[int]) -> str:
    """The state hash over the integers of a game's record and the traces."""
    values = [*table, *trace]
    return hashlib.blake2b(struct.pack(f"<{len(values)}q", *values), digest_size=8).hexdigest()
