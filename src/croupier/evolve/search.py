"""Search: chooses the games to try in each generation, and puts the good ones into the archive.

A generation is a list of tasks that depends only on the seed, the number of the generation and what the search has
found; results are processed in the order of the tasks. So a run gives the same archive with any number of workers, and
also when it is resumed from a checkpoint. A child that is equal to a game measured before is not measured.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from croupier.games.genome import GameGenome, classics, find

from .archive import Archive, Elite, pooled
from .canonical import canonical, key_of
from .fitness.evaluation import Evaluation
from .fitness.tiers import LAST
from .settings import Settings
from .tasks import Evaluate, Task

TOURNAMENT = 3
"""The tournament size of the genetic algorithm: the best of this many random games becomes a parent."""
SURE = 4
"""A holder that was measured so often is not measured again."""


class Found(NamedTuple):
    """The counts of a generation: games tried, known before and so not measured, measured again, passed by all gates,
    and put into a cell."""

    tried: int
    known: int
    again: int
    passed: int
    taken: int


class Child(NamedTuple):
    """A game that was made: its canonical form and key, or "" if it failed at a glance."""

    form: GameGenome
    key: str
    parents: tuple[int, ...] = ()
    operators: tuple[str, ...] = ()
    name: str = ""


@cache
def seeds() -> tuple[tuple[str, GameGenome], ...]:
    """The classics, in their canonical form."""
    return tuple((name, canonical(find(name))) for name in classics())


class Search:
    """The state of a run: its archive, the population of the genetic algorithm, the games measured, and counters."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.archive = Archive()
        self.population: list[Elite] = []
        self.generation = 0
        self.number = 0
        self.evaluations = 0
        self.measured: dict[str, None] = {}
        """The keys of all games that were measured, in order."""
        self.lineage: list[Elite] = []
        """The games that took a cell since the last checkpoint; `Folder.save` clears it."""

    def step(self, evaluate: Evaluate) -> Found:
        """Play one generation. Generation 0 measures the classics, except with the method `random`."""
        rng = Random(f"{self.settings.seed} {self.generation}")
        first = self.generation == 0 and self.settings.method != "random"
        children = self._first() if first else self._next(rng, evaluate)
        fresh = dict[str, Child]()
        for child in children:
            if child.key and child.key not in self.measured:
                fresh.setdefault(child.key, child)
        self.measured |= dict.fromkeys(fresh)
        known = sum(bool(child.key) for child in children) - len(fresh)
        results = evaluate([Task(child.form) for child in fresh.values()])
        made = [self._elite(child, result.evaluation) for child, result in zip(fresh.values(), results, strict=True)]
        passed = [elite for elite in made if elite is not None]
        tried = len(children) - known
        self.evaluations += tried
        asked = self.evaluations
        taken = self._insert(passed, evaluate)
        self.lineage += sorted(taken, key=lambda elite: elite.number)
        if self.settings.method == "genetic":
            self.population = self._survivors(passed)
        self.generation += 1
        return Found(tried, known, self.evaluations - asked, len(passed), len(taken))

    def _first(self) -> list[Child]:
        return [Child(form, key_of(form), name=name) for name, form in seeds()]

    def _next(self, rng: Random, evaluate: Evaluate) -> list[Child]:
        """The children of a generation, each made with its own seed."""
        pool = self._parents()
        asked = [self._child(pool, rng) for _ in range(self.settings.population)]
        results = evaluate([task for task, _ in asked])
        return [
            Child(result.form, "" if result.evaluation.failed else result.evaluation.key, parents, result.operators)
            for (_, parents), result in zip(asked, results, strict=True)
        ]

    def _parents(self) -> list[Elite]:
        if self.settings.method == "genetic":
            return self.population
        return self.archive.in_order() if self.settings.method == "elites" else []

    def _child(self, pool: list[Elite], rng: Random) -> tuple[Task, tuple[int, ...]]:
        """The task that makes a child, and its parents."""
        settings = self.settings
        seed, steps = rng.getrandbits(48), rng.randint(1, settings.mutations)
        two, fresh = rng.random() < settings.crossover, rng.random() < settings.fresh
        if settings.method == "mutants":
            return Task(rng.choice(seeds())[1], seed=seed, mutations=steps), ()
        if settings.method == "random" or fresh or not pool:
            return Task(None, seed=seed), ()
        one, other = self._chosen(pool, rng), self._chosen(pool, rng)
        if two and one.key != other.key:
            return Task(one.form, other.form, seed, steps - 1), (one.number, other.number)
        return Task(one.form, seed=seed, mutations=steps), (one.number,)

    def _chosen(self, pool: list[Elite], rng: Random) -> Elite:
        """A parent: any elite with equal probability; with the genetic algorithm, the winner of a tournament."""
        if self.settings.method == "genetic":
            return max((rng.choice(pool) for _ in range(TOURNAMENT)), key=lambda elite: elite.quality)
        return rng.choice(pool)

    def _elite(self, child: Child, found: Evaluation) -> Elite | None:
        """A child as an elite with a new number; None if a gate stopped it."""
        if found.failed or found.quality <= 0:
            return None
        self.number += 1
        return Elite(
            self.number,
            child.form,
            found.key,
            found.quality,
            found.measures,
            glance=found.quality,
            parents=child.parents,
            operators=child.operators,
            generation=self.generation,
            name=child.name,
        )

    def _insert(self, passed: list[Elite], evaluate: Evaluate) -> list[Elite]:
        """Put games into their cells, and return those that took one. A game that would take a cell, as far as the
        first tiers can tell, is measured by what judges in the end: its quality in the archive is that in full,
        measured in few hands. Where a cell is contested, whoever is ahead is measured once more."""
        archive = self.archive
        able = [elite for elite in passed if archive.may_be_improved_by(elite)]
        checked = [entered(elite, found) for elite, found in self._measured(able, evaluate)]
        rivals = best_first(one for one in checked if one is not None)
        ahead = [
            holder if holder.quality >= rival.quality else rival
            for holder, rival in archive.contested(rivals)
            if holder.quality < rival.quality or holder.times < SURE
        ]
        for elite, found in self._measured(ahead, evaluate):
            if elite in rivals:
                rivals[rivals.index(elite)] = pooled(elite, found)
            else:
                archive.measure_again(elite, found)
        for rival in best_first(rivals):
            archive.add(rival)
        return [rival for rival in rivals if archive.elites.get(rival.cell) is rival]

    def _measured(self, elites: list[Elite], evaluate: Evaluate) -> list[tuple[Elite, Evaluation]]:
        """Elites, each with one more measurement."""
        results = evaluate([entrance(elite) for elite in elites])
        self.evaluations += len(elites)
        return [(elite, result.evaluation) for elite, result in zip(elites, results, strict=True)]

    def _survivors(self, passed: list[Elite]) -> list[Elite]:
        """The best of parents and children, each game once."""
        known = {elite.key: elite for elite in (*passed, *self.population)}
        return best_first(known.values())[: self.settings.population]


def best_first(elites: Iterable[Elite]) -> list[Elite]:
    """Elites by their quality, older ones first where it is equal."""
    return sorted(elites, key=lambda elite: (-elite.quality, elite.number))


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
    measured: list[str]


def saved(search: Search) -> Saved:
    """Everything that is needed to resume a search."""
    return Saved(
        search.settings,
        search.generation,
        search.number,
        search.evaluations,
        search.archive.in_order(),
        search.population,
        list(search.measured),
    )


def restored(kept: Saved) -> Search:
    """A search from its saved form."""
    search = Search(kept.settings)
    search.generation, search.number, search.evaluations = kept.generation, kept.number, kept.evaluations
    search.archive, search.population = Archive(kept.elites), kept.population
    search.measured = dict.fromkeys(kept.measured)
    return search
