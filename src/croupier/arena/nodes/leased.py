"""The store of a room that has a lease: every append names it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from ..store import Beat, Entry, Lease, LeaseLost, Line, Node, Store


class LeasedStore:
    """A store in which everything is appended under one lease. It is not closed with the room: others use it, too."""

    def __init__(self, store: Store, lease: Lease, lost: Callable[[], None]) -> None:
        """`lost` is called when an append was refused because another node has the lease."""
        self._store, self._lease, self._lost = store, lease, lost

    @property
    def damage(self) -> str:
        """The damage to the stored data."""
        return self._store.damage

    @property
    def commits(self) -> int:
        """The number of commits of the store, if it counts them."""
        return int(getattr(self._store, "commits", 0))

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        """Write entries under the lease."""
        kept = self._store.append(*entries, lease=lease or self._lease)
        kept.add_done_callback(self._look)
        return kept

    def _look(self, kept: asyncio.Future[None]) -> None:
        if not kept.cancelled() and isinstance(kept.exception(), LeaseLost):
            self._lost()

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table."""
        return await self._store.read(table, first)

    async def tables(self) -> dict[str, int]:
        """Every table that has lines."""
        return await self._store.tables()

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        return await self._store.values(prefix)

    async def beat(self, node: str, seconds: float, about: bytes = b"") -> Beat:
        """The heartbeat of a node."""
        return await self._store.beat(node, seconds, about)

    async def nodes(self) -> list[Node]:
        """All nodes."""
        return await self._store.nodes()

    async def leave(self, node: str) -> None:
        """A node ends."""
        await self._store.leave(node)

    async def leases(self, *, free: bool = False) -> list[Lease]:
        """All leases."""
        return await self._store.leases(free=free)

    async def take(self, names: Collection[str], node: str) -> list[Lease]:
        """Lease names."""
        return await self._store.take(names, node)

    async def give(self, leases: Collection[Lease], node: str = "") -> list[Lease]:
        """Hand leases over."""
        return await self._store.give(leases, node)

    async def close(self) -> None:
        """Do nothing: the last append of the room has ended before."""
