"""Limits on guessing, which do not lock out a classroom behind one address.

    wait = throttle.wait(address, team, now)      0, or the milliseconds until another attempt is allowed
    throttle.failed(address, team, now)           counts an attempt that was allowed and failed

Failures are counted for the pair of address and team, for the team from all addresses, and for the address with a high
limit. An attempt that was not allowed is not counted: a bot in a retry loop fills only the count of its own pair. A
client with a valid token is not throttled. Counts decrease with time, and there are never more than MOST of them.
"""

from __future__ import annotations

from typing import NamedTuple

MOST = 20_000


class Limit(NamedTuple):
    """A leaky bucket: a number of attempts at once, and after that one for each `every_ms`."""

    at_once: int
    every_ms: float


class _Count(NamedTuple):
    number: float
    at: int


class Counts:
    """Counts by key, which decrease with time; the least recently used keys are forgotten first."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, ...], _Count] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def wait(self, key: tuple[str, ...], limit: Limit, now: int) -> int:
        """The milliseconds until one more attempt under a key is within its limit."""
        over = self._number(key, limit, now) - limit.at_once + 1
        return int(over * limit.every_ms) + 1 if over > 0 else 0

    def add(self, key: tuple[str, ...], limit: Limit, now: int) -> None:
        """Count one more attempt under a key."""
        count = _Count(self._number(key, limit, now) + 1, now)
        self._counts.pop(key, None)
        self._counts[key] = count
        while len(self._counts) > MOST:
            del self._counts[next(iter(self._counts))]

    def _number(self, key: tuple[str, ...], limit: Limit, now: int) -> float:
        count = self._counts.get(key)
        return max(0.0, count.number - (now - count.at) / limit.every_ms) if count else 0.0


class Throttle:
    """Counts failed attempts."""

    def __init__(
        self,
        pair: Limit = Limit(10, 6_000),  # noqa: B008 - a value
        team: Limit = Limit(100, 3_000),  # noqa: B008
        address: Limit = Limit(600, 100),  # noqa: B008
    ) -> None:
        self._limits = pair, team, address
        self._counts = Counts()

    def __len__(self) -> int:
        return len(self._counts)

    def wait(self, address: str, team: str, now: int) -> int:
        """The milliseconds until this address may try this team again; 0 if it may now."""
        return max(self._counts.wait(key, limit, now) for key, limit in self._keys(address, team))

    def failed(self, address: str, team: str, now: int) -> None:
        """Count a failure."""
        for key, limit in self._keys(address, team):
            self._counts.add(key, limit, now)

    def _keys(self, address: str, team: str) -> tuple[tuple[tuple[str, ...], Limit], ...]:
        pair, of_team, of_address = self._limits
        return (("pair", address, team), pair), (("team", team), of_team), (("address", address), of_address)
