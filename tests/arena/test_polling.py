"""The door for slow minds: the same seats, tables, limits and errors over plain HTTP, whatever gets lost on the way."""

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

from croupier.arena.events.event import Event
from croupier.arena.room.offers import Offer
from croupier.arena.server.api import Problem
from croupier.arena.store.memory import MemoryStore
from croupier.arena.tables.inputs import Answered, Attached, Detached
from croupier.kernel.contract.game import Move

from .loops import in_loop, with_stopped_clock
from .network import CODE, arena, client, holdem, http
from .slow import Door, SlowMind, asked, door, two
from .test_server import is_over

HOUSE = Offer(id="H", game="holdem", kind="house", code="HOUSE", seats=2, policy="station")


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# Over real sockets


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
async def test_what_http_refuses_and_how(tmp_path: Path) -> None:
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


# Without sockets


@with_stopped_clock
async def test_wait_consumes_nothing() -> None:
    async with door() as open_door:
        mind, told = await asked(await open_door.join("Alpha"), await open_door.join("Beta"))
        for _ in range(3):
            assert await mind.wait(after=told["n"] - 1) == told
        assert (await mind.wait(after=told["n"], hold_s=1))["type"] == "waiting", "it has this one"


@with_stopped_clock
async def test_an_answered_post_that_is_lost_on_the_way_gets_its_receipt_when_it_comes_again() -> None:
    async with door() as open_door:
        mind, told = await asked(await open_door.join("Alpha"), await open_door.join("Beta"))
        receipts = [await mind.act(told["act_id"], "CALL", thoughts="x" * 5_000) for _ in range(3)]
        assert receipts[0] == receipts[1] == receipts[2]
        assert receipts[0]["receipt"]["thoughts_cut"] == 5_000 - 4_096
        assert await mind.refused(told["act_id"], "FOLD") == "ACTION_TOO_LATE"
        made = open_door.room.tables["T-1"].table.chairs[told["act"]["seat"]].answered
        assert made is not None and made[0] == told["act_id"]


@with_stopped_clock
async def test_two_answers_at_once_count_once() -> None:
    async with door() as open_door:
        mind, told = await asked(await open_door.join("Alpha"), await open_door.join("Beta"))
        answers = await asyncio.gather(*(mind.refused(told["act_id"], action) for action in ("CALL", "FOLD", "CALL")))
        assert answers == ["", "ACTION_TOO_LATE", ""]


@with_stopped_clock
async def test_the_reply_may_already_be_the_next_decision() -> None:
    async with door() as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        another = other if mind is one else one
        acting = asyncio.create_task(mind.passes(told, hold_s=20))
        await another.passes(await another.wait())
        await another.passes(await another.wait())
        next_one = (await acting)["next"]
        assert next_one["type"] == "act" and next_one["act_id"] > told["act_id"] and next_one["words"]["version"] == 1


@with_stopped_clock
async def test_an_illegal_answer_plays_nothing_and_is_asked_again() -> None:
    async with door() as open_door:
        mind, told = await asked(await open_door.join("Alpha"), await open_door.join("Beta"))
        for action, more in [("CHECK", {}), ("RAISE_TO", {"amount": 3}), ("RAISE_TO", {}), ("Fold, please", {})]:
            refused = await mind.refused(told["act_id"], action, thoughts="My action: CALL", **more)
            assert refused == "INVALID_ACTION", action
        again = await mind.wait(after=told["n"])
        assert again["act_id"] == told["act_id"] and again["n"] > told["n"]
        assert again["words"] == told["words"]


@with_stopped_clock
async def test_one_token_has_many_seats_and_a_poll_gives_whichever_has_to_act() -> None:
    tables = [two(id=f"T-{number}", code=f"CODE{number}", move_time_ms=600_000) for number in range(3)]
    async with door(*tables) as open_door:
        one = await open_door.join("Alpha", "CODE0")
        for number in (1, 2):
            one = await open_door.join("Alpha", f"CODE{number}", one.token)
        assert [table["table_id"] for table in one.tables] == ["T-0", "T-1", "T-2"]
        other = await open_door.join("Beta", "CODE0")
        for number in (1, 2):
            other = await open_door.join("Gamma", f"CODE{number}", other.token)
        seen, n = set[str](), 0
        while (told := await one.wait(after=n, hold_s=0))["type"] == "act":
            seen.add(told["table_id"])
            n = told["n"]
        while (told := await other.wait(hold_s=0))["type"] == "act":
            seen.add(told["table_id"])
            await other.passes(told)
        assert seen == {"T-0", "T-1", "T-2"}
        first = await one.wait()
        assert await one.refused(first["act_id"], "CALL") == "NO_SEAT", "of several tables one has to be named"


@with_stopped_clock
async def test_join_gives_as_many_tables_against_the_house_as_are_wanted_and_no_more_when_it_comes_again() -> None:
    async with door(HOUSE) as open_door:
        one = await open_door.join("Alpha", "HOUSE", tables=3)
        again = await open_door.join("Alpha", "HOUSE", one.token, tables=3)
        assert again.token == one.token
        assert [table["table_id"] for table in again.tables] == [table["table_id"] for table in one.tables]
        assert len({table["table_id"] for table in one.tables}) == 3
        more = await open_door.join("Alpha", "HOUSE", one.token, tables=5)
        assert len(more.tables) == 5


