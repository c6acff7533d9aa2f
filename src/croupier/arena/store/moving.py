"""Moves a store that nobody uses to another place: from a file to PostgreSQL, or back.

Rows are copied as they are, so what is sealed stays sealed, and no key is needed. They are written in one transaction
of the target, in which they are also read back and compared: after an error the target is as empty as before.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from croupier.kernel.errors import BadInput

from . import StoreError
from .address import is_postgres
from .database import BUSY_SECONDS, lock, new_file, upgrade
from .opening import postgres
from .rows import Part

ROWS = 1000
"""The number of rows that are read and written at once."""


PARTS = (
    Part("tables", "name, snapshot", "name"),
    Part("lines", "name, number, body, stays, sealed", "name, number"),
    Part("vals", "key, body, sealed", "key"),
    Part("leases", "name, node, epoch", "name"),
)


class Place(Protocol):
    """A store that is open for moving, locked against everybody else."""

    where: str
    """Its address, for messages."""

    async def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        ...

    def rows(self, query: str) -> AsyncIterator[Sequence[tuple[Any, ...]]]:
        """The rows of a query, some at a time."""
        ...

    async def write(self, part: Part, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows to a table."""
        ...

    async def name_key(self, key: str) -> None:
        """Note the name of the key under which rows are sealed; "" if none is known."""
        ...


class Moved(NamedTuple):
    """What was moved: the number of rows of each table of a store, and a hash over all of them."""

    counts: dict[str, int]
    hash: str


async def move(source: str, target: str, told: Callable[[int, int], None] = lambda done, total: None) -> Moved:
    """Move a store to a place that is empty. `told` is called with the number of rows that were handled, and of all."""
    if source == target:
        raise BadInput("A store cannot be moved to where it is.")
    if not is_postgres(source) and not Path(source).is_file():
        raise BadInput(f"There is no store {source}.")
    async with _place(source) as here, _place(target) as there:
        ((key,),) = await here.ask("SELECT coalesce(max(key), '') FROM house")
        for part in PARTS:
            if await there.ask(f"SELECT 1 FROM {part.name} LIMIT 1"):
                raise BadInput(f"{there.where} is not empty: name a store that is.")
        counts = {part.name: (await here.ask(f"SELECT count(*) FROM {part.name}"))[0][0] for part in PARTS}
        total, done = 2 * sum(counts.values()), 0
        hashes = []
        for reads, writes in ((here, there), (there, None)):
            hashed = hashlib.sha256()
            for part in PARTS:
                async for rows in reads.rows(f"SELECT {part.columns} FROM {part.name} ORDER BY {part.keys}"):
                    if writes is not None:
                        await writes.write(part, rows)
                    for row in rows:
                        for field in row:
                            body = field if isinstance(field, bytes) else str(field).encode()
                            hashed.update(b"%d " % len(body) + body)
                    told(done := done + len(rows), total)
                hashed.update(part.name.encode())
            hashes.append(hashed.hexdigest())
        found = {part.name: (await there.ask(f"SELECT count(*) FROM {part.name}"))[0][0] for part in PARTS}
        if found != counts or hashes[0] != hashes[1]:
            raise StoreError(f"What {there.where} has is not what was written to it, so nothing was moved.")
        await there.name_key(key)
    return Moved(counts, hashes[0])


def _place(address: str) -> AbstractAsyncContextManager[Place]:
    if is_postgres(address):
        return postgres().place(address, ROWS)
    return _file(Path(address))


class _File:
    """A file that is open for moving."""

    def __init__(self, path: Path, file: sqlite3.Connection) -> None:
        self.where, self._file = str(path), file

    async def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._file.execute(query).fetchall()

    async def rows(self, query: str) -> AsyncIterator[Sequence[tuple[Any, ...]]]:
        """The rows of a query, some at a time."""
        found = self._file.execute(query)
        while some := found.fetchmany(ROWS):
            yield some

    async def write(self, part: Part, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows to a table."""
        marks = ", ".join("?" * len(part.columns.split(",")))
        self._file.executemany(f"INSERT INTO {part.name} ({part.columns}) VALUES ({marks})", rows)

    async def name_key(self, key: str) -> None:
        """Note the name of the key under which rows are sealed; "" if none is known."""
        self._file.execute("DELETE FROM house")
        self._file.executemany("INSERT INTO house VALUES (?)", [(key,)] if key else [])


@asynccontextmanager
async def _file(path: Path) -> AsyncIterator[Place]:
    try:
        new_file(path)
        held = lock(path)
        try:
            file = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                file.execute("PRAGMA journal_mode = WAL")
                upgrade(file, path)
                file.execute("BEGIN IMMEDIATE")
                yield _File(path, file)
                file.execute("COMMIT")
            finally:
                file.close()
        finally:
            held.close()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be used as a store: {error}.") from error
