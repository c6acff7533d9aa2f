"""A run of several hands, its options, and the clock."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.deal import GAME, configure
from croupier.games.deal.events import RanOutOfCards, RanOutOfHands, TimeRanOut, WentHome
from croupier.games.deal.records import (
    BETWEEN,
    BY_BUST,
    BY_CARDS,
    BY_GOING_HOME,
    BY_HANDS,
    DECISION,
    NARC,
    OVER,
    PLAYER,
)
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput, GameOver
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK

from .table import SHORT, Run, only

SALE = ("Narc check", "Customer check", "Player raise Weed", "Narc check", "Customer check", "Player check")


def sold(**options: Any) -> Run:
    """A first hand in which the Player sells Weed for 30 and makes 5 Heat."""
    run = Run("", "", "Weed, Alibi, Bribe", **options).play(*SALE, "Player continue")
    return run.checks().play("Player continue").checks()


def test_between_hands_the_player_continues_or_goes_home() -> None:
    run = sold()
    assert (run.table.phase, run.actor) == (BETWEEN, "Player")
    assert run.legal == ("CONTINUE", "GO_HOME")


def test_cash_and_heat_carry_over() -> None:
    run = sold().play("Player continue")
    assert (run.view().cash, run.view().heat) == (30, 5)
    assert (run.view().evidence, run.view().cover, run.view().profit) == (0, 0, 0)


def test_decks_persist_played_cards_are_spent_and_unplayed_shuffled_back() -> None:
    run = sold()
    assert run.spent == ["Weed"]
    assert [run.left(seat) for seat in ("Narc", "Customer", "Player")] == [25, 25, 19]
    run.play("Player continue")
    assert [run.left(seat) for seat in ("Narc", "Customer", "Player")] == [22, 22, 16]


def test_going_home_banks_the_cash() -> None:
    run = sold().play("Player go home")
    assert run.table.ending == BY_GOING_HOME
    assert only(run.happened(WentHome)).cash == 30
    assert run.scores[PLAYER] == 30


def test_nobody_goes_home_in_the_middle_of_a_hand() -> None:
    run = Run()
    assert "GO_HOME" not in run.legal
    run.checks()
    assert run.table.phase == DECISION
    assert "GO_HOME" not in run.legal


def test_a_bust_ends_the_run_and_scores_nothing() -> None:
    run = sold().play("Player continue").show("Raid").checks()
    assert run.table.ending == BY_BUST
    assert run.scores == (30, 0, 0)


def test_the_run_ends_with_fewer_than_three_player_cards() -> None:
    run = Run(decks=SHORT, cash=70).play("Narc check", "Customer check", "Player raise Meth", "Narc check")
    run.play("Customer check", "Player raise Alibi", "Narc check", "Customer check", "Player check", "Player fold")
    assert run.table.ending == BY_CARDS
    assert only(run.happened(RanOutOfCards)).cash == 70
    assert run.scores[PLAYER] == 70


def test_the_run_goes_on_with_three_player_cards() -> None:
    run = Run(decks=SHORT).play("Narc check", "Customer check", "Player raise Meth", "Narc check", "Customer check")
    run.play("Player check", "Player fold")
    assert run.left("Player") == 3
    assert run.table.phase == BETWEEN


def test_the_run_ends_after_the_most_hands() -> None:
    run = sold(hands=2).play("Player continue").checks().play("Player fold")
    assert run.table.ending == BY_HANDS
    assert only(run.happened(RanOutOfHands)).cash == 30
    assert run.scores[PLAYER] == 30


def test_nothing_can_be_done_after_the_end() -> None:
    run = sold().play("Player go home")
    assert run.table.phase == OVER
    assert GAME.pending(run.state) == ()
    with pytest.raises(GameOver):
        GAME.advance(run.state, PLAYER, Move(GAME.kind("CONTINUE")))


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ((), ("CHECK", 0)),
        (("Narc check", "Customer check", "Player check"), ("FOLD", 1)),
        (("Narc check", "Customer check", "Player check", "Player fold"), ("GO_HOME", 1)),
    ],
)
def test_the_clock_checks_folds_and_goes_home(moves: tuple[str, ...], expected: tuple[str, int]) -> None:
    run = Run().play(*moves)
    seat = run.table.actor
    decision = GAME.decision(run.state, seat)
    assert (decision.options[decision.default].name, decision.default) == expected
    by_clock, by_hand = run.state.copy(), run.state.copy()
    told = GAME.advance(by_clock, CLOCK, Move(TIMEOUT))
    GAME.advance(by_hand, seat, Move(GAME.kind(expected[0])))
    assert by_clock.table == by_hand.table
    assert TimeRanOut(seat) in list(told)


def test_time_limit_is_part_of_the_decision() -> None:
    run = Run(limit_ms=7_000)
    assert GAME.decision(run.state, NARC).limit_ms == 7_000


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rounds": 1}, "rounds is a whole number from 2 to 4"),
        ({"rounds": 5}, "rounds is a whole number from 2 to 4"),
        ({"rounds": "three"}, "not 'three'"),
        ({"max_raises": 0}, "max_raises is a whole number from 1 to 6"),
        ({"max_raises": 7}, "max_raises is a whole number from 1 to 6"),
        ({"hands": 0}, "hands is a whole number from 1"),
        ({"cash": -1}, "cash is a whole number from 0"),
        ({"heat": -1}, "heat is a whole number from 0"),
        ({"limit_ms": -1}, "limit_ms is a whole number from 0"),
        ({"initiative": "maybe"}, "initiative is on or off, not 'maybe'"),
        ({"order": "narc,player"}, "order names every seat once"),
        ({"order": ["narc", "narc", "player"]}, "order names every seat once"),
        ({"decks": "baroque"}, "There is no deck file 'baroque'.*classic"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        configure(**options)


@pytest.mark.parametrize(("on", "off"), [(True, False), (1, 0), ("on", "off")])
def test_initiative_can_be_switched(on: Any, off: Any) -> None:
    assert configure(initiative=on).initiative == 1
    assert configure(initiative=off).initiative == 0
