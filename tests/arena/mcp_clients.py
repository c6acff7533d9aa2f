"""Clients that speak MCP, by the SDK's own client: over HTTP in memory, through the whole application, with a clock
that stands still; or over real HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from croupier.arena.room.offers import Offer
from croupier.arena.server import mcp_tools as mcp_tools  # in tests the SDK is there when the door opens
from croupier.arena.server.app import application
from croupier.arena.server.crowd import Crowd
from croupier.arena.server.doorkeeper import Doorkeeper
from croupier.arena.server.settings import Limits

from .slow import Door, SlowMind, door

Json = dict[str, Any]
BASE = "http://127.0.0.1:8000"


class Refused(Exception):
    """A tool was refused; `code` says why."""

    def __init__(self, told: Json, text: str) -> None:
        super().__init__(text)
        self.code, self.text = told["code"], text


class Agent:
    """A client of /mcp, and every text that it was told."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.texts: list[str] = []
        self.ticks: list[float] = []

    async def call(self, tool: str, **given: Any) -> Json:
        """The structured result of a tool; Refused if it is an error."""

        async def progress(done: float, total: float | None, message: str | None) -> None:
            assert (total, message) == (None, None)
            self.ticks.append(done)

        result = await self.client.call_tool(tool, given, progress_callback=progress)
        text = "".join(one.text for one in result.content)  # type: ignore[union-attr]
        self.texts.append(text)
        if result.is_error:
            raise Refused(result.structured_content, text)
        return {"text": text, **(result.structured_content or {})}

    async def refused(self, tool: str, **given: Any) -> str:
        """The code with which a tool is refused."""
        try:
            await self.call(tool, **given)
        except Refused as refused:
            return str(refused.code)
        return ""

    async def passes(self, turn: Json, **more: Any) -> Json:
        """Check or call; else the first option, with the fewest cards."""
        return await self.call("act", **answer_to(turn), **more)


def answer_to(turn: Json) -> Json:
    options = {one["action"]: one for one in turn["options"]}
    name = next((name for name in ("CHECK", "CALL") if name in options), next(iter(options)))
    option = options[name]
    cards = option.get("cards", [])[: option.get("fewest", 0)]
    return {"act_id": turn["act_id"], "action": name, "amount": option.get("low") or None, "cards": cards or None,
            "table": turn["table"]}  # fmt: skip


class Opened(Door):
    """A door with its whole application."""

    app: Any

    @asynccontextmanager
    async def agent(self, token: str | SlowMind, base: str = BASE, mode: str = "auto") -> AsyncIterator[Agent]:
        transport = httpx2.ASGITransport(self.app)
        async with connected(base, token if isinstance(token, str) else token.token, mode, transport=transport) as one:
            yield one

    async def post(self, body: bytes = b"{}", base: str = BASE, **headers: str) -> httpx2.Response:
        """A request as it is."""
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(self.app)) as client:
            return await client.post(f"{base}/mcp", content=body, headers=headers)


@asynccontextmanager
async def connected(base: str, token: str, mode: str = "auto", **more: Any) -> AsyncIterator[Agent]:
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=None, **more) as http,
        Client(streamable_http_client(f"{base}/mcp", http_client=http), mode=mode) as client,
    ):
        yield Agent(client)


@asynccontextmanager
async def opened(*offers: Offer, limits: Limits | None = None, **more: Any) -> AsyncIterator[Opened]:
    """A door in memory that speaks MCP."""
    async with door(*offers, **more) as plain:
        limits = limits or Limits()
        app = application(plain.events, limits, Crowd(plain.room, limits), Doorkeeper(limits, "127.0.0.1"))
        one = Opened.__new__(Opened)
        one.events, one.room, one.app = plain.events, plain.room, app
        inside: Any = app.inside
        mcp = next(route for route in inside.routes if route.path == "/mcp").endpoint
        one.polling = mcp.polling
        async with mcp.open():
            yield one
            await asyncio.sleep(0)
