"""What a host may want of a table."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import LEAVE

from .attendance import tell_who_is_here
from .chairs import SLEEPS_AFTER

if TYPE_CHECKING:
    from .table import Table


class Kind(NamedTuple):
    """One thing that a host can want."""

    does: str
    seat: bool = False
    """Whether it concerns one seat."""
    values: str = ""
    """What its values are, if it has any."""


ORDERS: Mapping[str, Kind] = {
    "start": Kind("let play go on"),
    "pause": Kind("wait before the next hand, until you say `start`"),
    "change": Kind("change options of the game with the next hand", values="NAME=VALUE, such as big_blind=200"),
    "kick": Kind("let a player go", seat=True),
    "end": Kind("end the match with this hand"),
    "last": Kind("let no other match follow this one"),
}
KICKED = 4002
"""The code with which a connection is closed because the host ended its part."""


def obey(table: Table, what: str, seat: int | None, values: Mapping[str, Any]) -> None:
    """Do what the host wants, now or with the next hand; BadInput if it cannot be."""
    if what in ("pause", "start"):
        table.held = what == "pause"
    elif what == "change":
        known = inspect.signature(table.game.configure).parameters
        if unknown := [name for name in values if name not in known]:
            raise BadInput(f"{table.game.title} has no option {unknown[0]!r}; it has {', '.join(known)}.")
        table.changes = {**table.changes, **values}
    elif what == "end":
        if table.state is None:
            raise BadInput("No match is being played.")
        table.ending = True
    elif what == "last":
        table.last = True
    elif what == "kick":
        _kick(table, seat)
    else:
        raise BadInput(f"A table cannot {what!r}; it can {', '.join(ORDERS)}.")


def _kick(table: Table, seat: int | None) -> None:
    """Let a player go: out of its seat where the game lets it leave; else the clock plays for it, quickly."""
    if seat is None or not 0 <= seat < len(table.chairs) or not table.chairs[seat].taken:
        raise BadInput("Say who is to go: a seat that somebody sits in.")
    chair = table.chairs[seat]
    if chair.connection:
        table.voice.hang_up(chair.connection, KICKED, "The host has ended your part.")
        chair.connection = ""
    if table.state is None:
        table.sit(seat, "", "", "")
    elif table.game.decision(table.state, seat).option(LEAVE):
        table.made(seat, Move(LEAVE), "host")
    else:
        chair.missed = SLEEPS_AFTER
        tell_who_is_here(table)
