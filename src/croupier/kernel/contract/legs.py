"""Legs: a match can go on under other blinds, with other seats, or by other rules, from one hand to the next.

A match is one or more legs, each a config with its moves. Between two hands the house owes NEXT_HAND. Instead of making
that move, a driver may make a new config from the table as it stands, with some options changed, and start the game
with it. With nothing changed, the new leg plays on exactly as the old one would have done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Legs(NamedTuple):
    """How a game goes on in a new leg."""

    between: Callable[[Any], bool]
    """The rule that tells whether a table is between two hands."""
    carry: Callable[[Any, Mapping[str, Any]], Any]
    """Makes the config of the next leg from a table between two hands and the options of `configure` that change."""
    secrets_last: bool
    """Whether something that not every seat knows outlives a hand: cards that stay with a seat, or were spent unseen.
    Otherwise every hand is dealt anew, and what is carried over is public."""
    scored: Callable[[Any], int] = lambda table: int(table.seats)
    """How many seats have a score in the match: those at the table, and any that were taken away."""
