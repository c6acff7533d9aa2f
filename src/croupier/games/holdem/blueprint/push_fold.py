"""Push or fold: with a short stack the button goes all-in or folds before the flop, and the other seat calls or folds.

The tables have a row for each effective stack from 1 to 15 big blinds, in steps of a half; the nearest row is used. It
has the probability, in fifteenths, of pushing and of calling with each kind of starting hands.
`making/short_stacks.py` solves them.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule

from .cards import KINDS

PUSH_BELOW = 15
"""The tables are used for effective stacks of fewer big blinds than this."""
LEAST_HALVES, MOST_HALVES = 2, 2 * PUSH_BELOW
ROWS = MOST_HALVES - LEAST_HALVES + 1
PUSH_TABLE, CALL_TABLE = 0, 1


@rule
def halves_of(stack: int, big_blind: int) -> int:
    """A stack in half big blinds, rounded, within the tables."""
    return max(LEAST_HALVES, min(MOST_HALVES, (4 * stack + big_blind) // (2 * big_blind)))


@rule
def push_fold_number(table: int, stack: int, big_blind: int, kind: int) -> int:
    """The index of an entry in the tables, which are four-bit numbers."""
    return ((halves_of(stack, big_blind) - LEAST_HALVES) * 2 + table) * KINDS + kind
