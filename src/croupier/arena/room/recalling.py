"""Rebuilds a room from its store: after a restart all of it, after a failed write the parts that were not kept.

    kept = await read(room)             the contents of the store, with the lines of accounts, events and tables
    recall(room, kept)                  accounts, names, offers and events, as they were kept; nothing is appended
    stand(room, kept, stopped)          the tables whose lines were read, each as it was, to the card and to the second

Between `read` and `recall` nothing may be appended, as it would be lost from memory. A table of which no line was lost
stays, with its connections.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.kernel.errors import BadInput

from ..door import Claim
from ..identity import new_code
from ..store import Entry, Line, Value
from ..tables import lines as table_lines
from ..tables.effects import Effect
from ..tables.renewal import renew, was_playing
from ..tables.run import restore
from ..tables.session import Session
from . import memory
from .hosted import Hosted
from .past import Past
from .players import Players
from .queue import QueueDesk
from .ratings import Ratings

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("croupier.arena")

READ_AHEAD = 100
"""The number of tables that are read at once."""


class Kept(NamedTuple):
    """What a store holds of a room."""

    tables: dict[str, int]
    """Everything that has lines, with the number of its last one."""
    values: dict[str, bytes]
    lines: dict[str, list[Line]]
    """The lines, from the last snapshot on, of the accounts, of events, and of tables that are to be rebuilt."""

    def standing(self) -> list[memory.Standing]:
        """The tables that stand."""
        found = (body for key, body in self.values.items() if key.startswith(memory.TABLE))
        return [msgspec.json.decode(body, type=memory.Standing) for body in found]

    def offers(self, id: str) -> bool:
        """Whether there is an offer, or an event, with that id."""
        return memory.OFFER + id in self.values or memory.EVENT + id in self.tables


async def read(room: Room, lost: Container[str] = ()) -> Kept:
    """What the store holds, with the lines of tables that are not in memory, or of which lines were lost."""
    kept = Kept(await room.store.tables(), await room.store.values(), {})
    sound = {id for id, hosted in room.tables.items() if not hosted.lost and id not in lost}
    again = [one.plan.id for one in kept.standing() if one.plan.id not in sound or not kept.offers(one.offer)]
    wanted = [name for name in kept.tables if name.startswith(memory.NO_TABLE)] + again
    for first in range(0, len(wanted), READ_AHEAD):
        some = wanted[first : first + READ_AHEAD]
        kept.lines.update(zip(some, await asyncio.gather(*map(room.store.read, some)), strict=True))
    return kept


def recall(room: Room, kept: Kept) -> None:
    """Replace everything in the room, except its tables, by what was kept."""
    values = kept.values
    room.names = set(kept.tables)
    for id in kept.tables:
        name, _, number = id.rpartition("-")
        if number.isdecimal():
            room.numbers[name] = max(room.numbers[name], int(number))
    last = kept.tables.get(memory.ACCOUNTS, 0)
    room.bank.recall(kept.lines.get(memory.ACCOUNTS, ()), last, memory.hands_in(values))
    if room.lost_key:
        _forget_proofs(room, values)
    room.past, room.ratings, room.players = (
        Past(values),
        Ratings(values, room.pepper),
        Players(values, room.pepper),
    )
    room.host = values.get(memory.HOST, b"").decode()
    room.claims = {}
    for key, body in values.items():
        if key.startswith(memory.CLAIM):
            offer = key.removeprefix(memory.CLAIM).rpartition("/")[0]
            room.claims.setdefault(offer, []).append(msgspec.json.decode(body, type=Claim))
    _recall_offers(room, values)
    if room.recall_events is not None:
        room.recall_events(room, kept)


def _recall_offers(room: Room, values: dict[str, bytes]) -> None:
    offers = {offer.id: offer for offer in memory.offers_in(values)}
    for id, desk in list(room.desks.items()):
        if not desk.decides and id not in offers:
            room.drop_desk(desk)
    for id, offer in offers.items():
        known, claims = room.desks.get(id), room.claims.get(id, [])
        if not offer.code and not offer.roster:  # its code is sealed with a key that is lost
            offer = msgspec.structs.replace(offer, code=known.offer.code if known else new_code())
        if known is not None and known.decides:
            continue
        if known is not None and memory.of_offer(known.offer)[0] != memory.of_offer(offer)[0]:
            room.drop_desk(known)
            room.claims[id] = claims  # names still belong to their teams
            known = None
        if known is None:
            room.add_offer(offer)
        else:
            known.recall(offer, claims)
            room.add_desk(known)


def _forget_proofs(room: Room, values: dict[str, bytes]) -> None:
    """Drop all claims to names, and the host's token: their proofs can no longer be checked."""
    gone = [key for key in values if key.startswith((memory.CLAIM, memory.PLAYER)) or key == memory.HOST]
    for key in gone:
        del values[key]
    if gone:
        room.keep(*(Value(key, None) for key in gone))
    room.notes.append(
        "The key to the cards is lost: tables go on from their last boundary, with new shuffles. Tokens prove "
        "nothing any more: a name belongs to the first client that uses it, and codes that the config does not name "
        "are new, as is the host's token."
    )


