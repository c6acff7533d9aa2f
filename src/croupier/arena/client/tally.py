"""What a client counts of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

MOST_NOTES = 20


@dataclass
class Tally:
    """How it went, from the first `welcome` to the end."""

    table: str = ""
    hands: int = 0
    score: int | None = None
    """Of the match that is played, so far."""
    results: list[dict[str, Any]] = field(default_factory=list)
    """The `match_end` of every match."""
    thinking: list[float] = field(default_factory=list)
    """Seconds for each decision, …"""
    round_trips: list[float] = field(default_factory=list)
    """… and for each ping."""
    refused: Counter[str] = field(default_factory=Counter)
    """Messages of ours that were of no use, by code."""
    why: dict[str, str] = field(default_factory=dict)
    """What the first of each was told."""
    misplays: Counter[str] = field(default_factory=Counter)
    """What the bot did wrong before anything was sent, in a word, …"""
    first_misplays: dict[str, str] = field(default_factory=dict)
    """… and at length, the first of each kind."""
    notes: list[str] = field(default_factory=list)
    """What the bot's author should know and what cost nothing, such as what it printed; the first of them."""
    late: int = 0
    """Answers that came when the question was past already: they were not even sent."""
    reconnects: int = 0
    gaps: int = 0
    doubled: int = 0
    """Frames that were missing, or came twice."""

    def refuse(self, code: str, msg: str) -> None:
        """Count an `error`."""
        self.refused[code] += 1
        self.why.setdefault(code, msg)

    def misplay(self, what: str, detail: str) -> None:
        """Count what a bot did wrong."""
        self.misplays[what] += 1
        self.first_misplays.setdefault(what, detail)

    def note(self, *told: str) -> None:
        """Keep what a bot's author should know, if it is not too much."""
        self.notes += told[: MOST_NOTES - len(self.notes)]


def quantile(values: Sequence[float], share: float) -> float:
    """The value below or at which such a share of all lies; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
