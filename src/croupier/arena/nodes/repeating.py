"""Requests that are under way when the room is lost: they are repeated where the room is next, and carried out once.

The node to which a request came names it, keeps its body, and repeats it under the same name if the room is lost
before it has begun to answer. The first append that an order leads to has that name with it, in the same transaction
(`room.room.asked`). So a room that is asked again knows whether the order has been carried out, whichever node had the
room then. If it has, its answer is lost, and the client is told that (`ALREADY_DONE`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..room import memory
from ..room.room import Room, asked
from ..server.api import Problem, told
from .messages import no_room

ATTEMPT = "attempt"
"""The key of a request's attempt in its scope."""
MOST_ATTEMPTS = 5
LONGEST_BODY = 1 << 20
"""A request with a longer body is not repeated."""
BY_THEMSELVES = ("/api/join", "/api/wait", "/api/act", "/api/leave", "/mcp")
"""Requests of clients that play over HTTP: a decision has a number, and counts once however often it is sent."""
ONLY_READS = ("GET", "HEAD", "OPTIONS")


class Attempt(msgspec.Struct):
    """One attempt to have a request answered."""

    name: str
    """The name of an order; "" for a request that changes nothing."""
    again: bool = False
    """Whether it was sent before."""
    lost: bool = False
    """Whether the room was lost before it began to answer."""


def attempt_of(scope: Scope) -> Attempt | None:
    """The attempt to which a request belongs; None if it is not repeated."""
    found: Attempt | None = scope.get("state", {}).get(ATTEMPT)
    return found


class _Body:
    """The body of a request, from the beginning for every attempt."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._parts: list[Message] = []
        self._bytes = 0

    @property
    def known(self) -> bool:
        """Whether it can be sent again."""
        return self._bytes <= LONGEST_BODY

    def from_start(self) -> Receive:
        """What an attempt receives."""
        sent = 0

        async def receive() -> Message:
            nonlocal sent
            if sent < len(self._parts):
                sent += 1
                return self._parts[sent - 1]
            part = await self._receive()
            if part["type"] == "http.request" and self.known:
                sent += 1
                self._bytes += len(part.get("body", b""))
                self._parts.append(part)
                if not self.known:
                    self._parts.clear()
            return part

        return receive


async def repeated(application: Callable[[], ASGIApp], scope: Scope, receive: Receive, send: Send) -> None:
    """Have a request answered by the application of the room, wherever that is."""
    if scope["path"].startswith(BY_THEMSELVES):
        return await application()(scope, receive, send)
    name = "" if scope["method"] in ONLY_READS else secrets.token_hex(8)
    body = _Body(receive)
    for number in range(MOST_ATTEMPTS):
        attempt = Attempt(name, again=number > 0)
        state = {**scope.get("state", {}), ATTEMPT: attempt}
        await application()({**scope, "state": state}, body.from_start(), send)
        if not attempt.lost:
            return
        if not body.known:
            break
    await told(no_room())(scope, receive, send)


async def carry_out(attempt: Attempt, room: Room) -> Problem | None:
    """Note that an attempt is carried out from now on, in this task; the answer instead if that has happened before."""
    if not attempt.name:
        return None
    if attempt.again and await room.store.values(memory.ASKED + attempt.name):
        return Problem(409, "ALREADY_DONE", "This was carried out, but its answer was lost: look before you repeat it.")
    asked.set([attempt.name])
    return None
