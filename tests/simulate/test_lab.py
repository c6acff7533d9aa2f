"""The laboratory: figures with intervals, and studies that run."""

from __future__ import annotations

import json
import random

import pytest

from croupier.cli.main import main
from croupier.simulate.lab import battle, deal
from croupier.simulate.lab.figures import difference, differs, mean, mean_of_sums, share


def test_share_has_an_interval_near_zero_and_one_too() -> None:
    assert share("none", 0, 100).low == pytest.approx(0, abs=1e-9)
    assert 0 < share("none", 0, 100).high < 0.05
    assert share("all", 100, 100).high == pytest.approx(1)
    middle = share("half", 50, 100)
    assert (middle.low, middle.high) == pytest.approx((0.404, 0.596), abs=0.001)


def test_mean_and_its_interval() -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    figure = mean("m", values)
    assert figure.value == 2.5
    assert figure.low < 2.5 < figure.high
    sums = mean_of_sums("m", 10, 30, 4)
    assert sums.value == 2.5
    assert sums.low == pytest.approx(figure.low, abs=0.2)


def test_pairs_are_narrower_than_their_parts() -> None:
    rng = random.Random(1)
    noise = [rng.gauss(0, 100) for _ in range(400)]
    better = [value + 5 for value in noise]
    paired = difference("d", better, noise)
    assert differs(paired)
    assert paired.value == pytest.approx(5)


def test_notes_of_the_deal_add_up() -> None:
    notes = deal.watched(300, 1)
    assert notes.hands == notes.banked + notes.busted + notes.abandoned
    assert notes.rounds[1] == notes.hands
    assert notes.points[1] >= notes.rounds[2]


def test_same_seeds_same_runs() -> None:
    assert deal.scores(50, 3) == deal.scores(50, 3)
    assert deal.scores(50, 3) != deal.scores(50, 4)


def test_battle_endings_add_up() -> None:
    notes, won = battle.play("equilibrium", "random", 500, 1)
    assert notes.matches == 500 == notes.knocked_out + notes.by_hp + notes.sudden
    assert won.low > 0


def test_the_laboratory_reports_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle, "study", lambda seed, **_: [battle.equilibrium()])
    assert main(["lab", "battle", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    figure = answer["sections"][0]["figures"][0]
    assert {"name", "value", "low", "high", "n"} <= set(figure)
