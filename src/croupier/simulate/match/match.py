"""A series of matches between bots: played, refereed, recorded, counted.

House bots are played compiled and Python bots are asked, both by one driver. A line-up of house bots that nobody
records never comes back to Python between two matches. Neither changes a result: chance and the house bots draw from
streams that hang on the seed, the deal and the seat alone.
"""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from croupier.agents.bot import Bot, PolicyBot
from croupier.agents.command import CommandBot, Gone, Nonsense, TooLate
from croupier.agents.loading import Entrant
from croupier.agents.referee import nearest, penalty, shown, traceback_of, understood
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.errors import BadInput, IllegalAction
from croupier.kernel.language.records import to_dict
from croupier.kernel.vocabulary.turns import SEATS

from ..record.series import Misdeed, Played, Scribe, Series, cut_torn_line, read
from .driver import Driver
from .driver_rules import ASK_PYTHON, ENDS, FIRST_SEAT, LENGTH, OVER, REFUSED, STARTED, TOLD, stream
from .results import Results
from .seating import seatings

BATCH = 256
"""Matches of a record that are counted at once."""
LONGEST_BATCH = 1 << 16
BATCH_SECONDS = 0.2
"""How often what was played is counted, flushed to the record and shown as progress."""
PATIENCE = 1000
"""After so many asides to one decision, such as a draft that is never confirmed, they no longer count as answers."""


