"""Golden playthroughs: behaviour as a text that is reviewed when it changes (`scripts/golden` writes them anew)."""

from __future__ import annotations

import pytest

from croupier.games.deal.records import CUSTOMER, DECISION
from croupier.games.deal.traits import kind_of
from croupier.games.deal.words import KIND_NAMES, lines_of

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
    told = {
        name: ", ".join([KIND_NAMES[kind_of(trait)], *lines_of(trait)])
        for name, trait in zip(Run().deck.names, Run().deck.traits, strict=True)
    }
    assert told["Weed"] == "Product, Price 30, Heat +5"
    assert told["Safe House"] == "Location, Evidence +10, Cover +30, Heat −5"
    assert told["Clean Money"] == "Modifier, Price ×0.9, Cover +10, Heat −15"
    assert told["Plea Bargain"] == "Insurance, Cover +20, Pays once for 1,000, then Heat +20"
    assert told["Warrant"] == "Conviction, From Heat 40 no insurance helps"
    assert told["Donut Break"] == "Evidence, No effect"
