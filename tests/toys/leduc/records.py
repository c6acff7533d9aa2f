"""The records of Leduc hold'em."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Kind, Record, Sizes
from croupier.kernel.vocabulary.ledger import Ledger, Sight

SEATS = 2
RANKS = 3
CARDS = 6
"""Card = 2 × rank + suit: two suits of jack, queen and king."""
DECK, BOARD, HAND = 0, 1, 2
"""Zones: the deck, the public card, then one hand per seat."""
ZONES = 4
SLOTS = 3

PerSeat = Annotated[list[int], SEATS]
Stacks = Annotated[list[int], SEATS, Kind.CHIPS]


class Config(Record):
    """`hands` hands with an ante of `ante` and bets of `bet`, doubled after the public card."""

    hands: int
    ante: int
    bet: int
    stack: int


class Table(Record):
    """A match of Leduc hold'em. `owed` cards are to be dealt; `bets` and `checks` are those of this round."""

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=CARDS, zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    stack: Stacks
    pot: Stacks
    owed: int
    round: int
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
    round: int
    actor: int
    bets: int
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
