"""Bluff value where the solver cannot reach: learnt, and believed only if learning it again gives the same.

Everybody learns to bet, once freely and once for each seat that may not bluff, and plays the same deals by what was
learnt on average. What the barred seat loses is the bluff value, in chips a hand. It is accepted if another seed and
twice as many hands agree with it, each within both intervals; otherwise it is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import BettingPhase
from croupier.simulate.statistics import Estimate

from ..play.bench import MOST_HANDS, Bench
from ..play.lesson import NOBODY, Lesson
from .metrics import mean_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HANDS, PLAYED = 40_000, 20_000
"""Hands of a lesson, and hands that are played by it."""


def learnt_bluff_value(genome: GameGenome, seed: int, *, hands: int = HANDS, played: int = PLAYED) -> Estimate | None:
    """What a seat loses that may not bluff, in chips a hand, as far as can be learnt; None if that is unknown."""
    if not any(isinstance(phase, BettingPhase) for phase in genome.turn_structure.phases):
        return Estimate(0.0, 0.0, 0.0)
    bench = Bench(genome)
    tries = [_lost(bench, key, count, played) for key, count in ((seed, hands), (seed + 1, hands), (seed, 2 * hands))]
    last = tries[-1]
    return last if all(one.low <= last.high and last.low <= one.high for one in tries) else None


def _lost(bench: Bench, seed: int, hands: int, played: int) -> Estimate:
    import numpy as np

    free = _leads(bench, NOBODY, seed, hands, played)
    seats = range(bench.seats)
    lost = [free[:, seat] - _leads(bench, seat, seed, hands, played)[:, seat] for seat in seats]
    chips = (bench.seats - 1) / bench.seats
    return mean_of(chips * np.mean(lost, axis=0))


def _leads(bench: Bench, barred: int, seed: int, hands: int, played: int) -> NDArray[np.float64]:
    import numpy as np

    lesson = Lesson(bench, barred=barred)
    lesson.study(hands, seed)
    return np.concatenate([lesson.play(MOST_HANDS, seed + 10 + part) for part in range(played // MOST_HANDS)])
