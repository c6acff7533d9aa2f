"""Uvicorn's HTTP handler, with a limit on how long a client may take to say what it wants."""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 10.0
"""Seconds for the head of a request, from the moment when somebody has connected."""


class Http(HttpToolsProtocol):
    """Ends connections that ask for nothing."""

    _patience: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for a while."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(PATIENCE, transport.abort)

    def on_headers_complete(self) -> None:
        """It has said what it wants."""
        self._wait_no_more()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
