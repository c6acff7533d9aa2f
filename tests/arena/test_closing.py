"""An arena that closes plays its hands to their end, begins no other, and tells everybody when to come back."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest
import websockets

from croupier.arena.client import Client as BotClient
from croupier.arena.client import Tally, session
from croupier.arena.room.connection import RESTARTING
from croupier.arena.room.resting import COME_BACK_MS, GOODBYE
from croupier.arena.server import serving
from croupier.arena.server.serving import Arena, play_out

from .loops import in_loop
from .network import CODE, Client, arena, client, holdem, http
from .process import serve
from .test_client import Caller, at_once


async def seated(one: Client, two: Client) -> tuple[str, Client]:
    """Two sit down; the token of the first, and whose turn it is."""
    token = (await one.hello("Alpha"))["token"]
    await two.hello("Beta")
    act = asyncio.create_task(one.until("act")), asyncio.create_task(two.until("act"))
    done, waiting = await asyncio.wait(act, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    return token, one if act[0] in done else two


async def settled(one: Client) -> None:
    """Wait until a client has been sent all that was said before now: a refusal comes after it."""
    await one.say("nonsense")
    await one.until("error")


def said(one: Client, type_: str) -> int:
    return sum(frame["type"] == type_ for frame in one.seen)


@in_loop
async def test_a_hand_that_is_played_ends_and_no_other_begins(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        token, actor = await seated(one, two)
        rest = room.room.rest
        rest.begin()
        for each in (one, two):
            notice = await each.until("notice")
            assert (notice["code"], notice["retry_after_ms"]) == ("CLOSING", COME_BACK_MS)
        assert (await http(room, "/readyz"))[0] == 503
        over = asyncio.create_task(rest.over())
        await settled(one)
        assert rest.awaited == 1 and not over.done()
        await actor.say("action", action="FOLD")
        await over
        await settled(one)
        assert said(one, "end_hand") == 1 and said(one, "start_hand") == 1
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        await one.hello("Alpha", token=token)
        assert (await one.until("snapshot"))["at_hand_id"] == "T-1-M1-H2"


@in_loop
async def test_nobody_waits_for_a_hand_that_nobody_is_there_for(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        async with client(room) as one, client(room) as two:
            await seated(one, two)
        async with client(room) as third:
            await third.hello("Watcher", "T-1", role="spectator")
            await third.until("lobby", such=lambda frame: not any(who["connected"] for who in frame["players"]))
            room.room.rest.begin()
            assert room.room.rest.awaited == 0
            await room.room.rest.over()


@in_loop
async def test_a_client_that_comes_while_it_closes_is_told_and_begins_no_match(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        await one.hello("Alpha")
        room.room.rest.begin()
        await room.room.rest.over()
        async with client(room) as two:
            assert (await two.next())["code"] == "CLOSING"
            await two.hello("Beta")
            await settled(two)
            assert not said(two, "start_hand")


@in_loop
async def test_a_connection_is_closed_with_when_to_come_back(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        await one.hello("Alpha")
        room.stop()
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await one.next()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (RESTARTING, GOODBYE)


async def closes(room: Arena, signals: asyncio.Queue[int]) -> list[str]:
    told: list[str] = []
    await play_out(room.room.rest, signals, told.append)
    return told


@in_loop
async def test_a_second_signal_means_at_once(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        await seated(one, two)
        signals: asyncio.Queue[int] = asyncio.Queue()
        closing = asyncio.create_task(closes(room, signals))
        await one.until("notice")
        await settled(one)
        assert not closing.done()
        signals.put_nowait(signal.SIGTERM)
        assert "1 tables" in (await closing)[0] and room.room.rest.awaited == 1


def test_a_hand_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert serving.LONGEST_REST == 20
    monkeypatch.setattr(serving, "LONGEST_REST", 0.0)

    async def played() -> None:
        async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
            await seated(one, two)
            assert await closes(room, asyncio.Queue()) and room.room.rest.awaited == 1

    in_loop(played)()


@in_loop
async def test_an_arena_without_hands_closes_without_a_word(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        assert await closes(room, asyncio.Queue()) == []


@in_loop
async def test_croupier_serve_ends_after_the_hand_and_at_once_when_told_twice(tmp_path: Path) -> None:
    (tmp_path / "arena.toml").write_text(f'open = false\n[[tables]]\ngame = "holdem"\ncode = "{CODE}"\nseats = 2\n')
    for twice in (False, True):
        server, url = await serve(tmp_path)
        async with client(url) as one, client(url) as two:
            await one.hello("Alpha", f"{CODE}-a")
            await two.hello("Beta", f"{CODE}-b")
            playing = await one.until("act", "snapshot", "start_hand")
            server.send_signal(signal.SIGTERM)
            await one.until("notice")
            if twice:
                server.send_signal(signal.SIGTERM)
            else:
                await asyncio.gather(*(_to_the_end(each) for each in (one, two)))
            assert await server.wait() == 0
            assert (said(one, "end_hand") > 0) is not twice, playing


async def _to_the_end(one: Client) -> None:
    """Answer every question, those that came before included, until the arena is gone."""
    asked = [frame for frame in one.seen if frame["type"] == "act"]
    try:
        for act in asked:
            await one.answer(act)
        while True:
            frame = await one.next()
            if frame["type"] == "act":
                await one.answer(frame)
    except websockets.ConnectionClosed:
        pass


def test_a_client_comes_back_when_it_was_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep, told_to, back = asyncio.sleep, asyncio.Event(), asyncio.Event()

    async def no_sleep(seconds: float) -> None:
        if seconds == COME_BACK_MS / 1000:
            told_to.set()
        await sleep(0)

    def told(frame: dict[str, Any], tally: Tally) -> None:
        if frame["type"] == "welcome" and tally.reconnects:
            back.set()

    async def played() -> None:
        async with arena(tmp_path, holdem()) as room, client(room) as guest:
            one, two = (
                BotClient(room.url, team, CODE, tokens=tmp_path, pause=at_once, told=told) for team in ("Alpha", "Beta")
            )
            playing = [asyncio.create_task(each.play(Caller())) for each in (one, two)]
            await guest.hello("Watcher", "T-1", role="spectator")
            await guest.until("end_hand")
            room.room.rest.begin()
            await room.room.rest.over()
            monkeypatch.setattr(session.asyncio, "sleep", no_sleep)
            room.stop()
            await told_to.wait()
            monkeypatch.undo()
        async with arena(tmp_path, holdem(), port=room.address[1]):
            await back.wait()
            for each in (one, two):
                each.leave()
            await asyncio.gather(*playing)

    in_loop(played)()
