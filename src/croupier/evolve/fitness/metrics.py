"""The metrics: short functions of observed play, each with its range and its 95 % interval.

All are per hand. A seat's *lead* is its payoff minus the mean of the others; sigma is the standard deviation of the
lead in hasty self-play. No metric is a goal by itself: a search for any single one finds bad games that score well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.kernel.statistics import Estimate, Sample, correlation, normal_share, share

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..play.bench import Played
    from ..play.film import Seen

    Floats = NDArray[np.float64]

UNKNOWN = 1e6
"""Half of the interval of an unknown figure: JSON has no infinity."""
OWN_DECISIONS = 60
"""Skill is scaled to this many decisions of a player, about an evening, so that short hands are no disadvantage."""
SURE = 0.8
CLEARLY = 0.25
"""A hand is decided for a seat whose chance is SURE; a lead changes when another seat's chance is CLEARLY higher."""
ERRORS, SHARE_OF_SIGMA = 2.5, 0.05
"""A decision is meaningful if its best and worst choice differ by ERRORS standard errors and by SHARE_OF_SIGMA."""


def mean_of(samples: Any, unit: float = 1.0) -> Estimate:
    """The mean of independent samples, in units."""
    found = Sample.of_array(samples).estimate(1 / unit)
    return found if found.known else Estimate(found.mean, found.mean - UNKNOWN, found.mean + UNKNOWN)


def share_of(count: int, among: int) -> Estimate:
    """A share, from 0 to 1, with its interval. With `among` 0 it is 0 instead of NaN, which JSON lacks."""
    found = share(count, among)
    return found if among else found._replace(mean=0.0)


def sigma(played: Played) -> float:
    """How much is at stake in a hand: the standard deviation of all leads."""
    return float(played.leads.std())


def length(played: Played) -> Estimate:
    """Free decisions of a hand, of all seats together: 0 and up."""
    return mean_of(played.decisions)


def betting_share(played: Played) -> Estimate:
    """The share of free decisions that are about betting: 0 to 1."""
    return share_of(played.bets, int(played.decisions.sum()))


def walkovers(played: Played) -> Estimate:
    """The share of hands won without a showdown, because all others folded: 0 to 1."""
    return share_of(played.walkovers, played.hands)


def unfairness(played: Played) -> Estimate:
    """The largest absolute mean lead of any seat, in sigmas: 0 and up."""
    spread = sigma(played)
    if spread == 0:
        return Estimate(0.0, 0.0, 0.0)
    worst = abs(played.leads.mean(axis=0)).argmax()
    found = mean_of(played.leads[:, worst], spread)
    half = found.high - found.mean
    return Estimate(abs(found.mean), max(0.0, abs(found.mean) - half), abs(found.mean) + half)


def rung(leads: Floats) -> Estimate:
    """The mean lead of a player, in standard deviations of its lead. `leads` has a row for each deal, which is one
    sample, and a column for each seat that the player took."""
    spread = float(leads.std()) if leads.size else 0.0
    return mean_of(leads.mean(axis=1), spread) if spread else Estimate(0.0, 0.0, 0.0)


def over_an_evening(step: Estimate, decisions: float) -> Estimate:
    """A rung as the chance to be ahead after OWN_DECISIONS decisions, from -1 (never) over 0 (even) to 1 (always)."""
    times = math.sqrt(OWN_DECISIONS / max(decisions, 0.1))
    return Estimate(*(2 * normal_share(value * times) - 1 for value in step))


def betting_relevance(bet: Floats, flat: Floats) -> Estimate:
    """What betting adds, from 0 (it only scales the stakes) to 1: the share of the variance of leads that is not
    explained by the leads of the same deals when everybody bets once and calls."""
    import numpy as np

    count = min(len(bet), len(flat))
    one, other = bet[:count].ravel(), flat[:count].ravel()
    if count < 3 or one.std() == 0 or other.std() == 0:
        return Estimate(0.0, 0.0, 0.0) if one.std() == 0 else Estimate(1.0, 1.0, 1.0)
    found = correlation(float(np.corrcoef(one, other)[0, 1]), count)
    low, high = sorted((1 - found.low**2, 1 - found.high**2))
    return Estimate(1 - found.mean**2, low, 1.0 if found.low <= 0 <= found.high else high)


