"""Every interval, share, test and ranking that Croupier shows.

    Sample.of([3, -1, 2]).estimate()            the mean of independent samples, with its 95 % interval
    Sample.from_sums(count, total, squares)     the same from sums of integers
    Sample.of_ratio(totals, sizes)              a mean over the members of groups, which depend on each other
    Moments(columns)                            sums of several columns: means, and differences of columns
    share(count, among)                         a share, with Wilson's interval
    mean_within(values, low, high)              the mean of amounts within bounds that seldom differ, such as prizes
    compare(moments, …)                         which of two players is better, and how surely

`simulate`, `match`, contests, the laboratory, reports, evolution, events, equity and the arena's standings call these
functions, and the page draws what they return. So the same samples give the same figures everywhere.

Rules that hold for all of them:

- Variances are unbiased, and the intervals of means are Student's.
- An interval of which nothing is known has infinite ends (`Estimate.known`); programs get null for them.
- Sums of integer samples are integers, so nothing depends on the order or the pieces in which they were added.
- When several tests are made at once, each p is multiplied by their number (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any, NamedTuple

CONFIDENCE = 0.95
Z95 = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""
FEWEST = 30
"""With fewer samples than this nothing is extrapolated."""
POWER = 0.8
"""The chance with which the forecast number of further hands shows which of two players is better (`further_share`)."""
FURTHEST = 20.0
"""No forecast beyond 20 times the hands played so far: it would rest on the assumption, not on the samples."""


class Estimate(NamedTuple):
    """A figure with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether the interval says anything."""
        return math.isfinite(self.high - self.low)

    def times(self, unit: float) -> Estimate:
        """The figure in another unit."""
        return Estimate(self.mean * unit, self.low * unit, self.high * unit)

    def as_json(self) -> dict[str, float | None]:
        """The figure for programs: JSON has no infinity, so an unknown value is null."""
        return {name: finite(value) for name, value in self._asdict().items()}


def finite(value: float | None) -> float | None:
    """A number for JSON, rounded to six decimal places; None where nothing is known."""
    return None if value is None or not math.isfinite(value) else round(value, 6)


@dataclass(frozen=True, slots=True)
class Sample:
    """Independent samples in three numbers. The variance is that of one sample, estimated without bias."""

    count: int
    mean: float
    variance: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Sample:
        """Summarise a sequence of samples."""
        count = len(values)
        if all(isinstance(value, int) for value in values):
            return cls.from_sums(count, sum(values), sum(value * value for value in values))
        if min(values) == max(values):
            return cls(count, values[0], 0.0)  # a rounding error of the mean is no variance
        mean = math.fsum(values) / count
        return cls(count, mean, math.fsum((value - mean) ** 2 for value in values) / max(1, count - 1))

    @classmethod
    def of_ratio(cls, totals: Sequence[float], sizes: Sequence[int]) -> Sample:
        """A mean over all members of groups, whose totals are independent of each other, but not their members.

        The mean is a ratio of sums. With groups of equal size the samples are the means of the groups; else they are
        the ratio with the residual of each group (linearised), as a mean of means would count large groups too little.
        """
        if len({*sizes}) == 1:
            return cls.of([total / sizes[0] for total in totals])
        size, ratio = sum(sizes) / len(sizes), sum(totals) / sum(sizes)
        found = cls.of([ratio + (total - ratio * many) / size for total, many in zip(totals, sizes, strict=True)])
        return cls(found.count, ratio, found.variance)

    @classmethod
    def of_array(cls, values: Any) -> Sample:
        """Summarise the samples in a NumPy array of one dimension."""
        count = len(values)
        varies = count > 1 and values.min() != values.max()
        return cls(count, float(values.mean()) if count else 0.0, float(values.var(ddof=1)) if varies else 0.0)

    @classmethod
    def from_sums(cls, count: int, total: float, squares: float) -> Sample:
        """From the sum of the samples and the sum of their squares; exact if both are integers."""
        if count < 2:
            return cls(count, total / count if count else 0.0, 0.0)
        return cls(count, total / count, (count * squares - total * total) / (count * (count - 1)))

    def estimate(self, unit: float = 1.0) -> Estimate:
        """The mean with its interval, in units."""
        count, mean, variance = self.count, self.mean, self.variance
        if variance > 0:
            half = t_quantile((1 + CONFIDENCE) / 2, count - 1) * math.sqrt(variance / count)
        else:
            half = half_width_of_equal_samples(mean, count)
        return Estimate(mean * unit, (mean - half) * unit, (mean + half) * unit)

    def chance(self) -> float:
        """The probability of a mean at least this far from 0, on either side, by chance alone."""
        if self.mean == 0:
            return 1.0
        if self.variance <= 0:
            return chance_of_equal_signs(self.count)
        return 2 * t_tail(abs(self.mean) / math.sqrt(self.variance / self.count), self.count - 1)


class Moments:
    """Sums and sums of products of integer samples, one column for each player."""

    def __init__(self, columns: int) -> None:
        self.count = 0
        self.total = [0] * columns
        self.product = [[0] * columns for _ in range(columns)]

    def add(self, samples: Any) -> None:
        """Add an array of samples, one sample in each row."""
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

    def sample(self, *signs: tuple[int, int]) -> Sample:
        """The samples of a sum of columns, each with a factor: (0, 1), (1, -1) is column 0 less column 1."""
        total = sum(sign * self.total[i] for i, sign in signs)
        squares = sum(s * z * self.product[i][j] for i, s in signs for j, z in signs)
        return Sample.from_sums(self.count, total, squares)


class Comparison(NamedTuple):
    """Two players, the seemingly better one first: their difference, and the probability of it by chance alone."""

    better: int
    worse: int
    difference: Estimate
    p: float
    more: int | None
    """About how many more hands are likely to show which player is better; 0 if that is shown already, None if there
    are too few samples to extrapolate from."""


def half_width_of_equal_samples(mean: float, count: int) -> float:
    """Half the width of the interval when all samples are equal.

    Equal samples say how rare a different one is, not how far off it would be. A different one is assumed to be the
    opposite, as in a heads-up tournament. Its share is the largest with which the present samples would still occur by
    chance (Clopper and Pearson), so the interval contains 0 until a sign test is significant. Before that the width is
    infinite.
    """
    if chance_of_equal_signs(count) >= 1 - CONFIDENCE:
        return math.inf
    share: float = 1 - ((1 - CONFIDENCE) / 2) ** (1 / count)
    return 2 * share * abs(mean)


def chance_of_equal_signs(count: int) -> float:
    """The probability that all of `count` samples have the same sign by chance alone (a sign test)."""
    return 2.0 ** (1 - count) if count else 1.0


def compare(moments: Moments, unit: float, hands_a_sample: int, first: int, second: int, tests: int) -> Comparison:
    """Whether one of two players is better; p is corrected for `tests` tests (Bonferroni)."""
    return comparison(moments.sample((first, 1), (second, -1)), unit, hands_a_sample, first, second, tests)


def comparison(found: Sample, unit: float, hands_a_sample: int, first: int, second: int, tests: int) -> Comparison:
    """The same, from samples of by how much the first player is better."""
    if found.mean < 0:
        first, second, found = second, first, Sample(found.count, -found.mean, found.variance)
    p = min(1.0, tests * found.chance())
    more: int | None = 0
    if p >= 1 - CONFIDENCE:
        more = None
    count, mean, variance = found.count, found.mean, found.variance
    if more is None and count >= FEWEST and variance > 0:
        share = further_share(mean / math.sqrt(variance / count), tests)
        if share <= FURTHEST:
            more = max(1, math.ceil(share * count)) * hands_a_sample
    return Comparison(first, second, found.estimate(unit), p, more)


def further_share(score: float, tests: int = 1) -> float:
    """How many more samples, for each one there is, show a difference with probability POWER; infinite if none do.

    The difference seen so far is `score` standard errors. The true difference is unknown; with a flat prior it is
    normal around the one seen, with a standard error of 1 (predictive power, Spiegelhalter et al. 1986). After r more
    samples for each one, the score is normal around score · √(1 + r), with a deviation of √r. Taking the difference
    seen for the true one would promise too much: a difference that looks large and is still undecided is to a large
    part luck.
    """
    wanted, power = normal_quantile(1 - (1 - CONFIDENCE) / (2 * tests)), normal_quantile(POWER)
    excess = score * score - power * power
    if score <= 0 or excess <= 0:
        return math.inf
    inner = power * power * wanted * wanted + excess * (wanted * wanted - score * score)
    return ((power * wanted + math.sqrt(max(0.0, inner))) / excess) ** 2


def compare_apart(first: Sample, second: Sample, unit: float, tests: int) -> tuple[Estimate, float]:
    """The difference of the means of two samples from different deals, and the probability of it by chance alone
    (Welch); p is corrected for `tests` tests (Bonferroni)."""
    mean = first.mean - second.mean
    parts = [(one.variance / one.count, one.count - 1) for one in (first, second) if one.count > 1]
    error = sum(part for part, _ in parts)
    if len(parts) < 2 or not error:
        half = 0.0 if len(parts) == 2 and mean == 0 else math.inf
        return Estimate(mean * unit, (mean - half) * unit, (mean + half) * unit), 1.0
    freedom = max(1, int(error * error / sum(part * part / free for part, free in parts)))
    half = t_quantile((1 + CONFIDENCE) / 2, freedom) * math.sqrt(error)
    p = min(1.0, tests * 2 * t_tail(abs(mean) / math.sqrt(error), freedom))
    return Estimate(mean * unit, (mean - half) * unit, (mean + half) * unit), p


def told_apart(one: Mapping[str, int], other: Mapping[str, int], tests: int) -> bool:
    """Whether two players, each with its scores by match, differ by more than chance alone would show.

    Players that have met are compared in the matches that both have played, others by all that each has played.
    """
    both = one.keys() & other.keys()
    if both:
        p = tests * Sample.of([one[match] - other[match] for match in both]).chance()
    else:
        p = compare_apart(Sample.of([*one.values()]), Sample.of([*other.values()]), 1.0, tests)[1]
    return p < 1 - CONFIDENCE


def combined(found: Sequence[Estimate], weights: Sequence[float] = ()) -> Estimate:
    """The mean of several independent figures: unweighted, or by weights that add up to 1."""
    shares = weights or [1 / len(found)] * len(found)
    mean = sum(one.mean * weight for one, weight in zip(found, shares, strict=True))
    half = math.hypot(*((one.high - one.low) / 2 * weight for one, weight in zip(found, shares, strict=True)))
    return Estimate(mean, mean - half, mean + half)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """One figure less another that was measured independently."""
    mean = one.mean - other.mean
    half = math.hypot(one.high - one.mean, other.high - other.mean)
    return Estimate(mean, mean - half, mean + half)


def share(count: float, among: int) -> Estimate:
    """A share with Wilson's interval, which holds near 0 and 1 too. With `among` 0 the interval is 0 to 1."""
    if among == 0:
        return Estimate(math.nan, 0.0, 1.0)
    p, z = count / among, Z95 * Z95 / among
    middle = (p + z / 2) / (1 + z)
    half = Z95 * math.sqrt(p * (1 - p) / among + z / (4 * among)) / (1 + z)
    return Estimate(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def share_over_groups(counts: Sequence[tuple[int, int]]) -> Estimate:
    """A share of what can happen many times in a group; `counts` has hits and chances for each group.

    Events within a group depend on each other, so only the groups count as independent: the interval is that of a ratio
    of sums over the groups. Where all groups have the same share, as when every chance was a hit, it is Wilson's
    interval for that number of groups; a single group with a share other than 0 or 1 tells nothing, and the interval is
    0 to 1.
    """
    counted = [(hits, chances) for hits, chances in counts if chances]
    hits, chances = (sum(pair[at] for pair in counted) for at in (0, 1))
    groups = len(counted)
    if not counted:
        return share(0, 0)
    p = hits / chances
    if all(hit * chances == hits * chance for hit, chance in counted):
        whole = hits in (0, chances)
        return share(groups * p, groups) if groups > 1 or whole else Estimate(p, 0.0, 1.0)
    spread = sum((hit - p * chance) ** 2 for hit, chance in counted) * groups / (groups - 1)
    half = t_quantile((1 + CONFIDENCE) / 2, groups - 1) * math.sqrt(spread) / chances
    return Estimate(p, max(0.0, p - half), min(1.0, p + half))


def mean_of_shares(total: float, squares: float, count: int) -> Estimate:
    """The mean of numbers from 0 to 1, such as shares of pots, from their sum and the sum of their squares.

    The interval is Agresti and Coull's: z²/2 pots won and z²/2 pots lost are added. So a few pots that all went the
    same way do not pass for certainty; among many pots, these four do not matter.
    """
    more = count + Z95**2
    middle = (total + Z95**2 / 2) / more
    variance = (squares + Z95**2 / 2) / more - middle**2
    half = Z95 * math.sqrt(variance / more)
    return Estimate(total / count, max(0.0, middle - half), min(1.0, middle + half))


def mean_within(values: Sequence[float], low: float, high: float) -> Estimate:
    """The mean of amounts within bounds, such as prizes: most are the least, and a few are large.

    Student's interval trusts the spread of few samples: ten tournaments without a prize would pass for certainty. So
    two samples are added for the interval, one at each bound (as Agresti and Caffo do with shares); among many samples
    they do not matter. One sample alone tells nothing: its interval has all that is possible.
    """
    found, mean = _widened(values, low, high).estimate(), math.fsum(values) / len(values)
    return Estimate(mean, max(low, min(mean, found.low)), min(high, max(mean, found.high)))


def comparison_within(values: Sequence[float], most: float, first: int, second: int, tests: int) -> Comparison:
    """The same of two players: `values` are the differences, from -most to most, of what both won in the same match."""
    found = comparison(_widened(values, -most, most), 1.0, 1, first, second, tests)
    sign = 1 if found.better == first else -1
    return found._replace(difference=mean_within([sign * value for value in values], -most, most))


def _widened(values: Sequence[float], low: float, high: float) -> Sample:
    return Sample.of([*map(float, values), float(low), float(high)])


def correlation(found: float, pairs: int) -> Estimate:
    """A correlation between independent pairs, with Fisher's interval; unknown below four pairs."""
    if pairs < 4:
        return Estimate(found, -1.0, 1.0)
    middle, half = math.atanh(max(-0.999999, min(0.999999, found))), Z95 / math.sqrt(pairs - 3)
    return Estimate(*(math.tanh(middle + side) for side in (0.0, -half, half)))


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Kendall's tau-a: the share of pairs in the same order less that in the other."""
    signs = [
        ((one[0] > other[0]) - (one[0] < other[0])) * ((one[1] > other[1]) - (one[1] < other[1]))
        for number, one in enumerate(pairs)
        for other in pairs[:number]
    ]
    return sum(signs) / len(signs) if signs else 0.0


def t_tail(t: float, freedom: int) -> float:
    """The probability that Student's t exceeds `t`, which is not negative."""
    return 0.5 * _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


@lru_cache(maxsize=4096)
def t_quantile(share: float, freedom: int) -> float:
    """The value (0 or more) below which Student's t lies with probability `share`."""
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > 1 - share:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, freedom) > 1 - share else (low, middle)
    return (low + high) / 2


def normal_quantile(share: float) -> float:
    """The value below which a normal variate lies with probability `share`."""
    return NormalDist().inv_cdf(share)


def normal_share(value: float) -> float:
    """The probability that a normal variate lies below a value."""
    return NormalDist().cdf(value)


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
