"""A decision judges a move as the menu does."""

from __future__ import annotations

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games import load
from croupier.kernel.contract.codec import read_menu
from croupier.kernel.contract.decision import Move, judge, judge_draw
from croupier.kernel.errors import BadInput, IllegalAction
from croupier.kernel.language.records import sized
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import Ledger, draw, gather, give_room
from croupier.kernel.vocabulary.menu import (
    ALLOWED,
    DRAWN,
    GAP,
    Menu,
    allow_gaps,
    allows,
    candidate,
    clear,
    offer,
    offer_amount,
    offer_cards,
    offer_draw,
)
from croupier.kernel.vocabulary.turns import HOUSE

GAME = load("holdem")
KINDS = sorted(GAME.own_kinds)
DECK, HAND = 0, 1
CARDS = 8

small = st.integers(-3, 12)


@st.composite
def menus(choose: st.DrawFn) -> Menu:
    m = Menu()
    clear(m)
    for kind in choose(st.lists(st.sampled_from(KINDS), unique=True, max_size=4)):
        shape = choose(st.sampled_from(["bare", "amount", "cards", "places"]))
        if shape == "bare":
            offer(m, kind)
        elif shape == "amount":
            low = choose(small)
            step = choose(st.integers(1, 4))
            offer_amount(m, kind, low, low + step * choose(st.integers(0, 5)), step)
        else:
            fewest = choose(st.integers(0, 2))
            offer_cards(m, kind, HAND, fewest, fewest + choose(st.integers(1, 2)), 0)
            if shape == "places":
                allow_gaps(m)
            for card in choose(st.lists(st.integers(0, 5), unique=True, max_size=4)):
                candidate(m, card)
    return m


moves = st.builds(
    Move,
    st.sampled_from(KINDS),
    st.one_of(st.just(0), small),
    st.lists(st.integers(GAP, 6), max_size=4).map(tuple),
)


@given(menus(), moves)
def test_what_a_menu_allows_its_options_allow(m: Menu, move: Any) -> None:
    assert allows(m, move) == judge(read_menu(m, GAME.kinds).options, move)


@given(st.lists(st.integers(-3, CARDS + 2), max_size=4), st.integers(1, 3))
def test_a_draw_names_different_cards_of_the_pool(cards: list[int], wanted: int) -> None:
    x = sized(Ledger, cards=CARDS, zones=2, ends=3, slots=2)()
    give_room(x, DECK, 0)
    give_room(x, HAND, 2)
    gather(x, DECK)
    draw(x, DECK, 3, HAND, 1)
    m = Menu()
    clear(m)
    offer_draw(m, DECK, wanted)
    options, move = read_menu(m, GAME.kinds).options, Move(DRAWN, 0, tuple(cards))
    known = [card for card in cards if card != UNKNOWN]
    lawful = len(cards) == wanted and len(set(known)) == len(known) and set(known) <= set(range(CARDS)) - {3}
    table = SimpleNamespace(cards=x)
    assert ((judge(options, move) or judge_draw(options, move, table)) == ALLOWED) == lawful


# What is no move at all. The contract says so, and nothing has changed.


@pytest.mark.parametrize("amount", [250.5, 300.0, float("nan"), "300", None, True, Fraction(300)])
def test_an_amount_is_a_whole_number(amount: Any) -> None:
    state = GAME.start(GAME.configure(seats=3)).state
    GAME.advance(state, HOUSE, Move(DRAWN, 0, (0, 1, 2, 3, 4, 5)))
    before = state.hash()
    with pytest.raises(IllegalAction, match=rf"RAISE_TO {re.escape(repr(amount))} is not in whole numbers\. Legal: "):
        GAME.advance(state, 0, Move(GAME.kind("RAISE_TO"), amount))
    assert state.hash() == before


@pytest.mark.parametrize("card", [1.0, "2c", None, True])
def test_a_card_is_a_whole_number(card: Any) -> None:
    state = GAME.start(GAME.configure(seats=2)).state
    before = state.hash()
    with pytest.raises(IllegalAction, match=rf"house: DRAWN card {re.escape(repr(card))} .* is not in whole numbers"):
        GAME.advance(state, HOUSE, Move(DRAWN, 0, (card, 1, 2, 3)))
    assert state.hash() == before


def test_an_invalid_move_is_refused_in_words() -> None:
    state = GAME.start(GAME.configure(seats=2)).state
    for nonsense in ("CALL", None, 3):
        with pytest.raises(IllegalAction, match="A move is a Move"):
            GAME.advance(state, HOUSE, nonsense)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="kind 'CALL' is not in whole numbers"):
        GAME.advance(state, HOUSE, Move("CALL"))  # type: ignore[arg-type]


def test_a_seat_that_acts_out_of_turn_is_told_whose_it_is() -> None:
    state = GAME.start(GAME.configure(seats=3)).state
    call = Move(GAME.kind("CALL"))
    with pytest.raises(IllegalAction, match=r"seat 0: CALL is not possible now\. To act: house\."):
        GAME.advance(state, 0, call)
    GAME.advance(state, HOUSE, Move(DRAWN, 0, (0, 1, 2, 3, 4, 5)))
    with pytest.raises(IllegalAction, match=r"seat 1: CALL is not possible now\. To act: seat 0\."):
        GAME.advance(state, 1, call)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_view_is_of_a_seat_that_there_is(seat: int) -> None:
    state = GAME.start(GAME.configure(seats=3)).state
    with pytest.raises(BadInput, match=rf"There is no seat {seat}; seats are 0 to 2\."):
        GAME.view(state, seat)


@pytest.mark.parametrize("first", [0, 1])
def test_nobody_is_told_who_else_still_owes(first: int) -> None:
    pennies = load("tests.toys.pennies")
    state = pennies.start().state
    choose = pennies.decision(state, first).move("CHOOSE", 1)
    pennies.advance(state, first, choose)
    for actor, told in ((first, rf"^seat {first}: CHOOSE 1 is not possible now\. Legal: as an aside: LEAVE\.$"),
                        (HOUSE, r"^house: CHOOSE 1 is not possible now\.$")):  # fmt: skip
        with pytest.raises(IllegalAction, match=told):
            pennies.advance(state, actor, choose)


def test_a_decision_is_a_plain_value() -> None:
    state = GAME.start(GAME.configure(seats=3)).state
    GAME.advance(state, HOUSE, Move(DRAWN, 0, (0, 1, 2, 3, 4, 5)))
    decision, again = GAME.pending(state)[0], GAME.pending(state.copy())[0]
    assert decision == again and hash(decision) == hash(again)
    assert msgspec.convert(msgspec.to_builtins(decision), type(decision)) == decision, "it can be written out"
    with pytest.raises(AttributeError):
        decision.seat = 1  # type: ignore[misc]


def test_a_decision_has_nothing_of_what_others_hold() -> None:
    decisions = set()
    for cards in ((0, 1, 2, 3, 4, 5), (0, 1, 22, 33, 44, 50)):
        state = GAME.start(GAME.configure(seats=3)).state
        GAME.advance(state, HOUSE, Move(DRAWN, 0, cards))
        decisions.add(GAME.pending(state)[0])
    assert len(decisions) == 1, "whatever the others were dealt, the first seat is offered the same"
