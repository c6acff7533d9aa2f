"""What an arena's host does beside the tables: settings in the environment, probes, backups, pruning."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from croupier.arena.room import memory
from croupier.arena.room.pruning import prune
from croupier.arena.server.settings import Settings, read_settings
from croupier.cli.main import parser
from croupier.kernel.errors import BadInput

from .loops import in_loop
from .network import arena, client, holdem, http


def test_every_key_can_be_said_in_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "arena.toml"
    file.write_text('port = 1\n[limits]\nhello_ms = 5\norigins = ["https://a.example"]\n')
    for name, value in {
        "CROUPIER_PORT": "9000",
        "CROUPIER_STRICT": "true",
        "CROUPIER_PRUNE_DAYS": "30",
        "CROUPIER_LIMITS_PER_ADDRESS": "7",
        "CROUPIER_LIMITS_TRUSTED_PROXIES": "10.0.0.1, 10.0.0.2",
        "CROUPIER_TABLES": '[{"id": "final", "game": "holdem", "seats": 8}]',
    }.items():
        monkeypatch.setenv(name, value)
    read = read_settings(file)
    assert (read.port, read.strict, read.prune_days) == (9000, True, 30)
    assert (read.limits.per_address, read.limits.hello_ms) == (7, 5), "the file's, where the environment is silent"
    assert read.limits.trusted_proxies == ["10.0.0.1", "10.0.0.2"] and read.limits.origins == ["https://a.example"]
    assert (read.tables[0].id, read.tables[0].seats) == ("final", 8)
    assert read_settings(file, port=8).port == 8, "and the command line over all"


@pytest.mark.parametrize(
    ("name", "value"),
    [("CROUPIER_TABLES", "final"), ("CROUPIER_LIMITS_HELLO_MS", "soon"), ("CROUPIER_PRUNE_DAYS", "-1")],
)
def test_a_variable_that_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadInput):
        read_settings(None)


def test_no_key_is_without_a_variable() -> None:
    from croupier.arena.server.settings import Limits, _said

    assert _said(Settings, "NOT_SET_") == {} and _said(Limits, "NOT_SET_") == {}


@in_loop
async def test_an_arena_that_is_about_to_close_is_healthy_and_not_ready(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        assert (await http(room, "/readyz"))[1] == {"status": "ready", "tables": 1, "tables_broken": 0}
        room.room.rest.begin()
        assert (await http(room, "/readyz"))[0] == 503
        assert (await http(room, "/healthz"))[0] == 200


@in_loop
async def test_a_backup_of_a_running_arena_goes_on_in_the_same_hand_with_its_key(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    async with arena(tmp_path, holdem()) as room, client(room) as alpha, client(room) as beta:
        token = (await alpha.hello("Alpha"))["token"]
        await beta.hello("Beta")
        act = await alpha.until("act")
        options = parser().parse_args(["backup", str(copy / "arena.db"), "--db", str(tmp_path / "arena.db")])
        assert await asyncio.to_thread(options.run, options) == 0
        with pytest.raises(BadInput, match="exists already"):
            options.run(options)
    shutil.copy(tmp_path / "arena.key", copy / "arena.key")
    async with arena(copy, holdem()) as room, client(room) as alpha:
        await alpha.hello("Alpha", token=token)
        assert (await alpha.until("snapshot"))["you"]["hole"] == act["you"]["hole"]


@in_loop
async def test_a_backup_without_its_key_goes_on_at_a_boundary_with_new_cards(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    async with arena(tmp_path, holdem()) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await alpha.until("act")
        options = parser().parse_args(["backup", str(copy / "arena.db"), "--db", str(tmp_path / "arena.db")])
        await asyncio.to_thread(options.run, options)
        before = room.room.tables["T-1"].table.shoe.secret
    async with arena(copy, holdem()) as room:
        assert room.room.tables["T-1"].table.shoe.secret != before
        assert not room.room.tables["T-1"].broken


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to be looked at " * 100])
def test_a_file_that_is_no_database_is_not_copied(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "arena.db").write_bytes(content)
    options = parser().parse_args(["backup", str(tmp_path / "copy.db"), "--db", str(tmp_path / "arena.db")])
    with pytest.raises(Exception, match=r"cannot be copied"):
        options.run(options)
    assert not (tmp_path / "copy.db").exists()
    missing = parser().parse_args(["backup", str(tmp_path / "copy.db"), "--db", str(tmp_path / "none.db")])
    with pytest.raises(BadInput, match="There is no database"):
        missing.run(missing)


@in_loop
async def test_old_lines_are_pruned_and_the_table_goes_on(tmp_path: Path) -> None:
    table = holdem(options={"hands": 1}, again=True)
    async with arena(tmp_path, table) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await asyncio.gather(*(one.play(lambda frame: frame["type"] == "match_end") for one in (alpha, beta)))
        now = room.room.epoch_ms + room.room.now()
        assert await prune(room.room, now - 600_000) == [], "it is not old enough"
        assert (await http(room, "/api/matches/T-1-M1"))[0] == 200
        assert await prune(room.room, now + 600_000) == ["T-1"]
        assert (await http(room, "/api/matches/T-1-M1"))[0] == 404
    async with arena(tmp_path, table) as room:
        assert room.room.tables["T-1"].table.match == 2 and not room.room.tables["T-1"].broken
        assert memory.PLAYED + "T-1" in await room.room.store.values(memory.PLAYED)
