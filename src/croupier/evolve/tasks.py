"""Tasks: what a worker does. Make a child, if it is to be made, and measure it."""

from __future__ import annotations

from random import Random

import msgspec

from croupier.games.genome import GameGenome
from croupier.games.genome.language.random_genome import random_genome
from croupier.kernel.errors import Fault

from .fitness.evaluation import Evaluation
from .fitness.tiers import LAST_SEARCHED, evaluate, tried
from .operators import crossed, mutated


class Task(msgspec.Struct, frozen=True):
    """A game to measure: `form` itself, or a child of it (and of `other`) after some mutations; a random one without a
    form. `again` counts earlier measurements, `tier` is how far to go."""

    form: GameGenome | None
    other: GameGenome | None = None
    seed: int = 0
    mutations: int = 0
    again: int = 0
    tier: int = LAST_SEARCHED
    parents: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """The game that came of a task, how it was made, and what was measured."""

    form: GameGenome
    evaluation: Evaluation
    operators: tuple[str, ...] = ()


def perform(task: Task) -> Result:
    """Work a task out. It is the same whoever does it."""
    if task.form is not None and task.other is None and not task.mutations:
        return Result(task.form, _measured(task))
    genome, operators = made(task)
    try:
        form, evaluation = tried(genome)
    except Fault as fault:
        return Result(genome, Evaluation("", 0, f"fault: {fault}"), operators)
    return Result(form, evaluation, operators)


def _measured(task: Task) -> Evaluation:
    assert task.form is not None
    try:
        return evaluate(task.form, task.tier, task.again)
    except Fault as fault:
        return Evaluation("", 0, f"fault: {fault}")


def made(task: Task) -> tuple[GameGenome, tuple[str, ...]]:
    """The game that a task asks for, and the operators that made it."""
    rng = Random(task.seed)
    if task.form is None:
        return random_genome(rng), ("random",)
    genome, operators = task.form, list[str]()
    if task.other is not None:
        genome = crossed(genome, task.other, rng) or genome
        operators.append("crossover")
    for _ in range(task.mutations):
        genome, mutation = mutated(genome, rng)
        operators.append(type(mutation).__name__)
    return genome, tuple(operators)
