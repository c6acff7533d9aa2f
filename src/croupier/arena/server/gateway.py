"""The gateway of `/ws`: decides which clients may connect, and passes on their frames."""

from __future__ import annotations

import asyncio
import itertools
import logging
from functools import partial

from starlette.types import Receive, Scope, Send

from ..room.connection import BROKEN, POLICY_VIOLATION, Connection
from ..room.guests import Guest
from ..room.pulse import Pulse
from ..room.room import Room
from .api import Problem, told
from .crowd import COME_BACK_MS, Crowd
from .doorkeeper import Doorkeeper
from .settings import Limits
from .sockets import WRITER, Socket

log = logging.getLogger("croupier.arena")


class Gateway:
    """An ASGI application for WebSockets."""

    def __init__(self, room: Room, limits: Limits, crowd: Crowd, doorkeeper: Doorkeeper) -> None:
        self.room, self.limits, self.crowd, self.doorkeeper = room, limits, crowd, doorkeeper
        self._numbers = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from beginning to end."""
        address = scope["client"][0] if scope.get("client") else ""
        await receive()
        try:
            self._check(scope, address)
        except Problem as refusal:
            return await refuse(send, refusal)
        loop = asyncio.get_running_loop()
        await send({"type": "websocket.accept"})
        socket: Socket = scope["extensions"][WRITER]
        guest = Guest(self.room, Connection(f"c{next(self._numbers)}", socket, address, loop))
        patience = loop.call_later(self.limits.hello_ms / 1000, lose_patience, guest, self.limits.hello_ms)
        pulse = Pulse(loop, socket.ping, guest.tell_silence, guest.end_silence)
        socket.pulse = guest.connection.pulse = pulse
        socket.hear = partial(_hear, guest, socket)
        try:
            while (message := await receive())["type"] == "websocket.receive":
                if socket.hear is not None:  # this came with the handshake; later messages go to `hear` directly
                    socket.hear(message["bytes"])
        finally:
            socket.hear = None
            pulse.stop()
            patience.cancel()
            guest.leave()

    def _check(self, scope: Scope, address: str) -> None:
        """Problem if a client may not connect."""
        if self.room.closing:
            raise Problem(503, "CLOSING", "The arena is closing; come back in a minute.", COME_BACK_MS)
        self.doorkeeper.check(scope)
        self.crowd.check_seat(address)


def lose_patience(guest: Guest, hello_ms: int) -> None:
    """Close the connection of a client that was not let in within the timeout."""
    if not guest.entered:
        code = BROKEN if guest.told_to_wait else POLICY_VIOLATION
        guest.connection.close(code, f"No accepted hello within {hello_ms} ms.")


def hear(guest: Guest, data: bytes) -> bool:
    """Take a message. If handling it fails, only this connection is closed: False."""
    try:
        guest.hear(data)
        return True
    except Exception as error:
        log.error("A connection broke: %s: %s", type(error).__name__, error, exc_info=True)
        guest.connection.close(BROKEN, "The arena failed; its log has the error.")
        return False


def _hear(guest: Guest, socket: Socket, data: bytes) -> None:
    if not hear(guest, data):
        socket.hear = None


async def refuse(send: Send, refusal: Problem) -> None:
    """Answer a handshake with an error."""
    answer = told(refusal)
    await send({"type": "websocket.http.response.start", "status": answer.status_code, "headers": answer.raw_headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})
