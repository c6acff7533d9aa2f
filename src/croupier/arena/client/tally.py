"""The counts of a client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

MOST_NOTES = 20


@dataclass
class Tally:
    """The counts and results of a client, from the first `welcome` to the end."""

    table: str = ""
    hands: int = 0
    score: int | None = None
    """The score of the current match so far."""
    results: list[dict[str, Any]] = field(default_factory=list)
    """The `match_end` of every match."""
    farewell: str = ""
    """What the arena said when the team's part in an event was over, such as its place in a tournament."""
    thinking: list[float] = field(default_factory=list)
    """The seconds of each decision."""
    round_trips: list[float] = field(default_factory=list)
    """The seconds of each ping's round trip."""
    refused: Counter[str] = field(default_factory=Counter)
    """The number of messages that the arena refused, by error code."""
    why: dict[str, str] = field(default_factory=dict)
    """The text of the first error of each code."""
    misplays: Counter[str] = field(default_factory=Counter)
    """The number of the bot's mistakes that were caught before anything was sent, by kind."""
    first_misplays: dict[str, str] = field(default_factory=dict)
    """The details of the first mistake of each kind."""
    notes: list[str] = field(default_factory=list)
    """The first notes for the bot's author about harmless things, such as what the bot printed."""
    late: int = 0
    """The number of answers that came after their question was past; they were not sent."""
    reconnects: int = 0
    gaps: int = 0
    doubled: int = 0
    """The numbers of gaps, where frames were missing, and of duplicate frames."""

    def refuse(self, code: str, msg: str) -> None:
        """Count an `error`."""
        self.refused[code] += 1
        self.why.setdefault(code, msg)

    def misplay(self, what: str, detail: str) -> None:
        """Count a mistake of the bot."""
        self.misplays[what] += 1
        self.first_misplays.setdefault(what, detail)

    def note(self, *told: str) -> None:
        """Keep notes for the bot's author, up to a limit."""
        self.notes += told[: MOST_NOTES - len(self.notes)]


def quantile(values: Sequence[float], share: float) -> float:
    """The value at or below which a share of all values lies; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
