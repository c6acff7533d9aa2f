"""From the worths of choices to the cost of the one that was played.

If the adviser's strategy is known, its worth is the mean of its moves, and nothing has to be chosen by the worlds.

Otherwise the best choice is looked for in the worlds themselves. The best of several noisy means looks better than it
is: its noise is part of why it was taken. So it is taken by one half of the worlds and valued by the other, and the
other way round. Then the cost is, on average, exactly what those choices are worth more than the one played. It is
rather too small than too large, as the best by few worlds may not be the true best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernel.contract.decision import Move
from croupier.kernel.contract.house_bots import Worths
from croupier.kernel.statistics import Estimate, Sample

PLAYED = 0
"""The column of the choice that was played."""
AHEAD = 1.0
"""A choice is taken for better than the one played if it is ahead by more standard errors than this."""


class Cost(NamedTuple):
    """What a decision cost, in points, and what would have been better; the move that was played if nothing."""

    points: Estimate
    better: Move


def by_strategy(worths: NDArray[np.int64], choices: Sequence[Move], strategy: Mapping[Move, float]) -> Cost:
    """The cost against a strategy, from worths by world and choice, the one that was played first."""
    shares = np.array([strategy.get(choice, 0.0) for choice in choices])
    points = Sample.of_array(worths @ shares - worths[:, PLAYED]).estimate()
    likely = max(strategy, key=lambda move: (move != choices[PLAYED] or points.mean <= 0, strategy[move]))
    return Cost(points, likely)


def by_worlds(worths: NDArray[np.int64], choices: Sequence[Move]) -> Cost:
    """The cost against the best choice, from worths by world and choice, the one that was played first."""
    half = len(worths) // 2
    more = [
        valued_by[:, best_choice(chosen_by)] - valued_by[:, PLAYED]
        for chosen_by, valued_by in ((worths[:half], worths[half:]), (worths[half:], worths[:half]))
    ]
    return Cost(Sample.of_array(np.concatenate(more)).estimate(), choices[best_choice(worths)])


def best_choice(worths: NDArray[np.int64]) -> int:
    """The choice with the best mean, if it is clearly ahead of the one that was played; else that one."""
    best = int(worths.sum(axis=0).argmax())
    ahead = Sample.of_array(worths[:, best] - worths[:, PLAYED])
    return best if ahead.mean > AHEAD * (ahead.variance / max(1, ahead.count)) ** 0.5 else PLAYED


def by_solution(found: Worths, played: Move) -> Cost:
    """The cost against the best of solved worths; 0 if what was played is as good, for all that they are accurate."""
    best = max(found.worths, key=lambda move: found.worths[move])
    more = found.worths[best] - found.worths[played]
    if more <= found.within:
        best, more = played, 0.0
    return Cost(Estimate(more, more, more), best)
