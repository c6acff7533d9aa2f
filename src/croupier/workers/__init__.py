"""Workers: processes of this machine, or actors of a Ray cluster, that compute one task after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from croupier.kernel.errors import BadInput

from .team import UNLIMITED, Team, WorkerSetup


@contextmanager
def hired(workers: int, setup: WorkerSetup, *, ray: str = "", limit: float = UNLIMITED) -> Iterator[Team[Any, Any]]:
    """A team for the duration of a with block: `workers` processes, or all workers of the Ray cluster at an address.
    `limit` is how many seconds a task may take."""
    if workers < 1:
        raise BadInput("At least one worker is needed.")
    if ray:
        from .cluster import joined

        with joined(ray, setup, limit) as cluster:
            yield cluster
        return
    from .processes import Processes

    team: Team[Any, Any] = Processes(workers, setup, limit)
    try:
        yield team
    finally:
        team.close()
