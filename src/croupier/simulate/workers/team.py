"""A team: who does which task next, and what becomes of the task of a worker that dies.

This is the one pool of processes for work that comes to an end: simulations, evolution, and matches between bots. (The
arena, which must never wait, asks its processes over `arena/pipes.py`.) Workers differ in where they are, and nothing
else: tasks are handed out here, one at a time to each worker, and their results come back in the order of the tasks. So
which worker does what, and how many there are, changes no result. A worker that dies, or takes longer than a task ever
should, costs only the task that it was at: another is hired in its place, and the task is tried once more before it is
given up.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from croupier.kernel.errors import CroupierError, Fault

UNLIMITED = math.inf
START_SECONDS = 300.0
"""How long workers have to be ready, and longer for their first task: it may have to wait for what is compiled."""
LOOK_SECONDS = 1.0
"""The longest wait for an answer before somebody looks at the clock."""
TRIES = 2
STILLBORN = 5
"""When so many workers have died in a row that had answered nothing, it is not the tasks."""
AHEAD = 100
"""How many tasks for each worker may be done before the first that is not: there may be billions of them."""

T = TypeVar("T")
R = TypeVar("R")


class Trade(NamedTuple):
    """What a worker learns when it is hired: `learn(*arguments)` gives the function from a task to its result.

    Everything of it travels, and so do tasks and results: `learn` is a function of a module, not one of a function. If
    what it gives has a `close`, a worker calls that when it is asked to end, and not killed.
    """

    learn: Callable[..., Callable[[Any], Any]]
    arguments: tuple[Any, ...] = ()


def attempted(work: Callable[..., Any], *arguments: Any) -> Any:
    """What comes of some work; an error of ours is an answer like any other, and no reason to die."""
    try:
        return work(*arguments)
    except CroupierError as error:
        return error


class Gone(Exception):
    """A worker is no more, and what is known of why."""


class Worker(ABC):
    """Somebody who works out one task after the other. It says first that it is ready, then one word for each task."""

    def __init__(self) -> None:
        self.is_ready = False
        self.is_new = True
        """Whether it has not answered anything yet."""
        self.task: int | None = None
        """The number of the task that it is at."""
        self.since = 0.0

    @abstractmethod
    def send(self, task: Any) -> None:
        """Tell it what to do. That it is no more is noticed when it should answer."""

    @abstractmethod
    def receive(self) -> Any:
        """What it has to say; raises Gone if it is no more."""

    @abstractmethod
    def kill(self) -> None:
        """End it, whatever it is at."""


W = TypeVar("W", bound=Worker)


class Team(ABC, Generic[T, R]):
    """Some workers, wherever they are."""

    def __init__(self, workers: int, trade: Trade, limit: float) -> None:
        self.trade, self.limit = trade, limit
        self.lost = 0
        """How many workers have died or been killed."""
        self._stillborn = 0
        self.workers: list[Any] = []
        self.grow(workers)

    def grow(self, workers: int) -> None:
        """Hire so many more."""
        for _ in range(workers):
            self.workers.append(self.hire())

    @abstractmethod
    def hire(self) -> Worker:
        """A new worker."""

    @abstractmethod
    def listen(self, workers: list[Any], seconds: float) -> list[Any]:
        """Those of some workers that have something to say, or are no more; waits for so long until there is one."""

    def make_ready(self) -> None:
        """Wait until everybody is ready, but for those that a busy cluster has no room for yet."""
        until = time.monotonic() + START_SECONDS
        while not all(worker.is_ready for worker in self.workers) and time.monotonic() < until:
            self._hear([worker for worker in self.workers if not worker.is_ready])
        self._find_somebody(until)

    def work(self, tasks: Iterable[T], give_up: Callable[[T], R]) -> Iterator[R]:
        """The results of tasks, in their order; of a task that ends its workers, what `give_up` says."""
        job = _Job(tasks, give_up, AHEAD * len(self.workers))
        until = time.monotonic() + START_SECONDS
        while True:
            for worker in self.workers:
                if worker.is_ready and worker.task is None and (number := job.next()) is not None:
                    worker.task, worker.since = number, time.monotonic()
                    worker.send(job.begun[number])
            yield from job.in_order()
            if job.is_done:
                return
            for worker, answer in self._hear([one for one in self.workers if not one.is_ready or one.task is not None]):
                if isinstance(answer, Gone):
                    job.lose(worker.task)
                else:
                    job.take(worker.task, answer)
                worker.task = None
            if not any(worker.task is not None for worker in self.workers):
                self._find_somebody(until)
            else:
                until = time.monotonic() + START_SECONDS

    def _hear(self, workers: list[Any]) -> list[tuple[Any, Any]]:
        """Answers to tasks, with who gave them. Whoever is no more, or too late, is replaced at once."""
        answers: list[tuple[Any, Any]] = []
        said = self.listen(workers, LOOK_SECONDS)
        now = time.monotonic()
        late = [worker for worker in workers if worker not in said and self._is_late(worker, now)]
        for worker in (*said, *late):
            try:
                answer = Gone("it took too long") if worker in late else worker.receive()
            except Gone as gone:
                answer = gone
            if isinstance(answer, Gone):
                self.replace(worker, answer)
            elif isinstance(answer, CroupierError):
                raise answer
            elif not worker.is_ready:
                worker.is_ready = True
                continue
            else:
                worker.is_new = False
                self._stillborn = 0
            if worker.task is not None:
                answers.append((worker, answer))
        return answers

    def _is_late(self, worker: Worker, now: float) -> bool:
        allowed = self.limit + (START_SECONDS if worker.is_new else 0.0)
        return worker.task is not None and now - worker.since > allowed

    def replace(self, worker: Worker, why: Gone) -> None:
        """Put another in the place of a worker that is no more."""
        self.lost += 1
        worker.kill()
        self._stillborn += worker.is_new
        if self._stillborn > STILLBORN:
            raise Fault(f"{self._stillborn} workers in a row have died before they answered anything; the last: {why}")
        self.workers[self.workers.index(worker)] = self.hire()

    def _find_somebody(self, until: float) -> None:
        if not any(worker.is_ready for worker in self.workers) and time.monotonic() >= until:
            raise Fault(f"No worker was ready within {START_SECONDS:g} s.")

    def close(self) -> None:
        """Let all of them go."""
        for worker in self.workers:
            worker.kill()


class _Job(Generic[T, R]):
    """Tasks that are taken as they are needed, and results that wait for their turn."""

    def __init__(self, tasks: Iterable[T], give_up: Callable[[T], R], ahead: int) -> None:
        self.begun: dict[int, T] = {}
        """Tasks without a result, by their numbers."""
        self._coming, self._give_up, self._ahead = enumerate(tasks), give_up, ahead
        self._again: deque[int] = deque()
        self._tries: Counter[int] = Counter()
        self._there: dict[int, R] = {}
        self._due = 0
        self._all_begun = False

    def next(self) -> int | None:
        """The number of the task that comes next, if there is one for now."""
        if self._again:
            number = self._again.popleft()
        elif self._all_begun or len(self.begun) + len(self._there) >= self._ahead:
            return None
        else:
            found = next(self._coming, None)
            if found is None:
                self._all_begun = True
                return None
            number, self.begun[number] = found
        self._tries[number] += 1
        return number

    def take(self, number: int, result: R) -> None:
        """A task is done."""
        del self.begun[number], self._tries[number]
        self._there[number] = result

    def lose(self, number: int) -> None:
        """A task's worker is no more."""
        if self._tries[number] < TRIES:
            self._again.append(number)
        else:
            self.take(number, self._give_up(self.begun[number]))

    def in_order(self) -> Iterator[R]:
        """The results that nobody has to wait for."""
        while self._due in self._there:
            yield self._there.pop(self._due)
            self._due += 1

    @property
    def is_done(self) -> bool:
        """Whether everything is done and handed over."""
        return self._all_begun and not self.begun
