"""Several nodes of one arena in this process: on one store in memory and one bus, each with a port of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from croupier.arena.nodes.node import Node
from croupier.arena.nodes.serving import serving
from croupier.arena.room.offers import Offer
from croupier.arena.server.settings import Limits, Settings
from croupier.arena.store import Store
from croupier.arena.store.sealing import HouseKey

from .faulty import FaultyHub
from .memory_store import MemoryStore
from .network import PATIENCE_MS

KEY = HouseKey(bytes(32))
MOST = 4


def node_settings(name: str, tables: Sequence[Offer]) -> Settings:
    return Settings(
        node=name, open=False, port=0, budget_ms=PATIENCE_MS, limits=Limits(hello_ms=PATIENCE_MS), tables=list(tables)
    )


class Cluster:
    """The nodes, and what they share."""

    def __init__(self, tables: Sequence[Offer], stores: Sequence[Any] = ()) -> None:
        """`stores` are the store as each node sees it."""
        self.tables, self.hub = tables, FaultyHub(1, lose=0, repeat=0, delay=0)
        self.stores: Sequence[Store] = stores or [MemoryStore()] * MOST
        self.store = self.stores[0]
        self.nodes: list[Node] = []
        self._stack = AsyncExitStack()

    async def add(self, name: str) -> Node:
        """Start one more node."""
        store = self.stores[len(self.nodes)]
        own = serving(node_settings(name, self.tables), store, self.hub.bus(), KEY)
        node = await self._stack.enter_async_context(own)
        self.nodes.append(node)
        return node

    async def close(self) -> None:
        await self._stack.aclose()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while not true():
                await asyncio.sleep(0.01)

    async def settled(self) -> Node:
        """Wait until one node has the room and all others are linked to it; that node."""

        def all_linked() -> bool:
            having = [node for node in self.nodes if node.room is not None]
            others = [node for node in self.nodes if node.room is None]
            return len(having) == 1 and all(
                node.relay.ready and node.relay.link is not None and node.relay.link.peer == having[0].id
                for node in others
            )

        await self.until(all_linked)
        return next(node for node in self.nodes if node.room is not None)


@asynccontextmanager
async def cluster(number: int, *tables: Offer, stores: Sequence[Any] = ()) -> AsyncIterator[Cluster]:
    """Some nodes, of which the first has the room."""
    one = Cluster(tables, stores)
    try:
        for name in ["one", "two", "three", "four"][:number]:
            await one.add(name)
            await one.settled()
        yield one
    finally:
        await one.close()
