"""A bot in a process of its own: the common part of programs in any language and isolated Python bots.

The process is never trusted. It may print anything, answer late, out of turn or not at all, stop reading, or die: each
is noted for its author, we wait no longer than its clock allows, and no process is left running. A process that has
died or hangs is restarted a few times, also in the middle of a hand: it is told that hand from its beginning, and asked
again. After that it is gone for the rest of the match.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.kernel.contract.game import Decision

from .bot import Answer, Bot
from .clock import Clock
from .logbook import Logbook
from .program import Program
from .terms import Terms

RESTARTS = 2
LATE_IN_A_ROW = 5
"""A program that is late this many times in a row is considered hung."""
CHATTER = 100
"""How many lines that are no answer a program may print before its answer."""


class TooLate(Exception):
    """The time for a decision has run out."""


class Gone(Exception):
    """The program has ended."""


class Nonsense(Exception):
    """The program's answer is not a valid one."""


class Note(NamedTuple):
    """Something that a bot did, for its author to know, without consequences."""

    what: str
    detail: str


class Remote(Bot):
    """A bot that is asked over standard input and output."""

    def __init__(self, words: Sequence[str], terms: Terms, environment: Mapping[str, str] | None = None) -> None:
        """`words` is the command line, `environment` the environment variables; None for ours."""
        self._environment = environment
        self.words, self.clock = list(words), Clock(terms.limit_ms, terms.bank_ms)
        self.notes: list[Note] = []
        self._program: Program | None = None
        self._log: Logbook | None = None
        self._starts, self._late = 0, 0

    def keep_log(self, log: Logbook) -> None:
        """Log what the program prints to standard error."""
        self._log = log
        if self._program is not None:
            self._program.keep_log(log)

    def act(self, view: Any, decision: Decision) -> Answer:
        """The program's answer. If it ends while it is asked, it is restarted and asked again, up to RESTARTS times."""
        while True:
            self._ensure_started()
            try:
                return self._ask(view, decision)
            except Gone as error:
                if self._starts > RESTARTS:
                    raise
                self.notes.append(Note("gone", str(error)))

    @abstractmethod
    def _ensure_started(self) -> None:
        """Start the program if it does not run, and tell it what it missed of this hand."""

    @abstractmethod
    def _ask(self, view: Any, decision: Decision) -> Answer:
        """Ask, and wait for the answer no longer than the clock allows."""

    def close(self) -> None:
        """Let the program end, or end it."""
        if self._program is not None:
            self._program.end()

    def _started(self) -> bool:
        """Start the program if it does not run and may be restarted; returns whether it was started."""
        if self._program is not None:
            if self._program.talks or self._starts > RESTARTS:
                return False
            self._program.end()
        self._starts += 1
        self._late = 0
        self._program = Program(self.words, self._log, self._environment)
        return True

    def _send(self, message: bytes) -> None:
        if self._program is not None:
            self._program.send(message + b"\n")

    def _flush(self) -> None:
        if self._program is not None:
            self._program.flush()

    def _line(self, seconds: float) -> bytes | None:
        return self._program.line(seconds) if self._program is not None else None

    def _time(self) -> float:
        """Start the clock of a decision; returns the time at which it began."""
        self.time_ms = self.clock.time_ms
        return time.monotonic()

    def _left(self, began: float) -> float:
        """The seconds that are left for a decision."""
        return self.clock.time_ms / 1000 - (time.monotonic() - began)

    def _answered(self, began: float) -> None:
        """Note that an answer has come in time."""
        self._late = 0
        self.clock.took(time.monotonic() - began)

    def _silent(self, began: float) -> Exception:
        """Why no answer came: TooLate or Gone. A program that was late LATE_IN_A_ROW times is killed."""
        if self._program is None:
            return Gone("the program was not started")
        if not self._program.alive:
            return Gone(self._program.last_words())
        allowed = self.clock.time_ms
        self.clock.took(time.monotonic() - began)
        self._late += 1
        if self._late >= LATE_IN_A_ROW:
            self._program.kill()
        return TooLate(f"no answer within {allowed} ms")
