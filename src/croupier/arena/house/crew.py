"""The workers of the house, and who gets which question."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from croupier.agents.referee import default
from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Move

from .. import pipes
from .questions import Question, question

log = logging.getLogger("croupier.arena")

Answered = Callable[[Move], None]
BUDGET = 5.0
"""Seconds for a question, unless the arena's config says otherwise."""
READY_WITHIN = 300.0
"""Seconds until a worker has to be ready, compiling included."""
MOST_WAITING = 10_000
"""Questions that wait for a worker; beyond that they are the clock's."""
MOST_COMPILED = 10
"""Questions that wait for workers which search or solve; beyond that their stand-ins answer."""


class House:
    """Asks workers; everything here returns at once."""

    question = staticmethod(question)

    def __init__(self, workers: int = 1, budget: float = BUDGET) -> None:
        self._plain, self._advisers = Crew(workers, budget, ()), Crew(1, budget, ())
        self._compiled: dict[str, Crew] = {}
        self._guests: dict[str, Crew] = {}
        """A worker for each bot of a file, and for each company of it."""
        self._workers, self._budget = workers, budget

    def begin(self) -> None:
        """Let workers come before the first question."""
        self._plain.begin()

    def ask(self, asked: Question, answered: Answered) -> None:
        """Let a bot think; `answered` is called with a legal move, later or never."""
        if asked.is_guest:
            return self._guests.setdefault(asked.policy, Crew(1, self._budget, ())).ask(asked, answered)
        if not asked.stand_in:
            return self._plain.ask(asked, answered)
        crew = self._compiled.get(asked.game)
        if crew is None:
            crew = self._compiled[asked.game] = Crew(self._workers, self._budget, (asked.game,))
        crew.begin()
        if crew.ready and crew.waiting < MOST_COMPILED:
            crew.ask(asked, answered)
        else:
            self._plain.ask(asked.of_stand_in(), answered)

    def advise(self, asked: Question, answered: Answered) -> None:
        """Let a policy think for somebody who looks back: elsewhere, so that no table waits, whatever is asked."""
        self._advisers.ask(asked, answered)

    async def close(self) -> None:
        """End all workers."""
        crews = self._plain, self._advisers, *self._compiled.values(), *self._guests.values()
        await asyncio.gather(*(crew.end() for crew in crews))


class Crew:
    """Some workers of one kind, and the questions that wait for them, in order."""

    def __init__(self, workers: int, budget: float, games: tuple[str, ...]) -> None:
        self._size, self._budget, self._games = workers, budget, games
        self._waiting: deque[tuple[Question, Answered]] = deque()
        self._come = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.ready = False
        """Whether one of them has ever been ready."""

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._waiting)

    def begin(self) -> None:
        """Let them come, if they have not yet."""
        self._tasks = self._tasks or [asyncio.create_task(self._employ()) for _ in range(self._size)]

    def ask(self, asked: Question, answered: Answered) -> None:
        """Put a question at the end of those that wait."""
        self.begin()
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append((asked, answered))
            self._come.set()

    async def end(self) -> None:
        """Let them all go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _employ(self) -> None:
        """One place in the crew: a worker, and the next one when it has to go."""
        failures, worker = 0, pipes.Helper("croupier.arena.house.worker", *self._games)
        try:
            while True:
                try:
                    await worker.hear(READY_WITHIN)
                    self.ready, failures = True, 0
                    await self._work(worker)
                except pipes.NO_ANSWER as error:
                    failures += 1
                    log.warning("A bot of the house took too long, or its worker ended: %s", type(error).__name__)
                if failures > 1:
                    await asyncio.sleep(min(60, 2**failures))
        finally:
            await worker.end()

    async def _work(self, worker: pipes.Helper) -> None:
        """Have a worker answer questions until it fails."""
        while True:
            while not self._waiting:
                self._come.clear()
                await self._come.wait()
            asked, answered = self._waiting.popleft()
            move = await worker.ask(asked, self._budget)
            if not isinstance(move, Move) or judge(asked.decision.options, move):
                log.error("%s of %s answered wrongly: %s", asked.policy, asked.game, move)
                move = default(asked.decision)
            answered(move)
