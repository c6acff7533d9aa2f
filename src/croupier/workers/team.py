"""A team: hands out tasks to workers, and retries the task of a worker that dies.

This is the one pool of processes for finite work: simulations, evolution, and matches between bots. (The arena, which
must never wait, talks to its processes over `arena/pipes.py`.) Workers differ only in where they run: tasks are handed
out here, one at a time to each worker, and their results are returned in the order of the tasks. So neither the number
of workers nor the assignment of tasks changes a result. A worker that dies, or exceeds the time limit of a task, costs
only that task: the worker is replaced, and the task is tried once more before it is given up.
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
"""How long workers have to get ready, and the extra time for their first task, which may have to compile."""
LOOK_SECONDS = 1.0
"""The longest wait for an answer between two checks of the time limits."""
TRIES = 2
STILLBORN = 5
"""If more workers than this have died in a row without answering anything, the tasks are not the cause."""
AHEAD = 100
"""How many tasks per worker may be done ahead of the first unfinished one: there may be billions of tasks."""

T = TypeVar("T")
R = TypeVar("R")


class WorkerSetup(NamedTuple):
    """How a new worker is set up: `prepare(*arguments)` returns the function from a task to its result.

    All of it is pickled, and so are tasks and results: `prepare` must be a function at the top of a module. If the
    function that it returns has a `close`, a worker calls it when it is asked to end, but not when it is killed.
    """

    prepare: Callable[..., Callable[[Any], Any]]
    arguments: tuple[Any, ...] = ()


def attempted(work: Callable[..., Any], *arguments: Any) -> Any:
    """The result of some work; a CroupierError is returned like a result, so that the worker does not die."""
    try:
        return work(*arguments)
    except CroupierError as error:
        return error


class Gone(Exception):
    """A worker has died; the message says why, if known."""


class Worker(ABC):
    """Computes one task after the other. It first reports that it is ready, then answers each task."""

    def __init__(self) -> None:
        self.is_ready = False
        self.is_new = True
        """Whether it has not answered any task yet."""
        self.task: int | None = None
        """The number of its present task."""
        self.since = 0.0

    @abstractmethod
    def send(self, task: Any) -> None:
        """Send a task. A dead worker is noticed only when it should answer."""

    @abstractmethod
    def receive(self) -> Any:
        """The answer of the worker; raises Gone if it is dead."""

    @abstractmethod
    def kill(self) -> None:
        """End the worker, whatever it is doing."""


W = TypeVar("W", bound=Worker)


class Team(ABC, Generic[T, R]):
    """Some workers, wherever they run."""

    def __init__(self, workers: int, setup: WorkerSetup, limit: float) -> None:
        self.setup, self.limit = setup, limit
        self.lost = 0
        """How many workers have died or been killed."""
        self._stillborn = 0
        self.workers: list[Any] = []
        self.grow(workers)

    def grow(self, workers: int) -> None:
        """Hire `workers` more."""
        for _ in range(workers):
            self.workers.append(self.hire())

    @abstractmethod
    def hire(self) -> Worker:
        """A new worker."""

    @abstractmethod
    def listen(self, workers: list[Any], seconds: float) -> list[Any]:
        """The workers that have answered or died; waits up to `seconds` until there is one."""

    def make_ready(self) -> None:
        """Wait until all workers are ready, except those that a busy cluster has no room for yet."""
        until = time.monotonic() + START_SECONDS
        while not all(worker.is_ready for worker in self.workers) and time.monotonic() < until:
            self._hear([worker for worker in self.workers if not worker.is_ready])
        self._check_any_ready(until)

    def work(self, tasks: Iterable[T], give_up: Callable[[T], R]) -> Iterator[R]:
        """The results of tasks, in their order; for a task that kills its workers, the result of `give_up`."""
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
                self._check_any_ready(until)
            else:
                until = time.monotonic() + START_SECONDS

    def _hear(self, workers: list[Any]) -> list[tuple[Any, Any]]:
        """The answers to tasks, with their workers. A worker that is dead or late is replaced at once."""
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
        """Replace a worker that has died."""
        self.lost += 1
        worker.kill()
        self._stillborn += worker.is_new
        if self._stillborn > STILLBORN:
            raise Fault(f"{self._stillborn} workers in a row have died before they answered anything; the last: {why}")
        self.workers[self.workers.index(worker)] = self.hire()

    def _check_any_ready(self, until: float) -> None:
        if not any(worker.is_ready for worker in self.workers) and time.monotonic() >= until:
            raise Fault(f"No worker was ready within {START_SECONDS:g} s.")

    def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.kill()


class _Job(Generic[T, R]):
    """Tasks that are taken as they are needed, and results that are kept until it is their turn."""

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
        """The number of the next task to hand out; None if there is none for now."""
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
        """Store the result of a task."""
        del self.begun[number], self._tries[number]
        self._there[number] = result

    def lose(self, number: int) -> None:
        """Retry the task of a dead worker, or give it up."""
        if self._tries[number] < TRIES:
            self._again.append(number)
        else:
            self.take(number, self._give_up(self.begun[number]))

    def in_order(self) -> Iterator[R]:
        """The results whose predecessors have all been delivered."""
        while self._due in self._there:
            yield self._there.pop(self._due)
            self._due += 1

    @property
    def is_done(self) -> bool:
        """Whether all tasks are done and all results delivered."""
        return self._all_begun and not self.begun
