"""Honest numbers: intervals, tests, and the number of hands still missing."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from croupier.kernel.statistics import (
    FURTHEST,
    POWER,
    Comparison,
    Estimate,
    Moments,
    Sample,
    combined,
    compare,
    compare_apart,
    comparison_within,
    correlation,
    difference,
    finite,
    further_share,
    mean_of_shares,
    mean_within,
    normal_quantile,
    share,
    share_over_groups,
    t_quantile,
    t_tail,
    told_apart,
)
from croupier.simulate.match.luck import ENDS
from croupier.simulate.match.results import Results
from croupier.simulate.match.seating import ORDERS, seatings

TABLE = {1: 12.7062, 2: 4.3027, 5: 2.5706, 30: 2.0423, 1000: 1.9623, 10**7: 1.96}
"""Two-sided 95 % points of Student's t, as books have them."""


@pytest.mark.parametrize("freedom", TABLE)
def test_quantiles_of_t_are_those_of_the_books(freedom: int) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(TABLE[freedom], abs=1e-4)
    assert t_tail(TABLE[freedom], freedom) == pytest.approx(0.025, abs=1e-5)


def test_moments_do_not_depend_on_the_pieces_in_which_samples_come() -> None:
    samples = np.random.default_rng(1).integers(-500, 500, (1000, 3))
    whole, pieces = Moments(3), Moments(3)
    whole.add(samples)
    for start in range(0, 1000, 77):
        pieces.add(samples[start : start + 77])
    assert (whole.total, whole.product) == (pieces.total, pieces.product)
    assert whole.sample((0, 1), (2, -1)).variance == pytest.approx(np.var(samples[:, 0] - samples[:, 2], ddof=1))


def test_moments_of_large_scores_do_not_overflow() -> None:
    moments = Moments(1)
    moments.add(np.array([[2**40], [-(2**40)]]))
    assert moments.product == [[2**81]]


def test_one_sample_says_nothing() -> None:
    moments = Moments(2)
    moments.add(np.array([[5, -5]]))
    assert moments.sample((0, 1)).estimate() == (5, -math.inf, math.inf)


def share_told_apart(standard_errors: Any, seed: int) -> float:
    """How often the further hands that are told really tell two bots apart, of normal samples; the true differences
    are in standard errors of the match so far."""
    rng = np.random.default_rng(seed)
    seen = standard_errors + rng.normal(size=len(standard_errors))
    undecided = (np.abs(seen) < normal_quantile(0.975)) & (np.abs(seen) > 1)
    seen, true = np.abs(seen[undecided]), (np.sign(seen) * standard_errors)[undecided]
    more = np.array([further_share(float(score)) for score in seen])
    told = more <= FURTHEST
    seen, true, more = seen[told], true[told], more[told]
    scores = (seen + true * more + np.sqrt(more) * rng.normal(size=len(seen))) / np.sqrt(1 + more)
    return float((np.abs(scores) > normal_quantile(0.975)).mean())


def test_the_further_hands_that_are_told_show_which_is_better_in_four_of_five_matches() -> None:
    """Whatever the true differences are, each as likely as another. The old number did so in 71 of 100."""
    differences = np.random.default_rng(1).uniform(-12, 12, 200_000)
    assert share_told_apart(differences, 2) == pytest.approx(0.81, abs=0.015)


@pytest.mark.parametrize(
    ("standard_errors", "share"), [(0.0, 0.08), (0.5, 0.385), (1.0, 0.78), (1.5, 0.93), (2.0, 0.98), (3.0, 1.0)]
)
def test_how_often_further_hands_show_a_true_difference(standard_errors: float, share: float) -> None:
    """The shares of docs/write-a-bot.md: no number of hands is right for bots that are equally good."""
    assert share_told_apart(np.full(100_000, standard_errors), 3) == pytest.approx(share, abs=0.015)


def test_the_further_hands_of_a_match_are_counted_from_its_samples() -> None:
    """The same from end to end, by the verdicts: 400 matches of 100 samples, and as many more as were told."""
    rng = np.random.default_rng(5)
    told = shown = 0
    for apart in rng.uniform(-40, 40, 400):
        moments = Moments(2)
        samples = rng.normal(apart / 2, 50, (100, 1)).round().astype(np.int64)
        moments.add(np.column_stack([samples, -samples]))
        found = compare(moments, 1.0, 1, 0, 1, 1)
        if found.more:
            more = rng.normal(apart / 2, 50, (found.more, 1)).round().astype(np.int64)
            moments.add(np.column_stack([more, -more]))
            told += 1
            shown += compare(moments, 1.0, 1, 0, 1, 1).p < 0.05
    assert told > 40
    assert shown / told == pytest.approx(0.8, abs=0.12)


