"""A bench that is no friend: what a server has to put up with, and what a bot has to survive.

`bad_line` is a line between a client and an arena that lags, loses, doubles and breaks; `visitor` a client that keeps
no rule, `trials` what it tries on a server. Everything is bounded, in frames and in time.
"""

from __future__ import annotations

from .bad_line import BadLine, Faults
from .trials import TRIALS, Outcome, Target, tried

__all__ = ["TRIALS", "BadLine", "Faults", "Outcome", "Target", "tried"]
