"""A series of matches between bots: played, refereed, recorded, counted.

House bots are played compiled and Python bots are asked, both by one driver. A line-up of house bots that nobody
records never comes back to Python between two matches. Neither changes a result: chance and the house bots draw from
streams that hang on the seed, the deal and the seat alone.

In duplicate play there are as many companies of bots as rotations, made anew by each entrant, and no company sees a
deal twice: nobody can remember what the others hold.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeGuard

from croupier.agents.bot import Bot, PolicyBot
from croupier.agents.loading import Entrant
from croupier.agents.player import Misplay, Player
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import Misdeed, Played, series_of
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.turns import SEATS

from ..loop import in_order
from ..record.storage import Scribe, cut_torn_line, read
from .driver import Asked, Driver, Halt, HandOver, Over, Told
from .driver_rules import ASK_PYTHON
from .luck import ENDS
from .results import Results
from .seating import company_of, seatings

BATCH = 256
"""Matches of a record that are counted at once."""
LONGEST_BATCH = 1 << 16
BATCH_SECONDS = 0.2
"""How often what was played is counted, flushed to the record and shown as progress."""


def plays_compiled(bot: Bot) -> TypeGuard[PolicyBot]:
    """Whether a bot is one of the house: a policy, and nothing of anybody else's."""
    return type(bot) is PolicyBot


