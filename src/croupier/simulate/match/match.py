"""A series of matches between bots: played here or by workers, recorded, counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from croupier.agents.loading import Entrant
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import series_of
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import fresh_seed

from ..record.storage import Scribe, cut_torn_line, read
from .crew import Crew, Order, Recipe, as_rows
from .luck import ENDS
from .results import Results
from .seating import seatings
from .sitting import One, Sitting

BATCH = 256
"""Matches of a record that are counted at once."""
LONGEST_BATCH = 1 << 16
BATCH_SECONDS = 0.2
"""How often what was played is counted, flushed to the record and shown as progress."""


class Match:
    """A series of matches of a game between bots, ready to be played.

    `hands` matches are played, in duplicate rounded up to whole deals. With `out` every match is written to a file;
    with `resume` such a file is gone on with, and the result is that of a series that was never interrupted. Without a
    seed it is that of the file to go on with, or a fresh one. `log` is a folder for what bots print.

    Several `workers` make the bots by a recipe, each for itself; then none are made here.
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
        recipe: Recipe | None = None,
    ) -> None:
        if hands < 1 or workers < 1:
            raise BadInput("At least one hand has to be played, by at least one worker.")
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
        self._sitting: Sitting | None = None
        self._crew: Crew | None = None
        if workers == 1:
            self._sitting = Sitting(
                game, config, entrants, seed=seed, duplicate=duplicate, records=records, log=log
            )  # fmt: skip
        elif recipe is None:
            raise BadInput("Workers need a recipe for the bots, which cannot be handed from process to process.")
        else:
            self._crew = Crew(Order(recipe, config.flat(), seed, duplicate, records, log), workers)
        try:
            self._scribe = self._opened(out, resume)
        except BaseException:
            self._end_bots()
            raise

    def play(self, progress: Callable[[int], None] = lambda done: None) -> Results:
        """Play what is left, and give the results. A Ctrl-C ends it early, with `complete` False."""
        results = self.results
        called = ready = time.perf_counter()
        already = results.plays
        try:
            if self._crew is not None:
                self._crew.hire()
            elif self._sitting is not None:
                self._sitting.make_ready()
            ready = time.perf_counter()
            progress(already)
            if self._crew is not None:
                self._play_by(self._crew, progress)
            elif self._sitting is not None:
                self._play_here(self._sitting, progress)
        except KeyboardInterrupt:
            results.complete = False
        finally:
            results.ready_seconds, results.seconds = ready - called, time.perf_counter() - ready
            results.played = results.plays - already
            self.close()
        return results

    def close(self) -> None:
        """End the programs that play, and close the file."""
        self._end_bots()
        if self._scribe is not None:
            self._scribe.close()

    def _end_bots(self) -> None:
        if self._sitting is not None:
            self._sitting.close()
        if self._crew is not None:
            self._crew.dismiss()

    def _play_by(self, crew: Crew, progress: Callable[[int], None]) -> None:
        for piece in crew.play(self.results.plays, self.plays, self.rotations):
            self.results.add(*piece.rows)
            self.results.think(piece.thinking)
            for misdeeds in piece.misdeeds:
                self.results.note(*misdeeds)
            if self._scribe is not None:
                self._scribe.write_lines(piece.lines)
                self._scribe.flush()
            progress(self.results.plays)

    def _play_here(self, sitting: Sitting, progress: Callable[[int], None]) -> None:
        try:
            if sitting.alone:
                self._play_alone(sitting, progress)
            else:
                self._play_asking(sitting, progress)
        finally:
            self.results.think(sitting.thinking())

    def _play_alone(self, sitting: Sitting, progress: Callable[[int], None]) -> None:
        size = 1
        while self.results.plays < self.plays:
            first = self.results.plays
            began = time.perf_counter()
            rows = sitting.play_many(first, min(size, self.plays - first))
            if time.perf_counter() - began < BATCH_SECONDS and size < LONGEST_BATCH:
                size *= 2
            self.results.add(*rows)
            progress(self.results.plays)

    def _play_asking(self, sitting: Sitting, progress: Callable[[int], None]) -> None:
        ones: list[One] = []
        counted = time.perf_counter()
        try:
            for number in range(self.results.plays, self.plays):
                one = sitting.play(number)
                ones.append(one)
                if one.misdeeds:
                    self.results.note(one.deal, one.seating, one.misdeeds)
                if self._scribe is not None and one.played is not None:
                    self._scribe.write(one.played)
                if time.perf_counter() - counted >= BATCH_SECONDS:
                    self._count(ones)
                    if self._scribe is not None:
                        self._scribe.flush()
                    progress(self.results.plays)
                    counted = time.perf_counter()
        finally:
            self._count(ones)

    def _count(self, ones: list[One]) -> None:
        if ones:
            self.results.add(*as_rows(ones))
            ones.clear()

    def _opened(self, out: Path | None, resume: Path | None) -> Scribe | None:
        """The file to write to, with what it already has counted."""
        if resume is None:
            return Scribe(out, self.series) if out else None
        series, matches = read(resume)
        for name in ("game", "version", "config", "bots", "seed", "duplicate"):
            was, now = getattr(series, name), getattr(self.series, name)
            if was != now:
                told = "other options of the game" if name == "config" else f"{name} {was}, not {now}"
                raise BadInput(f"{resume} cannot be gone on with: it has {told}.")
        ones: list[One] = []
        for number, played in enumerate(matches):
            if number >= self.plays:
                raise BadInput(f"{resume} has more than the {self.plays:,} hands that were asked for.")
            row = self.table[number % len(self.table)]
            if played.deal != number // self.rotations or played.seating != row or not played.scores:
                raise BadInput(f"{resume}, line {number + 2}, is not the match that should come there.")
            ends = [round(ENDS * score) for score in played.adjusted or played.scores]
            ones.append(One(played.deal, row, played.scores, ends, [], None))
            if played.misdeeds:
                self.results.note(played.deal, played.seating, played.misdeeds)
            if len(ones) == BATCH:
                self._count(ones)
        self._count(ones)
        cut_torn_line(resume)
        return Scribe(resume, None)
