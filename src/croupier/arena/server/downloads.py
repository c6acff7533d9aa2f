"""Downloads: for each team the transcript of its own match; the thoughts of players; ledgers for the host.

A match whose deal is played at other tables, too, can be downloaded only after all of them have played: it has no
result before (`Plan.closed`).
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ..room import access, host_orders, listing, memory, statements
from ..room.thoughts import thoughts
from ..room.transcripts import transcript
from ..tables import lines
from ..tables.configs import game_of
from ..tables.plan import Plan
from .api import MATCH, NOT_YOURS, Api, Problem, answer, body_of, token_of


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why a match is void."""

    why: str


class Downloads:
    """The handlers of downloads."""

    def __init__(self, api: Api) -> None:
        self.api, self.room = api, api.room

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/matches/{id}/transcript", self.transcript),
            Route("/api/matches/{id}/thoughts", self.thoughts),
            Route("/api/matches/{id}/void", self.void, methods=["POST"]),
            Route("/api/tables/{id}/ledger", self.ledger),
            Route("/api/ledger", self.tokens),
        ]

    async def transcript(self, request: Request) -> Response:
        """The transcript of a match for the team whose token the request shows."""
        id, table, number = _match_of(request)
        team = self.room.player(table, token_of(request))
        if not team:
            raise Problem(401, "NOT_YOURS", NOT_YOURS)
        plan = await self._plan(table)
        if await access.is_withheld(self.room, plan, id):
            raise Problem(403, "WITHHELD", "Others have yet to play these cards: come back when they have.")
        kept = await self._lines(table)
        told = await self.api.copyist.write(transcript, plan, game_of(plan), number, kept, team, self.room.signer)
        if not told:
            raise Problem(404, "NO_SUCH_MATCH", f"You have not played match {id}.")
        return Response(told, media_type="application/jsonl")

    async def thoughts(self, request: Request) -> Response:
        """The thoughts in a match: of all players, or of the team that asks."""
        id, table, _ = _match_of(request)
        hosted = self.room.tables.get(table)
        plan = hosted.table.plan if hosted is not None else await self.api.plan_of(table)
        whose = await access.thoughts_for(self.room, plan, id, token_of(request))
        if whose == "":
            raise Problem(401, "NOT_YOURS", "Show the token of a team that played here; others may read this "
                          "when the match is over, if the table allows it.")  # fmt: skip
        told = thoughts(game_of(plan), id, await self._lines(table), whose)
        return Response(told, media_type="application/jsonl")

    async def ledger(self, request: Request) -> Response:
        """The results of each hand of a table's matches, `?format=csv` or `jsonl`."""
        self.api.check_host(request)
        table = request.path_params["id"]
        plan, played, kept = await self._plan(table), await listing.results(self.room, table), await self._lines(table)
        rows = await self.api.copyist.write(lambda: list(statements.of_table(plan, game_of(plan), kept, played)))
        return _book(request, statements.HANDS, rows)

    async def tokens(self, request: Request) -> Response:
        """Every change of an account."""
        self.api.check_host(request)
        kept = await self.room.store.read(memory.ACCOUNTS, 1)
        return _book(request, statements.TOKENS, list(statements.of_accounts(kept)))

    async def void(self, request: Request) -> Response:
        """Void a match: the current one of a table, or one that is over."""
        self.api.check_host(request)
        id, table, _ = _match_of(request)
        given = await body_of(request, Reason)
        if (hosted := self.room.tables.get(table)) is not None:
            await hosted.here()
        if hosted is not None and hosted.table.state is not None and hosted.table.match_id == id:
            host_orders.give(self.room, hosted, host_orders.Order(order="void", why=given.why))
            await self.api.kept()
            hosted.check_order()
            return answer({"match": id, "void": given.why})
        return answer(await host_orders.void_result(self.room, table, id, given.why))

    async def _plan(self, table: str) -> Plan:
        hosted = self.room.tables.get(table)
        return hosted.table.set_up if hosted is not None else await self.api.plan_of(table)

    async def _lines(self, table: str) -> list[lines.Lines]:
        return [lines.decode(line.body) for line in await self.room.store.read(table, 1)]


def _match_of(request: Request) -> tuple[str, str, int]:
    id = request.path_params["id"]
    found = MATCH.fullmatch(id)
    if found is None:
        raise Problem(404, "NO_SUCH_MATCH", f"There is no match {id}.")
    return id, found["table"], int(found["number"])


def _book(request: Request, columns: tuple[str, ...], rows: list[statements.Row]) -> Response:
    if request.query_params.get("format") == "jsonl":
        return Response(statements.as_jsonl(rows), media_type="application/jsonl")
    return PlainTextResponse(statements.as_csv(columns, rows), media_type="text/csv")
