"""A betting round: who may call, who may raise, by how much, and when it is over.

One round serves every structure. No-limit and its reopening rule are those of the tournament directors (TDA 43, 47);
pot-limit, spread and fixed limits change only the bounds of a raise.

Chips move from `stack` to `total` (what a seat has put in this hand); `bet` is the part of it put in on this street,
`dead` the part that nobody has to match. Chips in the pot belong to the seat that put them in until somebody wins them:
what a seat began the hand with is its stack and its total.
A seat may raise if it has not acted since the last full raise (it is `fresh`), or, where short all-ins add up, if
what it faces since it last acted is a full raise. What it faces is simply `current_bet - bet[seat]`: a seat that has
acted has matched the bet of that moment.
"""

from __future__ import annotations

from typing import Annotated

from ..language.jit import rule
from ..language.records import Kind, Record
from .turns import NOBODY, after, first, has

SEATS = 10

NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, FIXED_LIMIT = 0, 1, 2, 3
"""Structures."""

SHORTS_ADD_UP, ONE_FULL_RAISE, ANY_RAISE = 0, 1, 2
"""What reopens the betting for a seat that has acted: short raises that add up to a full one, one full raise, or any
raise."""

SHORT_BET_STANDS, SHORT_BET_IS_COMPLETED = 0, 1
"""After an opening all-in below the minimum bet, the least raise is that bet plus the minimum, or the minimum."""

Chips = Annotated[list[int], SEATS, Kind.CHIPS]
PerSeat = Annotated[list[int], SEATS]


class Betting(Record):
    """The chips of a hand and the state of its betting round.

    Sets of seats are masks: `live` have not folded, `able` are those of them with chips to act with, `owes` have still
    to answer, `fresh` have not acted since the last full raise.
    """

    seats: int
    structure: int
    reopen: int
    short_bet: int
    cap: int
    """Raises allowed after the opening bet of a street; 0 for no cap."""
    spread: int
    """The largest raise in a spread limit."""
    unit: int
    """The least bet of this street; in a fixed limit, the only one."""
    live: int
    able: int
    owes: int
    fresh: int
    actor: int
    aggressor: int
    """The seat that bet or raised last on this street; NOBODY if none has."""
    current_bet: int
    nominal: int
    """Whether the current bet is a blind that its seat could not post in full."""
    last_raise: int
    level: int
    """In a fixed limit, the last full bet of this street: an all-in for slightly more does not change it."""
    raises: int
    pot: int
    """All chips put in this hand, dead money included."""
    stack: Chips
    total: Chips
    bet: PerSeat
    dead: PerSeat


@rule
def open_street(b: Betting, unit: int) -> None:
    """Start a street: nothing is bet, and everybody may raise."""
    b.unit = unit
    b.current_bet = 0
    b.nominal = 0
    b.last_raise = unit
    b.level = 0
    b.raises = 0
    b.fresh = b.live
    b.aggressor = NOBODY
    for seat in range(b.seats):
        b.bet[seat] = 0


@rule
def open_hand(b: Betting, dealt: int) -> None:
    """Start a hand for the seats dealt in, all of which have chips."""
    b.live = dealt
    b.able = dealt
    b.pot = 0
    for seat in range(b.seats):
        b.total[seat] = 0
        b.dead[seat] = 0


@rule
def take_from_stack(b: Betting, seat: int, chips: int) -> int:
    """Move chips from a stack into the pot, at most the whole stack; returns how many were moved."""
    stack = b.stack[seat]
    moved = min(chips, stack)
    b.stack[seat] = stack - moved
    b.pot += moved
    if stack == moved:
        b.able &= ~(1 << seat)
    return moved


@rule
def put_in(b: Betting, seat: int, chips: int) -> int:
    """Put chips in as part of the street's bet."""
    moved = take_from_stack(b, seat, chips)
    b.total[seat] += moved
    b.bet[seat] += moved
    return moved


@rule
def put_in_ante(b: Betting, seat: int, chips: int) -> int:
    """Put chips in that do not count towards the street's bet."""
    moved = take_from_stack(b, seat, chips)
    b.total[seat] += moved
    return moved


@rule
def put_in_dead(b: Betting, seat: int, chips: int) -> int:
    """Put chips into the main pot as dead money: nobody has to match it, and it buys no right."""
    moved = put_in_ante(b, seat, chips)
    b.dead[seat] += moved
    return moved


@rule
def post_blind(b: Betting, seat: int, chips: int) -> int:
    """Post a blind or a straddle that sets the bet. All of it must be called, even if the seat could not post it."""
    moved = put_in(b, seat, chips)
    b.current_bet = chips
    b.last_raise = chips
    b.level = chips
    b.nominal = 1 if moved < chips else 0
    return moved


@rule
def others_reach(b: Betting, seat: int) -> int:
    """The highest street bet that any other live seat has made or could still make."""
    reach = 0
    for other in range(b.seats):
        if other != seat and has(b.live, other):
            reach = max(reach, b.bet[other] + b.stack[other])
    return reach


