"""Evaluators: who works tasks out. Processes that can be killed, or this one.

A worker that dies, or takes longer than a task ever should, costs only the task that it was at: another worker takes
its place, and the task is tried once more before it is given up. Which worker does what changes no result.
"""

from __future__ import annotations

import multiprocessing
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

import msgspec

from croupier.kernel.errors import BadInput, Fault

from .fitness.evaluation import Evaluation
from .search import Evaluate
from .tasks import Result, Task, made, perform

LIMIT_SECONDS = 120.0
"""A task that takes longer is hanging: its worker is killed."""
START_SECONDS = 300.0
TRIES = 2
STILLBORN = 5
"""When so many workers have died in a row at their first task, it is not the tasks."""
LOST = "lost"
"""Why a game fails whose workers died."""

Progress = Callable[[int], None]


def evaluate_here(tasks: Sequence[Task]) -> list[Result]:
    """Work tasks out in this process, which nobody can kill without killing all."""
    return [perform(task) for task in tasks]


class Worker(Protocol):
    """Somebody who works out one task after the other."""

    task: int | None
    """The number of the task that it is at."""
    is_new: bool
    """Whether it has not answered anything yet."""

    def give(self, number: int, task: Task) -> None:
        """Send it a task."""

    def answer(self) -> tuple[int, Result | None]:
        """What it was at, and what it has worked out; None if it is no more."""

    def kill(self) -> None:
        """End it, whatever it is at."""


class Team(ABC):
    """Some workers, wherever they are."""

    def __init__(self, workers: int, progress: Progress) -> None:
        self.progress = progress
        self.lost = 0
        """How many workers have died or been killed."""
        self.stillborn = 0
        self.done = 0
        self.workers: list[Any] = [self.hire() for _ in range(workers)]

    @abstractmethod
    def hire(self) -> Worker:
        """A new worker."""

    @abstractmethod
    def heard(self, busy: list[Any]) -> list[Any]:
        """Those of the busy workers that have answered, died, or taken too long; waits until there is one."""

    def evaluate(self, tasks: Sequence[Task]) -> list[Result]:
        """Work tasks out; the results are in the order of the tasks."""
        results: dict[int, Result] = {}
        waiting, tries = deque(range(len(tasks))), [0] * len(tasks)
        while len(results) < len(tasks):
            for worker in self.workers:
                if worker.task is None and waiting:
                    number = waiting.popleft()
                    tries[number] += 1
                    worker.give(number, tasks[number])
            for worker in self.heard([worker for worker in self.workers if worker.task is not None]):
                number, answer = worker.answer()
                if answer is not None:
                    results[number] = answer
                elif tries[number] < TRIES:
                    self._replace(worker)
                    waiting.appendleft(number)
                else:
                    self._replace(worker)
                    results[number] = _given_up(tasks[number])
                self.done += number in results
                self.progress(self.done)
        return [results[number] for number in range(len(tasks))]

    def _replace(self, worker: Worker) -> None:
        """Put another in the place of a worker that is no more."""
        self.lost += 1
        worker.kill()
        self.stillborn = self.stillborn + 1 if worker.is_new else 0
        if self.stillborn > STILLBORN:
            raise Fault(f"{self.stillborn} workers in a row have died before they answered anything")
        self.workers[self.workers.index(worker)] = self.hire()

    def close(self) -> None:
        """Let all of them go."""
        for worker in self.workers:
            worker.kill()


class Crew(Team):
    """Processes of this machine, each with a pipe. `limit` is how many seconds a task may take."""

    def __init__(self, workers: int, *, limit: float = LIMIT_SECONDS, progress: Progress = lambda done: None) -> None:
        self.limit = limit
        self.context = multiprocessing.get_context("spawn")
        super().__init__(workers, progress)

    def hire(self) -> _Process:
        """A new process."""
        return _Process(self.context)

    def heard(self, busy: list[_Process]) -> list[_Process]:
        """Those that have answered or died, and those that take too long, which are killed."""
        first = min(worker.since + worker.allowed(self.limit) for worker in busy)
        while True:
            ready = set(wait([worker.pipe for worker in busy], timeout=max(0.0, min(1.0, first - time.monotonic()))))
            now = time.monotonic()
            late = [one for one in busy if one.pipe not in ready and now - one.since > one.allowed(self.limit)]
            for worker in late:
                worker.process.kill()
            if heard := [worker for worker in busy if worker.pipe in ready or worker in late]:
                return heard


class _Process:
    """One process: the number of the task that it is at, and since when."""

    def __init__(self, context: Any) -> None:
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.task: int | None = None
        self.since = 0.0
        self.is_new = True

    def allowed(self, limit: float) -> float:
        """How long it may take; the first task has to wait for what is compiled."""
        return limit + (START_SECONDS if self.is_new else 0.0)

    def give(self, number: int, task: Task) -> None:
        """Send it a task. That its pipe is broken is noticed when it should answer."""
        self.task, self.since = number, time.monotonic()
        try:
            self.pipe.send_bytes(msgspec.msgpack.encode(task))
        except OSError:
            self.process.kill()

    def answer(self) -> tuple[int, Result | None]:
        """What it was at, and what it has worked out; None if it is no more."""
        assert self.task is not None
        number, self.task = self.task, None
        try:
            result = msgspec.msgpack.decode(self.pipe.recv_bytes(), type=Result)
        except (EOFError, OSError, msgspec.DecodeError):
            return number, None
        self.is_new = False
        return number, result

    def kill(self) -> None:
        """End it, whatever it is at."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    """A worker: answers task after task, until its parent is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    while True:
        try:
            answer = performed(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        pipe.send_bytes(answer)


def performed(task: bytes) -> bytes:
    """A task worked out, as both travel."""
    return msgspec.msgpack.encode(perform(msgspec.msgpack.decode(task, type=Task)))


def _given_up(task: Task) -> Result:
    """What is said of a game that nobody could measure."""
    genome, operators = made(task)
    return Result(genome, Evaluation("", 0, LOST), operators)


@contextmanager
def crew(workers: int, *, limit: float = LIMIT_SECONDS, progress: Progress = lambda done: None) -> Iterator[Evaluate]:
    """Some workers for as long as they are needed."""
    if workers < 1:
        raise BadInput("At least one worker is needed.")
    people = Crew(workers, limit=limit, progress=progress)
    try:
        yield people.evaluate
    finally:
        people.close()
