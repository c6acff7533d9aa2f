"""The store of the arena: what is written here survives a `kill -9`.

    store = await SqliteStore.open("arena.db", key)
    done = store.append(Line("T-1", 1, body), Value("clock", body))
    await done                                              now it survives, and clients may be told
    await store.read("T-1")                                 the table's lines from the last snapshot on
    await store.tables(), await store.values("account/")
    await store.close()

- **Numbered lines.** The lines of a table are numbered from 1 without a gap. A line that is not the next is refused
  (`SecondWriter`): when an append fails, so do all later ones that build on it.
- **Atomic.** The entries of one `append` are written together or not at all, independently of other appends.
- **In order, and batched.** `append` fixes the order at once and returns a future, so a table need not wait. All
  appends of one tick of the event loop, and all that come during a commit, make up one commit, in a thread. Futures are
  done in the order of the calls.
- **Snapshots.** A line may be a snapshot: it holds everything that is needed of the lines before it. It replaces the
  table's last snapshot, and reading begins with it. Older lines stay, for records, until they are pruned (`Prune`);
  except lines marked `fleeting`, which are removed when the next snapshot is written.
- **Values** belong to the whole server, by key: the clock, accounts, rosters, hashes of tokens. None removes a value.
- **Secrets.** A line or value marked `secret` holds a card that was not shown to everybody: it is stored sealed. What
  must be readable without the key (to continue after the key is lost) belongs into a separate line after the snapshot.

A store does not look into the bodies of lines and values.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ...kernel.errors import CroupierError


class StoreError(CroupierError):
    """The store could not write or read. Nothing has changed in the store."""


class SecondWriter(StoreError):
    """A table's line is not the next one: another writer has written to the table."""


class WrongKey(StoreError):
    """The sealed entries of a store were sealed with another key."""


class Line(NamedTuple):
    """One line of a table."""

    table: str
    number: int
    body: bytes
    secret: bool = False
    snapshot: bool = False
    fleeting: bool = False


class Value(NamedTuple):
    """A value of the whole server; a body of None removes it."""

    key: str
    body: bytes | None
    secret: bool = False


class Prune(NamedTuple):
    """Remove the lines of a table before its last snapshot."""

    table: str


Entry = Line | Value | Prune


class Store(Protocol):
    """The interface of a store; `tests/arena/test_store.py` is its conformance test."""

    @property
    def damage(self) -> str:
        """The damage to the stored data, as far as it is known; "" if there is none."""
        ...

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Write entries together. The future is done when they are committed, or fails with a StoreError."""
        ...

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from the number `first` on; without a number, from its last snapshot on."""
        ...

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last line."""
        ...

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        ...

    async def close(self) -> None:
        """Write all pending entries, and close the store."""
        ...


def check_numbers(entries: Sequence[Entry], last: Callable[[str], int]) -> None:
    """Refuse lines that are not the next ones of their tables; `last` tells the number of a table's last line."""
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry, Line):
            lines[entry.table].append(entry.number)
    for table, numbers in lines.items():
        following = last(table) + 1
        if numbers != list(range(following, following + len(numbers))):
            raise SecondWriter(
                f"Table {table}: its next line is number {following}, so {', '.join(map(str, numbers))} cannot be "
                "written. Does another server run on the same store?"
            )
