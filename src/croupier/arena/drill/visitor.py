"""A client that does not obey the protocol: it can send anything, and remembers what it received."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets

Json = dict[str, Any]
PATIENCE = 20.0
"""The timeout for a frame that has to come, in seconds."""


class Failed(Exception):
    """The server failed a trial."""


class Visitor:
    """A connection, and what was received over it."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.last: int | None = None
        self.match = ""
        """The id of the match that was named last."""
        self.question: Json | None = None
        """The last question that was received."""

    async def say(self, message: Json | str | bytes, text: bool = True) -> None:
        """Send anything."""
        data = json.dumps({"v": 1, **message}) if isinstance(message, dict) else message
        await self.socket.send(data, text=text)

    async def next(self) -> Json:
        """The next frame; Failed after a timeout, or if the server closes the connection."""
        try:
            async with asyncio.timeout(PATIENCE):
                frame: Json = json.loads(await self.socket.recv())
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
        """Skip frames until one of these types comes, and return it."""
        while (frame := await self.next())["type"] not in types:
            pass
        return frame

    async def hello(self, team: str, code: str, **more: Any) -> Json:
        """Send `hello`; returns the welcome or the error."""
        await self.say({"type": "hello", "team": team, "join_code": code, **more})
        return await self.until("welcome", "error")

    async def play(self, until: str = "end_hand") -> Json:
        """Check or call until a frame of the type `until` comes, beginning with the open question."""
        if self.question is not None:
            await self.say(harmless(self.question))
        while (frame := await self.next())["type"] != until:
            if "legal" in frame:
                await self.say(harmless(frame))
        return frame

    async def closed(self) -> int:
        """Wait until the server closes the connection; returns the close code."""
        try:
            while True:
                async with asyncio.timeout(PATIENCE):
                    await self.socket.recv()
        except TimeoutError:
            raise Failed("the connection was not closed") from None
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def harmless(act: Json) -> Json:
    """The first of check, call and fold that is legal."""
    action = next(word for word in ("CHECK", "CALL", "FOLD") if word in act["legal"])
    return {"type": "action", "action": action, "act_id": act["act_id"]}


@asynccontextmanager
async def visit(url: str) -> AsyncIterator[Visitor]:
    """A connected visitor that has not sent anything yet."""
    try:
        socket = await websockets.connect(url, compression=None, max_queue=None, close_timeout=1)
    except (OSError, websockets.InvalidHandshake) as error:
        raise Failed(f"{url} cannot be reached: {error}") from None
    try:
        yield Visitor(socket)
    finally:
        await socket.close()
