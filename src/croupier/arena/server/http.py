"""Uvicorn's HTTP handler, with limits: on the number of connections, on the time and the size of a request's head, and
on the time that an answer may stay unread."""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any, ClassVar

from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .api import Problem, told
from .crowd import PROBES, Crowd, leave

PATIENCE = 10.0
"""The timeout for the head of a request, from the start of the connection or of the request, in seconds."""
LITTLE_PATIENCE = 1.0
"""The same for a connection above the limit, which only gets an error."""
UNREAD = 60.0
"""The timeout for a client that does not read its answer, in seconds."""
LONGEST_HEAD = 64 * 1024
HEAD_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Http(HttpToolsProtocol):
    """Ends connections that send no request, too long a head, or do not read their answer."""

    crowd: ClassVar[Crowd]
    _patience: TimerHandle | None = None
    _unread: TimerHandle | None = None
    _address: str | None = None
    _head = 0
    _too_many: Problem | None = None

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and start the timeout for its first request."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        try:
            self.crowd.check_line(self._address)
        except Problem as problem:
            self._too_many, self.app = problem, self._turn_away
        self.crowd.lines[self._address] += 1
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Handle data; close the connection if the head of a request is too long."""
        waited = self._patience
        super().data_received(data)
        if waited is not None and self._patience is waited:
            self._head += len(data)
            if self._head > LONGEST_HEAD and not self.transport.is_closing():
                self.transport.write(HEAD_TOO_LONG)
                self.transport.close()

    def on_message_begin(self) -> None:
        """Start the timeout for the head of a request."""
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop the timeout: the head is complete."""
        self._wait_no_more()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Count the connection no longer: it becomes a WebSocket, which the room counts."""
        self._gone()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Start the timeout for a client that does not read."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop that timeout."""
        super().resume_writing()
        self._read_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timeouts, and count the connection no longer."""
        self._wait_no_more()
        self._read_again()
        self._gone()
        super().connection_lost(exc)

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a connection above the limit with an error, and close it; only health checks are answered."""
        assert self._too_many is not None

        async def last(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        answer = self.config.loaded_app if scope.get("path") in PROBES else told(self._too_many)
        await answer(scope, receive, last)

    def _gone(self) -> None:
        address, self._address = self._address, None
        if address is not None:
            leave(self.crowd.lines, address)

    def _wait(self) -> None:
        if self._patience is None:
            seconds = LITTLE_PATIENCE if self._too_many else PATIENCE
            self._patience, self._head = self.loop.call_later(seconds, self.transport.abort), 0

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _read_again(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def http_of(crowd: Crowd) -> type[Http]:
    """The handler of an arena."""
    return type("ArenaHttp", (Http,), {"crowd": crowd})
