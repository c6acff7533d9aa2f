"""Both seats choose a side in secret, before the deadline. Seat 0 wins a chip on a match, seat 1 otherwise.

A seat that has not chosen when the clock runs out loses the chip, unless both are late. A seat that leaves loses all.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import Out, emit, open_to
from croupier.kernel.vocabulary.menu import FIRST_KIND, LEAVE, TIMEOUT, Action, Menu, offer_amount, offer_aside
from croupier.kernel.vocabulary.turns import CLOCK, PUBLIC

from .records import HEADS, NOTHING, SEATS, TAILS, Table, View

CHOOSE = FIRST_KIND

CHOSEN, TURNED_UP, CHIP_WON, RAN_OUT, LEFT = 1, 2, 3, 4, 5


@rule
def begin(t: Table, out: Out) -> None:
    t.seats = SEATS
    open_to(out, SEATS)
    for seat in range(SEATS):
        t.stack[seat] = t.config.rounds


@rule
def owing(t: Table) -> int:
    mask = 0
    if not t.over:
        for seat in range(SEATS):
            if t.choice[seat] == NOTHING:
                mask |= 1 << seat
    return mask


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    if t.over:
        return
    if seat == CLOCK:
        offer_aside(m, TIMEOUT)
    elif seat < SEATS:
        if t.choice[seat] == NOTHING:
            offer_amount(m, CHOOSE, HEADS, TAILS, 1)
        offer_aside(m, LEAVE)
        m.limit_ms = t.config.limit_ms
        m.shared_clock = 1


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    if a.kind == LEAVE:
        emit(out, LEFT, PUBLIC, seat, 0)
        t.stack[1 - seat] += t.stack[seat]
        t.stack[seat] = 0
        t.over = 1
    elif a.kind == TIMEOUT:
        emit(out, RAN_OUT, PUBLIC, CLOCK, 0)
        resolve(t, out)
    else:
        t.choice[seat] = a.amount
        emit(out, CHOSEN, 1 << seat, seat, a.amount)
        if t.choice[1 - seat] != NOTHING:
            resolve(t, out)


@rule
def resolve(t: Table, out: Out) -> None:
    winner = -1
    if t.choice[0] != NOTHING and t.choice[1] != NOTHING:
        winner = 0 if t.choice[0] == t.choice[1] else 1
    elif t.choice[0] != NOTHING:
        winner = 0
    elif t.choice[1] != NOTHING:
        winner = 1
    for seat in range(SEATS):
        emit(out, TURNED_UP, PUBLIC, seat, t.choice[seat])
        t.choice[seat] = NOTHING
    if winner >= 0:
        t.stack[winner] += 1
        t.stack[1 - winner] -= 1
        emit(out, CHIP_WON, PUBLIC, winner, 1)
    t.hands += 1
    if t.hands >= t.config.rounds:
        t.over = 1


@rule
def observe(t: Table, seat: int, v: View) -> None:
    v.seat = seat
    v.hands = t.hands
    v.mine = t.choice[seat] if seat < SEATS else NOTHING
    for other in range(SEATS):
        v.stack[other] = t.stack[other]


@rule
def score(t: Table, seat: int) -> int:
    return t.stack[seat] - t.config.rounds


@rule
def conceal(t: Table, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            t.choice[other] = NOTHING
