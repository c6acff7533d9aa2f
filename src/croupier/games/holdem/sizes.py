"""The raises that learners try in hold'em: the least, some parts of the pot, and all-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Menu

if TYPE_CHECKING:
    from .records import View

PERCENT = np.array([50, 100, 200], np.int64)
"""Of the pot as it is once the raiser has called."""
SIZES = 2 + len(PERCENT)


@rule
def amount_of(v: View, m: Menu, option: int, size: int) -> int:
    """The amount that a raise goes to: the least for size 0, all-in for the last, parts of the pot between them."""
    if size == 0:
        return m.low[option]
    if size == SIZES - 1:
        return m.high[option]
    amount = v.current_bet + (v.pot + v.to_call) * int(PERCENT[size - 1]) // 100
    return min(max(amount, m.low[option]), m.high[option])
