"""Clerks: they ask separate processes for replays and solved rivers, so that tables do not wait for them.

Each process answers one request after the other.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from croupier.kernel.errors import BadInput

from .. import pipes
from .shelf import Flaw, Job
from .solution import Position
from .telling import Forbidden

BUDGET = 20.0
"""The timeout of a request in seconds, the start of the process included."""
MOST_WAITING = 64
"""The most requests that wait; further ones are refused as Busy."""


READY_WITHIN = 300.0
"""Seconds within which the solver has to be ready, compiling included."""
SOLVER_BUDGET = 10.0
"""The timeout of a position in seconds."""


class Busy(Exception):
    """There are too many requests, or a request took too long."""


class Clerk:
    """Asks a worker process, which is started with the first request."""

    def __init__(self, budget: float = BUDGET, module: str = "croupier.arena.replay.worker") -> None:
        self.budget = budget
        self._helper = pipes.Helper(module)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ask(self, job: Job | Position) -> Any:
        """The answer to a request; BadInput or Forbidden if there is none, Busy if the visitor has to try again."""
        if self._waiting >= MOST_WAITING:
            raise Busy("There are too many requests for replays just now; try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                answer = await self._helper.ask(job, self.budget)
        except pipes.NO_ANSWER as error:
            raise Busy("This took too long.") from error
        finally:
            self._waiting -= 1
        if isinstance(answer, Flaw):
            raise (Forbidden if answer.forbidden else BadInput)(answer.words)
        return answer

    async def close(self) -> None:
        """End the process."""
        await self._helper.end()


class SolverClerk(Clerk):
    """Asks a process with the compiler, which is started with the first request and needs time until it is ready."""

    def __init__(self, budget: float = SOLVER_BUDGET) -> None:
        super().__init__(budget, "croupier.arena.replay.solver")
        self._coming: asyncio.Task[Any] | None = None

    async def ask(self, job: Job | Position) -> Any:
        """The solver's answer; Busy until the solver is ready; if it cannot start, the reason."""
        if self._coming is None or (self._coming.done() and not self._helper.runs):
            self._coming = asyncio.create_task(self._first_message())
        if not self._coming.done():
            raise Busy("The solver is getting ready, which can take a minute.")
        if isinstance(unsolved := self._coming.result(), dict):
            return unsolved
        return await super().ask(job)

    async def close(self) -> None:
        """End the process."""
        if self._coming is not None:
            self._coming.cancel()
        await super().close()

    async def _first_message(self) -> Any:
        """The first message of the process; None if there is none."""
        with suppress(*pipes.NO_ANSWER):
            return await self._helper.hear(READY_WITHIN)
        return None
