"""A store in memory, which is lost when the process ends."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection

from croupier.arena.store import (
    Beat,
    Entry,
    Lease,
    LeaseClosed,
    LeaseLost,
    LeaseOpened,
    Line,
    Node,
    StoreError,
    Value,
    check_numbers,
)


class MemoryStore:
    """Keeps lines and values in dictionaries. Futures are done within the next tick, as in a real store."""

    def __init__(self) -> None:
        self._lines: defaultdict[str, dict[int, Line]] = defaultdict(dict)
        self._last: defaultdict[str, int] = defaultdict(int)
        self._snapshot: defaultdict[str, int] = defaultdict(int)
        self._values: dict[str, bytes] = {}
        self._leases: dict[str, Lease] = {}
        self._nodes: dict[str, tuple[bytes, int]] = {}
        """What describes each node, and until when it lives."""
        self._closed = False

    @property
    def damage(self) -> str:
        """No damage: memory is never damaged."""
        return ""

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        """Write entries together."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        try:
            if self._closed:
                raise StoreError("The store is closed.")
            if lease is not None and self._leases.get(lease.name) != lease:
                raise LeaseLost(lease)
            check_numbers(entries, lambda table: self._last[table])
        except StoreError as error:
            loop.call_soon(_fail, done, error)
            return done
        for entry in entries:
            self._write(entry)
        loop.call_soon(_succeed, done)
        return done

    def _write(self, entry: Entry) -> None:
        if isinstance(entry, Value):
            if entry.body is None:
                self._values.pop(entry.key, None)
            else:
                self._values[entry.key] = entry.body
            return
        if isinstance(entry, LeaseOpened):
            self._leases.setdefault(entry.name, Lease(entry.name, "", 0))
            return
        if isinstance(entry, LeaseClosed):
            self._leases.pop(entry.name, None)
            return
        lines = self._lines[entry.table]
        if isinstance(entry, Line):
            lines[entry.number] = entry
            self._last[entry.table] = entry.number
            if entry.snapshot:
                last = self._snapshot[entry.table]
                for number in range(last, entry.number):
                    if number in lines and (number == last or lines[number].fleeting):
                        del lines[number]
                self._snapshot[entry.table] = entry.number
        else:
            for number in [number for number in lines if number < self._snapshot[entry.table]]:
                del lines[number]

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from line `first` on, by default from its last snapshot on."""
        start = self._snapshot[table] if first is None else first
        return [line for number, line in self._lines[table].items() if number >= start]

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last one."""
        return {table: number for table, number in sorted(self._last.items()) if number}

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        return {key: body for key, body in sorted(self._values.items()) if key.startswith(prefix)}

    async def beat(self, node: str, seconds: float, about: bytes = b"") -> Beat:
        """The heartbeat of a node."""
        now = _now_ms()
        self._nodes[node] = about, now + int(seconds * 1000)
        return Beat(now, [lease for _, lease in sorted(self._leases.items()) if lease.node == node])

    async def nodes(self) -> list[Node]:
        """All nodes that have not left."""
        return [Node(name, about, until - _now_ms()) for name, (about, until) in sorted(self._nodes.items())]

    async def leave(self, node: str) -> None:
        """A node ends."""
        self._nodes.pop(node, None)

    async def leases(self, *, free: bool = False) -> list[Lease]:
        """All leases, or those that are free."""
        return [lease for _, lease in sorted(self._leases.items()) if not free or not self._lives(lease.node)]

    async def take(self, names: Collection[str], node: str) -> list[Lease]:
        """Take leases that are free for a node that lives."""
        found = [self._leases[name] for name in sorted(set(names)) if name in self._leases]
        return self._pass_on([lease for lease in found if not self._lives(lease.node)], node, self._lives(node))

    async def give(self, leases: Collection[Lease], node: str = "") -> list[Lease]:
        """Hand leases to another node, or set them free."""
        return self._pass_on([lease for lease in sorted(set(leases)) if self._leases.get(lease.name) == lease], node)

    def _pass_on(self, leases: list[Lease], node: str, really: bool = True) -> list[Lease]:
        changed = [lease._replace(node=node, epoch=lease.epoch + 1) for lease in leases] if really else []
        self._leases |= {lease.name: lease for lease in changed}
        return changed

    def _lives(self, node: str) -> bool:
        return node in self._nodes and self._nodes[node][1] > _now_ms()

    async def close(self) -> None:
        """Refuse further entries."""
        self._closed = True


def _succeed(done: asyncio.Future[None]) -> None:
    if not done.cancelled():
        done.set_result(None)


def _fail(done: asyncio.Future[None], error: StoreError) -> None:
    if not done.cancelled():
        done.set_exception(error)


def _now_ms() -> int:
    return int(asyncio.get_running_loop().time() * 1000)
