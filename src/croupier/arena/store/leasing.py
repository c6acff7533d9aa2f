"""Leases and nodes in the SQLite file of a store. Each change of a lease is one statement, so it is made whole or not.

Only one process can have the file open, so several nodes on it are several rooms in that process, as in tests.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection

from . import Beat, Lease, LeaseClosed, LeaseOpened, Node

FREE = "node NOT IN (SELECT name FROM nodes WHERE until > ?)"
"""The condition that a lease is free: no living node has it."""


class LeaseTables:
    """The tables of leases and nodes. All methods block, as those of `Database` do."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def is_current(self, lease: Lease) -> bool:
        """Whether a lease is current: no other node has taken it since."""
        found = self._file.execute("SELECT 1 FROM leases WHERE name = ? AND node = ? AND epoch = ?", lease)
        return found.fetchone() is not None

    def write(self, entry: LeaseOpened | LeaseClosed) -> None:
        """Write an entry of an append."""
        if isinstance(entry, LeaseOpened):
            self._file.execute("INSERT INTO leases VALUES (?, '', 0) ON CONFLICT DO NOTHING", (entry.name,))
        else:
            self._file.execute("DELETE FROM leases WHERE name = ?", (entry.name,))

    def beat(self, node: str, seconds: float, about: bytes) -> Beat:
        """The heartbeat of a node."""
        now = _now_ms()
        self._file.execute("INSERT OR REPLACE INTO nodes VALUES (?, ?, ?)", (node, about, now + int(seconds * 1000)))
        rows = self._file.execute("SELECT name, node, epoch FROM leases WHERE node = ? ORDER BY name", (node,))
        return Beat(now, [Lease(*row) for row in rows])

    def nodes(self) -> list[Node]:
        """All nodes that have not left."""
        rows = self._file.execute("SELECT name, about, until - ? FROM nodes ORDER BY name", (_now_ms(),))
        return [Node(*row) for row in rows]

    def leave(self, node: str) -> None:
        """A node ends."""
        self._file.execute("DELETE FROM nodes WHERE name = ?", (node,))

    def leases(self, free: bool) -> list[Lease]:
        """All leases, or those that are free."""
        found = f"SELECT name, node, epoch FROM leases WHERE {FREE if free else '? IS NOT NULL'} ORDER BY name"
        return [Lease(*row) for row in self._file.execute(found, (_now_ms(),))]

    def take(self, names: Collection[str], node: str) -> list[Lease]:
        """Take leases that are free for a node that lives."""
        now = _now_ms()
        change = (
            f"UPDATE leases SET node = ?2, epoch = epoch + 1 WHERE name = ?3 AND {FREE.replace('?', '?1')} "
            "AND EXISTS (SELECT 1 FROM nodes WHERE name = ?2 AND until > ?1) RETURNING name, node, epoch"
        )
        rows = (self._file.execute(change, (now, node, name)).fetchone() for name in sorted(set(names)))
        return [Lease(*row) for row in rows if row is not None]

    def give(self, leases: Collection[Lease], node: str) -> list[Lease]:
        """Hand leases to another node, or set them free."""
        change = (
            "UPDATE leases SET node = ?4, epoch = epoch + 1 WHERE name = ?1 AND node = ?2 AND epoch = ?3 "
            "RETURNING name, node, epoch"
        )
        rows = (self._file.execute(change, (*lease, node)).fetchone() for lease in sorted(set(leases)))
        return [Lease(*row) for row in rows if row is not None]


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
