"""Many matches on one or more cores, with progress and a summary.

Match number i draws from stream i of the seed; after four billion streams, the next seed follows. Matches are handed
out in chunks and only integers are added up, in the order of the chunks, so the result for a seed is independent of the
number and the place of the workers. The parent compiles before it starts workers: on its own machine they find
everything in the cache.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, NoReturn

from croupier.agents.array_policy import ARRAY, ArrayPolicy
from croupier.agents.loading import array_policy, policy_named
from croupier.games import FILES, load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.records import Record
from croupier.kernel.statistics import Estimate
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.streams import MOST_DEALS
from croupier.workers import hired
from croupier.workers.team import WorkerSetup

from .batched import CHUNK as ARRAY_CHUNK
from .batched import ArrayLoop, Player
from .loop import Loop, Tally, sample_of

CHUNK = 1 << 18
"""The most matches in a chunk."""
TRIAL_SECONDS, TRIALS_A_CHUNK = 0.05, 4
"""A chunk has TRIALS_A_CHUNK times the matches of a trial of TRIAL_SECONDS, so that a Ctrl-C loses little."""


class Report(NamedTuple):
    """The result of a simulation. Only those notes are meaningful that are sums."""

    seed: int
    matches: int
    hands: int
    steps: int
    seats: tuple[Estimate, ...]
    """The mean score of each seat per match."""
    seconds: float
    compile_seconds: float
    workers: int
    complete: bool
    notes: Record

    @property
    def hands_per_second(self) -> float:
        """Speed of play, without compiling."""
        return self.hands / self.seconds if self.seconds else 0.0


def policies_named(game: Game, names: Sequence[str]) -> list[Player]:
    """The policies of house bots by their names, of rule files, and of arrays; a single name is for all seats."""
    return [array_policy(game, name) if name.startswith(ARRAY) else policy_named(game, name) for name in names]


def simulate(
    where: str,
    config: Any = None,
    *,
    policies: Sequence[str] = ("random",),
    matches: int,
    seed: int | None = None,
    workers: int = 1,
    ray: str = "",
    watcher: str = "",
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `matches` matches of a game, compiled, from a seed or a fresh one: in `workers` processes, or with all
    workers of the Ray cluster at an address. `progress` is called with the number of matches done, from time to time.

    `watcher` is the name of a module whose rule `watch` is called in every match; it has the record class `Notes` and
    the MODE that it needs. The counts of the notes are added up.

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
    total: list[int] = []
    complete, called = True, time.perf_counter()
    loop.run(seed, 0, 0)
    size = _chunk_size(loop, seed, matches)
    chunks = _chunks(matches, size)
    setup = WorkerSetup(_prepare, (where, _contents(where), config.flat(), tuple(policies), watcher, seed))
    with _crew(loop, setup, min(workers, -(-matches // size)), ray) as (workers, play):
        ready = time.perf_counter()
        try:
            for values in play(chunks):
                total = [a + b for a, b in zip(total, values, strict=True)] if total else values
                progress(total[0])
        except KeyboardInterrupt:
            complete = False
        seconds = time.perf_counter() - ready
    return _report(seed, seats, loop, total, seconds, ready - called, workers, complete)


def _chunk_size(loop: Loop | ArrayLoop, seed: int, matches: int) -> int:
    """The size of a chunk, found by trial matches that are not counted. It changes no result."""
    if isinstance(loop, ArrayLoop):
        return ARRAY_CHUNK
    size = 1
    while size < min(CHUNK, matches):
        began = time.perf_counter()
        loop.run(seed, 0, size)
        if time.perf_counter() - began > TRIAL_SECONDS:
            return min(TRIALS_A_CHUNK * size, CHUNK)
        size *= TRIALS_A_CHUNK
    return CHUNK


def _chunks(matches: int, size: int) -> Iterator[tuple[int, int]]:
    """The chunks, one after the other. No chunk exceeds the deals of one seed."""
    start = 0
    while start < matches:
        end = min(start + size, matches, (start // MOST_DEALS + 1) * MOST_DEALS)
        yield start, end
        start = end


Chunk = tuple[int, int]
Play = Callable[[Iterable[Chunk]], Iterable[list[int]]]


@contextmanager
def _crew(loop: Loop | ArrayLoop, setup: WorkerSetup, workers: int, ray: str) -> Iterator[tuple[int, Play]]:
    """The number of workers, and a function that plays chunks: in this process, or with workers that are ready."""
    if workers == 1 and not ray:
        yield 1, lambda chunks: (_played(loop, setup.arguments[-1], chunk) for chunk in chunks)
        return
    with hired(workers, setup, ray=ray) as team:
        team.make_ready()
        yield len(team.workers), lambda chunks: team.work(chunks, _give_up)


def _give_up(chunk: Chunk) -> NoReturn:
    raise Fault(f"Every worker that played matches {chunk[0]} to {chunk[1] - 1} has died.")


def _contents(where: str) -> bytes:
    """The content of a game's file: it is sent along, as a worker may be on another machine. b"" for any other game."""
    return Path(where).read_bytes() if where.lower().endswith(tuple(FILES)) else b""


def _prepare(
    where: str, contents: bytes, config: list[int], policies: tuple[str, ...], watcher: str, seed: int
) -> Callable[[Chunk], list[int]]:
    """The function with which a worker plays chunks."""
    if contents:
        with TemporaryDirectory() as folder:
            file = Path(folder) / Path(where).name
            file.write_bytes(contents)
            game = load(str(file))
    else:
        game = load(where)
    made = game.Config()
    made.load(iter(config))
    loop = _loop(game, made, policies, watcher)
    loop.run(seed, 0, 0)
    return lambda chunk: _played(loop, seed, chunk)


def _loop(game: Game, config: Any, policies: Sequence[str], watcher: str) -> Loop | ArrayLoop:
    players = policies_named(game.for_config(config) if game.for_config else game, policies)
    seated = [player for player in players if not isinstance(player, ArrayPolicy)]
    if len(seated) < len(players):
        return ArrayLoop(game, config, players)
    if not watcher:
        return Loop(game, config, seated)
    module = importlib.import_module(watcher)
    return Loop(game, config, seated, mode=module.MODE, watch=module.watch, notes=module.Notes)


def _played(loop: Loop | ArrayLoop, seed: int, chunk: tuple[int, int]) -> list[int]:
    """Everything that was counted in a chunk: the tally, then the notes."""
    leap, first = divmod(chunk[0], MOST_DEALS)
    tally = loop.run(seed + leap, first, first + chunk[1] - chunk[0])
    return [*tally.flat(), *loop.notes.flat()]


def _report(
    seed: int,
    seats: int,
    loop: Loop | ArrayLoop,
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
    results = tuple(sample_of(tally, seat).estimate() for seat in range(seats))
    counted = seed, tally.matches, tally.hands, tally.steps, results
    return Report(*counted, seconds, compile_seconds, workers, complete, notes)
