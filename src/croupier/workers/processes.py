"""Workers of this machine: processes, each with a pipe of its own, so that the task of a dead worker is known."""

from __future__ import annotations

import multiprocessing
import signal
import time
from abc import abstractmethod
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn

from .team import Gone, R, T, Team, Worker, WorkerSetup, attempted


class Processes(Team[T, R]):
    """Processes that end with this one."""

    def __init__(self, workers: int, setup: WorkerSetup, limit: float) -> None:
        self.context = multiprocessing.get_context("spawn")
        super().__init__(workers, setup, limit)

    def hire(self) -> Process:
        """A new process."""
        return Process(self.context, self.setup)

    def listen(self, workers: list[Process], seconds: float) -> list[Process]:
        """The workers that have something in their pipe, even if only its end."""
        ready = set(wait([worker.pipe for worker in workers], seconds))
        return [worker for worker in workers if worker.pipe in ready]


class Keepers(Processes[T, R]):
    """Processes that keep something from task to task: each has a number, which is the last argument of its `prepare`,
    and one that dies is not replaced."""

    def hire(self) -> Process:
        """A new process, with the next number."""
        return Process(self.context, WorkerSetup(self.setup.prepare, (*self.setup.arguments, len(self.workers))))

    @abstractmethod
    def replace(self, worker: Worker, why: Gone) -> NoReturn:
        """Raise a Fault that says what is lost with a worker."""

    def together(self, task: T) -> list[R]:
        """The results of all workers for the same task, each with what it keeps. They must be ready."""
        for number, worker in enumerate(self.workers):
            worker.task, worker.since = number, time.monotonic()
            worker.send(task)
        results: dict[int, R] = {}
        while busy := [worker for worker in self.workers if worker.task is not None]:
            for worker, answer in self._hear(busy):
                results[worker.task], worker.task = answer, None
        return [results[number] for number in range(len(self.workers))]


class Process(Worker):
    """One process, and our end of its pipe."""

    def __init__(self, context: Any, setup: WorkerSetup) -> None:
        super().__init__()
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, setup), daemon=True)
        self.process.start()
        theirs.close()

    def send(self, task: Any) -> None:
        """Put a task into the pipe."""
        with suppress(OSError):
            self.pipe.send(task)

    def receive(self) -> Any:
        """Take an answer out of the pipe."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError) as error:
            raise Gone("its process has ended") from error

    def kill(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, setup: WorkerSetup) -> None:
    """A worker: answers task after task, until its parent is gone, or asks it to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        function = attempted(setup.prepare, *setup.arguments)
        try:
            pipe.send(function if isinstance(function, Exception) else None)
            while True:
                pipe.send(attempted(function, pipe.recv()))
        finally:
            if hasattr(function, "close"):
                function.close()
