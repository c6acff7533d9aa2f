"""Honest numbers: intervals, tests, and the number of hands still missing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from croupier.simulate.match.luck import ENDS
from croupier.simulate.match.results import Results
from croupier.simulate.match.seating import ORDERS, seatings
from croupier.simulate.statistics import Comparison, Estimate, Moments, compare, estimate, t_quantile, t_tail

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
    assert whole.variance((0, 1), (2, -1)) == pytest.approx(np.var(samples[:, 0] - samples[:, 2], ddof=1))


def test_moments_of_large_scores_do_not_overflow() -> None:
    moments = Moments(1)
    moments.add(np.array([[2**40], [-(2**40)]]))
    assert moments.product == [[2**81]]


def test_one_sample_says_nothing() -> None:
    moments = Moments(2)
    moments.add(np.array([[5, -5]]))
    assert estimate(moments, 1.0, (0, 1)) == (5, -math.inf, math.inf)


def test_a_difference_that_is_not_shown_yet_is_shown_by_the_hands_that_are_told() -> None:
    rng = np.random.default_rng(4)
    samples = rng.normal(6, 100, 1000).round().astype(np.int64)
    moments = Moments(2)
    moments.add(np.column_stack([samples, -samples]))
    found = compare(moments, 1.0, 1, 0, 1, 1)
    assert found.p > 0.05
    assert found.more is not None
    more = rng.normal(moments.mean((0, 1)), 100, 2 * found.more).round().astype(np.int64)
    moments.add(np.column_stack([more, -more]))
    again = compare(moments, 1.0, 1, 0, 1, 1)
    assert (again.p < 0.05, again.more) == (True, 0)


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
        "B and A are not separable yet: nothing to tell from yet how many more hands it takes"
    )
    closer = results_of([[2, -2], [-2, 2]] * 50 + [[-2, 2]] * 13)
    assert closer.verdict(closer.comparisons()[0]) == "B and A are not separable yet: about 480 more hands"


def test_samples_that_are_all_the_same_are_judged_by_their_number() -> None:
    """As by a sign test: without any spread to go by, a few equal results prove nothing."""
    two, six = results_of([[3, -3]] * 2), results_of([[3, -3]] * 6)
    assert two.comparisons()[0].p == 0.5
    assert two.result(0) == (3, -math.inf, math.inf)
    assert two.verdict(two.comparisons()[0]) == (
        "A and B are not separable yet: nothing to tell from yet how many more hands it takes"
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
    assert verdict == "A and B are not separable yet: about 1 more hand"
