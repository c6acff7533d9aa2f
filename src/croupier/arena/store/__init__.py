"""The store of the arena: what is written here survives a `kill -9`.

    store = await SqliteStore.open("arena.db", key)
    done = store.append(Line("T-1", 1, body), Value("clock", body))
    await done                                              now it survives, and clients may be told
    await store.read("T-1")                                 the table's lines from the last snapshot on
    await store.tables(), await store.values("account/")
    await store.close()

    beat = await store.beat("node-a", 10)                   the heartbeat of a node: its leases, and the store's clock
    [lease] = await store.take(["T-1"], "node-a")           T-1 belongs to node-a, unless a living node has it
    store.append(Line("T-1", 2, body), lease=lease)         LeaseLost, if another has taken it since

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
- **Leases** divide a store between nodes. What can be leased is opened (`LeaseOpened`) and closed (`LeaseClosed`) by
  entries of appends. A lease has an epoch, which grows with every change of its owner and never falls. An append that
  names a lease is kept only if its epoch is still the current one, which is checked in the same transaction: so whoever
  has lost a lease writes nothing more, however late it learns of it. The other appends of the commit are not affected.
- **Heartbeats.** A node lives for the time that its last heartbeat named, by the clock of the store. Leases of nodes
  that live no longer are free: others may take them, and until one does, a node that comes back keeps them. A node
  takes a new name whenever it starts, so that it is never taken for an earlier run of itself.

An append without a lease is not checked: one process alone needs none.

A store does not look into the bodies of lines and values.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
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


class LeaseOpened(NamedTuple):
    """A name can be leased from now on, and is free. Nothing changes if it can be leased already."""

    name: str


class LeaseClosed(NamedTuple):
    """A name can be leased no longer; the node that has it loses it."""

    name: str


Entry = Line | Value | Prune | LeaseOpened | LeaseClosed


class Lease(NamedTuple):
    """The right to append to what has that name, in one epoch. A lease without a node is free."""

    name: str
    node: str
    epoch: int


class Node(NamedTuple):
    """A node as its last heartbeat described it."""

    name: str
    about: bytes
    left_ms: int
    """The time for which it lives without another heartbeat; not positive if it lives no longer."""


class Beat(NamedTuple):
    """The answer to a heartbeat."""

    now_ms: int
    """The clock of the store, in milliseconds since 1970 (of a store in memory: of the event loop's clock)."""
    leases: list[Lease]
    """All leases of the node, also those that it was given without asking."""


class Append(NamedTuple):
    """The arguments of one call of `Store.append`."""

    entries: tuple[Entry, ...]
    lease: Lease | None = None


class LeaseLost(StoreError):
    """An append was refused because its lease is no longer the current one."""

    def __init__(self, lease: Lease) -> None:
        super().__init__(f"{lease.name} no longer belongs to node {lease.node} in epoch {lease.epoch}.")
        self.lease = lease


class Store(Protocol):
    """The interface of a store; `tests/arena/test_store.py` is its conformance test."""

    @property
    def damage(self) -> str:
        """The damage to the stored data, as far as it is known; "" if there is none."""
        ...

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        """Write entries together. The future is done when they are committed, or fails with a StoreError; with
        LeaseLost if `lease` is not the current one."""
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

    async def beat(self, node: str, seconds: float, about: bytes = b"") -> Beat:
        """The heartbeat of a node, which lives for `seconds` more. `about` describes it to the others."""
        ...

    async def nodes(self) -> list[Node]:
        """All nodes that have not left, by name."""
        ...

    async def leave(self, node: str) -> None:
        """A node ends: its leases are free at once."""
        ...

    async def leases(self, *, free: bool = False) -> list[Lease]:
        """All leases by name, each with the node that had it last; with `free` only those that can be taken."""
        ...

    async def take(self, names: Collection[str], node: str) -> list[Lease]:
        """Lease names to a node that lives. Returns the leases that were free, each in a new epoch."""
        ...

    async def give(self, leases: Collection[Lease], node: str = "") -> list[Lease]:
        """Hand leases to another node, or set them free. Returns those that were current, each in its new epoch."""
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
