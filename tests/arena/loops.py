"""Tests that are coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from .virtual import VirtualLoop

PATIENCE = 300.0
"""Seconds after which a test that waits fails."""


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in a loop of its own."""

    @wraps(test)
    def run(**arguments: Any) -> None:
        asyncio.run(asyncio.wait_for(test(**arguments), PATIENCE))

    return run


def with_stopped_clock(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in a loop with virtual time."""

    @wraps(test)
    def run(**arguments: Any) -> None:
        async def tested() -> None:
            await test(**arguments)

        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(tested())

    return run
