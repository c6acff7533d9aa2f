"""The Battle keeps the contract, at both speeds, and can be set up, shown and typed."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cli.terminal.answers import read_answer
from croupier.games import load
from croupier.games.battle import GAME, SIMULATION, configure
from croupier.games.battle.events import AbsenceCounted, CardProved, PreparationEnded, Touched
from croupier.games.battle.rules import CONFIRM
from croupier.kernel.conformance import check_game
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.scenes import scene
from croupier.kernel.showing.text import tell
from croupier.kernel.vocabulary.menu import GAP
from croupier.simulate.lab.battle import BOTS, Notes, take_notes
from croupier.simulate.loop import Loop

from .table import Match


def test_it_is_in_the_list() -> None:
    assert load("battle") is GAME


def test_the_contract_is_kept_at_both_speeds() -> None:
    check_game(GAME, matches=8)


def test_the_contract_is_kept_by_many_matches() -> None:
    check_game(GAME, matches=15, seed=2, compiled=False)


def test_matches_of_every_bot_are_the_same_at_both_speeds() -> None:
    """Through the loop of the laboratory, with what it counts."""
    config = configure(**SIMULATION, reveal_when_confirmed=False)  # type: ignore[arg-type]
    loop = Loop(GAME, config, list(BOTS.values()), watch=take_notes, notes=Notes)
    for one, other in (("random", "random"), ("equilibrium", "reader")):
        loop.seat([BOTS[one], BOTS[other]])
        compiled, counted = loop.run(3, 0, 40), loop.notes
        assert compiled == loop.run_plain(3, 0, 40) and counted == loop.notes


@pytest.mark.parametrize(
    "options",
    [
        {"hand": ["attack", "attack", "heal"]},
        {"hand": "attack,attack,heal,fireball"},
        {"opponent_hand": ["attack"] * 5},
        {"start_hp": 0},
        {"start_hp": 11},
        {"start_hp": (5, 5, 5)},
        {"max_hp": 10_000},
        {"rounds": 0},
        {"max_rounds": -1},
        {"rounds": 3, "max_rounds": 2},
        {"stake": 0},
        {"prep_ms": 0},
        {"reveal_ms": -1},
    ],
    ids=str,
)
def test_senseless_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        configure(**options)


def test_a_hand_can_be_typed_as_one_word() -> None:
    assert configure("attack,attack,heal,counter").hand == [[0, 0, 2, 3]] * 2
    assert configure(opponent_hand="heal,heal,heal,heal").hand == [[0, 1, 2, 3], [2] * 4]


def test_a_layout_is_typed_with_dashes_for_empty_places() -> None:
    match = Match(hand="attack,attack,heal,counter")
    decision = GAME.pending(match.state)[0]
    assert GAME.describe_option(decision.owed[0]) == "CONFIRM 3 of attack, attack2, heal, counter or -"
    seen = scene(GAME, match.state, cast_for(GAME, 0))
    assert read_answer(seen, "confirm attack - attack").move(decision) == Move(CONFIRM, 0, (0, GAP, 4))
    assert read_answer(seen, "heal, -, 4").move(decision) == Move(CONFIRM, 0, (2, GAP, 3))
    assert read_answer(seen, "3 - 4").move(decision) == Move(CONFIRM, 0, (2, GAP, 3))
    assert GAME.describe(Move(CONFIRM, 0, (4, GAP, 0))) == "CONFIRM attack2 - attack"
    with pytest.raises(BadInput, match="'fireball - -' is none of attack, heal, counter"):
        read_answer(seen, "confirm fireball - -")


def shown(match: Match, seat: int) -> list[str]:
    """What a seat sees, line by line."""
    return draw(scene(GAME, match.state, cast_for(GAME, seat))).splitlines()


def test_a_match_is_shown_as_its_seat_sees_it() -> None:
    match = Match()
    match.round("attack - heal", "- attack -")
    match.confirm(0, "defense - -")
    assert shown(match, 0)[:7] == [
        "Round 2 of 3   pot 2",
        "   you                      [#########-] 9 HP",
        "   seat 1  attack ?? ?? ??  [########--] 8 HP",
        "   you     confirmed  defense  -        -",
        "   seat 1  lays       ??       ??       ??",
        "   you     laid last  attack   -        heal",
        "   seat 1  laid last  -        attack   -",
    ]


def test_an_absent_player_is_warned() -> None:
    match = Match()
    match.touch(1)
    match.deadline()
    assert any("absent once more, you lose" in line for line in shown(match, 0))
    assert not any("absent" in line for line in shown(match, 1))


GO_WITHOUT_SAYING = {Touched, PreparationEnded, AbsenceCounted, CardProved}


def test_every_fact_can_be_told() -> None:
    told: dict[type, str] = {}
    for ending in ("blow", "leave", "absent", "draw"):
        match = Match(start_hp=2, max_rounds=4, reveal_when_confirmed=False)
        match.draft(0, "heal - -")
        match.touch(1)
        if ending == "blow":
            match.round("attack - -", "- - -")
        elif ending == "leave":
            match.leave(1)
        elif ending == "absent":
            for _ in range(3):
                match.deadline()
        else:
            for _ in range(4):
                match.round("heal - -", "heal - -")
        told |= {type(fact): tell(GAME, fact) for fact in match.facts}
    assert set(told) == set(GAME.facts.values())
    assert {kind for kind, sentence in told.items() if not sentence} <= GO_WITHOUT_SAYING


def test_the_rule_book_names_every_card() -> None:
    book = GAME.words.rule_book()
    for name in ("attack", "defense", "heal", "counter", "sudden death", "absent"):
        assert name in book.lower()
