"""Slow minds and the clock: who thinks for minutes keeps the seat, and every answer in time counts."""

from __future__ import annotations

import asyncio

import pytest

from croupier.arena.server.api import Problem
from croupier.arena.server.polling import LONGEST_HOLD
from croupier.arena.server.visitor import LAPSE_SECONDS

from .loops import with_stopped_clock
from .slow import asked, door, two
from .virtual import hall


@with_stopped_clock
async def test_a_client_that_blocks_its_own_loop_for_55_seconds_keeps_the_seat_and_the_answer_counts() -> None:
    async with door(two(move_time_ms=60_000)) as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        connections = open_door.room.tables["T-1"].session.connections
        connection = connections[told["act"]["seat"]]
        await asyncio.sleep(55)
        assert connections[told["act"]["seat"]] == connection
        assert (await mind.passes(told))["receipt"]["act_id"] == told["act_id"]


@with_stopped_clock
async def test_a_table_may_allow_minutes_for_a_decision() -> None:
    async with door(two(move_time_ms=600_000)) as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        assert told["act"]["time_ms"] == 600_000
        await asyncio.sleep(9 * 60)
        again = await mind.wait()
        assert again["act_id"] == told["act_id"] and again["act"]["time_ms"] <= 60_000
        assert (await mind.passes(again))["receipt"]["act_id"] == told["act_id"]


@with_stopped_clock
async def test_when_the_time_is_up_the_clock_plays_and_an_answer_is_too_late() -> None:
    async with door(two(move_time_ms=30_000)) as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        await asyncio.sleep(31)
        assert await mind.refused(told["act_id"], "CALL") == "ACTION_TOO_LATE"


@with_stopped_clock
async def test_a_poll_is_held_for_as_long_as_it_asks_and_no_longer() -> None:
    async with door() as open_door:
        one, loop = await open_door.join("Alpha"), asyncio.get_running_loop()
        for hold in (0.0, 25.0, LONGEST_HOLD):
            began = loop.time()
            assert (await one.wait(hold_s=hold))["type"] == "waiting"
            assert loop.time() - began == pytest.approx(hold)


@with_stopped_clock
async def test_a_poll_is_answered_as_soon_as_there_is_a_question() -> None:
    async with door() as open_door:
        one, loop = await open_door.join("Alpha"), asyncio.get_running_loop()
        began = loop.time()
        polls = [asyncio.create_task(one.wait()) for _ in range(2)]
        other = await open_door.join("Beta")
        polls += [asyncio.create_task(other.wait())]
        done, _ = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
        assert loop.time() == began and done.pop().result()["type"] == "act"
        for poll in polls:
            poll.cancel()


@with_stopped_clock
async def test_a_client_that_neither_polls_nor_owes_an_answer_is_gone_after_a_minute_until_its_next_poll() -> None:
    async with door() as open_door:
        one = await open_door.join("Alpha")
        hosted = open_door.room.tables["T-1"]
        await one.wait(hold_s=50)
        await asyncio.sleep(LAPSE_SECONDS - 1)
        assert hosted.session.connections
        await asyncio.sleep(2)
        assert not hosted.session.connections and hosted.table.chairs[0].taken
        assert not open_door.room.connections, "nothing is left behind"
        await one.wait(hold_s=0)
        assert hosted.session.connections


@with_stopped_clock
async def test_a_held_poll_is_presence() -> None:
    async with door() as open_door:
        one = await open_door.join("Alpha")
        hosted = open_door.room.tables["T-1"]
        for _ in range(5):
            await one.wait(hold_s=50)
            await asyncio.sleep(30)
            assert hosted.session.connections


@with_stopped_clock
async def test_a_client_that_has_answered_and_polls_no_more_is_gone_after_a_minute() -> None:
    async with door(two(move_time_ms=600_000)) as open_door:
        one, other = await open_door.join("Alpha"), await open_door.join("Beta")
        mind, told = await asked(one, other)
        await mind.passes(told)
        await asyncio.sleep(2 * LAPSE_SECONDS + 1)
        assert [*open_door.room.tables["T-1"].session.connections] == [1 - told["act"]["seat"]]


@with_stopped_clock
async def test_guessing_tokens_is_slowed_down_and_a_valid_one_is_never_kept_waiting() -> None:
    async with door() as open_door:
        one = await open_door.join("Alpha")
        codes = []
        for number in range(20):
            with pytest.raises(Problem) as refused:
                open_door.polling.bearer(f"{number:064x}", "test")
            codes.append(refused.value.body["code"])
        assert codes[0] == "NO_SEAT" and codes[-1] == "TOO_MANY_TRIES"
        assert (await one.wait(hold_s=0))["type"] == "waiting"


def test_the_same_over_ws() -> None:
    with hall() as one:
        desk = one.event(kind="robin", code="CUP1", deals=1, hands=1, move_time_ms=60_000)
        slow, quick = one.join("Alpha", "CUP1", think_ms=55_000), one.join("Beta", "CUP1")
        one.until(lambda: desk.book.over and slow.of("match_end") and quick.of("match_end"))
        assert slow.of("act") and not slow.of("error")
        assert not [event for event in slow.of("event") if event["ev"] == "TIMEOUT"]
