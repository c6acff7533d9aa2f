"""Cached answers: rendered at most four times a second, compressed once, and not sent to a client that has it already
(ETag).

Only public answers are cached. An answer with a secret in it is never compressed: together with text that an attacker
chose, its length would reveal the secret (BREACH).
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..room.room import Room

EVERY_SECONDS = 0.25
"""The shortest interval between two renderings."""
LEAST_COMPRESSED = 1024
"""The least number of bytes of an answer that is compressed."""
COMPRESSED_ASIDE = 128 * 1024
"""The number of bytes from which an answer is compressed in a thread."""
LEVEL = 5
NEVER = re.compile(r"q=0(\.0*)?")
"""The parameter of an encoding that a client does not accept."""


class _Rendering(NamedTuple):
    number: int
    at: float
    revision: tuple[int, ...]
    bodies: dict[str, bytes]
    """By encoding; "" for uncompressed."""
    tag: str


class Cached:
    """The cached answer of a function about a room, as JSON.

    No answer is older than its request: a request that comes after a change, and too soon after the last rendering,
    waits for the next rendering.
    """

    def __init__(self, room: Room, make: Callable[[], Any]) -> None:
        self._room, self._make = room, make
        self._last: _Rendering | None = None
        self._next: asyncio.Future[None] | None = None
        self._begun = 0

    async def answer(self, request: Request) -> Response:
        """The answer to a request."""
        made = await self._newest()
        headers = {"etag": made.tag, "vary": "accept-encoding", "cache-control": "no-cache"}
        if has_already(request, made.tag):
            return Response(status_code=304, headers=headers)
        encoding = "gzip" if "gzip" in made.bodies and "gzip" in encodings_of(request) else ""
        if encoding:
            headers["content-encoding"] = encoding
        return Response(made.bodies[encoding], headers=headers, media_type="application/json")

    async def _newest(self) -> _Rendering:
        begun = self._begun
        while (last := self._last) is None or (last.number <= begun and not self._is_fresh(last)):
            if self._next is None:
                self._next = asyncio.ensure_future(self._render())
            await asyncio.shield(self._next)
        return last

    def _is_fresh(self, made: _Rendering) -> bool:
        return self._room.time() < made.at + EVERY_SECONDS and made.revision == self._revision()

    def _revision(self) -> tuple[int, ...]:
        """A value that changes whenever something is stored, or a client connects or disconnects."""
        room = self._room
        return room.metrics.appends, room.metrics.connected, len(room.connections), len(room.tables), len(room.desks)

    async def _render(self) -> None:
        try:
            if self._last is not None:
                await asyncio.sleep(self._last.at + EVERY_SECONDS - self._room.time())
            self._begun += 1
            number, at, revision = self._begun, self._room.time(), self._revision()
            body = msgspec.json.encode(self._make())
            bodies = {"": body}
            if len(body) >= COMPRESSED_ASIDE:
                bodies["gzip"] = await asyncio.to_thread(gzip.compress, body, LEVEL)
            elif len(body) >= LEAST_COMPRESSED:
                bodies["gzip"] = gzip.compress(body, LEVEL)
            tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
            self._last = _Rendering(number, at, revision, bodies, tag)
        finally:
            self._next = None


def encodings_of(request: Request) -> set[str]:
    """The encodings that a client accepts."""
    asked = [one.replace(" ", "").split(";") for one in request.headers.get("accept-encoding", "").split(",")]
    return {name for name, *terms in asked if not any(NEVER.fullmatch(term) for term in terms)}


def has_already(request: Request, tag: str) -> bool:
    """Whether a request's `If-None-Match` has a tag. Tags are compared as weak ones, since proxies weaken them."""
    tags = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    return tag.removeprefix("W/") in tags or "*" in tags
