"""`croupier move`: a store from a file to PostgreSQL, and back."""

from __future__ import annotations

import asyncio
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.events.event import Event
from croupier.arena.server.serving import Arena
from croupier.arena.store import LeaseOpened, Prune, Store, StoreError, Value
from croupier.arena.store.moving import ROWS, move
from croupier.arena.store.opening import open_store
from croupier.arena.store.postgres import PostgresPlace, PostgresStore
from croupier.arena.store.rows import Part
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.cli.main import parser
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict

from .loops import in_loop
from .network import Client, arena, client
from .postgres import Postgres, fresh_url
from .store_contract import line

KEY = HouseKey(bytes(32))


def command(*words: str) -> int:
    options = parser().parse_args(["move", *words])
    return int(options.run(options))


async def fill(store: Store) -> None:
    """Every kind of row, and more rows than are read at once."""
    await store.append(line(1, secret=True), line(2, snapshot=True, secret=True), line(3)._replace(fleeting=True))
    await store.append(*(line(number, b"\0" * number, table="é") for number in range(1, ROWS + 10)))
    await store.append(line(1, table="T-3"), line(2, table="T-3", snapshot=True), Prune("T-3"))
    await store.append(Value("secret", b"2c7d", secret=True), Value("open", b""), Value("\U0010fffe", b"last"))
    await store.append(LeaseOpened("T-1"))


async def everything(store: Store) -> Any:
    tables = await store.tables()
    return tables, [await store.read(table, 0) for table in tables], await store.values(), await store.leases()


@in_loop
async def test_a_store_is_moved_to_postgresql_and_back_row_by_row() -> None:
    url, seen = await asyncio.to_thread(fresh_url), list[tuple[int, int]]()
    before = await SqliteStore.open("arena.db", KEY)
    await fill(before)
    expected = await everything(before)
    await before.close()
    moved = await move("arena.db", url, lambda done, total: seen.append((done, total)))
    assert moved.counts == {"tables": 3, "lines": ROWS + 13, "vals": 3, "leases": 1}
    assert seen[-1][0] == seen[-1][1] == 2 * sum(moved.counts.values()) and sorted(seen) == seen
    there = await PostgresStore.open(url, KEY)
    assert await everything(there) == expected
    await there.append(line(4))
    await there.close()
    again = await move(url, "back.db")
    assert again.counts["lines"] == moved.counts["lines"] + 1 and again.hash != moved.hash
    back = await SqliteStore.open("back.db", KEY)
    await back.append(line(5))
    assert [one.number for one in await back.read("T-1")] == [2, 3, 4, 5]
    await back.close()
    assert stat.S_IMODE(Path("back.db").stat().st_mode) == 0o600


@in_loop
async def test_a_store_in_use_and_a_target_with_anything_in_it_are_refused() -> None:
    url = await asyncio.to_thread(fresh_url)
    file = await SqliteStore.open("arena.db", KEY)
    await file.append(line(1))
    with pytest.raises(StoreError, match=r"Another server uses arena\.db"):
        await move("arena.db", url)
    await file.close()
    there = await PostgresStore.open(url, KEY, shared=True)
    with pytest.raises(StoreError, match="is in use: stop its servers first"):
        await move("arena.db", url)
    await there.append(Value("x", b"1"))
    await there.close()
    with pytest.raises(BadInput, match=r"search_path=\w+ is not empty"):
        await move("arena.db", url)
    with pytest.raises(BadInput, match="to where it is"):
        await move("arena.db", "arena.db")
    with pytest.raises(BadInput, match="There is no store"):
        await move("none.db", url)
    with pytest.raises(StoreError, match="cannot be used as a store"):
        await move("arena.db", "postgresql://127.0.0.1:1/none")


@in_loop
async def test_a_move_that_fails_leaves_the_target_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    url = await asyncio.to_thread(fresh_url)
    file = await SqliteStore.open("arena.db", KEY)
    await fill(file)
    await file.close()

    def interrupted(done: int, total: int) -> None:
        if 2 * done > total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await move("arena.db", url, interrupted)
    write = PostgresPlace.write

    async def wrongly(place: PostgresPlace, part: Part, rows: Sequence[tuple[Any, ...]]) -> None:
        await write(place, part, [(*row[:-1], "x") if part.name == "vals" else row for row in rows])

    with monkeypatch.context() as patch:
        patch.setattr(PostgresPlace, "write", wrongly)
        with pytest.raises(StoreError, match="not what was written to it, so nothing was moved"):
            await move("arena.db", url)
    there = await PostgresStore.open(url, KEY)
    assert await everything(there) == ({}, [], {}, [])
    await there.close()


