"""An arena on loopback, and clients that keep what they were sent."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import websockets

from croupier.arena.room.offers import Offer
from croupier.arena.server.serving import Arena, running
from croupier.arena.server.settings import Limits, Settings
from scripts.generators.http_types import matches_its_type

Frame = dict[str, Any]
CODE = "KF7Q9C"
PATIENCE_MS = 600_000
"""How long anything may take in these tests that has a limit in real time, where the limit is not what is tested: on a
busy machine everything takes long."""


def settings(folder: Path, *tables: Offer, **more: Any) -> Settings:
    """The settings of a small arena in a folder, with only these tables."""
    patient = {"budget_ms": PATIENCE_MS, "limits": Limits(hello_ms=PATIENCE_MS)}
    more = {"open": False, "port": 0, "store": str(folder / "arena.db"), **patient, **more}
    return Settings(tables=list(tables), **more)


def holdem(**more: Any) -> Offer:
    """A table of two."""
    return Offer(**{"id": "T-1", "game": "holdem", "code": CODE, "seats": 2, **more})


@asynccontextmanager
async def arena(folder: Path, *tables: Offer, **more: Any) -> AsyncIterator[Arena]:
    async with running(settings(folder, *tables, **more)) as one:
        one.room.clerk.budget = one.room.reader.budget = PATIENCE_MS / 1000
        yield one


class Client:
    """A client with its socket. `seen` has all frames that it was sent."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.seen: list[Frame] = []

    async def say(self, type_: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type_, "v": 1, **fields}))

    async def next(self) -> Frame:
        frame: Frame = json.loads(await self.socket.recv())
        self.seen.append(frame)
        return frame

    async def until(self, *types: str, such: Callable[[Frame], bool] = lambda frame: True) -> Frame:
        """The next frame of one of these types."""
        while True:
            frame = await self.next()
            if frame["type"] in types and such(frame):
                return frame

    async def hello(self, team: str, code: str = CODE, **more: Any) -> Frame:
        """Say hello; returns the answer."""
        await self.say("hello", team=team, join_code=code, **more)
        return await self.until("welcome", "error", "error_msg")

    async def answer(self, act: Frame) -> None:
        """Answer a question: check, call or fold, the first of them that is legal."""
        action = next(word for word in ("CHECK", "CALL", "FOLD") if word in act["legal"])
        await self.say("action", action=action, act_id=act["act_id"], hand_id=act["hand_id"])

    async def shove(self, act: Frame) -> None:
        """Answer a question: go all-in, else call."""
        if "RAISE_TO" in act["legal"]:
            await self.say("action", action="RAISE_TO", amount=act["max_raise_to"], act_id=act["act_id"])
        else:
            await self.answer(act)

    async def play(self, until: Callable[[Frame], bool], how: Callable[[Frame], Any] | None = None) -> Frame:
        """Answer every question until a frame comes for which `until` is true; returns that frame."""
        while not until(frame := await self.next()):
            if frame["type"] == "act":
                await (how or self.answer)(frame)
        return frame

    async def close(self) -> None:
        await self.socket.close()


@asynccontextmanager
async def client(arena: Arena | str, **more: Any) -> AsyncIterator[Client]:
    """A connected client."""
    url = arena if isinstance(arena, str) else arena.url
    more = {"compression": None, "max_queue": None, "open_timeout": PATIENCE_MS / 1000, "ping_interval": None, **more}
    async with websockets.connect(f"ws://{urlsplit(url).netloc}/ws", **more) as socket:
        yield Client(socket)


async def http(arena: Arena | str, path: str, method: str = "GET", body: Any = None, **headers: str) -> tuple[int, Any]:
    """Send a request to the JSON API; returns the status and the answer, whose type is checked against `http.ts`."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    url = arena if isinstance(arena, str) else arena.url
    request = urllib.request.Request(url + path, data, headers, method=method)

    def asked() -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, _read(answer)
        except urllib.error.HTTPError as error:
            return error.code, _read(error)

    status, told = await asyncio.to_thread(asked)
    assert status >= 300 or matches_its_type(method, path, told), (
        f"{method} {path} answers {told}, not as its type says"
    )
    return status, told


def _read(answer: Any) -> Any:
    text = answer.read().decode()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
