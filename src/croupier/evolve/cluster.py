"""Evaluators beyond one machine: workers on a Ray cluster, each with the compiled simulator warm.

Ray is an extra: `pip install "croupier[ray]"`, on every machine of the cluster. A worker that dies costs only the task
that it was at, as at home, and which one does what changes no result.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.kernel.errors import BadInput

from .evaluators import Progress, Team, performed
from .search import Evaluate
from .tasks import Result, Task

ANSWERS_WITHIN = 10.0
"""How many seconds a cluster has to answer at all."""


class Player:
    """What a worker of the cluster is: it keeps what it has compiled from task to task."""

    def perform(self, task: bytes) -> bytes:
        """Work a task out."""
        return performed(task)


class Cluster(Team):
    """Workers of a Ray cluster, one for each of its processors."""

    def __init__(self, ray: Any, workers: int, progress: Progress = lambda done: None) -> None:
        self.ray = ray
        self.player = ray.remote(num_cpus=1)(Player)
        super().__init__(workers, progress)

    def hire(self) -> _Actor:
        """A new actor, wherever there is room."""
        return _Actor(self.ray, self.player.remote())

    def heard(self, busy: list[_Actor]) -> list[_Actor]:
        """Those that have answered or died."""
        ready, _ = self.ray.wait([worker.asked for worker in busy], num_returns=1)
        return [worker for worker in busy if worker.asked in ready]


class _Actor:
    """One actor, and what it was asked last."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self.ray, self.actor = ray, actor
        self.task: int | None = None
        self.asked: Any = None
        self.is_new = True

    def give(self, number: int, task: Task) -> None:
        """Send it a task."""
        self.task, self.asked = number, self.actor.perform.remote(msgspec.msgpack.encode(task))

    def answer(self) -> tuple[int, Result | None]:
        """What it was at, and what it has worked out; None if it is no more."""
        assert self.task is not None
        number, self.task = self.task, None
        try:
            result = msgspec.msgpack.decode(self.ray.get(self.asked), type=Result)
        except self.ray.exceptions.RayError:
            return number, None
        self.is_new = False
        return number, result

    def kill(self) -> None:
        """End it, whatever it is at."""
        self.ray.kill(self.actor)


@contextmanager
def ray_crew(address: str, progress: Progress = lambda done: None) -> Iterator[Evaluate]:
    """The workers of a cluster for as long as they are needed. The address "local" starts one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise BadInput('Ray is not installed: pip install "croupier[ray]", or leave --ray out.') from error
    _check(address)
    try:
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadInput(f"There is no Ray cluster at {address}: {error}") from error
    people = Cluster(ray, max(1, int(ray.cluster_resources().get("CPU", 1))), progress)
    try:
        yield people.evaluate
    finally:
        people.close()
        ray.shutdown()


def _check(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), ANSWERS_WITHIN).close()
    except OSError as error:
        raise BadInput(f"There is no Ray cluster at {address}: {error.strerror or error}.") from error
