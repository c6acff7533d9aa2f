"""What a seat's play after the flop reveals about its hand.

A range before the flop is an interval of starting hands. From the flop on it is narrowed street by street: a hand is
kept with the probability that a player who held it would have played that street so. Nothing is ever ruled out, because
some players bet anything.
"""

from __future__ import annotations

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.rng import Rng, below

from ..betting_lines import LARGE, calls_of, level_of, on_street, price_of, raises_of
from ..records import FLOP, TURN, View
from .grades import GRADES, grade
from .imagined import pocket_of

CHECKED, CALLED, CALLED_LATER, BET, BET_LATER, STOOD, RAISED, RAISED_AGAIN = 0, 1, 2, 3, 4, 5, 6, 7
"""The boldest act of a seat on a street. Calling or betting on the flop reveals less than later, or for more; standing
by a bet that was raised reveals more than either."""
CERTAIN = 64
KEPT = np.array(
    [
        # nothing, ace high, weak, middle, top pair, strong pair, two pair, monster; then the same with a draw
        [64, 64, 58, 38, 16, 14, 10, 12, 44, 44, 32, 14, 10, 10, 10, 12],  # checked
        [28, 46, 56, 64, 60, 54, 32, 28, 64, 64, 64, 64, 60, 54, 32, 28],  # called
        [5, 18, 38, 56, 64, 58, 48, 40, 24, 44, 46, 58, 64, 58, 48, 40],  # called later
        [17, 18, 19, 38, 58, 58, 64, 64, 30, 36, 42, 58, 62, 62, 64, 64],  # bet
        [5, 5, 9, 32, 54, 54, 64, 64, 30, 30, 36, 56, 60, 60, 64, 64],  # bet later
        [1, 2, 3, 24, 58, 64, 56, 48, 16, 16, 18, 32, 60, 64, 56, 48],  # stood by a bet that was raised
        [2, 2, 2, 3, 8, 16, 56, 64, 5, 5, 5, 6, 12, 20, 56, 64],  # raised
        [1, 1, 1, 2, 4, 12, 44, 64, 2, 2, 2, 4, 8, 14, 44, 64],  # raised again
    ],
    np.int64,
).ravel()
"""How likely a hand of each grade, with and without a draw, would have acted so, in parts of CERTAIN; the likeliest has
all of them. Only the proportions within a line matter. Counted over hands of `shark` against itself, rounded and
softened."""
PER_STEP = 2 * GRADES
TRIED = 20
"""How many hands are tried until one is kept."""
NERVE = np.array([1, 2, 3, 4, 5, 5, 7, 7, 3, 3, 3, 4, 5, 5, 7, 7], np.int64)
"""The largest bet that a hand of each grade, with and without a draw, would call: a size, or beyond all sizes."""
BOLDEST = 4


@rule
def step_of(part: int, street: int) -> int:
    """The boldest act of a seat on a street."""
    later = street > FLOP or price_of(part) > LARGE
    if raises_of(part) > 0:
        if level_of(part) > 1:
            if level_of(part) == 2 and calls_of(part) > 0:
                return STOOD
            return RAISED if raises_of(part) == 1 and level_of(part) == 2 else RAISED_AGAIN
        return BET_LATER if later else BET
    if calls_of(part) > 0:
        return CALLED_LATER if later or level_of(part) > 1 else CALLED
    return CHECKED


@rule
def narrowed_pocket(v: View, seat: int, rng: Rng, used: int, flop: int, turn: int, river: int) -> int:
    """Two cards that a seat may hold, given all its moves in this hand; the board is given as it was on each street.

    Hands are tried until one is kept. If none is, one of those tried is chosen, weighted by its probability.
    """
    line = v.line[seat]
    chosen = 0
    total = 0
    for _ in range(TRIED):
        pocket = pocket_of(v, seat, rng, used)
        weight = 1
        certain = 1
        for street in range(FLOP, v.street + 1):
            part = on_street(line, street)
            if part:
                board = flop if street == FLOP else (turn if street == TURN else river)
                weight *= int(KEPT[PER_STEP * step_of(part, street) + grade(pocket, board, 2 + street)])
                certain *= CERTAIN
        if below(rng, certain) < weight:
            return pocket
        total += weight
        if below(rng, total) < weight:
            chosen = pocket
    return chosen


@rule
def nerve(pocket: int, board: int, cards: int, told: int, rng: Rng) -> int:
    """The largest bet that two cards would call: less, the more the bettor has `told`; with some randomness."""
    size = int(NERVE[grade(pocket, board, cards)]) - told + below(rng, 3) - 1
    return max(0, min(size, BOLDEST))
