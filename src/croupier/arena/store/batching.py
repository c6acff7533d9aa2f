"""What stores that write in batches share: all appends of one tick, and all that come during a commit, make one."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence

from . import Append, Entry, Lease, StoreError


class Batching(ABC):
    """Collects appends, and commits them one batch at a time. A store adds `_write`."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None
        self._now, self._next = asyncio.Event(), asyncio.Event()
        """Set when the present commit has ended, and when that has of which all that waits will be part."""
        self._closed = False
        self.commits = 0
        """The number of commits so far."""

    @abstractmethod
    async def _write(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Write appends as one commit; for each append, the error with which it was refused, or None."""

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        """Write entries in one commit with all other appends of this tick."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(StoreError("The store is closed."))
            return done
        self._waiting.append((Append(entries, lease), done))
        if self._committing is None:
            self._committing = loop.create_task(self._commit())
        return done

    async def _commit(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            self._now, self._next = self._next, asyncio.Event()
            refusals: list[StoreError | None]
            try:
                refusals = await self._write([append for append, _ in batch])
            except Exception as error:  # even the rollback failed: no caller may wait for ever
                refusals = [_failure(error)] * len(batch)
            self.commits += 1
            for (_, done), refusal in zip(batch, refusals, strict=True):
                if done.cancelled():
                    continue
                if refusal is None:
                    done.set_result(None)
                else:
                    done.set_exception(refusal)
            self._now.set()
        self._committing = None

    async def _written(self) -> None:
        """Wait until all earlier appends are written, and for none that comes later: of these there may be no end."""
        if self._waiting:
            await self._next.wait()
        elif self._committing is not None:
            await self._now.wait()


def _failure(error: Exception) -> StoreError:
    return error if isinstance(error, StoreError) else StoreError(f"The store could not write: {error}.")
