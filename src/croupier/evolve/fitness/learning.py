"""Measures that need a learnt strategy: the top of the ladder, and bluff value without a solver.

All seats learn the game by self-play (`play/study.py`). The key of a decision is the trace, or, if a game has too many
traces to visit each of them often, the abstraction of genomes; then only bets are learnt. A figure is accepted if
learning with another seed, and with twice as many visits, gives figures with overlapping intervals; otherwise it is
unknown. It is also unknown for a game with too many traces and no betting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.agents.learner import SITUATION, TRACE
from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import BettingPhase
from croupier.kernel.statistics import Estimate

from ..play.bench import MOST_HANDS
from ..play.players import FLAT, LEARNT, RIVAL
from ..play.study import Lesson
from .metrics import mean_of, rung

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VISITS, ENOUGH = 600_000, 20_000
"""The visits of a lesson: at most VISITS in all, and ENOUGH for each situation, so small games need fewer."""
MOVES = {TRACE: 1_500_000, SITUATION: 500_000}
"""The most moves of a lesson, by kind of keys: each takes a second or two."""
GLANCE_VISITS, GLANCE_MOVES, OFTEN = 40_000, 150_000, 10
"""Traces are used as keys if each was met OFTEN times, on average, in a first GLANCE_VISITS visits."""
CLIMB_HANDS, CLIMB_STEPS, LEFT_HANDS, LEFT_STEPS = 960, 600_000, 2_000, 600_000
"""Hands over all seats, and the most steps: of LEARNT among FLAT players, and of RIVAL among LEARNT ones."""
PLAYED = 100_000
"""Hands played with learnt strategies to measure bluff value."""


def learnt(genome: GameGenome, seed: int, *, visits: int = VISITS, times: int = 1) -> Lesson | None:
    """A lesson in a game, with traces as keys if they are few enough; `times` multiplies its length. None if the game
    cannot be learnt."""
    for keys in (TRACE, SITUATION) if has_bets(genome) else (TRACE,):
        lesson = Lesson(genome, keys=keys)
        lesson.study(min(GLANCE_VISITS, visits), seed, moves=GLANCE_MOVES)
        if lesson.met_on_average() >= OFTEN:
            lesson.study(times * min(visits, ENOUGH * len(lesson.known.keys)), seed, moves=times * MOVES[keys])
            return lesson
    return None


def has_bets(genome: GameGenome) -> bool:
    """Whether a game has a phase of betting."""
    return any(isinstance(phase, BettingPhase) for phase in genome.turn_structure.phases)


def lesson_plan(seed: int) -> list[tuple[int, int]]:
    """The (seed, times) of the three lessons behind a figure: one, one with another seed, and one twice as long."""
    return [(seed, 1), (seed + 1, 1), (seed, 2)]


def agreed(tries: Sequence[Estimate]) -> Estimate | None:
    """The last of some figures, if its interval overlaps those of all others; else None."""
    last = tries[-1]
    return last if all(one.low <= last.high and last.low <= one.high for one in tries) else None


def top_of_the_ladder(genome: GameGenome, seed: int, *, visits: int = VISITS) -> dict[str, Estimate]:
    """`rung_4`: a learnt strategy among flat Monte Carlo players. `left`: a rival trained against the learnt strategy,
    among players of it.

    Both are mean leads divided by their standard deviation. Both are left out if the lessons disagree, or if the learnt
    strategy is reliably behind flat Monte Carlo, as then the game was not learnt.
    """
    rungs = list[Estimate]()
    for key, times in lesson_plan(seed):
        lesson = learnt(genome, key, visits=visits, times=times)
        if lesson is None:
            return {}
        rungs.append(rung(lesson.ladder(LEARNT, FLAT, CLIMB_HANDS // lesson.seats, seed, steps=CLIMB_STEPS)))
    top = agreed(rungs)
    if lesson is None or top is None or top.high < 0:
        return {}
    lesson.train_rival(lesson.known.visits, seed + 2, moves=2 * MOVES[lesson.keys])
    left = rung(lesson.ladder(RIVAL, LEARNT, LEFT_HANDS // lesson.seats, seed, steps=LEFT_STEPS))
    return {"rung_4": top, "left": left}


def learnt_bluff_value(genome: GameGenome, seed: int, *, visits: int = VISITS, played: int = PLAYED) -> Estimate | None:
    """What a seat loses by not being allowed to bluff, in chips a hand, with learnt strategies; None if it is unknown.

    The game is learnt freely and once with each seat barred from bluffing; the average strategies play the same deals.
    """
    if not has_bets(genome):
        return Estimate(0.0, 0.0, 0.0)
    tries = list[Estimate]()
    for key, times in lesson_plan(seed):
        lost = _lost(genome, key, visits, times, played)
        if lost is None:
            return None
        tries.append(lost)
    return agreed(tries)


def _lost(genome: GameGenome, seed: int, visits: int, times: int, played: int) -> Estimate | None:
    import numpy as np

    lesson = learnt(genome, seed, visits=visits, times=times)
    if lesson is None:
        return None
    free, keys, visits, lost = _leads(lesson, seed, played), lesson.keys, lesson.known.visits, []
    for seat in range(genome.player_count):
        lesson = Lesson(genome, barred=seat, keys=keys)
        lesson.study(visits, seed, moves=times * MOVES[keys])
        lost.append(free[:, seat] - _leads(lesson, seed, played)[:, seat])
    return mean_of((lesson.seats - 1) / lesson.seats * np.mean(lost, axis=0))


def _leads(lesson: Lesson, seed: int, played: int) -> NDArray[np.float64]:
    """The leads of hands in which all seats play the learnt strategy, and hastily in situations it does not know."""
    import numpy as np

    parts = range(0, played, MOST_HANDS)
    return np.concatenate([lesson.play([LEARNT], MOST_HANDS, seed + 2, start=start).leads for start in parts])
