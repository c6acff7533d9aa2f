"""Trials of a server against bad clients, and of a bot over a bad line.

`bad_line` is a proxy between a client and an arena that delays, drops and duplicates frames and breaks connections;
`visitor` is a client that does not obey the protocol, and `trials` are what it tries on a server. All trials are
limited in frames and in time.
"""

from __future__ import annotations

from .bad_line import BadLine, Faults
from .trials import TRIALS, Outcome, Target, tried

__all__ = ["TRIALS", "BadLine", "Faults", "Outcome", "Target", "tried"]
