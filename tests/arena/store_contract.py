"""The conformance tests of stores: what the arena relies on, whatever the store."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

import pytest

from croupier.arena.store import (
    Lease,
    LeaseClosed,
    LeaseLost,
    LeaseOpened,
    Line,
    Prune,
    SecondWriter,
    Store,
    StoreError,
    Value,
)

Scenario = Callable[[Store], Awaitable[None]]
LONG = 1000.0
"""Seconds for which a node lives whatever the machine does."""


def line(number: int, body: bytes = b"", *, table: str = "T-1", secret: bool = False, snapshot: bool = False) -> Line:
    return Line(table, number, body or f"line {number}".encode(), secret, snapshot)


class StoreContract(ABC):
    """What the arena relies on, whatever the store."""

    @abstractmethod
    def run(self, scenario: Scenario) -> None: ...

    def test_lines_are_read_back_as_they_were_appended(self) -> None:
        async def scenario(store: Store) -> None:
            lines = [line(1), line(2, b"\x00\xff", secret=True), line(3, b"{}")]
            await store.append(lines[0])
            await store.append(*lines[1:])
            assert await store.read("T-1") == lines
            assert await store.read("T-1", 2) == lines[1:]
            assert await store.read("T-9") == []

        self.run(scenario)

    def test_a_second_writer_fails_and_changes_nothing(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(line(1), line(2))
            for stale in (line(2, b"other"), line(1, b"other"), line(4)):
                with pytest.raises(SecondWriter, match="another server"):
                    await store.append(Value("x", b"1"), line(1, table="T-2"), stale)
            assert await store.read("T-1") == [line(1), line(2)]
            assert await store.tables() == {"T-1": 2}
            assert await store.values() == {}

        self.run(scenario)

    def test_a_second_writer_fails_though_the_lines_were_pruned(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(line(1), line(2), line(3, snapshot=True), Prune("T-1"))
            with pytest.raises(SecondWriter):
                await store.append(line(2))

        self.run(scenario)

    def test_one_refused_append_does_not_touch_the_others_of_its_tick(self) -> None:
        async def scenario(store: Store) -> None:
            first, refused, second = (
                store.append(line(1), Value("a", b"1")),
                store.append(line(1, table="T-2"), line(5, table="T-3")),
                store.append(line(2), line(1, table="T-3")),
            )
            await first
            await second
            with pytest.raises(SecondWriter):
                await refused
            assert await store.tables() == {"T-1": 2, "T-3": 1}

        self.run(scenario)

    def test_appends_take_their_place_when_they_are_called(self) -> None:
        async def scenario(store: Store) -> None:
            done: list[int] = []
            for number in range(1, 51):
                store.append(line(number)).add_done_callback(lambda _, number=number: done.append(number))
            await store.append(line(51))
            assert done == list(range(1, 51))
            assert [one.number for one in await store.read("T-1")] == list(range(1, 52))

        self.run(scenario)

    def test_tables_that_are_read_at_once_are_read_each_from_its_own_snapshot(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(*(line(number, table="T-1") for number in (1, 2)))
            await store.append(line(1, table="T-2"), line(2, table="T-2", snapshot=True), line(3, table="T-2"))
            unwritten = store.append(line(3, table="T-1", secret=True))
            names = ("T-2", "T-1", "T-9", "T-2")
            second, first, none, again = await asyncio.gather(*(store.read(name) for name in names))
            assert [one.number for one in first] == [1, 2, 3] and first[2].secret
            assert [one.number for one in second] == [2, 3] and second == again and none == []
            await unwritten
            giving_up = asyncio.ensure_future(store.read("T-1"))
            staying = asyncio.ensure_future(store.read("T-2"))
            await asyncio.sleep(0)
            giving_up.cancel()
            assert await staying == second

        self.run(scenario)

    def test_a_reader_waits_for_the_appends_before_it_and_for_no_later_one(self) -> None:
        async def scenario(store: Store) -> None:
            number, reading, most = 0, True, 1_000

            def append(done: asyncio.Future[None] | None = None) -> None:
                nonlocal number
                if reading and number < most:
                    number += 1
                    store.append(line(number)).add_done_callback(append)

            append()
            for _ in range(5):
                append()  # another one comes while one is being written, as often as one has been written
                before = number
                assert len(await store.read("T-1")) >= before
                assert (await store.tables())["T-1"] >= before
            assert number < most
            reading = False

        self.run(scenario)

    def test_nothing_is_acknowledged_before_append_returns(self) -> None:
        async def scenario(store: Store) -> None:
            done = store.append(line(1))
            assert not done.done()
            await done

        self.run(scenario)

    def test_a_caller_that_gives_up_waiting_takes_nothing_back(self) -> None:
        async def scenario(store: Store) -> None:
            store.append(line(1)).cancel()
            store.append(line(5)).cancel()
            await store.append(line(2))
            assert await store.tables() == {"T-1": 2}

        self.run(scenario)

    def test_reading_begins_with_the_last_snapshot(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(line(1), line(2, snapshot=True), line(3), line(4, snapshot=True, secret=True), line(5))
            assert await store.read("T-1") == [line(4, snapshot=True, secret=True), line(5)]

        self.run(scenario)

    def test_a_snapshot_replaces_the_last_one_and_older_lines_stay(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(line(1), line(2, snapshot=True), line(3), line(4, snapshot=True), line(5))
            assert [one.number for one in await store.read("T-1", 0)] == [1, 3, 4, 5]

        self.run(scenario)

    def test_a_fleeting_line_goes_with_its_snapshot(self) -> None:
        async def scenario(store: Store) -> None:
            passing = line(3)._replace(fleeting=True)
            await store.append(line(1), line(2, snapshot=True), passing, line(4))
            assert await store.read("T-1") == [line(2, snapshot=True), passing, line(4)]
            await store.append(line(5, snapshot=True), line(6)._replace(fleeting=True), line(7))
            assert [one.number for one in await store.read("T-1", 0)] == [1, 4, 5, 6, 7]

        self.run(scenario)

    def test_pruning_forgets_what_was_before_the_last_snapshot_of_that_table(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(line(1), line(2), line(1, table="T-2"), Prune("T-1"))
            assert len(await store.read("T-1", 0)) == 2, "without a snapshot, everything is needed"
            await store.append(line(3, snapshot=True), line(4), Prune("T-1"), Prune("T-9"))
            assert [one.number for one in await store.read("T-1", 0)] == [3, 4]
            assert await store.tables() == {"T-1": 4, "T-2": 1}
            assert await store.read("T-2") == [line(1, table="T-2")]

        self.run(scenario)

    def test_values_are_replaced_removed_and_found_by_prefix(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(Value("account/b", b"1"), Value("account/a", b"2"), Value("clock", b"3", secret=True))
            await store.append(Value("account/b", b"4"), Value("nobody", None))
            assert await store.values("account/") == {"account/a": b"2", "account/b": b"4"}
            await store.append(Value("account/a", None))
            assert await store.values() == {"account/b": b"4", "clock": b"3"}
            assert await store.values("account_") == {}, "no letter of a prefix stands for others"

        self.run(scenario)

    def test_a_closed_store_refuses(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(line(1))
            await store.close()
            with pytest.raises(StoreError, match="closed"):
                await store.append(line(2))
            await store.close()

        self.run(scenario)


class LeaseContract(ABC):
    """What nodes rely on, whatever the store."""

    @abstractmethod
    def run(self, scenario: Scenario) -> None: ...

    def test_what_was_not_opened_cannot_be_leased(self) -> None:
        async def scenario(store: Store) -> None:
            await store.beat("a", LONG)
            assert await store.take(["T-1"], "a") == []
            await store.append(LeaseOpened("T-1"))
            assert await store.leases() == await store.leases(free=True) == [Lease("T-1", "", 0)]
            assert await store.take(["T-2", "T-1"], "a") == [Lease("T-1", "a", 1)]

        self.run(scenario)

    def test_a_lease_belongs_to_one_node(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(*map(LeaseOpened, ("T-1", "T-2", "T-3")))
            for node in ("a", "b"):
                await store.beat(node, LONG)
            assert await store.take(["T-1", "T-2"], "a") == [Lease("T-1", "a", 1), Lease("T-2", "a", 1)]
            assert await store.take(["T-1", "T-2", "T-3"], "b") == [Lease("T-3", "b", 1)]
            assert await store.take(["T-1"], "a") == [], "the node that has it takes nothing, either"
            assert await store.leases(free=True) == []
            assert await store.leases() == [Lease("T-1", "a", 1), Lease("T-2", "a", 1), Lease("T-3", "b", 1)]

        self.run(scenario)

    def test_leases_of_a_node_that_missed_its_heartbeat_are_free(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"))
            await store.beat("a", LONG)
            await store.beat("b", LONG)
            await store.take(["T-1"], "a")
            await store.beat("a", 0)
            assert await store.leases(free=True) == [Lease("T-1", "a", 1)], "and tell who had them"
            assert await store.take(["T-1"], "b") == [Lease("T-1", "b", 2)]

        self.run(scenario)

    def test_a_node_that_comes_back_keeps_what_nobody_took(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"), LeaseOpened("T-2"))
            await store.beat("a", LONG)
            first, second = await store.take(["T-1", "T-2"], "a")
            await store.beat("a", 0)
            await store.append(line(1), lease=first)
            await store.beat("b", LONG)
            await store.take(["T-2"], "b")
            assert (await store.beat("a", LONG)).leases == [first]
            with pytest.raises(LeaseLost):
                await store.append(line(1, table="T-2"), lease=second)

        self.run(scenario)

    def test_a_node_that_does_not_live_takes_nothing(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"))
            assert await store.take(["T-1"], "a") == []
            await store.beat("a", 0)
            assert await store.take(["T-1"], "a") == []

        self.run(scenario)

    def test_an_append_under_a_lost_lease_is_refused_and_named_and_the_others_are_kept(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"), LeaseOpened("T-2"))
            await store.beat("a", LONG)
            await store.beat("b", LONG)
            lost, kept = await store.take(["T-1", "T-2"], "a")
            await store.append(line(1), lease=lost)
            await store.give([lost])
            (new,) = await store.take(["T-1"], "b")
            appends = [
                store.append(line(1, table="T-2"), lease=kept),
                store.append(line(2, b"late"), Value("x", b"late"), lease=lost),
                store.append(Value("x", b"late"), lease=lost),
                store.append(Value("y", b"1")),
                store.append(line(2, b"new"), lease=new),
                store.append(line(2, table="T-2"), lease=kept),
                store.append(line(3, b"late"), lease=new._replace(node="c")),
                store.append(Value("x", b"late"), lease=Lease("T-9", "a", 0)),
            ]
            ended = await asyncio.gather(*appends, return_exceptions=True)
            lost_leases = [error.lease if isinstance(error, LeaseLost) else error for error in ended]
            assert lost_leases == [None, lost, lost, None, None, None, new._replace(node="c"), Lease("T-9", "a", 0)]
            assert await store.tables() == {"T-1": 2, "T-2": 2}
            assert await store.read("T-1", 2) == [line(2, b"new")]
            assert await store.values() == {"y": b"1"}

        self.run(scenario)

    def test_a_lease_that_is_handed_over_is_found_at_the_next_heartbeat(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"), LeaseOpened("T-2"))
            await store.beat("a", LONG)
            first, second = await store.take(["T-1", "T-2"], "a")
            assert await store.give([first, second._replace(epoch=9)], "b") == [Lease("T-1", "b", 2)]
            assert await store.give([first], "c") == [], "it is no longer a's to give"
            assert (await store.beat("a", LONG)).leases == [second]
            assert (await store.beat("b", LONG)).leases == [Lease("T-1", "b", 2)]
            with pytest.raises(LeaseLost):
                await store.append(line(1), lease=first)

        self.run(scenario)

    def test_a_closed_lease_is_lost_and_never_taken_again(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"), LeaseOpened("T-2"))
            await store.beat("a", LONG)
            first, second = await store.take(["T-1", "T-2"], "a")
            await store.append(LeaseOpened("T-1"))
            assert await store.leases() == [first, second], "to open it again changes nothing"
            await store.append(line(1), LeaseClosed("T-1"), lease=first)
            await store.append(LeaseClosed("T-1"), lease=second)
            with pytest.raises(LeaseLost):
                await store.append(line(2), lease=first)
            assert await store.leases() == (await store.beat("a", LONG)).leases == [second]

        self.run(scenario)

    def test_nodes_tell_about_themselves_until_they_leave(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"))
            before = await store.beat("b", LONG, b"one")
            after = await store.beat("b", 2 * LONG, b"other")
            await store.beat("a", 0, b"\xff")
            assert before.now_ms <= after.now_ms
            await store.take(["T-1"], "b")
            dead, living = await store.nodes()
            assert (dead.name, dead.about, living.name, living.about) == ("a", b"\xff", "b", b"other")
            assert dead.left_ms <= 0 and 1000 * LONG < living.left_ms <= 2000 * LONG
            await store.leave("b")
            assert [node.name for node in await store.nodes()] == ["a"]
            assert await store.leases(free=True) == [Lease("T-1", "b", 1)]

        self.run(scenario)

    def test_a_refused_append_opens_and_closes_no_lease(self) -> None:
        async def scenario(store: Store) -> None:
            await store.append(LeaseOpened("T-1"))
            with pytest.raises(SecondWriter):
                await store.append(LeaseOpened("T-2"), LeaseClosed("T-1"), line(5))
            assert await store.leases() == [Lease("T-1", "", 0)]

        self.run(scenario)
