"""Who may read what of a match: hidden cards that the host is shown, cards that others have yet to play, thoughts.

An opening is a line of its table: the host was shown hidden cards. All openings are public.
"""

from __future__ import annotations

from typing import Any

from croupier.kernel.errors import BadInput

from ..store import Line
from ..tables import lines
from ..tables.inputs import Opened
from ..tables.plan import Plan
from .listing import results
from .memory import number_of
from .room import Room


class NoGodView(BadInput):
    """The table has no god view, so its host is never shown hidden cards."""


class TooEarly(BadInput):
    """The god view of the table does not show these hands yet."""


async def open_cards(room: Room, plan: Plan, match: str, what: str) -> None:
    """Let the host see every card of a match: NoGodView unless its table has announced a god view, TooEarly before that
    would show them.

    Everybody is told, once for each match, form of it (`what`), and run of the arena. StoreError if that is not kept.
    """
    if not plan.god_view:
        raise NoGodView(f"Table {plan.id} has no god view: every `welcome` has said so.")
    hosted = room.tables.get(plan.id)
    if hosted is not None and hosted.table.hindsight.waits(number_of(match)):
        raise TooEarly(f"The last hand of {match} is to be {plan.god_view} hands old.")
    told = f"the {what} of {match} with every card"
    if told not in room.opened:
        await note(room, plan.id, told)
        room.opened.add(told)


async def note(room: Room, table: str, what: str) -> None:
    """Keep an opening, and tell everybody at the table, before the host is shown the cards. StoreError if it cannot be
    kept: then the host is shown nothing."""
    hosted = room.tables.get(table)
    if hosted is not None and not hosted.broken:
        hosted.put(Opened(what))
        await room.keeping.settled()
    else:
        last = (await room.store.tables()).get(table, 0)
        await room.append([Line(table, last + 1, lines.encode(lines.Opened(what, room.wall())))])


async def openings_of(room: Room, table: str) -> list[dict[str, Any]]:
    """All openings of a table, in order, each with its time in milliseconds since 1970."""
    kept = [lines.decode(line.body) for line in await room.store.read(table, 1)]
    return [{"what": line.what, "at": line.at} for line in kept if isinstance(line, lines.Opened)]


async def is_withheld(room: Room, plan: Plan, match: str) -> bool:
    """Whether nobody may read a match yet, as its cards are played at other tables, too: until all of them have played,
    it has no result."""
    return plan.closed and not await _has_ended(room, plan, match)


async def thoughts_for(room: Room, plan: Plan, match: str, token: str) -> str | None:
    """Whose thoughts in a match the bearer of a token may read: None for everybody's, when it is over and its table
    allows that; otherwise the id of the player itself, "" if the token proves none."""
    if plan.open_thoughts and await _has_ended(room, plan, match):
        return None
    return room.player(plan.id, token)


async def _has_ended(room: Room, plan: Plan, match: str) -> bool:
    return any(one.match == match for one in await results(room, plan.id))
