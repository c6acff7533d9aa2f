"""Players who come and go: sitting down, leaving, sitting out, and whether there is still room.

A seat that was dealt in is free only when the hand is over: until then its chips in the pot belong to the leaver.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.betting import fold, pass_action
from croupier.kernel.vocabulary.events import Out, emit
from croupier.kernel.vocabulary.menu import FIRST_KIND, LEAVE, SIT, Action, Menu, offer_amount, offer_aside, set_aside
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, has, size

from .buy_ins import buy_in, forget_player, in_hand, is_cash, least_to_bring, most_to_bring, offer_buying_in
from .events import CAME_BACK, GAVE_UP, LEFT, SAT_DOWN, WENT_AWAY
from .records import ASSIGNED, CLOSED, ONCE, OPEN, Table

AWAY = FIRST_KIND + 4
BACK = FIRST_KIND + 5


@rule
def offer_coming_and_going(t: Table, seat: int, m: Menu) -> None:
    """Offer to sit down in an empty seat; at an open table also to leave, sit out or come back in one's own."""
    if may_sit_down(t, seat):
        if t.config.seating == ONCE:
            offer_amount(m, SIT, t.config.buy_in, t.config.buy_in, 1)
        else:
            offer_amount(m, SIT, least_to_bring(t, seat), most_to_bring(t, seat), 1)
        set_aside(m)
    if t.config.seating == OPEN:
        stack = t.betting.stack[seat]
        if stack > 0 or ((has(t.seated, seat) or is_cash(t)) and not in_hand(t, seat)):
            offer_aside(m, LEAVE)
        if stack > 0 and has(t.away, seat):
            offer_aside(m, BACK)
        elif stack > 0:
            offer_aside(m, AWAY)
        if is_cash(t):
            offer_buying_in(t, seat, m)


@rule
def may_sit_down(t: Table, seat: int) -> bool:
    """Whether a seat is empty and may be taken now, and the bank has the chips for it."""
    if t.config.seating == CLOSED or t.config.seating == ASSIGNED:
        return False
    if t.betting.stack[seat] > 0 or in_hand(t, seat):
        return False
    if t.config.late_until > 0 and t.hands >= t.config.late_until:
        return False
    if t.config.seating == ONCE:
        return t.bank >= t.config.buy_in and not has(t.taken, seat)
    return t.bank >= least_to_bring(t, seat)


@rule
def come_or_go(t: Table, out: Out, seat: int, a: Action) -> None:
    """Sit down, leave, sit out, come back, buy chips. A player who sits down or comes back is dealt in from the next
    hand. A player who was dealt into the last hand, lost all chips in it, and buys in again, has missed nothing."""
    if a.kind == SIT:
        t.bank -= a.amount
        t.brought[seat] += a.amount
        t.betting.stack[seat] = a.amount
        t.taken |= 1 << seat
        if not (has(t.seated, seat) and has(t.dealt, seat)):
            t.entering |= 1 << seat
        if t.config.seating == OPEN:
            t.seated |= 1 << seat
        t.returning[seat] = 0
        emit(out, SAT_DOWN, PUBLIC, seat, a.amount)
    elif a.kind == AWAY:
        t.away |= 1 << seat
        emit(out, WENT_AWAY, PUBLIC, seat, 0)
    elif a.kind == BACK:
        t.away &= ~(1 << seat)
        emit(out, CAME_BACK, PUBLIC, seat, 0)
    elif a.kind == LEAVE:
        leave(t, out, seat)
    else:
        buy_in(t, out, seat, a)


@rule
def leave(t: Table, out: Out, seat: int) -> None:
    """Give up the hand and take the remaining chips away."""
    b = t.betting
    emit(out, LEFT, PUBLIC, seat, b.stack[seat])
    t.bank += b.stack[seat]
    t.brought[seat] -= b.stack[seat]
    b.stack[seat] = 0
    t.away &= ~(1 << seat)
    forget_player(t, out, seat)
    if has(b.live, seat) and not t.between:
        fold(b, seat)
        emit(out, GAVE_UP, PUBLIC, seat, 0)
        if b.actor != NOBODY:
            pass_action(b, b.actor - 1)
        if size(b.live) == 1:
            t.owed = 0


@rule
def is_decided(t: Table) -> bool:
    """Whether fewer than two seats have chips, and no other player can sit down. Where the house gives seats, it ends
    the match."""
    if t.config.seating == ASSIGNED:
        return False
    with_chips = 0
    for seat in range(t.seats):
        if t.betting.stack[seat] > 0:
            with_chips += 1
            if with_chips == 2:
                return False
    for seat in range(t.seats):
        if may_sit_down(t, seat):
            return False
    return True
