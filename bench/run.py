"""The benchmark: Croupier and its peers, measured in one run on one core, with ratios.

    scripts/bench [--quick] [--json] [--no-peers]

docs/benchmarks.md explains each row.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import ours  # noqa: E402
import peers  # noqa: E402
import startup  # noqa: E402
import tables  # noqa: E402
from measure import rate  # noqa: E402

from croupier.cli.verbs.bench import machine  # noqa: E402

IMPORTS = {"croupier": "import croupier", "croupier and hold'em": "from croupier import holdem"}


class Bench:
    """A run of the benchmark: how long each figure is measured, and in how many passes."""

    def __init__(self, seconds: float, passes: int, imports: int) -> None:
        self.seconds, self.passes, self.imports = seconds, passes, imports
        self.begun = time.monotonic()

    def tell(self, what: str) -> None:
        """Print a line of progress."""
        print(f"[{time.monotonic() - self.begun:5.0f} s] {what}", file=sys.stderr, flush=True)

    def rate(self, what: str, work: Callable[[], int]) -> float:
        """Units of work a second."""
        self.tell(what)
        return rate(work, self.seconds)

    def warm_up(self) -> None:
        """Compile everything that is measured."""
        for name in ours.PLAYED:
            self.tell(f"{name}, compiling if need be")
            startup.fill_cache(name)

    def hands(self, with_peers: bool) -> dict[str, Any]:
        """Complete six-seat hands a second."""
        at = ours.speeds("holdem")
        works = {
            "Croupier, compiled": at.compiled,
            "Croupier, plain rules": at.plain,
            "Croupier, plain with decisions and events": at.contract,
        }
        return self.against("hands", works, peers.HANDS if with_peers else {})

    def evaluations(self, with_peers: bool) -> dict[str, Any]:
        """Hands of seven cards ranked a second."""
        works = {
            "Croupier, compiled, random hands": ours.compiled_evaluations(),
            "Croupier, compiled, all hands in order": ours.evaluations_in_order(),
            "Croupier, plain": ours.plain_evaluations(),
        }
        return self.against("rankings", works, peers.EVALUATORS if with_peers else {})

    def against(self, what: str, works: dict[str, Callable[[], int]], runners: dict[str, str]) -> dict[str, Any]:
        """Measure us and the peers in turn, in several passes; the best pass of each counts."""
        rows: dict[str, Any] = {}
        for turn in range(1, self.passes + 1):
            for name, work in works.items():
                speed = self.rate(f"{what}, pass {turn} of {self.passes}: {name}", work)
                rows[name] = better(rows.get(name), {"per_second": speed})
            for name, runner in runners.items():
                self.tell(f"{what}, pass {turn} of {self.passes}: {name}")
                rows[name] = better(rows.get(name), peers.run(runner, self.seconds)._asdict())
        return rows

    def matches(self) -> dict[str, Any]:
        """Heads-up hands a second of a match between bots."""
        lineups = (("python", "python"), ("python", "station"), ("station", "station"), ("tight", "station"),
                   ("shark", "tight"), ("oracle", "shark"))  # fmt: skip
        return {
            " against ".join(names): self.rate(f"match: {' against '.join(names)}", ours.asked_hands(*names))
            for names in lineups
        }

    def games(self) -> dict[str, Any]:
        """Hands a second of every game and toy, at each speed, and iterations of search."""
        return {
            name: {
                **{speed: self.rate(f"{name}, {speed}", work) for speed, work in ours.speeds(name)._asdict().items()},
                "search": self.rate(f"{name}, search", ours.searches(name)),
            }
            for name in ours.PLAYED
        }

    def ready(self) -> dict[str, Any]:
        """Seconds until a game's compiled loop can run."""
        found = {}
        for name in ours.PLAYED:
            self.tell(f"{name}, compile times")
            found[name] = startup.ready_seconds(name)._asdict()
        return found

    def others(self) -> dict[str, Any]:
        """Import times, clones, and the solver."""
        found: dict[str, Any] = {}
        for name, statement in IMPORTS.items():
            self.tell(f"import {name}")
            found[f"import {name}, ms"] = 1e3 * startup.import_seconds(statement, self.imports)
        for name in ("kuhn", "holdem"):
            work, size = ours.clones(name)
            found[f"clone a {name} state of {size:,} bytes, ns"] = 1e9 / self.rate(f"clone {name}", work)
        for name in ours.GENOMES:
            found[f"{name} with measurements, hands/s"] = self.rate(f"{name}, measured", ours.measured_hands(name))
        for name in ("kuhn", "leduc"):
            found[f"CFR+ iterations/s on {name}"] = self.rate(f"solve {name}", ours.iterations(name))
        return found


def better(one: dict[str, Any] | None, other: dict[str, Any]) -> dict[str, Any]:
    """The faster of two measurements of the same thing; any is better than none."""
    return one if one and (one["per_second"] or 0) >= (other["per_second"] or 0) else other


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure Croupier against its peers.")
    parser.add_argument("--quick", action="store_true", help="short measurements, for a first impression")
    parser.add_argument("--no-peers", action="store_true", help="only Croupier itself")
    parser.add_argument("--json", action="store_true", help="print as JSON")
    options = parser.parse_args()
    bench = Bench(0.6, passes=1, imports=3) if options.quick else Bench(3.0, passes=3, imports=9)
    with_peers = not options.no_peers
    bench.warm_up()
    figures = {
        "machine": machine(),
        "hands": bench.hands(with_peers),
        "evaluations": bench.evaluations(with_peers),
        "matches": bench.matches(),
        "games": bench.games(),
        "ready_seconds": bench.ready(),
        "others": bench.others(),
    }
    bench.tell("done")
    print(json.dumps(figures, indent=2) if options.json else tables.render(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
