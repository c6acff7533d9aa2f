"""How often the intervals of standings cover the truth: what `scripts/coverage_of_events` runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from typing import Any

from croupier import holdem
from croupier.agents.loading import Entrant, house_bot
from croupier.simulate.match.match import Match

from .virtual import hall

EVENTS, LONG = 200, 1_000_000
BOTS = ["tight", "station", "shark"]
STACK = 1_000
KINDS: Sequence[tuple[str, dict[str, Any]]] = [("robin", {"deals": 24}), ("mirrored", {"deals": 16, "seats": 2})]
LEAST, MOST = 0.92, 0.98


def truths() -> dict[str, float]:
    """The winnings of each bot, as the mean over its opponents, in very long matches."""
    config = holdem.configure(seats=2, stack=STACK, hands=1)
    found: dict[str, list[float]] = {name: [] for name in BOTS}
    for pair in combinations(BOTS, 2):
        entrants = [Entrant(name, partial(house_bot, holdem.GAME, name)) for name in pair]
        results = Match(holdem.GAME, config, entrants, hands=LONG, seed=10**6).play()
        for bot, name in enumerate(pair):
            found[name].append(results.raw(bot).mean)
    return {name: sum(means) / len(means) for name, means in found.items()}


def covered(kind: str, asked: dict[str, Any], truth: dict[str, float], number: int) -> list[tuple[bool, bool]]:
    """For each bot of one event, whether its interval contains the truth: without luck, and with it."""
    with hall() as one:
        desk = one.event(kind=kind, bots=BOTS, options={"stack": STACK}, **asked)
        one.until(lambda: desk.book.over)
        rows = [(row, truth[row["name"].removeprefix("house:")]) for row in one.told()["teams"]]
        return [(_within(row["result"], value), _within(row["plain"], value)) for row, value in rows]


def _within(told: dict[str, float | None], value: float) -> bool:
    low, high = told["low"], told["high"]
    return (low is None or low <= value) and (high is None or value <= high)


def main() -> None:
    """Print a line for each kind of event; fail if the coverage of one is out of bounds."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1
    truth = truths()
    print("truth, bb/100: " + ", ".join(f"{name} {value:+.1f}" for name, value in truth.items()), flush=True)
    failed = False
    for kind, asked in KINDS:
        with ProcessPoolExecutor(workers) as pool:
            played = pool.map(partial(covered, kind, asked, truth), range(events), chunksize=5)
            found = [one for event in played for one in event]
        result, plain = (sum(one[at] for one in found) / len(found) for at in (0, 1))
        failed |= not LEAST <= result <= MOST
        how = ", ".join(f"{name} {value}" for name, value in asked.items())
        print(f"{events} events, {kind:9} {how:20} covered {result:6.1%}   luck included {plain:6.1%}", flush=True)
    sys.exit(failed)
