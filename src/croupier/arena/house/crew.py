"""The workers of the house bots, and the queues of questions for them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from croupier.agents.referee import default
from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.nameplate import Nameplate

from .. import pipes
from .questions import Explained, Question, question

log = logging.getLogger("croupier.arena")

Answered = Callable[[Move], None]
BUDGET = 5.0
"""The default timeout of a question, in seconds."""
READY_WITHIN = 300.0
"""The timeout for the start of a worker, compiling included, in seconds."""
MOST_WAITING = 10_000
"""The longest queue; further questions are dropped, and the clock plays for the bot."""
MOST_COMPILED = 10
"""The longest queue for search and solver; further questions go to the policy that stands in."""


class House:
    """Sends questions to workers; no method but `close` waits."""

    question = staticmethod(question)

    def __init__(self, workers: int = 1, budget: float = BUDGET) -> None:
        self._plain, self._advisers = Crew(workers, budget, ()), Crew(1, budget, ())
        self._compiled: dict[str, Crew] = {}
        self._guests: dict[str, Crew] = {}
        """A crew of one worker for each bot from a file and each company of it."""
        self._workers, self._budget = workers, budget

    def begin(self) -> None:
        """Start workers before the first question."""
        self._plain.begin()

    def ask(self, asked: Question, answered: Answered) -> None:
        """Ask a bot; `answered` is called with a legal move, later or never."""
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

    def advise(self, asked: Question, players: Sequence[Nameplate], answered: Callable[[Explained], None]) -> None:
        """Ask a policy for advice with its reasons, in a separate worker, so that no table waits."""
        self._advisers.ask(asked._replace(explains=tuple(players)), answered)

    async def close(self) -> None:
        """End all workers."""
        crews = self._plain, self._advisers, *self._compiled.values(), *self._guests.values()
        await asyncio.gather(*(crew.end() for crew in crews))


class Crew:
    """Workers of one kind, and the queue of questions for them."""

    def __init__(self, workers: int, budget: float, games: tuple[str, ...]) -> None:
        self._size, self._budget, self._games = workers, budget, games
        self._waiting: deque[tuple[Question, Callable[[Any], None]]] = deque()
        self._come = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.ready = False
        """Whether any of the workers has ever been ready."""

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._waiting)

    def begin(self) -> None:
        """Start the workers, if they are not started yet."""
        self._tasks = self._tasks or [asyncio.create_task(self._employ()) for _ in range(self._size)]

    def ask(self, asked: Question, answered: Callable[[Any], None]) -> None:
        """Queue a question, unless the queue is full. A question that explains is answered Explained, others by a
        move."""
        self.begin()
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append((asked, answered))
            self._come.set()

    async def end(self) -> None:
        """End all workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _employ(self) -> None:
        """Run one worker, and restart it after a failure."""
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
        """Give a worker questions until it fails."""
        while True:
            while not self._waiting:
                self._come.clear()
                await self._come.wait()
            asked, answered = self._waiting.popleft()
            said = await worker.ask(asked, self._budget)
            move, reasons = said if isinstance(said, Explained) else (said, ())
            if not isinstance(move, Move) or judge(asked.decision.options, move):
                log.error("%s of %s answered wrongly: %s", asked.policy, asked.game, move)
                move, reasons = default(asked.decision), ()
            answered(move if asked.explains is None else Explained(move, reasons))
