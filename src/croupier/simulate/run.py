"""Many matches on one or more cores, with progress, and an honest summary.

Match number i draws from stream i of the seed; when these are used up, after four billion, the next seed goes on.
Matches are dealt out in chunks and only integers are added up, so the result for a seed is the same whatever the number
of workers. The parent compiles before it starts workers: they find everything in the cache.
"""

from __future__ import annotations

import importlib
import math
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.pool import AsyncResult, Pool
from threading import BrokenBarrierError
from typing import Any, NamedTuple

from croupier.agents.bot import house_policy
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.streams import MOST_DEALS

from .loop import Loop, Tally

CHUNK = 16_384
"""The most matches that are counted at once."""
TRIAL_SECONDS, TRIALS_A_CHUNK = 0.05, 4
"""A chunk is some times as long as a trial that takes so long: progress is shown, and a Ctrl-C loses little."""
READY_WITHIN = 120
AHEAD = 4
"""Chunks that each worker has before it."""
Z95 = 1.959963984540054


class SeatResult(NamedTuple):
    """The mean score of a seat per match, with its 95 % interval: without end if there was one match only."""

    mean: float
    low: float
    high: float


class Report(NamedTuple):
    """What a simulation found. Of the notes only what is added up means anything."""

    seed: int
    matches: int
    hands: int
    steps: int
    seats: tuple[SeatResult, ...]
    seconds: float
    compile_seconds: float
    workers: int
    complete: bool
    notes: Record

    @property
    def hands_per_second(self) -> float:
        """Speed of play, without compiling."""
        return self.hands / self.seconds if self.seconds else 0.0


def policies_named(game: Game, names: Sequence[str]) -> list[Callable[..., None]]:
    """The policies of house bots by their names; one name seats everybody."""
    return [house_policy(game, name) for name in names]


