"""What a store in PostgreSQL keeps, besides what every store keeps (`StoreContract`): restarts, locks, secrets."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import asyncpg
import pytest

from croupier.arena.store import (
    Lease,
    LeaseClosed,
    LeaseLost,
    LeaseOpened,
    Prune,
    SecondWriter,
    StoreError,
    Value,
    link,
    opening,
    postgres,
    schema,
)
from croupier.arena.store.address import key_file_of, shown
from croupier.arena.store.postgres import PostgresStore
from croupier.arena.store.sealing import HouseKey
from croupier.kernel.errors import BadInput

from .postgres import Postgres, fresh_url, kill
from .store_contract import LONG, LeaseContract, Scenario, StoreContract, line

KEY = HouseKey(bytes(32))


def postgres_store(
    scenario: Callable[[PostgresStore], Awaitable[None]], url: str = "", key: HouseKey = KEY, **options: Any
) -> None:
    """Run a scenario on a store in PostgreSQL; without an address, on an empty one."""

    async def run(url: str) -> None:
        store = await PostgresStore.open(url, key, **options)
        try:
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(run(url or fresh_url()))


async def asked(url: str, query: str) -> list[Any]:
    """The rows of a query on another connection."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def scenario_of_nothing(store: PostgresStore) -> None:
    """The database can be opened."""


class TestPostgresStore(StoreContract, LeaseContract):
    def run(self, scenario: Scenario) -> None:
        postgres_store(scenario)


class TestSharedPostgresStore(LeaseContract):
    def run(self, scenario: Scenario) -> None:
        postgres_store(scenario, shared=True)


def test_all_lines_of_all_tables_of_one_tick_are_one_commit() -> None:
    async def scenario(store: PostgresStore) -> None:
        await asyncio.gather(*(store.append(line(n, table=f"T-{t}")) for n in (1, 2, 3) for t in range(100)))
        assert store.commits == 1
        rows = await asked(store._url, f"SELECT commits FROM writers WHERE name = '{store._name}'")
        assert rows == [(1,)], "and one call of the server"

    postgres_store(scenario)


def test_what_a_commit_replaces_itself_is_not_written() -> None:
    """Snapshots, fleeting lines, values, pruning and leases of one tick end as they would one after the other."""

    async def scenario(store: PostgresStore) -> None:
        appends = [
            store.append(line(1), line(2, snapshot=True), line(3)._replace(fleeting=True), Value("a", b"1")),
            store.append(line(4), Value("a", None), Value("b", b"1"), LeaseOpened("T-1")),
            store.append(line(5, snapshot=True), Prune("T-1"), line(6), line(7, snapshot=True), LeaseClosed("T-1")),
            store.append(line(8)._replace(fleeting=True), Value("a", b"2"), LeaseOpened("T-2"), LeaseClosed("T-3")),
        ]
        await asyncio.gather(*appends)
        assert [one.number for one in await store.read("T-1", 0)] == [6, 7, 8]
        assert await store.values() == {"a": b"2", "b": b"1"}
        assert await store.leases() == [Lease("T-2", "", 0)]
        await asyncio.gather(store.append(line(9, snapshot=True)), store.append(LeaseClosed("T-2"), LeaseOpened("T-2")))
        assert [one.number for one in await store.read("T-1", 0)] == [6, 9]
        await asyncio.gather(store.append(Prune("T-1"), line(10, snapshot=True)), store.append(line(11)))
        assert [one.number for one in await store.read("T-1", 0)] == [10, 11]

    postgres_store(scenario)


def test_an_append_that_comes_after_a_closed_lease_in_one_tick_has_lost_it() -> None:
    async def scenario(store: PostgresStore) -> None:
        await store.append(LeaseOpened("T-1"))
        await store.beat("a", LONG)
        (lease,) = await store.take(["T-1"], "a")
        last, late = store.append(line(1), LeaseClosed("T-1"), lease=lease), store.append(line(2), lease=lease)
        await last
        with pytest.raises(LeaseLost):
            await late

    postgres_store(scenario, shared=True)


