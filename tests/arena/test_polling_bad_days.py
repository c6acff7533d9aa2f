"""Slow minds on the store's bad days: a poll goes on where the table does, and is told no end that was not kept."""

from __future__ import annotations

import asyncio

import pytest

from croupier.arena.events.event import Event
from croupier.arena.room import memory
from croupier.arena.server.api import Problem
from croupier.arena.store import Entry, Lease, Line, StoreError

from .loops import with_stopped_clock
from .memory_store import MemoryStore
from .slow import Json, SlowMind, asked, door, two

CUP = Event(id="cup", kind="robin", code="CUP1", deals=1, least=2, practice="", options={"hands": 1})
HOLD = 25.0


class Loses(MemoryStore):
    """A store that fails once, at the line of an event that is called so; it takes a second to notice, and what comes
    after that waits for it."""

    def __init__(self, line: str) -> None:
        super().__init__()
        self._line = f'"line":"{line}"'.encode()
        self._refused: asyncio.Future[None] | None = None

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        if self._refused is None and any(isinstance(one, Line) and self._line in one.body for one in entries):
            self._refused = loop.create_future()
            loop.call_later(1, self._refused.set_exception, StoreError("The disk is full."))
            return self._refused
        if self._refused is None or self._refused.done():
            return super().append(*entries, lease=lease)
        return loop.create_task(self._append_later(self._refused, *entries, lease=lease))

    async def _append_later(self, before: asyncio.Future[None], *entries: Entry, lease: Lease | None) -> None:
        await asyncio.wait([before])
        await super().append(*entries, lease=lease)


async def plays(mind: SlowMind) -> list[float]:
    """Play until everything is over, as a client that waits where it is told to; how long each poll took."""
    clock, took = asyncio.get_running_loop().time, list[float]()

    async def waited() -> Json:
        began = clock()
        try:
            return await mind.wait(hold_s=HOLD)
        finally:
            took.append(clock() - began)

    while True:
        try:
            told = await waited()
            if told["type"] == "over":
                return took
            if told["type"] == "act":
                await mind.passes(told)
        except (Problem, StoreError) as error:
            assert isinstance(error, StoreError) or error.body["code"] in ("CANNOT_KEEP", "SEAT_LOST")
            await asyncio.sleep(1)


@with_stopped_clock
async def test_a_poll_comes_back_to_a_match_of_an_event_whose_end_was_not_kept() -> None:
    async with door(store=Loses("played")) as open_door:
        desk = open_door.events.open(CUP)
        minds = [await open_door.join(team, "CUP1") for team in ("Alpha", "Beta")]
        took = await asyncio.gather(*map(plays, minds))
        assert desk.book.over is not None and len(desk.book.fixtures[1].played) == 1
        assert max(map(max, took)) < HOLD, "nobody has waited in vain, while its time ran"


@with_stopped_clock
async def test_nobody_is_told_that_an_event_is_over_before_that_is_kept() -> None:
    async with door(store=Loses("closed")) as open_door:
        desk = open_door.events.open(CUP)
        minds = [await open_door.join(team, "CUP1") for team in ("Alpha", "Beta")]
        over = [asyncio.create_task(plays(mind)) for mind in minds]
        await asyncio.wait(over, return_when=asyncio.FIRST_COMPLETED)
        assert desk.book.over is not None and not open_door.room.keeping.failing
        assert any(b'"line":"closed"' in line.body for line in await open_door.room.store.read(memory.EVENT + "cup", 1))
        await asyncio.gather(*over)


class Unreadable(MemoryStore):
    """A store that cannot be read for a while."""

    broken = False

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        if self.broken:
            raise StoreError("The store could not read.")
        return await super().read(table, first)


@with_stopped_clock
async def test_a_seat_whose_past_cannot_be_read_is_taken_up_when_it_can_be() -> None:
    store = Unreadable()
    async with door(two(move_time_ms=600_000), store=store) as open_door:
        mind, before = await asked(await open_door.join("Alpha"), await open_door.join("Beta"))
        for seat in list(mind.seats):
            seat.leave()
        open_door.room.tables["T-1"].session.narrators.anew(before["act"]["seat"])
        store.broken = True
        with pytest.raises(StoreError):
            await mind.wait()
        store.broken = False
        assert (await mind.wait(hold_s=1))["act_id"] == before["act_id"]
