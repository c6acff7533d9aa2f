"""How a table is run: what is settled before anybody sits down."""

from __future__ import annotations

from typing import Any

import msgspec

FOREVER = -1


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table's plan. It is kept beside the table's lines, and never changes while the table stands."""

    id: str
    game: str
    genome: str = ""
    """The source of the genome, where the game is one."""
    title: str = ""
    options: dict[str, Any] = {}
    """Options of the game (`Game.configure`)."""
    seats: int
    least: int = 2
    """How many players a match needs to begin."""
    manual: bool = False
    """Whether the host begins the first hand; otherwise it begins when there are enough."""
    move_time_ms: int = 15_000
    bank_ms: int = 0
    """Time beyond that, for a whole match, where one seat alone is waited for."""
    between_ms: int = 0
    """How long the table rests between two hands."""
    grace_ms: int = FOREVER
    """How long a player may be away before the table lets it leave, where the game has LEAVE; else a policy plays."""
    shows: bool = False
    """Whether the table waits where the game has pauses, for people who look on."""
    waits: bool = False
    """Whether a match goes on when too few can play, for somebody to sit down; otherwise it is over then."""
    again: bool = False
    """Whether another match begins when one is over."""
    opens: bool = False
    """Whether everybody may see every card once a match is over: known before anybody sits down."""
