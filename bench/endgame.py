"""How long it takes to solve the end of a hand of hold'em, on one core.

    scripts/bench endgame [--no-turn]

The river: every hand of both players (1,081 each), a pot of 100 with 400 behind, bets of half the pot, the pot and
all-in, to 0.3 % of the pot. The turn: every hand (1,128 each), bets of half the pot and the pot, all 48 rivers, to
0.5 %. Times are processor time, including the setup and every measurement of exploitability; the river's is the best of
three. Compilation is not included.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time

from croupier.cli.verbs.bench import machine
from croupier.cli.verbs.solve import solve
from croupier.games.holdem.endgame import ALL_IN, Endgame, Spot
from croupier.games.holdem.records import TURN

EVERY_HAND = ("top 100%", "top 100%")
ROUNDS = 3


def river() -> Endgame:
    """A river with three sizes."""
    return Endgame("Ks 7d 2c 9h 3s", EVERY_HAND, Spot(100, (400, 400), (0.5, 1.0, ALL_IN)))


def turn() -> Endgame:
    """A turn with two sizes."""
    return Endgame("Ks 7d 2c 9h", EVERY_HAND, Spot(100, (400, 400), (0.5, 1.0), street=TURN))


def measured(name: str, percent: float, rounds: int) -> str:
    """Measure how long an endgame takes until its exploitability is at most a percentage of the pot."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        end = river() if name == "river" else turn()
        found = solve(end, percent).found
        times.append(time.process_time() - start)
    memory = f", {end.bytes / 1e6:,.0f} MB of tables" if name == "turn" else ""
    return (
        f"{name}, {len(end.nodes)} nodes: {min(times):.2f} s to {found.percent:.2f} % of the pot, "
        f"{found.iterations} iterations{memory}"
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how long the end of a hand takes to solve, on one core.")
    parser.add_argument("--no-turn", action="store_true", help="only the river")
    options = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    river().run(1)
    print(measured("river", 0.3, ROUNDS))
    if not options.no_turn:
        print(measured("turn", 0.5, 1))
        print(f"memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
