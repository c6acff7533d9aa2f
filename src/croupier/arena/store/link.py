"""A connection to PostgreSQL that is made again when it is lost.

    answer = await link.ask(question)       asks as long as it takes, at most PATIENCE seconds

A question may reach the server twice: the connection can be lost between the server's work and its answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import asyncpg

from . import StoreError
from .address import shown

log = logging.getLogger("croupier.arena")
Found = TypeVar("Found")
Connection: TypeAlias = Any
"""asyncpg.Connection, which has no types."""
PATIENCE = 20.0
"""Seconds for which a question is repeated. A restarted server is back by then; after that, nothing can be stored."""
ANSWER_SECONDS, LONG_SECONDS = 10.0, 600.0
"""Seconds without an answer after which a connection is given up: for commits and leases, and for long queries."""
RETRY_SECONDS = 0.1
"""Seconds between two attempts."""
KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""Settings with which the server notices within 20 s that a connection is cut, and drops its locks."""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
"""Errors after which the same question may succeed."""


class Link:
    """One connection. Questions are asked one after the other."""

    def __init__(
        self,
        url: str,
        name: str,
        settle: Callable[[Connection], Awaitable[None]] | None = None,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._url, self._name, self._settle = url, name, settle
        self.answer_seconds = answer_seconds
        """Seconds without an answer after which the connection is given up."""
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()

    async def ask(self, question: Callable[[Connection], Awaitable[Found]], patience: float | None = None) -> Found:
        """The answer to a question. StoreError if there is none in time."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (PATIENCE if patience is None else patience)
        waited = False
        async with self._turn:
            while True:
                try:
                    async with asyncio.timeout(self.answer_seconds):
                        answer = await question(await self._connected())
                except ValueError:  # an argument, or the address, that no repetition makes right
                    raise
                except LOST as error:
                    self.drop()
                    if loop.time() >= deadline:
                        raise StoreError(f"{shown(self._url)} cannot be reached: {_words(error)}.") from error
                    if not waited:
                        waited = True
                        log.warning("PostgreSQL does not answer (%s); trying again", _words(error))
                    await asyncio.sleep(RETRY_SECONDS)
                except BaseException as error:
                    if not isinstance(error, asyncpg.PostgresError):
                        self.drop()  # its state is unknown
                    raise
                else:
                    if waited:
                        log.warning("PostgreSQL answers again")
                    return answer

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            settings = {"application_name": self._name, "synchronous_commit": "on", **KEEPALIVE}
            connection = await asyncpg.connect(self._url, server_settings=settings)
            try:
                if self._settle is not None:
                    await self._settle(connection)
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
        return self._connection

    def drop(self) -> None:
        """Give the connection up."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Close the connection."""
        async with self._turn:
            connection, self._connection = self._connection, None
            if connection is not None and not connection.is_closed():
                try:
                    await connection.close(timeout=ANSWER_SECONDS)
                except LOST:
                    connection.terminate()


def _words(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__
