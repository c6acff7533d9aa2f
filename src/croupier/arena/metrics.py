"""The metrics of the arena, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The upper bounds of the histogram's buckets, in seconds; longer times go into the last bucket, +Inf."""
PREFIX = "croupier_"


class Metrics:
    """Counters since the start of the arena."""

    def __init__(self) -> None:
        self.actions = self.hands = self.matches = self.connected = self.house = 0
        self.refusals: Counter[str] = Counter()
        self.appends = self.lines = 0
        self._latencies = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def answered(self, seconds: float) -> None:
        """Count an action that was accepted, stored and sent, and the seconds that this took."""
        self.actions += 1
        self._latencies[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, now: Mapping[str, float], commits: int) -> str:
        """All metrics; `now` has the gauges: connections, tables, people. `commits` is the store's counter."""
        out = []
        for name, value in now.items():
            out += _one(name, "gauge", value)
        counted = {
            "connections_total": self.connected,
            "actions_total": self.actions,
            "hands_total": self.hands,
            "matches_total": self.matches,
            "house_decisions_total": self.house,
            "store_appends_total": self.appends,
            "store_entries_total": self.lines,
            "store_commits_total": commits,
        }
        for name, value in counted.items():
            out += _one(name, "counter", value)
        out += _one("store_entries_per_commit", "gauge", round(self.lines / commits, 3) if commits else 0)
        out.append(f"# TYPE {PREFIX}refusals_total counter")
        out += [f'{PREFIX}refusals_total{{code="{code}"}} {number}' for code, number in sorted(self.refusals.items())]
        return "\n".join([*out, *self._histogram()]) + "\n"

    def _histogram(self) -> list[str]:
        name, below = f"{PREFIX}action_seconds", 0
        out = [f"# HELP {name} From an action to its broadcast.", f"# TYPE {name} histogram"]
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), self._latencies, strict=True):
            below += number
            out.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*out, f"{name}_sum {self._seconds:.6f}", f"{name}_count {below}"]


def _one(name: str, kind: str, value: float) -> list[str]:
    return [f"# TYPE {PREFIX}{name} {kind}", f"{PREFIX}{name} {value}"]
