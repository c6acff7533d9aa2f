"""The odds of a table, by what its eyes know."""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games import load
from croupier.games.holdem import GAME
from croupier.games.holdem.odds import odds
from croupier.kernel.showing.text import face_up


def dealt(deck: str, *, folds: int = 0, checks: int = 0) -> holdem.Hand:
    """A hand of three; seat 0 has the button, and the cards go from its left."""
    hand = holdem.deal(stacks=[1000] * 3, blinds=(5, 10), button=0, deck=deck)
    for _ in range(folds):
        hand.fold()
    for _ in range(checks):
        hand.call() if hand.to_call else hand.check()
    return hand


DECK = "AhQsTc KhQd9c 2h7h9d 5s 6c"
"""Seat 1 has the ace and king of hearts, seat 2 two queens, seat 0 ten and nine."""


def test_with_all_cards_they_are_those_of_equity() -> None:
    hand = dealt(DECK, folds=1, checks=2)
    assert hand.street == "FLOP"
    exact = holdem.equity("AhKh", "QsQd", board="2h7h9d").equity
    told = odds(face_up(hand._state))
    assert told is not None and told[0] is None
    assert told[1] == pytest.approx(exact[0], abs=0.03), "near, for the ten and the nine that were folded cannot come"
    assert told[1] != pytest.approx(exact[0], abs=0.0001)
    assert sum(share or 0 for share in told) == pytest.approx(1)


def test_before_the_flop_they_are_near_those_of_equity() -> None:
    hand = dealt(DECK)
    exact = holdem.equity("Tc9c", "AhKh", "QsQd").equity
    assert odds(face_up(hand._state)) == pytest.approx(exact, abs=0.03)


def test_the_same_view_always_has_the_same_odds() -> None:
    views = [GAME.view(dealt(DECK)._state, 1) for _ in range(2)]
    assert odds(views[0]) == odds(views[1])


def test_a_viewer_without_a_hand_is_told_nothing_and_the_only_seat_left_has_everything() -> None:
    assert odds(GAME.view(dealt(DECK)._state, None)) is None
    assert odds(GAME.view(dealt(DECK, folds=2)._state, None)) == (None, None, 1.0)


def test_a_hand_face_down_is_any_hand_whatever_it_is() -> None:
    other = "AhJsTd KhJd9s 2h7h9d 5s 6c"
    assert odds(GAME.view(dealt(DECK)._state, 1)) == odds(GAME.view(dealt(other)._state, 1))


@pytest.mark.parametrize("name", ["holdem", "deal", "battle", "five_card_draw"])
def test_the_adviser_of_a_game_is_one_of_its_policies(name: str) -> None:
    bots = load(name).house_bots
    assert bots.adviser in bots.policies
