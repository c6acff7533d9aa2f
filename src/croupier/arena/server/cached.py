"""One answer for all who ask for the same: made again at most four times a second, compressed once, and not sent to who
has it.

Only what everybody may read is answered like this. An answer with a secret in it is never compressed: beside a text
that somebody else chose, its length would tell of the secret (BREACH).
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
"""The shortest time between two renderings."""
LEAST_COMPRESSED = 1024
"""Bytes below which compressing gains nothing."""
COMPRESSED_ASIDE = 128 * 1024
"""Bytes from which an answer is compressed beside the loop."""
LEVEL = 5
NEVER = re.compile(r"q=0(\.0*)?")
"""What stands behind an encoding that a client does not take."""


class _Rendering(NamedTuple):
    number: int
    at: float
    revision: tuple[int, ...]
    bodies: dict[str, bytes]
    """By encoding; "" for as it is."""
    tag: str


class Cached:
    """What a function tells of a room, as JSON.

    Nobody is told what was so before something that had happened when they asked: a request that comes after a change,
    and too soon after the last rendering, waits for the next one.
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
        """What changes whenever something is kept, or somebody comes or goes."""
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
    """The encodings that a client takes."""
    asked = [one.replace(" ", "").split(";") for one in request.headers.get("accept-encoding", "").split(",")]
    return {name for name, *terms in asked if not any(NEVER.fullmatch(term) for term in terms)}


def has_already(request: Request, tag: str) -> bool:
    """Whether a client says that it has what a tag stands for; proxies mark tags as weak."""
    tags = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    return tag.removeprefix("W/") in tags or "*" in tags
