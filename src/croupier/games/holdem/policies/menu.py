"""Choosing from the menu: whatever a bot wants, it takes an option that is offered."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import ABSENT, Action, Menu, option_of, take

from ..records import View
from ..rules import CALL, CHECK, FOLD, RAISE_TO


@rule
def call_or_check(v: View, a: Action) -> None:
    """Stay in the hand at the lowest price."""
    take(a, CALL if v.to_call > 0 else CHECK)


@rule
def fold_or_check(v: View, a: Action) -> None:
    """Give up, unless staying in costs nothing."""
    take(a, FOLD if v.to_call > 0 else CHECK)


@rule
def raise_towards(v: View, m: Menu, a: Action, total: int) -> None:
    """Raise to a street total, or as near to it as is offered; call or check if no raise is.

    A raise that would take two thirds of the stack takes all of it, if the menu allows that.
    """
    at = option_of(m, RAISE_TO)
    if at == ABSENT:
        call_or_check(v, a)
        return
    take(a, RAISE_TO)
    a.amount = amount_near(v, m, at, total)


@rule
def amount_near(v: View, m: Menu, at: int, total: int) -> int:
    """The offered street total that is nearest to what is wanted."""
    everything = v.bet[v.seat] + v.stack[v.seat]
    if 3 * (total - v.bet[v.seat]) > 2 * v.stack[v.seat]:
        total = everything
    chosen = max(m.low[at], min(total, m.high[at]))
    return chosen - (chosen - m.low[at]) % m.step[at]
