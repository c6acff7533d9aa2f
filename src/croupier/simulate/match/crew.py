"""Workers that share the matches of a series: each has bots of its own, and plays one piece after the other.

Pieces come back in the order of play, so results and records are those of a single process, for bots that remember
nothing. One that learns does so from the matches of its own worker.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.agents.clock import Thinking
from croupier.agents.loading import load_bots
from croupier.agents.terms import Terms
from croupier.games import load
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.errors import CroupierError, Fault

from .sitting import Sitting

PIECE_SECONDS = 0.25
"""How long a piece is meant to take: progress is shown, and a Ctrl-C loses little."""
LONGEST_PIECE = 1 << 14
GROWTH = 4
AHEAD = 2
"""Pieces that a worker has before it, so that it never waits for us."""
ENDING = 5.0
"""Seconds that workers have to end their bots."""


class Recipe(NamedTuple):
    """How to make the bots of a match anew, elsewhere: the game by name, and what names the bots."""

    where: str
    bots: list[str]
    terms: Terms


class Order(NamedTuple):
    """What a worker has to know."""

    recipe: Recipe
    config: list[int]
    seed: int
    duplicate: bool
    records: bool
    log: Path | None

    def sit_down(self, copy: int) -> Sitting:
        """Bots of one's own."""
        game = load(self.recipe.where)
        config = game.Config()
        config.load(iter(self.config))
        game = game.for_config(config) if game.for_config else game
        entrants = load_bots(game, self.recipe.bots, self.recipe.terms)
        _, _, seed, duplicate, records, log = self
        sitting = Sitting(
            game, config, entrants, seed=seed, duplicate=duplicate, records=records, log=log, copy=copy
        )  # fmt: skip
        sitting.make_ready()
        return sitting


class Piece(NamedTuple):
    """Some matches in a row: what `Results.add` takes, lines of the record, misdeeds by deal, and times."""

    rows: tuple[Any, Any, Any]
    lines: list[bytes]
    misdeeds: list[tuple[int, list[int], list[Misdeed]]]
    thinking: list[Thinking]
    seconds: float


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection


class Crew:
    """Some workers. They are there from `hire` to `dismiss`."""

    def __init__(self, order: Order, workers: int) -> None:
        self._order, self._count = order, workers
        self._workers: list[_Worker] = []

    def hire(self) -> None:
        """Start everybody. The first compiles what all need, and the others find it in the cache."""
        context = multiprocessing.get_context("spawn")
        for copy in range(self._count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, self._order, copy), daemon=True)
            process.start()
            theirs.close()
            self._workers.append(_Worker(process, ours))
            if copy == 0:
                self._receive(ours)
        for worker in self._workers[1:]:
            self._receive(worker.pipe)

    def play(self, first: int, last: int, rotations: int) -> Iterator[Piece]:
        """The matches from one number to another, in order and in pieces of whole deals."""
        size, begun, due = rotations, first, first
        ends: dict[int, int] = {}
        there: dict[int, Piece] = {}
        busy = {worker.pipe: list[int]() for worker in self._workers}
        while due < last:
            for pipe, numbers in busy.items():
                while len(numbers) < AHEAD and begun < last:
                    ends[begun] = min(last, begun + size)
                    numbers.append(begun)
                    pipe.send((begun, ends[begun]))
                    begun = ends[begun]
            ready = wait([pipe for pipe, numbers in busy.items() if numbers])
            for pipe in [pipe for pipe in busy if pipe in ready]:
                number = busy[pipe].pop(0)
                piece: Piece = self._receive(pipe)
                there[number] = piece
                each = piece.seconds / (ends[number] - number)
                wanted = min(GROWTH * size, LONGEST_PIECE, int(PIECE_SECONDS / each) if each else LONGEST_PIECE)
                size = max(1, wanted // rotations) * rotations
            while due in there:
                yield there.pop(due)
                due = ends.pop(due)

    def dismiss(self) -> None:
        """End everybody, with all bots."""
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.close()
            worker.process.terminate()
        deadline = time.monotonic() + ENDING
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            worker.process.kill()
            worker.process.join()
        self._workers.clear()

    def _receive(self, pipe: Connection) -> Any:
        try:
            said = pipe.recv()
        except (EOFError, ConnectionError):
            raise Fault(
                "A worker has ended without a word: a bot that runs in it has ended it. Take --isolated to see which."
            ) from None
        if isinstance(said, CroupierError):
            raise said
        return said


def _work(pipe: Connection, order: Order, copy: int) -> None:
    """Play pieces until nobody wants any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever hired us decides when to stop
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt, EOFError, ConnectionError):
        try:
            sitting = order.sit_down(copy)
        except CroupierError as error:
            pipe.send(error)
            return
        try:
            pipe.send("ready")
            while True:
                first, last = pipe.recv()
                pipe.send(_played(sitting, first, last))
        except CroupierError as error:
            pipe.send(error)
        finally:
            sitting.close()


def _played(sitting: Sitting, first: int, last: int) -> Piece:
    began = time.perf_counter()
    if sitting.alone:
        rows = sitting.play_many(first, last - first)
        return Piece(rows, [], [], [], time.perf_counter() - began)
    ones = [sitting.play(number) for number in range(first, last)]
    lines = [msgspec.json.encode(one.played) for one in ones if one.played is not None]
    misdeeds = [(one.deal, one.seating, one.misdeeds) for one in ones if one.misdeeds]
    return Piece(as_rows(ones), lines, misdeeds, sitting.thinking(), time.perf_counter() - began)


def as_rows(ones: Sequence[Any]) -> tuple[Any, Any, Any]:
    """What `Results.add` takes of some matches."""
    import numpy as np

    seating, scores, ends = (
        np.array([getattr(one, name) for one in ones], np.int64) for name in ("seating", "scores", "ends")
    )
    return seating, scores, ends
