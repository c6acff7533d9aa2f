"""Who sits at a table, as it is kept. Whether somebody is connected is for the session to know."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.kernel.contract.game import Move
from croupier.kernel.showing.wire import OWN

SLEEPS_AFTER = 3
"""After so many decisions in a row played by the clock, …"""
ASLEEP_MS = 1_000
"""… a seat has only this much time, until its client shows that it is there: by an answer, however late, or by a new
connection. From its next decision on it has its whole time again."""


@dataclass
class Chair:
    """One chair. It is free while it has no id."""

    seat: int
    id: str = ""
    name: str = ""
    policy: str = ""
    """The bot of the house that plays here."""
    dialect: str = OWN
    """What it is told, and answers, in."""
    missed: int = 0
    """Decisions in a row that the clock has played."""
    bank_ms: int = 0
    answered: tuple[int, Move] | None = None
    """The last question that it answered itself, and how."""
    held: bool = False
    """Whether it is waited for, however long."""
    outside: bool = False
    """Whether the match that is played has no such seat: it has been added since, or the match is to end first."""
    timed_out_in: str = ""
    """The hand in which the clock has played the last decision of this seat; "" if a player, or the host, has."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.id)

    @property
    def asleep(self) -> bool:
        """Whether it has only a little time for its next decision."""
        return self.missed >= SLEEPS_AFTER

    def clear(self) -> None:
        """Let it be free."""
        self.id = self.name = self.policy = ""
        self.missed = self.bank_ms = 0
        self.held = False
        self.timed_out_in = ""
        self.dialect, self.answered = OWN, None

    def time_for(self, limit_ms: int) -> int:
        """How long its next decision may take, without the bank; 0 for as long as it likes."""
        return min(limit_ms, ASLEEP_MS) if limit_ms and self.asleep else limit_ms
