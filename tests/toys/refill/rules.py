"""Everybody antes and gets three of sixteen cards. In turn, a seat swaps up to two of them, face down.

When the deck is too short the discard heap is shuffled into it. After the last turn the highest sum takes the pot;
tied seats share it, odd chips going to the lowest seats.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, attach, emit, emit_card, open_to
from croupier.kernel.vocabulary.ledger import card_at, draw, gather, give_room, look, move, pour, reveal
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, candidate, offer_cards, offer_draw
from croupier.kernel.vocabulary.turns import HOUSE, HOUSE_BIT, PUBLIC

from .records import DECK, DISCARD, HAND, HAND_SIZE, SEATS, Table, View

SWAP = FIRST_KIND
MOST_SWAPPED = 2

ANTED, DEALT, SWAPPED, REFILLED, SHOWN, POT_AWARDED, TURN_PASSED = 1, 2, 3, 4, 5, 6, 7


@rule
def begin(t: Table, out: Out) -> None:
    t.seats = t.config.seats
    open_to(out, t.config.seats)
    give_room(t.cards, DECK, 0)
    give_room(t.cards, DISCARD, 0)
    for seat in range(t.config.seats):
        give_room(t.cards, HAND + seat, HAND_SIZE)
        t.stack[seat] = t.config.stack - t.config.ante
        t.pot += t.config.ante
        emit(out, ANTED, PUBLIC, seat, t.config.ante)
    for seat in range(t.config.seats, SEATS):
        give_room(t.cards, HAND + seat, 0)
    gather(t.cards, DECK)
    t.owed = HAND_SIZE


@rule
def owing(t: Table) -> int:
    if t.over:
        return 0
    if t.owed:
        return HOUSE_BIT
    return 1 << t.actor


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    if t.over:
        return
    if t.owed:
        if seat == HOUSE:
            offer_draw(m, DECK, t.owed)
    elif seat == t.actor:
        offer_cards(m, SWAP, HAND + seat, 0, MOST_SWAPPED, 0)
        for slot in range(t.cards.count[HAND + seat]):
            candidate(m, card_at(t.cards, HAND + seat, slot))
        m.default = 0


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    before = t.actor
    play(t, out, seat, a)
    if t.actor != before:
        emit(out, TURN_PASSED, PUBLIC, t.actor, t.turn)


@rule
def play(t: Table, out: Out, seat: int, a: Action) -> None:
    if seat == HOUSE:
        take(t, out, a)
        if t.dealt < t.seats:
            t.dealt += 1
            t.actor = t.dealt
            t.owed = HAND_SIZE
            if t.dealt == t.seats:
                t.owed = 0
                t.actor = 0
        else:
            t.owed = 0
            pass_turn(t, out)
    else:
        emit(out, SWAPPED, 1 << seat, seat, a.count)
        for i in range(a.count):
            attach(out, 1 << seat, a.cards[i])
        emit(out, SWAPPED, PUBLIC & ~(1 << seat), seat, a.count)
        for _ in range(a.count):
            attach(out, PUBLIC & ~(1 << seat), UNKNOWN)
        for i in range(a.count):
            move(t.cards, a.cards[i], DISCARD, 0)
        if a.count == 0:
            pass_turn(t, out)
        else:
            t.owed = a.count
            if t.cards.count[DECK] < a.count:
                emit(out, REFILLED, PUBLIC, -1, t.cards.count[DISCARD])
                pour(t.cards, DISCARD, DECK)


@rule
def take(t: Table, out: Out, a: Action) -> None:
    for i in range(a.count):
        draw(t.cards, DECK, a.cards[i], HAND + t.actor, 1 << t.actor)
        emit_card(out, DEALT, 1 << t.actor, t.actor, a.cards[i])
        emit_card(out, DEALT, PUBLIC & ~(1 << t.actor), t.actor, UNKNOWN)


@rule
def pass_turn(t: Table, out: Out) -> None:
    t.actor += 1
    if t.actor == t.seats:
        t.actor = 0
        t.turn += 1
        if t.turn == t.config.turns:
            showdown(t, out)


@rule
def total(t: Table, seat: int) -> int:
    points = 0
    for slot in range(t.cards.count[HAND + seat]):
        points += card_at(t.cards, HAND + seat, slot)
    return points


@rule
def showdown(t: Table, out: Out) -> None:
    best = -1
    for seat in range(t.seats):
        best = max(best, total(t, seat))
        reveal(t.cards, HAND + seat, PUBLIC)
        emit(out, SHOWN, PUBLIC, seat, total(t, seat))
        for slot in range(t.cards.count[HAND + seat]):
            attach(out, PUBLIC, card_at(t.cards, HAND + seat, slot))
    winners = 0
    for seat in range(t.seats):
        if total(t, seat) == best:
            winners += 1
    share = t.pot // winners
    odd = t.pot % winners
    for seat in range(t.seats):
        if total(t, seat) == best:
            won = share
            if odd:
                won += 1
                odd -= 1
            t.stack[seat] += won
            t.pot -= won
            emit(out, POT_AWARDED, PUBLIC, seat, won)
    t.hands += 1
    t.over = 1


@rule
def observe(t: Table, seat: int, v: View) -> None:
    v.seat = seat
    v.turn = t.turn
    v.actor = t.actor
    v.pot = t.pot
    for other in range(SEATS):
        v.stack[other] = t.stack[other]
    look(t.cards, seat, v.cards)


@rule
def score(t: Table, seat: int) -> int:
    return t.stack[seat] - t.config.stack
