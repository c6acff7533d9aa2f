"""Whether a client can still be heard: pings go out, and whatever comes back is a sign of life.

    every PING_SECONDS a ping goes out
    SILENT_AFTER seconds without a sign of life: the connection is silent. It is shown as no connection, and a client
    that can prove the name takes its place at once
    CLOSED_AFTER seconds: a silent connection that owes no decision is closed

A client that thinks inside its own event loop is silent too: so silence alone ends nothing while a decision is owed. A
machine that has vanished is noticed sooner by the kernel, which gets no acknowledgement (`sockets.Socket`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PING_SECONDS, SILENT_AFTER, CLOSED_AFTER = 5.0, 10.0, 60.0
FEWEST_PONGS = 3
"""After as many pongs the shortest round trip is taken for what the line needs, …"""
MOST_ROUND_TRIP_MS = 50
"""… and for no more than this."""


class Pulse:
    """The pings of one connection, and when something came from it last."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        ping: Callable[[bytes], None],
        tell: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        """`ping` sends one, with what its pong will repeat. `tell` is called when the connection is silent, again from
        ping to ping, and when it is no longer. `close` is asked to end one that has been silent for too long, again
        from ping to ping as long as it does not."""
        self._loop, self._ping, self._tell, self._close = loop, ping, tell, close
        self.silent = False
        self._pings, self._awaited = 0, b""
        """How many pings went out, and what the pong to the last one repeats, until it has come."""
        self._pongs, self._shortest = 0, float("inf")
        self._heard = self._pinged = loop.time()
        self._due = self._pinged + PING_SECONDS
        self._timer: asyncio.Handle = loop.call_at(self._due, self._tick)

    def hear(self) -> None:
        """Something has come."""
        self._heard = self._loop.time()
        if self.silent:
            self.silent = False
            self._tell()

    def hear_pong(self, payload: bytes) -> None:
        """A pong has come; the one to the last ping tells how long the way there and back is."""
        if payload and payload == self._awaited:
            self._awaited = b""
            self._pongs += 1
            self._shortest = min(self._shortest, self._loop.time() - self._pinged)

    @property
    def round_trip_ms(self) -> int:
        """The shortest way there and back so far, in whole milliseconds; 0 while too few are known."""
        return min(int(self._shortest * 1000), MOST_ROUND_TRIP_MS) if self._pongs >= FEWEST_PONGS else 0

    def stop(self) -> None:
        """The connection has ended."""
        self._timer.cancel()

    def _tick(self) -> None:
        """Ping, and see how long nothing has come. Time by which we ourselves are late does not count: in it we have
        heard nobody."""
        now = self._loop.time()
        self._heard = min(now, self._heard + max(0.0, now - self._due))
        if now >= self._pinged + PING_SECONDS:
            self._pings, self._pinged = self._pings + 1, now
            self._awaited = self._pings.to_bytes(4)
            self._ping(self._awaited)
        silent_at, closed_at = self._heard + SILENT_AFTER, self._heard + CLOSED_AFTER
        if now >= silent_at:
            self.silent = True
            self._tell()
        self._due = min(at for at in (self._pinged + PING_SECONDS, silent_at, closed_at) if at > now)
        self._timer = self._loop.call_at(self._due, self._tick)
        if now >= closed_at:
            self._close()
