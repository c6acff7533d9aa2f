"""Golden playthroughs: behaviour as a text that is reviewed when it changes (`scripts/golden` writes them anew)."""

from __future__ import annotations

import pytest

from croupier.games.deal import GAME
from croupier.games.deal.records import CUSTOMER, DECISION
from croupier.games.deal.words import effect, render

from .golden import EXAMPLE, FOLDER, golden
from .table import Run


@pytest.mark.parametrize("name", golden())
def test_playthrough(name: str) -> None:
    assert golden()[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_the_example_of_000_move_by_move() -> None:
    run = Run(customer="Park, Meth, Fair Deal")
    for number, move in enumerate(EXAMPLE[:6]):
        assert run.actor == ("Narc", "Customer", "Player", "Customer", "Player", "Customer")[number]
        run.play(move)
        if 1 <= number < 5:
            assert run.table.betting.holder == CUSTOMER
    assert run.table.phase == DECISION
    assert run.face_up == ["Park", "Meth"]


def test_every_card_can_be_told() -> None:
    told = {name: effect(trait) for name, trait in zip(Run().deck.names, Run().deck.traits, strict=True)}
    assert told["Weed"] == "Product, price 30, Heat +5"
    assert told["Safe House"] == "Location, Evidence +10, Cover +30, Heat −5"
    assert told["Clean Money"] == "Modifier, price ×0.9, Cover +10, Heat −15"
    assert told["Plea Bargain"] == "Insurance, Cover +20, pays once for 1000, then Heat +20"
    assert told["Warrant"] == "Conviction, from Heat 40 no insurance helps"
    assert told["Donut Break"] == "Evidence, no effect"


def test_the_table_shows_initiative_raises_left_totals_and_the_hand() -> None:
    run = Run("Raid", "Park", "Alibi, Meth", cash=50, heat=12).play("Narc raise Raid", "Customer raise Park")
    text = render(run.view())
    assert "1 raise left" in text
    assert "cash 50" in text
    assert "Evidence 0 against Cover 0" in text
    assert "1 face down, has initiative" in text
    assert "1 Alibi" in text
    assert "Raid" not in text
    run.play("Player raise Alibi")
    text = render(run.view())
    assert "Evidence 60 against Cover 55" in text
    assert "Heat 12, 22 with this hand" in text


def test_a_replaced_card_is_marked() -> None:
    text = render(Run().show("Park", "Office").view())
    assert "Park             Location, Evidence +20, Cover +25, Heat −5  (replaced)" in text
    assert text.count("(replaced)") == 1


def test_spectators_see_the_table_and_no_hand() -> None:
    run = Run(player="Alibi")
    assert "Alibi" not in render(GAME.view(run.state, None))
