"""Who draws from which stream of a seed.

Chance has a stream of its own for each deal, so the same cards come whoever plays. A house bot is seeded anew for each
decision, by deal, seat and step: what it chooses does not depend on what others drew, nor on where a match was resumed.
"""

from __future__ import annotations

from ..language.jit import rule

DEAL_BITS, STEP_BITS = 36, 20
MOST_DEALS = 1 << DEAL_BITS
CHANCE, LUCK, FIRST_SEAT = 0, 1, 2
"""Who draws: chance, the luck drawn again, and from FIRST_SEAT on the house bot of a seat."""


@rule
def stream(deal: int, drawer: int, step: int) -> int:
    """The number of a stream: no two drawers, deals or steps share one."""
    return deal | (step << DEAL_BITS) | (drawer << (DEAL_BITS + STEP_BITS))
