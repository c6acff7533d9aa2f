"""The page for people: what `scripts/build_web` has made of `web/`, served from memory.

Files with a hash in their names never change and are kept by browsers for good; others are asked for again each time.
Nothing is loaded from anywhere else, and the page may run no script but its own: the policy below says so to browsers.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from .cached import encodings_of, has_already

FOLDER = Path(__file__).parent / "built"
HOW = "The page for people is not built; scripts/build_web builds it (it needs Node, which it gets from PyPI)."
"""What is said where it is missing. Tables and bots need none."""
HASHED = "assets/"
"""Where files lie whose names change with what is in them."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What files there are, and what they are to a browser."""
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class File(NamedTuple):
    """A file of the page, as it is and compressed, with the headers that it is sent with."""

    bodies: dict[str, bytes]
    """By encoding; "" for as it is."""
    tag: str
    headers: dict[str, str]


class Page:
    """All files, by the address at which they are asked for."""

    def __init__(self, files: dict[str, File]) -> None:
        self.files = files

    @classmethod
    def built(cls, folder: Path = FOLDER) -> Page:
        """The page as it was built; one without files if it was not."""
        paths = [path for path in sorted(folder.rglob("*")) if path.suffix in KINDS]
        return cls({path.relative_to(folder).as_posix(): _read(path, folder) for path in paths})

    @property
    def is_there(self) -> bool:
        """Whether there is anything to show."""
        return "index.html" in self.files

    def routes(self) -> list[Route]:
        """Its addresses. What is not in it is not found, and never looked for on the disk."""
        return [Route("/", self.show), *(Route(f"/{name}", self.show) for name in self.files)]

    async def show(self, request: Request) -> Response:
        """One file."""
        file = self.files.get(request.url.path.lstrip("/") or "index.html")
        if file is None:
            return PlainTextResponse(HOW + "\n", 503)
        if has_already(request, file.tag):
            return Response(status_code=304, headers=file.headers)
        takes = encodings_of(request)
        encoding = next((name for name, _ in ENCODINGS if name in takes and name in file.bodies), "")
        coded = {"content-encoding": encoding} if encoding else {}
        return Response(file.bodies[encoding], headers={**file.headers, **coded})


def _read(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    bodies = {"": body}
    for name, suffix in ENCODINGS:
        if (packed := path.with_name(path.name + suffix)).exists():
            bodies[name] = packed.read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    lasting = path.relative_to(folder).as_posix().startswith(HASHED)
    return File(
        bodies,
        tag,
        {
            **SAFE,
            "content-type": KINDS[path.suffix],
            "cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache",
            "etag": tag,
            "vary": "accept-encoding",
        },
    )