def stand(room: Room, kept: Kept, stopped: int) -> None:
    """Rebuild the tables whose lines were read, and drop tables that were never kept. `stopped` is the time up to which
    the arena is known to have run (milliseconds since 1970)."""
    standing = {one.plan.id: one for one in kept.standing()}
    for id, hosted in list(room.tables.items()):
        if id not in standing or hosted.offer not in room.desks:
            del room.tables[id]
            hosted.lose()
    room.withdrawn = {id: again for id, again in room.withdrawn.items() if id in standing}
    for id, one in standing.items():
        if id in kept.lines:
            again = partial(stand_again, room, one, kept.lines[id], kept.tables.get(id, 0), stopped)
            if one.offer in room.desks:
                again()
            else:
                room.withdrawn[id] = again


class Reopened(NamedTuple):
    """A table that was rebuilt, and the effects with which it goes on."""

    session: Session
    effects: list[Effect]
    note: str = ""
    """A note for people, if the table is not exactly as it was."""
    void: str = ""
    """The match that became void, if any."""


def reopen(room: Room, standing: memory.Standing, kept: list[Line], last: int, stopped: int) -> Reopened:
    """Rebuild a table from its lines. `stopped` is the time up to which the arena is known to have run."""
    session = room.session(standing.plan)
    table = session.table
    read = [table_lines.decode(line.body) for line in kept]
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


def stand_again(room: Room, standing: memory.Standing, lines: list[Line], last: int, stopped: int) -> None:
    """Rebuild a table. If that is not possible, note it, and put the table out of order."""
    if before := room.tables.get(standing.plan.id):
        before.lose()
    try:
        reopened = reopen(room, standing, lines, last, stopped)
    except Exception as error:
        log.exception("Table %s could not be made again", standing.plan.id)
        _note(room, standing, f"Table {standing.plan.id} could not be made again: {error}")
        _put_out_of_order(room, standing, f"it could not be made again: {error}")
        return
    hosted = Hosted(room, reopened.session, standing.offer)
    room.tables[hosted.id] = hosted
    hosted.note = reopened.note
    also: list[Entry] = []
    if reopened.note:
        _note(room, standing, f"Table {hosted.id}: {reopened.note}")
        log.warning("Table %s: %s", hosted.id, reopened.note)
        also.append(room.standing(hosted))
        if reopened.void:
            also += room.bank.give_back(reopened.void)
    hosted.do(reopened.effects, also)
    desk = room.desks[hosted.offer]
    desk.stands_again(hosted)
    if reopened.void and isinstance(desk, QueueDesk):
        room.take_down(hosted)  # both players have their stakes back, and may queue again


def _note(room: Room, standing: memory.Standing, note: str) -> None:
    """Add a public note; not for an unlisted table, as anybody who knows its name could watch it."""
    if not standing.plan.unlisted:
        room.notes.append(note)


def _put_out_of_order(room: Room, standing: memory.Standing, why: str) -> None:
    """Put a table out of order, so that its lines are not overwritten."""
    if standing.offer in room.desks:
        hosted = Hosted(room, room.session(standing.plan), standing.offer)
        hosted.broken = why
        room.tables[hosted.id] = hosted
