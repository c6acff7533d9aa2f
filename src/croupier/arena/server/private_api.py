"""A visitor's door to a table of their own, for friends: no host is asked, and nobody gets a host's powers by it. And
what a link leads to, before one sits down."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..room import answers, listing
from ..room.private import PrivateDesk, PrivateTables, Wish
from .api import Api, Problem, address_of, answer, body_of, token_of

RETRY_MS = 60_000
CODES = ":code"
"""Under what it is counted how often somebody has asked for a code that there is not."""


class PrivateApi:
    """Opening private tables, and beginning there."""

    def __init__(self, api: Api, private: PrivateTables) -> None:
        self.api, self.private = api, private

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            Route("/api/private", self.about),
            Route("/api/private", self.open, methods=["POST"]),
            Route("/api/private/{id}/begin", self.begin, methods=["POST"]),
            Route("/api/games/{id}/seats", self.seats),
            Route("/api/codes/{code}", self.code),
        ]

    async def about(self, request: Request) -> Response:
        """Whether a visitor can open a table, and how many more from here."""
        return answer(answers.PrivateTables(open=self.private.most > 0, left=self.private.left(address_of(request))))

    async def seats(self, request: Request) -> Response:
        """With how many seats a game can be played."""
        id, offered = request.path_params["id"], self.api.offered()
        if id not in offered:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {id} here.")
        return answer(answers.GameSeats(game=id, seats=self.private.sizes(id, offered[id])))

    async def code(self, request: Request) -> Response:
        """Where a code leads, for who has it: what is played there, and which chair waits."""
        if waits := self.api.waits(request, CODES):
            raise waits
        desk = self.api.room.desk_for("", request.path_params["code"])
        if desk is None:
            raise self.api.slowed(request, CODES, Problem(404, "NO_SUCH_CODE", "No table has this code."))
        title, kind = listing.offer(desk)["title"], desk.offer.kind
        return answer(answers.CodeLeads(title=title, kind=kind, chair=desk.chair_left()))

    async def open(self, request: Request) -> Response:
        """Open a table for friends: by which code they come, and the token of who opened it."""
        wish, offered, address = await body_of(request, Wish), self.api.offered(), address_of(request)
        if not self.private.most:
            raise Problem(403, "NO_PRIVATE_TABLES", "Nobody but the host sets up tables here.")
        if wish.game not in offered:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {wish.game[:60]} here.")
        if not self.private.left(address):
            msg = "There are enough private tables just now. One that is empty goes after ten minutes."
            raise Problem(429, "TOO_MANY_TABLES", msg, RETRY_MS)
        desk, token = self.private.open(wish, offered[wish.game], address)
        await self.api.kept()
        code = desk.offer.code
        told: answers.OpenedTable = {**listing.offer(desk), "code": code, "seats": desk.seats, "token": token}
        return answer(told, 201)

    async def begin(self, request: Request) -> Response:
        """Let the match begin, as who opened the table wants: the house takes the chairs that are free."""
        desk = self.api.room.desks.get(request.path_params["id"])
        if not isinstance(desk, PrivateDesk) or not desk.is_opener(token_of(request)):
            problem = Problem(401, "NOT_THE_OPENER", "Show the token of who opened the table.")
            raise self.api.slowed(request, ":opener", problem)
        desk.begin()
        await self.api.kept()
        return answer(listing.offer(desk))