def simulate(
    where: str,
    config: Any = None,
    *,
    policies: Sequence[str] = ("random",),
    matches: int,
    seed: int | None = None,
    workers: int = 1,
    watcher: str = "",
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `matches` matches of a game, compiled, from a seed or a fresh one. `progress` is told how many are done,
    from time to time.

    A `watcher` is the name of a module that looks on at every match: it has a rule `watch`, the record of its `Notes`,
    and the MODE that it needs. What the notes count is added up.

    A Ctrl-C ends it early with what has been counted so far (`complete` is then False).
    """
    if matches < 1 or workers < 1:
        raise BadInput("At least one match and one worker are needed.")
    game = load(where)
    config = game.configure() if config is None else config
    seed = fresh_seed() if seed is None else seed
    seats = int(game.start(config).state.table.seats)
    if len(policies) > seats:
        raise BadInput(f"{game.title} has {seats} seats here, which is too few for {len(policies)} bots.")
    loop = _loop(game, config, policies, watcher)
    job = (where, config.flat(), tuple(policies), watcher, seed)
    total: list[int] = []
    complete, called = True, time.perf_counter()
    loop.run(seed, 0, 0)
    size = _chunk_size(loop, seed, matches)
    chunks = _chunks(matches, size)
    workers = min(workers, -(-matches // size))
    with _crew(loop, job, workers) as play:
        ready = time.perf_counter()
        try:
            for values in play(chunks):
                total = [a + b for a, b in zip(total, values, strict=True)] if total else values
                progress(total[0])
        except KeyboardInterrupt:
            complete = False
        seconds = time.perf_counter() - ready
    return _report(seed, seats, loop, total, seconds, ready - called, workers, complete)


def _chunk_size(loop: Loop, seed: int, matches: int) -> int:
    """How many matches are played at once, by some that are played for nothing. It changes no result."""
    size = 1
    while size < min(CHUNK, matches):
        began = time.perf_counter()
        loop.run(seed, 0, size)
        if time.perf_counter() - began > TRIAL_SECONDS:
            return min(TRIALS_A_CHUNK * size, CHUNK)
        size *= TRIALS_A_CHUNK
    return CHUNK


def _chunks(matches: int, size: int) -> Iterator[tuple[int, int]]:
    """From where to where each piece goes, one after the other. None goes beyond the deals of one seed."""
    start = 0
    while start < matches:
        end = min(start + size, matches, (start // MOST_DEALS + 1) * MOST_DEALS)
        yield start, end
        start = end


Chunks = Iterator[tuple[int, int]]


@contextmanager
def _crew(loop: Loop, job: tuple[Any, ...], workers: int) -> Iterator[Callable[[Chunks], Iterable[list[int]]]]:
    """Somebody to play chunks of matches: this process, or some workers, all of them ready."""
    if workers == 1:
        yield lambda chunks: (_played(loop, job[-1], chunk) for chunk in chunks)
        return
    context = multiprocessing.get_context("spawn")
    everybody = context.Barrier(workers + 1)
    with context.Pool(workers, _start_worker, (*job, everybody)) as pool:
        try:
            everybody.wait(READY_WITHIN)
        except BrokenBarrierError as error:
            raise Fault(f"{workers} workers were not ready within {READY_WITHIN} s; try with fewer.") from error
        yield lambda chunks: _shared(pool, chunks, AHEAD * workers)


def _shared(pool: Pool, chunks: Chunks, most: int) -> Iterator[list[int]]:
    """Have chunks played by a pool, with no more than so many on their way: there may be billions of them."""
    begun: deque[AsyncResult[list[int]]] = deque()
    for chunk in chunks:
        begun.append(pool.apply_async(_work, (chunk,)))
        if len(begun) >= most:
            yield begun.popleft().get()
    while begun:
        yield begun.popleft().get()


_worker_loop: Loop | None = None
_worker_seed = 0


def _start_worker(
    where: str, config: list[int], policies: tuple[str, ...], watcher: str, seed: int, everybody: Any
) -> None:
    global _worker_loop, _worker_seed
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    game = load(where)
    made = game.Config()
    made.load(iter(config))
    _worker_loop, _worker_seed = _loop(game, made, policies, watcher), seed
    _worker_loop.run(seed, 0, 0)
    everybody.wait(READY_WITHIN)


def _work(chunk: tuple[int, int]) -> list[int]:
    assert _worker_loop is not None
    return _played(_worker_loop, _worker_seed, chunk)


def _loop(game: Game, config: Any, policies: Sequence[str], watcher: str) -> Loop:
    seated = policies_named(game, policies)
    if not watcher:
        return Loop(game, config, seated)
    module = importlib.import_module(watcher)
    return Loop(game, config, seated, mode=module.MODE, watch=module.watch, notes=module.Notes)


def _played(loop: Loop, seed: int, chunk: tuple[int, int]) -> list[int]:
    """Everything that was counted in a chunk: the tally, then the notes."""
    leap, first = divmod(chunk[0], MOST_DEALS)
    tally = loop.run(seed + leap, first, first + chunk[1] - chunk[0])
    return [*tally.flat(), *loop.notes.flat()]


def _report(
    seed: int,
    seats: int,
    loop: Loop,
    total: list[int],
    seconds: float,
    compile_seconds: float,
    workers: int,
    complete: bool,
) -> Report:
    tally, notes, values = Tally(), type(loop.notes)(), iter(total)
    if total:
        tally.load(values)
        notes.load(values)
    results = tuple(_interval(tally, seat) for seat in range(seats))
    counted = seed, tally.matches, tally.hands, tally.steps, results
    return Report(*counted, seconds, compile_seconds, workers, complete, notes)


def _interval(tally: Tally, seat: int) -> SeatResult:
    n = max(tally.matches, 1)
    mean = tally.score[seat] / n
    squares = tally.square_low[seat] + (tally.square_high[seat] << 32)
    variance = max(0.0, squares / n - mean * mean)
    half = Z95 * math.sqrt(variance / n) if n > 1 else math.inf
    return SeatResult(mean, mean - half, mean + half)
