"""Play before the flop by the charts of `ranges`: raises, calls and folds by position and by the action before."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, below

from ..betting_lines import LARGE, OVER, SMALL, on_street, raises_of, size_of_bet
from ..records import PRE_FLOP, View
from .menu import call_or_check, fold_or_check, raise_towards
from .ranges import CALLS_A_RERAISE, RERAISED, SHOVE, calling_width, opening_width
from .reading import entered, own_place, prize, raiser, reach
from .starting_hands import EVERY_HAND

SHORT = 12
"""Big blinds below which a raise is all-in."""
BLUFFS = 30
"""Of a thousand hands, this many just beyond those that call re-raise now and then."""
BLUFF_ONE_IN = 2


@rule
def open_pot(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Without a raise before: raise with the hands that the position allows, larger over limpers; else fold or check.

    The small blind completes with the better half of the rest: it is half paid for already.
    """
    place = own_place(v)
    limpers = entered(v)
    width = opening_width(v, v.seat)
    if limpers > 0:
        width = width * 2 // 3
    if place < width:
        total = (5 + 2 * limpers) * v.current_bet // 2 + below(rng, 1 + v.current_bet // 2)
        if reach(v) <= SHORT * v.blinds[1]:
            total = v.bet[v.seat] + v.stack[v.seat]
        raise_towards(v, m, a, total)
    elif 4 * v.to_call <= prize(v) and place < (EVERY_HAND + width) // 2:
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def answer_raise(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """After one raise: re-raise the best hands and a few bluffs, call with good ones, fold the rest."""
    place = own_place(v)
    opened = opening_width(v, raiser(v))
    price = size_of_bet(v.to_call, v.pot - v.to_call)
    if price > OVER:
        opened = min(opened, 2 * SHOVE)
    calls = calling_width(v, v.seat, opened, price)
    raises = opened // RERAISED
    bluffs = price <= LARGE and place >= calls and place < calls + BLUFFS
    if place < raises or (bluffs and below(rng, BLUFF_ONE_IN) == 0):
        raise_towards(v, m, a, 3 * v.current_bet + (v.pot - v.current_bet) // 2)
    elif place < calls:
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def answer_reraise(v: View, m: Menu, a: Action, raises: int) -> None:
    """After a raise and a re-raise: go on with a part of the opening range, and raise the best of it again.

    A seat that has not raised before needs a far better hand.
    """
    place = own_place(v)
    opened = opening_width(v, v.seat)
    if raises_of(on_street(v.line[v.seat], PRE_FLOP)) == 0:
        opened = opened // 3
    calls = opened * CALLS_A_RERAISE // (100 * (raises - 1) * (raises - 1))
    if size_of_bet(v.to_call, v.pot - v.to_call) == SMALL:
        calls = 3 * calls
    if place < calls // 4:
        raise_towards(v, m, a, 5 * v.current_bet // 2)
    elif place < calls // 3 or (place < calls and 4 * v.to_call <= v.stack[v.seat]):
        call_or_check(v, a)
    else:
        fold_or_check(v, a)
