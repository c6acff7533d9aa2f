"""How many games a second are measured by the tiers of the search, 0 to 2, in one process.

    scripts/bench evolve [--games 400]

Measured are random genomes, and children of the elites of a short run by one to three mutations. Times are processor
time, which other programs on the machine change little. Compilation is not included.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from croupier.cli.verbs.bench import machine
from croupier.evolve.archive import Elite
from croupier.evolve.search import Search
from croupier.evolve.settings import Settings
from croupier.evolve.tasks import Task, evaluate_here, perform

GENERATIONS, POPULATION, SEED = 6, 100, 1


def elites() -> list[Elite]:
    """The elites of a short run."""
    search = Search(Settings(seed=SEED, population=POPULATION))
    for _ in range(GENERATIONS):
        search.step(evaluate_here)
    return search.archive.in_order()


def per_second(tasks: list[Task]) -> float:
    """Tasks per second of processor time."""
    start = time.process_time()
    for task in tasks:
        made = perform(task)
        if not made.evaluation.failed:
            perform(Task(made.form))
    return len(tasks) / (time.process_time() - start)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how many games a second evolution tries, on one core.")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="of each kind (default: 400)")
    games = parser.parse_args().games
    rng, parents = Random(SEED), elites()
    children = [Task(rng.choice(parents).form, seed=seed, mutations=rng.randint(1, 3)) for seed in range(games)]
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    print(f"random genomes: {per_second([Task(None, seed=seed) for seed in range(games)]):.0f} a second")
    print(f"children of {len(parents)} elites: {per_second(children):.0f} a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
