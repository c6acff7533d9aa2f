"""The records of matching pennies."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Kind, Record

SEATS = 2
NOTHING, HEADS, TAILS = 0, 1, 2

PerSeat = Annotated[list[int], SEATS]


class Config(Record):
    """A match of `rounds` rounds for one chip each, with `limit_ms` to choose."""

    rounds: int
    limit_ms: int


class Table(Record):
    """A match: what each seat has put face down, and the chips."""

    fault: int
    seats: int
    hands: int
    config: Config
    choice: Annotated[list[int], SEATS, Kind.SECRET]
    stack: Annotated[list[int], SEATS, Kind.CHIPS]
    over: int


class View(Record):
    """What a seat sees: its own choice, never whether the other has chosen."""

    seat: int
    hands: int
    mine: int
    stack: PerSeat
