"""A store in memory, which is lost when the process ends."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from croupier.arena.store import Entry, Line, StoreError, Value, check_numbers


class MemoryStore:
    """Keeps lines and values in dictionaries. Futures are done within the next tick, as in a real store."""

    def __init__(self) -> None:
        self._lines: defaultdict[str, dict[int, Line]] = defaultdict(dict)
        self._last: defaultdict[str, int] = defaultdict(int)
        self._snapshot: defaultdict[str, int] = defaultdict(int)
        self._values: dict[str, bytes] = {}
        self._closed = False

    @property
    def damage(self) -> str:
        """No damage: memory is never damaged."""
        return ""

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        """Write entries together."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        try:
            if self._closed:
                raise StoreError("The store is closed.")
            check_numbers(entries, lambda table: self._last[table])
        except StoreError as error:
            loop.call_soon(_fail, done, error)
            return done
        for entry in entries:
            self._write(entry)
        loop.call_soon(_succeed, done)
        return done

    def _write(self, entry: Entry) -> None:
        if isinstance(entry, Value):
            if entry.body is None:
                self._values.pop(entry.key, None)
            else:
                self._values[entry.key] = entry.body
            return
        lines = self._lines[entry.table]
        if isinstance(entry, Line):
            lines[entry.number] = entry
            self._last[entry.table] = entry.number
            if entry.snapshot:
                last = self._snapshot[entry.table]
                for number in range(last, entry.number):
                    if number in lines and (number == last or lines[number].fleeting):
                        del lines[number]
                self._snapshot[entry.table] = entry.number
        else:
            for number in [number for number in lines if number < self._snapshot[entry.table]]:
                del lines[number]

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        """The lines of a table from line `first` on, by default from its last snapshot on."""
        start = self._snapshot[table] if first is None else first
        return [line for number, line in self._lines[table].items() if number >= start]

    async def tables(self) -> dict[str, int]:
        """Every table that has lines, with the number of its last one."""
        return {table: number for table, number in sorted(self._last.items()) if number}

    async def values(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose keys begin with a prefix."""
        return {key: body for key, body in sorted(self._values.items()) if key.startswith(prefix)}

    async def close(self) -> None:
        """Refuse further entries."""
        self._closed = True


def _succeed(done: asyncio.Future[None]) -> None:
    if not done.cancelled():
        done.set_result(None)


def _fail(done: asyncio.Future[None], error: StoreError) -> None:
    if not done.cancelled():
        done.set_exception(error)
