"""A client that keeps no rule: it says what it likes, and remembers what it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets

Json = dict[str, Any]
PATIENCE = 20.0
"""Seconds for a frame that has to come."""


class Failed(Exception):
    """A server did not do what it has to."""


class Visitor:
    """A connection, and all that came over it."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.last: int | None = None
        self.match = ""
        """The match that it was told of last."""
        self.question: Json | None = None
        """The last question that came."""

    async def say(self, message: Json | str | bytes, text: bool = True) -> None:
        """Send anything."""
        data = json.dumps({"v": 1, **message}) if isinstance(message, dict) else message
        await self.socket.send(data, text=text)

    async def next(self) -> Json:
        """The next frame; Failed if none comes, or if the server hangs up."""
        try:
            frame: Json = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        except TimeoutError:
            raise Failed(f"nothing came for {PATIENCE:g} s") from None
        except websockets.ConnectionClosed as closed:
            raise Failed(f"the connection was closed: {closed}") from None
        if "n" in frame:
            if self.last is not None and frame["n"] != self.last + 1:
                raise Failed(f"frame {frame['n']} came after frame {self.last}")
            self.last = frame["n"]
        if "legal" in frame:
            self.question = frame
        self.match = frame.get("match_id", self.match)
        return frame

    async def until(self, *types: str) -> Json:
        """The next frame of one of some types."""
        while (frame := await self.next())["type"] not in types:
            pass
        return frame

    async def hello(self, team: str, code: str, **more: Any) -> Json:
        """Come in: the welcome, or the error."""
        await self.say({"type": "hello", "team": team, "join_code": code, **more})
        return await self.until("welcome", "error")

    async def play(self, until: str = "end_hand") -> Json:
        """Check or call until something comes, first to the question that is open."""
        if self.question is not None:
            await self.say(harmless(self.question))
        while (frame := await self.next())["type"] != until:
            if "legal" in frame:
                await self.say(harmless(frame))
        return frame

    async def closed(self) -> int:
        """The code with which the server hangs up."""
        try:
            while True:
                await asyncio.wait_for(self.socket.recv(), PATIENCE)
        except TimeoutError:
            raise Failed("the connection was not closed") from None
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def harmless(act: Json) -> Json:
    """Check, call or fold, whichever is possible first."""
    action = next(word for word in ("CHECK", "CALL", "FOLD") if word in act["legal"])
    return {"type": "action", "action": action, "act_id": act["act_id"]}


@asynccontextmanager
async def visit(url: str) -> AsyncIterator[Visitor]:
    """A visitor who has not said anything yet."""
    try:
        socket = await websockets.connect(url, compression=None, max_queue=None, close_timeout=1)
    except (OSError, websockets.InvalidHandshake) as error:
        raise Failed(f"{url} cannot be reached: {error}") from None
    try:
        yield Visitor(socket)
    finally:
        await socket.close()
