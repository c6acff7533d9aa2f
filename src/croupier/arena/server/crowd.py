"""How many may be here at once, in all and from one address: the same limit for sockets, for seats of those who poll,
for plain connections and for requests. Who is one too many is told when to come back.

A classroom is one address, so the limit is high; what is asked beside it stays free for others. GET requests also have
a rate: what is above it waits for its turn, for a second at most, and is then refused. Whoever asks whether the arena
runs (PROBES) is always answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ..room.room import Room
from ..throttle import Counts, Limit
from .api import Problem, token_of, told
from .doorkeeper import SAFE_METHODS, Doorkeeper
from .settings import Limits

TOO_MANY, TOO_FAST = "TOO_MANY_CONNECTIONS", "TOO_MANY_REQUESTS"
COME_BACK_MS = 5_000
BURST_SECONDS = 10
"""An address may ask for as much at once as it may in so many seconds: a class opens the page in one minute."""
LONGEST_TURN_MS = 1_000
"""How long a GET request above the rate waits. One that would wait longer is refused, after as long: a client that asks
again at once, whatever it is told, costs little then."""
PROBES = ("/healthz", "/readyz")
"""What is never refused for a limit: an arena that is busy is not to be taken for one that is dead."""


class Crowd:
    """All who want something."""

    def __init__(self, room: Room, limits: Limits) -> None:
        self.room, self.limits = room, limits
        self.lines: Counter[str] = Counter()
        """Plain connections, by who is at the other end; …"""
        self.requests: Counter[str] = Counter()
        """… requests that are being answered, by whose they are: a proxy brings those of many."""
        self._gets, self._rate = Counts(), Limit(BURST_SECONDS * limits.gets_per_second, 1000 / limits.gets_per_second)

    def check_seat(self, address: str) -> None:
        """Whether one more may connect, or sit down; Problem if not."""
        self._check(len(self.room.connections), self.room.addresses[address], "connections")

    def check_line(self, address: str) -> None:
        """Whether one more plain connection is heard. Those of proxies are as many as the proxy lets through."""
        own = 0 if self.limits.trusted_proxies else self.lines[address]
        self._check(self.lines.total(), own, "connections")

    def check_request(self, address: str) -> None:
        """Whether one more request is answered."""
        self._check(self.requests.total(), self.requests[address], "requests")

    async def take_turn(self, who: str) -> None:
        """Wait until one more GET request of an address, or of the bearer of a token, is within the rate; Problem if
        that takes too long."""
        wait = self._gets.wait((who,), self._rate, self.room.now())
        if wait <= LONGEST_TURN_MS:
            self._gets.add((who,), self._rate, self.room.now())
        if wait:
            await asyncio.sleep(wait / 1000)
        if wait > LONGEST_TURN_MS:
            self.room.metrics.refusals[TOO_FAST] += 1
            often = f"{self.limits.gets_per_second} GET requests a second"
            raise Problem(429, TOO_FAST, f"At most {often} are answered to one address.", wait)

    def _check(self, all: int, own: int, what: str) -> None:
        if all < self.limits.connections and own < self.limits.per_address:
            return
        self.room.metrics.refusals[TOO_MANY] += 1
        if own >= self.limits.per_address:
            raise Problem(429, TOO_MANY, f"There are too many {what} from your address.", COME_BACK_MS)
        raise Problem(503, TOO_MANY, "The arena is full; come back a little later.", COME_BACK_MS)


def leave(count: Counter[str], address: str) -> None:
    """One fewer from an address; of one that has none, nothing is remembered."""
    count[address] -= 1
    if not count[address]:
        del count[address]


class Turnstile:
    """An ASGI application that lets through what another one has room for."""

    def __init__(
        self, inside: ASGIApp, crowd: Crowd, doorkeeper: Doorkeeper, bearer: Callable[[str], str] = lambda token: ""
    ) -> None:
        """`bearer` tells whose a token is, "" if it is nobody's. A good token has a rate of its own: a bot that plays
        over HTTP, and the host, do not wait for others at their address."""
        self.inside, self.crowd, self.doorkeeper, self.bearer = inside, crowd, doorkeeper, bearer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket, which has a door of its own."""
        if scope["type"] != "http" or scope["path"] in PROBES:
            return await self.inside(scope, receive, send)
        address, requests = scope["client"][0] if scope.get("client") else "", self.crowd.requests
        try:
            self.crowd.check_request(address)
        except Problem as problem:
            return await told(problem)(scope, receive, send)
        requests[address] += 1
        try:
            if scope["method"] in SAFE_METHODS:
                token = token_of(HTTPConnection(scope))
                await self.crowd.take_turn((token and self.bearer(token)) or address)
            self.doorkeeper.check(scope)
        except Problem as problem:
            await told(problem)(scope, receive, send)
        else:
            await self.inside(scope, receive, send)
        finally:
            leave(requests, address)