def test_more_tests_take_more_hands_and_a_clearer_difference_fewer() -> None:
    assert further_share(1.5, tests=3) > further_share(1.5) > further_share(1.9) > 1
    assert further_share(normal_quantile(POWER)) == further_share(0.0) == math.inf


def test_more_than_twenty_times_the_hands_are_not_told() -> None:
    assert further_share(1.24) > FURTHEST > further_share(1.25)
    for score, is_told in ((124, False), (125, True)):
        samples = np.tile([-10_000, 10_000], 5_000) + score
        moments = Moments(2)
        moments.add(np.column_stack([samples, -samples]))
        assert (compare(moments, 1.0, 1, 0, 1, 1).more is not None) == is_told


def results_of(rows: list[list[int]]) -> Results:
    results = Results(["A", "B"], 1, ("chips", 1.0))
    scores = np.array(rows)
    results.add(np.array([[0, 1]] * len(rows)), scores, 16 * scores)
    return results


def test_verdicts_are_in_words() -> None:
    clear = results_of([[2, -2], [3, -3]] * 50)
    assert clear.verdict(clear.comparisons()[0]) == "A beats B, p < 0.001"
    even = results_of([[2, -2], [-2, 2]] * 50)
    assert even.verdict(even.comparisons()[0]) == "A and B are not separable yet: no difference has been seen"
    close = results_of([[2, -2], [-2, 2]] * 50 + [[-2, 2]])
    assert close.verdict(close.comparisons()[0]) == (
        "B and A are not separable yet: too few results to estimate how many more hands it takes"
    )
    closer = results_of([[2, -2], [-2, 2]] * 50 + [[-2, 2]] * 15)
    assert closer.verdict(closer.comparisons()[0]) == (
        "B and A are not separable yet: about 1,100 more hands are likely to show which is better, if either is"
    )


def test_samples_that_are_all_the_same_are_judged_by_their_number() -> None:
    """As by a sign test: without any spread to go by, a few equal results prove nothing."""
    two, six = results_of([[3, -3]] * 2), results_of([[3, -3]] * 6)
    assert two.comparisons()[0].p == 0.5
    assert two.result(0) == (3, -math.inf, math.inf)
    assert two.verdict(two.comparisons()[0]) == (
        "A and B are not separable yet: too few results to estimate how many more hands it takes"
    )
    assert six.verdict(six.comparisons()[0]) == "A beats B, p = 0.031"
    assert 0 < six.result(0).low < 1 and six.result(0).mean == 3
    assert results_of([[0, 0]] * 6).result(0) == (0, 0, 0)


@pytest.mark.parametrize("count", [5, 6, 40])
def test_the_interval_of_equal_samples_leaves_out_0_when_the_test_does(count: int) -> None:
    moments = Moments(2)
    moments.add(np.array([[1, -1]] * count))
    found = compare(moments, 1.0, 1, 0, 1, 1)
    assert (found.difference.low > 0) == (found.p < 0.05)


