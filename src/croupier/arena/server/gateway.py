"""The door of `/ws`: who may connect at all, and the frames of those who do."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from starlette.types import Receive, Scope, Send

from ..room.guests import Guest
from ..room.room import Room
from .connection import BROKEN, POLICY_VIOLATION, Connection
from .settings import Limits
from .sockets import WRITER, Socket

log = logging.getLogger("croupier.arena")


class Gateway:
    """An ASGI application for WebSockets."""

    def __init__(self, room: Room, limits: Limits) -> None:
        self.room, self.limits = room, limits
        self._numbers = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from beginning to end."""
        address = scope["client"][0] if scope.get("client") else ""
        await receive()
        if refusal := self._refusal(scope, address):
            await _refuse(send, *refusal)
            return
        loop = asyncio.get_running_loop()
        await send({"type": "websocket.accept"})
        socket: Socket = scope["extensions"][WRITER]
        guest = Guest(self.room, Connection(f"c{next(self._numbers)}", socket, address, loop))
        patience = loop.call_later(self.limits.hello_ms / 1000, self._lose_patience, guest)
        socket.hear = partial(_hear, guest, socket)
        try:
            while (message := await receive())["type"] == "websocket.receive":
                if socket.hear is not None:  # this came with the handshake; all that follows is heard as it comes
                    socket.hear(message["bytes"])
        finally:
            patience.cancel()
            guest.leave()

    def _lose_patience(self, guest: Guest) -> None:
        if not guest.entered:
            guest.connection.close(POLICY_VIOLATION, f"No accepted hello within {self.limits.hello_ms} ms.")

    def _refusal(self, scope: Scope, address: str) -> tuple[int, str, str] | None:
        """Why somebody may not connect, if so."""
        if self.room.closing:
            return 503, "CLOSING", "The arena is closing; come back in a minute."
        if not self._may_come_from(scope):
            return 403, "WRONG_ORIGIN", "Pages of other sites may not connect here; the host can allow them."
        if len(self.room.connections) >= self.limits.connections:
            return 503, "TOO_MANY_CONNECTIONS", "The arena is full; come back a little later."
        if self.room.addresses[address] >= self.limits.per_address:
            return 429, "TOO_MANY_CONNECTIONS", "There are too many connections from your address."
        return None

    def _may_come_from(self, scope: Scope) -> bool:
        """Browsers say which page wants to connect: it has to be one of ours. Programs say nothing."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if origin is None or origin in self.limits.origins:
            return True
        try:
            return bool(urlsplit(origin).netloc == headers.get(b"host"))
        except ValueError:
            return False


def _hear(guest: Guest, socket: Socket, data: bytes) -> None:
    """Take a message. Whatever goes wrong with it concerns this connection alone, which is not heard any more."""
    try:
        guest.hear(data)
    except Exception as error:
        log.error("A connection broke: %s: %s", type(error).__name__, error, exc_info=True)
        socket.hear = None
        guest.connection.close(BROKEN, "Something of ours broke.")


async def _refuse(send: Send, status: int, code: str, msg: str) -> None:
    body: dict[str, Any] = {"code": code, "msg": msg}
    if status != 403:
        body["retry_after_ms"] = 5_000
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": json.dumps(body).encode()})
