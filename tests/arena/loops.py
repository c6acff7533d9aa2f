"""Tests that are coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

PATIENCE = 300.0
"""Seconds after which a test that waits for something has waited in vain."""


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in a loop of its own."""

    @wraps(test)
    def run(**arguments: Any) -> None:
        asyncio.run(asyncio.wait_for(test(**arguments), PATIENCE))

    return run


class StoppedClock(asyncio.SelectorEventLoop):
    """A loop whose clock stands still while there is something to do, and then is at the next timer at once.

    For what waits minutes. Nothing may wait for a thread or a socket in it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._now = 1_000.0

    def time(self) -> float:
        """Seconds that no real clock tells."""
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


def with_stopped_clock(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in a loop whose time is not that of the machine."""

    @wraps(test)
    def run(**arguments: Any) -> None:
        async def tested() -> None:
            await test(**arguments)

        with asyncio.Runner(loop_factory=StoppedClock) as runner:
            runner.run(tested())

    return run
