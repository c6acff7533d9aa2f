"""Betting lines: a seat's play in this hand, which is public, in one integer.

Each street has twelve bits, pre-flop lowest:

    checks  2 bits      how often it checked,
    calls   2 bits      … called,
    raises  2 bits      … bet or raised, each up to three times
    price   3 bits      the largest bet that it made or called, by its size in pots (0 for none, then up to SIZES)
    level   3 bits      how many bets and raises the street had seen when it last put chips in

An open raise has level 1 and so has a call of it; a re-raise and its calls have level 2; a limp has level 0.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .records import PRE_FLOP, Table

STREET_BITS = 12
STREET_MASK = (1 << STREET_BITS) - 1
CHECKS, CALLS, RAISES, PRICE, LEVEL = 0, 2, 4, 6, 9
"""The first bit of each part of a street."""
MOST_TIMES = 3
MOST_LEVEL = 7

SMALL, MEDIUM, LARGE, OVER, HUGE = 1, 2, 3, 4, 5
"""Sizes of bets: up to 40 % of the pot, up to 70 %, up to 120 %, up to three pots, and beyond."""


@rule
def size_of_bet(chips: int, pot: int) -> int:
    """The size class of a bet of some chips into a pot."""
    if 5 * chips <= 2 * pot:
        return SMALL
    if 10 * chips <= 7 * pot:
        return MEDIUM
    if 5 * chips <= 6 * pot:
        return LARGE
    return OVER if chips <= 3 * pot else HUGE


@rule
def note(t: Table, seat: int, part: int, price: int) -> None:
    """Record that a seat, which has just acted, checked, called or raised (`part`); `price` is the size of the bet."""
    start = STREET_BITS * t.street
    line = t.line[seat]
    if (line >> (start + part)) & MOST_TIMES < MOST_TIMES:
        line += 1 << (start + part)
    if price > 0:
        known = price_of(line >> start)
        if price > known:
            line += (price - known) << (start + PRICE)
        opened = 1 if t.street > PRE_FLOP else 0
        level = min(t.betting.raises + opened, MOST_LEVEL)
        line += (level - level_of(line >> start)) << (start + LEVEL)
    t.line[seat] = line


@rule
def on_street(line: int, street: int) -> int:
    """The part of a line that belongs to one street; 0 if the seat did nothing there."""
    return (line >> (STREET_BITS * street)) & STREET_MASK


@rule
def calls_of(part: int) -> int:
    """How often the seat called on a street."""
    return (part >> CALLS) & MOST_TIMES


@rule
def raises_of(part: int) -> int:
    """How often the seat bet or raised on a street."""
    return (part >> RAISES) & MOST_TIMES


@rule
def price_of(part: int) -> int:
    """The size of the largest bet that the seat made or called on a street."""
    return (part >> PRICE) & 7


@rule
def level_of(part: int) -> int:
    """How many bets and raises the street had seen when the seat last put chips in."""
    return (part >> LEVEL) & 7
