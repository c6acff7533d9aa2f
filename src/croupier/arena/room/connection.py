"""One client: what it is sent is written at once; while it does not read, it waits here, in order and bounded.

A client that does not read is cut off before what waits for it grows large; nobody else notices. One that sends too
much is told to wait, and cut off if it goes on. A connection without an accepted `hello` within some seconds ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from .pulse import Pulse

MOST_WAITING = 1 << 20
"""Bytes that may wait for a client that does not read."""
BURST, PER_SECOND = 2000, 1000
"""How many frames a client may send at once, and in the long run."""
PATIENCE = 50
"""After so many refused frames in a row for sending too many, the connection is closed."""
LONGEST_WAIT = 1.0
"""After so many seconds a frame counts as sent, read or not: nobody stops a clock by not reading."""

POLICY_VIOLATION, BROKEN, RESTARTING, TOO_SLOW, SILENT = 1008, 1011, 1012, 1013, 4005
"""Codes of closing: broke a limit, something of ours broke, the arena closes to be there again, did not read, was
silent for too long."""

Gone = Callable[[], None]


class Outlet(Protocol):
    """Where what is sent goes: a socket, or the mailbox of somebody who polls."""

    writable: asyncio.Event

    @property
    def full(self) -> bool:
        """Whether what is written would only pile up for now."""

    @property
    def gone(self) -> bool:
        """Whether nothing can be sent any more."""

    def write(self, frames: Iterable[bytes]) -> None:
        """Send texts."""

    def finish(self, code: int, reason: str) -> None:
        """Close in order, and say why."""

    def hang_up(self) -> None:
        """Close at once."""


class Connection:
    """A socket with what waits for it, and how much it has sent."""

    def __init__(self, id: str, socket: Outlet, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.id, self.address = id, address
        self._socket, self._loop = socket, loop
        self._waiting: list[bytes] = []
        self._receipts: list[Gone] = []
        self._bytes = 0
        self._closing = False
        self._allowance, self._refilled = float(BURST), loop.time()
        self.refused = 0
        """Frames refused in a row because there were too many."""
        self.pulse: Pulse | None = None
        """The pings of a socket; somebody who polls has none."""

    @property
    def silent(self) -> bool:
        """Whether nothing comes from the client any more, though its connection has not ended."""
        return self.pulse is not None and self.pulse.silent

    @property
    def round_trip_ms(self) -> int:
        """The shortest way to the client and back; 0 if it is not known."""
        return self.pulse.round_trip_ms if self.pulse is not None else 0

    def send(self, frames: Sequence[bytes], sent: Gone | None = None) -> None:
        """Send frames, after all that waits; `sent` is called when they have gone out, or never can.

        A client that has not read for too long is cut off.
        """
        if sent is not None:
            self._receipts.append(sent)
        if not self._closing and (self._waiting or self._socket.full):
            if sent is not None:
                self._loop.call_later(LONGEST_WAIT, self._give_receipts)
            return self._wait(frames)
        if not self._closing:
            self._socket.write(frames)
        self._give_receipts()

    def close(self, code: int, reason: str) -> None:
        """End the connection when all is written; if the other side is behind even now, at once."""
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._finish, code, reason)

    def _finish(self, code: int, reason: str) -> None:
        if self._waiting:
            self._socket.hang_up()
        else:
            self._socket.finish(code, reason)
        self._give_receipts()

    def _wait(self, frames: Sequence[bytes]) -> None:
        """Keep frames until the other side has caught up."""
        if not self._waiting:
            self._loop.create_task(self._catch_up())
        self._waiting += frames
        self._bytes += sum(map(len, frames))
        if self._bytes > MOST_WAITING:
            self._closing = True
            self._waiting.clear()
            self._socket.hang_up()

    async def _catch_up(self) -> None:
        await self._socket.writable.wait()
        frames, self._waiting, self._bytes = self._waiting, [], 0
        if frames:
            self._socket.write(frames)
        self._give_receipts()

    def _give_receipts(self) -> None:
        while self._receipts:
            self._receipts.pop(0)()

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
