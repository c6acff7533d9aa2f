"""The door for slow minds over real sockets: what HTTP says and refuses, and a seat that changes doors."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import websockets

from .loops import in_loop
from .network import CODE, arena, client, holdem, http
from .test_server import is_over

NONSENSE: tuple[Any, ...] = (None, 0, -1, 2**70, 1.5, True, "", "x" * 300, "\u202e", "\ud800", [], [None], {}, {"a": 1})


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@in_loop
async def test_two_play_a_match_over_http_and_over_ws(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 3})) as room, client(room) as other:
        status, joined = await http(room, "/api/join", "POST", {"team": "Alpha", "code": CODE})
        assert status == 201 and joined["tables"][0]["table_id"] == "T-1"
        await other.hello("Beta")
        playing = asyncio.create_task(other.play(is_over))
        token, n = bearer(joined["token"]), 0
        while (told := (await http(room, f"/api/wait?after={n}&hold_s=50", **token))[1])["type"] != "over":
            n = told["n"]
            if told["type"] == "act":
                action = next(word for word in ("CHECK", "CALL", "FOLD") if word in told["act"]["legal"])
                answer = {"act_id": told["act_id"], "action": action, "thoughts": "why not"}
                assert (await http(room, "/api/act", "POST", answer, **token))[0] == 200
        scores = {one["name"]: one["score"] for one in told["tables"][0]["result"]["scores"]}
        stacks = {one["team"]: one["stack"] - 10_000 for one in (await playing)["final_stacks"]}
        assert scores == stacks
        status, rows = await http(room, "/api/matches/T-1-M1/thoughts", **token)
        assert status == 200 and all(json.loads(row)["thoughts"] == "why not" for row in rows.splitlines())


@in_loop
async def test_requests_that_http_refuses_and_their_answers(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        for body, status, code in [
            ({"team": "Alpha", "code": "WRONG1"}, 401, "TEAM_UNKNOWN"),
            ({"team": "<b>", "code": CODE}, 400, "BAD_SCHEMA"),
            ({"team": "Alpha"}, 400, "BAD_SCHEMA"),
            ({"team": "Alpha", "code": CODE, "role": "operator"}, 400, "BAD_SCHEMA"),
            ({"team": "Alpha", "code": CODE, "tables": 0}, 400, "BAD_SCHEMA"),
            ({"team": "Alpha", "code": CODE, "table": "T-9"}, 409, "TABLE_FULL"),
            (b"{", 400, "BAD_SCHEMA"),
        ]:
            answered = await http(room, "/api/join", "POST", body)
            assert (answered[0], answered[1]["code"]) == (status, code), body
        assert (await http(room, "/api/wait"))[0] == 401
        assert (await http(room, "/api/wait", **bearer("0" * 64)))[1]["code"] == "NO_SEAT"
        assert (await http(room, "/api/join", "POST", {"team": "A", "code": CODE}, **bearer("mine")))[0] == 401
        token = bearer((await http(room, "/api/join", "POST", {"team": "Alpha", "code": CODE}))[1]["token"])
        for query in ("hold_s=51", "hold_s=-1", "after=x", "words=none"):
            assert (await http(room, f"/api/wait?{query}", **token))[1]["code"] == "BAD_SCHEMA", query
        for body, status, code in [
            ({"action": "CALL"}, 400, "BAD_SCHEMA"),
            ({"action": "CALL", "act_id": 1, "table": "T-9"}, 409, "NO_SEAT"),
            ({"action": "CALL", "act_id": 1}, 409, "ACTION_TOO_LATE"),
            ({"action": "CALL", "act_id": 1, "usage": {"cost": -1}}, 400, "BAD_SCHEMA"),
        ]:
            answered = await http(room, "/api/act", "POST", body, **token)
            assert (answered[0], answered[1]["code"]) == (status, code), body


@in_loop
async def test_a_seat_changes_between_ws_and_http(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        token = (await one.hello("Alpha"))["token"]
        await two.hello("Beta")
        await one.until("start_hand")
        status, taken = await http(room, "/api/wait?hold_s=0", **bearer(token))
        assert (status, taken["code"]) == (409, "SEAT_TAKEN"), "a poll takes nothing from a living connection"
        await http(room, "/api/join", "POST", {"team": "Alpha", "code": CODE}, **bearer(token))
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await one.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4001
        first = two.play(lambda frame: frame["type"] == "end_hand")
        playing = asyncio.create_task(first)
        for _ in range(3):
            told = (await http(room, "/api/wait?hold_s=50", **bearer(token)))[1]
            answer = {"act_id": told["act_id"], "action": "CALL" if "CALL" in told["act"]["legal"] else "CHECK"}
            assert (await http(room, "/api/act", "POST", answer, **bearer(token)))[0] == 200
        async with client(room) as back:
            assert (await back.hello("Alpha", token=token))["seat"] == 0
            snapshot = await back.until("snapshot")
            assert snapshot["you"]["seat"] == 0, "in the words of the game again"
            assert (await http(room, "/api/wait?hold_s=0", **bearer(token)))[1]["code"] == "SEAT_TAKEN"
        playing.cancel()


@in_loop
async def test_after_a_restart_the_same_token_has_the_same_seats_and_the_same_question(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(move_time_ms=600_000)) as room:
        tokens = [(await http(room, "/api/join", "POST", {"team": team, "code": CODE}))[1]["token"] for team in "AB"]
        waits = [(await http(room, "/api/wait?hold_s=0", **bearer(token)))[1] for token in tokens]
        at = next(at for at, told in enumerate(waits) if told["type"] == "act")
        answer = {"act_id": waits[at]["act_id"], "action": "CALL"}
        receipt = (await http(room, "/api/act", "POST", answer, **bearer(tokens[at])))[1]["receipt"]
        before = (await http(room, "/api/wait?hold_s=50", **bearer(tokens[1 - at])))[1]
    async with arena(tmp_path, holdem(move_time_ms=600_000)) as room:
        again = (await http(room, f"/api/wait?hold_s=50&after={before['n']}", **bearer(tokens[1 - at])))[1]
        assert again["act_id"] == before["act_id"] and again["words"] == before["words"] and again["n"] > before["n"]
        assert (await http(room, "/api/act", "POST", answer, **bearer(tokens[at])))[1]["receipt"] == receipt


@in_loop
async def test_limits_tell_when_to_come_again_as_http_does(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        for _ in range(30):
            request = urllib.request.Request(room.url + "/api/wait", headers=bearer("0" * 64))
            with pytest.raises(urllib.error.HTTPError) as refused:
                await asyncio.to_thread(urllib.request.urlopen, request)
        assert refused.value.code == 429 and int(refused.value.headers["Retry-After"]) >= 1


@in_loop
async def test_thoughts_are_their_own_teams_until_the_match_is_over_and_others_if_the_table_says_so(
    tmp_path: Path,
) -> None:
    tables = [holdem(options={"hands": 1}), holdem(id="T-2", code="OPEN", options={"hands": 1}, open_thoughts=True)]
    async with arena(tmp_path, *tables) as room:
        host = bearer(room.host_token)
        for code, table, public in ((CODE, "T-1", False), ("OPEN", "T-2", True)):
            joined = [(await http(room, "/api/join", "POST", {"team": team, "code": code}))[1] for team in "AB"]
            tokens = [bearer(one["token"]) for one in joined]

            async def read(address: str = f"/api/matches/{table}-M1/thoughts", **who: str) -> tuple[int, list[str]]:
                status, text = await http(room, address, **who)
                return status, [json.loads(row)["thoughts"] for row in text.splitlines()] if status == 200 else []

            playing = 1
            while playing:
                playing = 0
                for at, token in enumerate(tokens):
                    told = (await http(room, "/api/wait?hold_s=0", **token))[1]
                    playing += told["type"] != "over"
                    if told["type"] == "act":
                        action = next(word for word in ("CHECK", "CALL") if word in told["act"]["legal"])
                        answer = {"act_id": told["act_id"], "action": action, "thoughts": f"of {at}"}
                        await http(room, "/api/act", "POST", answer, **token)
                        if not (await http(room, f"/api/tables/{table}/standings"))[1]["matches"]:
                            assert set((await read(**token))[1]) == {f"of {at}"}
                            assert (await read())[0] == (await read(**host))[0] == 401
            assert (await read(**host))[0] == (200 if public else 401), (
                "thoughts name cards: a host is one of the others"
            )
            assert (await read())[0] == (200 if public else 401)
            assert (await read(**bearer("0" * 64)))[0] == (200 if public else 401)
            assert set((await read(**tokens[0]))[1]) == ({"of 0", "of 1"} if public else {"of 0"})


@in_loop
async def test_no_nonsense_breaks_the_door_or_changes_anything(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(move_time_ms=600_000)) as room:
        tokens = []
        for team in ("Alpha", "Beta"):
            tokens.append((await http(room, "/api/join", "POST", {"team": team, "code": CODE}))[1]["token"])
        before = [(await http(room, "/api/wait?hold_s=0", **bearer(token)))[1].get("act_id") for token in tokens]
        rng = random.Random(7)
        right: dict[str, dict[str, Any]] = {
            "/api/join": {"team": "Gamma", "code": "WRONG", "table": "", "tables": 1},
            "/api/act": {"act_id": 10**6, "action": "CALL", "amount": 1, "cards": [], "thoughts": "", "usage": {}},
            "/api/leave": {"table": "T-77"},
        }
        for path, body in right.items():
            for _ in range(40):
                wrong = {**body, rng.choice([*body]): rng.choice(NONSENSE)}
                if wrong.get("table") in ("", 0, None) and path == "/api/leave":
                    continue
                data = json.dumps(wrong)[: rng.choice([None, None, None, 9])].encode()
                status, told = await http(room, path, "POST", data, **bearer(tokens[0]))
                assert 400 <= status < 500 and told["code"] and told["msg"], (path, wrong, told)
        for value in NONSENSE:
            query = urllib.parse.urlencode({"after": str(value).encode("utf-8", "replace"), "hold_s": 0})
            assert (await http(room, f"/api/wait?{query}", **bearer(tokens[0])))[0] in (200, 400)
        assert before == [
            (await http(room, "/api/wait?hold_s=0", **bearer(token)))[1].get("act_id") for token in tokens
        ]
