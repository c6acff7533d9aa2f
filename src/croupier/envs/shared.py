"""Tables that worker processes step together: what belongs to a table lies in memory that all of them share.

The process that makes the tables begins matches, and refuses illegal choices, as it would without workers. Each worker
makes the choices at a part of the tables, always the same part: a step is one message to each worker and one back, and
nothing is copied. The chance of a table does not depend on who steps it, so workers change no result. A worker that
dies leaves its tables in the middle of a step, so it is not replaced: the tables have to be reset.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from croupier.games import load
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.vocabulary.keys import house_key
from croupier.workers.processes import Keepers
from croupier.workers.team import UNLIMITED, Gone, Worker, WorkerSetup

from .batch_rules import CHECK, FINE, STEP
from .batches import Batch, Memory, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

Found = tuple[int, int]
"""What a call reports, and the table that it is about."""


class SharedMemory(Memory):
    """Arrays that workers can be given. The memory is freed with the last process that has it, however that ends."""

    def __init__(self) -> None:
        self.blocks: list[Any] = []
        """In the order in which they were asked for."""

    def zeros(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        """An array in a block of its own."""
        import numpy as np

        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        self.blocks.append(get_context("spawn").RawArray("b", max(1, size)))
        return in_block(self.blocks[-1], shape, kind)


class Part(Memory):
    """In a worker: its rows of arrays of all tables, which it asks for in the same order."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.first, self.end = (plan.tables * place // plan.workers for place in (number, number + 1))
        self._tables, self._left = plan.tables, iter(plan.blocks)

    def zeros(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        """The worker's rows of the next array."""
        return in_block(next(self._left), (self._tables, *shape[1:]), kind)[self.first : self.end]


def in_block(block: Any, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    """An array that lies in a block of memory."""
    import numpy as np

    return np.frombuffer(block, kind, int(np.prod(shape))).reshape(shape)


class Plan(NamedTuple):
    """What every worker is given: the game by name or file, the arguments with which its tables were made, how many
    tables and workers there are, and the memory."""

    where: str
    arguments: dict[str, Any]
    tables: int
    workers: int
    blocks: Sequence[Any]


class SharedBatch(Batch):
    """Tables with workers: `batch` makes it."""

    def __init__(self, where: str, workers: int, tables: int, seed: int | None, arguments: dict[str, Any]) -> None:
        memory = SharedMemory()
        super().__init__(load(where), tables, seed, **arguments, memory=memory)
        self._plan = Plan(where, arguments, tables, min(workers, tables), memory.blocks)
        self._crew: Crew | None = None
        self._end: Any = None

    def _begin(self, seed: int, first: int, stride: int) -> Tables:
        now = super()._begin(seed, first, stride)  # compiles, so that workers find the loop in the cache
        if self._crew is None:
            self._crew = Crew(self._plan.workers, WorkerSetup(PartOfTables, (self._plan,)), UNLIMITED)
            self._end = weakref.finalize(self, self._crew.close)
            self._guarded(self._crew.make_ready)
        return now

    def _call(self, call: int, seat: int) -> Found:
        if call != STEP:
            return super()._call(call, seat)
        found, at = super()._call(CHECK, seat)
        if found != FINE or self._crew is None:
            return found, at
        answers = self._guarded(self._crew.together, self.seed)
        return next((answer for answer in answers if answer[0] != FINE), (FINE, 0))

    def _guarded(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do some work with workers; all of them end if it fails, or on Ctrl-C."""
        try:
            return work(*arguments)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all workers. A later `reset` starts new ones."""
        self._begun = False
        if self._crew is not None:
            self._end()
            self._crew = None

    def play_through(self, *_: Any) -> NoReturn:
        """Refused: `simulate` has workers of its own."""
        raise BadInput("Whole matches are played without workers at the tables.")

    def __deepcopy__(self, known: Mapping[int, Any]) -> NoReturn:
        raise BadInput("Tables with workers cannot be copied; make them again, with the same seed.")


class Crew(Keepers[int, Found]):
    """The workers."""

    def replace(self, worker: Worker, why: Gone) -> NoReturn:
        """Raise a Fault: the tables of a worker that has died are in the middle of a step."""
        raise Fault(
            f"A worker of the tables has died: {why}. Reset them to go on, with new workers."
            + ("" if worker.is_ready else " It died at the start: is what makes the tables in a script below "
               "`if __name__ == \"__main__\":`?")
        )  # fmt: skip


class PartOfTables(Batch):
    """In a worker: its tables, with the loop loaded."""

    def __init__(self, plan: Plan, number: int) -> None:
        memory = Part(plan, number)
        super().__init__(load(plan.where), memory.end - memory.first, 0, **plan.arguments, memory=memory)
        self._first = memory.first
        self._set(self._desk, "leap", 0, plan.tables)
        self._call(CHECK, 0)  # loads the loop

    def __call__(self, seed: int) -> Found:
        """Make the choices at its tables, and play on."""
        self._set(self._desk, "key", 0, seed)
        self._set(self._desk, "house", 0, house_key(seed))
        found, at = self._call(STEP, 0)
        return found, self._first + at
