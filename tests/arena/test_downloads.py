"""Downloads: to each team all that it was sent and answered, and nobody else's; to the host its books."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from pathlib import Path
from typing import Any

from croupier.arena.tables import lines
from croupier.arena.tables.decide import MOST_REFUSALS

from .loops import in_loop
from .network import CODE, arena, client, holdem, http
from .room import Room


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@in_loop
async def test_transcript_has_every_counted_frame_as_it_was_sent_and_every_answer_also_refused_ones(
    tmp_path: Path,
) -> None:
    async with (
        arena(tmp_path, holdem(options={"hands": 1})) as room,
        client(room) as alpha,
        client(room) as beta,
    ):
        tokens = [(await one.hello(team))["token"] for one, team in ((alpha, "Alpha"), (beta, "Beta"))]
        act = await alpha.until("act")
        await alpha.say("action", action="CHECK", act_id=act["act_id"])
        await alpha.until("error")
        await alpha.socket.send('{"type": "nonsense')
        await alpha.until("error")
        await alpha.say("action", action="FOLD", act_id=act["act_id"])
        await alpha.until("match_end")
        await beta.until("match_end")
        for number, one in enumerate((alpha, beta)):
            status, text = await http(room, "/api/matches/T-1-M1/transcript", **bearer(tokens[number]))
            assert status == 200
            rows = [json.loads(line) for line in text.splitlines()]
            sent = [row["frame"] for row in rows if row["way"] == "sent"]
            assert sent == [frame for frame in one.seen if "n" in frame]
            assert all(row["at"] > 1_700_000_000_000 for row in rows)
            assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
            if one is alpha:
                told = [(row["way"], row.get("code") or row.get("action")) for row in rows if row["way"] != "sent"]
                assert told == [("refused", "INVALID_ACTION"), ("refused", "BAD_SCHEMA"), ("answered", "FOLD")]
                assert next(row for row in rows if row["way"] == "answered")["how"] == "refused"


@in_loop
async def test_transcript_is_the_team_s_own_and_not_even_the_host_s(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await alpha.answer(await alpha.until("act"))
        for headers in ({}, bearer("guessed"), bearer(room.host_token)):
            status, told = await http(room, "/api/matches/T-1-M1/transcript", **headers)
            assert (status, told["code"]) == (401, "NOT_YOURS")


@in_loop
async def test_transcript_of_a_match_that_others_have_yet_to_play_is_withheld(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as alpha, client(room) as beta:
        token = (await alpha.hello("Alpha"))["token"]
        await beta.hello("Beta")
        await alpha.until("act")
        table = room.room.tables["T-1"].table
        table.set_up = type(table.plan)(**{**_fields(table.plan), "closed": True})
        status, told = await http(room, "/api/matches/T-1-M1/transcript", **bearer(token))
        assert (status, told["code"]) == (403, "WITHHELD")


def _fields(plan: Any) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in plan.__struct_fields__}


@in_loop
async def test_ledger_adds_up_hand_by_hand_and_is_the_host_s(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 3})) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha")
        await beta.hello("Beta")
        await asyncio.gather(*(one.play(lambda frame: frame["type"] == "match_end") for one in (alpha, beta)))
        assert (await http(room, "/api/tables/T-1/ledger"))[0] == 401
        status, text = await http(room, "/api/tables/T-1/ledger", **bearer(room.host_token))
        rows = list(csv.DictReader(io.StringIO(text)))
        assert status == 200 and [row["hand"] for row in rows] == ["1", "1", "2", "2", "3", "3"]
        for hand in range(3):
            assert sum(int(row["change"]) for row in rows[2 * hand : 2 * hand + 2]) == 0
        result = (await http(room, "/api/tables/T-1/standings"))[1]["matches"][0]
        assert [int(row["score"]) for row in rows[-2:]] == result["scores"]
        text = (await http(room, "/api/tables/T-1/ledger?format=jsonl", **bearer(room.host_token)))[1]
        assert [json.loads(line)["name"] for line in text.splitlines()][:2] == ["Alpha", "Beta"]


@in_loop
async def test_a_match_that_is_over_can_be_void_and_counts_no_more(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as alpha, client(room) as beta:
        await alpha.hello("Alpha", CODE)
        await beta.hello("Beta", CODE)
        act = await alpha.until("act")
        await alpha.say("action", action="FOLD", act_id=act["act_id"])
        await beta.until("match_end")
        host = bearer(room.host_token)
        assert (await http(room, "/api/tables/T-1/standings"))[1]["standings"][0]["name"] == "Beta"
        path = "/api/matches/T-1-M1/void"
        assert (await http(room, path, "POST", {"why": "a cable"}))[0] == 401
        assert (await http(room, path, "POST", {"why": ""}, **host))[0] == 400
        assert (await http(room, path, "POST", {"why": "a cable"}, **host))[1]["void"] == "a cable"
        assert (await http(room, path, "POST", {"why": "again"}, **host))[0] == 400
        told = (await http(room, "/api/tables/T-1/standings"))[1]
        assert told["standings"] == [] and told["matches"][0]["void"] == "a cable"


def test_an_answer_that_did_not_count_lies_sealed_and_only_the_first_of_a_hand_are_kept() -> None:
    room = Room(seats=2)
    for name in ("a", "b"):
        room.join(name)
    for _ in range(MOST_REFUSALS + 5):
        room.act("a", "CHECK", act_id=1)
    kept = [line for line in room.log if isinstance(line, lines.Refused)]
    assert len(kept) == MOST_REFUSALS and all(lines.is_secret(line, False) for line in kept)
    room.act("a", "FOLD")
    room.act("a", "CHECK")
    assert sum(isinstance(line, lines.Refused) for line in room.log) == MOST_REFUSALS + 1
