"""The best and worst hands of kept names: found after a match by the process that makes replays, and kept.

They have only what a spectator saw. A match whose hands are not known yet, because the arena was closed or the process
was busy, is tried again when somebody reads the profile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from croupier.kernel.errors import BadInput

from ..replay.clerk import Busy
from ..replay.highlights import Picked
from ..replay.shelf import FORGOTTEN, Job
from ..replay.telling import OfTable, Permit, PickHands
from ..store import StoreError, Value
from ..tables.plan import Plan
from . import memory, players

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("croupier.arena")

MOST_LINES = 20_000
"""The most lines of a table that are read for the hands of one of its matches."""
MOST_WAITING = 1_000


class Highlights:
    """Looks for the best and worst hands of matches, one match after the other."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._waiting: dict[str, tuple[str, set[str]]] = {}
        """By match: its table, and the kept names that played in it."""
        self._working: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def soon(self, table: str, match: str, kept: Collection[str]) -> None:
        """Look for the hands of some players of a match, after those that wait already."""
        if len(self._waiting) < MOST_WAITING and not self._room.closing:
            self._waiting.setdefault(match, (table, set()))[1].update(kept)
            if self._working is None or self._working.done():
                self._working = self._room.loop.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            match = next(iter(self._waiting))
            table, kept = self._waiting[match]
            try:
                await self._look(table, match, kept)
            except (BadInput, Busy, StoreError) as error:
                log.info("The hands of %s were not found: %s", match, error)
            except Exception:
                log.exception("The hands of %s were not found", match)
            self._waiting.pop(match, None)

    async def _look(self, table: str, match: str, kept: set[str]) -> None:
        room = self._room
        await room.keeping.settled()
        if (await room.store.tables()).get(table, 0) > MOST_LINES:
            return
        plans = await room.store.values(memory.PLAYED + table)
        if memory.PLAYED + table not in plans:
            return
        job = Job(match, PickHands(match, tuple(sorted(kept))), Permit())
        told = await room.clerk.ask(job)
        if told == FORGOTTEN:
            plan = msgspec.json.decode(plans[memory.PLAYED + table], type=Plan)
            lines = [line.body for line in await room.store.read(table, 1)]
            told = await room.clerk.ask(job._replace(source=OfTable(plan, memory.number_of(match), lines)))
        found: dict[str, Picked] = told
        kept_still = {id for id in found if match in self._waiting and room.players.find(id)}
        await room.keep(
            *(Value(players.hands_key(id, match), msgspec.json.encode(found[id])) for id in sorted(kept_still))
        )

    def forget(self, result: memory.Result) -> None:
        """A match is void: take it out of the careers in which it is."""
        self._waiting.pop(result.match, None)
        task = self._room.loop.create_task(self._forget(result))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forget(self, result: memory.Result) -> None:
        room = self._room
        for id in result.ids:
            if room.players.find(id):
                career = await players.career_of(room.store, id)
                if entries := room.players.remove(result.match, id, career):
                    room.keep(*entries)

    def stop(self) -> None:
        """Stop the search."""
        self._waiting.clear()
        for task in (self._working, *self._tasks):
            if task is not None:
                task.cancel()
