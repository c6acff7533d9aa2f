"""The odds of a table, by what its eyes know."""

from __future__ import annotations

import pytest

from croupier import holdem
from croupier.games import load
from croupier.games.holdem import GAME
from croupier.games.holdem.odds import odds, outlooks
from croupier.games.holdem.records import View
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


# Afterwards, street by street


def seen_by(seat: int, *moves: str) -> list[View]:
    """A seat's views of a hand in which seat 0 folds and then these moves are made."""
    hand = dealt(DECK, folds=1)
    views = [GAME.view(hand._state, seat)]
    for move in moves:
        getattr(hand, move)()
        views.append(GAME.view(hand._state, seat))
    return views


def test_afterwards_a_hand_has_its_share_on_each_street_by_what_was_known_and_by_what_was_shown() -> None:
    views = seen_by(1, "call", "check", *["check"] * 6)
    told = outlooks(views)
    assert [one.street for one in told] == ["Before the flop", "Flop", "Turn", "River"]
    assert [" ".join(one.board) for one in told] == ["", "2h 7h 9d", "2h 7h 9d 5s", "2h 7h 9d 5s 6c"]
    before = holdem.equity("AhKh", "??", board="2h7h9d").equity[0]
    assert told[1].share == pytest.approx(before, abs=0.03)
    assert told[1].known == pytest.approx(holdem.equity("AhKh", "QsQd", board="2h7h9d").equity[0])
    assert told[3].known == 0.0


def test_outs_are_the_next_cards_with_which_a_hand_that_is_behind_would_be_the_best() -> None:
    flop, turn = (one.outs for one in outlooks(seen_by(1, "call", "check", *["check"] * 6))[1:3])
    assert flop is not None and sorted(flop) == sorted(turn or ())
    assert {card for card in flop if card[1] != "h"} == {"As", "Ac", "Ad", "Ks", "Kc", "Kd"}
    assert sum(card[1] == "h" for card in flop) == 9
    told = outlooks(seen_by(2, "call", "check", *["check"] * 6))
    assert [one.outs for one in told] == [None] * 4, "the queens are ahead until the river, where nothing more comes"


def test_what_was_not_shown_is_not_used_afterwards() -> None:
    views = seen_by(2, "call", "check", "check", "check", "fold")
    told = outlooks(views)
    assert [one.street for one in told] == ["Before the flop", "Flop", "Turn"]
    assert [(one.known, one.outs) for one in told] == [(None, None)] * 3
    assert outlooks([GAME.view(dealt(DECK)._state, None)]) == []
