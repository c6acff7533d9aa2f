"""`croupier bench`: how fast Croupier is on this machine.

Times are processor time, and each figure is the best of a few rounds, so that other programs disturb it least.
`scripts/bench` measures more, and other libraries in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.games import load
from croupier.games.holdem.records import BOARD_CARDS, HOLE_CARDS
from croupier.kernel.contract.dealers import Dealer, RandomDealer, StackedDealer
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled, compiled_afresh
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.loop import Loop

GAME = "holdem"
ROUNDS = 3
BATCH = 2_000
"""Compiled hands between two looks at the clock."""
EVALUATIONS = 1_000_000
"""Hands ranked in one call."""
SEED = 1


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Measures hands and hand rankings a second on one core of this machine, at both speeds."
    verb.add_argument("--seconds", type=float, default=2.0, metavar="S", help="for each figure (default: 2)")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    if options.seconds <= 0:
        raise BadInput(f"A figure cannot be measured in {options.seconds:g} seconds.")
    figures = measure(options.seconds, quiet=options.json)
    print(json.dumps(figures) if options.json else as_text(figures))
    return 0


def measure(seconds: float, *, quiet: bool = True) -> dict[str, Any]:
    """All figures. Their names are part of the interface."""
    game = load(GAME)
    config = game.configure(hands=1)
    loop = Loop(game, config)

    def tell(what: str) -> None:
        if not quiet:
            print(f"  {what} …", file=sys.stderr)

    tell("making the compiled rules ready")
    before = time.perf_counter()
    loop.run(SEED, 0, 0)
    compile_seconds = time.perf_counter() - before
    figures: dict[str, Any] = {
        "game": GAME,
        "seats": int(loop.origin.config.seats),
        "compile_seconds": round(compile_seconds, 3),
        "compiled_afresh": compiled_afresh(compiled(loop.fast)),
    }
    for name, what, work in (
        ("hands_per_second", "hands, compiled", compiled_hands(loop)),
        ("plain_hands_per_second", "hands, plain", plain_hands(loop)),
        ("contract_hands_per_second", "hands, plain with decisions and events", contract_hands(game, config)),
        ("evaluations_per_second", "hand rankings, compiled", compiled_evaluations()),
        ("plain_evaluations_per_second", "hand rankings, plain", plain_evaluations()),
    ):
        tell(what)
        figures[name] = round(rate(work, seconds), 1)
    return {**figures, "machine": machine()}


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


def compiled_hands(loop: Loop, batch: int = BATCH) -> Callable[[], int]:
    """Random play in the compiled loop, new hands each time."""
    return _matches(loop.run, batch)


def plain_hands(loop: Loop) -> Callable[[], int]:
    """The same rules and the same play in plain Python, without events."""
    return _matches(loop.run_plain, 10)


def _matches(play: Callable[[int, int, int], Any], batch: int) -> Callable[[], int]:
    done = 0

    def work() -> int:
        nonlocal done
        done += batch
        return int(play(SEED, done - batch, done).hands)

    return work


def contract_hands(game: Game, config: Any) -> Callable[[], int]:
    """Random play as a driver does it: ask for the decision, choose, `advance` with legality checked, get events.

    Hold'em is dealt from as many random cards as a hand can need; other games, which may need all cards, from seeds.
    """
    chance, matches = random.Random(SEED), 0

    def dealer_of(match: int) -> Dealer:
        if game.name == GAME:
            return StackedDealer(chance.sample(range(DECK), BOARD_CARDS + HOLE_CARDS * config.seats))
        return RandomDealer(SEED, match)

    def work() -> int:
        nonlocal matches
        matches += 1
        dealer, state = dealer_of(matches), game.start(config).state
        while pending := game.pending(state):
            decision = pending[0]
            if decision.seat == HOUSE:
                move = dealer.deal(state, decision)
            else:
                option = chance.choice(decision.options)
                while option.aside or option.unlisted:
                    option = chance.choice(decision.options)
                amount = chance.randint(option.low, option.high) if option.step == 1 else option.low
                cards = tuple(chance.sample(option.cards, option.fewest)) if option.fewest else ()
                move = Move(option.kind, amount, cards)
            game.advance(state, decision.seat, move)
        return int(state.table.hands)

    return work


def random_hands(count: int) -> Any:
    """Hands of seven distinct random cards, one a row."""
    import numpy as np

    from croupier.kernel.vocabulary.evaluate import MOST

    chance = np.random.default_rng(SEED)
    rows = np.empty((count, MOST), np.int8)
    for start in range(0, count, 10_000):
        keys = chance.random((min(10_000, count - start), DECK), dtype=np.float32)
        rows[start : start + 10_000] = np.argpartition(keys, MOST, axis=1)[:, :MOST]
    return rows


def compiled_evaluations(count: int = EVALUATIONS) -> Callable[[], int]:
    """Rank many random hands of seven cards in one call."""
    from croupier.kernel.vocabulary.evaluate import rank_many

    hands = random_hands(count)
    return lambda: len(rank_many(hands))


def plain_evaluations(count: int = 1_000) -> Callable[[], int]:
    """Rank random hands of seven cards, one call each."""
    from croupier.kernel.vocabulary.evaluate import best_hand

    hands = random_hands(count).tolist()

    def work() -> int:
        for hand in hands:
            best_hand(hand)
        return len(hands)

    return work


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    from importlib.metadata import version

    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def processor() -> str:
    """The name of the processor, as far as the system knows it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def as_text(figures: dict[str, Any]) -> str:
    """The figures for people."""
    known = figures["machine"]
    ready = "compiled" if figures["compiled_afresh"] else "read from the cache"
    return "\n".join(
        [
            f"{known['processor']}, {known['cores']} cores; one is used. Python {known['python']}, "
            f"Numba {known['numba']}, NumPy {known['numpy']}",
            f"Hold'em, {figures['seats']} seats, random play; rules {ready} in {figures['compile_seconds']:.1f} s",
            f"{figures['hands_per_second']:>14,.0f} hands/s compiled",
            f"{figures['plain_hands_per_second']:>14,.0f} hands/s plain",
            f"{figures['contract_hands_per_second']:>14,.0f} hands/s plain, with decisions and events",
            f"{figures['evaluations_per_second']:>14,.0f} hands of seven cards ranked/s compiled",
            f"{figures['plain_evaluations_per_second']:>14,.0f} hands of seven cards ranked/s plain",
        ]
    )
