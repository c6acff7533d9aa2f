"""How an arena closes: no further hand begins, everybody is told when to come back, and hands are played to their end.

A hand that is interrupted goes on after the restart, card for card; but its players would have to wait for that.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.kernel.showing.wire import body
from croupier.kernel.showing.wire.messages import CLOSING, Notice

from ..store import StoreError
from ..tables.inputs import Closing
from .connection import RESTARTING

if TYPE_CHECKING:
    from .hosted import Hosted
    from .room import Room

COME_BACK_MS = 5_000
"""The time after which a restarted arena should be back."""
GOODBYE = f"The arena closes; come back in {COME_BACK_MS // 1000} s."


class Rest:
    """Whether an arena is about to close, and which hands it still waits for."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.begun = False
        self.come_back_ms = COME_BACK_MS
        """When clients should come back."""
        self._awaited: set[str] = set()
        self._nothing_played = asyncio.Event()

    def begin(self) -> None:
        """Let no hand begin from now on, and tell everybody."""
        self.begun = True
        for connection in self._room.connections.values():
            connection.send((self.notice(),))
        tables = [hosted for hosted in self._room.tables.values() if not hosted.broken]
        self._awaited = {hosted.id for hosted in tables if hosted.played}
        for hosted in tables:
            hosted.put(Closing())
        self._look()

    @property
    def awaited(self) -> int:
        """The number of tables that play a hand with a connected client."""
        return len(self._awaited)

    def look(self, hosted: Hosted) -> None:
        """Check a table after a change: its hand may be over, or all clients may have left."""
        if hosted.broken or not hosted.played or hosted.id not in self._room.tables:
            self._awaited.discard(hosted.id)
            self._look()

    def _look(self) -> None:
        if not self._awaited:
            self._nothing_played.set()

    async def over(self) -> None:
        """Wait until no hand with a connected client is being played."""
        await self._nothing_played.wait()
        with suppress(StoreError):
            await self._room.keeping.settled()  # the last frames wait for their lines

    async def say_goodbye(self) -> None:
        """End all connections, and tell them when to come back."""
        for connection in list(self._room.connections.values()):
            connection.close(RESTARTING, GOODBYE)
        await asyncio.sleep(0)  # what waits is written in this tick, the goodbye after it

    def notice(self) -> bytes:
        """What everybody is told when an arena is about to close."""
        return body(Notice(code=CLOSING, msg=GOODBYE, retry_after_ms=self.come_back_ms))
