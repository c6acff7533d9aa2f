"""Each metric, on what was seen in hands made up for it: its range, its interval, and what it tells apart."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.evolve.fitness import metrics
from croupier.evolve.play.bench import Played
from croupier.evolve.play.film import Point, Seen
from croupier.kernel.statistics import Estimate, Sample, correlation, share

RNG = np.random.default_rng(1)


def played(leads: list[list[float]], **counts: int) -> Played:
    """Some hands."""
    hands = len(leads)
    numbers = {"hands": hands, "steps": 0, "bets": 0, "walkovers": 0, "endless": 0, "out_of_turns": 0, "ties": 0}
    return Played(np.array(leads, float), np.full(hands, 4), **numbers | counts)  # type: ignore[arg-type]


def seen(leads: list[list[float]], *hands: list[tuple[float, ...]]) -> Seen:
    """Some hands, each with the chances of the seats at points of equal distance."""
    points = [
        Point(number, at / len(chances), np.array(row, float))
        for number, chances in enumerate(hands)
        for at, row in enumerate(chances)
    ]
    return Seen(np.array(leads, float), points, [], np.zeros(0))


@given(st.integers(0, 50), st.integers(1, 50))
def test_a_share_lies_within_its_interval_and_that_within_0_and_1(count: int, more: int) -> None:
    found = metrics.share_of(count, count + more)
    assert 0 <= found.low <= found.mean <= found.high <= 1


def test_a_mean_of_nothing_is_unknown() -> None:
    assert metrics.mean_of(np.zeros(0)) == Estimate(0.0, -metrics.UNKNOWN, metrics.UNKNOWN)


def test_a_seat_that_always_wins_is_unfair() -> None:
    fair = played([[1, -1], [-1, 1]] * 50)
    assert metrics.unfairness(fair).mean == 0
    unfair = played([[2, -2], [1, -1]] * 50)
    assert metrics.unfairness(unfair).low > 0.5
    assert metrics.unfairness(played([[0, 0]] * 9)).mean == 0


def test_shares_of_a_course() -> None:
    hands = played([[1, -1]] * 10, walkovers=5, bets=30)
    assert metrics.length(hands).mean == 4
    assert metrics.walkovers(hands).mean == 0.5
    assert metrics.betting_share(hands).mean == 0.75


def test_a_rung_is_in_standard_deviations_and_deals_are_its_samples() -> None:
    luck = RNG.normal(0, 1, (200, 1))
    paired = np.concatenate([luck, -luck], axis=1) + 0.5
    found = metrics.rung(paired)
    assert found.mean == pytest.approx(0.5 / paired.std())
    assert found.high - found.low < 1e-6, "luck that cancels out over the seats is no doubt"
    assert metrics.rung(np.zeros((5, 2))).mean == 0


def test_an_evening_makes_skill_comparable() -> None:
    step = Estimate(0.1, 0.05, 0.15)
    short, long = metrics.over_an_evening(step, 2), metrics.over_an_evening(step, 30)
    assert -1 < long.mean < short.mean < 1
    assert metrics.over_an_evening(Estimate(0.0, 0.0, 0.0), 5).mean == pytest.approx(0)
    assert metrics.over_an_evening(Estimate(-9.0, -9.0, -9.0), 1).mean == pytest.approx(-1)


def test_betting_that_only_scales_the_stakes_is_not_relevant() -> None:
    flat = RNG.normal(0, 1, (300, 2))
    assert metrics.betting_relevance(5 * flat, flat).mean == pytest.approx(0, abs=1e-5)
    assert metrics.betting_relevance(RNG.normal(0, 1, (300, 2)), flat).low > 0.9


def test_choices_that_do_not_matter_have_no_impact() -> None:
    alike = Seen(np.zeros((1, 2)), [], [np.tile(RNG.normal(0, 1, 16), (3, 1)) for _ in range(40)], np.zeros(40))
    assert metrics.decision_impact(alike, 1.0).mean == pytest.approx(0)
    assert metrics.meaningful_decisions(alike, 1.0, 3.0).mean == 0
    clear = Seen(np.zeros((1, 2)), [], [np.outer([0.0, 1.0], np.ones(16)) for _ in range(40)], np.ones(40))
    assert metrics.decision_impact(clear, 1.0).mean == pytest.approx(0.5)
    assert metrics.meaningful_decisions(clear, 1.0, 3.0).mean == pytest.approx(3.0)
    assert metrics.interaction(clear).mean == 1 and metrics.interaction(alike).mean == 0


def test_noise_is_no_impact_on_average() -> None:
    noise = Seen(np.zeros((1, 2)), [], [RNG.normal(0, 1, (4, 16)) for _ in range(400)], np.zeros(400))
    found = metrics.decision_impact(noise, 1.0)
    assert found.low < 0 < found.high
    assert metrics.meaningful_decisions(noise, 1.0, 1.0).mean < 0.06, "best and worst are chosen and valued apart"


def test_a_hand_is_decided_when_its_winner_is_sure() -> None:
    at_the_deal = seen([[1, -1]], [(0.9, 0.1), (0.9, 0.1), (1, 0)])
    at_the_end = seen([[1, -1]], [(0.5, 0.5), (0.4, 0.6), (0.5, 0.5)])
    halfway = seen([[1, -1]], [(0.5, 0.5), (0.9, 0.1)])
    assert metrics.decided(at_the_deal).mean == 0
    assert metrics.decided(at_the_end).mean == 1
    assert metrics.decided(halfway).mean == 0.5


def test_drama_is_how_low_the_winner_was() -> None:
    assert metrics.drama(seen([[1, -1]], [(0.0, 1.0), (1, 0)])).mean == 1
    assert metrics.drama(seen([[1, -1]], [(0.5, 0.5), (1, 0)])).mean == 0
    assert metrics.drama(seen([[1, -1]], [(1, 0), (1, 0)])).mean == -1


def test_a_lead_changes_only_clearly() -> None:
    assert metrics.lead_changes(seen([[1, -1]], [(0.9, 0.1), (0.1, 0.9), (0.9, 0.1)])).mean == 2
    assert metrics.lead_changes(seen([[1, -1]], [(0.55, 0.45), (0.45, 0.55), (0.55, 0.45)])).mean == 0
    folded = seen([[1, -1]], [(0.3, 0.7), (0.9, math.nan)])
    assert metrics.lead_changes(folded).mean == 1


def test_a_tie_has_no_arc() -> None:
    assert metrics.decided(seen([[0, 0]], [(0.5, 0.5)])) == Estimate(0.0, -metrics.UNKNOWN, metrics.UNKNOWN)


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=6))
def test_a_harmonic_mean_is_nearly_the_worst(values: list[float]) -> None:
    found = metrics.harmonic(values)
    assert min(values) - 1e-9 <= found <= len(values) * min(values) + 1e-9
    assert metrics.harmonic([*values, 0.0]) == 0


def test_the_gain_of_betting_is_within_its_interval_even_if_the_leads_may_be_unrelated() -> None:
    flat = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [2.0, -2.0]])
    bet = np.array([[1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [0.0, 0.0]])
    found = metrics.betting_relevance(bet, flat)
    assert found.low < found.mean <= found.high == 1


def test_unfairness_is_of_the_seat_that_is_worst_off_or_best_in_sigmas() -> None:
    hands = played([[4, 0, -4], [2, 0, -2], [0, -3, 3], [0, 1, -1]])
    spread = float(hands.leads.std())
    own = Sample.of([4, 2, 0, 0]).estimate(1 / spread)
    assert metrics.unfairness(hands) == pytest.approx((own.mean, 0.0, own.high))
    worst = played([[-4, 2, 2], [-2, 1, 1], [-3, 1, 2]] * 9)
    found = metrics.unfairness(worst)
    assert found.mean == pytest.approx(3 / worst.leads.std()) and 0 < found.low < found.mean < found.high
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_a_share_of_nothing_is_0_and_may_be_anything() -> None:
    assert metrics.share_of(0, 0) == (0, 0, 1) and metrics.share_of(1, 1) == share(1, 1)


def test_means_are_in_units() -> None:
    assert metrics.mean_of(np.array([2, 4, 6, 8]), 2) == pytest.approx(Sample.of([1, 2, 3, 4]).estimate())
    assert metrics.mean_of(np.array([7.0])) == (7, 7 - metrics.UNKNOWN, 7 + metrics.UNKNOWN)
    assert metrics.length(played([[1, -1]] * 3)) == (4, 4 - metrics.UNKNOWN, 4 + metrics.UNKNOWN)


def test_a_rung_has_its_own_spread_and_an_evening_60_decisions() -> None:
    leads = np.array([[3.0, 1.0], [0.0, -2.0], [1.0, 2.0]])
    found = metrics.rung(leads)
    assert found == pytest.approx(Sample.of([2.0, -1.0, 1.5]).estimate(1 / float(leads.std())))
    assert metrics.rung(np.zeros((0, 2))) == (0, 0, 0)
    step = Estimate(0.1, -0.2, 0.4)
    for decisions, times in ((60, 1), (15, 2), (0.1, math.sqrt(600)), (0, math.sqrt(600))):
        expected = [math.erf(value * times / math.sqrt(2)) for value in step]
        assert metrics.over_an_evening(step, decisions) == pytest.approx(expected)


def test_relevance_of_betting_is_what_correlation_leaves_unexplained() -> None:
    one, other = np.array([[1.0], [2.0], [3.0], [5.0], [9.0]]), np.array([[1.0], [3.0], [2.0], [5.0], [-7.0]])
    found = correlation(float(np.corrcoef(one[:4, 0], other[:4, 0])[0, 1]), 4)
    low, _ = sorted((1 - found.low**2, 1 - found.high**2))
    assert found.low < 0 < found.high, "so betting may explain all of it"
    assert metrics.betting_relevance(one[:4], other) == pytest.approx((1 - found.mean**2, low, 1.0))
    assert metrics.betting_relevance(one, other[:4]) == metrics.betting_relevance(one[:4], other[:4])
    still = np.zeros((5, 1))
    assert metrics.betting_relevance(still, other) == (0, 0, 0)
    assert metrics.betting_relevance(one, still) == (1, 1, 1)
    assert metrics.betting_relevance(one[:2], other[:2]) == (1, 1, 1)
    assert metrics.betting_relevance(one[:3], other[:3]).mean < 1, "three deals are enough"


def of_choices(*tables: list[list[float]], changed: tuple[int, ...] = ()) -> Seen:
    return Seen(np.zeros((1, 2)), [], [np.array(table, float) for table in tables], np.array(changed, float))


def test_impact_values_the_choice_of_one_half_in_the_other() -> None:
    table: list[list[float]] = [[4, 4, 0, 0], [0, 0, 6, 6], [0, 0, 0, 3]]
    halves = [0 - 15 / 6, 0 - 8 / 6]
    other: list[list[float]] = [[1, 1, 3, 3], [0, 0, 1, 1]]
    found = metrics.decision_impact(of_choices(table, other), 2.0)
    assert found == pytest.approx(Sample.of([sum(halves) / 2, (1 + 0.5) / 2]).estimate(1 / 2))
    assert metrics.decision_impact(of_choices(table), 0.0).mean == pytest.approx(sum(halves) / 2)


@pytest.mark.parametrize(
    ("apart", "spread", "meaningful"),
    [
        ([1.0, 1.0, 1.0, 1.0], 19.9, 1),
        ([1.0, 1.0, 1.0, 1.0], 20.1, 0),
        ([2.0, 2.0, 8.0, 8.0], 1.0, 1),
        ([1.0, 1.0, 7.0, 7.0], 1.0, 0),
    ],
)
def test_a_decision_is_meaningful_surely_and_not_only_just(apart: list[float], spread: float, meaningful: int) -> None:
    """The mean is above 2.5 errors, the spread over the root of one less than the worlds, and above 0.05 sigma. Here
    the best and the worst choice are the same in both halves of the worlds."""
    found = metrics.meaningful_decisions(of_choices([[0.0] * len(apart), apart, [0.0] * len(apart)]), spread, 4.0)
    assert found.mean == 4 * meaningful and found.high == 4 * share(meaningful, 1).high


def test_interaction_is_the_share_of_choices_that_change_something() -> None:
    assert metrics.interaction(of_choices(changed=(1, 0, 0, 1, 0))) == share(2, 5)


def test_arcs_are_of_hands_with_points_and_one_winner() -> None:
    two = seen([[0, 0], [-1, 1], [1, -1]], [(0.9, 0.1)], [(0.8, 0.2), (0.1, 0.9)], [])
    [(winner, shares, chances)] = metrics._arcs(two)
    assert (winner, shares, chances.tolist()) == (1, [0, 0.5], [[0.8, 0.2], [0.1, 0.9]])


def test_a_winner_is_sure_from_eight_in_ten_on_and_a_lead_clear_from_a_quarter_on() -> None:
    assert metrics.decided(seen([[1, -1]], [(0.8, 0.2), (0.8, 0.2)])).mean == 0
    assert metrics.decided(seen([[1, -1]], [(0.79, 0.21), (0.8, 0.2), (0.8, 0.2), (0.8, 0.2)])).mean == 0.25
    assert metrics.decided(seen([[1, -1]], [(0.9, 0.1), (0.1, 0.9), (0.8, 0.2), (0.9, 0.1)])).mean == 0.5
    assert metrics.lead_changes(seen([[1, -1]], [(0.25, 0.75), (0.625, 0.375)])).mean == 1
    assert metrics.lead_changes(seen([[1, -1]], [(0.75, 0.25), (0.376, 0.624)])).mean == 0


def test_changes_of_the_lead_are_between_any_seats() -> None:
    rows: list[tuple[float, ...]] = [(0.5, 0.3, 0.2), (0.1, 0.8, 0.1), (0.1, 0.1, 0.8), (0.2, 0.2, 0.6)]
    assert metrics.lead_changes(seen([[1, -1, 0]], rows)).mean == 2
    assert metrics.drama(seen([[1, -1, 0]], rows)).mean == pytest.approx(1 - 3 * 0.1)


def test_a_harmonic_mean_of_one_figure_and_of_two() -> None:
    assert metrics.harmonic([0.5]) == 0.5 and metrics.harmonic([1.0, 0.5]) == pytest.approx(2 / 3)
    assert metrics.harmonic([1.0, -0.5]) == 0
