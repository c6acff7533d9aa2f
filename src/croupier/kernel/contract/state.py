"""A match in progress, with its hash."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING, Any

from ..vocabulary.events import Emitted
from ..vocabulary.turns import NOBODY
from .decision import Option
from .traces import fold

if TYPE_CHECKING:
    from .game import Game

BACKLOG = 256
"""How many rows and cards a state keeps before it folds them into the traces unasked."""


class State:
    """A match in progress: the game's record and the traces of what each seat has been told.

    What was told is folded into the traces when somebody asks for them.
    """

    __slots__ = ("asked", "folded", "game", "options", "rules", "table", "untraced")

    def __init__(self, game: Game, table: Any, trace: list[int]) -> None:
        self.game = game
        self.rules = game.plain
        """What moves it on."""
        self.table = table
        self.folded = trace
        """The traces without what waits to be folded into them."""
        self.untraced: Emitted = []
        self.asked = NOBODY
        self.options: tuple[Option, ...] = ()
        """What an actor was just told that it may do, so that it need not be worked out again when it does it."""

    @property
    def trace(self) -> list[int]:
        """Of each seat, the key of its information set."""
        if self.untraced:
            self.catch_up()
        return self.folded

    @trace.setter
    def trace(self, trace: list[int]) -> None:
        self.folded = trace
        self.untraced = []

    def catch_up(self) -> None:
        """Fold what was told into the traces."""
        fold(self.untraced, self.folded, self.table.seats)
        self.untraced = []

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
