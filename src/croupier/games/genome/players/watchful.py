"""Watchful: bets by its chance to win the pot against the hands that the others may have, given their cards and moves.

It imagines all live seats at once, each with a plausible hand (`believing.py`), and calls if the pot pays for the risk.
It raises with a hand that wins clearly more often than its fair share. All other decisions it makes as greedy does.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import has, size

from ..machine.program import CAPTURED_CARDS, CAPTURED_POINTS
from ..machine.records import BOARD, CAPTURED, HAND, View
from ..machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from .believing import believed_hand
from .greedy import CAREFULLY, decide
from .imagined import WHOLE, compared, completed, dealt, draws_left, hidden_cards, room_on_board, row

CLEARLY = 200
"""How much of the way from its fair share to certainty, in thousandths, a hand must win to be raised."""


@rule
def play_watchfully(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Bet by the chance to win; choose cards as greedy does."""
    if option_of(m, CHECK) < 0 and option_of(m, FOLD) < 0:
        decide(v, m, CAREFULLY, rng, a)
        return
    a.amount = 0
    a.count = 0
    turn = WHOLE // max(2, size(v.live))
    chance = chance_to_win(v, CAREFULLY, rng)
    chance += (turn - chance) * doubt(v) // WHOLE
    raises = max(option_of(m, RAISE), option_of(m, BET))
    strong = chance > turn + CLEARLY * (WHOLE - turn) // WHOLE
    if strong and raises >= 0:
        a.kind = m.kind[raises]
        if m.step[raises]:
            a.amount = max(m.low[raises], min(v.current_bet + v.pot // 2, m.high[raises]))
    elif option_of(m, CHECK) >= 0:
        a.kind = ALL_IN if strong and option_of(m, ALL_IN) >= 0 else CHECK
    elif chance * pot_if_called(v) > WHOLE * price(v):
        a.kind = CALL if option_of(m, CALL) >= 0 else ALL_IN
    else:
        a.kind = FOLD


@rule
def price(v: View) -> int:
    """The price of staying in."""
    return min(v.to_call, v.stack[v.seat])


@rule
def pot_if_called(v: View) -> int:
    """What a seat that stays in can win: the pot, or, if it is short, what it can match of all chips."""
    if v.to_call <= v.stack[v.seat]:
        return v.pot + v.to_call
    total = v.total[v.seat] + v.stack[v.seat]
    chips = total
    for seat in range(v.seats):
        if seat != v.seat:
            chips += min(total, v.total[seat])
    return chips


@rule
def doubt(v: View) -> int:
    """How much of the chance depends on the play of the cards, in thousandths: nothing where hands decide; where
    captured cards do, up to half as long as none are captured, and half of the rest if cards may still be exchanged."""
    p = v.prospects
    if p.measure[0] != CAPTURED_CARDS and p.measure[0] != CAPTURED_POINTS:
        return 0
    captured = 0
    for seat in range(v.seats):
        captured += v.cards.count[CAPTURED + seat]
    held = size(v.live) * v.cards.count[HAND + v.seat]
    open_share = WHOLE * held // max(1, held + size(v.live) * p.to_hand + captured) // 2
    return (WHOLE + open_share) // 2 if p.exchanges else open_share


@rule
def chance_to_win(v: View, deals: int, rng: Rng) -> int:
    """The share of the pot, in thousandths, that a hand wins on average over some imagined deals."""
    unseen = v.prospects.unseen
    own = row(v, HAND + v.seat, 0)
    won = 0
    for _ in range(deals):
        board = dealt(row(v, BOARD, 0), room_on_board(v), unseen, rng)
        rest = unseen & ~board
        mine = dealt(own, hidden_cards(v, v.seat), rest, rng)
        rest &= ~mine
        ended = completed(v, mine, board, v.prospects.draws, rest, rng)
        equals = 1
        for other in range(v.seats):
            if equals and other != v.seat and has(v.live, other):
                theirs = believed_hand(v, other, rest, rng)
                rest &= ~theirs
                theirs = completed(v, theirs, board, draws_left(v, other), rest, rng)
                result = compared(v, v.seat, other, ended, theirs, board)
                if result < 0:
                    equals = 0
                elif result == 0:
                    equals += 1
        if equals:
            won += WHOLE // equals
    return won // deals
