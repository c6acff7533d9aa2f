"""Limits on the number of clients, in all and from one address: the same limits for sockets, for seats of clients that
poll, for plain connections and for requests. A client above a limit is told when to retry.

A classroom is one address, so the limit for an address is high. GET requests also have a rate limit: a request above it
waits, for a second at most, and is then refused. Health checks (PROBES) are always answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ..metrics import Metrics
from ..throttle import Counts, Limit
from .api import Problem, token_of, told
from .doorkeeper import SAFE_METHODS, Doorkeeper
from .settings import Limits

TOO_MANY, TOO_FAST = "TOO_MANY_CONNECTIONS", "TOO_MANY_REQUESTS"
COME_BACK_MS = 5_000
BURST_SECONDS = 10
"""The burst of an address, in seconds of its rate: a class opens the page within one minute."""
LONGEST_TURN_MS = 1_000
"""The longest wait of a GET request above the rate. A request that would wait longer is refused, after that wait, so
that a client that retries at once costs little."""
PROBES = ("/healthz", "/readyz")
"""The paths that have no limit: a busy arena must not be taken for a dead one."""


class Here(Protocol):
    """What a crowd comes to: a room, or a node that relays to one."""

    addresses: Counter[str]
    metrics: Metrics

    def now(self) -> int:
        """The time in milliseconds."""
        ...


class Crowd:
    """Counts connections and requests, and checks limits."""

    def __init__(self, room: Here, limits: Limits) -> None:
        self.room, self.limits = room, limits
        self.lines: Counter[str] = Counter()
        """Plain connections, by the address of the peer, which may be a proxy."""
        self.requests: Counter[str] = Counter()
        """Requests that are being answered, by the address of the client, also behind a proxy."""
        self._gets, self._rate = Counts(), Limit(BURST_SECONDS * limits.gets_per_second, 1000 / limits.gets_per_second)

    def check_seat(self, address: str) -> None:
        """Problem if there is no room for another socket or seat."""
        self._check(self.room.addresses.total(), self.room.addresses[address], "connections")

    def check_line(self, address: str) -> None:
        """Problem if there is no room for another plain connection. With proxies there is no limit per address."""
        own = 0 if self.limits.trusted_proxies else self.lines[address]
        self._check(self.lines.total(), own, "connections")

    def check_request(self, address: str) -> None:
        """Problem if there is no room for another request."""
        self._check(self.requests.total(), self.requests[address], "requests")

    async def take_turn(self, who: str) -> None:
        """Wait until another GET request of an address, or of the bearer of a token, is within the rate; Problem if
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
    """Decrease the count of an address; an address whose count is 0 is removed."""
    count[address] -= 1
    if not count[address]:
        del count[address]


class Turnstile:
    """An ASGI application that applies the limits, and passes requests on to another application."""

    def __init__(
        self,
        inside: ASGIApp,
        crowd: Crowd,
        doorkeeper: Doorkeeper | None,
        bearer: Callable[[str], str] | None = lambda token: "",
    ) -> None:
        """`bearer` returns the owner of a token, "" for an invalid one. A valid token has a rate of its own: a bot that
        plays over HTTP, and the host, do not share the rate of their address. Without `bearer` there is no limit on the
        rate here: the node with the room has it for all nodes together. Without `doorkeeper` nothing is checked: the
        node to which the client came has done that."""
        self.inside, self.crowd, self.doorkeeper, self.bearer = inside, crowd, doorkeeper, bearer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. A WebSocket is passed on: the gateway checks it."""
        if scope["type"] != "http" or scope["path"] in PROBES:
            return await self.inside(scope, receive, send)
        address, requests = scope["client"][0] if scope.get("client") else "", self.crowd.requests
        try:
            self.crowd.check_request(address)
        except Problem as problem:
            return await told(problem)(scope, receive, send)
        requests[address] += 1
        try:
            if self.bearer is not None and scope["method"] in SAFE_METHODS:
                token = token_of(HTTPConnection(scope))
                await self.crowd.take_turn((token and self.bearer(token)) or address)
            if self.doorkeeper is not None:
                self.doorkeeper.check(scope)
        except Problem as problem:
            await told(problem)(scope, receive, send)
        else:
            await self.inside(scope, receive, send)
        finally:
            leave(requests, address)
