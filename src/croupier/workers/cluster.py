"""Workers on other machines: actors on a Ray cluster, each of which keeps its compiled code from task to task.

Ray is an extra: `pip install "croupier[ray]"`, on every machine of the cluster. When a machine is lost, its workers
are replaced by new ones, which wait for room; the others go on.
"""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from croupier.kernel.errors import BadInput

from .team import Gone, R, T, Team, Worker, WorkerSetup, attempted

ANSWERS_WITHIN = 10.0
"""How many seconds a cluster has to accept a connection."""


class RemoteWorker:
    """The remote end of a worker: the class of the actors."""

    def __init__(self) -> None:
        self.work: Callable[[Any], Any]

    def prepare(self, setup: WorkerSetup) -> Any:
        """Prepare the worker's function; the answer None says that it is ready."""
        function = attempted(setup.prepare, *setup.arguments)
        if isinstance(function, Exception):
            return function
        self.work = function
        return None

    def perform(self, task: Any) -> Any:
        """Compute a task."""
        return attempted(self.work, task)


class Cluster(Team[T, R]):
    """Workers of a Ray cluster."""

    def __init__(self, ray: Any, workers: int, setup: WorkerSetup, limit: float) -> None:
        self.ray = ray
        self._hand = ray.remote(num_cpus=1)(RemoteWorker)
        super().__init__(workers, setup, limit)

    def hire(self) -> _Actor:
        """A new actor, wherever there is room; it answers when there is."""
        return _Actor(self.ray, self._hand.remote(), self.setup)

    def listen(self, workers: list[_Actor], seconds: float) -> list[_Actor]:
        """The workers that have answered or died."""
        ready, _ = self.ray.wait([worker.asked for worker in workers], timeout=seconds)
        return [worker for worker in workers if worker.asked in ready]


class _Actor(Worker):
    """One actor, and its last request."""

    def __init__(self, ray: Any, actor: Any, setup: WorkerSetup) -> None:
        super().__init__()
        self.ray, self.actor = ray, actor
        self.asked = actor.prepare.remote(setup)

    def send(self, task: Any) -> None:
        """Ask for a task."""
        self.asked = self.actor.perform.remote(task)

    def receive(self) -> Any:
        """The result of the last request."""
        try:
            return self.ray.get(self.asked)
        except self.ray.exceptions.RayError as error:
            raise Gone(str(error)) from error

    def kill(self) -> None:
        """End the actor."""
        self.ray.kill(self.actor)


@contextmanager
def joined(address: str, setup: WorkerSetup, limit: float) -> Iterator[Cluster[Any, Any]]:
    """A worker for each processor of a cluster, for the duration of a with block."""
    try:
        import ray
    except ImportError as error:
        raise BadInput('Ray is not installed: pip install "croupier[ray]", or leave --ray out.') from error
    _check(address)
    with redirect_stdout(sys.stderr):  # Ray reports lost workers on standard output, where results go
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadInput(f"There is no Ray cluster at {address}: {error}") from error
        try:
            team: Cluster[Any, Any] = Cluster(ray, max(1, int(ray.cluster_resources().get("CPU", 1))), setup, limit)
            try:
                yield team
            finally:
                team.close()
        finally:
            ray.shutdown()


def _check(address: str) -> None:
    """Refuse an address on which nothing listens: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), ANSWERS_WITHIN).close()
    except OSError as error:
        raise BadInput(f"There is no Ray cluster at {address}: {error.strerror or error}.") from error
