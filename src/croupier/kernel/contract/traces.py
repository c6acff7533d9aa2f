"""The traces of seats: all that each has been told, as one number, the key of its information set.

To fold what was told into the traces takes as long as the rules themselves, and many a driver never asks for them. So
rows wait in a list until somebody does.
"""

from __future__ import annotations

import threading

from ..vocabulary.events import Emitted, Out, trace_card, trace_row
from ..vocabulary.turns import EVERY_SEAT


class _Scratch(threading.local):
    """A record of one thread to fold in."""

    def __init__(self) -> None:
        self.out = Out()


_scratch = _Scratch()


def fold(told: Emitted, trace: list[int], seats: int) -> None:
    """Fold what was told into the traces of all seats."""
    out, heard = _scratch.out, 0
    out.trace, out.seats = trace, seats
    for item in told:
        if isinstance(item, tuple):
            kind, audience, seat, amount = item
            if heard := audience & EVERY_SEAT:
                trace_row(out, kind, heard, seat, amount)
        elif heard:
            trace_card(out, heard, item)
