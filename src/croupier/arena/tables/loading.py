"""A table made from a snapshot, which stands for all lines before it."""

from __future__ import annotations

import zlib

import msgspec

from croupier.kernel.contract.game import State

from . import steps
from .lines import Snapshot
from .news import Loaded, Tell
from .table import Table


def follow(table: Table, kept: Snapshot, tell: Tell) -> None:
    """Be as a snapshot tells: a table that has followed all lines before it is so already."""
    here = table.match, table.hand, table.shoe.secret, table.state is not None
    if here != (kept.match, kept.hand, kept.secret, bool(kept.state)):
        load(table, kept, tell)
    table.is_kept = True


def load(table: Table, kept: Snapshot, tell: Tell) -> None:
    """Be as a snapshot tells."""
    table.state = State.from_bytes(table.game, zlib.decompress(kept.state)) if kept.state else None
    if kept.options is not None:
        steps.replan(table, msgspec.structs.replace(table.plan, seats=kept.seats, options=kept.options), tell)
    for chair, one in zip(table.chairs, kept.chairs, strict=False):  # empty ones go with a match that is given up
        chair.held = one.held
        chair.id, chair.name, chair.policy = one.id, one.name, one.policy
        chair.missed, chair.bank_ms, chair.dialect = one.missed, one.bank_ms, one.dialect
        chair.answered = one.answered
    table.newcomers = set(kept.newcomers)
    table.stepping, table.forfeits = kept.stepping, set(kept.forfeits)
    table.match, table.hand, table.asked_before = kept.match, kept.hand, kept.asked_before
    table.level, table.began, table.last = kept.level, kept.began, kept.last
    table.held, table.changes, table.rested, table.unshuffled = kept.held, dict(kept.changes), True, None
    table.shoe.prepare(kept.secret)
    table.hindsight.hands, table.hindsight.last = kept.hindsight[:], kept.shown
    tell(Loaded(kept))
