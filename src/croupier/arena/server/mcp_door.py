"""The door for clients that speak MCP, `/mcp`: the seats of the HTTP door as tools for models (`turns`).

This module needs nothing but Starlette. The MCP SDK, the extra `croupier[mcp]`, is imported in a thread when the first
request comes. Each request stands for itself: no session is kept, so a client goes on after a restart.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .api import Api, Problem, address_of, answer, raw_body, token_of, told
from .polling import Polling
from .turns import VISITOR, Turns

if TYPE_CHECKING:
    from .mcp_tools import Tools

log = logging.getLogger("croupier.arena")

NOT_HERE = "This arena does not speak MCP: its host can install it with `pip install croupier[mcp]`."
REFUSED = -32000
"""The error code of a request that is refused before it is read."""


class McpDoor:
    """An ASGI application. It checks who asks, and passes the request on to the SDK."""

    def __init__(self, polling: Polling, api: Api) -> None:
        self.polling, self.turns = polling, Turns(polling, api)
        self._opening: asyncio.Task[ASGIApp] | None = None
        self._closing = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._refused = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Close the door when the application ends."""
        try:
            yield
        finally:
            self._closing.set()
            if self._serving is not None:
                await self._serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. A wrong token is refused before anything of the request is read."""
        request = Request(scope, receive)
        if importlib.util.find_spec("mcp") is None:
            return await _refusal(self._not_here())(scope, receive, send)
        try:
            scope[VISITOR] = self.polling.bearer(token_of(request), address_of(request))
            body = await raw_body(request)
        except Problem as problem:
            return await _refusal(problem)(scope, receive, send)
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
        inside = await asyncio.shield(self._opening)
        await inside(scope, _read_already(body, receive), send)

    def _not_here(self) -> Problem:
        if not self._refused:
            log.warning("A client asked for /mcp. %s", NOT_HERE)
        self._refused = True
        return Problem(501, "NO_MCP", NOT_HERE)

    async def _open(self) -> ASGIApp:
        """Import the SDK and start what it needs."""
        name = f"{__package__}.mcp_tools"
        if name not in sys.modules:
            await asyncio.to_thread(importlib.import_module, name)
        module = importlib.import_module(name)
        tools: Tools = module.Tools(self.turns)
        ready = asyncio.Event()
        self._serving = asyncio.create_task(self._serve(tools, ready))
        await ready.wait()
        return tools.application

    async def _serve(self, tools: Tools, ready: asyncio.Event) -> None:
        async with tools.running():
            ready.set()
            await self._closing.wait()


def _refusal(problem: Problem) -> Response:
    """A problem as the error of a request whose id was not read."""
    error = {"code": REFUSED, "message": f"{problem.body['code']}: {problem.body['msg']}", "data": problem.body}
    response = answer({"jsonrpc": "2.0", "id": None, "error": error}, problem.status)
    response.headers.update({key: value for key, value in told(problem).headers.items() if key == "retry-after"})
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _read_already(body: bytes, receive: Receive) -> Receive:
    """The rest of a request whose body has been read."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_rest() -> Message:
        return left.pop() if left else await receive()

    return receive_rest
