"""A store in PostgreSQL, for one server or for many nodes. It needs the extra croupier[cluster].

Commits, queries, and heartbeats have a connection each, so that none waits for another. When PostgreSQL is away,
appends wait and are sent again; each commit is counted, so that it is written once (`schema`). What cannot be written
for `link.PATIENCE` seconds fails, as on a full disk. A commit that fails so may have been written, but it is not
written after a later one.

A server that is alone holds a lock for as long as its connection lasts, nodes share it: so neither two servers nor a
server and nodes can use one database. The lock is one of the connection that writes: while it is not held, nothing is
written.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import asyncpg

from croupier.kernel.errors import BadInput

from . import (
    Append,
    Beat,
    Lease,
    LeaseLost,
    Line,
    Node,
    SecondWriter,
    StoreError,
    WrongKey,
    check_numbers,
    schema,
)
from .address import shown
from .batching import Batching
from .commit import Gap, arguments, ends
from .link import ANSWER_SECONDS, LONG_SECONDS, LOST, Connection, Link
from .rows import LAST_CHARACTER, OPEN, Part, Rows
from .sealing import HouseKey

log = logging.getLogger("croupier.arena")

LOCK_TRIES, LOCK_SECONDS = 20, 0.1
"""Attempts to get the lock of the house, and seconds between two: a killed server's connection ends within moments."""
SETTING_UP = 0x43726F7570696572
"""The lock under which tables are made."""


