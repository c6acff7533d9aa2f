"""The tools, resources and the prompt of `/mcp`, for the MCP SDK (the extra `croupier[mcp]`).

Arguments are checked as strictly as those of the HTTP door. A refusal is the result of the tool, marked as an error,
with the same message as over HTTP; it leaves the decision open. Progress messages are sent at fixed times after a
request begins, and so say nothing about the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import unquote

import mcp_types as types
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from msgspec import Meta

from croupier.kernel.showing.narrator import MOST_HANDS
from croupier.kernel.showing.wire.messages import Usage

from .api import LONGEST_BODY, Problem, address_of, problem_of, token_of
from .polling import Act, Hold
from .turns import HOLD_SECONDS, VISITOR, Lobby, RuleBook, Turn, Turns
from .visitor import Visitor

log = logging.getLogger("croupier.arena")

Context = ServerRequestContext[Any, Any]
PROGRESS_SECONDS = 5.0
"""The interval of progress messages, so that clients do not give up a wait."""
RULES, HAND = "croupier://rules/", "croupier://hand/"
TEXT, MARKDOWN = "text/plain", "text/markdown"
INSTRUCTIONS = """\
Croupier is a card room: you play cards against other players, with what your seat may know. Call `look` first: it has \
the rules in short, what is scored, and the table. Then call `wait_for_turn` and `act` in turn, until the status is \
match_over. `wait_for_turn` may be called as often as you like: nothing is missed. Nothing is played from `thoughts`."""
PLAY = """\
Play the match at your table, to its end, as well as you can.

1. Call `look`. It has the rules in short, what is scored, and the table as you see it.
2. If the status is your_turn, decide, and call `act` with the `act_id` and one of the options; say why in `thoughts`. \
`act` waits for your next turn and returns it.
3. For any other status but match_over, call `wait_for_turn`.
4. If an answer is refused, nothing was played: read which options are legal, and call `act` again.
5. Stop when the status is match_over."""


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The arguments of a tool."""


class NoArguments(Arguments, frozen=True):
    """None."""


class Code(Arguments, frozen=True):
    code: Annotated[
        str, Meta(description="The join code of a table or an event, as the host or `list_tables` gives it.")
    ]


class Seat(Code, frozen=True):
    buy_in: Annotated[
        Annotated[int, Meta(ge=1, le=2**53)] | None,
        Meta(description="At a cash table: the chips to bring; by default as many as is usual."),
    ] = None
    top_up: Annotated[
        bool, Meta(description="At a cash table: whether to be topped up before every hand, and after a bust.")
    ] = False


TableName = Annotated[str, Meta(description="A table, by its name; it may be left out if you hold one seat.")]


class AtTable(Arguments, frozen=True):
    table: TableName = ""


class Rules(Arguments, frozen=True):
    game: Annotated[str, Meta(description="A game that `list_tables` names.")]
    about: Annotated[str, Meta(description="The heading of a chapter; without it, the whole rule book.")] = ""


class Last(Arguments, frozen=True):
    last: Annotated[int, Meta(ge=1, le=MOST_HANDS, description="How many hands.")] = 5


HoldSeconds = Annotated[Hold, Meta(description="How long to wait for a turn, in seconds. Stay below your own timeout.")]


class Waiting(Arguments, frozen=True):
    hold_s: HoldSeconds = HOLD_SECONDS


class Answer(Arguments, frozen=True):
    act_id: Annotated[int, Meta(description="The decision that this answers, as the turn gave it.")]
    action: Annotated[str, Meta(description="The name of one of the options, such as CALL.")]
    amount: Annotated[int | None, Meta(description="For an option with an amount: a number within its bounds.")] = None
    cards: Annotated[
        list[str | None] | None,
        Meta(
            description='For an option with cards: their names. "-" or null is an empty place, where that is allowed.'
        ),
    ] = None
    table: TableName = ""
    aside: Annotated[bool, Meta(description="Whether this is one of the asides, which answer nothing.")] = False
    thoughts: Annotated[
        str, Meta(description="Why, in your own words (at most 4 KB). They are kept; nothing is played from them.")
    ] = ""
    usage: Annotated[Usage | None, Meta(description="What this decision cost, if you know.")] = None
    hold_s: HoldSeconds = HOLD_SECONDS


A = TypeVar("A", bound=Arguments)


