"""The seating of each match of a series.

Every bot plays every seat equally often, and beside every other bot: an order of the bots around the table is played in
all its rotations, then comes the next order. In duplicate play the rotations of an order get the same cards, and each
rotation is played by another company, a separate set of the same bots: a bot that remembered the cards would know what
the others hold.
"""

from __future__ import annotations

import itertools
import math
import random

ORDERS = 120
"""The most orders that are played in turn."""


def company_of(deal: int, rotation: int, rotations: int) -> int:
    """The company that plays a rotation of a deal. Each company plays every deal once, in changing seats."""
    return (deal + rotation) % rotations


def seatings(bots: int) -> list[list[int]]:
    """The number of the bot in each seat, for the matches of a series in turn; then again from the start."""
    if math.factorial(bots - 1) <= ORDERS:
        orders = [(0, *others) for others in itertools.permutations(range(1, bots))]
    else:
        chance = random.Random(bots)
        orders = [(0, *chance.sample(range(1, bots), bots - 1)) for _ in range(ORDERS)]
    return [[order[(seat - turn) % bots] for seat in range(bots)] for order in orders for turn in range(bots)]
