"""Kept names over HTTP: keeping one, proving it in another browser, a new secret for it, and profiles."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..identity import name_key, team_name
from ..room import answers
from ..room.players import NameTaken, TooManyNames, keep_name, remembered
from ..room.profiles import profile
from ..throttle import Counts, Limit
from .api import Api, Problem, address_of, answer, body_of, token_of

FROM_ADDRESS = Limit(30, 120_000)
"""The limit on names that are kept from one address: a classroom is one address."""


class WishedName(msgspec.Struct, forbid_unknown_fields=True):
    """A name that a visitor wants to keep, and the tokens of `welcome` that it has under this name."""

    name: str
    tokens: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=40)] = []


class PlayersApi:
    """The handlers of requests about kept names."""

    def __init__(self, api: Api) -> None:
        self.api, self.room = api, api.room
        self._kept = Counts()

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/players", self.keep, methods=["POST"]),
            Route("/api/players/{name}", self.profile),
            Route("/api/players/{name}/keeper", self.keeper),
            Route("/api/players/{name}/secret", self.renew, methods=["POST"]),
        ]

    async def keep(self, request: Request) -> Response:
        """Keep a name; the answer has its secret."""
        given, room = await body_of(request, WishedName), self.room
        name, now, address = team_name(given.name), room.now(), (address_of(request),)
        key = name_key(name)
        if wait := self._kept.wait(address, FROM_ADDRESS, now):
            raise Problem(429, "TOO_MANY_NAMES", "Many names are kept from your address; try again later.", wait)
        old = await remembered(room.store, key)
        room.keeping.check_working()
        try:
            secret, entries = keep_name(room, name, given.tokens, old)
        except NameTaken as error:
            raise Problem(409, "NAME_TAKEN", str(error)) from None
        except TooManyNames as error:
            raise Problem(429, "TOO_MANY_NAMES", str(error)) from None
        self._kept.add(address, FROM_ADDRESS, now)
        await room.keep(*entries)
        return answer(self._new(key, secret), 201)

    async def keeper(self, request: Request) -> Response:
        """Whether a secret proves a name: for a browser to which the name is taken."""
        player = self.room.players.find(self._proved(request))
        assert player is not None
        return answer(answers.KeptName(name=player.name, since=player.since))

    async def renew(self, request: Request) -> Response:
        """A new secret for a name, whose keeper shows the present one: that one proves nothing any more."""
        key = self._proved(request)
        self.room.keeping.check_working()
        secret, entries = self.room.players.renew(key)
        await self.room.keep(*entries)
        return answer(self._new(key, secret))

    def _new(self, key: str, secret: str) -> answers.NewSecret:
        player = self.room.players.find(key)
        assert player is not None
        return answers.NewSecret(name=player.name, since=player.since, secret=secret)

    def _proved(self, request: Request) -> str:
        """The key of the name in the address. Problem unless its secret is shown; after failed attempts the client has
        to wait."""
        name = request.path_params["name"]
        if waits := self.api.waits(request, _tried(name)):
            raise waits
        if key := self.room.players.proved(name, token_of(request)):
            return key
        problem = Problem(401, "NOT_THE_KEEPER", "This secret does not prove the name: a newer one may have been made.")
        raise self.api.slowed(request, _tried(name), problem)

    async def profile(self, request: Request) -> Response:
        """What everybody may know of a player."""
        name = request.path_params["name"]
        if (player := self.room.players.find(name)) is None:
            raise Problem(404, "NO_SUCH_PLAYER", "Nobody keeps this name here, so it has no profile.")
        self.room.keeping.check_working()
        return answer(await profile(self.room, player))


def _tried(name: str) -> str:
    """The key under which wrong secrets of a name are counted."""
    return f":player {name_key(name)[:64]}"
