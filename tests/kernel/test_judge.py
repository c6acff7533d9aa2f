"""A decision judges a move as the menu does."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier.games import load
from croupier.kernel.conformance.speeds import described
from croupier.kernel.decision import Move, judge, judge_draw
from croupier.kernel.ledger import Ledger, draw, gather, give_room
from croupier.kernel.menu import (
    ALLOWED,
    GAP,
    Menu,
    allow_gaps,
    allows,
    allows_draw,
    candidate,
    clear,
    offer,
    offer_amount,
    offer_cards,
    offer_draw,
)
from croupier.kernel.records import Record, sized

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
    options = described(0, m, GAME).options
    by_menu, by_options = allows(m, move), judge(options, move)
    assert (by_menu == ALLOWED) == (by_options == ALLOWED)
    if len(set(move.cards)) == len(move.cards):
        assert by_menu == by_options, "a move that is wrong in one way is refused for it"


class Cards(Record):
    """A table with nothing but cards."""

    fault: int


@given(st.lists(st.integers(-3, CARDS + 2), max_size=4), st.integers(1, 3))
def test_what_a_pool_allows_is_allowed(cards: list[int], wanted: int) -> None:
    x = sized(Ledger, cards=CARDS, zones=2, ends=3, slots=2)()
    give_room(x, DECK, 0)
    give_room(x, HAND, 2)
    gather(x, DECK)
    draw(x, DECK, 3, HAND, 1)
    m = Menu()
    clear(m)
    offer_draw(m, DECK, wanted)
    [option] = described(30, m, GAME).options
    move: Any = Move(option.kind, 0, tuple(cards))
    table = type("Table", (), {"cards": x})()
    by_menu = allows(m, move) or allows_draw(m, x, move)
    assert (by_menu == ALLOWED) == ((judge([option], move) or judge_draw([option], move, table)) == ALLOWED)
