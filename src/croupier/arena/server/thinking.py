"""Thoughts to be read: `GET /api/matches/ID/thoughts`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..room import listing
from ..room.offers import game_of
from ..room.room import Room
from ..room.thoughts import thoughts
from ..tables import lines
from .api import MATCH, Api, Problem, token_of


class Thinking:
    """Who may read what others thought, and when."""

    def __init__(self, room: Room, api: Api) -> None:
        self.room, self._api = room, api

    def routes(self) -> list[Route]:
        """All addresses."""
        return [Route("/api/matches/{id}/thoughts", self.read)]

    async def read(self, request: Request) -> Response:
        """What was thought in a match: by all, or by the team that asks."""
        id = request.path_params["id"]
        found = MATCH.fullmatch(id)
        if found is None:
            raise Problem(404, "NO_SUCH_MATCH", f"There is no match {id}.")
        table = found["table"]
        hosted = self.room.tables.get(table)
        plan = hosted.table.plan if hosted is not None else await self._api.plan_of(table)
        over = any(one.match == id for one in await listing.results(self.room, table))
        whose: str | None = None
        if not (over and plan.open_thoughts):
            whose = self._team(request, table)
        kept = [lines.decode(line.body) for line in await self.room.store.read(table, 1)]
        return Response(thoughts(game_of(plan), id, kept, whose), media_type="application/jsonl")

    def _team(self, request: Request, table: str) -> str:
        """Whose the token of a request is, at a table."""
        if player := self.room.player(table, token_of(request)):
            return player
        raise Problem(401, "NOT_YOURS", "Show the token of a team that played here; others may read this "
                      "when the match is over, if the table allows it.")  # fmt: skip
