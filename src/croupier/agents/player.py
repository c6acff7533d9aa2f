"""A bot at the table: the one way in which bots are called, wherever they play.

Whatever a bot does is tolerated. What it raises or prints while it is told something is noted for its author, without
consequences. A wrong answer is a `Misplay`: what was wrong, the nearest legal move, and the move that is played
instead. A bot that goes on with asides for ever (a draft that is never confirmed) is told to decide.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.keys import house_key, seat_key
from croupier.kernel.vocabulary.streams import FIRST_SEAT, stream

from .array_policy import ArrayBot
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
"""After this many asides to one decision, asides no longer count as answers."""
PRINTED = 500
"""How many characters of a bot's output are kept."""
LATE, ILLEGAL, RAISED, UNKNOWN, NONSENSE = "too late", "illegal", "raised", "unknown word", "nonsense"
PRINTS = "printed"
NOTED = (LATE, RAISED, PRINTS, "gone", "out of turn")
"""The kinds of notes that a bot in a process of its own can cause."""


class Misplay(NamedTuple):
    """A wrong answer: its kind, a description, the legal move nearest to it, and the move played instead."""

    what: str
    detail: str
    nearest: Move
    instead: Move

    @property
    def late(self) -> bool:
        """Whether no answer came in time: then the clock decides."""
        return self.what == LATE


class Player:
    """A bot with everything needed to let it play: its seat, its randomness, its count of asides, and its errors."""

    def __init__(self, game: Game, bot: Bot, log: Callable[[bytes], object] | None = None) -> None:
        """`log` gets what the bot prints; for a program that is its standard error."""
        self.game, self.bot = game, bot
        self.thinking = Thinking()
        self.notes: list[Note] = []
        """Notes for its author, until `taken_notes` takes them."""
        self._sits_at = (0, 0, 0)
        self._asides = 0
        self._printed = _Printed(log)
        self._quietly: AbstractContextManager[object] = redirect_stdout(self._printed)
        if bot.ours:
            self._quietly = nullcontext()
        elif log is not None:
            self._quietly = _Both(self._quietly, redirect_stderr(_Written(log)))

    def overrides(self, hook: str) -> bool:
        """Whether the bot has a hook of its own, so that calling it is worthwhile."""
        if isinstance(self.bot, IsolatedBot):
            return hook in self.bot.hooks
        return getattr(type(self.bot), hook) is not getattr(Bot, hook)

    @property
    def apart(self) -> bool:
        """Whether the bot runs in a process of its own, and cannot reach our memory."""
        return isinstance(self.bot, Remote)

    def sit_down(self, seed: int, deal: int, seat: int, players: Sequence[Nameplate]) -> None:
        """A match begins: the bot is told the player in each seat, and draws from a key of its own. It is not told the
        seed, from which the cards are dealt."""
        self._sits_at = seed, deal, seat
        self.take_seat(tuple(players), seat_key(seed, deal, seat))

    def take_seat(self, players: tuple[Nameplate, ...], key: int) -> None:
        """A match begins, for a caller that knows only the bot's key, not the seed."""
        self._asides = 0
        self._call(self._seat, players, key)

    def _seat(self, players: tuple[Nameplate, ...], key: int) -> None:
        self.bot.players = players
        self.bot.draw_from(key)

    def start(self, view: Any) -> None:
        """Tell the bot that a hand has begun."""
        self._call(self.bot.hand_started, view)

    def hear(self, facts: Sequence[Fact]) -> None:
        """Tell the bot what happened in a step."""
        if self.overrides("saw_step"):
            self._call(self.bot.saw_step, facts)
            return
        for fact in facts:
            self._call(self.bot.saw, fact)

    def finish(self, view: Any, score: int) -> None:
        """Tell the bot how a hand ended."""
        self._call(self.bot.hand_over, view, score)

    def ask(self, sees: Any, decision: Decision, steps: int) -> Move | Misplay:
        """The bot's answer to a decision, a legal move, or its error; `steps` is the number of moves made before.

        `sees` is what the bot sees: a view, or for a bot that imagines a blindfolded state.
        """
        answer: Any = None
        has_answered = False
        began = time.perf_counter()
        try:
            with self._quietly:
                if type(self.bot) is PolicyBot or type(self.bot) is ArrayBot:
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
        """End the bot's process, if it has one."""
        if isinstance(self.bot, Remote):
            self.bot.close()

    def taken_notes(self) -> list[Note]:
        """The notes since the last call."""
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
    """A bot's error: its kind, and a description. BadInput means that its answer was refused, by us or in its process;
    unless `refused`, the bot itself raised it, as it may raise anything."""
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
    """Two context managers in one."""

    def __init__(self, first: AbstractContextManager[object], second: AbstractContextManager[object]) -> None:
        self._first, self._second = first, second

    def __enter__(self) -> None:
        self._first.__enter__()
        self._second.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._second.__exit__(*error)
        self._first.__exit__(*error)


class _Written(io.TextIOBase):
    """Standard error while a bot in our process runs: written to its log."""

    def __init__(self, log: Callable[[bytes], object]) -> None:
        self._log = log

    def write(self, text: str) -> int:
        self._log(text.encode("utf-8", "backslashreplace"))
        return len(text)


class _Printed(io.TextIOBase):
    """Standard output while a bot runs: kept for its author, and out of ours."""

    def __init__(self, log: Callable[[bytes], object] | None) -> None:
        self.text, self._log = "", log

    def write(self, text: str) -> int:
        if self._log is not None:
            self._log(text.encode("utf-8", "backslashreplace"))
        self.text = (self.text + text)[:PRINTED]
        return len(text)

    def take(self) -> str:
        """What was printed since the last call."""
        text, self.text = self.text, ""
        return shown(text.rstrip("\n"))
