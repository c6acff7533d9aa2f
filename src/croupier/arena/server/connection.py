"""One client: what it is sent waits here, in order and bounded, and is written once a tick.

A client that does not read is cut off before what waits for it grows large; nobody else notices. One that sends too
much is told to wait, and cut off if it goes on. A connection without an accepted `hello` within some seconds ends.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sockets import Socket

MOST_WAITING = 1 << 20
"""Bytes that may wait for a client that does not read."""
BURST, PER_SECOND = 2000, 1000
"""How many frames a client may send at once, and in the long run."""
PATIENCE = 50
"""After so many refused frames in a row for sending too many, the connection is closed."""

POLICY_VIOLATION, TOO_SLOW = 1008, 1013
"""Codes of closing: broke a limit, did not read."""


class Connection:
    """A socket with what waits for it, and how much it has sent."""

    def __init__(self, id: str, socket: Socket, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.id, self.address = id, address
        self._socket, self._loop = socket, loop
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._flushing = False
        self._allowance, self._refilled = float(BURST), loop.time()
        self.refused = 0
        """Frames refused in a row because there were too many."""

    def send(self, frame: bytes) -> bool:
        """Put a frame at the end of what waits; False if the client has not read for too long and is cut off."""
        self._waiting.append(frame)
        self._bytes += len(frame)
        if self._bytes > MOST_WAITING:
            self._waiting.clear()
            self._socket.hang_up()
            return False
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Write all that waits, unless the other side is behind: then when it has caught up."""
        self._flushing = False
        if not self._waiting:
            return
        if self._socket.full:
            self._flushing = True
            task = self._loop.create_task(self._flush_later())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            return
        frames, self._waiting, self._bytes = self._waiting, deque(), 0
        self._socket.write(frames)

    async def _flush_later(self) -> None:
        await self._socket.writable.wait()
        self._flush()

    def may_send(self) -> int:
        """Count a frame from the client; 0 if it may, else how many milliseconds it should wait."""
        now = self._loop.time()
        self._allowance = min(float(BURST), self._allowance + (now - self._refilled) * PER_SECOND)
        self._refilled = now
        if self._allowance >= 1:
            self._allowance -= 1
            self.refused = 0
            return 0
        self.refused += 1
        return max(1, round((1 - self._allowance) / PER_SECOND * 1000))