class PostgresStore(Batching):
    """A store in a database of PostgreSQL."""

    def __init__(self, url: str, key: HouseKey, *, lost_key: bool, shared: bool) -> None:
        super().__init__()
        self._url, self._key, self._rows = url, key, Rows(key)
        self._lost_key, self._shared = lost_key, shared
        self._name = _new_name()
        """The name of this writer, and of its connections."""
        self._counter = count(1)
        self._to_read: set[str] = set()
        self._reading: asyncio.Task[defaultdict[str, list[Any]]] | None = None
        """The tables that are read in the next turn of the loop, and the task that reads them."""
        self._writer = Link(url, self._name, self._settle, LONG_SECONDS)  # tables may have to be made
        self._reader = Link(url, f"{self._name} reads", answer_seconds=LONG_SECONDS)
        self._leaser = Link(url, f"{self._name} leases")

    @classmethod
    async def open(
        cls, url: str, key: HouseKey, *, lost_key: bool = False, shared: bool = False, patience: float | None = None
    ) -> PostgresStore:
        """Open a database, and make its tables if it has none. `shared` is for nodes that divide it by leases.

        With `lost_key`, what was sealed with another key is given up for good: `read` and `values` leave it out.
        """
        store = cls(url, key, lost_key=lost_key, shared=shared)
        try:
            await store._writer.ask(store._begin, patience)
            store._writer.answer_seconds = ANSWER_SECONDS
        except (asyncpg.PostgresError, ValueError) as error:
            await store._hang_up()
            raise StoreError(f"{shown(url)} cannot be used as a store: {error}.") from error
        except BaseException:
            await store._hang_up()
            raise
        return store

    @classmethod
    async def sealed_under(cls, url: str) -> str:
        """The name of the key under which a database is sealed; "" if it is no store yet."""
        if (await _asked_once(url, "SELECT to_regclass('house')"))[0][0] is None:
            return ""
        return str((await _asked_once(url, "SELECT key FROM house"))[0][0])

    @classmethod
    async def open_values(cls, url: str) -> dict[str, bytes]:
        """The values of a database that are not sealed, also while it is in use."""
        return dict(await _asked_once(url, f"SELECT key, body FROM vals WHERE sealed = '{OPEN}' ORDER BY key"))

    @classmethod
    @asynccontextmanager
    async def place(cls, url: str, rows: int) -> AsyncIterator[PostgresPlace]:
        """A database that is open for moving (`moving`), `rows` rows at a time."""
        try:
            connection = await asyncpg.connect(url)
            try:
                async with connection.transaction():
                    await set_up(connection, shown(url))
                    if not await connection.fetchval(f"SELECT pg_try_advisory_xact_lock({schema.HOUSE_LOCK})"):
                        raise StoreError(f"{shown(url)} is in use: stop its servers first.")
                    yield PostgresPlace(connection, shown(url), rows)
            finally:
                await connection.close()
        except BadInput:
            raise
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise StoreError(f"{shown(url)} cannot be used as a store: {error}.") from error

    @property
    def damage(self) -> str:
        """No damage is known: PostgreSQL reports it as an error of the query that meets it."""
        return ""

    # Opening

    async def _settle(self, connection: Connection) -> None:
        """Prepare a new connection that writes: end the one before it, and take the lock of the house."""
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", SETTING_UP)
            await set_up(connection, shown(self._url))
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> $2",
            self._name,
            connection.get_server_pid(),
        )
        take = f"SELECT pg_try_advisory_lock{'_shared' if self._shared else ''}({schema.HOUSE_LOCK})"
        for _ in range(LOCK_TRIES):
            if await connection.fetchval(take):
                return
            await asyncio.sleep(LOCK_SECONDS)
        raise StoreError(
            f"Another server uses {shown(self._url)}: stop that one first, or take another --store. Several can use "
            "one database as nodes, if all of them are started with --bus."
        )

    async def _begin(self, connection: Connection) -> None:
        """Check the key, and sign on as a writer."""
        async with connection.transaction():
            found = await connection.fetchval("SELECT key FROM house FOR UPDATE")
            if found not in ("", self._key.name) and not self._lost_key:
                raise WrongKey(
                    f"The cards in {shown(self._url)} lie sealed under the key {found}, and this is the key "
                    f"{self._key.name}. Name the right key's file with --key. If it is lost for good, say "
                    "--lost-key: then every table goes on from its last boundary, with new shuffles."
                )
            await connection.execute("UPDATE house SET key = $1", self._key.name)
            if not self._shared:
                await connection.execute("DELETE FROM writers")
            await self._sign_on(connection)

    async def _sign_on(self, connection: Connection) -> None:
        """Begin to count commits."""
        await connection.execute("INSERT INTO writers VALUES ($1, 0) ON CONFLICT DO NOTHING", self._name)

    # Writing

    async def _write(self, appends: Sequence[Append]) -> list[StoreError | None]:
        for at, append in enumerate(appends[:-1]):
            if ends(append):
                return [*await self._write(appends[: at + 1]), *await self._write(appends[at + 1 :])]
        try:
            await self._call(arguments(appends, self._rows))
        except StoreError as error:
            return [error] * len(appends)
        except Exception as error:  # an error of one append must not stop the others
            if getattr(error, "sqlstate", "") == schema.LATE:
                return [await self._count_anew()] * len(appends)
            if len(appends) == 1:
                return [await self._refusal(appends[0], error)]
            if getattr(error, "sqlstate", "") == schema.LOST_LEASES:
                return await self._without_lost(appends, error)
            return [refusal for append in appends for refusal in await self._write([append])]
        return [None] * len(appends)

    async def _call(self, given: list[Any]) -> None:
        """Write one commit, however often its connection is lost."""
        number = next(self._counter)
        await self._writer.ask(lambda connection: connection.execute(schema.CALL, self._name, number, *given))

    async def _count_anew(self) -> StoreError:
        """Another server has used the database while this one was cut off, so it is not known whether the last commit
        was written: it is refused, and the count of commits begins anew."""
        self._name = _new_name()
        await self._writer.ask(self._sign_on)
        return StoreError("Another server has used the database meanwhile.")

    async def _without_lost(self, appends: Sequence[Append], error: Exception) -> list[StoreError | None]:
        """Write appends but those whose leases are lost."""
        lost = _lost(appends, error)
        refusals: list[StoreError | None] = [
            LeaseLost(append.lease) if append.lease in lost and append.lease else None for append in appends
        ]
        rest = iter(await self._write([append for append in appends if append.lease not in lost]))
        return [next(rest) if refusal is None else refusal for refusal in refusals]

    async def _refusal(self, append: Append, error: Exception) -> StoreError:
        """The error with which a single append is refused."""
        code = getattr(error, "sqlstate", "")
        if code == schema.LOST_LEASES and append.lease is not None:
            return LeaseLost(append.lease)
        if code == schema.OTHER_LINES or isinstance(error, Gap | asyncpg.UniqueViolationError):
            tables = sorted({entry.table for entry in append.entries if isinstance(entry, Line)})
            if append.lease is not None and append.lease not in await self.leases():
                return LeaseLost(append.lease)
            query = "SELECT name, max(number) FROM lines WHERE name = ANY ($1) GROUP BY name"
            try:
                found = await self._writer.ask(lambda connection: connection.fetch(query, tables))
                check_numbers(append.entries, lambda table: dict(found).get(table, 0))
            except StoreError as refusal:
                return refusal
            return SecondWriter(f"Another writer has written to {', '.join(tables)} at the same time.")
        return StoreError(f"The store could not write: {error}.")

    # Reading

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from the number `first` on; without a number, from its last snapshot on. All such
        reads of a tick are one query: a room that is opened reads all its tables at once."""
        if first is None:
            if self._reading is None:
                self._reading = asyncio.get_running_loop().create_task(self._read_all())
            self._to_read.add(table)
            return self._rows.lines(table, (await asyncio.shield(self._reading))[table])
        query = "SELECT number, body, stays, sealed FROM lines WHERE name = $1 AND number >= $2 ORDER BY number"
        return self._rows.lines(table, await self._fetch(query, table, first))

    async def _read_all(self) -> defaultdict[str, list[Any]]:
        """The rows of all tables of which a read was asked for in this tick, from the last snapshot of each on."""
        wanted, self._to_read, self._reading = self._to_read, set(), None
        rows: defaultdict[str, list[Any]] = defaultdict(list)
        for name, *row in await self._fetch(schema.READ, sorted(wanted)):
            rows[name].append(row)
        return rows

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last line."""
        last = "SELECT max(number) FROM lines WHERE lines.name = tables.name"
        return dict(await self._fetch(f"SELECT name, ({last}) FROM tables ORDER BY name"))

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        query = "SELECT key, body, sealed FROM vals WHERE key >= $1 AND key < $2 ORDER BY key"
        return self._rows.values(await self._fetch(query, prefix, prefix + LAST_CHARACTER))

    async def _fetch(self, query: str, *given: Any) -> Any:
        await self._written()
        return await self._asked(self._reader, lambda connection: connection.fetch(query, *given))

    async def _asked(self, link: Link, question: Callable[[Connection], Awaitable[Any]]) -> Any:
        if self._closed:
            raise StoreError("The store is closed.")
        try:
            return await link.ask(question)
        except asyncpg.PostgresError as error:
            raise StoreError(f"The store could not read: {error}.") from error

    # Leases

    async def beat(self, node: str, seconds: float, about: bytes = b"") -> Beat:
        """The heartbeat of a node, which lives for `seconds` more. `about` describes it to the others."""

        async def question(connection: Connection) -> Beat:
            now = await connection.fetchval(schema.BEAT, node, seconds, about)
            return Beat(now, _leases(await connection.fetch(schema.LEASES_OF, node)))

        beat: Beat = await self._asked(self._leaser, question)
        return beat

    async def nodes(self) -> list[Node]:
        """All nodes that have not left, by name."""
        rows = await self._asked(self._leaser, lambda connection: connection.fetch(schema.NODES))
        return [Node(*row) for row in rows]

    async def leave(self, node: str) -> None:
        """A node ends: its leases are free at once."""
        gone = "DELETE FROM nodes WHERE name = $1"
        await self._asked(self._leaser, lambda connection: connection.execute(gone, node))

    async def leases(self, *, free: bool = False) -> list[Lease]:
        """All leases by name, each with the node that had it last; with `free` only those that can be taken."""
        query = schema.FREE_LEASES if free else schema.LEASES
        return _leases(await self._asked(self._leaser, lambda connection: connection.fetch(query)))

    async def take(self, names: Collection[str], node: str) -> list[Lease]:
        """Lease names to a node that lives. Returns the leases that were free, each in a new epoch."""
        given = sorted(set(names))
        return _leases(
            await self._asked(self._leaser, lambda connection: connection.fetch(schema.TAKE, given, node)), sort=True
        )

    async def give(self, leases: Collection[Lease], node: str = "") -> list[Lease]:
        """Hand leases to another node, or set them free. Returns those that were current, each in its new epoch."""
        given = [list(column) for column in zip(*sorted(set(leases)), strict=True)] or [[], [], []]
        return _leases(
            await self._asked(self._leaser, lambda connection: connection.fetch(schema.GIVE, *given, node)), sort=True
        )

    # Closing

    async def close(self) -> None:
        """Write all pending appends, and close the connections."""
        if not self._closed:
            self._closed = True
            await self._written()
            gone = "DELETE FROM writers WHERE name = $1"
            try:
                await self._writer.ask(lambda connection: connection.execute(gone, self._name), 0)
            except (StoreError, asyncpg.PostgresError) as error:
                log.warning("The store is closed, and its writer could not be removed from the database: %s", error)
            await self._hang_up()

    async def _hang_up(self) -> None:
        for link in (self._writer, self._reader, self._leaser):
            await link.close()


