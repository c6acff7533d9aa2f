"""Thinking time: the clock of a program, with a bank, and statistics for all bots.

A decision has a time limit. A bot that takes longer uses up a bank, which is given once for a whole series; when the
bank is empty, the clock plays for the bot. At a table of the arena the bank is for one match.
"""

from __future__ import annotations

import math

from croupier.kernel.errors import BadInput

CLASSES = 64
"""Times are counted in classes, 64 between a time and its double: accurate to 2 %."""


class Clock:
    """The clock of one program."""

    def __init__(self, limit_ms: int, bank_ms: int) -> None:
        if limit_ms < 1 or bank_ms < 0:
            raise BadInput("A time limit is at least one millisecond, and a bank is not negative.")
        self.limit_ms, self.bank_ms = limit_ms, bank_ms
        """The limit for a decision, and what is left of the bank."""

    @property
    def time_ms(self) -> int:
        """How long the next decision may take, including the bank."""
        return self.limit_ms + self.bank_ms

    def took(self, seconds: float) -> None:
        """Take from the bank what a decision took beyond its limit."""
        over = math.ceil(seconds * 1000) - self.limit_ms
        self.bank_ms -= min(max(0, over), self.bank_ms)


class Thinking:
    """How long decisions took. Only counts are kept, so that it stays small for any number of decisions."""

    def __init__(self) -> None:
        self.decisions = 0
        self._classes: dict[int, int] = {}

    def add(self, seconds: float) -> None:
        """Count a decision."""
        self.decisions += 1
        mantissa, exponent = math.frexp(seconds)
        of = exponent * CLASSES + int(mantissa * 2 * CLASSES)
        self._classes[of] = self._classes.get(of, 0) + 1

    def merge(self, other: Thinking) -> None:
        """Add the counts of another one."""
        self.decisions += other.decisions
        for of, count in other._classes.items():
            self._classes[of] = self._classes.get(of, 0) + count

    def quantile_ms(self, share: float) -> float | None:
        """The time in milliseconds within which a share of decisions was made, to 2 % and never less; None without
        any."""
        left = math.ceil(share * self.decisions)
        for of in sorted(self._classes):
            left -= self._classes[of]
            if left <= 0:
                exponent, part = divmod(of - CLASSES, CLASSES)
                return 1000 * math.ldexp((CLASSES + part + 1) / (2 * CLASSES), exponent)
        return None
