"""How many may want something at once: sockets, seats, plain connections and requests have the same limit."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.server import http as handler
from croupier.arena.server.crowd import COME_BACK_MS, Crowd, Turnstile
from croupier.arena.server.doorkeeper import Doorkeeper
from croupier.arena.server.serving import Arena
from croupier.arena.server.settings import Limits

from .loops import in_loop
from .network import arena, client, holdem, http

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def line(room: Arena) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(*room.address)


def crowd_of(room: Arena) -> Crowd:
    found: Any = room.server.config.http_protocol_class
    return found.crowd  # type: ignore[no-any-return]


async def answered(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """The next answer: its status, its head and its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(one.lower().split(": ", 1) for one in head[1:] if one)
    return int(head[0].split()[1]), fields, await reader.readexactly(int(fields.get("content-length", 0)))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, nobody is given up for that."""
    for name in ("PATIENCE", "LITTLE_PATIENCE", "UNREAD"):
        monkeypatch.setattr(handler, name, 1e6)


@in_loop
async def test_plain_connections_of_one_address_have_a_limit(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(), limits=Limits(per_address=5)) as room:
        idle = [await line(room) for _ in range(5)]
        reader, probe = await line(room)
        probe.write(GET)
        status, head, _ = await answered(reader)
        assert (status, head["connection"]) == (200, "close"), "whether the arena runs is told to anybody"
        assert await reader.read() == b""
        reader, refused = await line(room)
        refused.write(GET.replace(b"/healthz", b"/api/lobby"))
        status, head, body = await answered(reader)
        assert (status, head["connection"], head["retry-after"]) == (429, "close", "5")
        told = json.loads(body)
        assert (told["code"], told["retry_after_ms"]) == ("TOO_MANY_CONNECTIONS", COME_BACK_MS)
        assert await reader.read() == b""
        for writer in [probe, refused, *(one for _, one in idle)]:
            writer.close()
            await writer.wait_closed()
        while (await http(room, "/api/lobby"))[0] != 200:
            pass  # until the arena has noticed that they are gone


@in_loop
async def test_a_socket_is_no_plain_connection_any_more(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        assert (await one.hello("Alpha"))["type"] == "welcome"
        assert not crowd_of(room).lines and room.room.addresses["127.0.0.1"] == 1


@in_loop
async def test_behind_a_proxy_that_is_trusted_only_all_lines_together_have_a_limit(tmp_path: Path) -> None:
    limits = Limits(per_address=1, connections=3, trusted_proxies=["127.0.0.1"])
    async with arena(tmp_path, holdem(), limits=limits) as room:
        lines = [await line(room) for _ in range(4)]
        for number, (_, writer) in enumerate(lines):
            writer.write(
                GET.replace(b"/healthz", b"/nowhere").replace(b"Host", b"X-Forwarded-For: 10.0.0.%d\r\nHost" % number)
            )
        assert [(await answered(reader))[0] for reader, _ in lines] == [404, 404, 404, 503]
        for _, writer in lines:
            writer.close()


@in_loop
async def test_a_client_that_is_one_too_many_and_says_nothing_is_soon_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handler, "LITTLE_PATIENCE", 0.01)
    async with arena(tmp_path, holdem(), limits=Limits(per_address=1)) as room:
        _, first = await line(room)
        reader, second = await line(room)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        assert crowd_of(room).lines == {"127.0.0.1": 1}
        for writer in (first, second):
            writer.close()


class Slow:
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.done = asyncio.Event()
        self.asked = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        await self.done.wait()
        if scope["path"] == "/breaks":
            raise RuntimeError("a bug")


@in_loop
async def test_requests_of_one_address_have_a_limit_and_others_do_not_wait_for_them(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(), limits=Limits(per_address=2, connections=4)) as room:
        slow, crowd = Slow(), crowd_of(room)
        turnstile, said = Turnstile(slow, crowd, Doorkeeper(Limits(), "127.0.0.1")), list[Any]()

        async def send(message: Any) -> None:
            said.append(message)

        async def receive() -> Any:
            raise AssertionError("nothing is read of what is refused")

        async def ask(address: str, path: str = "/") -> None:
            scope = {
                "type": "http",
                "client": (address, 1),
                "path": path,
                "method": "GET",
                "headers": [(b"host", b"localhost")],
            }
            await turnstile(scope, receive, send)

        asked = [asyncio.ensure_future(ask("a")), asyncio.ensure_future(ask("a", "/breaks"))]
        while slow.asked < 2:
            await asyncio.sleep(0)
        await ask("a")
        assert said[0]["status"] == 429 and json.loads(said[1]["body"])["retry_after_ms"] == COME_BACK_MS
        asked += [asyncio.ensure_future(ask("b")), asyncio.ensure_future(ask("c"))]
        while slow.asked < 4:
            await asyncio.sleep(0)
        said.clear()
        await ask("d")
        assert said[0]["status"] == 503
        assert room.room.metrics.refusals["TOO_MANY_CONNECTIONS"] == 2
        probe = asyncio.ensure_future(ask("a", "/healthz"))
        while slow.asked < 5:
            await asyncio.sleep(0)
        asked.append(probe)
        slow.done.set()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in results] == [type(None), RuntimeError, *[type(None)] * 3]
        assert not crowd.requests


@in_loop
async def test_a_second_request_that_never_ends_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with arena(tmp_path, holdem()) as room:
        reader, writer = await line(room)
        writer.write(GET)
        assert (await answered(reader))[0] == 200
        monkeypatch.setattr(handler, "PATIENCE", 0.01)
        writer.write(GET[:10])
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()


@in_loop
async def test_a_head_that_never_ends_is_cut_short(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        for head in (b"GET /healthz HTTP/1.1\r\nX: " + b"x" * handler.LONGEST_HEAD, b"GET /" + b"x" * 100_000):
            reader, writer = await line(room)
            writer.write(head)
            assert b" 431 " in await reader.readline()
            writer.close()
        fits = b"GET /healthz HTTP/1.1\r\nX: "
        reader, writer = await line(room)
        writer.write(fits + b"x" * (handler.LONGEST_HEAD - len(fits) - 4) + b"\r\n\r\n")
        assert (await answered(reader))[0] == 200
        writer.close()


class Transport:
    """The end of a line whose other end does nothing."""

    def __init__(self) -> None:
        self.aborted = asyncio.Event()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def abort(self) -> None:
        self.aborted.set()

    def close(self) -> None:
        """It is closed already."""


@in_loop
async def test_a_client_that_never_reads_an_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with arena(tmp_path, holdem()) as room:

        def connected() -> tuple[handler.Http, Transport]:
            config, state = room.server.config, room.server.server_state
            one: Any = config.http_protocol_class(config=config, server_state=state, app_state={})  # type: ignore[call-arg]
            transport = Transport()
            one.connection_made(transport)
            return one, transport

        reads, kept = connected()
        reads.pause_writing()
        waiting = reads._unread
        reads.resume_writing()
        assert waiting is not None and waiting.cancelled() and reads._unread is None
        monkeypatch.setattr(handler, "UNREAD", 0.01)
        never, cut = connected()
        never.pause_writing()
        await cut.aborted.wait()
        assert not kept.aborted.is_set()
        for one in (reads, never):
            one.connection_lost(None)
        assert not reads.crowd.lines
