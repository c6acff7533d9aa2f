"""A table after a restart: as it was, to the card and to the second; under other rules, from its last boundary on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.kernel.errors import BadInput

from ..store import Line
from ..tables import lines
from ..tables.effects import Effect
from ..tables.recovery import restore
from ..tables.renewal import renew
from ..tables.table import Table
from .memory import Standing

if TYPE_CHECKING:
    from .room import Room


class Reopened(NamedTuple):
    """A table, and what is to be done to go on with it."""

    table: Table
    effects: list[Effect]
    note: str = ""
    """What is to be told of it, if it is not simply as it was."""
    void: str = ""
    """The match that counts for nothing, if there is one."""


def reopen(room: Room, standing: Standing, kept: list[Line], last: int, stopped: int) -> Reopened:
    """Make a table again from what is kept of it. `stopped` is up to when the arena is known to have run."""
    table = room.table(standing.plan)
    read = [lines.decode(line.body) for line in kept]
    stopped = max([stopped, *(getattr(line, "at", 0) for line in read)])
    if (standing.version, standing.fingerprint) == (table.game.version, table.game.fingerprint):
        return Reopened(table, restore(table, read, last, stopped, room.now()))
    before = max([line.match for line in read if isinstance(line, lines.Snapshot)], default=0)
    before += sum(isinstance(line, lines.Began) and not line.leg for line in read)
    note = "the rules have changed; it goes on from its last boundary, in a new leg."
    try:
        effects = renew(table, read, last, room.now())
    except BadInput:
        table = room.table(standing.plan)
        effects = renew(table, read, last, room.now(), anew=True)
    if table.match == before:
        return Reopened(table, effects, note)
    note = "the rules have changed too much for its match to go on; it begins another."
    return Reopened(table, effects, note, f"{table.plan.id}-M{before}")
