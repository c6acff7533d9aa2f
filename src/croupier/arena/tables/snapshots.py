"""Writes a table as one line, between two hands or before a match. No line before it is needed to go on."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec

from croupier.kernel.language.records import to_dict

from .inputs import WATCHING
from .lines import Boundary, KeptChair, Line, Snapshot
from .session import Session
from .table import Table

QUICKLY = 1
"""The compression level of a snapshot: low, as a snapshot lasts for one hand only."""


def snapshot_of(session: Session) -> Snapshot:
    """The table as it stands now."""
    table, outbox = session.table, session.voice.outbox
    counts = outbox.counts
    return Snapshot(
        chairs=[
            KeptChair(
                one.id,
                one.name,
                one.policy,
                one.missed,
                one.bank_ms,
                counts.get(one.seat, 0),
                one.dialect,
                one.answered,
                one.held,
                one.stranger,
                one.buy_in,
                one.tops_up,
                one.told_to_return,
                one.bank_levels,
                one.stack,
                one.changes_to,
            )
            for one in table.chairs
        ],
        frames=counts.get(WATCHING, 0),
        match=table.match,
        hand=table.hand,
        asked_before=table.asked_before,
        secret=table.shoe.secret,
        at=session.wall(),
        state=zlib.compress(table.state.to_bytes(), QUICKLY) if table.state else b"",
        held=table.held,
        changes=table.changes,
        stepping=table.stepping,
        seats=table.plan.seats,
        options=table.plan.options,
        forfeits=sorted(table.forfeits),
        hindsight=table.hindsight.hands[:],
        shown=table.hindsight.last,
        level=table.level,
        last=table.last,
        began=table.began,
        newcomers=sorted(table.newcomers),
        shows_ms=outbox.due(session.now) - session.now,
        chain=table.chain.copy(),
        taken_away=dict(table.taken_away),
    )


def boundary(session: Session) -> Iterator[Line]:
    """The lines of a boundary: the snapshot, and its public part."""
    table = session.table
    snapshot, state = snapshot_of(session), table.state
    yield snapshot
    asked = snapshot.asked_before + (max(state.questions) if state else 0)
    known = msgspec.structs.replace(snapshot, asked_before=asked, state=b"", secret=b"", hindsight=[], shown=None)
    yield Boundary(known, _config_to_go_on(table), state is not None)


def _config_to_go_on(table: Table) -> bytes:
    game, state = table.game, table.state
    if state is None or game.legs is None or game.legs.secrets_last:
        return b""
    return zlib.compress(msgspec.msgpack.encode(to_dict(game.carry_over(state))), QUICKLY)
