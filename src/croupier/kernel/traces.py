"""The traces of seats: all that each has been told, as one number, the key of its information set.

To fold what was told into the traces takes as long as the rules themselves, and many a driver never asks for them. So
rows wait in a list until somebody does.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

from .events import Out, Row, trace_card, trace_row
from .turns import EVERY_SEAT, SEATS


class _Scratch(threading.local):
    """A record of one thread to fold in."""

    def __init__(self) -> None:
        self.out = Out()


_scratch = _Scratch()


def fold_rows(told: list[Row], trace: list[int], seats: int, listeners: int = EVERY_SEAT) -> None:
    """Fold what was told into the traces of some seats."""
    out = _scratch.out
    out.trace, out.seats = trace, seats
    for kind, audience, seat, amount, cards in told:
        if heard := audience & listeners:
            trace_row(out, kind, heard, seat, amount)
            for card in cards:
                trace_card(out, heard, card)


class Backlog(NamedTuple):
    """The trace of a seat once, and what was told since: its trace now, if somebody asks for it."""

    trace: int
    rows: list[Row]
    told: int
    """How many of the rows that were; the list may have grown."""

    def folded(self, seat: int) -> int:
        """The trace with everything in it that the seat was told."""
        trace = [0] * SEATS
        trace[seat] = self.trace
        fold_rows(self.rows[: self.told], trace, seat + 1, 1 << seat)
        return trace[seat]
