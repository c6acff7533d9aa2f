"""Steps a second of learning environments for no-limit hold'em, ours beside those of others, in one run on one core.

    scripts/bench learn [--quick] [--no-peers]

A step is one decision, drawn evenly from the legal choices, with its observation, its mask and the rewards. The time to
draw it is included.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import peers  # noqa: E402
import tables  # noqa: E402
from run import Bench, better  # noqa: E402

from croupier import envs  # noqa: E402
from croupier.cli.verbs.bench import machine  # noqa: E402

TABLES, CALLS, NOISES = 4_096, 20, 16
PEERS = {"RLCard": "rlcard", "PettingZoo": "pettingzoo", "OpenSpiel": "openspiel", "PokerKit": "pokerkit"}
AEC_STEPS = 500


def batch_steps(seats: int) -> Callable[[], int]:
    """Steps of a batch; choices are drawn by NumPy."""
    batch = envs.batch("holdem", tables=TABLES, seats=seats, seed=1)
    batch.reset()
    noises = itertools.cycle(np.random.default_rng(1).random((NOISES, TABLES, batch.choices), dtype=np.float32))

    def work() -> int:
        for _ in range(CALLS):
            batch.step((batch.now.masks * next(noises)).argmax(axis=1))
        return CALLS * TABLES

    return work


def aec_steps(seats: int) -> Callable[[], int]:
    """Steps of PettingZoo's interface over one table."""
    env, chance = envs.aec("holdem", seats=seats), random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(AEC_STEPS):
            seen, _, ended, _, _ = env.last()
            if ended:
                env.reset()
                continue
            env.step(chance.choice(seen["action_mask"].nonzero()[0]))
        return AEC_STEPS

    return work


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench learn", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="short measurements, for a first impression")
    parser.add_argument("--no-peers", action="store_true", help="only Croupier itself")
    options = parser.parse_args()
    bench = Bench(0.6, passes=1, imports=0) if options.quick else Bench(3.0, passes=3, imports=0)
    known = machine()
    print(f"{known['processor']}, {known['cores']} cores, one used; Python {known['python']}, Numba {known['numba']}, "
          f"NumPy {known['numpy']}")  # fmt: skip
    for seats in (2, 6):
        works = {
            f"Croupier, {TABLES:,} tables": batch_steps(seats),
            "Croupier, PettingZoo's interface": aec_steps(seats),
        }
        others: dict[str, Any] = {} if options.no_peers else PEERS
        rows: dict[str, Any] = {}
        for _ in range(bench.passes):
            for name, work in works.items():
                rows[name] = better(rows.get(name), {"per_second": bench.rate(f"{seats} seats, {name}", work)})
            for name, runner in others.items():
                bench.tell(f"{seats} seats, {name}")
                found = peers.run("steps", bench.seconds, runner, str(seats))._asdict()
                rows[name] = better(rows.get(name), found)
        print(f"\nSteps a second of no-limit hold'em with {seats} seats\n")
        print("\n".join(tables.ratios(rows, ("RLCard", "OpenSpiel"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
