"""Ranges: the shares of the starting hands with which the house raises, calls and folds before the flop, in
thousandths.

`shark` plays by these charts. Both it and `oracle` also read others by them: a player who has played so holds hands of
an interval in the order of `starting_hands`.
"""

from __future__ import annotations

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.turns import size

from ..betting_lines import HUGE, calls_of, level_of, on_street, price_of, raises_of
from ..records import PRE_FLOP, View
from .reading import seats_behind
from .starting_hands import EVERY_HAND

OPENING = np.array([200, 420, 480, 300, 225, 180, 150, 130, 115, 105], np.int64)
"""Raise first in, by the number of seats still to speak: from the big blind with its option (0) and the small blind (1)
over the button (2) to under the gun at a table of ten (9)."""
HEADS_UP_OPENING = 800
RERAISED = 5
"""Re-raise with the best fifth of the opener's range."""
BIG_BLIND_CALLS, LAST_CALLS, OTHERS_CALL = 75, 60, 42
"""Call a raise, re-raises included, in percent of the opener's range: the big blind has the best price, and the seat
that acts last after the flop the best position."""
CALLS_FOR_MORE = np.array([0, 110, 100, 85, 55, 30], np.int64)
"""The part of that for a bet of each size, in percent."""
CALLS_A_RERAISE = 40
"""Call a re-raise, in percent of one's own opening range; and re-raise again with a quarter of those."""
SHOVE = 200
LIMPS_FROM, LIMPS_TO = 120, 750
CALLS_FROM = 40
NARROWEST = 30


@rule
def opening_width(v: View, seat: int) -> int:
    """The hands of a thousand with which a seat raises first in."""
    if size(v.dealt) == 2:
        return HEADS_UP_OPENING
    return int(OPENING[seats_behind(v, seat)])


@rule
def calling_width(v: View, seat: int, opened: int, price: int) -> int:
    """The hands of a thousand with which a seat at least calls a raise of a price by an opener of a width."""
    percent = OTHERS_CALL
    if seat == v.big_blind:
        percent = BIG_BLIND_CALLS
    elif seat == v.button:
        percent = LAST_CALLS
    return opened * percent * int(CALLS_FOR_MORE[price]) // 10_000


@rule
def best_believed(v: View, seat: int) -> int:
    """The better end of the range that a seat's play before the flop represents."""
    line = on_street(v.line[seat], PRE_FLOP)
    if line == 0 or raises_of(line) > 0:
        return 0
    if level_of(line) == 0:
        return LIMPS_FROM
    return CALLS_FROM if level_of(line) == 1 else 0


@rule
def opened_before(v: View, seat: int) -> int:
    """The width of the opening range that a seat has called or re-raised, in hands of a thousand."""
    width = 0
    for other in range(v.seats):
        if other != seat and raises_of(on_street(v.line[other], PRE_FLOP)) > 0:
            width = max(width, opening_width(v, other))
    return width if width > 0 else opening_width(v, seat)


@rule
def worst_believed(v: View, seat: int) -> int:
    """The worse end of that range."""
    line = on_street(v.line[seat], PRE_FLOP)
    raises = level_of(line)
    if line == 0:
        return EVERY_HAND
    if raises_of(line) > 0:
        if raises == 1:
            opened = opening_width(v, seat)
            return min(opened, SHOVE) if price_of(line) == HUGE else opened
        if calls_of(line) > 0:
            return opening_width(v, seat) * CALLS_A_RERAISE // 100
        return max(NARROWEST, opened_before(v, seat) // (RERAISED * (raises - 1)))
    if calls_of(line) > 0:
        if raises == 0:
            return LIMPS_TO
        return max(2 * CALLS_FROM, calling_width(v, seat, opened_before(v, seat), price_of(line)) // raises)
    return EVERY_HAND