def test_a_line_that_cannot_be_written_keeps_nobody_else_from_writing() -> None:
    async def scenario(store: PostgresStore) -> None:
        bad = [store.append(line(1, table="T-2"), Value(key, b"no text")) for key in ("\ud800", "\0")]
        await asyncio.gather(store.append(line(1)), store.append(line(2)))
        for one in bad:
            with pytest.raises(StoreError, match="could not write"):
                await one
        assert await store.tables() == {"T-1": 2}

    postgres_store(scenario)


@pytest.fixture
def own() -> Iterator[Postgres]:
    """A server that the test may stop."""
    with Postgres.started() as server:
        yield server


class Appending:
    """Appends to tables as fast as it can, and notes what was acknowledged."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.last: dict[str, int] = {}
        self.stopped = False

    async def table(self, name: str) -> None:
        for number in itertools.count(1):
            if self.stopped:
                return
            snapshot = number % 7 == 0
            body = f"{name} {number}".encode()
            await self.store.append(
                line(number, body, table=name, secret=number % 2 == 0, snapshot=snapshot),
                Value(f"last/{name}", b"%d" % number),
            )
            self.last[name] = number

    async def reaches(self, more: int) -> None:
        """Wait until every table has a number of further lines."""
        goals = {name: number + more for name, number in self.last.items()} or {"T-1": more}
        while any(self.last.get(name, 0) < goal for name, goal in goals.items()):
            await asyncio.sleep(0.01)

    async def check(self) -> None:
        """Everything that was acknowledged is there once, and nothing else."""
        assert await self.store.tables() == self.last
        for name, last in self.last.items():
            kept = await self.store.read(name, 0)
            gone = set(range(7, last + 1, 7)) - {last // 7 * 7}
            assert [one.number for one in kept] == [n for n in range(1, last + 1) if n not in gone]
            assert all(one.body == f"{name} {one.number}".encode() for one in kept)
            assert (await self.store.values("last/"))[f"last/{name}"] == b"%d" % last


def test_appends_wait_for_a_server_that_is_restarted_or_killed(
    own: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is refused, lost or written twice, in whatever moment the connection breaks."""
    monkeypatch.setattr(link, "PATIENCE", 600.0)
    caplog.set_level(logging.WARNING, "croupier.arena")

    async def scenario(store: PostgresStore) -> None:
        appending = Appending(store)
        tables = [asyncio.create_task(appending.table(f"T-{number}")) for number in (1, 2, 3)]
        for stop in (lambda: own.stop("fast"), lambda: own.stop("immediate"), lambda: kill(own)):
            await appending.reaches(20)
            await asyncio.to_thread(stop)
            reading = asyncio.create_task(store.tables())
            beating = asyncio.create_task(store.beat("a", LONG))
            await asyncio.to_thread(own.start)
            await asyncio.gather(reading, beating)
        await appending.reaches(20)
        appending.stopped = True
        await asyncio.gather(*tables)
        await appending.check()

    postgres_store(scenario, own.url)
    assert "PostgreSQL answers again" in caplog.text


class Forgetful:
    """A connection that breaks after a commit was written, and before its answer arrives."""

    def __init__(self, connection: Any, breaks: list[bool]) -> None:
        self._connection, self._breaks = connection, breaks

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, query: str, *given: Any) -> Any:
        answer = await self._connection.execute(query, *given)
        if query == schema.CALL and self._breaks and self._breaks.pop(0):
            raise ConnectionResetError("the answer is lost")
        return answer


def test_a_commit_whose_answer_was_lost_is_not_written_twice() -> None:
    async def scenario(store: PostgresStore) -> None:
        breaks = [True, False, True, True, False]
        connected = store._writer._connected

        async def forgetful() -> Any:
            return Forgetful(await connected(), breaks)

        store._writer._connected = forgetful  # type: ignore[method-assign]
        await store.append(line(1), LeaseOpened("T-1"))
        await store.beat("a", LONG)
        (lease,) = await store.take(["T-1"], "a")
        appends = [store.append(line(2), lease=lease), store.append(Value("x", b"1")), store.append(line(3))]
        await asyncio.gather(*appends)
        assert not breaks
        assert [one.number for one in await store.read("T-1", 0)] == [1, 2, 3]

    postgres_store(scenario)


