"""The raises that learners try in hold'em: the least, some parts of the pot, and all-in.

A raise of any other amount is mapped to one of the two sizes around it, at random by the pseudo-harmonic mapping
(Ganzfried and Sandholm 2013). With A, B and x as parts of the pot, x between A and B, the probability of A is

    (B - x) (1 + A) / ((B - A) (1 + x))

which does not depend on the unit of the chips, and with which a bet slightly below a size gains little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Menu
from croupier.kernel.vocabulary.rng import Rng, below

if TYPE_CHECKING:
    from .records import View

PERCENT = np.array([50, 100, 200], np.int64)
"""Percent of the pot after the raiser has called."""
SIZES = 2 + len(PERCENT)
SHARE_BITS = 16


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
def size_of(v: View, m: Menu, option: int, amount: int, rng: Rng) -> int:
    """The size that a raise to an amount is mapped to, by the pseudo-harmonic mapping."""
    higher = 0
    while higher < SIZES - 1 and amount_of(v, m, option, higher) < amount:
        higher += 1
    above = amount_of(v, m, option, higher)
    if higher == 0 or above <= amount:
        return higher
    below_it = amount_of(v, m, option, higher - 1)
    pot = v.pot + v.to_call - v.current_bet
    share = ((above - amount) * (pot + below_it) << SHARE_BITS) // ((above - below_it) * (pot + amount))
    return higher - 1 if below(rng, 1 << SHARE_BITS) < share else higher