class Match:
    """A series of matches of a game between bots, ready to be played.

    `hands` matches are played, in duplicate rounded up to whole deals. With `out` every match is written to a file;
    with `resume` such a file is gone on with, and the result is that of a series that was never interrupted.
    """

    def __init__(
        self,
        game: Game,
        config: Any,
        entrants: Sequence[Entrant],
        *,
        hands: int,
        seed: int = 1,
        duplicate: bool = False,
        out: Path | None = None,
        resume: Path | None = None,
    ) -> None:
        if hands < 1:
            raise BadInput("At least one hand has to be played.")
        seats = game.start(config).state.table.seats
        if len(entrants) != seats:
            raise BadInput(f"{game.title} has {seats} seats here: name {seats} bots, not {len(entrants)}.")
        self.game, self.seed, self.bots = game, seed, [entrant.bot for entrant in entrants]
        self.rotations = len(entrants) if duplicate else 1
        deals = -(-hands // self.rotations)
        self.plays = deals * self.rotations
        names = [entrant.name for entrant in entrants]
        self.series = Series(game.name, game.version, to_dict(config), names, seed, duplicate, deals)
        self.results = Results(names, self.rotations, game.stake(config))
        self.table = seatings(len(entrants))
        records = out is not None or resume is not None
        policies = list(dict.fromkeys(bot.policy for bot in self.bots if isinstance(bot, PolicyBot)))
        self._numbers = [policies.index(bot.policy) if type(bot) is PolicyBot else ASK_PYTHON for bot in self.bots]
        self._lineups = [[self._numbers[bot] for bot in row] + [0] * (SEATS - seats) for row in self.table]
        asked = [number for number, policy in enumerate(self._numbers) if policy == ASK_PYTHON]
        self._alone = not asked and not records
        self._starts, self._sees, self._ends, self._draws = (
            [number for number in asked if _has(self.bots[number], hook)]
            for hook in ("hand_started", "saw", "hand_over", "draw_for_decision")
        )
        self._driver = Driver(
            game,
            config,
            policies,
            seed,
            tells=bool(self._sees),
            waits=bool(self._starts),
            records=records,
        )
        self._printed = _Printed()
        self._misdeeds: list[Misdeed] = []
        self._asides = [0] * seats
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
            with contextlib.redirect_stdout(self._printed):
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
        for bot in self.bots:
            if isinstance(bot, CommandBot):
                bot.close()
        if self._scribe is not None:
            self._scribe.close()

    def _play_alone(self, progress: Callable[[int], None]) -> None:
        import numpy as np

        lineups, seats = np.array(self._lineups), len(self.bots)
        size = 64
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
        deal, seating, driver = number // self.rotations, self.table[row], self._driver
        self._misdeeds, self._asides = [], [0] * len(seating)
        halted = driver.begin(deal, self._lineups[row])
        for seat, bot in enumerate(seating):
            if self._numbers[bot] == ASK_PYTHON:
                self._call(seat, self.bots[bot].draw_from, self.seed, deal, seat)
        while halted != OVER:
            if halted >= 0:
                halted = self._ask(halted, deal, seating)
            elif halted == TOLD:
                self._tell(seating)
                halted = driver.told()
            elif halted == STARTED:
                for bot in self._starts:
                    seat = seating.index(bot)
                    self._call(seat, self.bots[bot].hand_started, driver.view_of(seat))
                halted = driver.go_on()
        scores, ends = driver.scores()
        for bot in self._ends:
            seat = seating.index(bot)
            self._call(seat, self.bots[bot].hand_over, driver.view_of(seat), scores[seat])
        if self._misdeeds:
            self.results.note(deal, seating, self._misdeeds)
        if self._scribe is not None:
            lucky = any(end != ENDS * score for end, score in zip(ends, scores, strict=True))
            adjusted = [end / ENDS for end in ends] if lucky else None
            self._scribe.write(Played(deal, seating, driver.moves(), scores, adjusted, self._misdeeds))
        return seating, scores, ends

    def _ask(self, question: int, deal: int, seating: list[int]) -> int:
        """Put a question to the bot of its seat, and play what it answers or what it deserves; where that halted."""
        driver = self._driver
        seat = question % LENGTH
        bot = self.bots[seating[seat]]
        decision, view = driver.decision(question), driver.blindfolded(seat) if bot.imagines else driver.view()
        answer: Any = None
        try:
            if seating[seat] in self._draws:
                bot.draw_for_decision(self.seed, stream(deal, FIRST_SEAT + seat, driver.steps))
            answer = bot.act(view, decision)
            move = understood(decision, answer)
            self._count_aside(decision, move.kind)
            halted = driver.answer(move)
            if halted <= REFUSED:
                raise BadInput(self.game.refusal(decision, move, REFUSED - halted))
        except KeyboardInterrupt:
            raise
        except TooLate as error:
            self._blame(seat, decision, "too late", shown(error, str), None)
            halted = driver.too_late()
        except BaseException as error:
            what, detail = _judged(error)
            self._blame(seat, decision, what, detail, answer)
            halted = driver.answer(penalty(self.game, decision))
        if isinstance(bot, CommandBot):
            self._misdeeds += [Misdeed(driver.steps, seat, note.what, note.detail, "") for note in bot.notes]
            bot.notes.clear()
        self._take_prints(seat)
        return halted

    def _count_aside(self, decision: Decision, kind: int) -> None:
        """Count the asides to a decision, and refuse one too many."""
        option = decision.option(kind)
        if option is None or not option.aside:
            self._asides[decision.seat] = 0
            return
        self._asides[decision.seat] += 1
        if self._asides[decision.seat] > PATIENCE:
            raise BadInput(f"{option.name}, after {PATIENCE} asides to one decision: decide.")

    def _tell(self, seating: list[int]) -> None:
        events = self._driver.events()
        for bot in self._sees:
            seat = seating.index(bot)
            for fact in events.seen_by(seat):
                self._call(seat, self.bots[bot].saw, fact)

    def _call(self, seat: int, hook: Callable[..., None], *arguments: Any) -> None:
        """Call a bot's hook. What it raises or prints is told to its author, and costs nothing."""
        try:
            hook(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._misdeeds.append(Misdeed(self._driver.steps, seat, "raised", traceback_of(error), ""))
        self._take_prints(seat)

    def _take_prints(self, seat: int) -> None:
        if self._printed.text:
            self._misdeeds.append(Misdeed(self._driver.steps, seat, "printed", self._printed.take(), ""))

    def _blame(self, seat: int, decision: Decision, what: str, detail: str, answer: Any) -> None:
        """Note what a bot did wrong, and what it could have done; its decision is taken from it."""
        self._asides[seat] = 0
        missed = self.game.describe(nearest(decision, answer))
        self._misdeeds.append(Misdeed(self._driver.steps, seat, what, detail, missed))

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
            if played.deal != number // self.rotations or played.seating != row:
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


def _judged(error: BaseException) -> tuple[str, str]:
    """What a bot did wrong, in a word and at length."""
    if isinstance(error, Gone):
        return "gone", shown(error, str)
    if isinstance(error, Nonsense):
        return "nonsense", shown(error, str)
    if isinstance(error, BadInput | IllegalAction):
        return "illegal", shown(error, str)
    return "raised", traceback_of(error)


def _has(bot: Bot, hook: str) -> bool:
    return getattr(type(bot), hook) is not getattr(Bot, hook)


class _Printed(io.TextIOBase):
    """Standard output while bots play: kept for the report, so that it cannot spoil ours."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text = (self.text + text)[:500]
        return len(text)

    def take(self) -> str:
        """What was printed since the last time."""
        text, self.text = self.text, ""
        return shown(text.rstrip("\n"))
