"""The server's side of a WebSocket, one step below the application.

Uvicorn's own handler decodes every text before the application sees it, logs a traceback where it is not UTF-8, stops
reading and wakes a task for every message, and writes frame by frame. Here a text arrives as the bytes that it is,
whatever they are, and is heard at once; and several frames are written together.
"""

from __future__ import annotations

import contextlib
import socket
from asyncio import BaseTransport
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..room.pulse import Pulse

WRITER = "croupier.writer"
"""The extension of the scope under which an application finds the socket itself."""
LONGEST_REASON = 120
"""Bytes of the reason of a close: the protocol has room for few more."""
UNACKNOWLEDGED_MS = 10_000
"""For so long the kernel waits for the other machine to acknowledge what was sent; then the connection is lost."""


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that hands over bytes, and takes several frames at once."""

    hear: Callable[[bytes], None] | None = None
    """Who takes messages as they come in. Without anybody, they wait until the application asks for them."""
    pulse: Pulse | None = None
    """What is told of every sign of life."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Let the kernel notice a machine that has vanished, where it can."""
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            with contextlib.suppress(OSError):  # of a socket that is not TCP
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)

    def data_received(self, data: bytes) -> None:
        """Something has come, whatever it is."""
        if self.pulse is not None:
            self.pulse.hear()
        super().data_received(data)

    def handle_pong(self, event: Frame) -> None:
        """The other side has answered a ping."""
        if self.pulse is not None:
            self.pulse.hear_pong(bytes(event.data))

    def ping(self, payload: bytes) -> None:
        """Send a ping, whose pong repeats the payload."""
        if not self.gone:
            self.conn.send_ping(payload)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITER] = self

    async def send(self, message: Any) -> None:
        """Take what the application sends. A refusal ends the handshake; Uvicorn takes it for one that was never ended,
        and logs an error for everybody who may not connect."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Text and bytes alike are handed over as bytes: whether they make sense is for the application to say."""
        if self.hear is None:
            self.curr_msg_data_type = "bytes"
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.hear(data)

    @property
    def full(self) -> bool:
        """Whether the other side reads too slowly for now: what is written would only pile up."""
        return not self.writable.is_set()

    @property
    def gone(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.disconnected or self.close_sent or self.transport.is_closing()

    def write(self, frames: Iterable[bytes]) -> None:
        """Send texts, all in one piece."""
        if self.gone:
            return
        self.transport.write(b"".join([_text(frame) for frame in frames]))

    def finish(self, code: int, reason: str) -> None:
        """Close the connection in order: the other side is told why, and has a while to say goodbye."""
        if self.gone:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason.encode()[:LONGEST_REASON].decode(errors="ignore"))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def hang_up(self) -> None:
        """End the connection at once, without waiting for anybody."""
        self.transport.abort()


def _text(frame: bytes) -> bytes:
    """A text as a whole frame of a server's (RFC 6455, 5.2): final, not masked, with its length in front."""
    length = len(frame)
    if length < 126:
        return b"\x81%c%b" % (length, frame)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), frame)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), frame)
