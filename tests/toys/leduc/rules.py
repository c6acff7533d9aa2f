"""Leduc hold'em: each seat antes and gets one of six cards; a round of betting, a public card, another round.

Bets are of a fixed size, twice as large in the second round, and at most two are made in a round. A pair with the
public card wins, else the higher rank; equal ranks share the pot.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, emit, emit_card, open_to
from croupier.kernel.vocabulary.ledger import card_at, draw, gather, give_room, look, reveal
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, offer, offer_draw
from croupier.kernel.vocabulary.turns import HOUSE, HOUSE_BIT, PUBLIC

from .records import BOARD, DECK, HAND, RANKS, SEATS, Table, View

CHECK = FIRST_KIND
BET = FIRST_KIND + 1
CALL = FIRST_KIND + 2
RAISE = FIRST_KIND + 3
FOLD = FIRST_KIND + 4
MOST_BETS = 2
ROUNDS = 2

ANTED, DEALT, CHECKED, BET_PLACED, CALLED, RAISED, FOLDED, TURNED_UP, SHOWN, POT_AWARDED = range(1, 11)
HAND_STARTED, TURN_PASSED = 11, 12


@rule
def begin(t: Table, out: Out) -> None:
    t.seats = SEATS
    open_to(out, SEATS)
    give_room(t.cards, DECK, 0)
    give_room(t.cards, BOARD, 1)
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
    open_round(t, 0)


@rule
def open_round(t: Table, number: int) -> None:
    t.round = number
    t.owed = SEATS if number == 0 else 1
    t.actor = t.hands & 1
    t.bets = 0
    t.checks = 0


@rule
def pay(t: Table, seat: int, chips: int) -> None:
    t.stack[seat] -= chips
    t.pot[seat] += chips


@rule
def to_call(t: Table, seat: int) -> int:
    return t.pot[1 - seat] - t.pot[seat]


@rule
def bet_size(t: Table) -> int:
    return t.config.bet << t.round


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
        return
    if seat == t.actor:
        if t.bets:
            offer(m, CALL)
            offer(m, FOLD)
            if t.bets < MOST_BETS:
                offer(m, RAISE)
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
        deal(t, out, a)
    elif a.kind == CHECK:
        emit(out, CHECKED, PUBLIC, seat, 0)
        t.checks += 1
        t.actor = 1 - seat
        if t.checks == SEATS:
            close_round(t, out)
    elif a.kind == BET or a.kind == RAISE:
        chips = to_call(t, seat) + bet_size(t)
        pay(t, seat, chips)
        emit(out, BET_PLACED if a.kind == BET else RAISED, PUBLIC, seat, chips)
        t.bets += 1
        t.actor = 1 - seat
    elif a.kind == CALL:
        chips = to_call(t, seat)
        pay(t, seat, chips)
        emit(out, CALLED, PUBLIC, seat, chips)
        close_round(t, out)
    else:
        emit(out, FOLDED, PUBLIC, seat, 0)
        award(t, out, 1 - seat, t.pot[0] + t.pot[1])
        close_hand(t, out)


@rule
def deal(t: Table, out: Out, a: Action) -> None:
    if t.round == 0:
        for seat in range(SEATS):
            draw(t.cards, DECK, a.cards[seat], HAND + seat, 1 << seat)
            emit_card(out, DEALT, 1 << seat, seat, a.cards[seat])
            emit_card(out, DEALT, PUBLIC & ~(1 << seat), seat, UNKNOWN)
    else:
        draw(t.cards, DECK, a.cards[0], BOARD, PUBLIC)
        emit_card(out, TURNED_UP, PUBLIC, -1, a.cards[0])
    t.owed = 0


@rule
def close_round(t: Table, out: Out) -> None:
    if t.round + 1 < ROUNDS:
        open_round(t, t.round + 1)
    else:
        showdown(t, out)
        close_hand(t, out)


@rule
def strength(t: Table, seat: int) -> int:
    rank = card_at(t.cards, HAND + seat, 0) >> 1
    if rank == card_at(t.cards, BOARD, 0) >> 1:
        return RANKS + rank
    return rank


@rule
def showdown(t: Table, out: Out) -> None:
    for seat in range(SEATS):
        reveal(t.cards, HAND + seat, PUBLIC)
        emit_card(out, SHOWN, PUBLIC, seat, card_at(t.cards, HAND + seat, 0))
    won = t.pot[0] + t.pot[1]
    lead = strength(t, 0) - strength(t, 1)
    if lead > 0:
        award(t, out, 0, won)
    elif lead < 0:
        award(t, out, 1, won)
    else:
        for seat in range(SEATS):
            award(t, out, seat, won // SEATS)


@rule
def award(t: Table, out: Out, winner: int, chips: int) -> None:
    t.stack[winner] += chips
    emit(out, POT_AWARDED, PUBLIC, winner, chips)


@rule
def close_hand(t: Table, out: Out) -> None:
    for seat in range(SEATS):
        t.pot[seat] = 0
    t.hands += 1
    if t.hands == t.config.hands:
        t.over = 1
    else:
        open_hand(t, out)


@rule
def observe(t: Table, seat: int, v: View) -> None:
    v.seat = seat
    v.hands = t.hands
    v.round = t.round
    v.actor = t.actor
    v.bets = t.bets
    for other in range(SEATS):
        v.stack[other] = t.stack[other]
        v.pot[other] = t.pot[other]
    look(t.cards, seat, v.cards)


@rule
def score(t: Table, seat: int) -> int:
    return t.stack[seat] - t.config.stack
