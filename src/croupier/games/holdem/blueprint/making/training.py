"""Trains a depth, round by round, with a checkpoint in a folder after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import blank_rows
from croupier.kernel.vocabulary.rng import Rng, seed

from ..memory import WHOLE_POT
from ..tree import tree_of
from .abstraction import BUCKETS
from .self_play import BOTH, HANDS, empty_deal, empty_space, play_iterations, shape_of

ITERATIONS = 1_000
"""The iterations of a round."""
CHUNK = 20
"""Iterations between two checks for Ctrl-C."""
CARDS, EQUITIES = "cards.npy", "equities.npy"
"""Files of the folder: the tables of cards; and the equity of each kind of starting hands all-in against each other,
with the number of ways to deal both."""


@dataclass
class Training:
    """The state of the training of a depth: for each bucket at each node the regrets, then the sums of strategies."""

    depth: int
    learnt: Any
    rounds: int = 0
    visits: int = 0
    seconds: float = 0.0
    """The processor time of all rounds."""

    @classmethod
    def of(cls, depth: int) -> Training:
        """A training without rounds."""
        return cls(depth, np.zeros(shape_of(tree_of(depth), BUCKETS)[1], np.float32))

    @classmethod
    def read(cls, depth: int, folder: Path) -> Training:
        """The checkpoint of a depth in a folder; a training without rounds if there is none."""
        path = folder / f"{depth}.npz"
        if not path.exists():
            return cls.of(depth)
        with np.load(path) as kept:
            rounds, visits, milliseconds = kept["about"].tolist()
            return cls(depth, kept["learnt"], rounds, visits, milliseconds / 1000)

    def write(self, folder: Path) -> None:
        """Write the checkpoint. The file is replaced only when the new one is complete."""
        draft = folder / f"{self.depth}.part.npz"
        about = np.array([self.rounds, self.visits, round(1000 * self.seconds)])
        np.savez(draft, about=about, learnt=self.learnt)
        draft.replace(folder / f"{self.depth}.npz")

    def fade(self) -> None:
        """Reduce the weight of earlier rounds before the next one. The regrets of round n get n times the weight of
        those of round 1, and its strategies n² times the weight in the average, because early play is poor."""
        kept = self.rounds / (self.rounds + 1)
        self.learnt *= np.where(sums_of(self.depth), np.float32(kept * kept), np.float32(kept))


@cache
def sums_of(depth: int) -> Any:
    """A mask of the learnt numbers: True for sums of strategies, False for regrets."""
    nodes = tree_of(depth).nodes
    widths = np.repeat([len(node.actions) for node in nodes], [BUCKETS[node.street] for node in nodes])
    return np.repeat(np.tile([False, True], len(widths)), np.repeat(widths, BOTH))


def train(depth: int, folder: Path, key: int, rounds: int) -> Iterator[Training]:
    """Train until `rounds` rounds have been played in all; saves and yields the training after every round."""
    training = Training.read(depth, folder)
    cards = np.asarray(np.load(folder / CARDS, mmap_mode="r"))
    equities = np.rint(WHOLE_POT * np.load(folder / EQUITIES)[0]) / WHOLE_POT
    leads = (2 * equities - 1).astype(np.float32).reshape(-1)
    shape, rng = shape_of(tree_of(depth), BUCKETS)[0], blank_rows(Rng)[0]
    room = empty_deal(), empty_space(), np.zeros((HANDS, 2), np.int64)
    while training.rounds < rounds:
        began = process_time()
        training.fade()
        compiled(seed)(rng, key, depth << 32 | training.rounds)
        for _ in range(ITERATIONS // CHUNK):
            training.visits += compiled(play_iterations)(cards, leads, shape, training.learnt, rng, *room, CHUNK)
        training.rounds += 1
        training.seconds += process_time() - began
        training.write(folder)
        yield training
