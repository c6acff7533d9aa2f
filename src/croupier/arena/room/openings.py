"""Openings: hidden cards that the host was shown. Each opening is a line of the table, and all of them are public."""

from __future__ import annotations

from typing import Any

from ..store import Line
from ..tables import lines
from ..tables.inputs import Opened
from .room import Room


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


async def of(room: Room, table: str) -> list[dict[str, Any]]:
    """All openings of a table, in order, each with its time in milliseconds since 1970."""
    kept = [lines.decode(line.body) for line in await room.store.read(table, 1)]
    return [{"what": line.what, "at": line.at} for line in kept if isinstance(line, lines.Opened)]
