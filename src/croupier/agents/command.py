"""A program as a bot: any language, one JSON object a line on standard input and output (`kernel.wire`).

The program is never trusted. It may print what it likes, answer late, out of turn or not at all, stop reading, or die:
each is noted for its author, nothing waits longer than the time limit, and nothing is left running. A program that has
died or that hangs is started again a few times; after that it is gone for the rest of the match.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.showing.wire import Act, Action, Choice, Context, EndHand, Error, Event, Frame, StartHand, Welcome
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import GAP

from .bot import Answer, Bot
from .program import Program

RESTARTS = 2
LATE_IN_A_ROW = 5
"""A program that is late so often in a row is taken to hang."""
CHATTER = 100
"""How many lines that are no answer a program may print before it answers."""


class TooLate(Exception):
    """The time for a decision has run out."""


class Gone(Exception):
    """The program has ended."""


class Nonsense(Exception):
    """The program answered with something that is no answer."""


class Note(NamedTuple):
    """Something a bot did that is told to its author, but that costs nothing."""

    what: str
    detail: str


class CommandBot(Bot):
    """A program that decides for a seat, asked over standard input and output."""

    def __init__(self, game: Game, words: Sequence[str], limit_ms: int) -> None:
        if not words:
            raise BadInput("cmd: needs a command, as in 'cmd:python3 bot.py'.")
        if limit_ms < 1:
            raise BadInput("A time limit is at least one millisecond.")
        if shutil.which(words[0]) is None:
            raise BadInput(f"There is no program {words[0]!r} that could be started.")
        self.game, self.words, self.limit_ms = game, list(words), limit_ms
        self.notes: list[Note] = []
        self._program: Program | None = None
        self._starts, self._late, self._hands = 0, 0, 0
        self._asked, self._asked_before = 0, 0
        """The number of the last question, and how many there were before this match: each number comes once."""
        self._seen: list[Fact] = []

    def hand_started(self, view: Any) -> None:
        """Tell the program that a hand begins. It is started with the first, and again if it has ended since."""
        self._hands += 1
        self._asked_before = self._asked
        self._seen = []
        wire = self.game.wire
        if not self._running and self._starts <= RESTARTS:
            self._starts += 1
            self._late = 0
            self._program = Program(self.words)
            self._send(wire.welcome(self._context, view) if wire else Welcome(table_id="local", game=self.game.name))
        if wire:
            for frame in wire.start_hand(self._context, view):
                self._send(frame)
        else:
            players = self._context.seated
            self._send(StartHand(hand_id=self._hand, seat=view.seat, players=players, view=to_dict(view)))

    def saw(self, fact: Fact) -> None:
        """Tell the program what happened."""
        if self.game.wire:
            frame = self.game.wire.event(fact, self._seen)
        else:
            fields = {name: getattr(fact, name) for name in fact.__struct_fields__}
            frame = Event(ev=type(fact).__name__, fields=fields)
        self._seen.append(fact)
        if frame is not None:
            self._send(frame)

    def hand_over(self, view: Any, score: int) -> None:
        """Tell the program how the hand ended."""
        wire = self.game.wire
        self._send(wire.end_hand(self._context, view, score) if wire else EndHand(hand_id=self._hand, score=score))

    def act(self, view: Any, decision: Decision) -> Answer:
        """Ask the program, and wait for its answer no longer than the limit."""
        self._refuse_early()
        self._asked = self._asked_before + decision.number
        self._send(self._question(view, decision))
        deadline = time.monotonic() + self.limit_ms / 1000
        for _ in range(CHATTER):
            line = self._line(deadline - time.monotonic())
            if line is None:
                raise self._silent()
            message = self._read(line)
            if message is None:
                continue
            act_id = message.get("act_id")
            if isinstance(act_id, int) and act_id != self._asked:
                self._refuse(act_id, line)
                continue
            self._late = 0
            return self._answer(decision, _converted(message, line))
        raise Nonsense(f"{CHATTER} lines came, and none of them was an answer.")

    def close(self) -> None:
        """Let the program end, or end it."""
        if self._program is not None:
            self._program.end()

    @property
    def _running(self) -> bool:
        return self._program is not None and self._program.alive

    def _send(self, frame: Frame) -> None:
        if self._program is not None:
            self._program.send(frame)

    def _line(self, seconds: float) -> bytes | None:
        return self._program.line(seconds) if self._program is not None else None

    @property
    def _hand(self) -> str:
        return f"H-{self._hands}"

    @property
    def _context(self) -> Context:
        return Context(self._hand, self.limit_ms, self.players)

    def _question(self, view: Any, decision: Decision) -> Frame:
        if self.game.wire:
            return self.game.wire.act(self._context, self._asked, view, decision)
        options = [
            Choice(
                action=option.name,
                low=option.low,
                high=option.high,
                step=option.step,
                fewest=option.fewest,
                most=option.most,
                ordered=option.ordered,
                gaps=option.gaps,
                cards=[self.game.words.card_name(card) for card in option.cards],
            )
            for option in decision.options
        ]
        return Act(
            hand_id=self._hand,
            act_id=self._asked,
            seat=decision.seat,
            players=self._context.seated,
            time_ms=self.limit_ms,
            legal=list(decision.legal),
            options=options,
            view=to_dict(view),
        )

    def _refuse_early(self) -> None:
        """Whatever was said before the question is no answer to it."""
        for _ in range(CHATTER):
            line = self._line(0)
            if line is None:
                return
            message = self._read(line)
            if message is not None:
                self._refuse(message.get("act_id"), line)

    def _refuse(self, act_id: Any, line: bytes) -> None:
        """Note an action that answers no question, or one that is past."""
        past = 0 < act_id <= self._asked if isinstance(act_id, int) else self._late > 0
        code, what = ("ACTION_TOO_LATE", "too late") if past else ("OUT_OF_TURN", "out of turn")
        self._complain(code, what, _text(line))

    def _read(self, line: bytes) -> dict[str, Any] | None:
        """The action in a line, as it came; None for whatever else a program prints, which is only noted."""
        try:
            message = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            message = {}
        if message.get("type") == "action":
            return message
        if message.get("type") != "hello":
            self._complain("BAD_SCHEMA", "printed", _text(line))
        return None

    def _complain(self, code: str, what: str, detail: str) -> None:
        self.notes.append(Note(what, detail))
        self._send(Error(code=code, msg=detail[:200]))

    def _answer(self, decision: Decision, action: Action) -> Answer:
        if not action.cards:
            return action.action if action.amount is None else (action.action, action.amount)
        if not isinstance(action.cards, list):
            return action.action, action.cards
        option = decision.named(action.action)
        left = list(option.cards) if option else []
        cards: list[int] = []
        for name in action.cards:
            card = GAP if name == "-" else next((c for c in left if self.game.words.card_name(c) == name), None)
            if card is None:
                raise Nonsense(f"{name!r} is none of the cards that {action.action} can take now.")
            if card != GAP:
                left.remove(card)
            cards.append(card)
        return action.action, tuple(cards)

    def _silent(self) -> Exception:
        """Why no answer came."""
        if self._program is None:
            return Gone("the program was not started")
        if not self._program.alive:
            return Gone(self._program.last_words())
        self._late += 1
        if self._late >= LATE_IN_A_ROW:
            self._program.kill()
        return TooLate(f"no answer within {self.limit_ms} ms")


def _converted(message: dict[str, Any], line: bytes) -> Action:
    try:
        return msgspec.convert(message, Action)
    except msgspec.ValidationError as error:
        raise Nonsense(f"{_text(line)} is no action: {error}.") from error


def _text(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace").rstrip()
