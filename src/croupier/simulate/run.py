"""Many matches on one or more cores, with progress, and an honest summary.

Match number i draws from stream i of the seed. Matches are dealt out in chunks and only integers are added up, so the
result for a seed is the same whatever the number of workers. The parent compiles before it starts workers: they find
everything in the cache.
"""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import BrokenBarrierError
from typing import Any, NamedTuple

from croupier.agents.random import play_randomly
from croupier.games import load
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.game import Game

from .loop import Loop, Tally

CHUNK = 16_384
READY_WITHIN = 120
Z95 = 1.959963984540054


class SeatResult(NamedTuple):
    """The mean score of a seat per match, with its 95 % interval."""

    mean: float
    low: float
    high: float


class Report(NamedTuple):
    """What a simulation found."""

    matches: int
    hands: int
    steps: int
    seats: tuple[SeatResult, ...]
    seconds: float
    compile_seconds: float
    workers: int
    complete: bool

    @property
    def hands_per_second(self) -> float:
        """Speed of play, without compiling."""
        return self.hands / self.seconds if self.seconds else 0.0


def policies_named(game: Game, names: Sequence[str]) -> list[Callable[..., None]]:
    """The policies of house bots by their names; one name seats everybody."""
    known = {"random": play_randomly, **game.policies}
    for name in names:
        if name not in known:
            raise BadInput(f"{game.title} has no house bot {name!r}; it has {', '.join(known)}.")
    return [known[name] for name in names]


def simulate(
    where: str,
    config: Any = None,
    *,
    policies: Sequence[str] = ("random",),
    matches: int,
    seed: int = 1,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `matches` matches of a game, compiled. `progress` is told how many are done, from time to time.

    A Ctrl-C ends it early with what has been counted so far (`complete` is then False).
    """
    if matches < 1 or workers < 1:
        raise BadInput("At least one match and one worker are needed.")
    game = load(where)
    config = game.configure() if config is None else config
    loop = Loop(game, config, policies_named(game, policies))
    chunks = [(start, min(start + CHUNK, matches)) for start in range(0, matches, CHUNK)]
    job = (where, config.flat(), tuple(policies), seed)
    total: list[int] = []
    complete, called = True, time.perf_counter()
    loop.run(seed, 0, 0)
    with _crew(loop, job, workers) as play:
        ready = time.perf_counter()
        try:
            for values in play(chunks):
                total = [a + b for a, b in zip(total, values, strict=True)] if total else values
                progress(total[0])
        except KeyboardInterrupt:
            complete = False
        seconds = time.perf_counter() - ready
    return _report(game, loop, total, seconds, ready - called, workers, complete)


Chunks = list[tuple[int, int]]


@contextmanager
def _crew(loop: Loop, job: tuple[Any, ...], workers: int) -> Iterator[Callable[[Chunks], Iterable[list[int]]]]:
    """Somebody to play chunks of matches: this process, or some workers, all of them ready."""
    if workers == 1:
        yield lambda chunks: (loop.run(job[-1], *chunk).flat() for chunk in chunks)
        return
    context = multiprocessing.get_context("spawn")
    everybody = context.Barrier(workers + 1)
    with context.Pool(workers, _start_worker, (*job, everybody)) as pool:
        try:
            everybody.wait(READY_WITHIN)
        except BrokenBarrierError as error:
            raise Fault(f"{workers} workers were not ready within {READY_WITHIN} s; try with fewer.") from error
        yield lambda chunks: pool.imap_unordered(_work, chunks)


_worker_loop: Loop | None = None
_worker_seed = 0


def _start_worker(where: str, config: list[int], policies: tuple[str, ...], seed: int, everybody: Any) -> None:
    global _worker_loop, _worker_seed
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    game = load(where)
    made = game.Config()
    made.load(iter(config))
    _worker_loop, _worker_seed = Loop(game, made, policies_named(game, policies)), seed
    _worker_loop.run(seed, 0, 0)
    everybody.wait(READY_WITHIN)


def _work(chunk: tuple[int, int]) -> list[int]:
    assert _worker_loop is not None
    return _worker_loop.run(_worker_seed, *chunk).flat()


def _report(
    game: Game, loop: Loop, total: list[int], seconds: float, compile_seconds: float, workers: int, complete: bool
) -> Report:
    tally = Tally()
    if total:
        tally.load(iter(total))
    state = game.start(loop.fresh.config).state
    results = tuple(_interval(tally, seat) for seat in range(state.table.seats))
    return Report(tally.matches, tally.hands, tally.steps, results, seconds, compile_seconds, workers, complete)


def _interval(tally: Tally, seat: int) -> SeatResult:
    n = max(tally.matches, 1)
    mean = tally.score[seat] / n
    squares = tally.square_low[seat] + (tally.square_high[seat] << 32)
    variance = max(0.0, squares / n - mean * mean)
    half = Z95 * math.sqrt(variance / n)
    return SeatResult(mean, mean - half, mean + half)
