"""Measures speed, in the same way for us and for every peer. Needs nothing but Python.

Times are processor time of this process, which other programs on the machine disturb less than the wall clock. Each
figure is the best of a few rounds: the least disturbed one.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

SEATS = 6
STACK = 10_000
SMALL_BLIND = 50
BIG_BLIND = 100
ROUNDS = 3
SAMPLE = 500
"""Hands over which the decisions of a hand are averaged."""


def rate(work: Callable[[], int], seconds: float, rounds: int = ROUNDS) -> float:
    """Units of work per second of processor time: the best of a few rounds. `work` returns how many units it did."""
    work()
    best = 0.0
    for _ in range(rounds):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / rounds:
            done += work()
        best = max(best, done / spent)
    return best


def any_kind(facing: bool, may_raise: bool, chance: random.Random) -> int:
    """0 to fold, only when facing a bet; 1 to check or call; 2 to raise: each equally likely."""
    return chance.randrange(0 if facing else 1, 3 if may_raise else 2)


def random_hands(count: int = 1_000) -> list[list[int]]:
    """Hands of seven distinct cards, from 0 to 51."""
    chance = random.Random(1)
    return [chance.sample(range(52), 7) for _ in range(count)]


def report_hands(package: str, play: Callable[[random.Random], int], note: str = "", *, steps: bool = False) -> None:
    """Measure complete hands of a peer, or with `steps` their decisions. `play` plays a hand and returns its number of
    decisions."""
    seconds, chance = _seconds(), random.Random(1)

    def one() -> int:
        decisions = play(chance)
        return decisions if steps else 1

    with _silence():
        decisions = sum(play(chance) for _ in range(SAMPLE)) / SAMPLE
        speed = rate(one, seconds)
    _print(package, per_second=speed, decisions=decisions, note=note)


def report_evaluations(package: str, work: Callable[[], int], note: str = "") -> None:
    """Measure how many hands of seven cards a peer ranks."""
    _print(package, per_second=rate(work, _seconds()), note=note)


def _seconds() -> float:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0)
    return float(parser.parse_args().seconds)


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Discard what a peer prints while it plays, so that printing costs as little as possible."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)


def _print(package: str, **figures: Any) -> None:
    """The line that `peers.py` reads."""
    print(json.dumps({"version": version(package), **figures}))