def decision_impact(seen: Seen, spread: float) -> Estimate:
    """What choosing well is worth, in sigmas: the choice that is best in one half of the imagined worlds, valued in the
    other half, minus the mean of all choices. 0 if choices do not matter; below 0 only by chance."""
    import numpy as np

    gains = []
    for table in seen.values:
        half = table.shape[1] // 2
        for first, second in ((table[:, :half], table[:, half:]), (table[:, half:], table[:, :half])):
            gains.append(second[first.mean(axis=1).argmax()].mean() - second.mean())
    return mean_of(np.array(gains[::2]) / 2 + np.array(gains[1::2]) / 2, spread or 1.0)


def meaningful_decisions(seen: Seen, spread: float, decisions_a_seat: float) -> Estimate:
    """How many decisions of a hand are meaningful for a seat: best and worst choice differ significantly, and by a
    relevant amount. Best and worst are found in one half of the worlds and compared in the other, and the other way
    round: equal choices seem to differ if they are compared where they were found."""
    import numpy as np

    meaningful = 0
    for table in seen.values:
        half = table.shape[1] // 2
        pairs = ((table[:, :half], table[:, half:]), (table[:, half:], table[:, :half]))
        means = [one.mean(axis=1) for one, _ in pairs]
        apart = np.concatenate(
            [other[mean.argmax()] - other[mean.argmin()] for mean, (_, other) in zip(means, pairs, strict=True)]
        )
        error = float(apart.std()) / math.sqrt(max(1, len(apart) - 1))
        meaningful += bool(apart.mean() > ERRORS * error and apart.mean() > SHARE_OF_SIGMA * spread)
    return Estimate(*(share * decisions_a_seat for share in share_of(meaningful, len(seen.values))))


def interaction(seen: Seen) -> Estimate:
    """How often another choice of a seat changes the options or the move of the next other seat: 0 to 1."""
    return share_of(int(seen.changed.sum()), len(seen.changed))


def _arcs(seen: Seen) -> list[tuple[int, list[float], Any]]:
    """For each hand with one winner: the winner, the position of each point in the hand, and the chances there."""
    import numpy as np

    arcs = []
    for hand in range(len(seen.leads)):
        points = [point for point in seen.points if point.hand == hand]
        best = seen.leads[hand].max()
        if points and (seen.leads[hand] == best).sum() == 1:
            winner = int(seen.leads[hand].argmax())
            arcs.append((winner, [point.share for point in points], np.array([point.chances for point in points])))
    return arcs


def decided(seen: Seen) -> Estimate:
    """When a hand is decided, from 0 (at the deal) to 1 (at the end): from then on the winner's own chance was SURE."""
    import numpy as np

    ends = []
    for winner, shares, chances in _arcs(seen):
        unsure = [at for at, chance in enumerate(chances[:, winner]) if not chance >= SURE]
        following = [*shares[1:], 1.0]
        ends.append(following[unsure[-1]] if unsure else 0.0)
    return mean_of(np.array(ends))


def drama(seen: Seen) -> Estimate:
    """How low the winner's own estimate of its chance once was: 1 is no chance, 0 an equal share, below 0 more."""
    import numpy as np

    lows = [1 - chances.shape[1] * float(np.nanmin(chances[:, winner])) for winner, _, chances in _arcs(seen)]
    return mean_of(np.array(lows))


def lead_changes(seen: Seen) -> Estimate:
    """How often in a hand the seat with the highest own estimate of its chance clearly changes: 0 and up."""
    import numpy as np

    counts = []
    for _, _, chances in _arcs(seen):
        leader, changes = -1, 0
        for row in np.nan_to_num(chances, nan=-1.0):
            ahead = int(row.argmax())
            if leader < 0:
                leader = ahead
            elif ahead != leader and row[ahead] - row[leader] >= CLEARLY:
                leader, changes = ahead, changes + 1
        counts.append(changes)
    return mean_of(np.array(counts))


def harmonic(values: Sequence[float]) -> float:
    """The harmonic mean of figures from 0 to 1, which is dominated by the worst of them; 0 if any is."""
    return len(values) / sum(1 / value for value in values) if all(value > 0 for value in values) else 0.0
