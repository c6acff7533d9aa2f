"""Who fetches retold matches from a process of its own, so that no table waits for somebody who looks back.

One wish is answered after the other.
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
        self._helper = pipes.Helper("croupier.arena.replay.worker")
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ask(self, job: Job) -> Any:
        """The answer; BadInput or Forbidden where there is none, Busy where it has to wait."""
        if self._waiting >= MOST_WAITING:
            raise Busy("Many look back just now; try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                answer = await self._helper.ask(job, self.budget)
        except pipes.NO_ANSWER as error:
            raise Busy("Playing this again took too long.") from error
        finally:
            self._waiting -= 1
        if isinstance(answer, Flaw):
            raise (Forbidden if answer.forbidden else BadInput)(answer.words)
        return answer

    async def close(self) -> None:
        """End the process."""
        await self._helper.end()
