"""The records of Refill."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Kind, Record, Sizes
from croupier.kernel.vocabulary.ledger import Ledger, Sight

SEATS = 4
CARDS = 16
HAND_SIZE = 3
DECK, DISCARD, HAND = 0, 1, 2
"""Zones: the deck, the discard heap, then one hand per seat."""
ZONES = 2 + SEATS

PerSeat = Annotated[list[int], SEATS]


class Config(Record):
    """`seats` seats, `turns` turns each, an ante of `ante` out of `stack`."""

    seats: int
    turns: int
    ante: int
    stack: int


class Table(Record):
    """One hand of Refill. `owed` cards are to be drawn for `actor`; `dealt` seats have their first cards."""

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=CARDS, zones=ZONES, ends=ZONES + 1, slots=SEATS * HAND_SIZE)]
    stack: Annotated[list[int], SEATS, Kind.CHIPS]
    pot: Annotated[int, Kind.CHIPS]
    dealt: int
    owed: int
    actor: int
    turn: int
    over: int


class View(Record):
    """What a seat sees."""

    seat: int
    turn: int
    actor: int
    pot: int
    stack: PerSeat
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SEATS * HAND_SIZE)]
