"""Who sits where in which match of a series.

Every bot sits everywhere equally often, and next to everybody: an order of the bots around the table is played in all
its rotations, then comes the next order. In duplicate play the rotations of an order get the same cards, and each goes
to another company of the same bots: whoever remembered them would know what the others hold.
"""

from __future__ import annotations

import itertools
import math
import random

ORDERS = 120
"""How many orders are played in turn, where there are more than that."""


def company_of(deal: int, rotation: int, rotations: int) -> int:
    """Which company plays a rotation of a deal. Each of them plays every deal once, in changing seats."""
    return (deal + rotation) % rotations


def seatings(bots: int) -> list[list[int]]:
    """The number of the bot in each seat, for match after match of a series; then again from the start."""
    if math.factorial(bots - 1) <= ORDERS:
        orders = [(0, *others) for others in itertools.permutations(range(1, bots))]
    else:
        chance = random.Random(bots)
        orders = [(0, *chance.sample(range(1, bots), bots - 1)) for _ in range(ORDERS)]
    return [[order[(seat - turn) % bots] for seat in range(bots)] for order in orders for turn in range(bots)]
