"""A table after a restart: as it was, to the card and to the second.

Under other rules, or without the key that its cards are sealed with, it goes on from its last boundary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.kernel.errors import BadInput

from ..store import Line
from ..tables import lines
from ..tables.effects import Effect
from ..tables.renewal import renew, was_playing
from ..tables.run import restore
from ..tables.session import Session
from .memory import Standing

if TYPE_CHECKING:
    from .room import Room


class Reopened(NamedTuple):
    """A table that was rebuilt, and the effects with which it goes on."""

    session: Session
    effects: list[Effect]
    note: str = ""
    """A note for people, if the table is not exactly as it was."""
    void: str = ""
    """The match that became void, if any."""


def reopen(room: Room, standing: Standing, kept: list[Line], last: int, stopped: int) -> Reopened:
    """Rebuild a table from its lines. `stopped` is the time up to which the arena is known to have run."""
    session = room.session(standing.plan)
    table = session.table
    read = [lines.decode(line.body) for line in kept]
    stopped = max([stopped, *(getattr(line, "at", 0) for line in read)])
    same_rules = (standing.version, standing.fingerprint) == (table.game.version, table.game.fingerprint)
    if same_rules and not room.lost_key:
        return Reopened(session, restore(session, read, last, stopped, room.now()))
    why = "the key to its cards is lost" if room.lost_key else "the rules have changed"
    played = was_playing(read)
    try:
        effects = renew(session, read, last, room.now())
    except BadInput:
        session = room.session(standing.plan)
        effects = renew(session, read, last, room.now(), anew=True)
    table = session.table
    if (table.state is not None and table.match == played) or not played:
        return Reopened(session, effects, f"{why}; it goes on from its last boundary, in a new leg.")
    return Reopened(
        session, effects, f"{why}; its match cannot go on, and it begins another.", f"{table.plan.id}-M{played}"
    )
