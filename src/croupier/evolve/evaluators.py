"""Evaluators: who works tasks out. Workers that can be killed, here or on a Ray cluster, or this process.

Which worker does what changes no result; one that dies, or takes longer than a task ever should, costs only the task
that it was at (`simulate/workers/team.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from croupier.simulate.workers import hired
from croupier.simulate.workers.team import Trade

from .fitness.evaluation import Evaluation
from .search import Evaluate
from .tasks import Result, Task, made, perform

LIMIT_SECONDS = 120.0
"""A task that takes longer is hanging: its worker is killed."""
LOST = "lost"
"""Why a game fails whose workers died."""


def evaluate_here(tasks: Sequence[Task]) -> list[Result]:
    """Work tasks out in this process, which nobody can kill without killing all."""
    return [perform(task) for task in tasks]


def learn() -> Callable[[Task], Result]:
    """What a worker has to know."""
    return perform


def given_up(task: Task) -> Result:
    """What is said of a game that nobody could measure."""
    genome, operators = made(task)
    return Result(genome, Evaluation("", 0, LOST), operators)


@contextmanager
def crew(workers: int, *, ray: str = "", limit: float = LIMIT_SECONDS) -> Iterator[Evaluate]:
    """Some workers for as long as they are needed: processes, or those of the Ray cluster at an address."""
    with hired(workers, Trade(learn), ray=ray, limit=limit) as team:
        yield lambda tasks: list(team.work(tasks, given_up))
