"""What can only be learnt: the top of the ladder, and bluff value without a solver.

Everybody learns the game by playing it (`play/study.py`): by all that a seat was told, or, where a game has too many
such situations to meet each of them often, only its bets, by the abstraction of genomes. A figure that comes of it is
believed if learning again with another seed, and for twice as many visits, gives the same, each within both intervals;
otherwise it is unknown. It is unknown, too, where there is nothing to learn: nobody bets, and there are too many
situations.
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
"""Visits of a lesson, in all, and on average of each situation: small games need fewer."""
MOVES = {TRACE: 1_500_000, SITUATION: 500_000}
"""A lesson, unless its moves run out before: a second or two by either kind of keys."""
GLANCE_VISITS, GLANCE_MOVES, OFTEN = 40_000, 150_000, 10
"""Situations are told apart by the whole trace if each was met OFTEN times, on average, in GLANCE_VISITS visits."""
CLIMB_HANDS, CLIMB_STEPS, LEFT_HANDS, LEFT_STEPS = 960, 600_000, 2_000, 600_000
"""Hands, over all seats, of who has learnt among flat Monte Carlo, and of its rival; and the most steps of them."""
PLAYED = 100_000
"""Hands that are played by what was learnt, to see what a seat has lost that may not bluff."""


def learnt(genome: GameGenome, seed: int, *, visits: int = VISITS, times: int = 1) -> Lesson | None:
    """A lesson in a game, as fine as its situations allow, so many `times` as long; None if there is nothing to
    learn."""
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


def again(seed: int) -> list[tuple[int, int]]:
    """How a figure is learnt before it is believed: by seed, by another, and for twice as long."""
    return [(seed, 1), (seed + 1, 1), (seed, 2)]


def agreed(tries: Sequence[Estimate]) -> Estimate | None:
    """The last of some figures if it agrees with all others, each within both intervals; else None."""
    last = tries[-1]
    return last if all(one.low <= last.high and last.low <= one.high for one in tries) else None


def top_of_the_ladder(genome: GameGenome, seed: int, *, visits: int = VISITS) -> dict[str, Estimate]:
    """rung_4: who has learnt the game, among flat Monte Carlo. left: who has learnt to answer that one, among its like.

    Both are mean leads over their own deviation, 0 and up. Who is surely behind flat Monte Carlo has not learnt the
    game: then both are unknown, and so they are where the tries do not agree.
    """
    rungs = list[Estimate]()
    for key, times in again(seed):
        lesson = learnt(genome, key, visits=visits, times=times)
        if lesson is None:
            return {}
        rungs.append(rung(lesson.ladder(LEARNT, FLAT, CLIMB_HANDS // lesson.seats, seed, steps=CLIMB_STEPS)))
    top = agreed(rungs)
    if lesson is None or top is None or top.high < 0:
        return {}
    lesson.seek(lesson.known.visits, seed + 2, moves=2 * MOVES[lesson.keys])
    left = rung(lesson.ladder(RIVAL, LEARNT, LEFT_HANDS // lesson.seats, seed, steps=LEFT_STEPS))
    return {"rung_4": top, "left": left}


def learnt_bluff_value(genome: GameGenome, seed: int, *, visits: int = VISITS, played: int = PLAYED) -> Estimate | None:
    """What a seat loses that may not bluff, in chips a hand, as far as can be learnt; None if that is unknown.

    Everybody learns the game, once freely and once for each seat that may not bluff, and plays the same deals by what
    was learnt on average.
    """
    if not has_bets(genome):
        return Estimate(0.0, 0.0, 0.0)
    tries = list[Estimate]()
    for key, times in again(seed):
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
    """The leads of some hands in which everybody plays as it has learnt to, and what it has not learnt hastily."""
    import numpy as np

    parts = range(0, played, MOST_HANDS)
    return np.concatenate([lesson.play([LEARNT], MOST_HANDS, seed + 2, start=start).leads for start in parts])
