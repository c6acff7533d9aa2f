"""Quality: the figures of a game as one number from 0 to 1, to compare games of a kind.

It is a harmonic mean, so the worst figure counts most. Each figure is full at the 90th percentile of the classics: full
any earlier, every game would be perfect. Nothing here is fitted to what people said of games: there are too few.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.kernel.statistics import Estimate

from .metrics import harmonic

Measures = Mapping[str, Estimate]

FULL_RUNG_1 = 0.85
FULL_MEANINGFUL = 4.0
FULL_INTERACTION = 0.8
FULL_LADDER = 0.9
GRACE = 0.15
"""After few hands it is hardly known what thinking is worth: so much is forgiven."""
BEST_DECIDED = 0.75
"""The share of a hand at which it had best be decided."""


def _up_to(value: float, full: float) -> float:
    return max(0.0, min(1.0, value / full))


def quality_by_play(measures: Measures) -> float:
    """What tier 2 can tell: skill, what thinking is worth above constant play, fair seats, and winners."""
    return harmonic(
        [
            _up_to(measures["rung_1"].mean, FULL_RUNG_1),
            _up_to(measures["thinking"].mean + GRACE, 1 + GRACE),
            max(0.0, 1 - measures["unfairness"].mean),
            1 - measures["ties"].mean,
        ]
    )


def quality_in_full(measures: Measures) -> float:
    """What all tiers can tell: what thinking, and thinking more, is worth above constant play; decisions that matter;
    players who meet; a hand that is open for long; and fair seats. Before the second rung its half is missing."""
    more = measures["skill"].mean if "skill" in measures else 0.0
    ladder = (max(0.0, measures["thinking"].mean) + max(0.0, more)) / 2
    return harmonic(
        [
            _up_to(ladder, FULL_LADDER),
            _up_to(measures["meaningful"].mean, FULL_MEANINGFUL),
            _up_to(measures["interaction"].mean, FULL_INTERACTION),
            max(0.0, 1 - abs(measures["decided"].mean - BEST_DECIDED) / BEST_DECIDED),
            max(0.0, 1 - measures["unfairness"].mean),
        ]
    )
