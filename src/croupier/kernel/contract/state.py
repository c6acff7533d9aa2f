"""A match in progress, with its hash."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..language.layout import layout_hash, pack, unpack
from ..language.records import added_places, fields_of, reader
from ..vocabulary.events import Emitted, Out, trace_card, trace_row
from ..vocabulary.turns import EVERY_SEAT, SEATS, newly_asked
from .decision import Decision

if TYPE_CHECKING:
    from .game import Game

MARK = b"croupier"
"""The first bytes of a serialised match."""
BACKLOG = 256
"""How many rows and cards a state collects before it folds them into the traces without being asked."""


class State:
    """A match in progress: the game's table, the trace of what each seat has been told, and the number of questions
    that each seat has been asked.

    What was told is folded into the traces when the traces are read. Code that changes the table by hand must call
    `look_again` afterwards.
    """

    __slots__ = ("folded", "game", "owed", "questions", "rules", "table", "told", "untraced")

    def __init__(self, game: Game, table: Any, trace: list[int], questions: list[int], owed: int | None = None) -> None:
        """Without `owed`, the actors that owe a decision are found from the table."""
        self.game = game
        self.rules = game.plain
        """The rules that advance the match."""
        self.table = table
        self.folded = trace
        """The traces without the rows in `untraced`."""
        self.untraced: Emitted = []
        self.told: Decision | None = None
        """The last decision that was computed: a cache, valid until the next move."""
        self.questions = questions
        """How many questions each seat has been asked, including one that is not answered yet."""
        self.owed: int = self.rules.owing(table) if owed is None else owed
        """The actors that owe a decision, as a mask."""

    @property
    def trace(self) -> list[int]:
        """For each seat, the key of its information set."""
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

    def look_again(self) -> None:
        """Update `owed` after the table was changed by hand. No seat is asked a new question by that."""
        self.owed, self.told = self.rules.owing(self.table), None

    def count_questions(self, actor: int, aside: bool) -> None:
        """Update `owed` after a step, and count a question for each seat that is newly asked."""
        before, self.owed = self.owed, self.rules.owing(self.table)
        asked = newly_asked(before, self.owed, actor, aside)
        while asked:
            self.questions[(asked & -asked).bit_length() - 1] += 1
            asked &= asked - 1

    def question(self, seat: int) -> int:
        """The number of the last question that a seat was asked; 0 for an actor without numbers, house or clock."""
        return self.questions[seat] if 0 <= seat < SEATS else 0

    def copy(self) -> State:
        """An independent copy."""
        return State(self.game, self.table.copy(), self.trace[:], self.questions[:], self.owed)

    def hash(self) -> str:
        """A fingerprint of everything in the match, the same at both speeds."""
        values = self.table.flat()
        for place in reversed(added_places(type(self.table))):
            if not any(values[place]):
                del values[place]
        return hash_values(values, self.trace)

    def to_bytes(self) -> bytes:
        """The match as bytes: the name of the game, the layout of its table, the table, traces and questions."""
        name = self.game.name.encode()
        head = MARK + bytes([len(name)]) + name + layout_hash(self.game.Table)
        return head + pack(self.table.flat()) + pack(self.trace) + pack(self.questions)

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> State:
        """The match that `to_bytes` wrote; BadInput if it is of another game, or if its layout has changed since, but
        for fields that were ADDED."""
        names = len(MARK) + 1
        if len(data) < names or not data.startswith(MARK):
            raise BadInput("These are not the bytes of a match.")
        start = names + data[len(MARK)]
        name, layout, values = data[names:start].decode("utf-8", "replace"), data[start : start + 8], data[start + 8 :]
        if name != game.name:
            raise BadInput(f"These are the bytes of a match of {name}, not of {game.name}.")
        numbers, length = unpack(values), sum(field.length for field in fields_of(game.Table))
        if layout == layout_hash(game.Table, added=False):
            for place in added_places(game.Table):
                numbers[place.start : place.start] = [0] * (place.stop - place.start)
        elif layout != layout_hash(game.Table):
            raise BadInput(f"The tables of {name} have been laid out anew since these bytes were written.")
        wanted = length + 2 * SEATS
        if len(numbers) != wanted:
            raise BadInput(f"A match of {name} takes {wanted} numbers; these are {len(numbers)}.")
        return cls(game, reader(game.Table)(numbers, 0), numbers[length:-SEATS], numbers[-SEATS:])

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_bytes, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return False
        return self.table == other.table and self.trace == other.trace and self.questions == other.questions

    __hash__ = None  # type: ignore[assignment]


def hash_values(table: list[int], trace: list[int]) -> str:
    """The state hash over the integers of a game's record and the traces."""
    return hashlib.blake2b(pack([*table, *trace]), digest_size=8).hexdigest()


class _Scratch(threading.local):
    """A record for `fold`, one for each thread."""

    def __init__(self) -> None:
        self.out = Out()


_scratch = _Scratch()


def fold(told: Emitted, trace: list[int], seats: int) -> None:
    """Fold what was told into the trace of each seat: a key of all that it has been told, its information set.

    Folding takes as long as the rules themselves, and many drivers never need it; so it is done only on demand.
    """
    out, heard = _scratch.out, 0
    out.trace, out.seats = trace, seats
    for item in told:
        if isinstance(item, tuple):
            kind, audience, seat, amount = item
            if heard := audience & EVERY_SEAT:
                trace_row(out, kind, heard, seat, amount)
        elif heard:
            trace_card(out, heard, item)