class Match:
    """A series of matches of a game between bots, ready to be played.

    `hands` matches are played, in duplicate rounded up to whole deals. With `out` every match is written to a file;
    with `resume` such a file is gone on with, and the result is that of a series that was never interrupted. Without a
    seed it is that of the file to go on with, or a fresh one.
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
    ) -> None:
        if hands < 1:
            raise BadInput("At least one hand has to be played.")
        seats = game.start(config).state.table.seats
        if len(entrants) != seats:
            raise BadInput(f"{game.title} has {seats} seats here: name {seats} bots, not {len(entrants)}.")
        if seed is None:
            seed = fresh_seed() if resume is None else read(resume)[0].seed
        self.game, self.seed = game, seed
        self.rotations = len(entrants) if duplicate else 1
        deals = -(-hands // self.rotations)
        self.plays = deals * self.rotations
        self.companies = [[Player(game, entrant.made()) for entrant in entrants] for _ in range(self.rotations)]
        names = [entrant.name for entrant in entrants]
        self.nameplates = nameplates(names)
        self.series = series_of(game, config, names, seed=seed, duplicate=duplicate, deals=deals)
        self.results = Results(names, self.rotations, game.stake(config))
        self.table = seatings(len(entrants))
        records = out is not None or resume is not None
        bots = [player.bot for player in self.companies[0]]
        policies = in_order(bot.policy for bot in bots if plays_compiled(bot))
        self._numbers = [policies.index(bot.policy) if plays_compiled(bot) else ASK_PYTHON for bot in bots]
        self._lineups = [[self._numbers[bot] for bot in row] + [0] * (SEATS - seats) for row in self.table]
        self._asked = [bot for bot, policy in enumerate(self._numbers) if policy == ASK_PYTHON]
        self._alone = not self._asked and not records
        self._starts, self._hears, self._ends = (
            [bot for bot in self._asked if self.companies[0][bot].overrides(hook)]
            for hook in ("hand_started", "saw", "hand_over")
        )
        self._driver = Driver(
            game,
            config,
            policies,
            seed,
            tells=bool(self._hears),
            waits=bool(self._starts or self._ends),
            records=records,
        )
        self._players = self.companies[0]
        """The company that plays now."""
        self._misdeeds: list[Misdeed] = []
        self._scribe = self._opened(out, resume)

    def play(self, progress: Callable[[int], None] = lambda done: None) -> Results:
        """Play what is left, and give the results. A Ctrl-C ends it early, with `complete` False."""
        results = self.results
        called = time.perf_counter()
        self._driver.make_ready(self._lineups[0], self._alone)
        ready = time.perf_counter()
        results.ready_seconds = ready - called
        already = results.plays
        progress(already)
        try:
            if self._alone:
                self._play_alone(progress)
            else:
                self._play_asking(progress)
        except KeyboardInterrupt:
            results.complete = False
        finally:
            results.seconds = time.perf_counter() - ready
            results.played = results.plays - already
            self.close()
        return results

    def close(self) -> None:
        """End the programs that play, and close the file."""
        for company in self.companies:
            for player in company:
                player.leave()
        if self._scribe is not None:
            self._scribe.close()

    def _play_alone(self, progress: Callable[[int], None]) -> None:
        import numpy as np

        lineups, seats = np.array(self._lineups), len(self.nameplates)
        size = 1
        while self.results.plays < self.plays:
            first = self.results.plays
            count = min(size, self.plays - first)
            scores, ends = np.zeros((count, seats), np.int64), np.zeros((count, seats), np.int64)
            began = time.perf_counter()
            self._driver.play_many(first, self.rotations, lineups, scores, ends)
            if time.perf_counter() - began < BATCH_SECONDS and size < LONGEST_BATCH:
                size *= 2
            rows = [self.table[(first + i) % len(self.table)] for i in range(min(count, len(self.table)))]
            self.results.add(np.resize(np.array(rows), (count, seats)), scores, ends)
            progress(self.results.plays)

    def _play_asking(self, progress: Callable[[int], None]) -> None:
        rows: list[tuple[list[int], list[int], list[int]]] = []
        first = self.results.plays
        counted = time.perf_counter()
        try:
            for number in range(first, self.plays):
                rows.append(self._play_one(number))
                if time.perf_counter() - counted >= BATCH_SECONDS:
                    self._count(rows)
                    if self._scribe is not None:
                        self._scribe.flush()
                    progress(self.results.plays)
                    counted = time.perf_counter()
        finally:
            self._count(rows)

    def _count(self, rows: list[tuple[list[int], list[int], list[int]]]) -> None:
        import numpy as np

        if rows:
            self.results.add(*(np.array(column, np.int64) for column in zip(*rows, strict=True)))
            rows.clear()

    def _play_one(self, number: int) -> tuple[list[int], list[int], list[int]]:
        """Play one match: who sat where, the scores, and their sums over all ends."""
        row = number % len(self.table)
        deal, rotation = divmod(number, self.rotations)
        seating, driver = self.table[row], self._driver
        self._players = self.companies[company_of(deal, rotation, self.rotations)]
        self._misdeeds = []
        halt = driver.begin(deal, self._lineups[row])
        seated = [self.nameplates[bot] for bot in seating]
        for bot in self._asked:
            self._players[bot].sit_down(self.seed, deal, seating.index(bot), seated)
            self._take_notes(bot, seating)
        while not isinstance(halt, Over):
            if isinstance(halt, Asked):
                halt = self._ask(halt.decision, seating)
            elif isinstance(halt, Told):
                self._tell(halt.events, seating)
                halt = driver.heard()
            elif isinstance(halt, HandOver):
                self._finish(halt.scores, seating)
                halt = driver.go_on()
            else:
                for bot in self._starts:
                    self._players[bot].start(driver.view_of(seating.index(bot)))
                    self._take_notes(bot, seating)
                halt = driver.go_on()
        scores, ends = halt
        self._finish(scores, seating)
        if self._misdeeds:
            self.results.note(deal, seating, self._misdeeds)
        if self._scribe is not None:
            lucky = any(end != ENDS * score for end, score in zip(ends, scores, strict=True))
            adjusted = [end / ENDS for end in ends] if lucky else None
            self._scribe.write(Played(deal, seating, driver.moves(), scores, adjusted, self._misdeeds))
        return seating, scores, ends

    def _finish(self, scores: list[int], seating: list[int]) -> None:
        """Tell those who want to know that a hand is over."""
        for bot in self._ends:
            seat = seating.index(bot)
            self._players[bot].finish(self._driver.view_of(seat), scores[seat])
            self._take_notes(bot, seating)

    def _ask(self, decision: Decision, seating: list[int]) -> Halt:
        """Put a decision to the bot of its seat, and play what it answers or what it deserves; where that halted."""
        driver, seat = self._driver, decision.seat
        player = self._players[seating[seat]]
        sees = driver.blindfolded(seat) if player.bot.imagines else driver.view()
        answer = player.ask(sees, decision, driver.steps)
        if isinstance(answer, Misplay):
            missed = self.game.describe(answer.nearest)
            self._misdeeds.append(Misdeed(driver.steps, seat, answer.what, answer.detail, missed))
            halt = driver.too_late() if answer.late else driver.answer(answer.instead)
        else:
            halt = driver.answer(answer)
        self._take_notes(seating[seat], seating)
        return halt

    def _tell(self, events: Events, seating: list[int]) -> None:
        for bot in self._hears:
            for fact in events.seen_by(seating.index(bot)):
                self._players[bot].hear(fact)
            self._take_notes(bot, seating)

    def _take_notes(self, bot: int, seating: list[int]) -> None:
        """Add what a bot did wrong at no cost to what is told to its author."""
        if self._players[bot].notes:
            seat, steps = seating.index(bot), self._driver.steps
            notes = self._players[bot].taken_notes()
            self._misdeeds += [Misdeed(steps, seat, note.what, note.detail, "") for note in notes]

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
        rows: list[tuple[list[int], list[int], list[int]]] = []
        for number, played in enumerate(matches):
            if number >= self.plays:
                raise BadInput(f"{resume} has more than the {self.plays:,} hands that were asked for.")
            row = self.table[number % len(self.table)]
            if played.deal != number // self.rotations or played.seating != row or not played.scores:
                raise BadInput(f"{resume}, line {number + 2}, is not the match that should come there.")
            adjusted = played.adjusted or played.scores
            rows.append((row, played.scores, [round(ENDS * score) for score in adjusted]))
            if played.misdeeds:
                self.results.note(played.deal, played.seating, played.misdeeds)
            if len(rows) == BATCH:
                self._count(rows)
        self._count(rows)
        cut_torn_line(resume)
        return Scribe(resume, None)
