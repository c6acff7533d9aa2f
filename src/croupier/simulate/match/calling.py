"""The bots of one match around a driver: asks them, tells them, and guards the table against them.

A bot that runs in our process could change the table. So the bytes of the table are compared before and after each
call of such a bot, and the chips are counted after every hand: a bot that changed them is named, and the match ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from croupier.agents.bot import Bot, PolicyBot
from croupier.agents.player import Misplay, Player
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.contract.record import Misdeed, Played
from croupier.kernel.errors import Tampered
from croupier.kernel.vocabulary.events import Events

from .driver import Asked, Driver, Halt, HandOver, Over, Told
from .luck import ENDS

ISOLATE = "With --isolated no bot can reach the table."
EMPTY = -1
"""In a seating: nobody has the seat."""


class PlayedMatch(NamedTuple):
    """A match that was played: its seating, the scores, their sums over all ends, and the errors of bots."""

    deal: int
    seating: list[int]
    scores: list[int]
    ends: list[int]
    misdeeds: list[Misdeed]
    played: Played | None
    """The match for the record, if there is one."""


def plays_compiled(bot: Bot) -> TypeGuard[PolicyBot]:
    """Whether a bot is a house policy, and not a subclass or another class."""
    return type(bot) is PolicyBot


class Calling:
    """Bots around a driver. A bot has a number; `asked` are those that decide in Python."""

    game: Game
    nameplates: list[Nameplate]
    """The names of the bots."""
    players: list[Player]
    """The bots that play now."""
    _driver: Driver
    _asked: list[int]
    _starts: list[int]
    _hears: list[int]
    _ends: list[int]
    """The bots that are asked, and those of them that have a hook for the start of a hand, for facts, for its end."""
    _watched: list[bool]
    """By bot, whether it could change the table."""
    _records: bool

    def gather(self, players: list[Player], asked: list[int]) -> None:
        """Note which bots are to be asked and told what."""
        self.players, self._asked = players, asked
        self._misdeeds: list[Misdeed] = []
        self._seal = b""
        self._watched = [not player.apart for player in players]
        self._starts, self._hears, self._ends = (
            [bot for bot in asked if any(map(players[bot].overrides, hooks))]
            for hooks in (("hand_started",), ("saw", "saw_step"), ("hand_over",))
        )

    def play_deal(self, deal: int, lineup: Sequence[int], seating: list[int]) -> PlayedMatch:
        """Play the match of a deal: `lineup` has the policy in each seat, `seating` the bot."""
        driver = self._driver
        self._misdeeds = []
        halt = driver.begin(deal, lineup)
        chips = driver.chips()
        seated = [self.nameplates[bot] for bot in seating]
        for bot in self._asked:
            self._before_call(bot)
            self.players[bot].sit_down(driver.key, deal, seating.index(bot), seated)
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
                    self.players[bot].start(driver.view_of(seating.index(bot)))
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
            self.players[bot].finish(view, scores[seat])
            self._after_call(bot, seating)

    def _ask(self, decision: Decision, seating: list[int]) -> Halt:
        """Ask the bot of a seat, and play its answer or the penalty; returns the next halt."""
        driver, seat = self._driver, decision.seat
        bot = seating[seat]
        player = self.players[bot]
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
            self.players[bot].hear(events.seen_by(seating.index(bot)))
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
        if self.players[bot].notes:
            seat, steps = seating.index(bot), self._driver.steps
            notes = self.players[bot].taken_notes()
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
