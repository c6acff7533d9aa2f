"""Kuhn poker: each seat antes and gets one of three cards; check or bet; the higher card wins."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, emit, emit_card, open_to
from croupier.kernel.vocabulary.ledger import card_at, draw, gather, give_room, look, reveal
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, offer, offer_draw
from croupier.kernel.vocabulary.turns import HOUSE, HOUSE_BIT, PUBLIC

from .records import DECK, HAND, SEATS, Table, View

CHECK = FIRST_KIND
BET = FIRST_KIND + 1
CALL = FIRST_KIND + 2
FOLD = FIRST_KIND + 3

ANTED, DEALT, CHECKED, BET_PLACED, CALLED, FOLDED, SHOWN, POT_AWARDED, HAND_STARTED, TURN_PASSED = range(1, 11)


@rule
def begin(t: Table, out: Out) -> None:
    t.seats = SEATS
    open_to(out, SEATS)
    give_room(t.cards, DECK, 0)
    for seat in range(SEATS):
        t.stack[seat] = t.config.stack
        give_room(t.cards, HAND + seat, 1)
    open_hand(t, out)


@rule
def open_hand(t: Table, out: Out) -> None:
    gather(t.cards, DECK)
    emit(out, HAND_STARTED, PUBLIC, -1, t.hands + 1)
    for seat in range(SEATS):
        pay(t, seat, t.config.ante)
        emit(out, ANTED, PUBLIC, seat, t.config.ante)
    t.dealing = 1
    t.bets = 0
    t.checks = 0
    t.actor = t.hands & 1


@rule
def pay(t: Table, seat: int, chips: int) -> None:
    t.stack[seat] -= chips
    t.pot[seat] += chips


@rule
def owing(t: Table) -> int:
    if t.over:
        return 0
    if t.dealing:
        return HOUSE_BIT
    return 1 << t.actor


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    if t.over:
        return
    if t.dealing:
        if seat == HOUSE:
            offer_draw(m, DECK, SEATS)
        return
    if seat == t.actor:
        if t.bets:
            offer(m, CALL)
            offer(m, FOLD)
            m.default = 1
        else:
            offer(m, CHECK)
            offer(m, BET)
            m.default = 0


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    before = t.actor
    play(t, out, seat, a)
    if t.actor != before:
        emit(out, TURN_PASSED, PUBLIC, t.actor, 0)


@rule
def play(t: Table, out: Out, seat: int, a: Action) -> None:
    if seat == HOUSE:
        for other in range(SEATS):
            draw(t.cards, DECK, a.cards[other], HAND + other, 1 << other)
            emit_card(out, DEALT, 1 << other, other, a.cards[other])
            emit_card(out, DEALT, PUBLIC & ~(1 << other), other, UNKNOWN)
        t.dealing = 0
    elif a.kind == CHECK:
        emit(out, CHECKED, PUBLIC, seat, 0)
        t.checks += 1
        t.actor = 1 - seat
        if t.checks == SEATS:
            showdown(t, out)
    elif a.kind == BET:
        pay(t, seat, t.config.bet)
        emit(out, BET_PLACED, PUBLIC, seat, t.config.bet)
        t.bets += 1
        t.actor = 1 - seat
    elif a.kind == CALL:
        pay(t, seat, t.config.bet)
        emit(out, CALLED, PUBLIC, seat, t.config.bet)
        showdown(t, out)
    else:
        emit(out, FOLDED, PUBLIC, seat, 0)
        award(t, out, 1 - seat)


@rule
def showdown(t: Table, out: Out) -> None:
    for seat in range(SEATS):
        reveal(t.cards, HAND + seat, PUBLIC)
        emit_card(out, SHOWN, PUBLIC, seat, card_at(t.cards, HAND + seat, 0))
    award(t, out, 0 if card_at(t.cards, HAND, 0) > card_at(t.cards, HAND + 1, 0) else 1)


@rule
def award(t: Table, out: Out, winner: int) -> None:
    won = t.pot[0] + t.pot[1]
    t.stack[winner] += won
    t.pot[0] = 0
    t.pot[1] = 0
    emit(out, POT_AWARDED, PUBLIC, winner, won)
    t.hands += 1
    if t.hands == t.config.hands:
        t.over = 1
    else:
        open_hand(t, out)


@rule
def observe(t: Table, seat: int, v: View) -> None:
    v.seat = seat
    v.hands = t.hands
    v.actor = t.actor
    for other in range(SEATS):
        v.stack[other] = t.stack[other]
        v.pot[other] = t.pot[other]
    look(t.cards, seat, v.cards)


@rule
def score(t: Table, seat: int) -> int:
    return t.stack[seat] - t.config.stack
