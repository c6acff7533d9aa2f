"""Restores a table that cannot go on in the middle of a hand: it goes on at its last boundary, in a new leg.

The reason is either that the rules have changed since the table was kept, so that its moves may mean something else; or
that the key is lost with which its cards are sealed. A hand in play is given up: its secret is not used again, and the
next hand has another number. Between two hands none is given up, and the next hand has the next number.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from croupier.kernel.language.records import from_dict
from croupier.kernel.vocabulary.turns import HOUSE

from . import lines
from .decide import began
from .effects import Effect
from .follow import follow
from .run import keep, settle
from .session import Session
from .snapshots import boundary, snapshot_of
from .tell import tell

OPEN = (lines.Sat, lines.Spoke, lines.Noted, lines.Begun)
"""Lines without cards: they have the same meaning without the key and under other rules."""


def renew(session: Session, kept: Sequence[lines.Lines], last: int, now: int, *, anew: bool = False) -> list[Effect]:
    """Bring a fresh table to the last boundary of its lines, and go on from there by the current rules.

    BadInput if its match cannot be read, or cannot go on in a new leg. With `anew` the match is given up, and
    another begins between the same players.
    """
    session.line, session.now = last, now
    table, told = session.table, partial(tell, session)
    snapshot, known = last_of(kept)
    follow(table, _given_up(snapshot or snapshot_of(session), kept, anew), told)
    for line in kept:
        if isinstance(line, OPEN):
            follow(table, line, told)
    config: Any = None
    if table.state is not None:
        config = table.game.carry_over(table.state)
    elif known is not None and known.config and not anew:
        config = from_dict(table.game.Config, msgspec.msgpack.decode(zlib.decompress(known.config)))
    match = table.state
    keep(session, lines.Shuffle(session.secrets()))
    if match is not None and table.state is None:  # the host had ended it with the hand that is given up
        return settle(session)
    for written in boundary(session):
        keep(session, written)
    if config is not None:
        keep(session, began(session, config, leg=True, level=table.level))
    return settle(session)


def _given_up(snapshot: lines.Snapshot, kept: Sequence[lines.Lines], anew: bool) -> lines.Snapshot:
    """The snapshot without what cannot be used any more: the number of a hand that has begun since stays used,
    and hands that were played by other rules are not shown in the god view."""
    hand = snapshot.hand + any(map(_begins_a_hand, kept))
    state = b"" if anew else snapshot.state
    return msgspec.structs.replace(snapshot, hand=hand, state=state, hindsight=[], shown=None)


def _begins_a_hand(line: lines.Lines) -> bool:
    """Whether a hand begins with a line. The line of a match may be sealed; its number never is."""
    return isinstance(line, lines.Began | lines.Begun) or (isinstance(line, lines.Made) and line.actor == HOUSE)


def last_of(kept: Sequence[lines.Lines]) -> tuple[lines.Snapshot | None, lines.Boundary | None]:
    """The last snapshot and None; or, if it cannot be read, its public part and the boundary line that has it."""
    for line in reversed(kept):
        if isinstance(line, lines.Snapshot):
            return line, None
    known = next((line for line in reversed(kept) if isinstance(line, lines.Boundary)), None)
    return (known.table if known else None), known


def was_playing(kept: Sequence[lines.Lines]) -> int:
    """The number of the match that was being played where the lines end; 0 if none was."""
    snapshot, known = last_of(kept)
    playing = bool(snapshot and snapshot.state) or bool(known and known.playing)
    before = snapshot.match if snapshot and playing else 0
    return next((line.match for line in reversed(kept) if isinstance(line, lines.Begun)), before)
