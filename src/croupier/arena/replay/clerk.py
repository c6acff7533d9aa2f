"""Who fetches retold matches from a process of its own, so that no table waits for somebody who looks back.

One wish is answered after the other. A process that takes too long is ended, and the next wish begins another.
"""

from __future__ import annotations

import asyncio
from typing import Any

from croupier.kernel.errors import BadInput

from .. import pipes
from .shelf import Flaw, Job
from .telling import Forbidden

BUDGET = 20.0
"""Seconds for a wish, the start of the process included."""
MOST_WAITING = 64
"""Wishes that wait; beyond that, come back later."""


class Busy(Exception):
    """Too many want to look back at once, or it took too long."""


class Clerk:
    """Asks a process that is begun with the first wish."""

    def __init__(self, budget: float = BUDGET) -> None:
        self.budget = budget
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ask(self, job: Job) -> Any:
        """The answer; BadInput or Forbidden where there is none, Busy where it has to wait."""
        if self._waiting >= MOST_WAITING:
            raise Busy("Many look back just now; try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                answer = await asyncio.wait_for(self._answer(job), self.budget)
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as error:
            raise Busy("Playing this again took too long.") from error
        finally:
            self._waiting -= 1
        if isinstance(answer, Flaw):
            raise (Forbidden if answer.forbidden else BadInput)(answer.words)
        return answer

    async def _answer(self, job: Job) -> Any:
        try:
            process = await self._begun()
            pipes.write(process, job)
            return await pipes.read(process)
        except BaseException:
            await self.close()  # half an answer would be taken for the next one
            raise

    async def _begun(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._process = await pipes.begin("croupier.arena.replay.worker")
        return self._process

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()
