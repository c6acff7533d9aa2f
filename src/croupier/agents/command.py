"""A program as a bot: any language, one JSON object a line on standard input and output (`kernel.showing.wire`).

The program is told what a table of the arena would tell its seat, hand by hand. A series of matches is one match to
it: `match_end` comes once, at the end of the series. Only a Battle reports the end of each match. Each question
contains all earlier messages of its hand, so that a program that was restarted, or keeps no state, can go on.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Context, Said, Seated, body, dialect_of
from croupier.kernel.showing.wire.messages import ACTION_TOO_LATE, BAD_SCHEMA, OUT_OF_TURN, Frame, Hello
from croupier.kernel.vocabulary.events import Fact

from .bot import Answer
from .referee import UnknownWord, is_unknown
from .remote import CHATTER, Nonsense, Note, Remote
from .terms import Terms

NOTED = {ACTION_TOO_LATE: "too late", OUT_OF_TURN: "out of turn", BAD_SCHEMA: "printed"}
"""What the author of a program is told about messages that came at the wrong time."""


class CommandBot(Remote):
    """A program that decides for a seat, asked over standard input and output."""

    def __init__(self, game: Game, words: Sequence[str], terms: Terms) -> None:
        if not words:
            raise BadInput("cmd: needs a command, as in 'cmd:python3 bot.py'.")
        if shutil.which(words[0]) is None:
            raise BadInput(f"There is no program {words[0]!r} that could be started.")
        super().__init__(words, terms)
        self._dialect = dialect_of(game)
        self._announcer = self._dialect.announcer()
        tags = {str(one.__struct_config__.tag) for one in get_args(self._dialect.incoming)}
        self._answers = tags - {"hello", "react", "hint"}
        self._matches, self._hands, self._hands_before = 0, 0, 0
        self._asked, self._asked_before = 0, 0
        """The number of the last question, and the number of questions before this match: no number is used twice."""
        self._hand: list[Frame] = []
        """The messages of this hand, …"""
        self._history: list[msgspec.Raw] = []
        """… and those of them that tell facts, encoded."""
        self._opening: Any = None
        """The view of the seat when the hand began."""
        self._end: list[Said] = []
        """The messages for the end of the series."""

    def draw_from(self, key: int) -> None:
        """A match begins. Programs have their own randomness."""
        self._matches += 1
        self._hands_before, self._asked_before = self._hands, self._asked

    def hand_started(self, view: Any) -> None:
        """Tell the program that a hand begins. It is started with the first hand, and again if it has ended since."""
        self._hands += 1
        self._announcer.listeners = 1 << view.seat
        self._hand, self._history, self._opening = [], [], view
        self._ensure_started()
        self._say(self._announcer.hand_started(self._context(), lambda _: view))

    def _ensure_started(self) -> None:
        if self._started():
            self._tell(self._dialect.welcome(self._context(), self._opening, self._opening.seat))
            for frame in self._hand:
                self._tell(frame)

    def saw(self, fact: Fact) -> None:
        """Tell the program what happened."""
        self._say(self._announcer.heard(self._context(), fact, self._announcer.listeners))

    def hand_over(self, view: Any, score: int) -> None:
        """Tell the program how the hand ended."""
        context, scores = self._context(), {view.seat: score}
        self._say(self._announcer.hand_over(context, lambda _: view, scores))
        self._end = self._announcer.match_over(context, lambda _: view, scores)

    def _ask(self, view: Any, decision: Decision) -> Answer:
        self._refuse_early()
        self._asked = self._asked_before + decision.number
        began = self._time()
        context = self._context()
        self._tell(self._dialect.act(context, view, decision))
        for _ in range(CHATTER):
            line = self._line(self._left(began))
            if line is None:
                raise self._silent(began)
            frame = self._read(line)
            if frame is None:
                continue
            move, reply, meant, _ = self._dialect.hear(context, frame, decision)
            code = getattr(reply, "code", "")
            if code in (ACTION_TOO_LATE, OUT_OF_TURN):
                self._complain(code, line)
                continue
            self._answered(began)
            if wanted := meant if reply else move:
                return wanted
            unknown = is_unknown(self._dialect.game, getattr(frame, "action", None))
            raise (UnknownWord if unknown else BadInput)(getattr(reply, "msg", ""))
        raise Nonsense(f"{CHATTER} lines came, and none of them was an answer.")

    def close(self) -> None:
        """Let the program end, or end it."""
        self._say(self._end)
        super().close()

    def _context(self) -> Context:
        return Context(
            match_id=f"M-{self._matches}",
            hand_id=f"H-{self._hands}",
            hand_number=self._hands - self._hands_before,
            players=[Seated(seat, who.id, who.name) for seat, who in enumerate(self.players)],
            move_time_ms=self.clock.limit_ms,
            asked_before=self._asked_before,
            time_ms=self.clock.time_ms,
            deadline_ms=int(time.time() * 1000) + self.clock.time_ms,
            history=self._history,
        )

    def _say(self, said: Sequence[Said]) -> None:
        for one in said:
            if one.audience & self._announcer.listeners:
                self._hand.append(one.frame)
                encoded = self._tell(one.frame)
                if one.fact is not None:
                    self._history.append(msgspec.Raw(encoded))

    def _tell(self, frame: Frame) -> bytes:
        """Send a message at once, so that the program can think while others do."""
        encoded = body(frame)
        self._send(encoded)
        self._flush()
        return encoded

    def _refuse_early(self) -> None:
        """Refuse everything that the program said before the question."""
        for _ in range(CHATTER):
            line = self._line(0)
            if line is None:
                return
            try:
                frame = self._read(line)
            except (Nonsense, UnknownWord):
                self._refuse(None, line)
                continue
            if frame is not None:
                self._refuse(getattr(frame, "act_id", None), line)

    def _refuse(self, act_id: int | None, line: bytes) -> None:
        """Note an answer to an earlier question, or to none."""
        past = self._late > 0 if act_id is None else 0 < act_id <= self._asked
        self._complain(ACTION_TOO_LATE if past else OUT_OF_TURN, line)

    def _read(self, line: bytes) -> Frame | None:
        """The answer in a line; None for anything else that a program prints, which is only noted."""
        try:
            frame = self._dialect.read(line)
            return None if isinstance(frame, Hello) else frame
        except BadInput as error:
            message = _message(line)
            act_id = message.get("act_id")
            if message.get("type") not in self._answers:
                self._complain(BAD_SCHEMA, line)
            elif isinstance(act_id, int) and act_id != self._asked:
                self._refuse(act_id, line)
            else:
                unknown = is_unknown(self._dialect.game, message.get("action"))
                raise (UnknownWord if unknown else Nonsense)(f"{_text(line)} is no answer: {error}") from error
            return None

    def _complain(self, code: str, line: bytes) -> None:
        self.notes.append(Note(NOTED[code], _text(line)))
        self._tell(self._dialect.error(code, _text(line)))


def _message(line: bytes) -> dict[str, Any]:
    """The JSON object in a line; {} if there is none."""
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (ValueError, RecursionError):
        return {}


def _text(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace").rstrip()
