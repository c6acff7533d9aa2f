"""A bot at the table: the one way in which bots are told and asked, wherever they play.

Whatever a bot does is put up with. What it raises or prints while it is told something is noted for its author and
costs nothing. A wrong answer is a `Misplay`: it says what was wrong, which legal move was nearest, and what is played
instead. One that goes on and on with asides (a draft that is never confirmed) is told to decide.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.keys import house_key, seat_key
from croupier.kernel.vocabulary.streams import FIRST_SEAT, stream

from .booth.outside import IsolatedBot, Wrong
from .bot import Bot, PolicyBot
from .clock import Thinking
from .referee import (
    NoAnswer,
    UnknownWord,
    default,
    is_unknown,
    nearest,
    penalty,
    shown,
    traceback_of,
    understood,
)
from .remote import Gone, Nonsense, Note, Remote, TooLate

PATIENCE = 1000
"""After so many asides to one decision they no longer count as answers."""
PRINTED = 500
"""How much of what a bot prints is kept."""
LATE, ILLEGAL, RAISED, UNKNOWN, NONSENSE = "too late", "illegal", "raised", "unknown word", "nonsense"
PRINTS = "printed"
NOTED = (LATE, RAISED, PRINTS, "gone", "out of turn")
"""What a bot in a process of its own can be noted for."""


class Misplay(NamedTuple):
    """A wrong answer, in a word and at length; the legal move that was nearest to it, and the one played instead."""

    what: str
    detail: str
    nearest: Move
    instead: Move

    @property
    def late(self) -> bool:
        """Whether there was no answer in time: then the decision is the clock's."""
        return self.what == LATE


