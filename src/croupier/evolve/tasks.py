"""Tasks: make a child, or measure a game. They run in worker processes, on a Ray cluster, or in this process.

Results do not depend on which worker does a task. A worker that dies or hangs costs only its current task
(`workers/team.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

import msgspec

from croupier.games.genome import GameGenome
from croupier.games.genome.language.random_genome import random_genome
from croupier.kernel.errors import Fault
from croupier.workers import hired
from croupier.workers.team import WorkerSetup

from .fitness.evaluation import Evaluation
from .fitness.tiers import LAST_SEARCHED, evaluate, glanced
from .operators import crossed, mutated

LIMIT_SECONDS = 120.0
"""A task that takes longer is hanging: its worker is killed."""
LOST = "lost"
"""`Evaluation.failed` of a game that no worker could measure."""


class Task(msgspec.Struct, frozen=True):
    """A game to measure, or to make: `form` itself; a child of it (and of `other`) after `mutations` mutations; or
    without a form a random game. What is made is looked at in a few hands, and measured by a task of its own if nothing
    equal has been measured. `again` counts earlier measurements, `tier` is the last tier."""

    form: GameGenome | None
    other: GameGenome | None = None
    seed: int = 0
    mutations: int = 0
    again: int = 0
    tier: int = LAST_SEARCHED
    quick: bool = False
    """Whether the tiers are measured in few hands."""

    @property
    def makes(self) -> bool:
        """Whether a game is made."""
        return self.form is None or self.other is not None or self.mutations > 0


class Result(msgspec.Struct, frozen=True):
    """The game of a task, its measurements, and the operators that made it."""

    form: GameGenome
    evaluation: Evaluation
    operators: tuple[str, ...] = ()


Evaluate = Callable[[Sequence[Task]], list[Result]]
"""A function that performs tasks and returns their results in the same order."""


def perform(task: Task) -> Result:
    """Perform a task. The result depends on the task alone."""
    genome, operators = made(task)
    try:
        if task.makes:
            form, found = glanced(genome)
        else:
            form, found = genome, evaluate(genome, task.tier, task.again, quick=task.quick)
    except Fault as fault:
        return Result(genome, Evaluation("", 0, f"fault: {fault}"), operators)
    return Result(form, found, operators)


def made(task: Task) -> tuple[GameGenome, tuple[str, ...]]:
    """The game that a task is about, and the operators that made it."""
    rng = Random(task.seed)
    if task.form is None:
        return random_genome(rng), ("random",)
    genome, operators = task.form, list[str]()
    if task.other is not None:
        child, crossover = crossed(genome, task.other, rng)
        genome = child or genome
        operators.append(crossover)
    for _ in range(task.mutations):
        genome, mutation = mutated(genome, rng)
        operators.append(type(mutation).__name__)
    return genome, tuple(operators)


def evaluate_here(tasks: Sequence[Task]) -> list[Result]:
    """Perform tasks in this process, without a time limit."""
    return [perform(task) for task in tasks]


def prepare() -> Callable[[Task], Result]:
    """The function that a worker calls for each task."""
    return perform


def given_up(task: Task) -> Result:
    """The result of a task whose workers died."""
    genome, operators = made(task)
    return Result(genome, Evaluation("", 0, LOST), operators)


@contextmanager
def crew(workers: int, *, ray: str = "", limit: float = LIMIT_SECONDS) -> Iterator[Evaluate]:
    """A team of workers, as a context: processes, or workers of the Ray cluster at an address."""
    with hired(workers, WorkerSetup(prepare), ray=ray, limit=limit) as team:
        yield lambda tasks: list(team.work(tasks, given_up))
