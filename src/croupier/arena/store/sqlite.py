"""The store of `croupier serve`: one SQLite file, written by one thread beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import Append, Beat, Lease, Line, Node, StoreError
from .batching import Batching
from .database import Database, Found
from .sealing import HouseKey


class SqliteStore(Batching):
    """A store in a file. Its commits and its queries run in one thread, one at a time."""

    def __init__(self, database: Database, writer: ThreadPoolExecutor) -> None:
        super().__init__()
        self._database, self._writer = database, writer
        self._examining: asyncio.Future[None] | None = None

    @classmethod
    async def open(
        cls, path: str | Path, key: HouseKey, *, strict: bool = False, lost_key: bool = False
    ) -> SqliteStore:
        """Open a file, or create it. With `strict` commits survive power cuts, and each waits for the disk.

        With `lost_key`, what was sealed with another key is given up for good: `read` and `values` leave it out.

        The file is checked for damage: a small file now, a large one in a thread of its own while it is used.
        """
        writer, loop = ThreadPoolExecutor(1, "store"), asyncio.get_running_loop()

        def opened() -> Database:
            return Database(Path(path), key, strict=strict, lost_key=lost_key)

        try:
            store = cls(await loop.run_in_executor(writer, opened), writer)
        except BaseException:
            writer.shutdown(wait=False)
            raise
        store._examining = loop.run_in_executor(None, store._database.examine)
        if store._database.is_small:
            await store._examining
        return store

    @property
    def damage(self) -> str:
        """The damage to the file, as far as it is known; "" if there is none."""
        return self._database.damage

    async def _write(self, appends: Sequence[Append]) -> list[StoreError | None]:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._database.commit, appends)

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from the number `first` on; without a number, from its last snapshot on."""
        return await self._ask(lambda: self._database.read(table, first))

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last line."""
        return await self._ask(self._database.tables)

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        return await self._ask(lambda: self._database.values(prefix))

    async def beat(self, node: str, seconds: float, about: bytes = b"") -> Beat:
        """The heartbeat of a node, which lives for `seconds` more. `about` describes it to the others."""
        return await self._ask(lambda: self._database.leasing.beat(node, seconds, about))

    async def nodes(self) -> list[Node]:
        """All nodes that have not left, by name."""
        return await self._ask(lambda: self._database.leasing.nodes())

    async def leave(self, node: str) -> None:
        """A node ends: its leases are free at once."""
        await self._ask(lambda: self._database.leasing.leave(node))

    async def leases(self, *, free: bool = False) -> list[Lease]:
        """All leases by name, each with the node that had it last; with `free` only those that can be taken."""
        return await self._ask(lambda: self._database.leasing.leases(free))

    async def take(self, names: Collection[str], node: str) -> list[Lease]:
        """Lease names to a node that lives. Returns the leases that were free, each in a new epoch."""
        return await self._ask(lambda: self._database.leasing.take(names, node))

    async def give(self, leases: Collection[Lease], node: str = "") -> list[Lease]:
        """Hand leases to another node, or set them free. Returns those that were current, each in its new epoch."""
        return await self._ask(lambda: self._database.leasing.give(leases, node))

    async def _ask(self, question: Callable[[], Found]) -> Found:
        """Query the database, once all earlier appends are written."""
        await self._written()
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._database.ask, question)

    async def close(self) -> None:
        """Write all pending appends, and close the file."""
        if not self._closed:
            self._closed = True
            await self._ask(self._database.close)
            self._writer.shutdown()
            if self._examining is not None:
                await self._examining
