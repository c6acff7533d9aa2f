"""What happened, as rows with an audience; and the facts that they become.

Rules emit rows of integers, each with the mask of its audience. A row that two audiences see differently is emitted
twice, once for each. Every row is folded into the trace of each seat that sees it: two histories that a seat cannot
tell apart have the same trace, which makes it the information-set key of search and solver.

Rows become typed facts only when they are read (`facts`). Facts are numbered per recipient: a gap in a common
numbering would tell a seat that something happened that it may not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec

from ..language.jit import rule
from ..language.records import Record
from .turns import SEATS, SPECTATOR

ROWS = 160
ROW_CARDS = 8
SILENT = 0
TRACED = 1
KEPT = 2
LOUD = TRACED | KEPT

FAULT_TOO_MANY_EVENTS = 121
FAULT_TOO_MANY_CARDS = 122
FAULT_NO_EVENT = 123

TRACE_BITS = (1 << 62) - 1
MIXER = 0x2545F4914F6CDD1D
"""An odd number of 62 bits without a pattern (the multiplier of Vigna's xorshift64*)."""
CARD_MARK = 0x1D872B41A3F5E96C
"""Sets cards apart from rows, so that no row is mistaken for a card of the row before."""
Rows = Annotated[list[int], ROWS]


class Out(Record):
    """Where rules put their events. `mode` is SILENT for speed; else rows are TRACED, for search, KEPT, or both."""

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
def open_to(out: Out, seats: int) -> None:
    """Set the number of seats that listen, before anything is emitted."""
    out.seats = seats


@rule
def heard(out: Out) -> bool:
    """Whether rows are traced or kept: a rule can skip the work of an event that nothing reads."""
    return out.mode != SILENT


@rule
def emit(out: Out, kind: int, audience: int, seat: int, amount: int) -> None:
    """Emit a row: tell an audience that something happened."""
    if out.mode != SILENT:
        write_row(out, kind, audience, seat, amount)


@rule
def write_row(out: Out, kind: int, audience: int, seat: int, amount: int) -> None:
    """Fold a row into the traces of its audience, and keep it if rows are KEPT."""
    if out.mode & TRACED:
        trace_row(out, kind, audience, seat, amount)
    if out.mode & KEPT:
        at = out.count
        if at >= ROWS:
            out.fault = FAULT_TOO_MANY_EVENTS
            return
        out.kind[at] = kind
        out.audience[at] = audience
        out.seat[at] = seat
        out.amount[at] = amount
        out.cards[at] = 0
        out.count = at + 1


@rule
def emit_card(out: Out, kind: int, audience: int, seat: int, card: int) -> None:
    """Emit a row with one card."""
    emit(out, kind, audience, seat, 0)
    attach(out, audience, card)


@rule
def attach(out: Out, audience: int, card: int) -> None:
    """Add a card to the last row, in the same step and for the same audience."""
    if out.mode != SILENT:
        write_card(out, audience, card)


@rule
def write_card(out: Out, audience: int, card: int) -> None:
    """Fold a card into the traces of its audience, and keep it if rows are KEPT."""
    if out.mode & TRACED:
        trace_card(out, audience, card)
    if out.mode & KEPT and not out.fault:
        at = out.count - 1
        if at < 0 or out.audience[at] != audience:
            out.fault = FAULT_NO_EVENT
            return
        slot = out.cards[at]
        if slot >= ROW_CARDS:
            out.fault = FAULT_TOO_MANY_CARDS
            return
        out.card[at][slot] = card
        out.cards[at] = slot + 1


@rule
def trace_row(out: Out, kind: int, audience: int, seat: int, amount: int) -> None:
    """Fold a row without its cards into the traces of its audience."""
    fold(out, audience, (amount * MIXER) ^ (seat << 16) ^ kind)


@rule
def trace_card(out: Out, audience: int, card: int) -> None:
    """Fold a card of a row into the traces of its audience."""
    fold(out, audience, CARD_MARK ^ card)


@rule
def fold(out: Out, audience: int, value: int) -> None:
    """Mix a value into the trace of every seat of an audience."""
    trace = out.trace
    for seat in range(out.seats):
        if (audience >> seat) & 1:
            trace[seat] = mix(trace[seat], value)


@rule
def mix(trace: int, value: int) -> int:
    """A 62-bit hash of a trace and one more value; the order of values counts.

    Whether a product keeps 64 bits or all of them, its lowest 62 bits are the same at both speeds. A product moves bits
    upwards only, so its upper half is then folded into the lower; and values should differ in their lower half, or be
    products themselves, as amounts are.
    """
    product = ((trace ^ value) * MIXER) & TRACE_BITS
    return product ^ (product >> 31)


class Fact(msgspec.Struct, frozen=True, tag=True):
    """Something that happened, in the past tense. A game declares one subclass per kind of row.

    A fact's fields are taken from the row by their names: `seat`, `card` (the first), `cards` (all of them), and
    any other single name is the row's amount.
    """

    @classmethod
    def of(cls, row: Row) -> Fact:
        return cls(*[getattr(row, name) for name in _places(cls)])


@cache
def _places(fact: type[Fact]) -> tuple[str, ...]:
    """The attributes of a row that the fields of a fact come from."""
    return tuple(name if name in ("seat", "card", "cards") else "amount" for name in fact.__struct_fields__)


def facts_in(names: Mapping[str, Any], **others: int) -> dict[int, type[Fact]]:
    """The facts among the names of a module, by the kinds of their rows: HAND_STARTED becomes HandStarted.
    `others` are the kinds of facts whose names do not follow this pattern."""
    facts = [fact for fact in names.values() if isinstance(fact, type) and issubclass(fact, Fact) and fact is not Fact]
    named = [(fact, re.sub("(?<!^)(?=[A-Z])", "_", fact.__name__).upper()) for fact in facts]
    return {others[fact.__name__] if fact.__name__ in others else names[kind]: fact for fact, kind in named}


Emitted = list[tuple[int, int, int, int] | int]
"""The output of plain rules: kind, audience, seat and amount of each row, followed by its cards."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One emitted row, as Python values."""

    kind: int
    audience: int
    seat: int
    amount: int
    cards: tuple[int, ...] = ()

    @property
    def card(self) -> int:
        """The first of its cards."""
        return self.cards[0]

    def seen_by(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator (None), sees the row."""
        return bool(self.audience >> (SPECTATOR if seat is None else seat) & 1)


def emitted_by(out: Out) -> Emitted:
    """What a step wrote into an Out, as plain rules would have told it."""
    told: Emitted = []
    for at in range(out.count):
        told.append((out.kind[at], out.audience[at], out.seat[at], out.amount[at]))
        told += out.card[at][: out.cards[at]]
    return told


def rows(told: Emitted) -> tuple[Row, ...]:
    """What was told, as rows."""
    found: list[Row] = []
    for item in told:
        if isinstance(item, tuple):
            found.append(Row(*item))
        else:
            found[-1] = msgspec.structs.replace(found[-1], cards=(*found[-1].cards, item))
    return tuple(found)


class Events(msgspec.Struct, eq=False):
    """The events of one step, as rows and as facts on demand: all of them, or those that one seat sees."""

    told: Emitted
    table: Mapping[int, type[Fact]]

    @property
    def rows(self) -> tuple[Row, ...]:
        """What was told, as rows."""
        return rows(self.told)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Fact]:
        return (self.table[row.kind].of(row) for row in self.rows)

    def seen_by(self, seat: int | None) -> list[Fact]:
        """The facts that a seat, or a spectator (None), sees, in order."""
        return [self.table[row.kind].of(row) for row in self.rows if row.seen_by(seat)]

    def __repr__(self) -> str:
        return f"Events({list(self)!r})"