def test_the_command_brings_key_and_token_along_and_overwrites_none(capsys: pytest.CaptureFixture[str]) -> None:
    async def filled() -> None:
        store, _, _ = await open_store("arena.db")
        await store.append(line(1, secret=True))
        await store.close()

    asyncio.run(filled())
    Path("arena.host").write_text("token")
    Path("croupier.key").write_text("other")
    url = fresh_url()
    with pytest.raises(BadInput, match=r"croupier\.key exists already, and is not the key of arena\.db"):
        command("arena.db", url)
    Path("croupier.key").unlink()
    assert command("arena.db", url) == 0
    assert "1 lines of 1 tables and 0 values" in capsys.readouterr().out
    assert Path("croupier.key").read_text() == Path("arena.key").read_text()
    assert stat.S_IMODE(Path("croupier.key").stat().st_mode) == 0o600
    assert Path("croupier.host").read_text() == "token"
    Path("croupier.key").unlink()
    command(url, "back.db")
    assert "The key is not in back.key" in capsys.readouterr().out


CUP = Event(id="cup", kind="robin", code="CUPCUP", game="holdem", deals=4, least=2, practice="", move_time_ms=600_000)


def now(room: Arena) -> Any:
    """The tables of the event: hands, cards, and who is asked."""
    return {
        id: (hosted.table.match, hosted.table.hand_id, to_dict(hosted.table.state.table))
        for id, hosted in room.room.tables.items()
        if hosted.table.state is not None
    }


async def goes_on(hand: str, *players: Client) -> None:
    """Whoever is asked answers, and is told so."""
    asked = {
        asyncio.create_task(player.until("act", "snapshot", such=lambda frame: "legal" in frame)): player
        for player in players
    }
    done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    task = done.pop()
    question = task.result()
    await asked[task].answer({**question, **question["you"], "hand_id": hand})
    await asked[task].until("event", such=lambda frame: frame["ev"] in ("CALL", "CHECK"))


@in_loop
async def test_an_arena_with_a_running_event_goes_on_in_the_same_hand_wherever_it_is_moved(tmp_path: Path) -> None:
    """From a file to PostgreSQL, to a copy of that by pg_dump, and back to a file."""
    with Postgres.started() as server:
        copy = server.url.rpartition("/")[0] + "/restored"
        stores = [str(tmp_path / "arena.db"), server.url, copy, str(tmp_path / "back.db")]
        key, tokens, before = str(tmp_path / "arena.key"), dict[str, str](), None
        for number, store in enumerate(stores):
            if store == copy:
                await asyncio.to_thread(dump_and_restore, server, copy)
            elif number:
                await asyncio.to_thread(command, stores[number - 1], store, "--key", key)
            async with (
                arena(tmp_path, store=store, key=key, events=[CUP]) as room,
                client(room) as alpha,
                client(room) as beta,
            ):
                assert before is None or now(room) == before
                for team, player in (("Alpha", alpha), ("Beta", beta)):
                    token = {"token": tokens[team]} if tokens.get(team) else {}
                    tokens |= {team: (await player.hello(team, "CUPCUP", **token)).get("token", tokens.get(team))}
                await goes_on("cup-1-M1-H1", alpha, beta)
                assert before is None or now(room) != before
                before = now(room)
                assert before and not room.events.desks["cup"].book.closed


def dump_and_restore(server: Postgres, copy: str) -> None:
    """As docs/operations.md says."""
    for program, *words in (
        ("createdb", f"--maintenance-db={server.url}", "restored"),
        ("pg_dump", "--format=custom", "--file=arena.dump", server.url),
        ("pg_restore", f"--dbname={copy}", "--no-owner", "--exit-on-error", "arena.dump"),
    ):
        subprocess.run([server.program(program), *words], check=True)
