"""Deletes old data: the records of a table, once all its matches are older than a number of days.

So are the best and worst hands of players in these matches, and the notes on private tables that were taken down before
then. A table that stands keeps the lines that it needs to go on from its last boundary. Accounts, names, careers and
events are never pruned.
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
        if table.startswith(memory.NO_TABLE):
            continue
        of_table = results.get(table)
        if not (max(of_table.values()) < before_ms if of_table else await _is_old(room, table, before_ms)):
            continue
        entries: list[Entry] = [Prune(table), *(Value(key, None) for key in of_table or ())]
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


async def _is_old(room: Room, table: str, before_ms: int) -> bool:
    """Whether a table without results stands no more, has lines that can be deleted, and has had no line since."""
    if table in room.tables:
        return False
    kept, needed = await room.store.read(table, 1), await room.store.read(table)
    times = [getattr(lines.decode(line.body), "at", 0) for line in needed]
    return len(kept) > len(needed) and max(times) < before_ms


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
