"""A table that cannot go on in the middle of a hand: it goes on at its last boundary, in a new leg.

Either the rules have changed since it was kept, and nobody can tell how the hand would have gone on by other rules; or
the key is lost that its cards are sealed with. The hand that was being played is given up. Its secret is not used
again, and the next hand has another number.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.kernel.language.records import from_dict

from . import lines, orders
from .attendance import speak
from .effects import Effect
from .matches import began, start_leg
from .snapshots import keep_boundary, load
from .table import Table


def renew(table: Table, kept: Sequence[lines.Lines], last: int, now: int, *, anew: bool = False) -> list[Effect]:
    """Bring a fresh table to the last boundary of its lines, and go on from there by the rules of now.

    BadInput if its match cannot be read, or cannot go on in a new leg. With `anew` the match is given up, and another
    begins between those who sit there.
    """
    table.line, table.now, table.restoring = last, now, True
    snapshot, boundary = last_of(kept)
    if snapshot is not None:
        load(table, msgspec.structs.replace(snapshot, state=b"") if anew else snapshot)
    for line in kept:
        match line:
            case lines.Sat(seat, id, name, policy, dialect):
                table.sit(seat, id, name, policy, dialect)
            case lines.Spoke(seat, dialect):
                speak(table, seat, dialect)
            case lines.Noted():
                orders.follow(table, line)
            case lines.Begun(match):
                table.match = match
    table.restoring = False
    table.hindsight.forget()
    config: Any = None
    if table.state is not None:
        config = table.game.carry_over(table.state)
    elif boundary is not None and boundary.config and not anew:
        config = from_dict(table.game.Config, msgspec.msgpack.decode(zlib.decompress(boundary.config)))
    table.wake()
    table.hand += 1
    table.shuffle()
    keep_boundary(table)
    if config is not None:
        table.append(began(table, config, leg=True))
        start_leg(table, table.state, config)
    return table.settle()


def last_of(kept: Sequence[lines.Lines]) -> tuple[lines.Snapshot | None, lines.Boundary | None]:
    """The last snapshot; or what everybody may know of it, and with that, if it cannot be read."""
    for line in reversed(kept):
        if isinstance(line, lines.Snapshot):
            return line, None
    boundary = next((line for line in reversed(kept) if isinstance(line, lines.Boundary)), None)
    return (boundary.table if boundary else None), boundary


def was_playing(kept: Sequence[lines.Lines]) -> int:
    """The number of the match that was being played where the lines end; 0 if none was."""
    snapshot, boundary = last_of(kept)
    playing = bool(snapshot and snapshot.state) or bool(boundary and boundary.playing)
    before = snapshot.match if snapshot and playing else 0
    return next((line.match for line in reversed(kept) if isinstance(line, lines.Begun)), before)
