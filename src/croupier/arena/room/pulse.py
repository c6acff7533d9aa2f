"""Signs of life in both directions. Pings detect silent clients: everything that comes back is a sign of life. Beats
let a page detect that its line is lost, as a page cannot see pings.

    every PING_SECONDS a ping goes out
    SILENT_AFTER seconds without a sign of life: the connection is silent. It is shown as no connection, and a client
    that can prove the name takes its place at once
    CLOSED_AFTER seconds: a silent connection that owes no decision is closed

A client that thinks inside its own event loop is silent too, so silence does not end a connection while a decision is
owed. A machine that has vanished is noticed sooner by the operating system, which gets no acknowledgement
(`sockets.Socket`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

PING_SECONDS, SILENT_AFTER, CLOSED_AFTER = 5.0, 10.0, 60.0
FEWEST_PONGS = 3
"""The number of pongs after which the shortest round trip is taken as that of the connection."""
MOST_ROUND_TRIP_MS = 50
"""The upper limit of that round trip."""
BEAT_SECONDS = 2.0
"""The interval of a heartbeat."""


class Heartbeat:
    """Signs of life to a client that cannot see pings: one every BEAT_SECONDS from the beginning on, whatever else is
    sent. After a delay of the arena the beats that were missed are left out."""

    def __init__(self, loop: asyncio.AbstractEventLoop, beat: Callable[[], None]) -> None:
        """`beat` sends one."""
        self._loop, self._beat = loop, beat
        self._due = loop.time()
        self._wait()

    def stop(self) -> None:
        """The connection has ended."""
        self._timer.cancel()

    def _tick(self) -> None:
        self._beat()
        self._wait()

    def _wait(self) -> None:
        missed = max(0.0, self._loop.time() - self._due) // BEAT_SECONDS
        self._due += (missed + 1) * BEAT_SECONDS
        self._timer = self._loop.call_at(self._due, self._tick)


class Signs(Protocol):
    """What is known of a client's signs of life."""

    @property
    def silent(self) -> bool:
        """Whether nothing has come from the client for a while."""

    @property
    def round_trip_ms(self) -> int:
        """The shortest round trip so far; 0 if it is not known."""


class Pulse:
    """The pings of one connection, and the time of its last sign of life."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        ping: Callable[[bytes], None],
        tell: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        """`ping` sends a ping with a payload, which the pong repeats. `tell` is called when the connection becomes
        silent, again with each ping, and when it is no longer silent. `close` is called when it has been silent for too
        long, and again with each ping as long as it has not ended."""
        self._loop, self._ping, self._tell, self._close = loop, ping, tell, close
        self.silent = False
        self._pings, self._awaited = 0, b""
        """The number of pings sent, and the payload of the pong that is awaited, b"" if none is."""
        self._pongs, self._shortest = 0, float("inf")
        self._heard = self._pinged = loop.time()
        self._due = self._pinged + PING_SECONDS
        self._timer: asyncio.Handle = loop.call_at(self._due, self._tick)

    def hear(self) -> None:
        """Note a sign of life."""
        self._heard = self._loop.time()
        if self.silent:
            self.silent = False
            self._tell()

    def hear_pong(self, payload: bytes) -> None:
        """Note a pong; the pong to the last ping gives a round trip."""
        if payload and payload == self._awaited:
            self._awaited = b""
            self._pongs += 1
            self._shortest = min(self._shortest, self._loop.time() - self._pinged)

    @property
    def round_trip_ms(self) -> int:
        """The shortest round trip so far, in whole milliseconds; 0 while there are too few pongs."""
        return min(int(self._shortest * 1000), MOST_ROUND_TRIP_MS) if self._pongs >= FEWEST_PONGS else 0

    def stop(self) -> None:
        """The connection has ended."""
        self._timer.cancel()

    def _tick(self) -> None:
        """Send a ping, and check for silence. A delay of the arena itself does not count as silence, as nothing is read
        during it."""
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
