"""The store of `croupier serve`: one SQLite file, written by one thread beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import Entry, Line, StoreError
from .database import Database, Found
from .sealing import HouseKey


class SqliteStore:
    """Collects appends, and commits them in its thread: one commit at a time, each with all pending appends."""

    def __init__(self, database: Database, writer: ThreadPoolExecutor) -> None:
        self._database, self._writer = database, writer
        self._examining: asyncio.Future[None] | None = None
        self._waiting: list[tuple[tuple[Entry, ...], asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None
        self._closed = False
        self.commits = 0
        """The number of commits so far."""

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

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Write entries in one commit with all other appends of this tick."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(StoreError("The store is closed."))
            return done
        self._waiting.append((entries, done))
        if self._committing is None:
            self._committing = loop.create_task(self._commit())
        return done

    async def _commit(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            appends = [entries for entries, _ in batch]
            refusals: list[StoreError | None]
            try:
                refusals = await loop.run_in_executor(self._writer, self._database.commit, appends)
            except Exception as error:  # even the rollback failed: no caller may wait for ever
                refusals = [StoreError(f"The store could not write: {error}.")] * len(batch)
            self.commits += 1
            for (_, done), refusal in zip(batch, refusals, strict=True):
                if done.cancelled():
                    continue
                if refusal is None:
                    done.set_result(None)
                else:
                    done.set_exception(refusal)
        self._committing = None

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from the number `first` on; without a number, from its last snapshot on."""
        return await self._ask(lambda: self._database.read(table, first))

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last line."""
        return await self._ask(self._database.tables)

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        return await self._ask(lambda: self._database.values(prefix))

    async def _ask(self, question: Callable[[], Found]) -> Found:
        """Query the database, once all earlier appends are written."""
        if self._committing is not None:
            await asyncio.wait([self._committing])
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._database.ask, question)

    async def close(self) -> None:
        """Write all pending appends, and close the file."""
        if not self._closed:
            self._closed = True
            await self._ask(self._database.close)
            self._writer.shutdown()
            if self._examining is not None:
                await self._examining
