"""What a series of matches says about its bots, and how surely.

The independent samples are the deals: the result of one match or, in duplicate play, the mean over all rotations of one
deal. Sums and products are integers, so nothing depends on the order or the pieces in which they were added.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

CONFIDENCE = 0.95
FEWEST, CLEAREST = 30, 1.0
"""From fewer samples, or from a difference of less than one standard error, nothing is extrapolated: it may as well
have the other sign."""
POWER = 0.8
"""How likely a difference is to show in the number of further hands that is told, if it is what it seems."""


class Moments:
    """Sums and sums of products of integer samples, one column for each bot."""

    def __init__(self, columns: int) -> None:
        self.count = 0
        self.total = [0] * columns
        self.product = [[0] * columns for _ in range(columns)]

    def add(self, samples: Any) -> None:
        """Add an array of samples, one a row."""
        if not len(samples):
            return
        largest = int(abs(samples).max())
        exact = samples if largest * largest * len(samples) < 2**63 else samples.astype(object)
        product, total = (exact.T @ exact).tolist(), exact.sum(axis=0).tolist()
        self.count += len(samples)
        for i, row in enumerate(product):
            self.total[i] += total[i]
            for j, value in enumerate(row):
                self.product[i][j] += value

    def mean(self, *signs: tuple[int, int]) -> float:
        """The mean of a sum of columns, each with a factor: (0, 1), (1, -1) is column 0 less column 1."""
        return sum(sign * self.total[i] for i, sign in signs) / self.count if self.count else 0.0

    def variance(self, *signs: tuple[int, int]) -> float:
        """The variance of a sample of such a sum, estimated without bias; 0 for fewer than two samples."""
        if self.count < 2:
            return 0.0
        total = sum(sign * self.total[i] for i, sign in signs)
        squares = sum(s * z * self.product[i][j] for i, s in signs for j, z in signs)
        return (self.count * squares - total * total) / (self.count * (self.count - 1))


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Two bots, the seemingly better one first: their difference, and how easily chance alone would have shown it."""

    better: int
    worse: int
    difference: Estimate
    p: float
    more: int | None
    """About how many more hands would tell them apart; 0 if they are told apart, None if there is nothing yet to
    extrapolate from."""


def estimate(moments: Moments, unit: float, *signs: tuple[int, int]) -> Estimate:
    """A mean with its interval, in units."""
    mean, variance, count = moments.mean(*signs), moments.variance(*signs), moments.count
    if variance:
        half = t_quantile((1 + CONFIDENCE) / 2, count - 1) * math.sqrt(variance / count)
    else:
        half = half_of_the_same(mean, count)
    return Estimate(mean * unit, (mean - half) * unit, (mean + half) * unit)


def half_of_the_same(mean: float, count: int) -> float:
    """Half of the interval when all samples were the same, which says how rarely another comes, not how far off it is.

    It is taken to be the opposite, as in a heads-up tournament. The share of such samples may be as large as would
    still leave the present ones by chance (Clopper and Pearson); so the interval has 0 in it until a sign test would
    tell. Before that it is unknown.
    """
    if chance_of_the_same(count) >= 1 - CONFIDENCE:
        return math.inf
    share: float = 1 - ((1 - CONFIDENCE) / 2) ** (1 / count)
    return 2 * share * abs(mean)


def chance_of_the_same(count: int) -> float:
    """How likely so many samples are all of one sign by chance alone (a sign test)."""
    return 2.0 ** (1 - count) if count else 1.0


def compare(moments: Moments, unit: float, hands_a_sample: int, first: int, second: int, tests: int) -> Comparison:
    """Whether one of two bots is better; p is corrected for being one of several tests (Bonferroni)."""
    if moments.mean((first, 1), (second, -1)) < 0:
        first, second = second, first
    signs = (first, 1), (second, -1)
    mean, variance, count = moments.mean(*signs), moments.variance(*signs), moments.count
    p = min(1.0, tests * chance_of(moments, *signs))
    more: int | None = 0
    if p >= 1 - CONFIDENCE:
        more = None
    if more is None and count >= FEWEST and mean * mean * count > CLEAREST * CLEAREST * variance > 0:
        wanted = normal_quantile(1 - (1 - CONFIDENCE) / (2 * tests)) + normal_quantile(POWER)
        more = max(1, math.ceil(wanted * wanted * variance / (mean * mean)) - count) * hands_a_sample
    return Comparison(first, second, estimate(moments, unit, *signs), p, more)


def compare_apart(first: Moments, second: Moments, unit: float, tests: int) -> tuple[Estimate, float]:
    """By how much the mean of one column of samples is above that of another, taken from other deals, and how likely
    that is by chance alone (Welch); p is corrected for being one of several tests."""
    mean = first.mean((0, 1)) - second.mean((0, 1))
    parts = [(one.variance((0, 1)) / one.count, one.count - 1) for one in (first, second) if one.count > 1]
    error = sum(part for part, _ in parts)
    if len(parts) < 2 or not error:
        half = 0.0 if len(parts) == 2 and mean == 0 else math.inf
        return Estimate(mean * unit, (mean - half) * unit, (mean + half) * unit), 1.0
    freedom = max(1, int(error * error / sum(part * part / free for part, free in parts)))
    half = t_quantile((1 + CONFIDENCE) / 2, freedom) * math.sqrt(error)
    p = min(1.0, tests * 2 * t_tail(abs(mean) / math.sqrt(error), freedom))
    return Estimate(mean * unit, (mean - half) * unit, (mean + half) * unit), p


def chance_of(moments: Moments, *signs: tuple[int, int]) -> float:
    """How likely a mean so far from 0, on either side, is by chance alone."""
    mean, variance = moments.mean(*signs), moments.variance(*signs)
    if mean == 0:
        return 1.0
    if variance == 0:
        return chance_of_the_same(moments.count)
    return 2 * t_tail(abs(mean) / math.sqrt(variance / moments.count), moments.count - 1)


def t_tail(t: float, freedom: int) -> float:
    """How likely Student's t is above a value that is not negative."""
    return 0.5 * _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def t_quantile(share: float, freedom: int) -> float:
    """The value (from 0 on) below which Student's t lies with a likelihood of `share`."""
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > 1 - share:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, freedom) > 1 - share else (low, middle)
    return (low + high) / 2


def normal_quantile(share: float) -> float:
    """The value below which a normal variate lies with a likelihood of `share`."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(share)


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    ) / a  # fmt: skip
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    value = d
    for m in range(1, 1000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            c, d = 1 + step / c or tiny, 1 / (1 + step * d or tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value
