"""Training a depth, round by round: what is kept between two rounds, and how a run goes on from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import blank_rows
from croupier.kernel.vocabulary.rng import Rng, seed

from ..tree import tree_of
from .abstraction import BUCKETS, Words
from .self_play import SCRATCH, numbered, play_iterations

ITERATIONS = 50_000
"""Of a round. Before each, what was learnt in earlier ones is discounted."""
AT_ONCE = 2_000
"""Iterations between two looks at a Ctrl-C."""


@dataclass
class Training:
    """What has been learnt for a depth: regrets and the sums of strategies of all buckets at all nodes."""

    depth: int
    rounds: int
    regrets: Any
    sums: Any
    visits: int = 0
    seconds: float = 0.0
    """Processor time that it took."""

    @classmethod
    def of(cls, depth: int) -> Training:
        """Nothing learnt yet."""
        size = numbered(tree_of(depth), BUCKETS)[-1]
        return cls(depth, 0, np.zeros(size, np.int32), np.zeros(size, np.int32))

    @classmethod
    def read(cls, depth: int, folder: Path) -> Training:
        """What a folder holds of a depth, else nothing learnt."""
        path = folder / f"{depth}.npz"
        if not path.exists():
            return cls.of(depth)
        with np.load(path) as kept:
            about = kept["about"]
            return cls(depth, int(about[0]), kept["regrets"], kept["sums"], int(about[1]), float(about[2]) / 1000)

    def write(self, folder: Path) -> None:
        """Keep it; the file is there whole or not at all."""
        about = np.array([self.rounds, self.visits, round(1000 * self.seconds)])
        draft = folder / f"{self.depth}.part.npz"
        np.savez(draft, about=about, regrets=self.regrets, sums=self.sums)
        draft.replace(folder / f"{self.depth}.npz")

    def discount(self) -> None:
        """Make earlier rounds count less: linearly in regrets, by the square in the average."""
        share = self.rounds / (self.rounds + 1)
        self.regrets = (self.regrets * share).astype(np.int32)
        self.sums = (self.sums * share**2).astype(np.int32)


def train(
    training: Training, memory: Words, flops: Any, key: int, rounds: int, kept: Callable[[Training], None]
) -> None:
    """Train until so many rounds have been played; each draws from a stream of its own, so a run may stop after any."""
    nodes, children, ends, _ = numbered(tree_of(training.depth), BUCKETS)
    play, rng, scratch = compiled(play_iterations), blank_rows(Rng)[0], np.zeros(SCRATCH, np.int64)
    while training.rounds < rounds:
        training.discount()
        compiled(seed)(rng, key, training.depth << 32 | training.rounds)
        began = time.process_time()
        for _ in range(ITERATIONS // AT_ONCE):
            training.visits += play(
                memory, flops, nodes, children, ends, training.regrets, training.sums, rng, scratch, AT_ONCE
            )
        training.rounds += 1
        training.seconds += time.process_time() - began
        kept(training)
