"""What only the host is told over HTTP."""

from __future__ import annotations

from pathlib import Path

from .loops import in_loop
from .network import CODE, arena, holdem, http


@in_loop
async def test_the_host_is_told_all_codes_and_nobody_else(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(), holdem(id="T-2", code="", roster={"Alpha": "SECRET1"})) as room:
        host = {"Authorization": f"Bearer {room.host_token}"}
        status, offers = await http(room, "/api/offers", **host)
        assert status == 200
        assert {one["id"]: one["code"] for one in offers} == {"T-1": CODE, "T-2": ""}
        assert offers[1]["roster"] == {"Alpha": "SECRET1"}
        assert (await http(room, "/api/offers"))[0] == 401
        proof = {"Authorization": f"Bearer {room.host_token}"}
        assert await http(room, "/api/nodes", **proof) == (200, []), "it is one process"
        assert (await http(room, "/api/nodes"))[0] == 401


@in_loop
async def test_a_roster_is_read_and_nothing_is_kept_of_it(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        host = {"Authorization": f"Bearer {room.host_token}"}
        for text in (
            b"team,code\nAlpha,SECRET1\nBeta,\n",
            b'[[teams]]\nteam = "Alpha"\ncode = "SECRET1"\n[[teams]]\nteam = "Beta"\n',
        ):
            status, teams = await http(room, "/api/rosters", "POST", text, **host)
            assert status == 200 and teams["Alpha"] == "SECRET1" and len(teams["Beta"]) == 10
        assert (await http(room, "/api/rosters", "POST", b"team,code\nAlpha,x"))[0] == 401
        for text in (b"", b"nothing", b"team,code\nAlpha,x", b"[[teams", b"\xff\xfe"):
            status, refused = await http(room, "/api/rosters", "POST", text, **host)
            assert status == 400 and refused["msg"]
        assert len((await http(room, "/api/lobby"))[1]["offers"]) == 1


@in_loop
async def test_the_host_is_told_what_he_can_order(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        assert (await http(room, "/api/orders"))[0] == 401
        status, orders = await http(room, "/api/orders", Authorization=f"Bearer {room.host_token}")
        about = {one["order"]: one["about"] for one in orders}
        assert status == 200 and about["pause"] == "" and about["kick"] == "seat" and about["hold"] == "anybody"
        assert all(one["does"] for one in orders)
