"""Deletes old data: what a table kept for records is deleted when all its matches are older than a number of days.

So are the best and worst hands of players in these matches, and what became of private tables that were taken down
before. A table that stands keeps what it needs to go on from
its last boundary. Accounts, names, careers and events are never pruned.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from ..store import Entry, Prune, StoreError, Value
from ..tables import lines
from . import memory
from .memory import ENDED, HANDS, PLAYED, RESULT, EndedTable, Result

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("croupier.arena")

DAY_SECONDS = 86_400


async def prune(room: Room, before_ms: int) -> list[str]:
    """Delete what was played before a time (milliseconds since 1970). Returns the tables that were pruned."""
    kept = await room.store.tables()
    results: dict[str, dict[str, int]] = defaultdict(dict)
    for key, body in (await room.store.values(RESULT)).items():
        table = key.removeprefix(RESULT).rpartition("/")[0]
        results[table][key] = msgspec.json.decode(body, type=Result).at
    pruned = []
    for table in kept:
        newest = max(results[table].values(), default=0) if table in results else await _last_heard_of(room, table)
        if table.startswith(":") or newest >= before_ms or (table in room.tables and table not in results):
            continue
        entries: list[Entry] = [Prune(table), *(Value(key, None) for key in results.get(table, ()))]
        if table not in room.tables:
            entries.append(Value(PLAYED + table, None))
        await room.keep(*entries)
        pruned.append(table)
    gone = [key for key in await room.store.values(HANDS) if key.rpartition("/")[2].rpartition("-M")[0] in pruned]
    if gone:
        await room.keep(*(Value(key, None) for key in gone))
    ended = await room.store.values(ENDED)
    old = [key for key, body in ended.items() if msgspec.json.decode(body, type=EndedTable).at < before_ms]
    if old:
        await room.keep(*(Value(key, None) for key in old))
    return pruned


async def _last_heard_of(room: Room, table: str) -> int:
    """The time of the last line of a table that has no results."""
    if table == memory.ACCOUNTS or table in room.tables:
        return 0
    found = [lines.decode(line.body) for line in await room.store.read(table)]
    return max((getattr(line, "at", 0) for line in found), default=0)


async def prune_daily(room: Room, days: int) -> None:
    """Prune now, and once a day."""
    while not room.closing:
        try:
            pruned = await prune(room, room.wall() - days * DAY_SECONDS * 1000)
            if pruned:
                log.warning("Pruned %d tables whose matches are older than %d days", len(pruned), days)
        except StoreError as error:
            log.error("Nothing more is pruned today: %s", error)
        await asyncio.sleep(DAY_SECONDS)
