"""The door for slow minds: the same seats, tables, limits and errors over plain HTTP, whatever gets lost on the way."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from croupier.arena.events.event import Event
from croupier.arena.room import room as rooms
from croupier.arena.room.offers import Offer
from croupier.arena.server.api import Problem
from croupier.arena.tables.inputs import Answered, Attached, Detached
from croupier.kernel.contract.game import Move

from .loops import with_stopped_clock
from .memory_store import MemoryStore
from .slow import Door, SlowMind, asked, door, two

HOUSE = Offer(id="H", game="holdem", kind="house", code="HOUSE", seats=2, policy="station")


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
        assert next_one["type"] == "act" and next_one["act_id"] > told["act_id"] and next_one["words"]["version"] == 3


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
async def test_a_fold_with_nothing_to_call_is_an_answer_and_nothing_lists_it() -> None:
    async with door() as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        await mind.passes(told)
        mind, told = await asked(one, other)
        assert told["act"]["legal"] == ["CHECK", "RAISE_TO"] and told["act"]["asides"] == []
        assert "FOLD" not in told["words"]["text"]
        for action, more in [("CALL", {}), ("RAISE_TO", {"amount": 3}), ("FOLD", {"aside": True})]:
            with pytest.raises(Problem) as problem:
                await mind.act(told["act_id"], action, **more)
            assert problem.value.body["code"] == "INVALID_ACTION"
            assert problem.value.body["msg"].endswith(" Legal: CHECK, RAISE_TO 200–10000.")
        receipts = [await mind.act(told["act_id"], "FOLD") for _ in range(2)]
        assert receipts[0] == receipts[1] and receipts[0]["receipt"]["act_id"] == told["act_id"]
        assert open_door.room.tables["T-1"].table.hand == 2


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
async def test_a_client_that_leaves_a_table_does_not_come_back_to_it_by_itself() -> None:
    async with door(HOUSE) as open_door:
        one = await open_door.join("Alpha", "HOUSE", tables=2)
        left = one.tables[0]["table_id"]
        visitor = open_door.polling.bearer(one.token, "test")
        visitor.left.add(left)
        open_door.polling.seat(visitor, left).leave()
        assert [table["table_id"] for table in (await one.wait(hold_s=0))["tables"]] == [one.tables[1]["table_id"]]
        back = await open_door.join("Alpha", "HOUSE", one.token, table=left)
        assert len(back.tables) == 2


@with_stopped_clock
async def test_a_queue_pairs_two_clients_over_http() -> None:
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


@with_stopped_clock
async def test_a_client_that_cannot_queue_over_http_is_told_why() -> None:
    queue = Offer(id="Q", game="battle", kind="queue", code="QUEUE", stake=11)
    async with door(queue) as open_door:
        with pytest.raises(Problem) as refused:
            await open_door.join("Alpha", "QUEUE")
        assert (refused.value.status, refused.value.body["code"]) == (409, "TOO_FEW_TOKENS")
        assert refused.value.body["msg"] == "You have 10 tokens; the stake is 11."


@with_stopped_clock
async def test_where_there_is_no_room_for_a_table_one_comes_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async with door(Offer(id="Q", game="battle", kind="queue", code="QUEUE")) as open_door:
        await open_door.join("Alpha", "QUEUE")
        monkeypatch.setattr(rooms, "MOST_TABLES", 0)
        with pytest.raises(Problem) as refused:
            await open_door.join("Beta", "QUEUE")
        assert (refused.value.status, refused.value.body["code"]) == (503, "TOO_MANY_TABLES")
        assert int(refused.value.body["retry_after_ms"]) > 0


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
        assert table.chairs[seat].dialect == "game" and hosted.session.narrators.lacks(seat)
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
        assert desk.book.over is not None and all(len(seen) >= 2 for seen in tables)
        assert (await minds[0].wait())["type"] == "over", "also to who comes back later"
        plan = desk.plan_for(next(iter(desk.book.fixtures.values())))
        assert plan.open_thoughts
