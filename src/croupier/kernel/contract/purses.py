"""Purses: at some tables players bring chips of their own, as much as they choose, and take them away when they leave.

A driver that knows no rule needs to know only this of such a game: at which tables it is so, what a player brings who
says nothing, what a seat would take away now, and two kinds of asides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Purses(NamedTuple):
    """How players of a game bring chips and take them away."""

    are: Callable[[Any], bool]
    """Whether a config is one of a table where players bring chips of their own."""
    usual: Callable[[Any], int]
    """What a player brings that names no amount, by the config."""
    stack: Callable[[Any, int], int]
    """What a seat would take away now, by the state of the match."""
    owes: Callable[[Any, int], bool]
    """Whether a seat has chips and sits out, or has yet to pay for coming in: then its player cannot change tables."""
    tops_up: Callable[[Any, int], bool]
    """Whether a seat is topped up before every hand."""
    returns: int
    """The unlisted aside, of a seat without a player, by which a table tells what the player who is about to sit down
    took away a while ago."""
    keeps_full: int
    """The aside by which a player is topped up before every hand."""
    sits_out: int
    """The aside by which a player is not dealt in, and keeps its chips."""
