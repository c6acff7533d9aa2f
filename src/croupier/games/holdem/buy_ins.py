"""Cash tables: buying in, topping up, and the chips that a returning player has to bring back.

A stack is between the least and the most buy-in when its player sits down, or buys in again after a bust. Between two
hands it can be topped up to the most. A player who is in a hand orders chips for after it: nobody adds chips to a stack
that is in play. A seat that is topped up before every hand also buys in again after a bust.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import Out, emit
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, offer_amount, offer_aside, set_aside, set_unlisted
from croupier.kernel.vocabulary.turns import PUBLIC, has

from .events import RETURNED, TOP_UP_ORDERED, TOPPED_UP, TOPS_UP_ALWAYS, TOPS_UP_NO_MORE
from .records import Table

TOP_UP = FIRST_KIND + 6
AUTO_TOP_UP = FIRST_KIND + 7
END_TOP_UP = FIRST_KIND + 8
RETURN = FIRST_KIND + 9
"""Only the table makes this action: it says that the player that is about to sit down took `amount` chips away a short
while ago."""


@rule
def is_cash(t: Table) -> bool:
    """Whether this is a cash table: buy-ins have bounds, and stacks can be topped up."""
    return t.config.most_buy_in > 0


@rule
def least_to_bring(t: Table, seat: int) -> int:
    """The fewest chips with which a player may sit down in a seat."""
    if not is_cash(t):
        return t.config.big_blind
    return min(max(t.config.least_buy_in, t.returning[seat]), max(t.config.least_buy_in, t.bank))


@rule
def most_to_bring(t: Table, seat: int) -> int:
    """The most chips with which a player may sit down in a seat: all that it has to bring back, if that is more."""
    if not is_cash(t):
        return t.bank
    return min(max(t.config.most_buy_in, t.returning[seat]), t.bank)


@rule
def in_hand(t: Table, seat: int) -> bool:
    """Whether a seat was dealt in, and the hand is not over: its stack is in play, even if it has folded."""
    return has(t.dealt, seat) and not t.between


@rule
def offer_buying_in(t: Table, seat: int, m: Menu) -> None:
    """At a cash table, offer to top up, now or after this hand, and to be topped up before every hand. To an empty
    seat, the table may say what its next player took away."""
    if not has(t.seated, seat):
        offer_amount(m, RETURN, 0, t.bank, 1)
        set_aside(m)
        set_unlisted(m)
        return
    room = min(t.config.most_buy_in - t.betting.stack[seat], t.bank)
    if in_hand(t, seat):
        if room > 0:
            offer_amount(m, TOP_UP, 0 if t.ordered[seat] else 1, room, 1)
            set_aside(m)
    elif t.betting.stack[seat] > 0 and room > 0:
        offer_amount(m, TOP_UP, 1, room, 1)
        set_aside(m)
    if has(t.topping, seat):
        offer_aside(m, END_TOP_UP)
    else:
        offer_aside(m, AUTO_TOP_UP)


@rule
def buy_in(t: Table, out: Out, seat: int, a: Action) -> None:
    """Make one of these actions."""
    if a.kind == AUTO_TOP_UP:
        t.topping |= 1 << seat
        emit(out, TOPS_UP_ALWAYS, PUBLIC, seat, 0)
    elif a.kind == END_TOP_UP:
        t.topping &= ~(1 << seat)
        emit(out, TOPS_UP_NO_MORE, PUBLIC, seat, 0)
    elif a.kind == RETURN:
        t.returning[seat] = a.amount
        if a.amount:
            emit(out, RETURNED, PUBLIC, seat, a.amount)
    elif in_hand(t, seat):
        t.ordered[seat] = a.amount
        emit(out, TOP_UP_ORDERED, PUBLIC, seat, a.amount)
    else:
        put_on(t, out, seat, a.amount)


@rule
def put_on(t: Table, out: Out, seat: int, chips: int) -> None:
    """Add chips of the bank to a stack."""
    t.bank -= chips
    t.brought[seat] += chips
    t.betting.stack[seat] += chips
    emit(out, TOPPED_UP, PUBLIC, seat, chips)


@rule
def top_up(t: Table, out: Out) -> None:
    """Before a hand, put on what was ordered, and top up the seats that always are."""
    for seat in range(t.seats):
        chips = to_put_on(t, seat, t.bank)
        if chips > 0:
            put_on(t, out, seat, chips)
        if t.ordered[seat]:
            t.ordered[seat] = 0
            emit(out, TOP_UP_ORDERED, PUBLIC, seat, 0)


@rule
def to_put_on(t: Table, seat: int, bank: int) -> int:
    """The chips that a seat gets before the next hand, of those that the bank has left: at most up to the most buy-in.
    A seat without chips gets none for less than the least buy-in."""
    if not is_cash(t) or not has(t.seated, seat):
        return 0
    stack = t.betting.stack[seat]
    wanted = t.ordered[seat]
    if has(t.topping, seat) and not has(t.away, seat):
        wanted = t.config.most_buy_in
    chips = max(0, min(wanted, t.config.most_buy_in - stack, bank))
    if stack == 0 and chips < t.config.least_buy_in:
        return 0
    return chips


@rule
def forget_player(t: Table, out: Out, seat: int) -> None:
    """Drop what a player has ordered who leaves."""
    if t.ordered[seat]:
        t.ordered[seat] = 0
        emit(out, TOP_UP_ORDERED, PUBLIC, seat, 0)
    t.seated &= ~(1 << seat)
    t.topping &= ~(1 << seat)
    t.returning[seat] = 0
