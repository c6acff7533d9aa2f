"""A series of matches between bots: played here or by workers, recorded, counted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from croupier.agents.loading import Entrant
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import series_of
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import fresh_seed

from ..record.storage import Scribe, cut_torn_line, read
from .calling import PlayedMatch
from .crew import Assignment, Recipe, crew
from .luck import ENDS
from .results import Results
from .seating import seatings
from .sitting import Piece, Sitting, as_rows

BATCH = 256
"""How many matches of a record are counted at once."""
LONGEST_BATCH = 1 << 16
AHEAD = 4
"""How many matches for each table are begun before the first of them is over."""
BATCH_SECONDS = 0.2
"""How often results are updated, the record is flushed and progress is shown."""


class Match:
    """A series of matches of a game between bots, ready to be played.

    `hands` matches are played, in duplicate play rounded up to whole deals. With `out` every match is written to a
    file; with `resume` such a file is continued, and the result is that of a series that was never interrupted. The
    default seed is that of the file to resume, else a fresh one. `log` is a folder for what bots print.

    With several `workers`, each makes its own bots from the recipe, and none are made here. With several `tables`, as
    many matches are played at once in this process, each with bots of its own: for bots that wait for others. Neither
    changes a result, unless a bot remembers earlier matches.
    """

    def __init__(
        self,
        game: Game,
        config: Any,
        entrants: Sequence[Entrant],
        *,
        hands: int,
        seed: int | None = None,
        duplicate: bool = False,
        out: Path | None = None,
        resume: Path | None = None,
        log: Path | None = None,
        workers: int = 1,
        tables: int = 1,
        recipe: Recipe | None = None,
    ) -> None:
        if min(hands, workers, tables) < 1:
            raise BadInput("At least one hand has to be played, by at least one worker at one table.")
        seats = game.start(config).state.table.seats
        if len(entrants) != seats:
            raise BadInput(f"{game.title} has {seats} seats here: name {seats} bots, not {len(entrants)}.")
        if seed is None:
            seed = fresh_seed() if resume is None else read(resume)[0].seed
        self.game, self.seed = game, seed
        self.rotations = len(entrants) if duplicate else 1
        deals = -(-hands // self.rotations)
        self.plays = deals * self.rotations
        names = [entrant.name for entrant in entrants]
        self.series = series_of(game, config, names, seed=seed, duplicate=duplicate, deals=deals)
        self.results = Results(names, self.rotations, game.stake(config), game.words.roles)
        self.table = seatings(seats)
        records = out is not None or resume is not None
        self._sittings: list[Sitting] = []
        self._assignment: Assignment | None = None
        self._workers = workers
        if workers == 1:
            for copy in range(tables):
                sitting = Sitting(
                    game, config, entrants, seed=seed, duplicate=duplicate, records=records, log=log, copy=copy
                )  # fmt: skip
                self._sittings.append(sitting)
        elif recipe is None:
            raise BadInput("Workers need a recipe for the bots, which cannot be handed from process to process.")
        else:
            self._assignment = Assignment(recipe, config.flat(), seed, duplicate, records, log)
        try:
            self._scribe = self._opened(out, resume)
        except BaseException:
            self._end_bots()
            raise

    def play(self, progress: Callable[[int], None] = lambda done: None) -> Results:
        """Play the remaining matches, and return the results. A Ctrl-C ends it early, with `complete` False."""
        results = self.results
        called = ready = time.perf_counter()
        already = results.plays
        with ExitStack() as stack:
            stack.callback(self.close)
            try:
                if self._assignment is not None:
                    team = stack.enter_context(crew(self._assignment, self._workers))
                    pieces = team.play(already, self.plays, self.rotations)
                else:
                    for sitting in self._sittings:
                        sitting.make_ready()
                    one, *others = self._sittings
                    pieces = self._played_at_tables() if others else self._played_here(one)
                    stack.enter_context(closing(pieces))
                ready = time.perf_counter()
                progress(already)
                for piece in pieces:
                    self._count(piece)
                    progress(results.plays)
            except KeyboardInterrupt:
                results.complete = False
            finally:
                results.ready_seconds, results.seconds = ready - called, time.perf_counter() - ready
                results.played = results.plays - already
                for sitting in self._sittings:
                    results.think(sitting.thinking())
        return results

    def close(self) -> None:
        """End the programs that play here, and close the file."""
        self._end_bots()
        if self._scribe is not None:
            self._scribe.close()

    def _end_bots(self) -> None:
        for sitting in self._sittings:
            sitting.close()

    def _count(self, piece: Piece) -> None:
        """Add a piece to the results and to the record."""
        self.results.add(*piece.rows)
        self.results.think(piece.thinking)
        for misdeeds in piece.misdeeds:
            self.results.note(*misdeeds)
        if self._scribe is not None:
            self._scribe.write_lines(piece.lines)
            self._scribe.flush()

    def _played_here(self, sitting: Sitting) -> Generator[Piece, None, None]:
        """The remaining matches, in pieces of about BATCH_SECONDS; the matches before an error are returned first."""
        first, size, ones = self.results.plays, sitting.least, list[PlayedMatch]()
        while sitting.alone and first < self.plays:
            began, last = time.perf_counter(), min(first + size, self.plays)
            piece, first = sitting.piece(first, last), last
            if time.perf_counter() - began < BATCH_SECONDS and size < LONGEST_BATCH:
                size *= 2
            yield piece
        began = time.perf_counter()
        try:
            for number in range(first, self.plays):
                ones.append(sitting.play(number))
                if time.perf_counter() - began >= BATCH_SECONDS:
                    made, ones = ones, []
                    yield sitting.piece_of(made)
                    began = time.perf_counter()
        finally:
            if ones:
                yield sitting.piece_of(ones)

    def _played_at_tables(self) -> Generator[Piece, None, None]:
        """The remaining matches in order, each as soon as it and all before it are over."""
        free: SimpleQueue[Sitting] = SimpleQueue()
        for sitting in self._sittings:
            free.put(sitting)

        def play(number: int) -> Piece:
            sitting = free.get()
            try:
                return sitting.piece(number, number + 1)
            finally:
                free.put(sitting)

        coming: deque[Future[Piece]] = deque()
        pool = ThreadPoolExecutor(len(self._sittings))
        try:
            for number in range(self.results.plays, self.plays):
                if len(coming) == AHEAD * len(self._sittings):
                    yield coming.popleft().result()
                coming.append(pool.submit(play, number))
            while coming:
                yield coming.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _opened(self, out: Path | None, resume: Path | None) -> Scribe | None:
        """The record to write to; the matches that it has already are counted."""
        if resume is None:
            return Scribe(out, self.series) if out else None
        series, matches = read(resume)
        for name in ("game", "version", "config", "bots", "seed", "duplicate"):
            was, now = getattr(series, name), getattr(self.series, name)
            if was != now:
                told = "other options of the game" if name == "config" else f"{name} {was}, not {now}"
                raise BadInput(f"{resume} cannot be resumed: it has {told}.")
        ones: list[PlayedMatch] = []
        for number, played in enumerate(matches):
            if number >= self.plays:
                raise BadInput(f"{resume} has more than the {self.plays:,} hands that were asked for.")
            row = self.table[number % len(self.table)]
            if played.deal != number // self.rotations or played.seating != row or not played.scores:
                raise BadInput(f"{resume}, line {number + 2}, is not the match that should come there.")
            ends = [round(ENDS * score) for score in played.adjusted or played.scores]
            ones.append(PlayedMatch(played.deal, row, played.scores, ends, [], None))
            if played.misdeeds:
                self.results.note(played.deal, played.seating, played.misdeeds)
            if len(ones) == BATCH:
                self.results.add(*as_rows(ones))
                ones.clear()
        if ones:
            self.results.add(*as_rows(ones))
        cut_torn_line(resume)
        return Scribe(resume, None)
