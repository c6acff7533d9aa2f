"""A thread of its own for whoever thinks: what blocks there blocks nothing else, so that pings are answered."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Thinker:
    """Does one thing after the other, in the order in which it was told. It never keeps the program from ending."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="bot").start()

    def do(self, what: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Do something later; its result, or what it raises."""
        done: asyncio.Future[T] = self._loop.create_future()

        def work() -> None:
            try:
                result, error = what(*arguments), None
            except Exception as raised:
                result, error = None, raised
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(_settle, done, result, error)

        self._work.put(work)
        return done

    def end(self) -> None:
        """Do nothing more after what it was told."""
        self._work.put(None)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()


def _settle(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