class Player:
    """A bot with what it takes to have it play: its seat, its randomness, its patience, and what it did wrong."""

    def __init__(self, game: Game, bot: Bot, log: Callable[[bytes], object] | None = None) -> None:
        """`log` gets what the bot prints; of a program that is its standard error."""
        self.game, self.bot = game, bot
        self.thinking = Thinking()
        self.notes: list[Note] = []
        """What its author should know and what cost nothing, until somebody takes it."""
        self._sits_at = (0, 0, 0)
        self._asides = 0
        self._printed = _Printed(log)
        self._quietly: AbstractContextManager[object] = redirect_stdout(self._printed)
        if log is not None:
            self._quietly = _Both(self._quietly, redirect_stderr(_Written(log)))

    def overrides(self, hook: str) -> bool:
        """Whether the bot has a hook of its own, so that it is worth calling."""
        if isinstance(self.bot, IsolatedBot):
            return hook in self.bot.hooks
        return getattr(type(self.bot), hook) is not getattr(Bot, hook)

    @property
    def apart(self) -> bool:
        """Whether it runs in a process of its own, and can reach nothing of ours."""
        return isinstance(self.bot, Remote)

    def sit_down(self, seed: int, deal: int, seat: int, players: Sequence[Nameplate]) -> None:
        """A match begins: the bot hears who sits in each seat, and draws from a key of its own. The seed, which the
        cards come from, stays here."""
        self._sits_at = seed, deal, seat
        self.take_seat(tuple(players), seat_key(seed, deal, seat))

    def take_seat(self, players: tuple[Nameplate, ...], key: int) -> None:
        """A match begins, for who is told no seed but the key to draw from."""
        self._asides = 0
        self._call(self._seat, players, key)

    def _seat(self, players: tuple[Nameplate, ...], key: int) -> None:
        self.bot.players = players
        self.bot.draw_from(key)

    def start(self, view: Any) -> None:
        """Tell it that a hand has begun."""
        self._call(self.bot.hand_started, view)

    def hear(self, fact: Fact) -> None:
        """Tell it what happened."""
        self._call(self.bot.saw, fact)

    def finish(self, view: Any, score: int) -> None:
        """Tell it how a hand ended."""
        self._call(self.bot.hand_over, view, score)

    def ask(self, sees: Any, decision: Decision, steps: int) -> Move | Misplay:
        """Its answer to a decision, a legal move, or what it did wrong; `steps` moves have been made before.

        `sees` is what it gets to see: a view, or for a bot that imagines a blindfolded state.
        """
        answer: Any = None
        has_answered = False
        began = time.perf_counter()
        try:
            with self._quietly:
                if type(self.bot) is PolicyBot:
                    seed, deal, seat = self._sits_at
                    self.bot.draw_for_decision(house_key(seed), stream(deal, FIRST_SEAT + seat, steps))
                answer = self.bot.act(sees, decision)
            has_answered = True
            move = self._understood(decision, answer)
            self._count_aside(decision, move)
            return move
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._asides = 0
            what, detail = _judged(error, refused=has_answered or self.apart)
            instead = default(decision) if what == LATE else penalty(self.game, decision)
            missed = error.nearest if isinstance(error, Wrong) else answer
            return Misplay(what, detail, nearest(decision, missed), instead)
        finally:
            self.thinking.add(time.perf_counter() - began)
            self._take_notes()

    def leave(self) -> None:
        """End the program, if it is one."""
        if isinstance(self.bot, Remote):
            self.bot.close()

    def taken_notes(self) -> list[Note]:
        """What was noted since the last time."""
        notes, self.notes = self.notes, []
        return notes

    def _count_aside(self, decision: Decision, move: Move) -> None:
        option = decision.option(move.kind)
        self._asides = self._asides + 1 if option and option.aside else 0
        if self._asides > PATIENCE:
            raise BadInput(f"{self.game.describe(move)}, after {PATIENCE} asides to one decision: decide.")

    def _understood(self, decision: Decision, answer: Any) -> Move:
        """The legal move that an answer means."""
        try:
            move = understood(decision, answer)
        except BadInput as error:
            name = answer[0] if isinstance(answer, tuple) and answer else answer
            if is_unknown(self.game, name):
                raise UnknownWord(str(error)) from error
            raise
        if code := judge(decision.options, move):
            raise BadInput(self.game.refusal(decision, move, code))
        return move

    def _call(self, hook: Callable[..., None], *arguments: Any) -> None:
        try:
            with self._quietly:
                hook(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.notes.append(Note(RAISED, traceback_of(error)))
        finally:
            self._take_notes()

    def _take_notes(self) -> None:
        if isinstance(self.bot, Remote) and self.bot.notes:
            self.notes += (
                Note(what if what in NOTED else PRINTS, shown(detail, str)) for what, detail in self.bot.notes
            )
            self.bot.notes.clear()
        if self._printed.text:
            self.notes.append(Note(PRINTS, self._printed.take()))


def _judged(error: BaseException, *, refused: bool) -> tuple[str, str]:
    """What a bot did wrong, in a word and at length. BadInput means that its answer was refused, by us or where its
    process is read; if `refused` says that this cannot be, the bot itself raised it, as it may raise anything."""
    if isinstance(error, Wrong):
        return error.what if error.what in (ILLEGAL, RAISED, UNKNOWN) else NONSENSE, shown(error.detail, str)
    if isinstance(error, TooLate):
        return LATE, shown(error, str)
    if isinstance(error, Gone):
        return "gone", shown(error, str)
    if isinstance(error, Nonsense | NoAnswer):
        return NONSENSE, shown(error, str)
    if refused and isinstance(error, BadInput):
        return UNKNOWN if isinstance(error, UnknownWord) else ILLEGAL, shown(error, str)
    return RAISED, traceback_of(error)


class _Both(AbstractContextManager[None]):
    """Two things that are done around what a bot does."""

    def __init__(self, first: AbstractContextManager[object], second: AbstractContextManager[object]) -> None:
        self._first, self._second = first, second

    def __enter__(self) -> None:
        self._first.__enter__()
        self._second.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._second.__exit__(*error)
        self._first.__exit__(*error)


class _Written(io.TextIOBase):
    """Standard error while a bot of ours has the word, where it is written down."""

    def __init__(self, log: Callable[[bytes], object]) -> None:
        self._log = log

    def write(self, text: str) -> int:
        self._log(text.encode("utf-8", "backslashreplace"))
        return len(text)


class _Printed(io.TextIOBase):
    """Standard output while a bot has the word: kept for its author, so that it cannot spoil ours."""

    def __init__(self, log: Callable[[bytes], object] | None) -> None:
        self.text, self._log = "", log

    def write(self, text: str) -> int:
        if self._log is not None:
            self._log(text.encode("utf-8", "backslashreplace"))
        self.text = (self.text + text)[:PRINTED]
        return len(text)

    def take(self) -> str:
        """What was printed since the last time."""
        text, self.text = self.text, ""
        return shown(text.rstrip("\n"))
