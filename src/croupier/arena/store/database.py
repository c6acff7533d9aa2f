"""The SQLite file of a store, as one thread sees it: its schema, one commit for many appends, and reading back.

The file is in WAL mode. With `synchronous = NORMAL` what was committed survives a killed process, `kill -9` included;
a power cut or a crash of the machine may lose the last commits, and never damages the file. With `FULL` (`strict`)
every commit waits until the disk has it, and survives a power cut if the disk reports its writes truthfully.

One process at a time has the file open for writing: it holds a lock on a companion file, which the system releases
when the process ends, however it ends. A reader (a backup) needs no lock.

Before a file of an earlier schema is upgraded, a copy of it is made beside it. So is one before a file whose key is
lost is used, in case the key is found again.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TypeVar

from . import Append, LeaseLost, Line, Prune, SecondWriter, StoreError, Value, WrongKey, check_numbers
from .leasing import LeaseTables
from .rows import LAST_CHARACTER, OPEN, STAYS, Rows
from .sealing import HouseKey

log = logging.getLogger("croupier.arena")
Found = TypeVar("Found")

VERSION = 4
SCHEMA = """
    CREATE TABLE tables (name TEXT PRIMARY KEY, snapshot INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE lines (name TEXT, number INTEGER, body BLOB NOT NULL, stays INTEGER NOT NULL, sealed TEXT NOT NULL,
                        PRIMARY KEY (name, number)) WITHOUT ROWID;
    CREATE TABLE vals (key TEXT PRIMARY KEY, body BLOB NOT NULL, sealed TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE house (key TEXT NOT NULL);
"""
LEASES = """
    CREATE TABLE leases (name TEXT PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE nodes (name TEXT PRIMARY KEY, about BLOB NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
"""


def _without_last_lines(file: sqlite3.Connection) -> None:
    """From 2 to 3: removes the separate number of each table's last line, which was written with every line."""
    file.execute("CREATE TABLE places (name TEXT PRIMARY KEY, snapshot INTEGER NOT NULL) WITHOUT ROWID")
    file.execute("INSERT INTO places SELECT name, snapshot FROM tables")
    file.execute("DROP TABLE tables")
    file.execute("ALTER TABLE places RENAME TO tables")


def _with_leases(file: sqlite3.Connection) -> None:
    """From 3 to 4: adds the leases and the nodes."""
    _run(file, LEASES)


def _run(file: sqlite3.Connection, statements: str) -> None:
    """Run statements within the current transaction, which `executescript` would end."""
    for statement in statements.split(";"):
        file.execute(statement)


UPGRADES: Mapping[int, Callable[[sqlite3.Connection], None]] = {2: _without_last_lines, 3: _with_leases}
"""The upgrade from each version of the schema to the next."""
BUSY_SECONDS = 5.0
SMALL_BYTES = 32 << 20
"""A file of up to this number of bytes is checked for damage before it is used, a larger one in the background."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's error codes for a damaged file."""
UNTOLD = (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_BUSY)
"""SQLite's error codes for a check that could not be completed; they do not show damage."""


class Database:
    """An open file. All methods block: they belong into a thread of their own."""

    def __init__(self, path: Path, key: HouseKey, *, strict: bool, lost_key: bool) -> None:
        self._path, self._key, self._rows = path, key, Rows(key)
        self._lost_key = lost_key
        self.damage = ""
        """The damage to the file, as far as it is known."""
        self._examiner: sqlite3.Connection | None = None
        self._last: dict[str, int] = {}
        """A cache of the number of each table's last line; cleared when another connection has written to the file."""
        self._version = -1
        try:
            new_file(path)
            self._lock = lock(path)
            try:
                self._open(strict)
            except BaseException:
                self._lock.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path} cannot be used as a store: {error}.") from error

    def _open(self, strict: bool) -> None:
        self._file = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute(f"PRAGMA synchronous = {'FULL' if strict else 'NORMAL'}")
        upgrade(self._file, self._path)
        self.leasing = LeaseTables(self._file)
        self._check_key(self._path)

    def _check_key(self, path: Path) -> None:
        found = self._file.execute("SELECT key FROM house").fetchone()
        if self._lost_key and found is not None and found[0] != self._key.name:
            copy_to(self._file, path.with_name(f"{path.name}.key-{found[0]}"))
        if found is None or (self._lost_key and found[0] != self._key.name):
            self._file.execute("BEGIN IMMEDIATE")
            self._file.execute("DELETE FROM house")
            self._file.execute("INSERT INTO house VALUES (?)", (self._key.name,))
            self._file.execute("COMMIT")
        elif found[0] != self._key.name:
            self._file.close()
            raise WrongKey(
                f"The cards in {path} lie sealed under the key {found[0]}, and this is the key {self._key.name}. Put "
                "the right key's file back. If it is lost, take this one away, too: then every table goes on from its "
                "last boundary, with new shuffles."
            )

    def commit(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Write many appends as one commit; for each append, the error with which it was refused, or None."""
        try:
            self._file.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:  # the file is locked, or gone: a single append would fail, too
            return [self._failure("write", error)] * len(appends)
        try:
            self._look_for_others()
            refusals = [self._append(append) for append in appends]
            self._file.execute("COMMIT")
            return refusals
        except Exception as error:  # an error of one append must not stop the others
            self._last.clear()
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            if len(appends) > 1:
                return [refusal for append in appends for refusal in self.commit([append])]
            return [self._failure("write", error)]

    def _failure(self, do: str, error: Exception) -> StoreError:
        """The StoreError for an error; an error that shows damage is remembered."""
        if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED:
            self._note_damage(str(error))
        return StoreError(f"The store could not {do}: {error}.")

    def _note_damage(self, what: str) -> None:
        if not self.damage:
            self.damage = what
            log.error("%s is damaged: %s. Stop the arena, and restore a backup.", self._path, what)

    @property
    def is_small(self) -> bool:
        """Whether the file is small enough to be checked before it is used."""
        return self._path.stat().st_size <= SMALL_BYTES

    def examine(self) -> None:
        """Check the file for damage. It can run in any thread, during writes."""
        try:
            with closing(to_be_read(self._path)) as self._examiner:
                found = self._examiner.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            found = "ok" if error.sqlite_errorcode in UNTOLD else str(error)
        self._examiner = None
        if found != "ok":
            self._note_damage(found)

    def _append(self, append: Append) -> StoreError | None:
        """Write one append; the error if it is refused. All entries are checked before any is written: during this
        commit no other connection can write."""
        entries, lease = append
        if lease is not None and not self.leasing.is_current(lease):
            return LeaseLost(lease)
        try:
            check_numbers(entries, self._last_line)
        except SecondWriter as refusal:
            return refusal
        for entry in entries:
            if isinstance(entry, Line):
                self._write_line(entry)
            elif isinstance(entry, Value):
                self._write_value(entry)
            elif not isinstance(entry, Prune):
                self.leasing.write(entry)
            else:
                before = "number < (SELECT snapshot FROM tables WHERE name = ?1)"
                self._file.execute(f"DELETE FROM lines WHERE name = ?1 AND {before}", (entry.table,))
        return None

    def _look_for_others(self) -> None:
        """Clear the cache if another connection has written to the file."""
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._last.clear()

    def _last_line(self, table: str) -> int:
        if table not in self._last:
            found = self._file.execute("SELECT max(number) FROM lines WHERE name = ?", (table,)).fetchone()
            self._last[table] = found[0] or 0
        return self._last[table]

    def _write_line(self, line: Line) -> None:
        table, number, snapshot = line.table, line.number, line.snapshot
        if snapshot:
            since = f"number >= (SELECT snapshot FROM tables WHERE name = ?1) AND stays != {STAYS}"
            self._file.execute(f"DELETE FROM lines WHERE name = ?1 AND {since}", (table,))
        self._file.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", self._rows.of_line(line))
        if snapshot or number == 1:
            place = (table, number if snapshot else 0)
            self._file.execute("INSERT INTO tables VALUES (?1, ?2) ON CONFLICT DO UPDATE SET snapshot = ?2", place)
        self._last[table] = number

    def _write_value(self, value: Value) -> None:
        if value.body is None:
            self._file.execute("DELETE FROM vals WHERE key = ?", (value.key,))
        else:
            self._file.execute("INSERT OR REPLACE INTO vals VALUES (?, ?, ?)", self._rows.of_value(value))

    def ask(self, question: Callable[[], Found]) -> Found:
        """The result of a query, or of one statement on leases; StoreError if the file cannot be used."""
        try:
            return question()
        except sqlite3.Error as error:
            raise self._failure("read", error) from error

    def read(self, table: str, first: int | None) -> list[Line]:
        """The lines of a table, without those that were sealed with a lost key."""
        start = "(SELECT snapshot FROM tables WHERE name = ?1)" if first is None else "?2"
        rows = self._file.execute(
            f"SELECT number, body, stays, sealed FROM lines WHERE name = ?1 AND number >= {start} ORDER BY number",
            (table,) if first is None else (table, first),
        )
        return self._rows.lines(table, rows)

    def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last line."""
        last = "SELECT max(number) FROM lines WHERE lines.name = tables.name"
        return dict(self._file.execute(f"SELECT name, ({last}) FROM tables ORDER BY name"))

    def values(self, prefix: str) -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        rows = self._file.execute("SELECT key, body, sealed FROM vals WHERE key >= ? AND key < ? ORDER BY key",
                                  (prefix, prefix + LAST_CHARACTER))  # fmt: skip
        return self._rows.values(rows)

    def close(self) -> None:
        """Close the file, and release the lock."""
        if (examiner := self._examiner) is not None:
            examiner.interrupt()
        self._file.close()
        self._lock.close()


def lock(path: Path) -> sqlite3.Connection:
    """Lock a file for writing; StoreError if another server has locked it.

    It is SQLite's lock on an empty file beside the real file, with links resolved: so it works on every system that
    SQLite works on, ends with the process, is not inherited by other processes, and blocks no reader.
    """
    beside = path.resolve().with_name(f"{path.resolve().name}.lock")
    new_file(beside)
    held = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        held.execute("PRAGMA journal_mode = MEMORY")
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise StoreError(
            f"Another server uses {path}, and only one can write to it: stop that one first, or take another --store."
        ) from None
    return held


def upgrade(
    file: sqlite3.Connection,
    path: Path,
    *,
    version: int = VERSION,
    steps: Mapping[int, Callable[[sqlite3.Connection], None]] = UPGRADES,
) -> None:
    """Upgrade a file to the schema of this release, in one transaction."""
    found = file.execute("PRAGMA user_version").fetchone()[0]
    if found == version:
        return
    if found > version:
        raise StoreError(f"{path} was written by a newer Croupier (schema {found}; this one knows {version}).")
    if found and any(step not in steps for step in range(found, version)):
        raise StoreError(f"{path} was written by an earlier Croupier, and this one cannot read it: take another file.")
    if found:
        copy_to(file, next(copy for copy in _copies(path, found) if not copy.exists()))
    file.execute("BEGIN IMMEDIATE")
    try:
        if found == 0:
            _run(file, SCHEMA + LEASES)
        else:
            for step in range(found, version):
                steps[step](file)
        file.execute(f"PRAGMA user_version = {version}")
        file.execute("COMMIT")
    except BaseException:
        file.execute("ROLLBACK")
        raise


def _copies(path: Path, version: int) -> Iterator[Path]:
    """Names for the copy of a file before its upgrade, numbered: a failed upgrade may have left a copy."""
    yield path.with_name(f"{path.name}.schema-{version}")
    for number in count(2):
        yield path.with_name(f"{path.name}.schema-{version}.{number}")


def copy_to(file: sqlite3.Connection, path: Path) -> None:
    """Copy a store, also while it is in use."""
    new_file(path)
    with sqlite3.connect(path) as copy:
        file.backup(copy)
    copy.close()


def to_be_read(database: Path) -> sqlite3.Connection:
    """Open for reading a store that another process may be writing to."""
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)


def open_values(database: Path) -> dict[str, bytes]:
    """The values of a store that are not sealed, also while it is in use. StoreError if the file is not a store."""
    try:
        with closing(to_be_read(database)) as file:
            return dict(file.execute("SELECT key, body FROM vals WHERE sealed = ? ORDER BY key", (OPEN,)))
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{database} cannot be read as a store: {error}.") from error


def backup(database: Path, copy: Path) -> int:
    """Copy a store that another process may be writing to; the number of lines copied. StoreError if it is no store."""
    try:
        with closing(to_be_read(database)) as file:
            copy_to(file, copy)
        with closing(sqlite3.connect(copy)) as copied:
            flaws = copied.execute("PRAGMA integrity_check").fetchone()[0]
            if flaws != "ok":
                raise StoreError(f"{database} is damaged: {flaws}.")
            return int(copied.execute("SELECT count(*) FROM lines").fetchone()[0])
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{database} cannot be copied to {copy}: {error}.") from error


def new_file(path: Path) -> None:
    """Create the file before SQLite does, readable only by its owner; SQLite's companion files get the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
