"""Workers that share the matches of a series: each has bots of its own, and plays one piece after the other.

Pieces are returned in the order of play, so results and records are those of a single process, for bots without
memory. A bot that learns does so from the matches of its own worker.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, NoReturn

from croupier.agents.loading import load_bots
from croupier.agents.process import close_to_others
from croupier.agents.terms import Terms
from croupier.games import load
from croupier.kernel.errors import Fault
from croupier.workers.processes import Keepers
from croupier.workers.team import UNLIMITED, Gone, Worker, WorkerSetup

from .sitting import Piece, Sitting

PIECE_SECONDS = 0.25
"""How long a piece should take: progress is shown, and a Ctrl-C loses little."""
LONGEST_PIECE = 1 << 14
GROWTH = 4
ENDING = 5.0
"""Seconds that workers have to end their bots."""


class Recipe(NamedTuple):
    """How to make the bots of a match in another process: the game by name, and the texts that name the bots."""

    where: str
    bots: list[str]
    terms: Terms


class Assignment(NamedTuple):
    """What a worker gets when it starts: the recipe of its bots, and the settings of the series."""

    recipe: Recipe
    config: list[int]
    seed: int
    duplicate: bool
    records: bool
    log: Path | None

    def sit_down(self, copy: int) -> Sitting:
        """A sitting with bots of its own."""
        game = load(self.recipe.where)
        config = game.Config()
        config.load(iter(self.config))
        game = game.for_config(config) if game.for_config else game
        entrants = load_bots(game, self.recipe.bots, self.recipe.terms)
        _, _, seed, duplicate, records, log = self
        sitting = Sitting(
            game, config, entrants, seed=seed, duplicate=duplicate, records=records, log=log, copy=copy
        )  # fmt: skip
        try:
            sitting.make_ready()
        except BaseException:
            sitting.close()
            raise
        return sitting


Span = tuple[int, int]
"""The number of the first match of a piece, and of the first match after it."""


class Crew(Keepers[Span, tuple[Piece, float]]):
    """A team whose workers have bots, and get time to end them."""

    def replace(self, worker: Worker, why: Gone) -> NoReturn:
        """Raise a Fault: the bots of a worker that has died are lost, with everything that they remember."""
        _raise_worker_died()

    def play(self, first: int, last: int, rotations: int) -> Iterator[Piece]:
        """The matches from `first` to `last` - 1, in order and in pieces of whole deals."""
        size = rotations

        def spans() -> Iterator[Span]:
            begun = first
            while begun < last:
                end = min(last, begun + size)
                yield begun, end
                begun = end

        for piece, seconds in self.work(spans(), _raise_worker_died):
            each = seconds / len(piece.rows[0])
            wanted = min(GROWTH * size, LONGEST_PIECE, int(PIECE_SECONDS / each) if each else LONGEST_PIECE)
            size = max(1, wanted // rotations) * rotations
            yield piece

    def close(self) -> None:
        """End all workers, with their bots."""
        for worker in self.workers:
            worker.process.terminate()
        deadline = time.monotonic() + ENDING
        for worker in self.workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
        super().close()


@contextmanager
def crew(assignment: Assignment, workers: int) -> Iterator[Crew]:
    """Some workers for the duration of a with block. The first compiles, and the others find its code in the cache."""
    close_to_others()
    people = Crew(1, WorkerSetup(CrewMember, (assignment,)), UNLIMITED)
    try:
        people.make_ready()
        people.grow(workers - 1)
        people.make_ready()
        yield people
    finally:
        people.close()


def _raise_worker_died(*_: object) -> NoReturn:
    raise Fault("A worker process has died: one of its bots must have ended it. --isolated shows which.")


class CrewMember:
    """The part of a worker in its process: bots that play one piece after the other."""

    def __init__(self, assignment: Assignment, copy: int) -> None:
        close_to_others()
        self.sitting = assignment.sit_down(copy)
        self.close = self.sitting.close

    def __call__(self, span: Span) -> tuple[Piece, float]:
        """The matches of a piece, and how many seconds they took."""
        began = time.perf_counter()
        return self.sitting.piece(*span), time.perf_counter() - began
