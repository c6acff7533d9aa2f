"""Private tables over HTTP: a visitor opens a table for friends without the host, and gets no power of a host by it.
Also the description of a table by its code, before a visitor sits down."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..room import answers, listing
from ..room.private import PrivateDesk, PrivateTables, Wish, ended_with
from .api import Api, Problem, address_of, answer, body_of, token_of

RETRY_MS = 60_000
CODES = ":code"
"""The key under which requests for unknown codes are counted."""


class Tokens(msgspec.Struct, forbid_unknown_fields=True):
    """Tokens that a browser has kept."""

    tokens: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=40)]


class PrivateApi:
    """The handlers of requests about private tables."""

    def __init__(self, api: Api, private: PrivateTables) -> None:
        self.api, self.private = api, private

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/private", self.about),
            Route("/api/private", self.open, methods=["POST"]),
            Route("/api/private/{id}/begin", self.begin, methods=["POST"]),
            Route("/api/games/{id}/seats", self.seats),
            Route("/api/codes/{code}", self.code),
            Route("/api/seats", self.own_seats, methods=["POST"]),
        ]

    async def about(self, request: Request) -> Response:
        """Whether a visitor can open a table, and how many more from this address."""
        return answer(answers.PrivateTables(open=self.private.most > 0, left=self.private.left(address_of(request))))

    async def seats(self, request: Request) -> Response:
        """The numbers of seats with which a game can be played."""
        id, offered = request.path_params["id"], self.api.offered()
        if id not in offered:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {id} here.")
        return answer(answers.GameSeats(game=id, seats=self.private.sizes(id, offered[id])))

    async def code(self, request: Request) -> Response:
        """The offer with a code, for a client that has the code: its title and kind, and the chair that is left; or
        what became of a private table."""
        if waits := self.api.waits(request, CODES):
            raise waits
        desk = self.api.room.desk_for("", code := request.path_params["code"])
        if desk is None and (was := await ended_with(self.api.room, code)):
            return answer(answers.CodeLeads(title=was.title, kind="private", chair="", ended=was.at, match=was.match))
        if desk is None:
            raise self.api.slowed(request, CODES, Problem(404, "NO_SUCH_CODE", "No table has this code."))
        title, kind = listing.offer(desk)["title"], desk.offer.kind
        offer, chair = desk.offer, desk.chair_left()
        told = answers.CodeLeads(title=title, kind=kind, chair=chair, hints=offer.hints, rabbit=offer.rabbit)
        stakes = [listing.stakes(hosted) for hosted in desk.tables()]
        return answer({**told, "stakes": stakes[0]} if stakes else told)

    async def own_seats(self, request: Request) -> Response:
        """The seats that some tokens of `welcome` prove."""
        given = await body_of(request, Tokens)
        return answer(listing.seats_of(self.api.room, given.tokens))

    async def open(self, request: Request) -> Response:
        """Open a table for friends; the answer has its code, and the token of the visitor that opened it."""
        wish, offered, address = await body_of(request, Wish), self.api.offered(), self.check_left(request)
        if wish.game not in offered:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {wish.game[:60]} here.")
        return await self.opened(*self.private.open(wish, offered[wish.game], address))

    def check_left(self, request: Request) -> str:
        """The address of a visitor, if it may open one more table; a Problem if it may not."""
        address = address_of(request)
        if not self.private.most:
            raise Problem(403, "NO_PRIVATE_TABLES", "Nobody but the host sets up tables here.")
        if not self.private.left(address):
            msg = "There are enough private tables just now. One that is empty goes after ten minutes."
            raise Problem(429, "TOO_MANY_TABLES", msg, RETRY_MS)
        return address

    async def opened(self, desk: PrivateDesk, token: str) -> Response:
        """The answer to a visitor that has opened a table, once the table is kept."""
        await self.api.kept()
        code = desk.offer.code
        told: answers.OpenedTable = {**listing.offer(desk), "code": code, "seats": desk.seats, "token": token}
        return answer(told, 201)

    async def begin(self, request: Request) -> Response:
        """Begin the match, on request of the visitor that opened the table: house bots take the free chairs."""
        desk = self.api.room.desks.get(request.path_params["id"])
        if not isinstance(desk, PrivateDesk) or not desk.is_opener(token_of(request)):
            problem = Problem(401, "NOT_THE_OPENER", "Show the token that you got when you opened the table.")
            raise self.api.slowed(request, ":opener", problem)
        desk.begin()
        await self.api.kept()
        return answer(listing.offer(desk))
