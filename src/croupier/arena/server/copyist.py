"""Writes records and other long answers in a thread, one job after the other, so that no table waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 64
"""The longest queue; further clients are told to retry later."""


class TooMany(Exception):
    """Too many jobs are waiting."""


class Copyist:
    """Runs jobs in a thread. A long match takes seconds, during which Python lets the event loop run every few
    milliseconds."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    def check(self) -> None:
        """TooMany if the queue is full."""
        if self._waiting >= MOST_WAITING:
            raise TooMany("Many want something written out just now; try again in a moment.")

    async def write(self, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """The result of a function with these arguments; TooMany if the queue is full."""
        self.check()
        return await self.write_part(make, *given, **named)

    async def write_part(self, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """The same for a part of an answer that has begun, which cannot be refused any more: it always waits."""
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(make, *given, **named)
        finally:
            self._waiting -= 1