@pytest.mark.parametrize("bots", [2, 3, 4, 7, 10])
def test_every_bot_sits_everywhere_equally_often(bots: int) -> None:
    table = seatings(bots)
    assert len(table) == min(math.factorial(bots), ORDERS * bots)
    for seat in range(bots):
        counts = np.bincount([row[seat] for row in table], minlength=bots)
        assert set(counts) == {len(table) // bots}
    assert all(sorted(row) == list(range(bots)) for row in table)


def test_a_lead_is_over_the_mean_of_all_others() -> None:
    results = Results(["one", "two", "three"], 1, ("points", 1.0))
    seats, ends = np.array([[0, 1, 2]] * 4), np.array([[9, 0, 3], [9, 3, 0], [8, 1, 1], [8, 0, 2]])
    results.add(seats, ends, ends * ENDS)
    lead = results.lead(0)
    assert lead.difference.mean == pytest.approx(8.5 - 1.25)
    assert lead.difference.low < 7.25 < lead.difference.high
    assert lead.p < 0.001
    assert results.lead(1).difference.mean == pytest.approx(1 - 5)


def test_a_single_hand_more_is_one_hand() -> None:
    results = Results(["A", "B"], 1, ("bb/100", 1.0))
    verdict = results.verdict(Comparison(0, 1, Estimate(1.0, -1.0, 3.0), 0.06, 1))
    assert verdict == "A and B are not separable yet: about 1 more hand is likely to show which is better, if either is"


def test_a_share_has_wilsons_interval() -> None:
    assert share(50, 100)[1:] == pytest.approx((0.403832, 0.596168), abs=1e-6)
    assert share(1, 10) == pytest.approx((0.1, 0.017876, 0.404150), abs=1e-6)
    assert share(0, 100) == pytest.approx((0, 0, 0.036994), abs=1e-6)
    assert share(100, 100) == pytest.approx((1, 0.963006, 1), abs=1e-6)
    assert math.isnan(share(0, 0).mean) and share(0, 0)[1:] == (0, 1)


def test_a_correlation_has_fishers_interval() -> None:
    assert correlation(0.5, 28) == pytest.approx((0.5, 0.156028, 0.735818), abs=1e-6)
    assert correlation(0.9, 3) == (0.9, -1, 1)


def test_means_of_shares_are_never_certain() -> None:
    found = mean_of_shares(10, 10, 10)
    assert found.mean == 1 and 0.6 < found.low < 0.8 and found.high == 1
    assert mean_of_shares(500_000, 500_000, 1_000_000)[1:] == pytest.approx((0.49902, 0.50098), abs=1e-5)


def test_independent_figures_add_their_variances() -> None:
    one, other = Estimate(10, 7, 13), Estimate(2, -2, 6)
    assert difference(one, other) == (8, 3, 13)
    assert combined([one, other]) == (6, 3.5, 8.5)
    assert combined([one, other], [1.0, 0.0]) == one


def test_samples_by_sums_and_by_values_are_the_same() -> None:
    values = [3, -1, 4, 1, -5]
    assert Sample.of(values) == Sample.from_sums(5, 2, 52) == Sample.of_array(np.array(values))
    assert Sample.of([0.1, 0.2]).variance == pytest.approx(0.005)
    assert not Sample.of([7]).estimate().known and not Sample.of([]).estimate().known


@pytest.mark.parametrize("tests", [1, 3])
def test_one_of_several_tests_needs_as_much_more(tests: int) -> None:
    one, other = ({f"M{at}": score for at, score in enumerate(scores)} for scores in ([9, 2, 9, 3, 4], [0, 1, 2, 1, 1]))
    p = Sample.of([9, 1, 7, 2, 3]).chance()
    assert 0.05 / 3 < p < 0.05
    assert told_apart(one, other, tests) == (tests == 1)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ([(1, 10)], 0.0, 1.0),
        ([(0, 10)], 0.0, 0.7935),
        ([(10, 10)], 0.2065, 1.0),
        ([(1, 2), (1, 2)], 0.0945, 0.9055),
        ([(1, 4), (2, 8), (0, 0)], 0.0267, 0.8021),
        ([(3, 3)] * 10, 0.7225, 1.0),
    ],
)
def test_groups_that_do_not_differ_are_as_many_samples_and_no_certainty(
    counts: list[tuple[int, int]], low: float, high: float
) -> None:
    found = share_over_groups(counts)
    assert found.mean == sum(hits for hits, _ in counts) / sum(chances for _, chances in counts)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_groups_that_differ_have_the_interval_of_a_ratio() -> None:
    counts = [(1, 2), (3, 4), (0, 3)]
    error = math.sqrt(sum((hit - 4 / 9 * chance) ** 2 for hit, chance in counts) * 3 / 2) / 9
    assert share_over_groups(counts) == pytest.approx((4 / 9, max(0.0, 4 / 9 - 4.3027 * error), 1.0), abs=1e-4)


@pytest.mark.parametrize("value", [0.1, -0.7, 1e300])
@pytest.mark.parametrize("count", [2, 3, 6, 49])
def test_equal_fractions_are_equal_samples_whatever_their_mean_is_rounded_to(value: float, count: int) -> None:
    whole = Sample.of([1 if value > 0 else -1] * count)
    for sample in (Sample.of([value] * count), Sample.of_array(np.array([value] * count))):
        assert sample.variance == 0 and sample.mean == pytest.approx(value)
        assert sample.chance() == whole.chance()
        assert sample.estimate().known == whole.estimate().known


