"""Clients that misbehave as badly as they can while two others play a match. `scripts/abuse` does it at length."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from urllib.parse import urlsplit

import websockets

from croupier.arena.server.serving import Arena

from .network import CODE, Client, client

DEEP = "[" * 5000 + "]" * 5000
ACTIONS = ("FOLD", "CHECK", "CALL", "RAISE_TO", "EXPLODE", "", "\u202e", "<script>")


def bad_frame(rng: random.Random) -> bytes | str:
    """One frame that no client should send."""
    kind = rng.randrange(14)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))  # binary, whatever it says
    if kind == 1:
        return "{" * rng.randrange(1, 50)
    if kind == 2:
        return DEEP
    if kind == 3:
        return json.dumps(rng.choice([None, 17, [], "hello", {}, {"type": None}, [{}], {"type": "hello"}, 1e308]))
    if kind == 4:
        return '{"type":"action","v":1,"action":"RAISE_TO","amount":' + "9" * rng.choice([3, 30, 4000]) + "}"
    if kind == 5:
        return json.dumps({"type": "action", "v": rng.choice([0, 2, "1", None]), "action": "CALL"})
    if kind == 6:
        return "x" * rng.choice([16_384, 16_385, 17_000])
    if kind == 7:
        return json.dumps({"type": rng.choice(["welcome", "act", "scene", "queue_join", "teapot"]), "v": 1})
    if kind == 8:
        return json.dumps({"type": "hello", "v": 1, "team": rng.choice(["Alpha", "host", "a" * 500, "\u202eAlpha"]),
                           "join_code": f"G{rng.randrange(10**6)}"})  # fmt: skip
    if kind == 9:
        return json.dumps({"type": "aside", "v": 1, "action": rng.choice(ACTIONS), "cards": ["Ah", None, "??"]})
    if kind == 10:
        return '{"type":"action","v":1,"action":"CALL","act_id":' + rng.choice(["-1", "0.5", "true", '"1"']) + "}"
    return json.dumps(
        {
            "type": "action",
            "v": 1,
            "action": rng.choice(ACTIONS),
            "amount": rng.choice([None, -1, 0, 2**63, 2**70, 100]),
            "hand_id": rng.choice(["", "T-1-M1-H1", "x" * 300]),
            "act_id": rng.choice([None, 0, 1, 2, 10**9]),
        }
    )


async def pester(arena: Arena | str, frames: int, seed: int, team: str = "", code: str = CODE) -> Counter[str]:
    """Send `frames` bad frames, reconnecting after each disconnection; returns how often each error code was answered.
    With a team, take a seat first and send from there. Every frame must be answered."""
    rng, told, sent = random.Random(seed), Counter[str](), 0
    while sent < frames:
        some = min(25, frames - sent)
        sent += some
        try:
            async with client(arena) as one:
                if team:
                    await one.hello(team, f"{code}-secret")
                for _ in range(some - 1):
                    await one.socket.send(bad_frame(rng))
                await one.socket.send(b"\xff\xfe", text=True)  # a text that is no UTF-8
                for _ in range(some):
                    told[(await one.until("error"))["code"]] += 1
        except websockets.ConnectionClosed as closed:
            told[f"closed {closed.rcvd.code if closed.rcvd else ''}"] += 1
    return told


async def slow_handshakes(arena: Arena | str, number: int) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connections that never finish their request."""
    place = urlsplit(arena if isinstance(arena, str) else arena.url)
    streams = []
    for _ in range(number):
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgr")
        streams.append((reader, writer))
    return streams


async def get(url: str, path: str, times: Iterable[float]) -> AsyncIterator[tuple[int, float]]:
    """Send GET requests over one connection, each some seconds (`times`) after the last answer; yields the status and
    the seconds of each."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    asked = f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    for rest in times:
        started = time.perf_counter()
        writer.write(asked)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
        yield int(head.split()[1]), time.perf_counter() - started
        await asyncio.sleep(rest)
    writer.close()


async def quiet_match(one: Client, two: Client, hands: int, during: Callable[[], Awaitable[None]]) -> None:
    """Let two clients play while `during` runs: they must get every question, and every answer must count."""

    async def play(each: Client) -> None:
        left = hands
        while left:
            frame = await each.next()
            if frame["type"] == "act":
                await each.answer(frame)
            assert frame["type"] != "error", frame
            left -= frame["type"] == "end_hand"

    await asyncio.gather(play(one), play(two), during())
