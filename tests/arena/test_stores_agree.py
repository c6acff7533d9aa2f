"""Random appends, many in a tick, and leases that pass from node to node: every store does with them what the store in
memory does, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from croupier.arena.store import Entry, Lease, LeaseClosed, LeaseLost, LeaseOpened, Line, Prune, Store, Value
from croupier.arena.store.postgres import PostgresStore
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore

from .memory_store import MemoryStore
from .postgres import fresh_url
from .store_contract import LONG

KEY = HouseKey(bytes(32))
EXAMPLES = 30
NUMBERS = count()

tables, keys, nodes = st.sampled_from("TU"), st.sampled_from("xy"), st.sampled_from("ab")
PLAIN, SNAPSHOT, FLEETING = "plain", "snapshot", "fleeting"
lines = st.tuples(
    st.just("line"), tables, st.sampled_from((PLAIN, PLAIN, SNAPSHOT, FLEETING)), st.sampled_from((0,) * 12 + (-1, 1))
)
values = st.tuples(st.just("value"), keys, st.sampled_from((b"1", b"2", None)))
others = st.tuples(st.sampled_from(("prune", "open", "close")), tables)
entries = st.lists(st.one_of(lines, lines, lines, values, others), min_size=1, max_size=4)
appends = st.tuples(entries, st.none() | st.tuples(tables, st.sampled_from((0, 0, 0, -1))))
ticks = st.tuples(st.just("tick"), st.lists(appends, min_size=1, max_size=6))
leasing = st.one_of(
    st.tuples(st.just("beat"), nodes, st.sampled_from((LONG, LONG, 0))),
    st.tuples(st.just("leave"), nodes),
    st.tuples(st.just("take"), nodes),
    st.tuples(st.just("give"), st.sampled_from(("a", "b", ""))),
)
programs = st.lists(st.one_of(ticks, ticks, leasing), min_size=1, max_size=12)


class Run:
    """One program, on a store in memory and on another."""

    def __init__(self, other: Store) -> None:
        self.memory, self.other = MemoryStore(), other
        self.prefix = f"{next(NUMBERS)}-"

    async def of(self, program: list[Any]) -> None:
        """Run a program; every result has to be the same, and in the end everything that is kept."""
        for step in (("tick", [([("open", "T"), ("open", "U")], None)]), *program):
            if step[0] == "tick":
                await self._tick(step[1])
            else:
                held = [lease for lease in self.memory._leases.values() if lease.node]
                one, two = [await self._lease(store, held, *step) for store in (self.memory, self.other)]
                assert one == two, step
        one, two = [await self._kept(store) for store in (self.memory, self.other)]
        assert one == two

    async def _tick(self, appends: list[Any]) -> None:
        ended: list[list[asyncio.Future[None]]] = [[], []]
        for wanted, under in appends:
            lease = None
            if under is not None:
                name, late = under
                now = self.memory._leases.get(self.prefix + name, Lease(self.prefix + name, "a", 1))
                lease = now._replace(epoch=now.epoch + (late if now.node else -1))  # nobody holds a free lease
            made = self._entries(wanted)
            for store, futures in zip((self.memory, self.other), ended, strict=True):
                futures.append(store.append(*made, lease=lease))
        one, two = [await asyncio.gather(*futures, return_exceptions=True) for futures in ended]
        assert list(map(_told, one)) == list(map(_told, two))

    def _entries(self, wanted: list[Any]) -> list[Entry]:
        made: list[Entry] = []
        last = {name: self.memory._last[self.prefix + name] for name in "TU"}
        for kind, name, *more in wanted:
            known = self.prefix + name
            if kind == "line":
                stays, wrong = more
                last[name] += 1
                number = last[name] + wrong
                body = f"{number} {len(made)}".encode()
                made.append(Line(known, number, body, number % 2 == 0, stays == SNAPSHOT, stays == FLEETING))
            elif kind == "value":
                made.append(Value(known, more[0]))
            else:
                made.append({"prune": Prune, "open": LeaseOpened, "close": LeaseClosed}[kind](known))
        return made

    async def _lease(self, store: Store, held: list[Lease], do: str, node: str, seconds: float = 0) -> Any:
        own = self.prefix + node if node else ""
        if do == "beat":
            return (await store.beat(own, seconds)).leases
        if do == "leave":
            return await store.leave(own)
        if do == "take":
            return await store.take([self.prefix + name for name in "TU"], own)
        return await store.give(held, own)

    async def _kept(self, store: Store) -> Any:
        names = [self.prefix + name for name in "TU"]
        last = await store.tables()
        return (
            [last.get(name) for name in names],
            [await store.read(name, 0) for name in names],
            [await store.read(name) for name in names],
            await store.values(self.prefix),
            [lease for lease in await store.leases() if lease.name in names],
            [lease for lease in await store.leases(free=True) if lease.name in names],
        )


def _told(outcome: Any) -> Any:
    """What a caller is told by the end of an append."""
    return (type(outcome), outcome.lease) if isinstance(outcome, LeaseLost) else type(outcome)


class Opened:
    """A store that stays open for all examples, with its event loop."""

    def __init__(self, name: str, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.store: Store = self.loop.run_until_complete(
            SqliteStore.open(folder / "arena.db", KEY) if name == "SQLite" else PostgresStore.open(fresh_url(), KEY)
        )

    def run(self, program: list[Any]) -> None:
        """Run a program on this store and one in memory."""
        self.loop.run_until_complete(Run(self.store).of(program))

    def close(self) -> None:
        """Close the store."""
        self.loop.run_until_complete(self.store.close())
        self.loop.close()


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    with ExitStack() as ends:
        one = Opened(request.param, tmp_path)
        ends.callback(one.close)
        yield one


CLOSED_IN_A_TICK = [
    ("beat", "a", LONG),
    ("take", "a"),
    ("tick", [([("line", "T", PLAIN, 0), ("close", "T")], ("T", 0)), ([("line", "T", PLAIN, 0)], ("T", 0))]),
]


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(program=CLOSED_IN_A_TICK)
@given(program=programs)
def test_every_store_does_what_the_store_in_memory_does(opened: Opened, program: list[Any]) -> None:
    opened.run(program)
