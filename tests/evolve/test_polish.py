"""Polish: plain stakes and shorter rules, but never a worse game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from croupier.evolve.canonical import canonical
from croupier.evolve.fitness.evaluation import Evaluation
from croupier.evolve.fitness.quality import quality_in_full
from croupier.evolve.polish import MOST_LEFT_OUT, SURELY, Polished, half_interval, polished, set_by_play, words_of
from croupier.evolve.stakes import with_house_stakes
from croupier.evolve.tasks import Result, Task
from croupier.games.genome import GameGenome, find
from croupier.kernel.statistics import Estimate

FORM = canonical(find("five_card_draw"))
FIGURES = {"thinking": 0.8, "depth": 0.3, "meaningful": 2.0, "interaction": 0.5, "decided": 0.7, "unfairness": 0.1}


@cache
def house() -> GameGenome:
    """The game with the stakes of the house. They are found by playing it, compiled: not while tests are collected."""
    return canonical(with_house_stakes(FORM))


def measured(width: float = 0.1, **figures: float) -> Evaluation:
    values = FIGURES | figures
    measures = {name: Estimate(one, one - width, one + width) for name, one in values.items()}
    return Evaluation("", 4, "", quality_in_full(measures), measures)


def saying(quality: Callable[[GameGenome], float]) -> Callable[[Sequence[Task]], list[Result]]:
    """Measurements that go by the game alone."""

    def evaluate(tasks: Sequence[Task]) -> list[Result]:
        return [
            Result(task.form, Evaluation("", task.tier, "", quality(task.form)))
            for task in tasks
            if task.form is not None
        ]

    return evaluate


def fine(form: GameGenome, found: Evaluation) -> str:
    return ""


def test_the_interval_of_a_quality_is_as_wide_as_those_of_its_figures() -> None:
    assert half_interval(measured(0.0)) == pytest.approx(0)
    assert 0 < half_interval(measured(0.05)) < half_interval(measured(0.1))


def test_rules_that_earn_nothing_are_left_out() -> None:
    made = polished(FORM, measured(), saying(lambda form: 0.9), 1, fine)
    assert isinstance(made, Polished)
    assert words_of(made.form) < words_of(house()) and made.evaluation.tier == 5
    assert canonical(made.form) == made.form


def test_no_more_rules_are_left_out_than_make_it_another_game() -> None:
    asked: list[int] = []

    def evaluate(tasks: Sequence[Task]) -> list[Result]:
        asked.append(len(tasks))
        return saying(lambda form: 0.9)(tasks)

    polished(FORM, measured(), evaluate, 1, fine)
    assert len(asked) <= MOST_LEFT_OUT + 4


def test_seats_and_stacks_are_set_by_play_if_others_are_surely_better() -> None:
    def best(form: GameGenome) -> float:
        return (0.8 if form.player_count == 3 else 0.5) - (0.3 if form.setup.starting_chips > 60 else 0.0)

    house = with_house_stakes(FORM)
    made = set_by_play(house, saying(best), 1)
    assert made.player_count == 3 and made.setup.starting_chips < canonical(house).setup.starting_chips
    assert canonical(made) == made
    nearly = saying(lambda form: 0.5 if form.player_count == FORM.player_count else 0.5 / SURELY)
    assert set_by_play(house, nearly, 1).player_count == FORM.player_count


def test_a_rule_whose_loss_is_felt_stays() -> None:
    made = polished(FORM, measured(), saying(lambda form: 0.9 if form == house() else 0.1), 1, fine)
    assert isinstance(made, Polished) and made.form == house()


def test_a_shorter_game_that_people_would_not_forgive_is_not_taken() -> None:
    made = polished(
        FORM, measured(), saying(lambda form: 0.9), 1, lambda form, found: "" if form == house() else "no good"
    )
    assert isinstance(made, Polished) and made.form == house()


def test_a_game_that_lives_by_odd_stakes_is_refused() -> None:
    assert polished(FORM, measured(), saying(lambda form: 0.0), 1, fine) == "its quality depends on odd stakes"
    assert "with standard stakes no" in str(
        polished(FORM, measured(), saying(lambda form: 0.9), 1, lambda form, found: "no")
    )
