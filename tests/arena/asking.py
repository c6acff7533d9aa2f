"""The whole HTTP application without a socket: requests are passed to it directly, and its answers are returned."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from starlette.datastructures import Headers

from croupier.arena.server.app import application
from croupier.arena.server.crowd import Crowd
from croupier.arena.server.doorkeeper import Doorkeeper
from croupier.arena.server.settings import Limits

from .virtual import Hall


class Answer(NamedTuple):
    """An HTTP answer."""

    status: int
    headers: Headers
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Asking:
    """Sends requests to an application, from any client addresses."""

    def __init__(self, hall: Hall, limits: Limits = Limits(), listens_at: str = "127.0.0.1") -> None:  # noqa: B008
        self.hall = hall
        self.crowd = Crowd(hall.room, limits)
        self.app = application(hall.events, limits, self.crowd, Doorkeeper(limits, listens_at))

    async def ask(self, path: str, method: str = "GET", body: bytes = b"", address: str = "10.0.0.1",
                  **headers: str) -> Answer:  # fmt: skip
        """Send one request, and return the whole answer."""
        named = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "client": (address, 1),
            "server": ("127.0.0.1", 8000),
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
        }
        said: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        return Answer(said[0]["status"], Headers(raw=said[0]["headers"]), b"".join(one["body"] for one in said[1:]))

    def asks(self, path: str, method: str = "GET", **more: Any) -> Answer:
        """`ask`, run to its end in the hall's loop."""
        return self.hall.loop.run_until_complete(self.ask(path, method, **more))
