"""A restart under other rules: a table goes on from its last boundary, or begins another match, and says so."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.room import memory
from croupier.arena.store import Line, Value
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.arena.tables import lines

from .loops import in_loop
from .network import Client, arena, client, holdem, http


async def play_into_the_third_hand(folder: Path) -> tuple[list[str], dict[str, Any], list[dict[str, int]]]:
    """Two play; their tokens, what the first of them was told of the third hand, and the stacks before it."""
    async with arena(folder, holdem()) as room, client(room) as one, client(room) as two:
        tokens = [(await one.hello("Alpha"))["token"], (await two.hello("Beta"))["token"]]
        await asyncio.gather(_hands(one, 2), _hands(two, 2))
        stacks = next(frame["stacks"] for frame in reversed(one.seen) if frame["type"] == "end_hand")
        return tokens, await one.until("start_hand"), stacks


async def _hands(one: Client, number: int) -> None:
    while number:
        frame = await one.next()
        if frame["type"] == "act":
            await one.answer(frame)
        number -= frame["type"] == "end_hand"


async def change(folder: Path, changed: Callable[[SqliteStore], Any]) -> None:
    """Change a store as another release would find it."""
    store = await SqliteStore.open(folder / "arena.db", HouseKey.load(folder / "arena.key"))
    await changed(store)
    await store.close()


async def _other_rules(store: SqliteStore) -> None:
    kept = (await store.values(memory.TABLE))["table/T-1"]
    standing = msgspec.json.decode(kept, type=memory.Standing)
    await store.append(memory.of_standing(msgspec.structs.replace(standing, fingerprint="another")))


async def _other_layout(store: SqliteStore) -> None:
    await _other_rules(store)
    read = await store.read("T-1")
    snapshot = lines.decode(read[0].body)
    assert isinstance(snapshot, lines.Snapshot)
    unreadable = lines.encode(msgspec.structs.replace(snapshot, state=zlib.compress(b"a match of another layout")))
    await store.append(Line("T-1", read[-1].number + 1, unreadable, secret=True, snapshot=True), Value("x", None))


@in_loop
async def test_under_other_rules_a_table_goes_on_from_its_last_boundary(tmp_path: Path) -> None:
    tokens, started, stacks = await play_into_the_third_hand(tmp_path)
    await change(tmp_path, _other_rules)
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        assert "the rules have changed" in (await http(room, "/api/lobby"))[1]["notes"][0]
        assert (await http(room, "/api/tables/T-1"))[1]["note"]
        await one.hello("Alpha", token=tokens[0])
        snapshot = await one.until("snapshot")
        assert snapshot["at_hand_id"] not in ("", started["hand_id"])
        held = {player["seat"]: player["stack"] + player["committed"] for player in snapshot["players"]}
        assert held == {entry["seat"]: entry["stack"] for entry in stacks}
        assert snapshot["you"]["hole"] != started["hole"]
        await two.hello("Beta", token=tokens[1])
        if "legal" in snapshot:
            await one.answer({**snapshot, "hand_id": snapshot["at_hand_id"]})
        else:
            again = await two.until("snapshot")
            await two.answer({**again, "hand_id": again["at_hand_id"]})
        await asyncio.gather(_hands(one, 1), _hands(two, 1))
    async with arena(tmp_path, holdem()) as room:
        assert room.room.notes == []


async def _damaged(store: SqliteStore) -> None:
    read = await store.read("T-1")
    await store.append(Line("T-1", read[-1].number + 1, b"no line", snapshot=True))


@in_loop
async def test_a_table_that_cannot_be_made_again_is_left_as_it_lies(tmp_path: Path) -> None:
    await play_into_the_third_hand(tmp_path)
    await change(tmp_path, _damaged)
    async with arena(tmp_path, holdem(), holdem(id="T-2", code="OTHER1")) as room, client(room) as one:
        assert "could not be made again" in (await http(room, "/api/tables/T-1"))[1]["note"]
        assert (await one.hello("Gamma"))["type"] == "error"
        assert (await one.hello("Gamma", "OTHER1"))["type"] == "welcome"


@in_loop
async def test_a_match_that_cannot_be_read_any_more_is_begun_anew(tmp_path: Path) -> None:
    tokens, _, _ = await play_into_the_third_hand(tmp_path)
    await change(tmp_path, _other_layout)
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        assert "begins another" in room.room.notes[0]
        await one.hello("Alpha", token=tokens[0])
        snapshot = await one.until("snapshot")
        assert snapshot["at_hand_id"] == "T-1-M2-H1"
        held = [player["stack"] + player["committed"] for player in snapshot["players"]]
        assert held == [10_000, 10_000]


@in_loop
async def test_offers_that_are_gone_from_the_configuration_are_withdrawn_where_nobody_sits(tmp_path: Path) -> None:
    tables = holdem(), holdem(id="T-2", code="OTHER1"), holdem(id="T-3", code="OTHER2")
    async with arena(tmp_path, *tables) as room, client(room) as one:
        await one.hello("Alpha", "OTHER1")
        host = {"Authorization": f"Bearer {room.host_token}"}
        assert (await http(room, "/api/tables", "POST", {"id": "own", "game": "holdem"}, **host))[0] == 201
    async with arena(tmp_path, tables[0]) as room, client(room) as one:
        assert set(room.room.desks) == {"T-1", "T-2", "own"}
        assert ["T-2" in note and "somebody sits there" in note for note in room.room.notes] == [True]
        assert (await one.hello("Beta", "OTHER2"))["code"] == "TEAM_UNKNOWN"
        host = {"Authorization": f"Bearer {(tmp_path / 'arena.host').read_text().strip()}"}
        kicked = {"order": "kick", "seat": 0, "why": "gone"}
        assert (await http(room, "/api/tables/T-2/orders", "POST", kicked, **host))[0] == 200
    async with arena(tmp_path, tables[0]) as room:
        assert set(room.room.desks) == {"T-1", "own"} and room.room.notes == []
    async with arena(tmp_path, *tables) as room, client(room) as one:
        assert (await one.hello("Alpha", "OTHER2"))["table_id"] == "T-3"
