"""The raises that learners try in hold'em: the least, some parts of the pot, and all-in.

A raise of any other amount is mapped to one of the two sizes around it, at random by the pseudo-harmonic mapping
(Ganzfried and Sandholm 2013). With A, B and x as parts of the pot, x between A and B, the probability of A is

    (B - x) (1 + A) / ((B - A) (1 + x))

which does not depend on the unit of the chips, and with which a bet slightly below a size gains little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from croupier.kernel.contract.choices import Choices
from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.vocabulary.menu import Menu
from croupier.kernel.vocabulary.rng import Rng, below

from .buy_ins import AUTO_TOP_UP, END_TOP_UP, RETURN, TOP_UP
from .rules import RAISE_TO

if TYPE_CHECKING:
    from .records import View

PERCENT = np.array([50, 100, 200], np.int64)
"""Percent of the pot after the raiser has called."""
SIZES = 2 + len(PERCENT)
SHARE_BITS = 16
LEAST, ALL_IN = "least", "all-in"
"""Names of sizes that are no part of the pot, …"""
WHOLE_STACK = -1
"""… and what stands for the second in a list of percents; the least raise is the one of 0 %."""
PARTS = np.array([0, 50, 100, 200, WHOLE_STACK], np.int64)
MOST_SIZES = 100
LARGEST = 1_000
"""The largest part of the pot."""


@rule
def amount_of(v: View, m: Menu, option: int, size: int) -> int:
    """The street total of a raise: the least for size 0, all-in for the last size, parts of the pot between them."""
    if size == 0:
        return m.low[option]
    if size == SIZES - 1:
        return m.high[option]
    amount = v.current_bet + (v.pot + v.to_call) * int(PERCENT[size - 1]) // 100
    return min(max(amount, m.low[option]), m.high[option])


@rule
def amount_in_parts(v: View, m: Menu, option: int, size: int) -> int:
    """`amount_of` for the sizes of a list, PARTS."""
    percent = int(PARTS[size])
    if percent == WHOLE_STACK:
        return m.high[option]
    amount = v.current_bet + (v.pot + v.to_call) * percent // 100
    return min(max(amount, m.low[option]), m.high[option])


def in_sizes(sizes: Sequence[float | str]) -> Choices:
    """The choices of hold'em with raises of some sizes: parts of the pot after the raiser has called, LEAST or ALL_IN,
    in ascending order."""
    parts = [_percent(size) for size in sizes]
    ascending = [part if part != WHOLE_STACK else LARGEST * 100 + 1 for part in parts]
    if not 1 <= len(parts) <= MOST_SIZES or sorted(set(ascending)) != ascending:
        raise BadInput(
            f"Sizes are 1 to {MOST_SIZES} different parts of the pot in ascending order, with {LEAST!r} first and "
            f"{ALL_IN!r} last if they are there, such as [0.5, 1, {ALL_IN!r}]; not {list(sizes)!r}."
        )
    chosen = bind(amount_in_parts, PARTS=np.array(parts, np.int64))
    return replace(CHOICES, sizes=len(parts), amount_of=chosen)


def _percent(size: float | str) -> int:
    if size in (LEAST, ALL_IN):
        return 0 if size == LEAST else WHOLE_STACK
    if isinstance(size, bool) or not isinstance(size, int | float) or not 0.01 <= size <= LARGEST:
        raise BadInput(f"A size is a part of the pot from 0.01 to {LARGEST}, {LEAST!r} or {ALL_IN!r}, not {size!r}.")
    return round(100 * size)


@rule
def size_of(v: View, m: Menu, option: int, amount: int, rng: Rng) -> int:
    """The size that a raise to an amount is mapped to, by the pseudo-harmonic mapping."""
    higher = 0
    while higher < SIZES - 1 and amount_of(v, m, option, higher) < amount:
        higher += 1
    above = amount_of(v, m, option, higher)
    if higher == 0 or above <= amount:
        return higher
    below_it = amount_of(v, m, option, higher - 1)
    share = pseudo_harmonic(amount, below_it, above, v.pot + v.to_call - v.current_bet, 1 << SHARE_BITS)
    return higher - 1 if below(rng, 1 << SHARE_BITS) < share else higher


@rule
def pseudo_harmonic(amount: int, one: int, other: int, pot: int, whole: int) -> int:
    """The share of `whole` with which a bet between two others is taken for the first of them, all in units of which
    `pot` are in the pot after a call (Ganzfried and Sandholm 2013)."""
    return whole * (other - amount) * (pot + one) // ((other - one) * (pot + amount))


OF_CASH_TABLES = frozenset({TOP_UP, AUTO_TOP_UP, END_TOP_UP, RETURN})
CHOICES = Choices(frozenset({RAISE_TO}), unnumbered=OF_CASH_TABLES, sizes=SIZES, amount_of=amount_of, in_sizes=in_sizes)
