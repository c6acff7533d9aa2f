"""The records of Kuhn poker."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Kind, Record, Sizes
from croupier.kernel.vocabulary.ledger import Ledger, Sight

SEATS = 2
JACK, QUEEN, KING = 0, 1, 2
DECK, HAND = 0, 1
"""Zones: the deck, then one hand per seat."""
ZONES = 3

PerSeat = Annotated[list[int], SEATS]
Stacks = Annotated[list[int], SEATS, Kind.CHIPS]


class Config(Record):
    """`hands` hands with an ante of `ante` and a bet of `bet`."""

    hands: int
    ante: int
    bet: int
    stack: int


class Table(Record):
    """A match of Kuhn poker."""

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=3, zones=ZONES, ends=ZONES + 1, slots=2)]
    stack: Stacks
    pot: Stacks
    dealing: int
    actor: int
    bets: int
    checks: int
    over: int


class View(Record):
    """What a seat sees."""

    seat: int
    hands: int
    stack: PerSeat
    pot: PerSeat
    actor: int
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=2)]
