"""The page for people: the files that `scripts/build_web` has built from `web/`, served from memory.

Files with a hash in their names never change, and browsers cache them for good; others are revalidated each time.
Nothing is loaded from anywhere else, and the page may run no script but its own: the policy below says so to browsers.
"""

from __future__ import annotations

import hashlib
import html
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from .cached import encodings_of, has_already

FOLDER = Path(__file__).parent / "built"
HOW = "The page for people is not built; scripts/build_web builds it (it needs Node, which it gets from PyPI)."
"""The text to show if the page was not built. Tables and bots do not need the page."""
HASHED = "assets/"
"""The folder of files with a hash of their content in their names."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
"""The media types, by the ending of a file's name."""
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


NOWHERE = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · Croupier</title><link rel="stylesheet" href="/plain.css">
<body><h1>No page at this address</h1><p>There is nothing at <code>{path}</code>. A letter may be missing.</p>
<p><a href="/">To the lobby</a></p></body></html>
"""


def nowhere(request: Request) -> Response | None:
    """The answer to a browser that opens an address without a page; None if it is no browser that asks for a page."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return None
    return HTMLResponse(NOWHERE.format(path=html.escape(request.url.path[:200])), 404, SAFE)


class File(NamedTuple):
    """A file of the page, uncompressed and compressed, with its headers."""

    bodies: dict[str, bytes]
    """By encoding; "" for uncompressed."""
    tag: str
    headers: dict[str, str]


class Page:
    """All files of the page, by path."""

    def __init__(self, files: dict[str, File]) -> None:
        self.files = files

    @classmethod
    def built(cls, folder: Path = FOLDER) -> Page:
        """The page that was built into a folder; without files if there is none."""
        paths = [path for path in sorted(folder.rglob("*")) if path.suffix in KINDS]
        return cls({path.relative_to(folder).as_posix(): _read(path, folder) for path in paths})

    @property
    def is_there(self) -> bool:
        """Whether there is anything to show."""
        return "index.html" in self.files

    def routes(self) -> list[Route]:
        """The routes of the page. Only files in memory are found; no request reads the disk."""
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
