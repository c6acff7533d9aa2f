"""What the SQLite file keeps, besides what every store keeps (`StoreContract`): kills, secrets, schemas."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.arena.store import SecondWriter, StoreError, Value, WrongKey, database, leasing
from croupier.arena.store.database import VERSION, Database, copy_to, upgrade
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.kernel.errors import BadInput

from .memory_store import MemoryStore
from .store_contract import LeaseContract, Scenario, StoreContract, line

APPENDER = Path(__file__).with_name("appender.py")
KEY = HouseKey(bytes(32))


def sqlite_store(scenario: Callable[[SqliteStore], Awaitable[None]], key: HouseKey = KEY, **options: bool) -> None:
    """Run a scenario on the store in this folder."""

    async def run() -> None:
        store = await SqliteStore.open("arena.db", key, **options)
        await scenario(store)
        await store.close()

    asyncio.run(run())


class TestMemoryStore(StoreContract, LeaseContract):
    def run(self, scenario: Scenario) -> None:
        async def run() -> None:
            await scenario(MemoryStore())

        asyncio.run(run())


class TestSqliteStore(StoreContract, LeaseContract):
    def run(self, scenario: Scenario) -> None:
        sqlite_store(scenario)


class TestStrictSqliteStore(StoreContract):
    def run(self, scenario: Scenario) -> None:
        sqlite_store(scenario, strict=True)


def test_all_lines_of_all_tables_of_one_tick_are_one_commit() -> None:
    async def scenario(store: SqliteStore) -> None:
        appends = [store.append(line(number, table=f"T-{table}")) for number in (1, 2, 3) for table in range(100)]
        await asyncio.gather(*appends)
        assert store.commits == 1

    sqlite_store(scenario)


def test_entries_that_come_during_a_commit_wait_for_the_next() -> None:
    async def scenario(store: SqliteStore) -> None:
        first = store.append(line(1))
        await asyncio.sleep(0)
        rest = [store.append(line(number)) for number in range(2, 20)]
        await asyncio.gather(first, *rest)
        assert store.commits == 2

    sqlite_store(scenario)


def test_a_line_that_cannot_be_written_keeps_nobody_else_from_writing() -> None:
    async def scenario(store: SqliteStore) -> None:
        good, bad, other = (
            store.append(line(1)),
            store.append(line(1, table="T-2"), Value("\ud800", b"no text")),
            store.append(line(2)),
        )
        await asyncio.gather(good, other)
        with pytest.raises(StoreError, match="could not write"):
            await bad
        assert await store.tables() == {"T-1": 2}

    sqlite_store(scenario)


@pytest.mark.parametrize("name", ["arena.db", "link.db"])
def test_a_second_server_on_the_same_file_is_refused_at_its_start(name: str) -> None:
    async def scenario(store: SqliteStore) -> None:
        Path("link.db").symlink_to("arena.db")
        with pytest.raises(StoreError, match=f"Another server uses {name}"):
            await SqliteStore.open(name, KEY)
        await store.append(line(1))

    sqlite_store(scenario)
    sqlite_store(scenario_of_nothing)


async def scenario_of_nothing(store: SqliteStore) -> None:
    """The file can be opened."""


def test_a_file_that_cannot_be_opened_is_not_locked() -> None:
    with pytest.raises(WrongKey):
        sqlite_store(scenario_of_nothing)
        sqlite_store(scenario_of_nothing, HouseKey(bytes([1] * 32)))
    sqlite_store(scenario_of_nothing)


def test_a_server_that_was_killed_locks_nobody_out(tmp_path: Path) -> None:
    appender = subprocess.Popen([sys.executable, APPENDER, tmp_path], stdout=subprocess.PIPE, text=True)
    assert appender.stdout is not None and appender.stdout.readline()
    with pytest.raises(StoreError, match="Another server"):
        sqlite_store(scenario_of_nothing, HouseKey.load(tmp_path / "arena.key"))
    appender.kill()
    appender.communicate()
    sqlite_store(scenario_of_nothing, HouseKey.load(tmp_path / "arena.key"))


def test_whatever_else_writes_to_the_file_cannot_make_a_table_go_on_twice() -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(line(1))
        with closing(sqlite3.connect("arena.db")) as other, other:
            other.execute("INSERT INTO lines SELECT name, 2, body, stays, sealed FROM lines")
        with pytest.raises(SecondWriter):
            await store.append(line(2))
        await store.append(line(1, table="T-2"))

    sqlite_store(scenario)


def test_a_file_that_is_locked_for_too_long_fails_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.0)

    async def scenario(store: SqliteStore) -> None:
        begun: list[str] = []
        await store._ask(lambda: store._database._file.set_trace_callback(begun.append))
        with closing(sqlite3.connect("arena.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            appends = [store.append(line(1, table=f"T-{table}")) for table in range(50)]
            ended = await asyncio.gather(*appends, return_exceptions=True)
        assert all(isinstance(one, StoreError) and "locked" in str(one) for one in ended)
        assert begun.count("BEGIN IMMEDIATE") == 1, "nobody waits for the lock fifty times"
        await store.append(line(1))

    sqlite_store(scenario)


def test_a_writer_that_breaks_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(appends: object) -> None:
        raise sqlite3.OperationalError("no rollback, either")

    async def scenario(store: SqliteStore) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(store._database, "commit", broken)
            with pytest.raises(StoreError, match="no rollback"):
                await store.append(line(1))
        await store.append(line(1))

    sqlite_store(scenario)


@pytest.mark.parametrize("small", [0, database.SMALL_BYTES])
def test_damage_is_noticed(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, small: int) -> None:
    """A small file is examined before it is used, a large one meanwhile."""
    monkeypatch.setattr(database, "SMALL_BYTES", small)

    async def filled(store: SqliteStore) -> None:
        await store.append(*(line(number, b"x" * 1000) for number in range(1, 200)))

    async def looked(store: SqliteStore) -> None:
        assert store._examining is not None
        await store._examining
        assert store.damage

    sqlite_store(filled)
    with Path("arena.db").open("r+b") as file:
        file.seek(20 * 4096)
        file.write(b"\xff" * 4096)
    sqlite_store(looked)
    assert "arena.db is damaged" in caplog.text


def test_damage_that_a_query_meets_is_noticed_and_a_damaged_file_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "examine", lambda self: None)

    async def filled(store: SqliteStore) -> None:
        await store.append(*(line(number, b"x" * 1000) for number in range(1, 200)))

    async def read(store: SqliteStore) -> None:
        assert store.damage == ""
        with pytest.raises(StoreError, match="could not read"):
            await store.read("T-1", 1)
        assert "malformed" in store.damage

    sqlite_store(filled)
    assert database.backup(Path("arena.db"), Path("whole.db")) == 199
    with Path("arena.db").open("r+b") as file:
        file.seek(20 * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(StoreError, match=r"arena\.db is damaged"):
        database.backup(Path("arena.db"), Path("damaged.db"))
    with Path("arena.db").open("r+b") as file:
        file.seek(10 * 4096)
        file.write(b"\xff" * (Path("arena.db").stat().st_size - 10 * 4096))
    sqlite_store(read)


def test_a_sound_file_has_no_damage() -> None:
    async def scenario(store: SqliteStore) -> None:
        assert store.damage == ""

    sqlite_store(scenario)
    sqlite_store(scenario)


def test_a_store_is_closed_when_its_check_for_damage_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(Database, "is_small", False)
    monkeypatch.setattr(Database, "examine", lambda self: go_on.wait(600))

    async def run() -> None:
        store = await SqliteStore.open("arena.db", KEY)
        closing = asyncio.create_task(store.close())
        await asyncio.wait([closing], timeout=0.1)
        assert not closing.done()
        go_on.set()
        await closing

    asyncio.run(run())


def test_a_node_lives_for_the_time_that_its_heartbeat_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leasing, "_now_ms", lambda: 1_000)

    async def scenario(store: SqliteStore) -> None:
        assert (await store.beat("a", 1.5, b"")).now_ms == 1_000
        assert [(node.name, node.left_ms) for node in await store.nodes()] == [("a", 1_500)]

    sqlite_store(scenario)


def test_strict_waits_for_the_disk_and_the_default_does_not() -> None:
    for strict, expected in ((False, 1), (True, 2)):
        levels: list[int] = []

        async def scenario(store: SqliteStore, levels: list[int] = levels) -> None:
            await store._ask(lambda: levels.append(store._database._file.execute("PRAGMA synchronous").fetchone()[0]))

        sqlite_store(scenario, strict=strict)
        assert levels == [expected]


@pytest.mark.parametrize("acknowledged", [1, 12, 40, 77, 200])
def test_a_killed_process_loses_no_acknowledged_line(tmp_path: Path, acknowledged: int) -> None:
    last: dict[str, int] = {}
    for _ in range(2):
        appender = subprocess.Popen([sys.executable, APPENDER, tmp_path], stdout=subprocess.PIPE, text=True)
        assert appender.stdout is not None
        heard = [appender.stdout.readline() for _ in range(acknowledged)]
        appender.kill()
        for said in [*heard, *appender.communicate()[0].splitlines(keepends=True)]:
            if said.endswith("\n"):  # it may have been killed while it waited for room to say the rest
                table, number = said.split()
                last[table] = int(number)

        async def scenario(store: SqliteStore) -> None:
            for table, number in last.items():
                kept = await store.read(table, 0)
                assert kept[-1].number >= number
                assert kept[-1].number == (await store.tables())[table]
                assert all(one.body == f"{table} line {one.number}".encode() for one in kept)
                snapshots = set(range(7, kept[-1].number + 1, 7)) - {kept[-1].number // 7 * 7}
                assert [one.number for one in kept] == [n for n in range(1, kept[-1].number + 1) if n not in snapshots]
                assert (await store.values("last/"))[f"last/{table}"] == str(kept[-1].number).encode()

        sqlite_store(scenario, HouseKey.load(tmp_path / "arena.key"))


def test_a_copy_without_the_key_shows_no_secret(tmp_path: Path) -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(
            line(1, b"move: raise to 300"),
            line(2, b"shuffle: AhKd", secret=True),
            line(3, b"snapshot: QsQd", secret=True, snapshot=True),
            Value("pepper", b"value: 2c7d", secret=True),
        )
        in_use = b"".join(path.read_bytes() for path in tmp_path.glob("arena.db*"))
        assert b"raise to 300" in in_use
        for secret in (b"AhKd", b"QsQd", b"2c7d"):
            assert secret not in in_use

    sqlite_store(scenario)
    assert b"AhKd" not in (tmp_path / "arena.db").read_bytes()


def test_without_the_key_a_restored_copy_says_so_and_goes_on_only_if_told_to() -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(
            line(1),
            line(2, secret=True, snapshot=True),
            line(3, b"boundary"),
            line(4, secret=True),
            line(5),
            Value("secret", b"1", secret=True),
            Value("open", b"2"),
        )

    async def restored(store: SqliteStore) -> None:
        assert await store.read("T-1") == [line(3, b"boundary"), line(5)]
        assert await store.values() == {"open": b"2"}
        await store.append(line(6, secret=True))
        assert (await store.read("T-1"))[-1] == line(6, secret=True)

    sqlite_store(scenario)
    other = HouseKey(bytes([1] * 32))
    with pytest.raises(WrongKey, match="lie sealed under the key"):
        sqlite_store(restored, other)
    sqlite_store(restored, other, lost_key=True)
    with pytest.raises(WrongKey):
        sqlite_store(restored, KEY)


def test_a_sealed_line_cannot_be_put_in_anothers_place() -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(line(1, secret=True), line(2, secret=True))

    async def moved(store: SqliteStore) -> None:
        with pytest.raises(WrongKey, match="for another place"):
            await store.read("T-1")

    sqlite_store(scenario)
    with sqlite3.connect("arena.db") as file:
        file.execute("UPDATE lines SET body = (SELECT body FROM lines WHERE number = 1) WHERE number = 2")
    file.close()
    sqlite_store(moved)


def test_the_same_body_is_sealed_differently_each_time() -> None:
    assert KEY.seal(b"body", b"") != KEY.seal(b"body", b"")
    assert KEY.unseal(KEY.seal(b"body", b"here"), b"here") == b"body"
    for sealed, about in ((KEY.seal(b"body", b"here"), b"there"), (b"", b""), (b"short", b"")):
        with pytest.raises(WrongKey):
            KEY.unseal(sealed, about)


def test_the_key_lies_in_a_file_for_its_owner_alone() -> None:
    made = HouseKey.load("arena.key")
    assert stat.S_IMODE(Path("arena.key").stat().st_mode) == 0o600
    assert HouseKey.load("arena.key").name == made.name != HouseKey.new().name
    Path("arena.key").chmod(0o640)
    with pytest.raises(BadInput, match="chmod 600"):
        HouseKey.load("arena.key")


@pytest.mark.parametrize("text", ["", "no key", "00" * 31, "é" * 64])
def test_a_file_that_holds_no_key_is_refused(text: str) -> None:
    path = Path("arena.key")
    path.write_text(text, "utf-8")
    path.chmod(0o600)
    with pytest.raises(BadInput, match="key"):
        HouseKey.load(path)


def test_peppers_differ_by_purpose_and_key() -> None:
    peppers = {KEY.pepper("tokens"), KEY.pepper("codes"), HouseKey.new().pepper("tokens")}
    assert len(peppers) == 3


def test_the_database_is_for_its_owners_eyes_alone() -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(line(1))
        for path in Path().glob("arena.db*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600

    sqlite_store(scenario)


@pytest.mark.parametrize("path", ["", "no/such/folder/arena.db"])
def test_a_file_that_cannot_be_opened_is_told(path: str) -> None:
    async def opening() -> None:
        await SqliteStore.open(path or Path.cwd(), KEY)

    with pytest.raises(StoreError, match="cannot be used as a store"):
        asyncio.run(opening())


def test_a_file_that_is_no_store_is_told() -> None:
    Path("arena.db").write_text("hand histories" * 100)
    with pytest.raises(StoreError, match="cannot be used as a store"):
        asyncio.run(SqliteStore.open("arena.db", KEY))


def some_store() -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(line(1))

    sqlite_store(scenario)


def test_a_file_of_a_newer_release_is_left_alone() -> None:
    some_store()
    with sqlite3.connect("arena.db") as file:
        file.execute(f"PRAGMA user_version = {VERSION + 1}")
    file.close()
    with pytest.raises(StoreError, match="newer Croupier"):
        asyncio.run(SqliteStore.open("arena.db", KEY))


def test_a_file_whose_lines_cannot_be_read_any_more_is_left_alone() -> None:
    some_store()
    with sqlite3.connect("arena.db") as file:
        file.execute("PRAGMA user_version = 1")
    file.close()
    with pytest.raises(StoreError, match="earlier Croupier"):
        asyncio.run(SqliteStore.open("arena.db", KEY))


def test_a_file_of_schema_2_goes_on_where_it_was() -> None:
    async def before(store: SqliteStore) -> None:
        await store.append(line(1), line(2, snapshot=True), line(3))
        await store.append(line(1, table="T-2"))

    sqlite_store(before)
    with sqlite3.connect("arena.db") as file:
        file.execute("ALTER TABLE tables ADD COLUMN last INTEGER")
        file.execute("UPDATE tables SET last = (SELECT max(number) FROM lines WHERE lines.name = tables.name)")
        for name in ("leases", "nodes"):
            file.execute(f"DROP TABLE {name}")
        file.execute("PRAGMA user_version = 2")
    file.close()

    async def after(store: SqliteStore) -> None:
        assert await store.tables() == {"T-1": 3, "T-2": 1}
        assert [one.number for one in await store.read("T-1")] == [2, 3]
        await store.append(line(4))
        assert await store.tables() == {"T-1": 4, "T-2": 1}

    sqlite_store(after)


def test_an_upgrade_keeps_a_copy_first() -> None:
    some_store()
    path = Path("arena.db")
    file = sqlite3.connect(path, isolation_level=None)

    def fail(file: sqlite3.Connection) -> None:
        file.execute("DELETE FROM lines")
        raise sqlite3.OperationalError("half way")

    def step(file: sqlite3.Connection) -> None:
        file.execute("ALTER TABLE lines ADD COLUMN at INTEGER")

    with pytest.raises(sqlite3.OperationalError):
        upgrade(file, path, version=VERSION + 2, steps={VERSION: step, VERSION + 1: fail})
    assert file.execute("SELECT count(*) FROM lines").fetchone() == (1,)
    assert file.execute("PRAGMA user_version").fetchone() == (VERSION,)
    upgrade(file, path, version=VERSION + 1, steps={VERSION: step})
    assert file.execute("SELECT number, at FROM lines").fetchall() == [(1, None)]
    file.close()
    for copy in (f"arena.db.schema-{VERSION}", f"arena.db.schema-{VERSION}.2"):
        kept = sqlite3.connect(copy)
        assert kept.execute("SELECT count(*) FROM lines").fetchone() == (1,)
        assert kept.execute("PRAGMA user_version").fetchone() == (VERSION,)
        kept.close()
        assert stat.S_IMODE(Path(copy).stat().st_mode) == 0o600


def test_a_copy_can_be_made_while_the_store_is_in_use() -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.append(line(1), line(2))
        reader = sqlite3.connect("arena.db")
        copy_to(reader, Path("copy.db"))
        reader.close()
        await store.append(line(3))

    sqlite_store(scenario)
    copy = sqlite3.connect("copy.db")
    assert copy.execute("SELECT number FROM lines").fetchall() == [(1,), (2,)]
    copy.close()
