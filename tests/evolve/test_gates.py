"""Gates and quality at their exact limits."""

from __future__ import annotations

import math

import pytest

from croupier.evolve.fitness.quality import quality_by_play, quality_in_full
from croupier.evolve.fitness.tiers import (
    AFTER_HASTY_PLAY,
    AFTER_RANDOM_PLAY,
    AFTER_THE_LADDER,
    AT_A_GLANCE,
    OF_CHOICES,
    Gate,
    stopped_by,
)
from croupier.kernel.statistics import Estimate

UP = math.inf
GOOD = {"endless": 0.0, "sigma": 1.0, "out_of_turns": 0.0, "ties": 0.0, "own": 5.0, "unfairness": 0.0,
        "rung_1": 0.5, "constant": 0.0}  # fmt: skip


def measured(**values: float) -> dict[str, Estimate]:
    """Measures, of each its mean; `_low` of the lower end of its interval."""
    found = {name: Estimate(value, value, value) for name, value in GOOD.items()}
    for name, value in values.items():
        if name.endswith("_low"):
            found[name.removesuffix("_low")] = Estimate(9.0, value, 9.0)
        else:
            found[name] = Estimate(value, -9.0, 9.0)
    return found


@pytest.mark.parametrize(
    ("gates", "name", "measure", "last"),
    [
        (AFTER_RANDOM_PLAY, "endless", "endless", 0.0),
        (AFTER_RANDOM_PLAY, "turns", "out_of_turns", 0.2),
        (AFTER_RANDOM_PLAY, "ties", "ties", 0.7),
        (AFTER_RANDOM_PLAY, "decisions", "own", 40.0),
        (AT_A_GLANCE, "endless", "endless", 0.0),
        (AT_A_GLANCE, "turns", "out_of_turns_low", 0.2),
        (AT_A_GLANCE, "ties", "ties_low", 0.7),
        (AT_A_GLANCE, "decisions", "own", 60.0),
        (AFTER_HASTY_PLAY, "fairness", "unfairness_low", 0.5),
        (AFTER_HASTY_PLAY, "ties", "ties", 0.7),
        (AFTER_THE_LADDER, "constant", "constant_low", 0.1),
    ],
)
def test_a_gate_is_open_up_to_its_limit(gates: tuple[Gate, ...], name: str, measure: str, last: float) -> None:
    assert stopped_by(gates, measured(**{measure: last})) == ""
    assert stopped_by(gates, measured(**{measure: math.nextafter(last, UP)})) == name


@pytest.mark.parametrize(
    ("gates", "name", "measure", "first"),
    [
        (AFTER_RANDOM_PLAY, "stakes", "sigma", math.nextafter(0, UP)),
        (AFTER_RANDOM_PLAY, "decisions", "own", 0.8),
        (AT_A_GLANCE, "stakes", "sigma", math.nextafter(0, UP)),
        (AT_A_GLANCE, "decisions", "own", 0.4),
        (AFTER_THE_LADDER, "skill", "rung_1", math.nextafter(0, UP)),
    ],
)
def test_a_gate_is_open_from_its_limit_on(gates: tuple[Gate, ...], name: str, measure: str, first: float) -> None:
    assert stopped_by(gates, measured(**{measure: first})) == ""
    assert stopped_by(gates, measured(**{measure: math.nextafter(first, -UP)})) == name


def test_the_first_gate_that_is_shut_is_named() -> None:
    assert stopped_by(AFTER_HASTY_PLAY, measured(ties=1, out_of_turns=1, unfairness=1)) == "turns"
    assert stopped_by((), {}) == ""


def of(**values: float) -> dict[str, Estimate]:
    return {name: Estimate(value, value, value) for name, value in values.items()}


def test_quality_by_play_is_the_harmonic_mean_of_its_four_figures() -> None:
    found = quality_by_play(of(rung_1=0.425, thinking=0.425, unfairness=0.5, ties=0.5))
    assert found == pytest.approx(0.5)
    assert quality_by_play(of(rung_1=0.85, thinking=1, unfairness=0, ties=0)) == pytest.approx(1)
    assert quality_by_play(of(rung_1=9, thinking=9, unfairness=0, ties=0.75)) == pytest.approx(4 / (1 + 1 + 1 + 4))
    for shut in ({"rung_1": -1}, {"thinking": -0.15}, {"unfairness": 1}, {"unfairness": 2}, {"ties": 1}):
        assert quality_by_play(of(**{"rung_1": 1, "thinking": 1, "unfairness": 0, "ties": 0} | shut)) == 0


FULL = {"thinking": 0.9, "depth": 0.4, "interaction": 0.8, "decided": 0.75, "unfairness": 0.0}


@pytest.mark.parametrize(
    ("other", "figure"),
    [
        ({}, 1),
        ({"thinking": 0.45}, 0.5),
        ({"depth": 0.2}, 0.5),
        ({"depth": 9.0}, 1),
        ({"meaningful": 0.0}, 1),
        ({"interaction": 0.4}, 0.5),
        ({"decided": 0.375}, 0.5),
        ({"decided": 1.125}, 0.5),
        ({"unfairness": 0.5}, 0.5),
    ],
)
def test_quality_in_full_is_the_harmonic_mean_of_its_five_figures(other: dict[str, float], figure: float) -> None:
    assert quality_in_full(of(**FULL | other)) == pytest.approx(5 / (4 + 1 / figure))


def test_where_depth_is_unknown_meaningful_decisions_count_in_its_place() -> None:
    unknown = {name: value for name, value in FULL.items() if name != "depth"}
    assert quality_in_full(of(**unknown, meaningful=3.0)) == pytest.approx(1)
    assert quality_in_full(of(**unknown, meaningful=1.5)) == pytest.approx(5 / 6)


def test_depth_counts_with_the_lower_end_of_its_interval() -> None:
    lucky = of(**FULL) | {"depth": Estimate(0.4, 0.2, 0.6)}
    assert quality_in_full(lucky) == pytest.approx(5 / 6)


def test_a_figure_of_nothing_is_nothing() -> None:
    for shut in (
        *({"decided": 0.0}, {"decided": 2.0}, {"unfairness": 1.0}, {"unfairness": 3.0}),
        *({"depth": 0.0}, {"depth": -1.0}, {"thinking": 0.0}, {"thinking": -5.0}),
    ):
        assert quality_in_full(of(**FULL | shut)) == 0


def test_stale_rounds_and_choices_without_choice_shut_a_gate() -> None:
    assert stopped_by(OF_CHOICES, of(stale=0, dead=0.49)) == ""
    assert stopped_by(OF_CHOICES, of(stale=1, dead=0)) == "stale"
    assert stopped_by(OF_CHOICES, of(stale=0, dead=0.5)) == "alike"
