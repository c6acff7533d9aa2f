"""Slow minds in an arena without sockets or threads, for tests with virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from croupier.arena.events.events import Events, open_room
from croupier.arena.room.offers import Offer
from croupier.arena.server.api import Problem
from croupier.arena.server.crowd import Crowd
from croupier.arena.server.polling import Act, Join, Polling
from croupier.arena.server.settings import Limits
from croupier.arena.shuffle import Secrets, new_secret

from .memory_store import MemoryStore
from .virtual import PEPPER, InlineHouse, at_once

Json = dict[str, Any]


class Door:
    """Lets any number of slow minds into a room."""

    def __init__(self, events: Events, **limits: Any) -> None:
        self.events, self.room = events, events.room
        self.polling = Polling(self.room, Crowd(self.room, Limits(**limits)))

    async def join(self, team: str, code: str = "CODE", token: str = "", **more: Any) -> SlowMind:
        joined = await self.polling.sit_down(Join(team, code, **more), token, "test")
        return SlowMind(self, joined["token"], joined["tables"])


class SlowMind:
    """A slow mind: its token, and the requests that it can make."""

    def __init__(self, door: Door, token: str, tables: list[Json]) -> None:
        self.door, self.token, self.tables = door, token, tables

    @property
    def seats(self) -> list[Any]:
        return self.door.polling.bearer(self.token, "test").seats

    async def wait(self, after: int = 0, hold_s: float = 25.0, words: Any = "brief") -> Json:
        polling = self.door.polling
        return await polling.poll(polling.bearer(self.token, "test"), "test", after, hold_s, words)

    async def act(self, act_id: int | None, action: str, **more: Any) -> Json:
        polling = self.door.polling
        given = Act(action=action, act_id=act_id, **more)
        return await polling.play(polling.bearer(self.token, "test"), "test", given)

    async def refused(self, act_id: int | None, action: str, **more: Any) -> str:
        """The code of the refusal of an answer."""
        try:
            await self.act(act_id, action, **more)
        except Problem as problem:
            return str(problem.body["code"])
        return ""

    async def passes(self, told: Json, **more: Any) -> Json:
        """Check or call."""
        legal = told["act"]["legal"]
        action = next(word for word in ("CHECK", "CALL", "FOLD") if word in legal)
        return await self.act(told["act_id"], action, table=told["table_id"], **more)


@asynccontextmanager
async def door(
    *offers: Offer, store: MemoryStore | None = None, secrets: Secrets = new_secret, **limits: Any
) -> AsyncIterator[Door]:
    """The door of an arena with a store in memory; by default it offers a table of two."""
    events = await open_room(store or MemoryStore(), PEPPER, InlineHouse(), at_once, secrets=secrets)
    room = events.room
    for offer in offers or (two(),):
        room.offer(offer)
    try:
        yield Door(events, **limits)
    finally:
        room.closing = True
        for desk in room.desks.values():
            desk.stop()
        for hosted in room.tables.values():
            hosted.stop()
        if room._ticking is not None:
            room._ticking.cancel()


def two(**more: Any) -> Offer:
    """A table of two."""
    return Offer(**{"id": "T-1", "game": "holdem", "code": "CODE", "seats": 2, **more})


async def asked(*minds: SlowMind) -> tuple[SlowMind, Json]:
    """The slow mind that is asked, and its question."""
    while True:
        for mind in minds:
            told = await mind.wait(hold_s=0)
            if told["type"] == "act":
                return mind, told
        await asyncio.sleep(0)
