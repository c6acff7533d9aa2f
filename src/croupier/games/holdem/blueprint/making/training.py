"""Training a depth, round by round: shards that play apart, their mean, and what is kept of it in a folder.

In a round every shard plays some iterations from what was learnt before, with chance of its own; the mean of what they
have learnt is where the next round begins. How many processes play the shards changes nothing but the time it takes.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import blank_rows
from croupier.kernel.vocabulary.rng import Rng, seed

from ..tree import BIG_BLIND, tree_of
from .abstraction import BUCKETS
from .self_play import BOTH, SCRATCH, WHOLE_STAKE, numbered, play_iterations

SHARDS = 4
ITERATIONS = 25_000
"""Of a shard in a round."""
CARDS, EQUITIES = "cards.npy", "equities.npy"
"""In a folder: the tables of cards; and how often each kind of starting hand wins all-in against each, with the number
of ways in which they meet."""


@dataclass
class Training:
    """What has been learnt for a depth: of each bucket at each node the regrets, then the sums of strategies."""

    depth: int
    learnt: Any
    rounds: int = 0
    visits: int = 0
    seconds: float = 0.0
    """Processor time that it took."""

    @classmethod
    def of(cls, depth: int) -> Training:
        """Nothing learnt yet."""
        return cls(depth, np.zeros(numbered(tree_of(depth), BUCKETS)[1], np.int32))

    @classmethod
    def read(cls, depth: int, folder: Path) -> Training:
        """What a folder holds of a depth, else nothing learnt."""
        path = folder / f"{depth}.npz"
        if not path.exists():
            return cls.of(depth)
        with np.load(path) as kept:
            rounds, visits, milliseconds = kept["about"].tolist()
            return cls(depth, kept["learnt"], rounds, visits, milliseconds / 1000)

    def write(self, folder: Path) -> None:
        """Keep it; the file is there whole or not at all."""
        draft = folder / f"{self.depth}.part.npz"
        about = np.array([self.rounds, self.visits, round(1000 * self.seconds)])
        np.savez(draft, about=about, learnt=self.learnt)
        draft.replace(folder / f"{self.depth}.npz")

    def add(self, shards: list[tuple[Path, int, float]]) -> None:
        """End a round with the mean of what its shards have learnt."""
        total = np.zeros(len(self.learnt), np.int64)
        for path, visits, seconds in shards:
            total += np.load(path)
            path.unlink()
            self.visits += visits
            self.seconds += seconds
        self.learnt = (total // len(shards)).astype(np.int32)
        self.rounds += 1


def train(depth: int, folder: Path, key: int, rounds: int, workers: int) -> Iterator[Training]:
    """Train until so many rounds have been played in all, and keep each; yields after every one."""
    training = Training.read(depth, folder)
    training.write(folder)
    with ProcessPoolExecutor(workers, initializer=_let_the_parent_be_interrupted) as pool:
        while training.rounds < rounds:
            training.add(list(pool.map(partial(play_shard, depth, folder, key), range(SHARDS))))
            training.write(folder)
            yield training


def _let_the_parent_be_interrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@cache
def shape_of(depth: int) -> tuple[Any, Any]:
    """The nodes of a depth's tree in numbers, and which of the numbers that are learnt are sums of strategies, and not
    regrets."""
    tree = tree_of(depth)
    widths = np.array([len(node.actions) for node in tree.nodes for _ in range(BUCKETS[node.street])])
    sums = np.repeat(np.tile([False, True], len(widths)), np.repeat(widths, BOTH))
    return numbered(tree, BUCKETS)[0], sums


def play_shard(depth: int, folder: Path, key: int, shard: int) -> tuple[Path, int, float]:
    """Play a shard of the next round: where it lies, how many nodes it visited, and the processor time it took.

    What was learnt before counts a little less with every round: the regrets of round n weigh n times as much as those
    of the first, its play in the average n² times, since early play is poor.
    """
    began = time.process_time()
    training = Training.read(depth, folder)
    nodes, sums = shape_of(depth)
    kept = training.rounds / (training.rounds + 1)
    learnt = (training.learnt * np.where(sums, kept * kept, kept)).astype(np.int32)
    cards = np.asarray(np.load(folder / CARDS, mmap_mode="r"))
    rng, scratch = blank_rows(Rng)[0], np.zeros(SCRATCH, np.int64)
    compiled(seed)(rng, key, (depth << 16 | training.rounds) << 32 | shard)
    leads = np.rint((2 * np.load(folder / EQUITIES)[0] - 1) * WHOLE_STAKE).astype(np.int64).reshape(-1)
    stack = depth * BIG_BLIND
    visits = compiled(play_iterations)(cards, leads, nodes, learnt, rng, scratch, stack, ITERATIONS)
    path = folder / f"{depth}.{shard}.npy"
    np.save(path, learnt)
    return path, int(visits), time.process_time() - began
