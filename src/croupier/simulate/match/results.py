"""The results of a series as it is played: scores by bot, misdeeds by bot, and the figures in the game's own unit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from croupier.agents.clock import Thinking
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.statistics import CONFIDENCE, Comparison, Estimate, Moments, Sample, compare, compare_apart

from .luck import ENDS

EXAMPLES = 3
"""How many misdeeds of a kind are shown in full, for each bot; the others are counted."""
PRINTED, PAIR = "printed", 2


class Wrong(NamedTuple):
    """One kind of misdeed of a bot: how often, and the first few with their deals."""

    what: str
    times: int
    examples: list[tuple[int, Misdeed]]

    @property
    def harmless(self) -> bool:
        """Whether it has no consequences: printing is only noted."""
        return self.what == PRINTED


class Lead(NamedTuple):
    """By how much one bot is ahead of the others, and the probability of that by chance alone."""

    difference: Estimate
    p: float


class Results:
    """The results so far: scores as they are, and without the luck after the last decision."""

    def __init__(
        self, names: Sequence[str], rotations: int, stake: tuple[str, float], roles: Sequence[str] = ()
    ) -> None:
        self.names, self.rotations = list(names), rotations
        self.roles = [role.removeprefix("the ") for role in roles]
        """The names of roles, where seats differ: then a mean over all seats says little."""
        self.unit, self._per_point = stake
        self.sample = "hand"
        """What is counted when words say how many more are needed."""
        self.plays = 0
        self.played = 0
        self.seconds = self.ready_seconds = 0.0
        self.complete = True
        self.corrected: Sample | None = None
        """The winnings by deal of the first of two bots, in points, corrected by AIVAT; None if not asked for."""
        bots = len(names)
        self._raw, self._adjusted = Moments(bots), Moments(bots)
        self._single = Moments(bots)
        self._in_role = [[Moments(1) for _ in names] for _ in roles]
        self.thinking = [Thinking() for _ in names]
        self._waiting: list[tuple[Any, Any]] = []
        self._misdeeds: list[dict[str, tuple[int, list[tuple[int, Misdeed]]]]] = [{} for _ in names]

    def add(self, seating: Any, scores: Any, ends: Any) -> None:
        """Add matches in the order of play, one in each row and a column for each seat: the bots, their scores, the
        sums of scores over all ends. A deal counts once all of its rotations are there."""
        import numpy as np

        raw, adjusted = np.empty_like(scores), np.empty_like(ends)
        np.put_along_axis(raw, seating, scores, 1)
        np.put_along_axis(adjusted, seating, ends, 1)
        self.plays += len(raw)
        for seat, of_bots in enumerate(self._in_role):
            for bot, own in enumerate(of_bots):
                own.add(ends[seating[:, seat] == bot, seat : seat + 1])
        if self.rotations == 1:
            self._raw.add(raw)
            self._adjusted.add(adjusted)
            return
        self._single.add(adjusted)
        if self._waiting:
            raw, adjusted = (np.concatenate(pair) for pair in zip(self._waiting[0], (raw, adjusted), strict=True))
        whole = len(raw) - len(raw) % self.rotations
        self._waiting = [(raw[whole:], adjusted[whole:])]
        for moments, rows in ((self._raw, raw), (self._adjusted, adjusted)):
            moments.add(rows[:whole].reshape(-1, self.rotations, len(self.names)).sum(axis=1))

    def note(self, deal: int, seating: Sequence[int], misdeeds: Sequence[Misdeed]) -> None:
        """Count misdeeds, and keep the first of each kind."""
        for misdeed in misdeeds:
            known = self._misdeeds[seating[misdeed.seat]]
            count, examples = known.get(misdeed.what, (0, []))
            if len(examples) < EXAMPLES:
                examples.append((deal, misdeed))
            known[misdeed.what] = count + 1, examples

    def think(self, thinking: Sequence[Thinking]) -> None:
        """Add the thinking times of each bot."""
        for known, new in zip(self.thinking, thinking, strict=False):
            known.merge(new)

    def errors(self, bot: int) -> list[Wrong]:
        """The errors of a bot, by kind."""
        return [Wrong(what, count, examples) for what, (count, examples) in self._misdeeds[bot].items()]

    @property
    def hands_per_second(self) -> float:
        """Speed of play, without compiling."""
        return self.played / self.seconds if self.seconds else 0.0

    def result(self, bot: int) -> Estimate:
        """The mean winnings of a bot, without the luck after the last decision."""
        return self._adjusted.sample((bot, 1)).estimate(self._per_point / (ENDS * self.rotations))

    def in_role(self, bot: int, seat: int) -> Estimate:
        """The mean winnings of a bot in the role of a seat, without the luck after the last decision."""
        return self._in_role[seat][bot].sample((0, 1)).estimate(self._per_point / ENDS)

    def raw(self, bot: int) -> Estimate:
        """The mean winnings of a bot, luck included."""
        return self._raw.sample((bot, 1)).estimate(self._per_point / self.rotations)

    def by_aivat(self, bot: int) -> Estimate | None:
        """The mean winnings of one of two bots, corrected by AIVAT."""
        if self.corrected is None:
            return None
        sign = -1 if bot else 1
        return replace(self.corrected, mean=sign * self.corrected.mean).estimate(self._per_point)

    def saved_by_aivat(self) -> float | None:
        """The factor by which AIVAT reduces the variance, compared to scores with luck included."""
        if self.corrected is None:
            return None
        before = self._raw.sample((0, 1)).variance / self.rotations**2
        return before / self.corrected.variance if self.corrected.variance else math.inf

    def lead(self, bot: int) -> Lead:
        """How much more a bot wins than the others on average, and the probability of that by chance alone."""
        others = [other for other in range(len(self.names)) if other != bot]
        signs = (bot, len(others)), *((other, -1) for other in others)
        unit = self._per_point / (ENDS * self.rotations * len(others))
        found = self._adjusted.sample(*signs)
        return Lead(found.estimate(unit), found.chance())

    def against_the_field(self, bot: int) -> str:
        """Whether a bot wins more than the others on average, in words; p is corrected for testing each bot."""
        lead = self.lead(bot)
        p = min(1.0, len(self.names) * lead.p)
        if p >= 1 - CONFIDENCE:
            return "not separable from the field"
        return f"{'beats' if lead.difference.mean > 0 else 'loses to'} the field, {chance(p)}"

    def against_the_leader(self, bot: int) -> str:
        """How a bot compares with the leader, in words."""
        leader, *_ = ranked = self.ranking()
        if bot == leader:
            return "leads"
        found = self.comparisons()[ranked.index(bot) - 1]
        if found.p < 1 - CONFIDENCE:
            return f"loses to {self.names[leader]}, {chance(found.p)}"
        return f"not separable from {self.names[leader]}{further(found)}"

    def role_verdicts(self) -> list[str]:
        """For each role, whether the best bot in it is better than the others, in words."""
        said = []
        tests = len(self.roles) * (len(self.names) - 1)
        for seat, role in enumerate(self.roles):
            first, *others = sorted(range(len(self.names)), key=lambda bot: -self.in_role(bot, seat).mean)
            for other in others:
                one, two = (self._in_role[seat][bot].sample((0, 1)) for bot in (first, other))
                _, p = compare_apart(one, two, self._per_point / ENDS, tests)
                better, worse = self.names[first], self.names[other]
                told = f"{better} beats {worse}, {chance(p)}" if p < 1 - CONFIDENCE else (
                    f"{better} and {worse} are not separable yet"
                )  # fmt: skip
                said.append(f"{role}: {told}")
        return said

    def ranking(self) -> list[int]:
        """The bots, the most successful first."""
        return sorted(range(len(self.names)), key=lambda bot: -self.result(bot).mean)

    def comparisons(self, tests: int = 0) -> list[Comparison]:
        """Every pair of bots, those at the top first; `tests` is the number of tests if there are more than these."""
        pairs = list(combinations(self.ranking(), 2))
        unit = self._per_point / (ENDS * self.rotations)
        return [compare(self._adjusted, unit, self.rotations, *pair, tests or len(pairs)) for pair in pairs]

    def saved_by_adjustment(self) -> float:
        """The factor by which removing the luck after the last decision reduces the variance, summed over all bots."""
        return _ratio(self._raw, self._adjusted, ENDS * ENDS)

    def saved_by_duplicate(self) -> float | None:
        """The factor by which playing the same cards in all rotations reduces the variance, summed over all bots, for
        the same number of hands; None if rotations get different cards."""
        return None if self.rotations == 1 else _ratio(self._single, self._adjusted, self.rotations)

    def verdicts(self) -> list[str]:
        """Which bots are better, in sentences: of two bots one of them; of several each against the field and the
        leader. Where seats are roles, each role by itself."""
        if not self.plays:
            return []
        if self.roles:
            return [f"{verdict}." for verdict in self.role_verdicts()]
        if len(self.names) == PAIR:
            return [self.verdict(self.comparisons()[0]) + "."]
        return [
            f"{self.names[bot]}: {self.against_the_leader(bot)}; {self.against_the_field(bot)}."
            for bot in self.ranking()
        ]

    def verdict(self, comparison: Comparison) -> str:
        """A comparison in words."""
        better, worse = self.names[comparison.better], self.names[comparison.worse]
        if comparison.p < 1 - CONFIDENCE:
            return f"{better} beats {worse}, {chance(comparison.p)}"
        between = f"{better} and {worse} are not separable yet"
        if comparison.difference.mean == 0:
            return f"{between}: no difference has been seen"
        return between + (
            further(comparison, self.sample) or f": too few results to estimate how many more {self.sample}s it takes"
        )


def chance(p: float) -> str:
    """The p-value as text."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def further(comparison: Comparison, sample: str = "hand") -> str:
    """How many more hands it probably takes, as the end of a sentence; "" if there are too few samples to tell."""
    if comparison.more is None:
        return ""
    more = _rounded(comparison.more)
    hands = f"more {sample} is" if more == 1 else f"more {sample}s are"
    return f": about {more:,} {hands} likely to show which is better, if either is"


def _ratio(of: Moments, to: Moments, scale: float) -> float:
    """The ratio of two variances, summed over all bots."""
    bots = range(len(of.total))
    before, after = (sum(moments.sample((bot, 1)).variance for bot in bots) for moments in (of, to))
    return before * scale / after if after else math.inf if before else 1.0


def _rounded(number: int) -> int:
    """A number rounded up to two digits, as it is only an estimate."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
