"""The decisions that are waited for, and their clocks.

A clock starts when the question has gone out, not when it was asked: what the arena itself is late with costs nobody
time. Where several owe at once they have one clock, and what one does changes nothing for another.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.kernel.contract.game import Decision


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

    @property
    def number(self) -> int:
        """The number of the decision."""
        return self.decision.number

    @property
    def deadline(self) -> int | None:
        """When its time is up; None if it has none, or has not begun."""
        if self.started is None or not self.limit_ms:
            return None
        return self.started + self.limit_ms + self.bank_ms + self.extra_ms

    def left(self, now: int) -> int:
        """How much time is left, without the bank."""
        if not self.limit_ms:
            return 0
        spent = 0 if self.started is None else now - self.started - self.extra_ms
        return max(0, self.limit_ms - spent)

    def bank_spent(self, now: int) -> int:
        """How much of the bank an answer has taken."""
        over = 0 if self.started is None else now - self.started - self.extra_ms - self.limit_ms
        return min(max(0, over), self.bank_ms)
