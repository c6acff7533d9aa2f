"""Who draws from which stream of a seed.

Chance has a stream of its own for each hand of each deal, so the same cards come whoever plays and whatever was played
before: by other rules of betting, say. A house bot is seeded anew for each decision, by deal, seat and step: what it
chooses does not depend on what others drew, nor on where a match was resumed.
"""

from __future__ import annotations

from ..language.jit import rule
from ..language.records import Record
from .rng import Rng, seed

DEAL_BITS, STEP_BITS = 36, 20
MOST_DEALS = 1 << DEAL_BITS
CHANCE, LUCK, FIRST_SEAT = 0, 1, 2
"""Who draws: chance, the luck drawn again, and from FIRST_SEAT on the house bot of a seat."""


NO_HAND = -1


class Luck(Record):
    """What chance draws from in one match: `chance` is the stream of the hand being played."""

    key: int
    deal: int
    hand: int
    chance: Rng


@rule
def open_luck(luck: Luck, key: int, deal: int) -> None:
    """Begin the match of a deal."""
    luck.key = key
    luck.deal = deal
    luck.hand = NO_HAND


@rule
def turn_to_hand(luck: Luck, hand: int) -> None:
    """Let chance draw from the stream of a hand, from its start if it is a new one."""
    if luck.hand != hand:
        luck.hand = hand
        seed(luck.chance, luck.key, stream(luck.deal, CHANCE, hand))


@rule
def stream(deal: int, drawer: int, step: int) -> int:
    """The number of a stream: no two drawers, deals or steps share one."""
    return deal | (step << DEAL_BITS) | (drawer << (DEAL_BITS + STEP_BITS))
