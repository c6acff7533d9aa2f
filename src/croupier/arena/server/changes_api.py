"""Changes of table over HTTP, for players of a cash game at several tables (`room.cash_game`)."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..room.cash_game import CashDesk
from .api import Api, Problem, answer, body_of, token_of


class WishedTable(msgspec.Struct, forbid_unknown_fields=True):
    """The table to which a player wants to change; its own to stay."""

    to: str


class ChangesApi:
    """The handlers of requests about changes of table."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/tables/{id}/change", self.choices),
            Route("/api/tables/{id}/change", self.change, methods=["POST"]),
        ]

    async def choices(self, request: Request) -> Response:
        """Where the bearer of a token sits in the game of a table, and where it may go."""
        return answer(self._desk(request).choices(self._player(request)))

    async def change(self, request: Request) -> Response:
        """Change to another table, now or after this hand."""
        desk, key, wished = self._desk(request), self._player(request), await body_of(request, WishedTable)
        self.api.room.keeping.check_working()
        desk.change(key, wished.to)
        await self.api.kept()
        return answer(desk.choices(key))

    def _desk(self, request: Request) -> CashDesk:
        desk = self.api.room.desk_of(request.path_params["id"])
        if not isinstance(desk, CashDesk):
            raise Problem(404, "NO_SUCH_GAME", "This table is not one of several of a cash game.")
        return desk

    def _player(self, request: Request) -> str:
        key = self._desk(request).door.owner_of(token_of(request))
        if not key:
            problem = Problem(401, "NOT_YOURS", "Show your token of `welcome`: `Authorization: Bearer TOKEN`.")
            raise self.api.slowed(request, request.path_params["id"], problem)
        return key
