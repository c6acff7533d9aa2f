"""Workers of the arena without processes: their answers are computed in a thread of this process.

Starting a process takes longer than most tests. Questions and answers are pickled all the same, as for a pipe.
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
"""For modules of worker processes, the function that answers in their place. Modules that compile keep their
process."""


class Here(pipes.Helper):
    """A helper whose process is never started."""

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