# Each figure by its formula, at the boundaries


def test_the_interval_of_a_mean_is_students() -> None:
    expected = (2.5, 2.5 - 2.0542601, 2.5 + 2.0542601)
    assert Sample.of([1, 2, 3, 4]).estimate() == pytest.approx(expected, abs=1e-6)
    assert Sample.of([1.0, 2.0, 3.0, 4.0]).estimate(10) == pytest.approx([10 * one for one in expected], abs=1e-5)
    assert Sample.of_array(np.array([1, 2, 3, 4])).estimate() == pytest.approx(expected, abs=1e-6)
    assert Sample.of([0.5, 1.5]).estimate() == pytest.approx((1, 1 - 12.7062047 / 2, 1 + 12.7062047 / 2), abs=1e-6)


def test_a_mean_of_few_samples_or_none() -> None:
    for found in (Sample.of([]), Sample.of_array(np.zeros(0)), Sample.from_sums(0, 0, 0)):
        assert (found.count, found.mean, found.variance) == (0, 0, 0)
    for found in (Sample.of([7]), Sample.of_array(np.array([7])), Sample.of([7.0])):
        assert (found.count, found.mean, found.variance) == (1, 7, 0)
    assert Sample.of_array(np.array([1, 5])).variance == Sample.of([1, 5]).variance == 8


