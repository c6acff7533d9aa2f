"""How long bots think: the clock of a program, with a bank, and figures for everybody.

A decision has its limit. Whoever takes longer draws on a bank, which is there once for a whole series; when that is
empty too, the clock plays. As at a table of the arena, but there the bank is for one match.
"""

from __future__ import annotations

import math

from croupier.kernel.errors import BadInput

CLASSES = 64
"""Times are counted in classes, so many between a time and twice as long: to 2 % and better."""


class Clock:
    """The clock of one program."""

    def __init__(self, limit_ms: int, bank_ms: int) -> None:
        if limit_ms < 1 or bank_ms < 0:
            raise BadInput("A time limit is at least one millisecond, and a bank is not negative.")
        self.limit_ms, self.bank_ms = limit_ms, bank_ms
        """For a decision, and what is left of the bank."""

    @property
    def time_ms(self) -> int:
        """How long the next decision may take, with the bank."""
        return self.limit_ms + self.bank_ms

    def took(self, seconds: float) -> None:
        """Take from the bank what a decision took beyond its limit."""
        over = math.ceil(seconds * 1000) - self.limit_ms
        self.bank_ms -= min(max(0, over), self.bank_ms)


class Thinking:
    """How long decisions took. Only counts are kept, so that it stays small however many there are."""

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
        """Count somebody else's too."""
        self.decisions += other.decisions
        for of, count in other._classes.items():
            self._classes[of] = self._classes.get(of, 0) + count

    def quantile_ms(self, share: float) -> float | None:
        """Within how many milliseconds a share of all decisions was made, to 2 % and never less; None if none was."""
        left = math.ceil(share * self.decisions)
        for of in sorted(self._classes):
            left -= self._classes[of]
            if left <= 0:
                exponent, part = divmod(of - CLASSES, CLASSES)
                return 1000 * math.ldexp((CLASSES + part + 1) / (2 * CLASSES), exponent)
        return None
