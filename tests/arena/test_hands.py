"""The host's hands over the API: what an order means beyond its table, and that it is on record."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from croupier.arena.fairness import verify_record
from croupier.arena.server.serving import Arena

from .loops import in_loop
from .network import CODE, arena, client, holdem, http
from .test_queue import CODE as QUEUE
from .test_queue import fight, queue


async def order(room: Arena, table: str, what: str, token: str = "", **more: Any) -> tuple[int, Any]:
    host = {"Authorization": f"Bearer {token or room.host_token}"}
    return await http(room, f"/api/tables/{table}/orders", "POST", {"order": what, **more}, **host)


@in_loop
async def test_a_swapped_seat_has_a_new_token_and_the_old_ones_are_worth_nothing(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as alpha, client(room) as beta, client(room) as other:
        old = (await alpha.hello("Alpha"))["token"]
        await beta.hello("Beta")
        act = await alpha.until("act")
        status, told = await order(room, "T-1", "swap", team="Alpha", why="a new bot")
        assert status == 200 and set(told["told"]) == {"team", "token"}
        for proof in ({"token": old}, {}, {"code": CODE}):
            assert (await other.hello("Alpha", **proof))["code"] == "TEAM_TAKEN"
        welcome = await other.hello("Alpha", token=told["told"]["token"])
        assert welcome["seat"] == 0
        assert (await other.until("snapshot"))["you"]["hole"] == act["you"]["hole"]
        assert (await beta.until("notice"))["order"]["what"] == "swap"
        assert "token" not in json.dumps(beta.seen[-1]), "nobody else is told"
    async with arena(tmp_path, holdem()) as room, client(room) as alpha:
        assert (await alpha.hello("Alpha", token=old))["code"] == "TEAM_TAKEN"
        assert (await alpha.hello("Alpha", token=told["told"]["token"]))["seat"] == 0


@in_loop
async def test_a_swap_on_a_roster_changes_the_code(tmp_path: Path) -> None:
    roster = {"Alpha": "AAAA11", "Beta": "BBBB22"}
    async with arena(tmp_path, holdem(code="", roster=roster)) as room, client(room) as alpha, client(room) as new:
        await alpha.hello("Alpha", "AAAA11")
        told = (await order(room, "T-1", "swap", team="Alpha"))[1]["told"]
        assert (await new.hello("Alpha", "AAAA11"))["code"] == "TEAM_UNKNOWN"
        assert (await new.hello("Alpha", told["code"]))["seat"] == 0
    async with arena(tmp_path, holdem(code="", roster={**roster, "Alpha": told["code"]})) as room, client(room) as one:
        assert (await one.hello("Alpha", told["code"]))["type"] == "welcome"


@in_loop
async def test_a_late_team_is_admitted_with_one_more_seat_and_a_code_of_its_own(tmp_path: Path) -> None:
    roster = {"Alpha": "AAAA11", "Beta": "BBBB22"}
    async with (
        arena(tmp_path, holdem(code="", roster=roster, least=2)) as room,
        client(room) as alpha,
        client(room) as beta,
        client(room) as late,
    ):
        await alpha.hello("Alpha", "AAAA11")
        await beta.hello("Beta", "BBBB22")
        act = await alpha.until("act")
        assert (await late.hello("Gamma", "CCCC33"))["code"] == "TEAM_UNKNOWN"
        status, told = await order(room, "T-1", "admit", values={"team": "Gamma"}, why="its train")
        assert status == 200 and told["seats"] == 3
        assert (await late.hello("Gamma", told["told"]["code"]))["seat"] == 2
        assert (await order(room, "T-1", "admit", values={"team": "gamma"}))[0] == 400
        await alpha.say("action", action="FOLD", act_id=act["act_id"])
        assert (await late.until("start_hand"))["hand_id"] == "T-1-M1-H2"


@in_loop
async def test_void_gives_the_stakes_back_once_and_pairs_the_two_again(tmp_path: Path) -> None:
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two:
        for each, team in ((one, "Alpha"), (two, "Beta")):
            await each.hello(team, QUEUE)
            await each.say("queue_join")
        found = await one.until("match_found")
        table = found["matchId"].rpartition("-M")[0]
        status, _ = await order(room, table, "void", why="the projector fell")
        assert status == 200
        again = await one.until("match_found")
        assert again["matchId"] != found["matchId"]
        total = [(await http(room, f"/api/accounts/{team}"))[1]["tokens"] for team in ("Alpha", "Beta")]
        assert total == [9, 9], "given back, and charged for the match that is played now"
        assert (await order(room, table, "void", why="again"))[0] == 404
        host = {"Authorization": f"Bearer {room.host_token}"}
        text = (await http(room, "/api/ledger?format=jsonl", **host))[1]
        rows = [json.loads(line) for line in text.splitlines()]
        assert sum(row["tokens"] for row in rows if row["match"] == found["matchId"]) == 0
        assert (await http(room, f"/api/matches/{found['matchId']}"))[1]["code"] == "VOID"


@in_loop
async def test_a_match_that_was_paid_out_is_taken_back_once(tmp_path: Path) -> None:
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two:
        for each, team in ((one, "Alpha"), (two, "Beta")):
            await each.hello(team, QUEUE)
            await each.say("queue_join")
        ends = await asyncio.gather(fight(one, "attacks"), fight(two, "heals"))
        host = {"Authorization": f"Bearer {room.host_token}"}
        path = f"/api/matches/{ends[0]['matchId']}/void"
        assert (await http(room, path, "POST", {"why": "wrong rules"}, **host))[0] == 200
        assert (await http(room, path, "POST", {"why": "wrong rules"}, **host))[0] == 400
    async with arena(tmp_path, queue()) as room:
        for team in ("Alpha", "Beta"):
            assert (await http(room, f"/api/accounts/{team}"))[1]["tokens"] == 10


@in_loop
async def test_orders_are_in_the_record_of_their_match_and_it_verifies(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await alpha.until("act")
        await order(room, "T-1", "time", team="Alpha", values={"ms": 9_000}, why="its cable")
        assert (await order(room, "T-1", "act", team="Alpha", values={"action": "FOLD"}))[0] == 200
        await beta.until("match_end")
        text = (await http(room, "/api/matches/T-1-M1"))[1]
        told = [json.loads(line) for line in text.splitlines() if line.startswith('{"croupier":"order"')]
        assert [(one["order"], one["hand"], one.get("why")) for one in told] == [
            ("time", 1, "its cable"),
            ("act", 1, None),
        ]
        assert verify_record(text.encode()).fair


@in_loop
async def test_only_the_host_gives_orders(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as alpha:
        token = (await alpha.hello("Alpha"))["token"]
        assert (await order(room, "T-1", "pause", token=token))[1]["code"] == "NOT_THE_HOST"
        assert (await order(room, "T-1", "kick", team="Nobody"))[1]["code"] == "BAD_INPUT"
        assert (await order(room, "T-1", "swap", team="Alpha", values={"policy": "nobody"}))[0] == 400
