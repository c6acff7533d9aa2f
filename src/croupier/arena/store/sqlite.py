"""The store of `croupier serve`: one SQLite file, written by one thread beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import Entry, Line, StoreError
from .database import Database, Found
from .sealing import HouseKey


class SqliteStore:
    """Gathers what is appended, and commits it in its thread: one commit at a time, each with all that waits."""

    def __init__(self, database: Database, writer: ThreadPoolExecutor) -> None:
        self._database, self._writer = database, writer
        self._examining: asyncio.Future[None] | None = None
        self._waiting: list[tuple[tuple[Entry, ...], asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None
        self._closed = False
        self.commits = 0
        """How many commits there were."""

    @classmethod
    async def open(
        cls, path: str | Path, key: HouseKey, *, strict: bool = False, lost_key: bool = False
    ) -> SqliteStore:
        """Open a file, or make it. `strict` survives power cuts too, at the price of a wait for the disk per commit.

        With `lost_key`, what was sealed with another key is given up for good: it is left out of all that is read.

        The file is examined for damage: a small one now, a large one in a thread of its own while it is used.
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
        """What is wrong with the file, as far as is known; "" if nothing is."""
        return self._database.damage

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Write entries together with all that is appended in this tick."""
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
            except Exception as error:  # not even the rollback could be done: nobody must wait for ever
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
        """The lines of a table from a number on; without one, from its last snapshot on."""
        return await self._ask(lambda: self._database.read(table, first))

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last one."""
        return await self._ask(self._database.tables)

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin so."""
        return await self._ask(lambda: self._database.values(prefix))

    async def _ask(self, question: Callable[[], Found]) -> Found:
        """Ask the database, once what was appended before is written."""
        if self._committing is not None:
            await asyncio.wait([self._committing])
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._database.ask, question)

    async def close(self) -> None:
        """Write what waits, and let the file go."""
        if not self._closed:
            self._closed = True
            await self._ask(self._database.close)
            self._writer.shutdown()
            if self._examining is not None:
                await self._examining