def test_a_commit_that_failed_is_not_written_after_a_later_one() -> None:
    async def scenario(store: PostgresStore) -> None:
        await store.append(Value("x", b"2"))
        late = [store._name, 0, *postgres.arguments([], store._rows)]
        connection = await asyncpg.connect(store._url)
        with pytest.raises(asyncpg.PostgresError) as refused:
            await connection.execute(schema.CALL, *late)
        assert refused.value.sqlstate == schema.LATE
        await connection.close()

    postgres_store(scenario)


def test_a_server_that_others_took_for_dead_refuses_what_was_under_way_and_goes_on() -> None:
    async def scenario(store: PostgresStore) -> None:
        await store.append(line(1))
        await asked(store._url, "DELETE FROM writers RETURNING name")  # as a server does that is alone
        for refused in (store.append(line(2)), store.append(Value("x", b"1"))):
            with pytest.raises(StoreError, match="Another server has used the database"):
                await refused
        await store.append(line(2))
        assert (await store.tables(), await store.values()) == ({"T-1": 2}, {})

    postgres_store(scenario)


def test_a_server_that_stays_away_fails_appends_and_reads(own: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(store: PostgresStore) -> None:
        await store.append(line(1))
        await asyncio.to_thread(own.stop)
        monkeypatch.setattr(link, "PATIENCE", 0.0)
        for question in (store.append(line(2)), store.append(Value("x", b"1")), store.tables(), store.beat("a", LONG)):
            with pytest.raises(StoreError, match="cannot be reached"):
                await question
        await asyncio.to_thread(own.start)
        monkeypatch.setattr(link, "PATIENCE", 600.0)
        await store.append(line(2))
        assert await store.tables() == {"T-1": 2}
        await asyncio.to_thread(own.stop)

    postgres_store(scenario, own.url)
    with pytest.raises(StoreError, match="cannot be reached"):
        postgres_store(scenario_of_nothing, own.url, patience=0)


def test_a_connection_is_kept_after_an_error_of_the_server_and_given_up_after_any_other() -> None:
    async def number(connection: Any) -> int:
        return int(connection.get_server_pid())

    async def wrong(connection: Any) -> None:
        await connection.execute("SELECT nothing")

    async def broken(connection: Any) -> None:
        raise ZeroDivisionError

    async def scenario(url: str) -> None:
        one = link.Link(url, "test")
        first = await one.ask(number)
        with pytest.raises(asyncpg.UndefinedColumnError):
            await one.ask(wrong)
        assert await one.ask(number) == first
        with pytest.raises(ZeroDivisionError):
            await one.ask(broken)
        assert await one.ask(number) != first
        await one.close()

    asyncio.run(scenario(fresh_url()))


def test_an_error_without_words_is_named_by_its_type() -> None:
    async def scenario(url: str) -> None:
        for error, told in ((OSError("It is gone."), "It is gone"), (TimeoutError(), "TimeoutError")):

            async def question(connection: Any, error: Exception = error) -> None:
                raise error

            one = link.Link(url, "test")
            with pytest.raises(StoreError, match=f"cannot be reached: {told}\\.$"):
                await one.ask(question, 0)

    asyncio.run(scenario(fresh_url()))


def test_a_connection_that_another_ended_is_made_again() -> None:
    async def scenario(store: PostgresStore) -> None:
        await store.append(line(1))
        await asked(
            store._url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE application_name LIKE '{store._name}%' AND pid <> pg_backend_pid()",
        )
        await store.append(line(2))
        assert await store.tables() == {"T-1": 2}

    postgres_store(scenario)


def test_a_second_server_is_refused_and_nodes_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "LOCK_TRIES", 2)
    url = fresh_url()

    async def alone(store: PostgresStore) -> None:
        for shared in (False, True):
            with pytest.raises(StoreError, match="Another server uses postgresql://"):
                await PostgresStore.open(store._url, KEY, shared=shared)
        await store.append(line(1))

    async def together(store: PostgresStore) -> None:
        other = await PostgresStore.open(url, KEY, shared=True)
        with pytest.raises(StoreError, match="Another server uses"):
            await PostgresStore.open(url, KEY)
        await store.append(line(2))
        with pytest.raises(SecondWriter, match="next line is number 3"):
            await other.append(line(2))
        await other.append(line(3))
        await other.close()

    postgres_store(alone, url)
    postgres_store(together, url, shared=True)
    postgres_store(alone, fresh_url())