@with_stopped_clock
async def test_a_name_is_taken_back_by_token_or_secret_only() -> None:
    async with door() as open_door:
        one = await open_door.join("Alpha", "CODE-secret")
        with pytest.raises(Problem) as refused:
            await open_door.join("Alpha")
        assert refused.value.body["code"] == "TEAM_TAKEN"
        again = await open_door.join("ALPHA", "CODE-secret")
        assert again.token != one.token and (await again.wait(hold_s=0))["tables"][0]["seat"] == 0
        plain = await open_door.join("Beta")
        for seat in plain.seats:
            seat.leave()
        with pytest.raises(Problem):
            await open_door.join("Beta")


@with_stopped_clock
async def test_who_leaves_a_table_does_not_come_back_to_it_by_itself() -> None:
    async with door(HOUSE) as open_door:
        one = await open_door.join("Alpha", "HOUSE", tables=2)
        left = one.tables[0]["table_id"]
        visitor = open_door.polling.bearer(one.token, "test")
        visitor.left.add(left)
        open_door.polling._seat(visitor, left).leave()
        assert [table["table_id"] for table in (await one.wait(hold_s=0))["tables"]] == [one.tables[1]["table_id"]]
        back = await open_door.join("Alpha", "HOUSE", one.token, table=left)
        assert len(back.tables) == 2


@with_stopped_clock
async def test_a_queue_pairs_two_who_come_by_http() -> None:
    queue = Offer(id="Q", game="battle", kind="queue", code="QUEUE", options={"max_rounds": 3})
    async with door(queue) as open_door:
        one = await open_door.join("Alpha", "QUEUE")
        assert (await one.wait(hold_s=1))["type"] == "waiting"
        other = await open_door.join("Beta", "QUEUE")

        async def fights(mind: SlowMind) -> dict[str, Any]:
            while (told := await mind.wait())["type"] != "over":
                if told["type"] == "act":
                    await mind.act(told["act_id"], "CONFIRM", cards=["attack", None, None])
            return told

        ends = await asyncio.gather(fights(one), fights(other))
        assert all(end["tables"][0]["result"]["type"] == "match_end" for end in ends)
        again = await open_door.join("Alpha", "QUEUE", one.token)
        assert (await again.wait(hold_s=1))["type"] == "waiting"


GAMES: dict[str, dict[str, Any]] = {
    "holdem": {"seats": 2, "options": {"hands": 2}},
    "battle": {"options": {"max_rounds": 3}},
    "deal": {"options": {"hands": 1}},
    "five_card_draw": {"options": {"hands": 1}},
    "gin_rummy": {"options": {"hands": 1}},
    "kuhn": {"options": {"hands": 2}},
}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_over_http(game: str) -> None:
    @with_stopped_clock
    async def played() -> None:
        offer = Offer(id="T", game=game, code="CODE", move_time_ms=60_000, **GAMES[game])
        async with door(offer) as open_door:
            seats = open_door.room.tables["T"].table.plan.seats
            minds = [await open_door.join(f"p{seat}") for seat in range(seats)]

            async def answers(mind: SlowMind) -> dict[str, Any]:
                while (told := await mind.wait(words="full"))["type"] != "over":
                    if told["type"] == "act":
                        option = told["act"]["options"][0]
                        cards = option.get("cards", [])[: option.get("fewest", 0)]
                        await mind.act(told["act_id"], option["action"], amount=option.get("low"), cards=cards)
                return told

            ends = await asyncio.gather(*map(answers, minds))
            assert len({json.dumps(end["tables"][0]["result"]["scores"]) for end in ends}) == 1

    played()


@with_stopped_clock
async def test_after_a_restart_a_token_holds_what_it_held() -> None:
    store = MemoryStore()
    async with door(HOUSE, two(), store=store) as open_door:
        one = await open_door.join("Alpha", "HOUSE", tables=3)
        one = await open_door.join("Alpha", "CODE", one.token)
        held = {table["table_id"] for table in one.tables}
    async with door(HOUSE, two(), store=store) as open_door:
        again = SlowMind(open_door, one.token, [])
        assert {table["table_id"] for table in (await again.wait(hold_s=0))["tables"]} == held


@with_stopped_clock
async def test_the_limits_of_connections_are_those_of_everybody() -> None:
    async with door(HOUSE, connections=2) as open_door:
        with pytest.raises(Problem) as refused:
            await open_door.join("Alpha", "HOUSE", tables=3)
        assert refused.value.status == 503


@with_stopped_clock
async def test_one_address_holds_no_more_seats_over_http_than_connections_over_ws() -> None:
    async with door(HOUSE, per_address=3) as open_door:
        for team, tables in (("Alpha", 4), ("Beta", 1)):
            with pytest.raises(Problem) as refused:
                await open_door.join(team, "HOUSE", tables=tables)
            assert refused.value.status == 429 and refused.value.body["retry_after_ms"]
        assert opened(open_door) == 3 and sum(open_door.room.addresses.values()) == 3


