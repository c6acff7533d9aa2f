"""check_game passes the toys, and names the clause that each deliberately broken copy breaks."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import pytest

from croupier.kernel.conformance import check_game
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.observations import Block, Observations, fixed
from croupier.kernel.errors import IllegalAction, NotConforming
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Events, Fact, Out, attach, emit, emit_card
from croupier.kernel.vocabulary.ledger import card_at
from croupier.kernel.vocabulary.menu import Action, Menu, offer, offer_amount
from croupier.kernel.vocabulary.turns import HOUSE, PUBLIC
from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn import records as kuhn
from tests.toys.kuhn import rules as kuhn_rules
from tests.toys.kuhn.rules import act as kuhn_act
from tests.toys.kuhn.rules import menu as kuhn_menu
from tests.toys.kuhn.rules import observe as kuhn_observe
from tests.toys.pennies import GAME as PENNIES
from tests.toys.pennies import records as pennies
from tests.toys.pennies.rules import act as pennies_act
from tests.toys.pennies.rules import observe as pennies_observe
from tests.toys.refill import GAME as REFILL

WHISPERED = 50


class Whispered(Fact, frozen=True):
    """What a leaking copy tells."""

    seat: int
    cards: tuple[int, ...]


def broken(game: Game, **changes: Any) -> Game:
    """A copy of a game with some rules of its core replaced."""
    return replace(game, core=game.core._replace(**changes), facts={**game.facts, WHISPERED: Whispered})


@pytest.mark.parametrize("game", [KUHN, PENNIES, REFILL], ids=lambda game: game.name)
def test_toys_conform_and_one_of_them_at_both_speeds(game: Game) -> None:
    check_game(game, matches=25, compiled=game is REFILL)


@rule
def observe_and_peek(t: kuhn.Table, seat: int, v: kuhn.View) -> None:
    kuhn_observe(t, seat, v)
    v.actor = card_at(t.cards, kuhn.HAND + 1, 0)


@rule
def act_and_name_the_card(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    if seat == HOUSE:
        emit_card(out, WHISPERED, PUBLIC, 0, a.cards[0])


@rule
def act_and_cough_for_a_king(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    if seat == HOUSE and a.cards[0] == kuhn.KING:
        emit(out, WHISPERED, PUBLIC, 0, 0)


@rule
def act_and_tap_the_rank(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    if seat == HOUSE:
        emit(out, WHISPERED, PUBLIC, 0, 0)
        for _ in range(a.cards[0]):
            attach(out, PUBLIC, UNKNOWN)


@rule
def menu_without_bets_on_a_jack(t: kuhn.Table, seat: int, m: Menu) -> None:
    kuhn_menu(t, seat, m)
    if seat == 0 and m.count and card_at(t.cards, kuhn.HAND + 1, 0) == kuhn.JACK:
        offer(m, WHISPERED)


@rule
def act_and_drop_a_chip(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    if t.over:
        t.stack[0] -= 1


@rule
def owing_for_ever(t: kuhn.Table) -> int:
    return 1


@rule
def menu_that_offers_nothing(t: kuhn.Table, seat: int, m: Menu) -> None:
    if t.bets == 0:
        kuhn_menu(t, seat, m)


@rule
def act_that_overflows(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    t.checks = min(t.checks, (t.stack[0] + 1) << 63)


@rule
def act_that_copies_a_card(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    if seat == HOUSE:
        t.cards.row[0] = t.cards.row[1]


@rule
def observe_halfway(t: kuhn.Table, seat: int, v: kuhn.View) -> None:
    v.seat = seat


@rule
def observe_without_ones_own_card(t: kuhn.Table, seat: int, v: kuhn.View) -> None:
    kuhn_observe(t, seat, v)
    if seat < kuhn.SEATS:
        v.cards.row[v.cards.first[kuhn.HAND + seat]] = UNKNOWN


@rule
def observe_ones_own_card_in_both_hands(t: kuhn.Table, seat: int, v: kuhn.View) -> None:
    kuhn_observe(t, seat, v)
    if seat < kuhn.SEATS:
        v.cards.row[v.cards.first[kuhn.HAND + 1 - seat]] = v.cards.row[v.cards.first[kuhn.HAND + seat]]


@rule
def observe_without_what_was_shown_to_spectators(t: kuhn.Table, seat: int, v: kuhn.View) -> None:
    kuhn_observe(t, seat, v)
    if seat >= kuhn.SEATS:
        v.cards.row[v.cards.first[kuhn.HAND + 1]] = UNKNOWN


calls: list[int] = []


@rule
def act_by_the_calendar(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    calls.append(1)
    kuhn_act(t, out, seat, a)
    t.checks += len(calls) % 2 if t.over else 0


@rule
def act_favouring_the_quick(t: pennies.Table, out: Out, seat: int, a: Action) -> None:
    pennies_act(t, out, seat, a)
    if t.hands and seat < pennies.SEATS:
        t.choice[0] = 0
        t.hands = 10 + seat


@rule
def act_and_say_who_is_ready(t: pennies.Table, out: Out, seat: int, a: Action) -> None:
    pennies_act(t, out, seat, a)
    if t.choice[seat & 1]:
        emit(out, WHISPERED, PUBLIC, seat, 0)


@rule
def observe_who_is_ready(t: pennies.Table, seat: int, v: pennies.View) -> None:
    pennies_observe(t, seat, v)
    v.hands = t.choice[0] + t.choice[1]


@rule
def menu_beyond_the_stack(t: kuhn.Table, seat: int, m: Menu) -> None:
    if seat == HOUSE or t.over or t.bets or seat != t.actor:
        kuhn_menu(t, seat, m)
    else:
        offer(m, kuhn_rules.CHECK)
        offer_amount(m, kuhn_rules.BET, 1, t.stack[seat] + 1, 1)


@rule
def act_with_any_bet(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    if a.kind == kuhn_rules.BET:
        kuhn_rules.pay(t, seat, a.amount - t.config.bet)
    kuhn_act(t, out, seat, a)


@rule
def write_the_seat(v: kuhn.View, x: Any, at: int) -> int:
    x[at] = v.seat
    return at + 1


@rule
def write_how_often(v: kuhn.View, x: Any, at: int) -> int:
    calls.append(1)
    x[at] = len(calls)
    return at + 1


def observing(rule: Any, size: int, high: float) -> Game:
    """Kuhn poker with observations of one block."""
    return replace(KUHN, observations=Observations(0, (Block("block", rule, fixed(size), "a number", high=high),)))


BROKEN = {
    "gives a learner more than it declares": (observing(write_the_seat, 1, 0), "observations"),
    "gives a learner less than it declares": (observing(write_the_seat, 2, 1), "observations"),
    "gives a learner what its view does not tell": (observing(write_how_often, 1, math.inf), "secrecy (observation)"),
    "leaks a card through a view": (broken(KUHN, observe=observe_and_peek), "secrecy (view)"),
    "leaks a card through an event": (broken(KUHN, act=act_and_name_the_card), "secrecy (event)"),
    "leaks a card through the event count": (broken(KUHN, act=act_and_cough_for_a_king), "secrecy (number)"),
    "leaks a card through size": (broken(KUHN, act=act_and_tap_the_rank), "secrecy (size)"),
    "leaks a card through the menu": (
        replace(broken(KUHN, menu=menu_without_bets_on_a_jack), own_kinds={**KUHN.own_kinds, WHISPERED: "WHISPER"}),
        "secrecy (menu)",
    ),
    "loses a chip": (broken(KUHN, act=act_and_drop_a_chip), "chips"),
    "bets chips that are not there": (broken(KUHN, menu=menu_beyond_the_stack, act=act_with_any_bet), "chips"),
    "never ends": (broken(KUHN, owing=owing_for_ever), "termination"),
    "gets stuck": (broken(KUHN, menu=menu_that_offers_nothing), "termination"),
    "has a card twice": (broken(KUHN, act=act_that_copies_a_card), "cards"),
    "fills its view halfway": (broken(KUHN, observe=observe_halfway), "filled"),
    "hides a card that a seat knows": (broken(KUHN, observe=observe_without_ones_own_card), "knowledge"),
    "names a card where it does not lie": (broken(KUHN, observe=observe_ones_own_card_in_both_hands), "knowledge"),
    "hides a shown card from spectators": (
        broken(KUHN, observe=observe_without_what_was_shown_to_spectators),
        "knowledge",
    ),
    "does not replay": (broken(KUHN, act=act_by_the_calendar), "replay"),
    "depends on submission order": (broken(PENNIES, act=act_favouring_the_quick), "order"),
    "tells who has answered": (broken(PENNIES, act=act_and_say_who_is_ready), "secrecy (number)"),
    "shows who has answered": (broken(PENNIES, observe=observe_who_is_ready), "secrecy (view)"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_copy_is_caught(fault: str) -> None:
    game, clause = BROKEN[fault]
    with pytest.raises(NotConforming) as caught:
        check_game(game, matches=40, compiled=False)
    assert caught.value.clause == clause, caught.value


def test_a_difference_between_both_speeds_is_caught() -> None:
    with pytest.raises(NotConforming, match="speeds"):
        check_game(broken(KUHN, act=act_that_overflows), matches=3)


class Lenient(Game):
    """A referee that lets one chip more pass."""

    def advance(self, state: State, seat: int, move: Move) -> Events:
        try:
            return super().advance(state, seat, move)
        except IllegalAction:
            return super().advance(state, seat, Move(move.kind, max(0, move.amount - 1), move.cards))


def test_accepting_bound_plus_one_is_caught() -> None:
    values = {field.name: getattr(PENNIES, field.name) for field in fields(PENNIES) if field.init}
    with pytest.raises(NotConforming) as caught:
        check_game(Lenient(**values), matches=5, compiled=False)
    assert caught.value.clause == "bounds"


@rule
def act_that_talks_too_much(t: kuhn.Table, out: Out, seat: int, a: Action) -> None:
    kuhn_act(t, out, seat, a)
    if t.over:
        for _ in range(200):
            emit(out, WHISPERED, PUBLIC, 0, 1)


def test_overflow_is_a_fault_with_its_seed_at_both_speeds() -> None:
    from croupier.kernel.errors import Fault
    from croupier.kernel.vocabulary.events import LOUD
    from croupier.simulate.loop import Loop

    loop = Loop(broken(KUHN, act=act_that_talks_too_much), None, mode=LOUD)
    for run in (loop.run, loop.run_plain):
        with pytest.raises(Fault, match=r"fault 121 in match 5 of seed 9\. Replay it in plain Python"):
            run(9, 5, 8)
