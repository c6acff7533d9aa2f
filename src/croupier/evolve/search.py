"""Search: chooses the games to try in each generation, and puts the good ones into the archive.

A generation is a list of tasks that depends only on the seed, the number of the generation and the archive; results are
processed in the order of the tasks. So a run gives the same archive with any number of workers, and also when it is
resumed from a checkpoint.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from croupier.games.genome import GameGenome, classics, find

from .archive import Archive, Elite
from .canonical import canonical
from .fitness.evaluation import Evaluation
from .fitness.tiers import LAST
from .settings import Settings
from .tasks import Evaluate, Result, Task

TOURNAMENT = 3
"""The tournament size of the genetic algorithm: the best of this many random games becomes a parent."""


class Found(NamedTuple):
    """The counts of a generation: games tried, measured again, passed by all gates, and put into a cell."""

    tried: int
    again: int
    passed: int
    taken: int


@cache
def seeds() -> tuple[tuple[str, GameGenome], ...]:
    """The classics, in their canonical form."""
    return tuple((name, canonical(find(name))) for name in classics())


class Search:
    """The state of a run: its archive, the population of the genetic algorithm, and counters."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.archive = Archive()
        self.population: list[Elite] = []
        self.generation = 0
        self.number = 0
        self.evaluations = 0
        self.lineage: list[Elite] = []
        """The games that took a cell since the last checkpoint; `Folder.save` clears it."""

    def step(self, evaluate: Evaluate) -> Found:
        """Play one generation. Generation 0 measures the classics, except with the method `random`."""
        rng = Random(f"{self.settings.seed} {self.generation}")
        tasks = self._first() if self.generation == 0 and self.settings.method != "random" else self._next(rng)
        before = self.evaluations
        results = evaluate(tasks)
        self.evaluations += len(tasks)
        made = [self._elite(task, result) for task, result in zip(tasks, results, strict=True)]
        passed = [elite for elite in made if elite is not None]
        taken = self._insert(passed, evaluate)
        if self.settings.method == "genetic":
            self.population = self._survivors(passed)
        self._measure_again(rng, evaluate)
        self.generation += 1
        return Found(len(tasks), self.evaluations - before - len(tasks), len(passed), taken)

    def _first(self) -> list[Task]:
        return [Task(form, names=(name,)) for name, form in seeds()]

    def _next(self, rng: Random) -> list[Task]:
        """The tasks of a generation: children, each with its own seed."""
        pool = self._parents()
        return [self._child(pool, rng) for _ in range(self.settings.population)]

    def _parents(self) -> list[Elite]:
        if self.settings.method == "genetic":
            return self.population
        return self.archive.in_order() if self.settings.method == "elites" else []

    def _child(self, pool: list[Elite], rng: Random) -> Task:
        settings = self.settings
        seed, steps = rng.getrandbits(48), rng.randint(1, settings.mutations)
        two, fresh = rng.random() < settings.crossover, rng.random() < settings.fresh
        if settings.method == "mutants":
            name, form = rng.choice(seeds())
            return Task(form, seed=seed, mutations=steps, names=(name,))
        if settings.method == "random" or fresh or not pool:
            return Task(None, seed=seed)
        one, other = self._chosen(pool, rng), self._chosen(pool, rng)
        if two and one.key != other.key:
            both = one.key, other.key
            return Task(one.form, other.form, seed, steps - 1, known=both, parents=(one.number, other.number))
        return Task(one.form, seed=seed, mutations=steps, known=(one.key,), parents=(one.number,))

    def _chosen(self, pool: list[Elite], rng: Random) -> Elite:
        """A parent: any elite with equal probability; with the genetic algorithm, the winner of a tournament."""
        if self.settings.method == "genetic":
            return max((rng.choice(pool) for _ in range(TOURNAMENT)), key=lambda elite: elite.quality)
        return rng.choice(pool)

    def _elite(self, task: Task, result: Result) -> Elite | None:
        """The game of a result as an elite with a new number; None if a gate stopped it."""
        found = result.evaluation
        if found.failed or found.quality <= 0:
            return None
        self.number += 1
        return Elite(
            self.number,
            result.form,
            found.key,
            found.quality,
            found.measures,
            glance=found.quality,
            parents=task.parents,
            operators=result.operators,
            generation=self.generation,
            name=task.names[0] if task.names and not task.mutations else "",
        )

    def _insert(self, passed: list[Elite], evaluate: Evaluate) -> int:
        """Put games into their cells, and return how many took one. A game that would take a cell, as far as the first
        tiers can tell, is measured by what judges in the end: its quality in the archive is that in full, measured in
        few hands."""
        fresh = list({elite.key: elite for elite in passed if not self.archive.knows(elite.key)}.values())
        able = [elite for elite in fresh if self.archive.may_be_improved_by(elite)]
        results = evaluate([entrance(elite) for elite in able])
        self.evaluations += len(able)
        taken = 0
        for elite, result in zip(able, results, strict=True):
            checked = entered(elite, result.evaluation)
            if checked is not None and self.archive.add(checked):
                self.lineage.append(checked)
                taken += 1
        return taken

    def _measure_again(self, rng: Random, evaluate: Evaluate) -> None:
        """Measure the elites again that were measured least often; ties are broken at random."""
        count = self.settings.again if self.settings.method in ("elites", "genetic") else 0
        elites = self.archive.in_order()
        rng.shuffle(elites)
        chosen = sorted(elites, key=lambda elite: elite.times)[:count]
        results = evaluate([entrance(elite) for elite in chosen])
        self.evaluations += len(chosen)
        for elite, result in zip(chosen, results, strict=True):
            self.archive.measure_again(elite, result.evaluation)

    def _survivors(self, passed: list[Elite]) -> list[Elite]:
        """The best of parents and children, each game once."""
        known = {elite.key: elite for elite in (*passed, *self.population)}
        return sorted(known.values(), key=lambda elite: (-elite.quality, elite.number))[: self.settings.population]


def entrance(elite: Elite) -> Task:
    """The measurement of a game that is to enter the archive, or to stay there."""
    return Task(elite.form, again=elite.times, tier=LAST, quick=True)


def entered(elite: Elite, found: Evaluation) -> Elite | None:
    """A game as it enters the archive: in the cell of its first measurement, with the quality of the second; None if a
    gate stopped that one."""
    if found.failed or found.quality <= 0:
        return None
    return msgspec.structs.replace(elite, quality=found.quality, measures=found.measures | elite.measures)


class Saved(msgspec.Struct):
    """A search as it is kept in a file."""

    settings: Settings
    generation: int
    number: int
    evaluations: int
    elites: list[Elite]
    population: list[Elite]


def saved(search: Search) -> Saved:
    """Everything that is needed to resume a search."""
    return Saved(
        search.settings,
        search.generation,
        search.number,
        search.evaluations,
        search.archive.in_order(),
        search.population,
    )


def restored(kept: Saved) -> Search:
    """A search from its saved form."""
    search = Search(kept.settings)
    search.generation, search.number, search.evaluations = kept.generation, kept.number, kept.evaluations
    search.archive, search.population = Archive(kept.elites), kept.population
    return search