def opened(open_door: Door) -> int:
    return len(open_door.room.connections)


@with_stopped_clock
async def test_a_refused_join_leaves_nothing_behind() -> None:
    async with door() as open_door:
        for code in ("WRONG", "CODE"):
            with pytest.raises(Problem):
                await open_door.join("<b>", code)
        assert opened(open_door) == 0
        await open_door.join("Alpha")
        assert opened(open_door) == 1


@with_stopped_clock
async def test_an_arena_that_closes_in_mid_game_is_no_end_of_a_match() -> None:
    async with door() as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        waiting = asyncio.create_task((other if mind is one else one).wait())
        open_door.room.rest.begin()
        assert (await mind.wait())["act_id"] == told["act_id"], "the hand is played to its end"
        await open_door.room.rest.say_goodbye()
        for poll in (waiting, mind.wait(), mind.passes(told)):
            with pytest.raises(Problem) as refused:
                await poll
            assert (refused.value.status, refused.value.body["code"]) == (503, "CLOSING")
            assert refused.value.body["retry_after_ms"]


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


async def some_hands(minds: list[SlowMind], hands: int) -> tuple[SlowMind, dict[str, Any]]:
    """Check, call and sometimes fold until a hand has come; whose decision is next, and what it is."""
    for step in range(10_000):
        mind, told = await asked(*minds)
        if int(told["act"]["hand_id"].rpartition("-H")[2]) >= hands:
            break
        legal = told["act"]["legal"]
        action = "FOLD" if "FOLD" in legal and step % 9 == 0 else "CHECK" if "CHECK" in legal else "CALL"
        await mind.act(told["act_id"], action)
    return mind, await mind.wait(words="full")


@with_stopped_clock
async def test_words_are_the_same_after_a_restart() -> None:
    store, offer = MemoryStore(), two(move_time_ms=600_000)
    async with door(offer, store=store) as open_door:
        minds = [await open_door.join(team) for team in ("Alpha", "Beta")]
        mind, before = await some_hands(minds, 12)
    assert before["words"]["text"].count("Earlier, ") == 11
    async with door(offer, store=store) as open_door:
        again = await SlowMind(open_door, mind.token, []).wait(words="full")
        assert again["words"] == before["words"]


@with_stopped_clock
async def test_a_seat_that_comes_from_ws_in_mid_match_is_told_all_of_it_in_words() -> None:
    async with door(two(move_time_ms=600_000)) as open_door:
        minds = [await open_door.join(team) for team in ("Alpha", "Beta")]
        mind, before = await some_hands(minds, 6)
        table = open_door.room.tables["T-1"].table
        seat = before["act"]["seat"]
        for one in mind.seats:
            one.leave()
        hosted = open_door.room.tables["T-1"]
        hosted.put(Attached("a socket", seat))
        move = table.game.kind("CALL" if "CALL" in before["act"]["legal"] else "CHECK")
        hosted.put(Answered(seat, before["act_id"], Move(move)), Detached("a socket"))
        assert table.chairs[seat].dialect == "game" and table.narrators.lacks(seat)
        other = next(one for one in minds if one is not mind)
        while (asks := await mind.wait(hold_s=0, words="full"))["type"] != "act":
            await other.passes(await other.wait())
        told = asks["words"]["text"]
        assert told.count("Earlier, ") == 5 and told.startswith(before["words"]["text"][:20])
        here = before["words"]["text"]
        assert here[here.index("Earlier") : here.index("\n\nThe others")] in told, "and what was done since comes after"


@with_stopped_clock
async def test_an_event_is_played_over_http_from_table_to_table_until_it_is_over() -> None:
    async with door() as open_door:
        event = Event(id="cup", kind="robin", code="CUP1", deals=2, least=3, practice="", open_thoughts=True)
        desk = open_door.events.open(event)
        minds = [await open_door.join(team, "CUP1") for team in ("Alpha", "Beta", "Gamma")]

        async def plays(mind: SlowMind) -> set[str]:
            seen = set[str]()
            while (told := await mind.wait())["type"] != "over":
                if told["type"] == "act":
                    seen.add(told["table_id"])
                    await mind.passes(told, thoughts="one of many")
                    await asyncio.sleep(70 if len(seen) == 2 else 0)  # so long that it counts as gone
            return seen

        tables = await asyncio.gather(*map(plays, minds))
        assert desk.book.closed is not None and all(len(seen) >= 2 for seen in tables)
        assert (await minds[0].wait())["type"] == "over", "also to who comes back later"
        plan = desk.plan_for(next(iter(desk.book.fixtures.values())))
        assert plan.open_thoughts


NONSENSE: tuple[Any, ...] = (None, 0, -1, 2**70, 1.5, True, "", "x" * 300, "\u202e", "\ud800", [], [None], {}, {"a": 1})


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
