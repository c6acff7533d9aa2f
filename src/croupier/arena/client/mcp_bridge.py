"""A bridge for programs that start MCP servers by themselves and speak to them over stdin and stdout: it passes their
requests on to the `/mcp` of an arena, with a token.

Each request goes over a connection of its own, so the bridge goes on when the arena was away. Every tool may be called
again without harm: a request that got lost is repeated for a while.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from typing import Any, TypeVar

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types.version import LATEST_MODERN_VERSION

from croupier.kernel.errors import BadInput

from ..server.mcp_tools import INSTRUCTIONS
from .session import split_address

R = TypeVar("R", bound=types.Result)
PATIENCE = 30.0
"""For how many seconds a request is repeated while the arena does not answer."""
LONGEST_ANSWER = 120.0
"""The timeout for an answer, in seconds: the arena holds a wait for 50 at most."""


def base_of(url: str) -> str:
    """The address of an arena without a path, from any address of it."""
    parts = split_address(url)
    return f"{'https' if parts.scheme in ('https', 'wss') else 'http'}://{parts.netloc}"


def join(url: str, team: str, code: str) -> str:
    """Take a seat; the token."""
    data = json.dumps({"team": team, "code": code}).encode()
    request = urllib.request.Request(f"{base_of(url)}/api/join", data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=LONGEST_ANSWER) as answer:
            return str(json.load(answer)["token"])
    except urllib.error.HTTPError as error:
        try:
            said = json.load(error)
            told = f"{said['msg']} ({said['code']})"
        except (ValueError, LookupError, TypeError):
            told = f"{url} answers with status {error.code}, and not as an arena does."
        raise BadInput(told) from None
    except OSError as error:
        raise BadInput(f"No arena answers at {url}: {error}.") from None
    except (ValueError, LookupError, TypeError, http.client.HTTPException):
        raise BadInput(f"{url} answers, but not as an arena does.") from None


class Bridge:
    """An MCP server that passes everything on."""

    def __init__(self, url: str, token: str) -> None:
        self.url = f"{base_of(url)}/mcp"
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(LONGEST_ANSWER, connect=10.0))
        self.server: Server[Any] = Server(
            "croupier",
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )

    async def run(self) -> None:
        """Serve until stdin ends."""
        async with self._http, stdio_server() as (reading, writing):
            await self.server.run(reading, writing, self.server.create_initialization_options())

    async def list_tools(self, context: Context, params: Page) -> types.ListToolsResult:
        """The arena's tools."""
        return await self._pass_on(context, types.ListToolsRequest(params=params), types.ListToolsResult)

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Call a tool of the arena."""
        plain = types.CallToolRequestParams(name=params.name, arguments=params.arguments)
        return await self._pass_on(context, types.CallToolRequest(params=plain), types.CallToolResult)

    async def list_resources(self, context: Context, params: Page) -> types.ListResourcesResult:
        """The arena's resources."""
        return await self._pass_on(context, types.ListResourcesRequest(params=params), types.ListResourcesResult)

    async def list_templates(self, context: Context, params: Page) -> types.ListResourceTemplatesResult:
        """The arena's resource templates."""
        asked = types.ListResourceTemplatesRequest(params=params)
        return await self._pass_on(context, asked, types.ListResourceTemplatesResult)

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """A resource of the arena."""
        plain = types.ReadResourceRequestParams(uri=params.uri)
        return await self._pass_on(context, types.ReadResourceRequest(params=plain), types.ReadResourceResult)

    async def list_prompts(self, context: Context, params: Page) -> types.ListPromptsResult:
        """The arena's prompts."""
        return await self._pass_on(context, types.ListPromptsRequest(params=params), types.ListPromptsResult)

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """A prompt of the arena."""
        plain = types.GetPromptRequestParams(name=params.name, arguments=params.arguments)
        return await self._pass_on(context, types.GetPromptRequest(params=plain), types.GetPromptResult)

    async def _pass_on(self, context: Context, request: types.ClientRequest, kind: type[R]) -> R:
        loop = asyncio.get_running_loop()
        until, failed = loop.time() + PATIENCE, 0
        while True:
            try:
                return await self._ask(context, request, kind)
            except Away as away:
                failed += 1
                pause = min(5.0, 0.1 * 2**failed)
                if loop.time() + pause > until:
                    told = f"{self.url} does not answer just now ({away}). Nothing is lost: call again a little later."
                    raise MCPError(types.INTERNAL_ERROR, told) from None
                await asyncio.sleep(pause)

    async def _ask(self, context: Context, request: types.ClientRequest, kind: type[R]) -> R:
        try:
            transport = streamable_http_client(self.url, http_client=self._http)
            async with Client(transport, mode=LATEST_MODERN_VERSION, cache=None) as client:
                progress = context.session.report_progress
                return await client.session.send_request(request, kind, progress_callback=progress)
        except Exception as error:
            for one in _causes(error):
                if isinstance(one, httpx2.TransportError) or _is_cut_off(one):
                    raise Away(str(one) or type(one).__name__) from None
            for one in _causes(error):
                if isinstance(one, MCPError):
                    raise one from None
            raise


class Away(Exception):
    """The arena does not answer."""


Context = ServerRequestContext[Any, Any]
Page = types.PaginatedRequestParams | None


def _causes(error: BaseException) -> list[BaseException]:
    """The exceptions of a group, or the exception itself."""
    if isinstance(error, BaseExceptionGroup):
        return [cause for one in error.exceptions for cause in _causes(one)]
    return [error]


def _is_cut_off(error: BaseException) -> bool:
    """Whether a response ended before the answer."""
    return isinstance(error, MCPError) and (error.code == types.CONNECTION_CLOSED or "stream ended" in error.message)
