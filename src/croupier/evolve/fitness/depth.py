"""Depth: what thinking wins beyond the best sentence of a game, in sigmas.

A game has depth if somebody who tries choices out in imagined hands beats those who follow the best sentence that could
be found, by more than any other sentence does. A thinker that models all others by one sentence cannot see the depth of
poker: where most decisions are bets, and seats learn something between them, a student (`play/classes.py`) learns to
answer the sentence, too. Where nothing becomes known between bets, thresholds are all that there is, so there a low
figure is right.

The figure is unknown, and not wrong,

- if the fit did not converge, as a simple answer to the sentence wins more than MOST_GAIN, and the figure is not surely
  below LOW: a thinker also finds the flaws of a sentence, so they can only make a game look deeper than it is;
- if the game may be too deep for a thinker, and neither it nor the student is surely ahead by LOW;
- if the interval is WIDE, as hands take long to think through, and it is not surely above 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.kernel.statistics import Estimate, Sample, difference

from ..play.bench import EVERYWHERE, Bench
from ..play.fitting import Fit, in_sigmas
from ..play.players import ANSWER, BEYOND, SENTENCE, STUDENT

if TYPE_CHECKING:
    from ..play.bench import Played

MOST_GAIN = 0.05
"""The most, in sigmas, that a simple answer to a sentence may win if figures are to rest on it."""
LOW = 0.1
"""A depth that may be low because the thinker is weak, where a game may be too deep for it."""
MOSTLY, NEWS = 0.4, 0.03
"""Betting is most of a game if it is this share of its decisions; and seats learn something between bets if their
strength changes by this much, in the mean."""
HANDS, TIMES, STEPS = 240, 4, 6_000_000
"""Hands over all seats are played in at most TIMES parts of HANDS hands, and each part takes at most STEPS steps."""
NARROW, CLEAR, NOTHING = 0.03, 0.4, 0.02
"""No more hands are played if half of the interval is NARROW, or the figure surely above CLEAR or below NOTHING."""
WIDE = 0.12
"""Half of an interval that leaves the verdict open."""
LATER, LESSONS = 1 << 24, 1 << 30
"""The keys of the first deals, and of the first of a lesson: they are not those of the fit, nor of an attack."""
STUDIED = 15_000_000
"""The most steps of a student's lesson."""
VALUED, VALUED_TIMES, VALUED_STEPS, NARROWLY = 2_000, 24, 4_000_000, 0.015
"""A student, and the best simple answer, are valued in so many hands over all seats, at most so many times (fewer if
thinking has fewer parts), in so many steps each time, until half of the interval is so narrow: such hands are quick."""


class Depth(NamedTuple):
    """What the strongest player wins among players of the sentence, and the depth, None if it is unknown."""

    wins: Estimate
    depth: Estimate | None
    strongest: int
    """BEYOND or STUDENT."""


def converged(fit: Fit) -> bool:
    """Whether figures may rest on a sentence."""
    return fit.gain.mean <= MOST_GAIN


def beyond(
    bench: Bench, fit: Fit, key: int, *, only: int = EVERYWHERE, times: int = TIMES, steps: int = STEPS
) -> Estimate:
    """What thinking wins among players of the sentence, in sigmas; `only` where it thinks at one place of the program.
    More hands are played as long as the verdict is open."""
    return _valued(BEYOND, bench, fit, key, only, (HANDS, times, steps, NARROW))


def quickly_valued(
    player: int, bench: Bench, fit: Fit, key: int, *, only: int = EVERYWHERE, times: int = TIMES
) -> Estimate:
    """The same of a player that does not think in imagined hands: a STUDENT that was taught, or ANSWER."""
    return _valued(player, bench, fit, key, only, (VALUED, VALUED_TIMES * times // TIMES, VALUED_STEPS, NARROWLY))


def _valued(player: int, bench: Bench, fit: Fit, key: int, only: int, effort: tuple[int, int, int, float]) -> Estimate:
    import numpy as np

    (hands, times, steps, narrow), parts = effort, []
    bench.assume(SENTENCE, only=only)
    for number in range(times):
        leads = bench.ladder(player, SENTENCE, -(-hands // bench.seats), key + LATER + number, steps=steps)
        parts.append(leads.mean(axis=1))
        found = in_sigmas(Sample.of_array(np.concatenate(parts)), fit.sigma)
        if found.high - found.mean <= narrow or found.low > CLEAR or found.high < NOTHING:
            break
    bench.assume(SENTENCE)
    return found


def measured(
    bench: Bench, fit: Fit, played: Played, key: int, *, times: int = TIMES, steps: int = STEPS, lesson: int = STUDIED
) -> Depth:
    """The depth of a game by the strongest player there is for it. `played` are hands of the sentence; the student is
    asked where thinking cannot tell, and gets `lesson` steps to learn in."""
    wins = beyond(bench, fit, key, times=times, steps=steps)
    found = depth(fit, wins, played)
    if found is None and converged(fit) and may_be_poker(played):
        bench.teach(key + LESSONS, lesson)
        learnt = quickly_valued(STUDENT, bench, fit, key, times=times)
        narrower = fit._replace(gain=quickly_valued(ANSWER, bench, fit, key, times=times))
        if (deeper := depth(narrower, learnt, played)) is not None:
            return Depth(learnt, deeper, STUDENT)
    return Depth(wins, found, BEYOND)


def depth(fit: Fit, wins: Estimate, played: Played) -> Estimate | None:
    """What thinking wins more than any simple answer; None if it is unknown. `played` are hands of the sentence."""
    best = max((fit.gain, fit.hasty), key=lambda found: found.mean)
    found = difference(wins, best) if best.mean > 0 else wins
    if found.high >= LOW and not converged(fit):
        return None
    if found.low <= 0 and found.high - found.mean > WIDE:
        return None
    return None if found.low < LOW and may_be_poker(played) else found


def may_be_poker(played: Played) -> bool:
    """Whether most decisions are bets, and seats learn something between them."""
    bets = played.bets / max(1, int(played.decisions.sum()))
    return bets >= MOSTLY and news(played) >= NEWS


def news(played: Played) -> float:
    """How much the strength of a seat changes between two bets of a hand, in the mean: 0 to 1."""
    return played.news / max(1, played.bets_again) / 1000
