"""Who writes out what was played: beside the loop, one wish after the other, so that no table waits for a reader."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 64
"""Wishes that wait; beyond that, come back later."""


class TooMany(Exception):
    """Too many want something at once."""


class Copyist:
    """Works in a thread. A long match takes it seconds, in which it gives way to the loop every few milliseconds."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    def check(self) -> None:
        """Whether one more wish can wait; TooMany where somebody has to come back later."""
        if self._waiting >= MOST_WAITING:
            raise TooMany("Many want something written out just now; try again in a moment.")

    async def write(self, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a function makes of what it is given; TooMany where somebody has to come back later."""
        self.check()
        return await self.write_part(make, *given, **named)

    async def write_part(self, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """The same for a part of something that has been begun, which cannot be sent away: it waits for its turn."""
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(make, *given, **named)
        finally:
            self._waiting -= 1
