"""Where the arena keeps what must survive a `kill -9`.

    store = await SqliteStore.open("arena.db", key)
    done = store.append(Line("T-1", 1, body), Value("clock", body))
    await done                                              now it survives, and what it says may be sent
    await store.read("T-1")                                 its lines from the last snapshot on
    await store.tables(), await store.values("account/")
    await store.close()

- **Numbered lines.** The lines of a table are numbered from 1 without a gap. One that is not the next is refused
  (`SecondWriter`): when an append fails, so do all later ones that build on it.
- **All or nothing.** What one `append` is given is written together or not at all, whatever happens to others.
- **In order, and batched.** `append` takes its place at once and returns a future, so a table goes on meanwhile. All
  that is appended in one tick, and while an earlier commit is under way, is one commit, off the loop. Futures are done
  in the order of the calls.
- **Snapshots.** A line may be a snapshot: all that went before follows from it. It replaces the table's last one, and
  reading begins with it. Older lines stay, for records, until they are pruned (`Prune`); but for those marked
  `fleeting`, which are of no use to anybody after the next snapshot, and go with the last one.
- **Values** are for the whole server, by key: the clock, accounts, rosters, hashes of tokens. None removes one.
- **Secrets.** A line or value marked `secret` holds a card that somebody was not shown: at rest it is sealed. What must
  be readable without the key (where to go on after the key is lost) belongs into a line of its own after the snapshot.

The bodies are the arena's business: a store looks into none.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ...kernel.errors import CroupierError


class StoreError(CroupierError):
    """What was to be kept could not be kept, or what was kept cannot be read. Nothing has changed."""


class SecondWriter(StoreError):
    """A table's line is not the next one: somebody else has written to the table."""


class WrongKey(StoreError):
    """What is sealed in a store was sealed with another key."""


class Line(NamedTuple):
    """One line of a table."""

    table: str
    number: int
    body: bytes
    secret: bool = False
    snapshot: bool = False
    fleeting: bool = False


class Value(NamedTuple):
    """A value of the whole server; None removes it."""

    key: str
    body: bytes | None
    secret: bool = False


class Prune(NamedTuple):
    """Forget the lines of a table before its last snapshot."""

    table: str


Entry = Line | Value | Prune


class Store(Protocol):
    """What the arena asks of a store; `tests/arena/test_store.py` is its conformance test."""

    @property
    def damage(self) -> str:
        """What is wrong with what was kept, as far as is known; "" if nothing is."""
        ...

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Write entries together. The future is done when they survive; SecondWriter or StoreError if they do not."""
        ...

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from a number on; without one, from its last snapshot on."""
        ...

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last one."""
        ...

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin so."""
        ...

    async def close(self) -> None:
        """Write what waits, and let go."""
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
