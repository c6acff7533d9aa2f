"""The bots of a series around a driver: plays matches one by one, calls the bots, and guards the table against them.

House bots are played compiled and Python bots are asked, both by one driver. Matches between house bots without a
record are played without returning to Python between them, and those with array policies by the thousand at once
(`simulate.batched`). Neither changes how a match goes: chance, house bots and array policies draw from streams that
depend only on the seed, the deal and the seat.

In duplicate play there is a company of bots for each rotation, made anew by each entrant, and no company sees a deal
twice: no bot can remember what the others hold.

A bot that runs in our process could change the table. So the bytes of the table are compared before and after each
call of such a bot, and the chips are counted after every hand: a bot that changed them is named, and the match ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import msgspec

from croupier.agents.array_policy import ArrayBot
from croupier.agents.bot import Bot, PolicyBot
from croupier.agents.clock import Thinking
from croupier.agents.loading import Entrant
from croupier.agents.logbook import Logbook, logbooks
from croupier.agents.player import Misplay, Player
from croupier.agents.policies import in_order
from croupier.agents.random import play_randomly
from croupier.agents.remote import Remote
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import Misdeed, Played
from croupier.kernel.errors import BadInput, Tampered
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import SEATS

from ..batched import CHUNK, Batched
from ..batched import Player as Seated
from .driver import Asked, Driver, Halt, HandOver, Over, Told
from .driver_rules import ASK_PYTHON
from .luck import ENDS
from .seating import company_of, seatings

ISOLATE = "With --isolated no bot can reach the table."


def plays_compiled(bot: Bot) -> TypeGuard[PolicyBot]:
    """Whether a bot is a house policy, and not a subclass or another class."""
    return type(bot) is PolicyBot


class PlayedMatch(NamedTuple):
    """A match that was played: its seating, the scores, their sums over all ends, and the errors of bots."""

    deal: int
    seating: list[int]
    scores: list[int]
    ends: list[int]
    misdeeds: list[Misdeed]
    played: Played | None
    """The match for the record, if there is one."""


class Piece(NamedTuple):
    """Some matches in a row: the arguments of `Results.add`, lines of the record, misdeeds by deal, and times."""

    rows: tuple[Any, Any, Any]
    lines: Sequence[bytes] = ()
    misdeeds: Sequence[tuple[int, list[int], list[Misdeed]]] = ()
    thinking: Sequence[Thinking] = ()


def as_rows(ones: Sequence[PlayedMatch]) -> tuple[Any, Any, Any]:
    """The arguments of `Results.add` for some matches."""
    import numpy as np

    seating, scores, ends = (
        np.array([getattr(one, name) for one in ones], np.int64) for name in ("seating", "scores", "ends")
    )
    return seating, scores, ends


class Sitting:
    """The bots of a series, ready to play any of its matches. `copy` is the number of this sitting's worker."""

    def __init__(
        self,
        game: Game,
        config: Any,
        entrants: Sequence[Entrant],
        *,
        seed: int,
        duplicate: bool,
        records: bool,
        log: Path | None = None,
        copy: int = 0,
    ) -> None:
        seats = game.start(config).state.table.seats
        if len(entrants) != seats:
            raise BadInput(f"{game.title} has {seats} seats here: name {seats} bots, not {len(entrants)}.")
        self.game, self.seed, self.seats = game, seed, seats
        self.rotations = len(entrants) if duplicate else 1
        names = [entrant.name for entrant in entrants]
        self.nameplates = nameplates(names)
        self.table = seatings(seats)
        self.companies: list[list[Player]] = []
        try:
            for number in range(self.rotations):
                books = logbooks(log, names, copy * self.rotations + number + 1) if log else [None] * seats
                self.companies.append([])
                for entrant, book in zip(entrants, books, strict=True):
                    self.companies[-1].append(_player(game, entrant, book))
        except BaseException:
            self.close()
            raise
        bots = [player.bot for player in self.companies[0]]
        known = [bot.policy for bot in bots if plays_compiled(bot)]
        policies = in_order([*known, play_randomly][:SEATS])  # so matches with and without `random` share compiled code
        numbers = [policies.index(bot.policy) if plays_compiled(bot) else ASK_PYTHON for bot in bots]
        self._lineups = [[numbers[bot] for bot in row] + [0] * (SEATS - seats) for row in self.table]
        self._asked = [bot for bot, policy in enumerate(numbers) if policy == ASK_PYTHON]
        self._watched = [not player.apart for player in self.companies[0]]
        """By bot, whether it could change the table."""
        asked = [bots[bot] for bot in self._asked]
        self._seated: list[Seated] = [bot.policy for bot in bots if isinstance(bot, PolicyBot | ArrayBot)]
        self._batched = None
        if asked and not records and all(type(bot) is ArrayBot for bot in asked):
            self._batched = Batched(game, config, self._seated)
        self.alone = not records and (not asked or self._batched is not None)
        """Whether matches need nothing from Python between them."""
        self.least = CHUNK if self._batched else 1
        """How many matches to play at once at least."""
        self._starts, self._hears, self._ends = (
            [bot for bot in self._asked if any(map(self.companies[0][bot].overrides, hooks))]
            for hooks in (("hand_started",), ("saw", "saw_step"), ("hand_over",))
        )
        self._records = records
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
        self._seal = b""

    def make_ready(self) -> None:
        """Compile what will be called."""
        if self._batched is not None:
            self.play_many(0, 1)
            return
        self._driver.make_ready(self._lineups[0], self.alone)

    def close(self) -> None:
        """End the processes of bots."""
        for company in self.companies:
            for player in company:
                player.leave()

    def thinking(self) -> list[Thinking]:
        """How long each bot has thought since the last call."""
        taken = []
        for bot in range(self.seats):
            taken.append(Thinking())
            for company in self.companies:
                taken[bot].merge(company[bot].thinking)
                company[bot].thinking = Thinking()
        return taken

    def piece(self, first: int, last: int) -> Piece:
        """Play the matches from `first` to `last` - 1."""
        if self.alone:
            return Piece(self.play_many(first, last - first))
        return self.piece_of([self.play(number) for number in range(first, last)])

    def piece_of(self, ones: Sequence[PlayedMatch]) -> Piece:
        """A piece of matches that were played one by one."""
        lines = [msgspec.json.encode(one.played) for one in ones if one.played is not None]
        misdeeds = [(one.deal, one.seating, one.misdeeds) for one in ones if one.misdeeds]
        return Piece(as_rows(ones), lines, misdeeds, self.thinking())

    def play_many(self, first: int, count: int) -> tuple[Any, Any, Any]:
        """Play `count` matches of house bots and array policies. Returns the seatings, the scores, and their sums over
        all ends."""
        import numpy as np

        scores, ends = (np.zeros((count, self.seats), np.int64) for _ in range(2))
        if self._batched is None:
            self._driver.play_many(first, self.rotations, np.array(self._lineups), scores, ends)
        else:
            self._play_batched(self._batched, first, scores)
            ends = scores * ENDS
        rows = [self.table[(first + i) % len(self.table)] for i in range(min(count, len(self.table)))]
        return np.resize(np.array(rows), (count, self.seats)), scores, ends

    def _play_batched(self, batched: Batched, first: int, scores: Any) -> None:
        """Fill in the scores of matches from number `first` on, one seating after the other."""
        period = len(self.table)
        for start in range(min(period, len(scores))):
            number = first + start
            seated = [self._seated[bot] for bot in self.table[number % period]]
            count = len(range(start, len(scores), period))
            found = batched.play(seated, self.seed, number // self.rotations, count, period // self.rotations)
            scores[start::period] = found[:, : self.seats]

    def play(self, number: int) -> PlayedMatch:
        """Play one match."""
        row = number % len(self.table)
        deal, rotation = divmod(number, self.rotations)
        seating, driver = self.table[row], self._driver
        self._players = self.companies[company_of(deal, rotation, self.rotations)]
        self._misdeeds = []
        halt = driver.begin(deal, self._lineups[row])
        chips = driver.chips()
        seated = [self.nameplates[bot] for bot in seating]
        for bot in self._asked:
            self._before_call(bot)
            self._players[bot].sit_down(self.seed, deal, seating.index(bot), seated)
            self._after_call(bot, seating)
        while not isinstance(halt, Over):
            if isinstance(halt, Asked):
                halt = self._ask(halt.decision, seating)
            elif isinstance(halt, Told):
                self._tell(halt.events, seating)
                halt = driver.heard()
            elif isinstance(halt, HandOver):
                self._count(chips, halt.scores)
                self._finish(halt.scores, seating)
                halt = driver.go_on()
            else:
                for bot in self._starts:
                    self._before_call(bot)
                    self._players[bot].start(driver.view_of(seating.index(bot)))
                    self._after_call(bot, seating)
                halt = driver.go_on()
        scores, ends = halt
        self._count(chips, scores)
        self._finish(scores, seating)
        played = None
        if self._records:
            lucky = any(end != ENDS * score for end, score in zip(ends, scores, strict=True))
            adjusted = [end / ENDS for end in ends] if lucky else None
            played = Played(deal, seating, driver.moves(), scores, adjusted, self._misdeeds)
        return PlayedMatch(deal, seating, scores, ends, self._misdeeds, played)

    def _finish(self, scores: list[int], seating: list[int]) -> None:
        """Call `hand_over` of the bots that have it."""
        for bot in self._ends:
            seat = seating.index(bot)
            view = self._driver.view_of(seat)
            self._before_call(bot)
            self._players[bot].finish(view, scores[seat])
            self._after_call(bot, seating)

    def _ask(self, decision: Decision, seating: list[int]) -> Halt:
        """Ask the bot of a seat, and play its answer or the penalty; returns the next halt."""
        driver, seat = self._driver, decision.seat
        bot = seating[seat]
        player = self._players[bot]
        sees = driver.blindfolded(seat) if player.bot.imagines else driver.view()
        self._before_call(bot)
        answer = player.ask(sees, decision, driver.steps)
        if isinstance(answer, Misplay):
            missed = self.game.describe(answer.nearest)
            self._misdeeds.append(Misdeed(driver.steps, seat, answer.what, answer.detail, missed))
        self._after_call(bot, seating)
        if isinstance(answer, Misplay):
            return driver.too_late() if answer.late else driver.answer(answer.instead)
        return driver.answer(answer)

    def _tell(self, events: Events, seating: list[int]) -> None:
        for bot in self._hears:
            self._before_call(bot)
            self._players[bot].hear(events.seen_by(seating.index(bot)))
            self._after_call(bot, seating)

    def _before_call(self, bot: int) -> None:
        """Before a bot is called: remember the table, if the bot could change it."""
        if self._watched[bot]:
            self._seal = self._driver.seal()

    def _after_call(self, bot: int, seating: list[int]) -> None:
        """After a bot was called: check that the table is unchanged, and collect its notes."""
        if self._watched[bot] and self._driver.seal() != self._seal:
            raise Tampered(
                f"{self.nameplates[bot].name} has changed the table during its turn. The match has been "
                f"ended, and only matches completed before it count. {ISOLATE}"
            )
        if self._players[bot].notes:
            seat, steps = seating.index(bot), self._driver.steps
            notes = self._players[bot].taken_notes()
            self._misdeeds += [Misdeed(steps, seat, note.what, note.detail, "") for note in notes]

    def _count(self, chips: int | None, scores: list[int]) -> None:
        """Check a hand that is over: the number of chips is unchanged, and the rules compute the same scores a second
        time. So no seat has won what the others have not lost."""
        now, again = self._driver.chips(), self._driver.recount()
        if now == chips and scores == again:
            return
        what = f"{chips} chips have become {now}" if now != chips else f"the scores {scores} should be {again}"
        suspects = [plate.name for plate, watched in zip(self.nameplates, self._watched, strict=True) if watched]
        whose = " or ".join(name for name in suspects if not name.startswith("house:")) or "the rules"
        raise Tampered(f"By the rules' own count {what}: {whose} must have changed them. The match is ended. {ISOLATE}")


def _player(game: Game, entrant: Entrant, book: Logbook | None) -> Player:
    """A new bot, with its logbook."""
    bot = entrant.made()
    if book is not None and isinstance(bot, Remote):
        bot.keep_log(book)
    return Player(game, bot, book.write if book is not None else None)
