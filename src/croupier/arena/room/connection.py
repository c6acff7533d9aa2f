"""The connection of one client. Frames are written at once, or wait in a bounded queue while the client does not read.

A client that does not read is disconnected when its queue is full, without an effect on other clients. A client that
sends too much is told to wait, and disconnected if it goes on. A connection without an accepted `hello` within some
seconds ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Protocol

from .pulse import Signs

MOST_WAITING = 1 << 20
"""Bytes that may wait for a client that does not read."""
BURST, PER_SECOND = 2000, 1000
"""The number of frames that a client may send at once, and per second in the long run."""
PATIENCE = 50
"""The number of frames in a row, refused for sending too many, after which the connection is closed."""
LONGEST_WAIT = 1.0
"""Seconds after which a frame counts as sent, read or not: a client cannot stop its clock by not reading."""

POLICY_VIOLATION, BROKEN, RESTARTING, TOO_SLOW, SILENT = 1008, 1011, 1012, 1013, 4005
"""The codes with which a connection is closed: the client broke a limit, the arena failed, the arena restarts, the
client did not read, the client was silent for too long."""

Gone = Callable[[], None]


class Outlet(Protocol):
    """Where frames are written to: a socket, or the mailbox of a client that polls."""

    writable: asyncio.Event

    @property
    def full(self) -> bool:
        """Whether the send buffer is full."""

    @property
    def gone(self) -> bool:
        """Whether nothing can be sent any more."""

    def write(self, frames: Iterable[bytes]) -> None:
        """Send texts."""

    def finish(self, code: int, reason: str) -> None:
        """Close after all that was written, with a code and a reason."""

    def hang_up(self) -> None:
        """Close at once."""


class Connection:
    """A socket with the frames that wait for it, and the rate limit of its client."""

    here: ClassVar[bool] = True
    """Whether the socket is one of this process, and not of another node."""

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
        self.pulse: Signs | None = None
        """The signs of life of a socket; None for a client that polls."""

    @property
    def silent(self) -> bool:
        """Whether nothing has come from the client for a while, though its connection has not ended."""
        return self.pulse is not None and self.pulse.silent

    @property
    def round_trip_ms(self) -> int:
        """The shortest round trip to the client; 0 if it is not known."""
        return self.pulse.round_trip_ms if self.pulse is not None else 0

    def send(self, frames: Sequence[bytes], sent: Gone | None = None) -> None:
        """Send frames, after all that wait. `sent` is called when they have gone out, or cannot go out any more.

        A client for which more than MOST_WAITING bytes wait is disconnected.
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
        """End the connection after all that was written; at once if frames wait because the client does not read."""
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
        """Count a frame from the client. Returns 0 if it is within the limit, else how many milliseconds to wait."""
        now = self._loop.time()
        self._allowance = min(float(BURST), self._allowance + (now - self._refilled) * PER_SECOND)
        self._refilled = now
        if self._allowance >= 1:
            self._allowance -= 1
            self.refused = 0
            return 0
        self.refused += 1
        return max(1, round((1 - self._allowance) / PER_SECOND * 1000))