@rule
def answerable(b: Betting, seat: int) -> bool:
    """Whether some other seat has chips beyond the current bet, so that it could answer a raise."""
    others = b.able & ~(1 << seat)
    for other in range(b.seats):
        if has(others, other) and b.bet[other] + b.stack[other] > b.current_bet:
            return True
    return False


@rule
def to_call(b: Betting, seat: int) -> int:
    """The chips that a call costs: at most the seat's stack, and at most what any other seat could contest."""
    level = min(b.current_bet, others_reach(b, seat)) if b.nominal else b.current_bet
    return max(0, min(level - b.bet[seat], b.stack[seat]))


@rule
def may_raise(b: Betting, seat: int) -> bool:
    """Whether a seat may raise now."""
    facing = b.current_bet - b.bet[seat]
    if b.stack[seat] <= facing or (b.cap > 0 and b.raises >= b.cap):
        return False
    if not answerable(b, seat):
        return False
    if has(b.fresh, seat) or b.reopen == ANY_RAISE:
        return True
    return b.reopen == SHORTS_ADD_UP and facing >= b.last_raise


@rule
def least_raise_to(b: Betting, seat: int) -> int:
    """The least street total of a raise; the whole stack if that is less. In a fixed limit it is the next level."""
    least = b.current_bet + b.last_raise
    if b.structure == FIXED_LIMIT:
        least = b.level + b.last_raise
    elif b.short_bet == SHORT_BET_IS_COMPLETED and b.current_bet < b.unit:
        least = b.unit
    return min(least, b.bet[seat] + b.stack[seat])


@rule
def most_raise_to(b: Betting, seat: int) -> int:
    """The highest street total of a raise; no less than the least one."""
    return max(raise_limit(b, seat), least_raise_to(b, seat))


@rule
def raise_limit(b: Betting, seat: int) -> int:
    """The highest street total that stack and structure allow."""
    most = b.bet[seat] + b.stack[seat]
    if b.structure == POT_LIMIT:
        most = min(most, b.current_bet + b.pot + b.current_bet - b.bet[seat])
    elif b.structure == SPREAD_LIMIT:
        most = min(most, b.current_bet + max(b.spread, b.last_raise))
    elif b.structure == FIXED_LIMIT:
        most = min(most, b.level + b.last_raise)
    return most


@rule
def call(b: Betting, seat: int) -> int:
    """Call, or check if there is nothing to call; returns the chips added."""
    others = ~(1 << seat)
    b.fresh &= others
    b.owes &= others
    return put_in(b, seat, to_call(b, seat))


@rule
def raise_to(b: Betting, seat: int, total: int) -> None:
    """Bet or raise so that the seat's street total is `total`. Everybody who can still act owes an answer."""
    put_in(b, seat, total - b.bet[seat])
    if b.structure == FIXED_LIMIT:
        raise_by_halves(b, b.bet[seat])
    else:
        increase = b.bet[seat] - b.current_bet
        if b.current_bet > 0:
            b.raises += 1
        if increase >= b.last_raise:
            b.fresh = b.live
            b.last_raise = increase
    b.current_bet = b.bet[seat]
    b.nominal = 0
    b.aggressor = seat
    others = ~(1 << seat)
    b.fresh &= others
    b.owes = b.able & others


@rule
def raise_by_halves(b: Betting, total: int) -> None:
    """In a fixed limit, half a raise or more counts as a raise and reopens the betting; less counts as a call (TDA 47).

    Either way the next raise is to the level after the last one that counts. The bet that opens a street is no raise,
    nor is a bet that completes an all-in for less than half of it.
    """
    if 2 * (total - b.level) >= b.last_raise:
        if b.level > 0:
            b.raises += 1
        b.level += b.last_raise
        b.fresh = b.live


@rule
def fold(b: Betting, seat: int) -> None:
    """Give up the hand."""
    others = ~(1 << seat)
    b.live &= others
    b.able &= others
    b.owes &= others
    b.fresh &= others


@rule
def pass_action(b: Betting, seat: int) -> None:
    """Give the turn to the next seat after `seat` that owes an answer; NOBODY once the round is over.

    The last live seat owes nothing, nor does one that alone can still act unless there is something to call.
    """
    able = b.able
    owes = b.owes & able
    if b.live & (b.live - 1) == 0 or (owes and able & (able - 1) == 0 and to_call(b, first(owes)) == 0):
        owes = 0
    b.owes = owes
    b.actor = after(owes, seat)


@rule
def uncalled(b: Betting) -> int:
    """Return the part of the highest bet that nobody matched to its owner; returns the owner, or NOBODY."""
    if b.current_bet == 0:
        return NOBODY
    top = 0
    second = 0
    owner = NOBODY
    for seat in range(b.seats):
        if b.bet[seat] > top:
            second = top
            top = b.bet[seat]
            owner = seat
        elif b.bet[seat] > second:
            second = b.bet[seat]
    if owner == NOBODY or top == second or not has(b.live, owner):
        return NOBODY
    excess = top - second
    b.stack[owner] += excess
    b.total[owner] -= excess
    b.bet[owner] -= excess
    b.able |= 1 << owner
    b.pot -= excess
    return owner
