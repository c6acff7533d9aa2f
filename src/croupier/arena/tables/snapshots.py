"""A table as one line: between two hands, or before a match, all that went before follows from it."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import msgspec

from croupier.kernel.contract.game import State
from croupier.kernel.language.records import to_dict

from .attendance import tell_who_is_here
from .inputs import WATCHING
from .lines import Boundary, Chair, Snapshot

if TYPE_CHECKING:
    from .table import Table

QUICKLY = 1
"""How hard a snapshot is compressed: it lasts for one hand."""


def snapshot_of(table: Table) -> Snapshot:
    """The table as it stands now."""
    counts = table.voice.outbox.counts
    return Snapshot(
        chairs=[
            Chair(
                one.id,
                one.name,
                one.policy,
                one.missed,
                one.bank_ms,
                counts.get(one.seat, 0),
                one.dialect,
                one.answered,
                one.held,
            )
            for one in table.chairs
        ],
        frames=counts.get(WATCHING, 0),
        match=table.match,
        hand=table.hand,
        asked_before=table.asked_before,
        secret=table.shoe.secret,
        at=table.wall(),
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
        shows_ms=table.voice.outbox.due(table.now) - table.now,
    )


def keep_boundary(table: Table) -> None:
    """Keep the table as it stands now, and what everybody may know of it."""
    snapshot, state = snapshot_of(table), table.state
    table.append(snapshot)
    asked = snapshot.asked_before + (max(state.questions) if state else 0)
    known = msgspec.structs.replace(snapshot, asked_before=asked, state=b"", secret=b"", hindsight=[], shown=None)
    table.append(Boundary(known, _config_to_go_on(table), state is not None))


def _config_to_go_on(table: Table) -> bytes:
    game, state = table.game, table.state
    if state is None or game.legs is None or game.legs.secrets_last:
        return b""
    return zlib.compress(msgspec.msgpack.encode(to_dict(game.carry_over(state))), QUICKLY)


def load(table: Table, kept: Snapshot) -> None:
    """Be as a snapshot tells."""
    table.state = State.from_bytes(table.game, zlib.decompress(kept.state)) if kept.state else None
    if kept.options is not None:
        table.replan(msgspec.structs.replace(table.plan, seats=kept.seats, options=kept.options))
    for chair, one in zip(table.chairs, kept.chairs, strict=False):  # empty ones go with a match that is given up
        chair.held = one.held
        chair.id, chair.name, chair.policy = one.id, one.name, one.policy
        chair.missed, chair.bank_ms, chair.dialect = one.missed, one.bank_ms, one.dialect
        chair.answered = one.answered
    table.newcomers = set(kept.newcomers)
    tell_who_is_here(table)
    table.stepping, table.forfeits = kept.stepping, set(kept.forfeits)
    table.match, table.hand, table.asked_before = kept.match, kept.hand, kept.asked_before
    table.level, table.began, table.last = kept.level, kept.began, kept.last
    table.shoe.secret, table.held, table.changes, table.rested = kept.secret, kept.held, dict(kept.changes), True
    table.hindsight.hands, table.hindsight.last = kept.hindsight[:], kept.shown
    counts = {chair.seat: one.frames for chair, one in zip(table.chairs, kept.chairs, strict=False)}
    table.voice.outbox.counts = {**counts, WATCHING: kept.frames}
    table.voice.outbox.pause(table.now, kept.shows_ms)
