"""What happened, as rows with an audience; and the facts that they become.

Rules emit rows of integers, each with the mask of who sees it. A row that two audiences see differently is emitted
twice, once for each. `Out` also folds every row into the trace of each seat that sees it: two histories that a seat
cannot tell apart have the same trace, which makes it the information-set key of search and solver.

Rows become typed facts only when somebody reads them (`facts`). Facts are numbered per recipient: a gap in a common
numbering would tell a seat that something happened behind its back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from .jit import rule
from .records import Record
from .turns import SEATS, SPECTATOR

ROWS = 160
ROW_CARDS = 8
SILENT = 0
TRACED = 1
TOLD = 2

FAULT_TOO_MANY_EVENTS = 121
FAULT_TOO_MANY_CARDS = 122

HALF = (1 << 31) - 1
Rows = Annotated[list[int], ROWS]


class Out(Record):
    """Where rules put their events. `mode` is SILENT for speed, TRACED for search, TOLD where somebody reads."""

    fault: int
    mode: int
    seats: int
    trace: Annotated[list[int], SEATS]
    count: int
    kind: Rows
    audience: Rows
    seat: Rows
    amount: Rows
    cards: Rows
    card: Annotated[list[list[int]], ROWS, ROW_CARDS]


@rule
def emit(out: Out, kind: int, audience: int, seat: int, amount: int) -> None:
    """Tell an audience that something happened."""
    if out.mode != SILENT:
        write_row(out, kind, audience, seat, amount)


@rule
def write_row(out: Out, kind: int, audience: int, seat: int, amount: int) -> None:
    """Fold a row into the traces of its audience, and keep it if somebody reads."""
    fold(out, audience, kind)
    fold(out, audience, seat + 64)
    fold(out, audience, amount)
    if out.mode == TOLD:
        if out.count >= ROWS:
            out.fault = FAULT_TOO_MANY_EVENTS
            return
        at = out.count
        out.kind[at] = kind
        out.audience[at] = audience
        out.seat[at] = seat
        out.amount[at] = amount
        out.cards[at] = 0
        out.count += 1


@rule
def emit_card(out: Out, kind: int, audience: int, seat: int, card: int) -> None:
    """Tell an audience of one card."""
    emit(out, kind, audience, seat, 0)
    attach(out, audience, card)


@rule
def attach(out: Out, audience: int, card: int) -> None:
    """Add a card to the event emitted last."""
    if out.mode != SILENT:
        write_card(out, audience, card)


@rule
def write_card(out: Out, audience: int, card: int) -> None:
    """Fold a card into the traces of its audience, and keep it if somebody reads."""
    fold(out, audience, card + 1)
    if out.mode == TOLD and not out.fault:
        at = out.count - 1
        if out.cards[at] >= ROW_CARDS:
            out.fault = FAULT_TOO_MANY_CARDS
            return
        out.card[at][out.cards[at]] = card
        out.cards[at] += 1


@rule
def fold(out: Out, audience: int, value: int) -> None:
    """Mix a value into the trace of every seat of an audience."""
    for seat in range(out.seats):
        if (audience >> seat) & 1:
            out.trace[seat] = mix(out.trace[seat], value)


@rule
def mix(trace: int, value: int) -> int:
    """A 62-bit hash of a trace and one more value, in two halves of 31 bits so that no product overflows."""
    low = trace & HALF
    high = (trace >> 31) & HALF
    low = ((low ^ (value & HALF)) * 0x21F0AAAD + 0x3C6EF372) & HALF
    high = ((high ^ ((value >> 31) & HALF) ^ (low >> 7)) * 0x735A2D97 + low) & HALF
    low = low ^ (low >> 15) ^ (high >> 13)
    return (high << 31) | (low & HALF)


class Fact(msgspec.Struct, frozen=True, tag=True):
    """Something that happened, in the past tense. A game declares one subclass per kind of row.

    A fact's fields are taken from the row by their names: `seat`, `card` (the first), `cards` (all of them), and
    any other single name is the row's amount.
    """

    @classmethod
    def of(cls, row: Row) -> Fact:
        values: dict[str, Any] = {}
        for name in cls.__struct_fields__:
            if name == "seat":
                values[name] = row.seat
            elif name == "card":
                values[name] = row.cards[0]
            elif name == "cards":
                values[name] = row.cards
            else:
                values[name] = row.amount
        return cls(**values)


class Row(NamedTuple):
    """One emitted row, as Python values."""

    kind: int
    audience: int
    seat: int
    amount: int
    cards: tuple[int, ...]

    def seen_by(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator (None), sees it."""
        return bool(self.audience >> (SPECTATOR if seat is None else seat) & 1)


def rows(out: Out) -> tuple[Row, ...]:
    """The rows that a step emitted."""
    return tuple(
        Row(out.kind[i], out.audience[i], out.seat[i], out.amount[i], tuple(out.card[i][: out.cards[i]]))
        for i in range(out.count)
    )


class Events:
    """The events of one step, as facts on demand: all of them, or those that one seat sees."""

    __slots__ = ("rows", "table")

    def __init__(self, emitted: tuple[Row, ...], table: Mapping[int, type[Fact]]) -> None:
        self.rows = emitted
        self.table = table

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Fact]:
        return (self.table[row.kind].of(row) for row in self.rows)

    def seen_by(self, seat: int | None) -> list[Fact]:
        """The facts that a seat, or a spectator (None), sees, in order."""
        return [self.table[row.kind].of(row) for row in self.rows if row.seen_by(seat)]

    def __repr__(self) -> str:
        return f"Events({list(self)!r})"
