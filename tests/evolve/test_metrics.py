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
from croupier.simulate.statistics import Estimate

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