class Tool(NamedTuple):
    """A tool: what it says about itself, and what it does."""

    takes: type[Arguments]
    returns: type[msgspec.Struct] | None
    does: Callable[[Tools, Asked, Any], Awaitable[Any]]
    says: str
    reads: bool = False
    """Whether it changes nothing."""
    idempotent: bool = True
    destructive: bool = False

    def declared(self, name: str) -> types.Tool:
        """The tool as clients are told."""
        return types.Tool(
            name=name,
            description=self.says,
            input_schema=_schema(self.takes),
            output_schema=_schema(self.returns) if self.returns else None,
            annotations=types.ToolAnnotations(
                read_only_hint=self.reads,
                idempotent_hint=self.idempotent,
                destructive_hint=self.destructive,
                open_world_hint=False,
            ),
        )


class Asked(NamedTuple):
    """Who asks: the bearer of the request's token."""

    visitor: Visitor
    address: str
    token: str


class Tools:
    """The MCP server of an arena."""

    known: ClassVar[dict[str, Tool]]

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.server: Server[Any] = Server(
            "croupier",
            instructions=INSTRUCTIONS,
            get_tool_input_schema=lambda name: _schema(self.known[name].takes) if name in self.known else None,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )
        # Hosts, tokens and the length of a body are checked before a request comes here.
        self._manager = StreamableHTTPSessionManager(self.server, stateless=True, max_request_body_size=LONGEST_BODY)
        self.application = StreamableHTTPASGIApp(self._manager)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answer requests while the block runs."""
        async with self._manager.run():
            yield

    # Tools

    async def list_tools(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """All tools."""
        return types.ListToolsResult(tools=[tool.declared(name) for name, tool in self.known.items()])

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Call a tool."""
        tool = self.known.get(params.name)
        if tool is None:
            raise MCPError(
                types.INVALID_PARAMS, f"There is no tool {params.name[:60]!r}; there are {', '.join(self.known)}."
            )
        ticking = asyncio.create_task(_tick(context))
        try:
            given = msgspec.convert(params.arguments or {}, tool.takes)
            said = await tool.does(self, _asked(context), given)
        except msgspec.ValidationError as error:
            return _refused(Problem(400, "BAD_SCHEMA", f"{str(error)[:300]}. Nothing has changed."))
        except Exception as error:
            return _refused(_problem_of(error))
        finally:
            ticking.cancel()
        text = said if isinstance(said, str) else said.text if isinstance(said, RuleBook) else said.text()
        structured = None if isinstance(said, str) else msgspec.to_builtins(said)
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=structured)

    async def _list_tables(self, asked: Asked, given: NoArguments) -> Lobby:
        return await self.turns.lobby(asked.visitor, asked.address)

    async def _join(self, asked: Asked, given: Seat) -> Turn:
        buy_in, top_up = given.buy_in, given.top_up
        return await self.turns.join(asked.visitor, asked.token, asked.address, given.code, buy_in, top_up)

    async def _look(self, asked: Asked, given: AtTable) -> Turn:
        return await self.turns.look(asked.visitor, asked.address, given.table)

    async def _read_rules(self, asked: Asked, given: Rules) -> RuleBook:
        return self.turns.rules(given.game, given.about)

    async def _past_hands(self, asked: Asked, given: Last) -> str:
        told = await self.turns.past_hands(asked.visitor, asked.address, given.last)
        return told or "No hand of yours is over yet."

    async def _wait(self, asked: Asked, given: Waiting) -> Turn:
        return await self.turns.wait(asked.visitor, asked.address, given.hold_s)

    async def _act(self, asked: Asked, given: Answer) -> Turn:
        said = msgspec.structs.asdict(given)
        hold = said.pop("hold_s")
        return await self.turns.act(asked.visitor, asked.address, Act(**said), hold)

    async def _leave(self, asked: Asked, given: AtTable) -> Turn:
        return await self.turns.leave(asked.visitor, asked.address, given.table)

    # Resources and the prompt

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The rule books of the games that are offered."""
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=f"{RULES}{game}", name=f"Rules of {game}", mime_type=MARKDOWN)
                for game in self.turns.api.offered()
            ]
        )

    async def list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Rule books and hands."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=f"{RULES}{{game}}", name="Rules of a game", mime_type=MARKDOWN),
                types.ResourceTemplate(
                    uri_template=f"{HAND}{{id}}",
                    name=f"One of your last {MOST_HANDS} hands, as your seat saw it",
                    mime_type=TEXT,
                ),
            ]
        )

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """A rule book or a hand."""
        uri, asked = str(params.uri), _asked(context)
        try:
            if uri.startswith(RULES):
                kind, text = MARKDOWN, self.turns.rules(unquote(uri.removeprefix(RULES))).text
            elif uri.startswith(HAND):
                id = unquote(uri.removeprefix(HAND))
                kind, text = TEXT, await self.turns.hand(asked.visitor, asked.address, id)
            else:
                raise Problem(404, "NO_SUCH_RESOURCE", f"There are {RULES}GAME and {HAND}ID.")
        except Exception as error:
            problem = _problem_of(error)
            code = types.INVALID_PARAMS if problem.status == 404 else types.INTERNAL_ERROR
            raise MCPError(code, str(problem), problem.body) from None
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=kind, text=text)])

    async def list_prompts(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """The one prompt."""
        return types.ListPromptsResult(prompts=[types.Prompt(name="play", description="Play a match to its end.")])

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """How to play, and the rules of the games in which the bearer has a seat."""
        if params.name != "play":
            raise MCPError(types.INVALID_PARAMS, "There is one prompt: play.")
        asked = _asked(context)
        try:
            briefings = await self.turns.briefings(asked.visitor, asked.address)
        except Exception as error:
            raise MCPError(types.INTERNAL_ERROR, str(_problem_of(error))) from None
        text = "\n\n".join([PLAY, *briefings])
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(messages=[message])


Tools.known = {
    "list_tables": Tool(
        NoArguments, Lobby, Tools._list_tables, "What can be joined here, and which seats you hold.", reads=True
    ),
    "join": Tool(
        Seat,
        Turn,
        Tools._join,
        "Take a seat with a join code, by the name that your token proves. If you have a seat "
        "behind that code, nothing changes.",
    ),
    "look": Tool(
        AtTable,
        Turn,
        Tools._look,
        "How your table stands now, without waiting: with the rules in short, what is "
        "scored, and the last hands. Call it first, and whenever you have lost the thread.",
        reads=True,
    ),
    "read_rules": Tool(Rules, RuleBook, Tools._read_rules, "The rule book of a game, or a chapter of it.", reads=True),
    "past_hands": Tool(
        Last, None, Tools._past_hands, "The last hands of your seats as they saw them, with their results.", reads=True
    ),
    "wait_for_turn": Tool(
        Waiting,
        Turn,
        Tools._wait,
        "Wait until you have to decide, or until the time is up. It may be called as often "
        "as you like: nothing is missed. A newer wait ends an older one.",
        reads=True,
    ),
    "act": Tool(
        Answer,
        Turn,
        Tools._act,
        "Answer a decision with one of its options, then wait for the next one. The same "
        "answer again changes nothing. What was played cannot be taken back.",
        destructive=True,
    ),
    "leave": Tool(
        AtTable,
        Turn,
        Tools._leave,
        "Leave a table, or all of them if none is named. Your decisions there are made by "
        "the clock until you `join` again.",
        destructive=True,
    ),
}


def _asked(context: Context) -> Asked:
    request = context.request
    assert request is not None
    return Asked(request.scope[VISITOR], address_of(request), token_of(request))


async def _tick(context: Context) -> None:
    """Send a progress message every few seconds, if the client asked for them."""
    sent = 0
    with suppress(Exception):  # the client is gone: its request ends by itself
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            sent += 1
            await context.session.report_progress(sent * PROGRESS_SECONDS)


def _problem_of(error: Exception) -> Problem:
    problem = problem_of(error)
    if problem.status == 500:
        log.error("A request to /mcp broke: %s: %s", type(error).__name__, error, exc_info=True)
    return problem


def _refused(problem: Problem) -> types.CallToolResult:
    text = f"{problem.body['code']}: {problem.body['msg']}"
    if wait := problem.body.get("retry_after_ms"):
        text += f" Try again in {int(wait) / 1000:g} s."
    return types.CallToolResult(
        content=[types.TextContent(text=text)], structured_content=dict(problem.body), is_error=True
    )


def _schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a type, with an object at its root."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    root: dict[str, Any] = parts.pop(schema["$ref"].rpartition("/")[2])
    root.pop("title", None)
    return {**root, "$defs": parts} if parts else root
