"""The only way from the room to its store, and the recovery after a failed write.

    kept = room.append(entries)         the future of the store; refused at once while nothing can be stored
    room.keeping.failing                why nothing can be stored, "" while everything can
    await room.keeping.check()          writes something, at most once a second; StoreError if it cannot be stored
    room.keeping.wedged()               what a restart would cure, "" if nothing

Memory is ahead of the store: a table goes on while its lines are written. So when an append fails, memory holds changes
that were never kept, and of which nobody was told. From then on every append is refused; once the store can be written
to again, and all pending appends have ended, the room is rebuilt from the store (`recalling`): accounts, names, offers,
events, and the tables whose lines were lost. All other tables stay as they are.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from croupier.kernel.errors import BadInput

from ..store import Entry, Line, StoreError, Value
from . import memory, recalling

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("croupier.arena")

RETRY_SECONDS = 1.0
"""Seconds between two attempts to write to a store that failed."""
FRESH_SECONDS = 1.0
"""An append that ended within this time shows that the store works."""
ANSWER_SECONDS = 5.0
"""The timeout for writing one value."""
WEDGED_SECONDS = 30.0
"""Seconds without an answer after which the store is taken to be stuck."""


class Keeping:
    """Appends to the store, and rebuilds the room after a failure."""

    def __init__(self, room: Room) -> None:
        self._room, self._loop = room, room.loop
        self.failing = ""
        """Why nothing can be stored now; "" if it can."""
        self._failed_at = 0
        """When that began: milliseconds since 1970."""
        self._lost: set[str] = set()
        """Tables of which lines were not kept, so that memory is ahead of the store."""
        self._under_way: deque[float] = deque()
        """When each pending append began, oldest first."""
        self._kept_at = float("-inf")
        self._stuck_at: float | None = None
        """Since when rebuilding the room fails, though the store can be written to."""
        self._probe: asyncio.Future[None] | None = None
        self._mending: asyncio.Task[None] | None = None

    def append(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        """Write entries together, or not at all; StoreError if they are not kept."""
        if self.failing:
            self._lost.update(tables_in(entries))
            refused: asyncio.Future[None] = self._loop.create_future()
            refused.set_exception(StoreError(self.why()))
            return refused
        return self._write(entries)

    def _write(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        kept = self._room.store.append(*entries)
        self._under_way.append(self._loop.time())
        kept.add_done_callback(partial(self._ended, entries))
        return kept

    def why(self) -> str:
        """The message to clients while nothing can be stored."""
        return f"Nothing can be stored just now, so nothing goes on: {self.failing}"

    def _ended(self, entries: Sequence[Entry], kept: asyncio.Future[None]) -> None:
        self._under_way.popleft()
        if kept.cancelled() and self._room.closing:
            return
        if kept.cancelled():
            self.fail("A write was cancelled, so it is not known whether it was kept.", tables_in(entries))
        elif error := kept.exception():
            self.fail(str(error), tables_in(entries))
        elif entries:
            self._kept_at = self._loop.time()

    def fail(self, why: str, lost: Iterable[str] = ()) -> None:
        """A write or a read failed: refuse appends until the room is rebuilt. `lost` are further tables to rebuild."""
        self._lost.update(lost)
        if not self.failing:
            self.failing, self._failed_at = why, self._room.wall()
            log.error("Nothing can be stored: %s", why)
            if not self._room.closing:
                self._mending = self._loop.create_task(self._mend())

    async def _mend(self) -> None:
        """Rebuild the room as soon as the store can be written to."""
        while not self._room.closing:
            try:
                await self._write([self._probe_value()])  # it ends after all pending appends
                self._make_again(await self._read())
                return
            except StoreError as error:
                self.failing, self._stuck_at = str(error), None
            except Exception as error:
                log.exception("The room could not be made again")
                self.failing = f"The room could not be made again: {type(error).__name__}: {error}"
                self._stuck_at = self._stuck_at or self._loop.time()
            await asyncio.sleep(RETRY_SECONDS)

    async def _read(self) -> recalling.Kept:
        """What the store holds, with the lines of all lost tables, including those that were lost meanwhile."""
        while True:
            lost = set(self._lost)
            kept = await recalling.read(self._room, lost)
            if self._lost == lost:
                return kept

    def _make_again(self, kept: recalling.Kept) -> None:
        recalling.recall(self._room, kept)
        self.failing, self._stuck_at = "", None
        self._lost.clear()
        recalling.stand(self._room, kept, self._failed_at)
        log.warning("Everything can be stored again; %d tables and books were read from the store", len(kept.lines))
        for desk in list(self._room.desks.values()):
            try:
                desk.open()
            except BadInput as error:
                log.error("%s could not be opened again: %s", desk.offer.id, error)

    def _probe_value(self) -> Value:
        return Value(memory.PROBE, b"%d" % self._room.wall())

    def check_working(self) -> None:
        """StoreError while nothing can be stored. To be called before starting something that has to be stored."""
        if self.failing:
            raise StoreError(self.why())

    async def check(self) -> None:
        """Write a value, unless an append ended within the last second; StoreError if nothing can be stored."""
        if not self.failing and self._loop.time() - self._kept_at >= FRESH_SECONDS:
            if self._probe is None or self._probe.done():
                self._probe = self.append([self._probe_value()])
            done, _ = await asyncio.wait([self._probe], timeout=ANSWER_SECONDS)
            if not done:
                raise StoreError(f"The store has not answered for {ANSWER_SECONDS:g} s.")
        self.check_working()

    async def settled(self) -> None:
        """Wait until all that has happened so far is kept; StoreError if it is not."""
        await self.append(())
        self.check_working()

    def wedged(self) -> str:
        """Why nothing will be stored without a restart; "" if the store works or may recover."""
        now = self._loop.time()
        if self._under_way and now - self._under_way[0] > WEDGED_SECONDS:
            return f"The store has not answered for {now - self._under_way[0]:.0f} s."
        if self._stuck_at is not None and now - self._stuck_at > WEDGED_SECONDS:
            return self.failing
        return ""

    def stop(self) -> None:
        """Stop trying to rebuild the room."""
        if self._mending is not None:
            self._mending.cancel()


def tables_in(entries: Iterable[Entry]) -> Iterator[str]:
    """The names of the tables (or accounts, or events) that entries are about."""
    for entry in entries:
        if isinstance(entry, Line):
            yield entry.table
        elif isinstance(entry, Value) and entry.key.startswith(memory.TABLE):
            yield entry.key.removeprefix(memory.TABLE)
