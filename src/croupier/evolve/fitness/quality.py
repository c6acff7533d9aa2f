"""Quality: combines the measures of a game into one number from 0 to 1, to compare games of a kind.

It is a harmonic mean, so the worst measure counts most. Each measure counts fully at the 90th percentile of the
classics; with a lower bound too many games would be perfect. Nothing is fitted to people's ratings: there are too few.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.kernel.statistics import Estimate

from .metrics import harmonic

Measures = Mapping[str, Estimate]

FULL_RUNG_1 = 0.85
FULL_MEANINGFUL = 3.0
FULL_INTERACTION = 0.8
FULL_LADDER = 0.9
FULL_DEPTH = 0.4
GRACE = 0.15
"""Added to `thinking` in tier 2, where few hands give a wide interval."""
BEST_DECIDED = 0.75
"""The best value of `decided`: the point of a hand, from 0 to 1, at which it is decided."""


def _up_to(value: float, full: float) -> float:
    return max(0.0, min(1.0, value / full))


def quality_by_play(measures: Measures) -> float:
    """The quality after tier 2: skill, what thinking is worth above constant play, fair seats, and few ties."""
    return harmonic(
        [
            _up_to(measures["rung_1"].mean, FULL_RUNG_1),
            _up_to(measures["thinking"].mean + GRACE, 1 + GRACE),
            max(0.0, 1 - measures["unfairness"].mean),
            1 - measures["ties"].mean,
        ]
    )


def quality_in_full(measures: Measures) -> float:
    """The quality after tiers 3 to 5: what thinking is worth above constant play, and above the best sentence;
    interaction; hands that stay open for long; and fair seats.

    Depth counts with the lower end of its interval, so that luck is not taken for it. Where it is unknown, and before
    tier 4, meaningful decisions count in its place, so that it counts neither for nor against a game.
    """
    depth = measures.get("depth")
    parts = [
        _up_to(max(0.0, measures["thinking"].mean), FULL_LADDER),
        _up_to(depth.low, FULL_DEPTH) if depth else _up_to(measures["meaningful"].mean, FULL_MEANINGFUL),
        _up_to(measures["interaction"].mean, FULL_INTERACTION),
        max(0.0, 1 - abs(measures["decided"].mean - BEST_DECIDED) / BEST_DECIDED),
        max(0.0, 1 - measures["unfairness"].mean),
    ]
    return harmonic(parts)
