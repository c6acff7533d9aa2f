"""Whom a table waits for, and how long.

A clock starts when the question has gone out, not when it was asked: what the arena itself is late with costs nobody
time. Where several owe at once they have one clock, and what one does changes nothing for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.kernel.contract.game import Decision, State
from croupier.kernel.vocabulary.turns import SEATS

from .chairs import Chair

OUR_DELAY_MS = 5
"""A timer that rings later than this tells of a delay of our own."""


@dataclass
class Question:
    """A decision that a seat was asked for."""

    decision: Decision
    limit_ms: int
    """Without the bank; 0 for no limit."""
    bank_ms: int = 0
    started: int | None = None
    extra_ms: int = 0
    """Given back for our own delays, or by the host."""
    refused: int = 0
    """Answers that were none."""
    interrupted: bool = False
    """Whether the arena went down while it was open."""
    stopped: int | None = None
    """Since when its clock stands, because the host waits for somebody."""

    @property
    def deadline(self) -> int | None:
        """When its time is up; None if it has none, or has not begun."""
        if self.started is None or not self.limit_ms or self.stopped is not None:
            return None
        return self.started + self.limit_ms + self.bank_ms + self.extra_ms

    def left(self, now: int) -> int:
        """How much time is left, without the bank."""
        return max(0, self.limit_ms - self._spent(now))

    def bank_spent(self, now: int) -> int:
        """How much of the bank an answer has taken."""
        return min(max(0, self._spent(now) - self.limit_ms), self.bank_ms)

    def _spent(self, now: int) -> int:
        if self.started is None:
            return 0
        return (now if self.stopped is None else self.stopped) - self.started - self.extra_ms

    def stand(self, still: bool, now: int) -> None:
        """Let its clock stand, or run on from where it stood."""
        if still and self.started is not None and self.stopped is None:
            self.stopped = now
        elif not still and self.stopped is not None:
            self.extra_ms += now - self.stopped
            self.stopped = None


class Clocks:
    """The questions that are open at one table, by seat."""

    def __init__(self, chairs: Sequence[Chair]) -> None:
        self._chairs = chairs
        self._open: dict[int, Question] = {}

    def of(self, seat: int | None) -> Question | None:
        """The open question of a seat."""
        return None if seat is None else self._open.get(seat)

    def running(self) -> list[Question]:
        """All that are open."""
        return list(self._open.values())

    def clear(self) -> None:
        """Nobody is asked for anything."""
        self._open.clear()

    def ask(self, state: State, owed: Sequence[Decision]) -> Iterator[Question]:
        """Drop the questions that are past, and open those that are new."""
        waited_for = {decision.seat for decision in owed}
        for seat, question in list(self._open.items()):
            past = state.questions[seat] != question.decision.number
            if past or not (question.decision.shared_clock or seat in waited_for):
                del self._open[seat]
        for decision in owed:
            if decision.seat < SEATS and decision.seat not in self._open:
                chair = self._chairs[decision.seat]
                bank = 0 if decision.shared_clock else chair.bank_ms
                question = self._open[decision.seat] = Question(decision, chair.time_for(decision.limit_ms), bank)
                yield question

    def start(self, seat: int, number: int, now: int) -> None:
        """A question has gone out."""
        question = self._open.get(seat)
        if question and question.started is None and question.decision.number == number:
            question.started = now

    def bank_spent(self, seat: int, now: int) -> int:
        """How much of its bank a seat has spent on the question that is open to it."""
        question = self._open.get(seat)
        return question.bank_spent(now) if question else 0

    def stand_or_run(self, now: int) -> None:
        """Let the clocks stand of those who are held; where several share one, it stands if one of them is."""
        held = {seat for seat in self._open if self._chairs[seat].held}
        shared = any(self._open[seat].decision.shared_clock for seat in held) if held else False
        for seat, question in self._open.items():
            question.stand(seat in held or (shared and question.decision.shared_clock), now)

    @property
    def next_deadline(self) -> int | None:
        """When the next question's time is up."""
        deadlines = [at for question in self._open.values() if (at := question.deadline) is not None]
        return min(deadlines, default=None)

    def late(self, now: int, due: int) -> list[Question]:
        """The questions whose time is up, when a timer rings that was due at a time.

        One that rings late gives them as much more: what was sent in time may still lie unread.
        """
        late = [one for one in self._open.values() if one.deadline is not None and one.deadline <= now]
        if now - due > OUR_DELAY_MS:
            for question in late:
                question.extra_ms += now - due
            return []
        return late
