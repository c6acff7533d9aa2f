"""Who sits at a table, and how it stands with them."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.kernel.contract.game import Move
from croupier.kernel.showing.wire import OWN, Seated

SLEEPS_AFTER = 3
"""After so many decisions in a row played by the clock, …"""
ASLEEP_MS = 1_000
"""… a seat has only this much time, until it answers one."""


@dataclass
class Chair:
    """One chair. It is free while it has no id."""

    seat: int
    id: str = ""
    name: str = ""
    policy: str = ""
    """The bot of the house that plays here."""
    connection: str = ""
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

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.id)

    @property
    def connected(self) -> bool:
        """Whether somebody is there to answer."""
        return bool(self.connection or self.policy)

    def clear(self) -> None:
        """Let it be free."""
        self.id = self.name = self.policy = self.connection = ""
        self.missed = self.bank_ms = 0
        self.held = False
        self.dialect, self.answered = OWN, None

    def time_for(self, limit_ms: int) -> int:
        """How long its next decision may take, without the bank; 0 for as long as it likes."""
        return min(limit_ms, ASLEEP_MS) if limit_ms and self.missed >= SLEEPS_AFTER else limit_ms

    def seated(self) -> Seated:
        """As messages tell it."""
        return Seated(self.seat, self.id, self.name, self.connected)
