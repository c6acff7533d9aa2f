"""Workers of the arena that are no processes: a thread of this one works out what they would answer.

Starting a process takes longer than most tests do. What is asked and answered is packed all the same, as for a pipe.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

from croupier.arena import pipes
from croupier.arena.house import worker
from croupier.arena.replay.shelf import Shelf

WORKERS: dict[str, Callable[[], Callable[[Any], Any]]] = {
    "croupier.arena.house.worker": lambda: partial(worker.answer, {}),
    "croupier.arena.replay.worker": lambda: Shelf().answer,
}
"""Modules that processes run, and who answers in their place. What compiles is left to its process."""


class Here(pipes.Helper):
    """A helper whose process is never begun."""

    def __init__(self, module: str, *arguments: str) -> None:
        super().__init__(module, *arguments)
        self._work = None if arguments or module not in WORKERS else WORKERS[module]()

    async def _answer(self, written: bytes) -> Any:
        if self._work is None:
            return await super()._answer(written)
        if not written:
            return worker.READY
        answer = await asyncio.to_thread(self._work, pickle.loads(written[4:]))
        return pickle.loads(pickle.dumps(answer))
