"""`--set NAME=VALUE` and `--seed`: read as what they stand for, or refused with what they would have to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import holdem
from croupier.cli.main import main
from croupier.cli.terminal.options import settings
from croupier.games import load
from croupier.games.battle import GAME as BATTLE
from croupier.games.deal import GAME as DEAL
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput

READ = [
    (holdem.GAME, "stack=500", 500),
    (holdem.GAME, "cap=4", 4),
    (holdem.GAME, "structure=fixed", "fixed"),
    (holdem.GAME, "straddles=200,400", [200, 400]),
    (holdem.GAME, "blind_before_ante=on", True),
    (holdem.GAME, "blind_before_ante=0", False),
    (BATTLE, "start_hp=8", 8),
    (BATTLE, "start_hp=8,10", [8, 10]),
    (BATTLE, "hand=attack,heal,heal,counter", "attack,heal,heal,counter"),
    (DEAL, "initiative=off", False),
    (DEAL, "decks=12", "12"),
    (load("leduc"), "chips=40", 40),
]


@pytest.mark.parametrize("game, item, value", READ, ids=lambda value: value if isinstance(value, str) else "")
def test_a_value_is_read_as_the_type_that_the_game_declares(game: Game, item: str, value: object) -> None:
    assert settings(game, [item]) == {item.partition("=")[0]: value}


REFUSED = {
    "stack=abc": "stack is a whole number, not 'abc'",
    "straddles=much": "straddles is whole numbers with commas between them, not 'much'",
    "blind_before_ante=maybe": "blind_before_ante is on or off, not 'maybe'",
    "stack": "takes NAME=VALUE, such as hands=10, not 'stack'",
}


@pytest.mark.parametrize("item", REFUSED)
def test_a_value_of_another_type_is_refused(item: str) -> None:
    with pytest.raises(BadInput, match=REFUSED[item]):
        settings(holdem.GAME, [item])


@pytest.mark.parametrize("wrong", [("--set", "stack=abc"), ("--set", "colour=red")], ids=["value", "name"])
def test_a_match_that_cannot_be_set_up_leaves_no_record(
    wrong: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "house:random", "house:random", *wrong]) == 2
    assert capsys.readouterr().err.startswith("croupier: ")
    assert not Path("records").exists()


@pytest.mark.parametrize("seed", ["9" * 23, "one"])
def test_a_seed_is_a_number_that_fits(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "holdem", "--seed", seed])
    assert f"'{seed}' is no seed; it is a whole number of at most 18 digits" in capsys.readouterr().err
