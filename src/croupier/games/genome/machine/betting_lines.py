"""Betting lines: what a seat did in the betting rounds of a hand, which is public, in one integer.

Each betting round has six bits, the first round lowest: how often the seat checked, called, and bet or raised, two bits
each, up to three times. The rounds from the last of BETTINGS on share its bits. A seat that goes all-in has raised if
that was more than the highest bet, and has called if not.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .records import Table

BETTINGS = 5
"""The number of betting rounds that are told apart."""
CHECKS, CALLS, RAISES = 0, 1, 2
PARTS = 3
TIMES_BITS = 2
MOST_TIMES = 3


@rule
def note(t: Table, seat: int, part: int) -> None:
    """Record that a seat has checked, called or raised (`part`) in the present betting round."""
    number = min(t.bettings, BETTINGS) - 1
    if times_of(t.line[seat], number, part) < MOST_TIMES:
        t.line[seat] += 1 << TIMES_BITS * (PARTS * number + part)


@rule
def times_of(line: int, number: int, part: int) -> int:
    """How often the seat checked, called or raised in a betting round."""
    return (line >> TIMES_BITS * (PARTS * number + part)) & MOST_TIMES
