"""Push or fold: a short stack before the flop goes all-in or gives up, and is called or not.

The tables have a row for each half big blind of the effective stack from 1 to 15, the nearest is used, and in it how
often, in fifteenths, each kind of starting hands is pushed or called with. `making/short_stacks.py` solves them.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .cards import KINDS

PUSH_BELOW = 15
"""Big blinds: with fewer the tables are used."""
LEAST_HALVES, MOST_HALVES = 2, 2 * PUSH_BELOW
ROWS = MOST_HALVES - LEAST_HALVES + 1
PUSH_TABLE, CALL_TABLE = 0, 1


@rule
def halves_of(stack: int, big_blind: int) -> int:
    """A stack in half big blinds, rounded, within the tables."""
    return max(LEAST_HALVES, min(MOST_HALVES, (4 * stack + big_blind) // (2 * big_blind)))


@rule
def push_fold_number(table: int, stack: int, big_blind: int, kind: int) -> int:
    """Where the tables have an entry, counted in four-bit numbers."""
    return ((halves_of(stack, big_blind) - LEAST_HALVES) * 2 + table) * KINDS + kind
