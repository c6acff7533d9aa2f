"""How throughput grows with workers: games measured through tiers 0 to 2, and hands simulated, a second.

    scripts/bench scaling                       1 worker, 2, 4 … up to one for each core
    scripts/bench scaling --workers 1 2 --quick
    scripts/bench scaling --ray 127.0.0.1:6379  all workers of a cluster, beside one process here

Times are wall-clock time: run it on a quiet machine. Every line computes the same tasks, which are made beforehand;
workers are warm before the clock starts. The lines take turns in some rounds, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack

from croupier.evolve.search import seeds
from croupier.evolve.tasks import Task, crew
from croupier.simulate.run import simulate

GAME = "holdem_fixed_limit"
ROUNDS = 3


def tasks(count: int) -> list[Task]:
    """Random games and children of the classics, half of each."""
    forms = [form for _, form in seeds()]
    return [
        Task(None, seed=number) if number % 2 else Task(forms[number // 2 % len(forms)], seed=number, mutations=2)
        for number in range(count)
    ]


def games_a_second(found: dict[str, float], lines: dict[str, tuple[int, str]], count: int, rounds: int) -> None:
    """Games a second of each line, the best of some rounds. All crews stay alive, and one works at a time."""
    work = tasks(count)
    with ExitStack() as stack:
        crews = {name: stack.enter_context(crew(workers, ray=ray)) for name, (workers, ray) in lines.items()}
        for evaluate in crews.values():
            evaluate(work[: count // 4])
        for _ in range(rounds):
            for name, evaluate in crews.items():
                began = time.perf_counter()
                evaluate(work)
                found[name] = max(found.get(name, 0.0), count / (time.perf_counter() - began))


def hands_a_second(found: dict[str, float], lines: dict[str, tuple[int, str]], hands: int, rounds: int) -> None:
    """Hands a second of `croupier simulate`, measured in the same way."""
    for _ in range(rounds):
        for name, (workers, ray) in lines.items():
            report = simulate(GAME, matches=hands, seed=1, workers=workers, ray=ray)
            found[name] = max(found.get(name, 0.0), report.hands_per_second)


def main() -> int:
    """Print a table for docs/evolution-lab.md."""
    cores = os.cpu_count() or 1
    parser = argparse.ArgumentParser(description="Measure how throughput grows with workers.")
    doubled = [2**power for power in range(cores.bit_length()) if 2**power <= cores]
    parser.add_argument("--workers", type=int, nargs="+", default=doubled, metavar="W", help=f"(default: {doubled})")
    parser.add_argument("--ray", default="", metavar="ADDRESS", help="a Ray cluster to measure, too")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, once")
    options = parser.parse_args()
    lines = {f"{count} worker{'s' * (count > 1)}": (count, "") for count in options.workers}
    if options.ray:
        lines["Ray cluster"] = (1, options.ray)
    size, rounds = (10, 1) if options.quick else (1, ROUNDS)
    measured: dict[str, dict[str, float]] = {}
    work: list[tuple[str, Callable[..., None], int]] = [
        ("games measured", games_a_second, 600 // size),
        (f"hands of {GAME}", hands_a_second, 4_000_000 // size),
    ]
    for title, measure, count in work:
        print(f"{title} …", file=sys.stderr)
        measure(measured.setdefault(title, {}), lines, count, rounds)
    print("| a second | " + " | ".join(lines) + " |\n|---|" + "--:|" * len(lines))
    for title, found in measured.items():
        first = next(iter(found.values()))
        cells = [f"{speed:,.0f} ({speed / first:.2f}×)" for speed in found.values()]
        print(f"| {title} | " + " | ".join(cells) + " |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
