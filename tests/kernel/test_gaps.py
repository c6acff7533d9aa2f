"""Choices of cards whose places may stay empty."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Annotated, Any

import pytest

from croupier.agents.bot import PolicyBot
from croupier.agents.random import play_randomly
from croupier.agents.tree import count_moves, moves_of
from croupier.kernel.conformance import check_game
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.game import Core, Game, Move, Option, State
from croupier.kernel.contract.words import Words, ZoneWords
from croupier.kernel.errors import IllegalAction, NotConforming
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record, Sizes
from croupier.kernel.vocabulary.events import Events, Out, open_to
from croupier.kernel.vocabulary.ledger import Ledger, draw, gather, give_room
from croupier.kernel.vocabulary.menu import (
    ALLOWED,
    CARD_NOT_OFFERED,
    CARD_TWICE,
    FIRST_KIND,
    GAP,
    TOO_FEW_CARDS,
    TOO_MANY_CARDS,
    Action,
    Menu,
    allow_gaps,
    allows,
    candidate,
    clear,
    fill_randomly,
    offer_cards,
)
from croupier.kernel.vocabulary.rng import Rng, seed

LAY = FIRST_KIND
CARDS = 3
PLACES = 2


class Config(Record):
    """Nothing to configure."""

    nothing: int


class Table(Record):
    """One seat lays some of three cards into two places."""

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=CARDS, zones=2, ends=3, slots=CARDS)]
    laid: Annotated[list[int], PLACES]
    over: int


class View(Record):
    """Nothing to see."""

    seat: int


@rule
def begin(t: Table, out: Out) -> None:
    t.seats = 1
    open_to(out, 1)
    give_room(t.cards, 0, 0)
    give_room(t.cards, 1, CARDS)
    gather(t.cards, 0)
    for card in range(CARDS - 1):
        draw(t.cards, 0, card, 1, 1)


@rule
def owing(t: Table) -> int:
    return 0 if t.over else 1


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    if seat == 0 and not t.over:
        offer_cards(m, LAY, 1, PLACES, PLACES, 0)
        allow_gaps(m)
        for card in range(CARDS - 1):
            candidate(m, card)


@rule
def menu_without_gaps(t: Table, seat: int, m: Menu) -> None:
    if seat == 0 and not t.over:
        offer_cards(m, LAY, 1, PLACES, PLACES, 1)
        for card in range(CARDS - 1):
            candidate(m, card)


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    for place in range(PLACES):
        t.laid[place] = a.cards[place]
    t.hands = 1
    t.over = 1


@rule
def observe(t: Table, seat: int, v: View) -> None:
    v.seat = seat


@rule
def score(t: Table, seat: int) -> int:
    return t.laid[0]


GAME = Game(
    name="places",
    title="Places",
    version=1,
    core=Core(begin, owing, menu, act, observe, score),
    Table=Table,
    Config=Config,
    View=View,
    facts={},
    own_kinds={LAY: "LAY"},
    configure=Config,
    words=Words(
        zones=(ZoneWords("box"), ZoneWords("hand", 0)),
        card_name=str,
    ),
)
WITHOUT_GAPS = replace(GAME, core=GAME.core._replace(menu=menu_without_gaps))


def option_of(game: Game) -> Option:
    return game.pending(game.start().state)[0].options[0]


def menu_of(places: int, *, gaps: bool) -> Menu:
    m = Menu()
    clear(m)
    offer_cards(m, LAY, 1, places, places, 1)
    if gaps:
        allow_gaps(m)
    for card in (4, 5, 6):
        candidate(m, card)
    return m


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ((4, 5, 6), ALLOWED),
        ((GAP, GAP, GAP), ALLOWED),
        ((GAP, 6, GAP), ALLOWED),
        ((4, GAP, 4), CARD_TWICE),
        ((4, GAP, 7), CARD_NOT_OFFERED),
        ((4, GAP, -1), CARD_NOT_OFFERED),
        ((GAP, GAP), TOO_FEW_CARDS),
        ((GAP, GAP, GAP, GAP), TOO_MANY_CARDS),
    ],
)
def test_gaps_come_as_often_as_you_like_and_cards_once(cards: tuple[int, ...], code: int) -> None:
    assert allows(menu_of(3, gaps=True), Move(LAY, 0, cards)) == code  # type: ignore[arg-type]


def test_a_gap_is_refused_where_it_is_not_allowed() -> None:
    assert allows(menu_of(3, gaps=False), Move(LAY, 0, (4, GAP, 6))) == CARD_NOT_OFFERED  # type: ignore[arg-type]


def test_the_next_option_has_no_gaps_of_the_one_before() -> None:
    m = menu_of(3, gaps=True)
    clear(m)
    offer_cards(m, LAY, 1, 3, 3, 1)
    assert (m.gaps[0], m.ordered[0]) == (0, 1)


def test_places_are_filled_uniformly_from_what_is_left_and_nothing() -> None:
    m, a, rng = menu_of(2, gaps=True), Action(), Rng()
    seed(rng, 1, 1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6_000):
        fill_randomly(m, 0, rng, a)
        seen[tuple(a.cards[: a.count])] += 1
    assert len(seen) == 13
    for cards, times in seen.items():
        expected = 6_000 / 4 / (4 if cards[0] == GAP else 3)
        assert abs(times - expected) < 5 * expected**0.5, cards


def test_more_places_than_cards_can_be_filled_with_gaps() -> None:
    m, a, rng = menu_of(5, gaps=True), Action(), Rng()
    seed(rng, 1, 1)
    fill_randomly(m, 0, rng, a)
    assert a.count == 5
    assert allows(m, a) == ALLOWED


@pytest.mark.parametrize(("cards", "places", "count"), [(4, 3, 73), (2, 2, 7), (1, 3, 4), (0, 2, 1)])
def test_every_layout_is_enumerated_once(cards: int, places: int, count: int) -> None:
    option = Option(LAY, "LAY", 0, 0, 0, 1, places, places, True, tuple(range(cards)), False, True)
    state: Any = None
    moves = list(moves_of(option, state))
    assert len(moves) == len(set(moves)) == count_moves(option, state) == count
    for move in moves:
        real = [card for card in move.cards if card != GAP]
        assert len(move.cards) == places and len(real) == len(set(real))


def test_an_option_says_that_places_may_stay_empty() -> None:
    assert option_of(GAME).gaps and option_of(GAME).ordered
    assert GAME.describe_option(option_of(GAME)) == "LAY 2 of 0, 1 or -"
    assert GAME.describe(Move(LAY, 0, (GAP, 1))) == "LAY - 1"
    assert WITHOUT_GAPS.describe_option(option_of(WITHOUT_GAPS)) == "LAY 2 of 0, 1"


def test_a_bot_is_given_the_gaps() -> None:
    decision = GAME.pending(GAME.start().state)[0]
    m = Menu()
    fill_menu(m, decision)
    assert m.gaps[0] == 1
    bot = PolicyBot(play_randomly)
    assert GAP in {card for _ in range(50) for card in bot.act(None, decision).cards}


@pytest.mark.parametrize("game", [GAME, WITHOUT_GAPS], ids=["with gaps", "without"])
def test_a_game_with_places_conforms(game: Game) -> None:
    check_game(game, matches=10, compiled=False)


class LaysGaps(Game):
    """A referee that takes a gap for the first card."""

    def advance(self, state: State, seat: int, move: Move) -> Events:
        try:
            return super().advance(state, seat, move)
        except IllegalAction:
            rest = tuple(card for card in (0, 1) if card not in move.cards)
            return super().advance(state, seat, Move(move.kind, move.amount, (*rest, *move.cards[1:])))


class AllGaps(Game):
    """A referee that takes any number of empty places."""

    def advance(self, state: State, seat: int, move: Move) -> Events:
        many = len(move.cards) > PLACES and set(move.cards) == {GAP}
        return super().advance(state, seat, replace_cards(move, move.cards[:PLACES]) if many else move)


def replace_cards(move: Move, cards: tuple[int, ...]) -> Move:
    return Move(move.kind, move.amount, cards)


@pytest.mark.parametrize(("kind", "game"), [(LaysGaps, WITHOUT_GAPS), (AllGaps, GAME)])
def test_accepting_a_gap_too_many_is_caught(kind: type[Game], game: Game) -> None:
    values = {field.name: getattr(game, field.name) for field in fields(game) if field.init}
    with pytest.raises(NotConforming) as caught:
        check_game(kind(**values), matches=5, compiled=False)
    assert caught.value.clause == "bounds"
    assert "-" in str(caught.value)
