"""How many may be here at once, in all and from one address: the same limit for sockets, for seats of those who poll,
for plain connections and for requests. Who is one too many is told when to come back.

A classroom is one address, so the limit is high; what is asked beside it stays free for others.
"""

from __future__ import annotations

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from ..room.room import Room
from .api import Problem, told
from .settings import Limits

TOO_MANY = "TOO_MANY_CONNECTIONS"
COME_BACK_MS = 5_000


class Crowd:
    """All who want something."""

    def __init__(self, room: Room, limits: Limits) -> None:
        self.room, self.limits = room, limits
        self.lines: Counter[str] = Counter()
        """Plain connections, by who is at the other end; …"""
        self.requests: Counter[str] = Counter()
        """… requests that are being answered, by whose they are: a proxy brings those of many."""

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

    def __init__(self, inside: ASGIApp, crowd: Crowd) -> None:
        self.inside, self.crowd = inside, crowd

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket, which has a door of its own."""
        if scope["type"] != "http":
            return await self.inside(scope, receive, send)
        address, requests = scope["client"][0] if scope.get("client") else "", self.crowd.requests
        try:
            self.crowd.check_request(address)
        except Problem as problem:
            return await told(problem)(scope, receive, send)
        requests[address] += 1
        try:
            await self.inside(scope, receive, send)
        finally:
            leave(requests, address)
