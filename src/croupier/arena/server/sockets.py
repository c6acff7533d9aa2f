"""The server's side of a WebSocket, below the application.

Uvicorn's own handler decodes every text before the application sees it, logs a traceback if it is not UTF-8, stops
reading and wakes a task for every message, and writes frame by frame. Here a text is passed on as bytes, valid or not,
by a direct call; and several frames are written together.
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
"""The key in the scope's extensions under which an application finds the socket."""
LONGEST_REASON = 120
"""The longest reason of a close frame, in bytes: the protocol allows few more."""
UNACKNOWLEDGED_MS = 10_000
"""How long the kernel waits for an acknowledgement of sent data before it gives the connection up."""


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that hands over bytes, and takes several frames at once."""

    hear: Callable[[bytes], None] | None = None
    """The callback for incoming messages. Without one, they wait until the application receives them."""
    pulse: Pulse | None = None
    """The callback for every sign of life: data or a pong."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Set a timeout in the kernel for a peer that has vanished, if the system supports it."""
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            with contextlib.suppress(OSError):  # the socket is not TCP
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)

    def data_received(self, data: bytes) -> None:
        """Note a sign of life, and handle the data."""
        if self.pulse is not None:
            self.pulse.hear()
        super().data_received(data)

    def handle_pong(self, event: Frame) -> None:
        """Note the pong of a ping."""
        if self.pulse is not None:
            self.pulse.hear_pong(bytes(event.data))

    def ping(self, payload: bytes) -> None:
        """Send a ping; its pong repeats the payload."""
        if not self.gone:
            self.conn.send_ping(payload)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_connect(self, event: Request) -> None:
        """Put this socket into the scope for the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITER] = self

    async def send(self, message: Any) -> None:
        """Send a message of the application. A refusal completes the handshake; Uvicorn alone would take it for an
        incomplete one, and log an error for every refused client."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on as bytes, both text and binary; the application checks them."""
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
        """Whether the client reads too slowly at the moment, so that further data would only be buffered."""
        return not self.writable.is_set()

    @property
    def gone(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.disconnected or self.close_sent or self.transport.is_closing()

    def write(self, frames: Iterable[bytes]) -> None:
        """Send texts, all in one write."""
        if self.gone:
            return
        self.transport.write(b"".join([_text(frame) for frame in frames]))

    def finish(self, code: int, reason: str) -> None:
        """Close the connection with a close frame, which has the reason; the client has a while to answer it."""
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
        """Abort the connection at once."""
        self.transport.abort()


def _text(frame: bytes) -> bytes:
    """A text as a complete frame of a server (RFC 6455, 5.2): final, not masked, with its length in front."""
    length = len(frame)
    if length < 126:
        return b"\x81%c%b" % (length, frame)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), frame)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), frame)