@pytest.mark.parametrize("t", [0.0, 0.1, 0.9, 1.0, 2.5, 40.0])
def test_tails_of_t_are_those_of_its_closed_forms(t: float) -> None:
    half = t / math.sqrt(1 + t * t / 4)
    forms = {
        1: 0.5 - math.atan(t) / math.pi,
        2: 0.5 - t / (2 * math.sqrt(2 + t * t)),
        4: 0.5 - 3 / 8 * half * (1 - half * half / 12),
    }
    for freedom, tail in forms.items():
        assert t_tail(t, freedom) == pytest.approx(tail, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("freedom", [1, 2, 7, 400])
@pytest.mark.parametrize("share", [0.5, 0.6, 0.9, 0.9999])
def test_a_quantile_of_t_has_its_share_below_it(share: float, freedom: int) -> None:
    assert t_tail(t_quantile(share, freedom), freedom) == pytest.approx(1 - share, abs=1e-12)


def test_the_chance_of_a_mean_is_that_of_t_on_both_sides() -> None:
    assert Sample.of([1, 2, 3, 4]).chance() == pytest.approx(0.030466291662, abs=1e-9)
    assert Sample.of([-1, -2, -3, -4]).chance() == Sample.of([1, 2, 3, 4]).chance()
    assert Sample.of([-1, 1]).chance() == 1 == Sample.of([0, 0, 0, 0, 0, 0]).chance()
    assert [Sample.of([5] * count).chance() for count in (1, 2, 6)] == [1, 0.5, 1 / 32]


@pytest.mark.parametrize("mean", [3, -3])
def test_equal_samples_leave_room_for_the_opposite(mean: int) -> None:
    half = 2 * (1 - 0.025 ** (1 / 6)) * 3
    assert Sample.of([mean] * 6).estimate() == pytest.approx((mean, mean - half, mean + half))
    assert not Sample.of([mean] * 5).estimate().known


def test_sums_that_need_more_than_63_bits_are_exact() -> None:
    moments = Moments(1)
    moments.add(np.array([[2**31], [-(2**31)]]))
    moments.add(np.zeros((0, 1), np.int64))
    assert (moments.count, moments.total, moments.product) == (2, [0], [[2**63]])


@pytest.mark.parametrize(("count", "told"), [(29, False), (30, True)])
def test_from_fewer_than_30_samples_nothing_is_extrapolated(count: int, told: bool) -> None:
    samples = np.array([[10 if at % 3 else -12] for at in range(count)])
    moments = Moments(2)
    moments.add(np.column_stack([samples, -samples]))
    found, twice = (compare(moments, 1.0, hands, 0, 1, 1) for hands in (1, 2))
    assert found.p > 0.05 and (found.more is not None) == told
    if found.more and twice.more:
        of_both = Moments.sample(moments, (0, 1), (1, -1))
        share = further_share(of_both.mean / math.sqrt(of_both.variance / count))
        assert found.more == math.ceil(share * count) and twice.more == 2 * found.more


def test_a_comparison_names_the_better_one_and_corrects_for_its_tests() -> None:
    moments = Moments(3)
    moments.add(np.array([[0, 9, 4], [1, 11, 5], [2, 10, 6], [1, 12, 5]]))
    found = compare(moments, 2.0, 1, 0, 1, 3)
    own = Sample.of([9, 10, 8, 11])
    assert (found.better, found.worse, found.more) == (1, 0, 0)
    assert found.difference == own.estimate(2.0)
    assert found.p == pytest.approx(3 * own.chance())
    level = Moments(2)
    level.add(np.array([[1, 1], [2, 2]]))
    assert compare(level, 1.0, 1, 0, 1, 5)[:2] == (0, 1) and compare(level, 1.0, 1, 0, 1, 5).p == 1


@pytest.mark.parametrize("tests", [1, 3, 10])
@pytest.mark.parametrize("score", [0.9, 1.3, 1.9])
def test_further_samples_show_a_difference_with_a_chance_of_power(score: float, tests: int) -> None:
    more, wanted = further_share(score, tests), normal_quantile(1 - 0.025 / tests)
    assert score * math.sqrt(1 + more) - wanted == pytest.approx(normal_quantile(POWER) * math.sqrt(more))


def test_samples_of_other_deals_are_compared_by_welchs_test() -> None:
    one, other = Sample.of([1, 2, 3, 4]), Sample.of([2, 4, 6, 8, 10])
    found, p = compare_apart(one, other, 2.0, 1)
    half = t_quantile(0.975, 5) * math.sqrt(5 / 12 + 2)
    assert found == pytest.approx((-7, 2 * (-3.5 - half), 2 * (-3.5 + half)))
    assert p == pytest.approx(2 * t_tail(3.5 / math.sqrt(5 / 12 + 2), 5))
    assert compare_apart(one, other, 2.0, 3)[1] == pytest.approx(3 * p) and compare_apart(one, other, 1.0, 99)[1] == 1


@pytest.mark.parametrize(
    ("one", "other", "interval"),
    [
        ([3], [1, 5], (-math.inf, math.inf)),
        ([3], [3], (-math.inf, math.inf)),
        ([3, 3], [4, 4], (-math.inf, math.inf)),
        ([3, 3], [3, 3], (0, 0)),
    ],
)
def test_of_samples_without_any_spread_nothing_is_told(
    one: list[int], other: list[int], interval: tuple[float, float]
) -> None:
    found, p = compare_apart(Sample.of(one), Sample.of(other), 1.0, 1)
    assert (found.low, found.high, p) == (*interval, 1)


def test_samples_of_which_one_kind_alone_has_a_spread_are_compared() -> None:
    found, p = compare_apart(Sample.of([3, 3, 3]), Sample.of([1, 2]), 1.0, 1)
    assert found.known and found.mean == 1.5 and p == pytest.approx(2 * t_tail(3, 1))


def test_a_share_over_groups_counts_groups_alone_as_independent() -> None:
    found = share_over_groups([(1, 2), (2, 4), (0, 0), (1, 4), (3, 4)])
    half = t_quantile(0.975, 3) * math.sqrt(2 * 4 / 3) / 14
    assert found == pytest.approx((0.5, 0.5 - half, 0.5 + half))
    two = share_over_groups([(50, 100), (51, 100)])
    assert two == pytest.approx((0.505, 0.505 - t_quantile(0.975, 1) / 200, 0.505 + t_quantile(0.975, 1) / 200))
    assert share_over_groups([(1, 10), (9, 10)])[1:] == (0, 1)


def test_a_mean_over_members_is_a_ratio_of_sums_with_its_interval() -> None:
    equal = Sample.of_ratio([2, 4, 9], [2, 2, 2])
    assert equal == Sample.of([1.0, 2.0, 4.5])
    chance = random.Random(3)
    held, rounds, groups = 0, 400, 60
    for _ in range(rounds):
        sizes = [chance.randint(1, 9) for _ in range(groups)]
        totals = [sum(chance.gauss(size, 1) for _ in range(size)) for size in sizes]  # large groups cost more
        found = Sample.of_ratio(totals, sizes)
        assert found.mean == pytest.approx(sum(totals) / sum(sizes))
        held += found.estimate().low < 285 / 45 < found.estimate().high
    assert 0.92 < held / rounds < 0.98


def test_a_share_over_groups_that_says_little_is_wilsons() -> None:
    assert share_over_groups([(1, 2)]) == (0.5, 0, 1)
    assert share_over_groups([(2, 2), (4, 4)]) == share(2, 2)
    assert share_over_groups([(0, 2), (0, 4), (0, 0)]) == share(0, 2)
    assert share_over_groups([(0, 0)])[1:] == share(0, 0)[1:]


def test_a_mean_of_shares_has_agresti_and_coulls_interval() -> None:
    assert mean_of_shares(3, 2.5, 5) == pytest.approx((0.6, 0.26904, 0.84406), abs=1e-5)
    assert mean_of_shares(0.1, 0.01, 1).low == 0 and mean_of_shares(1, 1, 1).high == 1


def test_a_correlation_of_all_or_of_four_pairs() -> None:
    whole = correlation(1.0, 4)
    assert whole.mean == pytest.approx(1, abs=1e-5) and 0.99 < whole.low < whole.high < 1
    assert correlation(-1.0, 4).mean == pytest.approx(-1, abs=1e-5)
    four = [math.tanh(math.atanh(0.5) + by) for by in (0, -1.959963984540054, 1.959963984540054)]
    assert correlation(0.5, 4) == pytest.approx(four)


def test_figures_for_programs_have_six_places_and_no_infinity() -> None:
    assert Estimate(1 / 3, -math.inf, math.nan).as_json() == {"mean": 0.333333, "low": None, "high": None}
    assert finite(None) is None and finite(2.0000004) == 2
    assert Estimate(1, 0, 3).times(2) == (2, 0, 6)
    assert not Estimate(1, -math.inf, math.inf).known and Estimate(0, 0, 0).known


def test_players_that_never_met_are_told_apart_by_welchs_test_once_for_each_test() -> None:
    one, other = {"A": 9, "B": 2, "C": 6}, {"D": 0, "E": 1, "F": -6}
    p = compare_apart(Sample.of([9, 2, 6]), Sample.of([0, 1, -6]), 1.0, 1)[1]
    assert 0.05 < p < 0.1 and not told_apart(one, other, 1)
    clear = {"A": 90, "B": 91, "C": 92}
    assert told_apart(clear, other, 1) and not told_apart(clear, other, 10**6)


# Prizes


@pytest.mark.parametrize("players", [2, 6, 10])
@pytest.mark.parametrize("count", [1, 2, 5, 10, 30, 100])
def test_the_interval_of_a_mean_prize_holds_the_truth_19_times_of_20(players: int, count: int) -> None:
    """Winner takes all: by all possible numbers of wins, for players of several strengths (few wins are possible, so a
    share of 95 % cannot be met exactly). Student's interval of ten
    tournaments of ten players, by contrast, misses the truth of an average player once in three series."""
    for chance in (0.3 / players, 1 / players, 1.8 / players):
        covered = sum(
            math.comb(count, wins) * chance**wins * (1 - chance) ** (count - wins)
            for wins in range(count + 1)
            if (found := mean_within([players] * wins + [0] * (count - wins), 0, players)).low
            <= players * chance <= found.high
        )  # fmt: skip
        assert covered > 0.93, chance


def test_the_mean_of_prizes_is_theirs_and_its_interval_stays_within_what_is_possible() -> None:
    assert mean_within([0.0], 0, 6) == Estimate(0.0, 0.0, 6.0)
    assert mean_within([6.0], 0, 6) == Estimate(6.0, 0.0, 6.0)
    found = mean_within([0.0] * 100, 0, 6)
    assert found.mean == found.low == 0 and 0 < found.high < 0.3
    many, plain = mean_within([0.0, 3.0] * 500, 0, 3), Sample.of([0.0, 3.0] * 500).estimate()
    assert many == pytest.approx(plain, abs=0.003), "among many tournaments the two that are added do not matter"


def test_players_of_tournaments_are_compared_whoever_is_named_first() -> None:
    ahead = [2.0, 0.0, 2.0, -2.0, 2.0, 2.0]
    one = comparison_within(ahead, 2, 0, 1, 1)
    other = comparison_within([-value for value in ahead], 2, 0, 1, 1)
    assert (one.better, other.better) == (0, 1) and one[2:] == other[2:]
    assert one.difference.mean == 1 and one.difference.low < 0 and one.difference.high == 2
    assert comparison_within([2.0], 2, 0, 1, 1).p > 0.4 and comparison_within([2.0] * 30, 2, 0, 1, 3).p < 0.001
