"""One team at several tables at once: `MultiTableClient`, and `croupier join --tables`."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.client import MultiTableClient, Refused, Tally
from croupier.arena.room.offers import Offer

from .loops import in_loop
from .network import CODE, arena, client, holdem, http
from .test_client import at_once, of_the_house

HOUSE = Offer(id="H", game="holdem", kind="house", code="HOUSE", seats=2, policy="station", options={"hands": 3})


def tables(url: str, folder: Path, number: int, **more: Any) -> MultiTableClient:
    more = {"matches": 1, "pause": at_once, **more}
    return MultiTableClient(url, "Alpha", "HOUSE", number, tokens=folder, **more)


@in_loop
async def test_several_tables_are_played_at_once_with_one_token(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room:
        tallies = await tables(room.url, tmp_path / "seats", 4).play(of_the_house)
        assert len({tally.table for tally in tallies}) == 4
        assert all(len(tally.results) == 1 and not tally.refused for tally in tallies)
        assert len([*(tmp_path / "seats").iterdir()]) == 1, "one token for all"


@in_loop
async def test_a_client_that_comes_back_has_the_tables_that_it_had(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room:
        first = await tables(room.url, tmp_path / "seats", 3).play(of_the_house)
        again = await tables(room.url, tmp_path / "seats", 3).play(of_the_house)
        assert {tally.table for tally in again} == {tally.table for tally in first}


@in_loop
async def test_a_line_that_breaks_at_one_table_leads_back_to_the_same(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room:
        broken = set[str]()

        def told(frame: dict[str, Any], tally: Tally) -> None:
            if frame["type"] == "act" and tally.table not in broken:
                broken.add(tally.table)
                session = next(one.session for one in playing.clients if one.tally is tally)
                assert session is not None
                session.drop()

        playing = tables(room.url, tmp_path / "seats", 3, told=told)
        tallies = await playing.play(of_the_house)
        assert {tally.table for tally in tallies} == broken and len(broken) == 3
        assert all(tally.reconnects >= 1 and len(tally.results) == 1 for tally in tallies)


@in_loop
async def test_where_there_is_one_table_there_are_not_two(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        with pytest.raises(Refused, match="one table behind this code"):
            await MultiTableClient(room.url, "Alpha", CODE, 2, tokens=tmp_path / "seats").play(of_the_house)


@in_loop
async def test_leaving_leaves_all_tables(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room:
        welcomed = asyncio.Event()
        number = 0

        def told(frame: dict[str, Any], tally: Tally) -> None:
            nonlocal number
            number += frame["type"] == "welcome"
            if number == 3:
                welcomed.set()

        playing = tables(room.url, tmp_path / "seats", 3, told=told, matches=None)
        task = asyncio.create_task(playing.play(of_the_house))
        await welcomed.wait()
        playing.leave()
        assert len(await task) == 3


@in_loop
async def test_a_named_table_is_ones_own_or_refused(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room, client(room) as one, client(room) as other, client(room) as third:
        first = await one.hello("Alpha", "HOUSE")
        second = await other.hello("Alpha", "HOUSE", token=first["token"], table="new")
        assert second["table_id"] != first["table_id"] and "token" not in second
        for table in ("H-77", first["table_id"]):
            refused = await third.hello("Beta", "HOUSE", table=table)
            assert refused["code"] == "TABLE_FULL", "nobody sits down at somebody else's table against the house"
        lobby = (await http(room, "/api/lobby"))[1]["tables"]
        assert sum(player["name"] == "Alpha" for table in lobby for player in table["players"]) == 2


@in_loop
async def test_join_at_several_tables_from_the_command_line(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room:
        where = ("join", room.url, "--team", "Alpha", "--code", "HOUSE", "--bot", "house:station")
        joined = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "croupier", *where, "--tables", "3", "--matches", "1", "--json"),
            stdout=asyncio.subprocess.PIPE,
            env={"XDG_STATE_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path), "PATH": ""},
        )
        out, _ = await joined.communicate()
        assert joined.returncode == 0
        ended = json.loads(out)["tables"]
        assert len({table["table"] for table in ended}) == 3 and all(len(table["matches"]) == 1 for table in ended)
