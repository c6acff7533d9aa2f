"""No client can cheat, stall or crash the arena: others play on, memory is bounded, and the log has no traceback.

`scripts/abuse` sends a hundred thousand bad frames.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import websockets

from croupier.arena.room import connection
from croupier.arena.room.guests import LONGEST_FRAME
from croupier.arena.server import http
from croupier.arena.server.settings import Limits

from .abuse import pester, quiet_match, slow_handshakes
from .loops import in_loop
from .network import CODE, arena, client, holdem

OTHER = "OTHER1"


def no_traceback(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether nothing went wrong by the log."""
    return not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


@in_loop
async def test_bad_frames_are_answered_and_change_nothing_for_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tables = holdem(), holdem(id="T-2", code=OTHER, seats=3)
    async with arena(tmp_path, *tables) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha")
        await two.hello("Beta")

        async def abuse() -> None:
            outside = await pester(room, 1_000, seed=1)
            inside = await pester(room, 1_000, seed=2, team="Mallory", code=OTHER)
            assert outside["BAD_SCHEMA"] and outside["TOO_MANY_TRIES"] and outside["closed 1008"]
            assert inside["BAD_SCHEMA"] and inside["OUT_OF_TURN"] + inside["INVALID_ACTION"]

        await quiet_match(one, two, 10, abuse)
        assert len(room.room.guests) <= 3
    assert no_traceback(caplog)


@in_loop
async def test_a_frame_that_is_too_long_is_refused_or_ends_the_connection(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        await one.socket.send("x" * (LONGEST_FRAME + 1))
        assert (await one.until("error"))["code"] == "BAD_SCHEMA"
        assert (await one.hello("Alpha"))["type"] == "welcome"
        await two.socket.send("x" * 1_000_000)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await two.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


@in_loop
async def test_a_client_that_sends_too_much_is_told_to_wait_and_then_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BURST", 20)
    monkeypatch.setattr(connection, "PER_SECOND", 1)
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        await one.hello("Alpha")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            for _ in range(200):
                await one.socket.send(json.dumps({"type": "action", "v": 1, "action": "FOLD"}))
            while True:
                await one.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        waits = [frame["retry_after_ms"] for frame in one.seen if frame.get("code") == "TOO_MANY_FRAMES"]
        assert len(waits) > connection.PATIENCE and min(waits) > 0


@in_loop
async def test_duplicated_and_stale_answers_count_once(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha")
        await two.hello("Beta")
        first = await one.until("act")
        for _ in range(3):
            await one.answer(first)
        errors = [await one.until("error") for _ in range(2)]
        assert {frame["code"] for frame in errors} == {"ACTION_TOO_LATE"}
        await two.say("action", action="FOLD", act_id=first["act_id"] + 100)
        assert (await two.until("error"))["code"] == "OUT_OF_TURN"


@in_loop
async def test_a_client_that_never_reads_stops_no_clock(tmp_path: Path) -> None:
    slow = holdem(options={"limit_ms": 50}, seats=3)
    async with arena(tmp_path, slow) as room, client(room) as one, client(room) as two:
        deaf = await _deaf(room.url)
        await one.hello("Alpha")
        await two.hello("Beta")
        assert any(guest.team == "Deaf" for guest in room.room.guests.values())
        await quiet_match(one, two, 3, lambda: asyncio.sleep(0))
        deaf.close()


class FullSocket:
    """A socket whose other side does not read."""

    full, gone = True, False

    def __init__(self) -> None:
        self.writable, self.hung_up = asyncio.Event(), False

    def hang_up(self) -> None:
        self.hung_up = self.gone = True
        self.writable.set()

    def write(self, frames: list[bytes]) -> None:
        raise AssertionError("It is full.")


@in_loop
async def test_a_client_that_never_reads_is_cut_off_before_much_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_WAIT", 0.01)
    full = FullSocket()
    slow = connection.Connection("c1", full, "", asyncio.get_running_loop())  # type: ignore[arg-type]
    for _question in range(2):
        sent = asyncio.Event()
        slow.send([b"x" * 1000], sent.set)
        await sent.wait()  # its clock starts, though it has read nothing
    for _ in range(connection.MOST_WAITING // 1000 - 1):
        assert not full.hung_up
        slow.send([b"x" * 1000])
    assert full.hung_up


async def _deaf(url: str) -> socket.socket:
    """A client that says `hello` and then reads nothing, with as small a buffer as there is."""
    place = urlsplit(url)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    loop = asyncio.get_running_loop()
    deaf.setblocking(False)
    await loop.sock_connect(deaf, (place.hostname, place.port))
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    head = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + key
    hello = json.dumps({"type": "hello", "v": 1, "team": "Deaf", "join_code": CODE}).encode()
    masked = bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello
    await loop.sock_sendall(deaf, head)
    assert b" 101 " in await loop.sock_recv(deaf, 1024)
    await loop.sock_sendall(deaf, masked)
    return deaf


@in_loop
async def test_slow_handshakes_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "PATIENCE", 0.2)
    async with arena(tmp_path, holdem()) as room:
        streams = await slow_handshakes(room, 20)
        async with client(room) as one:
            assert (await one.hello("Alpha"))["type"] == "welcome"
        for reader, writer in streams:
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readexactly(1)
            writer.close()


@in_loop
async def test_idle_connections_hold_nobody_up_and_have_a_limit(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(), limits=Limits(per_address=102)) as room:
        idle = [await websockets.connect(f"{room.url.replace('http', 'ws')}/ws", compression=None) for _ in range(100)]
        async with client(room) as one, client(room) as two:
            await one.hello("Alpha")
            await two.hello("Beta")
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(f"{room.url.replace('http', 'ws')}/ws")
            assert refused.value.response.status_code == 429
            assert json.loads(refused.value.response.body)["retry_after_ms"] > 0
            await quiet_match(one, two, 2, lambda: asyncio.sleep(0))
        await asyncio.gather(*(each.close() for each in idle))


@in_loop
async def test_thirty_teams_at_one_address_join_beside_one_that_guesses(tmp_path: Path) -> None:
    tables = [holdem(id=f"T-{number}", code=f"TABLE{number}", seats=10) for number in range(3)]
    async with arena(tmp_path, *tables) as room:
        await pester(room, 500, seed=3)
        for number in range(30):
            async with client(room) as one:
                assert (await one.hello(f"Team {number}", f"TABLE{number % 3}"))["type"] == "welcome"