class PostgresPlace:
    """A database that is open for moving, in one transaction."""

    def __init__(self, connection: Connection, where: str, rows: int) -> None:
        self.where, self._connection, self._rows = where, connection, rows

    async def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return [tuple(row) for row in await self._connection.fetch(query)]

    async def rows(self, query: str) -> AsyncIterator[Sequence[tuple[Any, ...]]]:
        """The rows of a query, some at a time."""
        cursor = await self._connection.cursor(query)
        while some := await cursor.fetch(self._rows):
            yield [tuple(row) for row in some]

    async def write(self, part: Part, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows to a table."""
        await self._connection.copy_records_to_table(part.name, records=rows, columns=part.columns.split(", "))

    async def name_key(self, key: str) -> None:
        """Note the name of the key under which rows are sealed; "" if none is known."""
        await self._connection.execute("UPDATE house SET key = $1", key)


async def _asked_once(url: str, query: str) -> Any:
    """The rows of a query on a connection of its own."""
    link = Link(url, "croupier")
    try:
        return await link.ask(lambda connection: connection.fetch(query), 0)
    except (asyncpg.PostgresError, ValueError) as error:
        raise StoreError(f"{shown(url)} cannot be read as a store: {error}.") from error
    finally:
        await link.close()


def _new_name() -> str:
    return f"croupier {secrets.token_hex(8)}"


def _leases(rows: Sequence[Any], sort: bool = False) -> list[Lease]:
    leases = [Lease(*row) for row in rows]
    return sorted(leases) if sort else leases


def _lost(appends: Sequence[Append], error: Exception) -> set[Lease | None]:
    """The leases that are lost, by an error of `write_commit`."""
    named = [append.lease for append in appends if append.lease is not None]
    return {named[int(number) - 1] for number in str(getattr(error, "detail", "")).split()}


async def set_up(
    connection: Connection, where: str, version: int = schema.VERSION, upgrades: Mapping[int, str] = schema.UPGRADES
) -> None:
    """Make the tables of a store, or upgrade them to this release, within a transaction."""
    if await connection.fetchval("SELECT to_regclass('house')") is None:
        await connection.execute(schema.SCHEMA + schema.WRITE_COMMIT + schema.PASS_LEASES_ON)
        await connection.execute("INSERT INTO house VALUES ($1, '')", version)
        return
    found = await connection.fetchval("SELECT version FROM house")
    if found > version:
        raise StoreError(f"{where} was written by a newer Croupier (schema {found}; this one knows {version}).")
    if found == version:
        return
    if not await connection.fetchval(f"SELECT pg_try_advisory_xact_lock({schema.HOUSE_LOCK})"):
        raise StoreError(
            f"{where} has to be upgraded (schema {found} to {version}): stop all nodes of the earlier release first."
        )
    for step in range(found, version):
        await connection.execute(upgrades[step])
    await connection.execute(schema.WRITE_COMMIT + schema.PASS_LEASES_ON)
    await connection.execute("UPDATE house SET version = $1", version)
