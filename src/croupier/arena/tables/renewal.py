"""A table whose rules have changed since it was kept: it goes on at its last boundary, in a new leg.

The hand that was being played is given up: nobody can tell how it would have gone on by other rules. Its secret is not
used again, and the next hand has another number.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from . import lines, orders
from .attendance import speak
from .effects import Effect
from .matches import began, start_leg
from .snapshots import load, snapshot_of
from .table import Table


def renew(table: Table, kept: Sequence[lines.Lines], last: int, now: int, *, anew: bool = False) -> list[Effect]:
    """Bring a fresh table to the last boundary of its lines, and go on from there by the rules of now.

    BadInput if its match cannot be read, or cannot go on in a new leg. With `anew` the match is given up, and another
    begins between those who sit there.
    """
    table.line, table.now, table.restoring = last, now, True
    snapshot = next((line for line in reversed(kept) if isinstance(line, lines.Snapshot)), None)
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
            case lines.Began(leg=False):
                table.match += 1
    table.restoring = False
    table.hindsight.forget()
    config = table.game.carry_over(table.state) if table.state is not None else None
    table.wake()
    table.hand += 1
    table.shuffle()
    table.append(snapshot_of(table))
    if table.state is not None:
        table.append(began(table, config, leg=True))
        start_leg(table, table.state, config)
    return table.settle()