def test_a_lease_is_passed_on_only_between_commits() -> None:
    """Whoever takes a lease waits for the commit that has checked it, and then reads its lines."""
    url = fresh_url()

    async def scenario(store: PostgresStore) -> None:
        await store.append(LeaseOpened("T-1"))
        await store.beat("a", LONG)
        await store.beat("b", LONG)
        (lease,) = await store.take(["T-1"], "a")
        slow = await asyncpg.connect(url)
        await slow.execute(f"BEGIN; SELECT pg_advisory_xact_lock_shared({schema.LEASES_LOCK})")
        giving = asyncio.create_task(store.give([lease], "b"))
        waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while await asked(url, waits) != [(1,)]:
            await asyncio.sleep(0.01)
        assert not giving.done()
        await slow.execute("COMMIT")
        assert await giving == [Lease("T-1", "b", 2)]
        await slow.close()

    postgres_store(scenario, url, shared=True)


def test_secrets_lie_sealed_and_other_keys_are_refused() -> None:
    url, other = fresh_url(), HouseKey(bytes([1] * 32))

    async def filled(store: PostgresStore) -> None:
        await store.append(line(1, b"AhKd", secret=True), line(2, b"open"), Value("x", b"2c7d", secret=True))
        kept = await asked(url, "SELECT body FROM lines UNION ALL SELECT body FROM vals")
        assert len(kept) == 3 and not any(secret in body for (body,) in kept for secret in (b"AhKd", b"2c7d"))

    async def without_key(store: PostgresStore) -> None:
        assert await store.read("T-1") == [line(2, b"open")]
        assert await store.values() == {}

    postgres_store(filled, url)
    with pytest.raises(StoreError, match="lie sealed under the key") as refused:
        postgres_store(without_key, url, other)
    assert "--lost-key" in str(refused.value)
    postgres_store(without_key, url, other, lost_key=True)


def test_a_database_of_a_newer_release_is_left_alone_and_an_older_one_is_upgraded() -> None:
    async def scenario(store: PostgresStore) -> None:
        connection, version = await asyncpg.connect(store._url), schema.VERSION
        step = {version: "ALTER TABLE lines ADD COLUMN at bigint"}
        with pytest.raises(StoreError, match="stop all nodes of the earlier release"):
            await postgres.set_up(connection, "here", version + 1, step)
        await store.close()
        async with connection.transaction():
            await postgres.set_up(connection, "here", version + 1, step)
        assert await connection.fetchval("SELECT count(at) FROM lines") == 0
        await connection.close()
        with pytest.raises(StoreError, match="newer Croupier"):
            await PostgresStore.open(store._url, KEY)

    postgres_store(scenario)


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/x", "postgresql://127.0.0.1:http/x"])
def test_an_address_that_is_none_is_told(url: str) -> None:
    with pytest.raises(StoreError, match="cannot be"):
        postgres_store(scenario_of_nothing, url, patience=0)


def test_an_address_is_shown_without_its_password() -> None:
    assert shown("postgresql://me:secret@db:5432/x?sslmode=require") == "postgresql://me@db:5432/x?sslmode=require"
    assert shown("postgresql://db/x?password=secret") == "postgresql://db/x"


def test_a_missing_key_of_a_database_is_not_taken_for_lost() -> None:
    url = fresh_url()

    async def opened(key: str = "", **options: Any) -> str:
        store, house, _ = await opening.open_store(url, key, **options)
        await store.append(Value("x", b"1", secret=True))
        await store.close()
        return house.name

    digits = "00" * 32
    assert asyncio.run(opened(digits)) == KEY.name, "a key may be given in digits"
    with pytest.raises(BadInput, match=r"no key in croupier\.key") as refused:
        asyncio.run(opened())
    assert "--lost-key" in str(refused.value) and not key_file_of(url).exists()
    made = asyncio.run(opened(lost_key=True))
    assert asyncio.run(opened()) == asyncio.run(opened("croupier.key")) == made != KEY.name


def test_open_values_are_read_while_the_store_is_in_use() -> None:
    async def scenario(store: PostgresStore) -> None:
        await store.append(Value("b", b"2"), Value("a", b"1"), Value("c", b"3", secret=True))
        assert await asyncio.to_thread(opening.values_of, store._url) == {"a": b"1", "b": b"2"}

    postgres_store(scenario)
