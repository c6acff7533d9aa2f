"""Events over HTTP: their standings for everybody; opening and running them for the bearer of the host's token."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import APART
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.purchases import What

from ..events import answers
from ..events.contest import ContestDesk
from ..events.desk import EventDesk
from ..events.event import Event
from ..events.events import Events
from ..events.export import Archive, Taken, take
from ..events.tournament import TournamentDesk
from ..identity import name_key
from ..room.offers import FILES_AT_HOME, check_from_outside
from ..tables import lines
from .api import Api, Problem, answer, body_of, token_of


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of a host to an event."""

    order: str
    team: str = ""
    match: str = ""
    why: str = ""
    values: dict[str, Any] = {}


class TournamentWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants in a tournament: to enter again, or to buy chips."""

    what: What


class EventsApi:
    """The handlers of requests about events."""

    def __init__(self, events: Events, api: Api) -> None:
        self.events, self._api = events, api

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/events", self.list),
            Route("/api/events", self.open, methods=["POST"]),
            Route("/api/events/{id}", self.tell),
            Route("/api/events/{id}/export", self.export),
            Route("/api/events/{id}/orders", self.order, methods=["POST"]),
            Route("/api/events/{id}/entries", self.enter, methods=["POST"]),
        ]

    async def list(self, request: Request) -> Response:
        """The summaries of all events."""
        return answer([self.events.summary(desk) for desk in self.events.desks.values()])

    async def open(self, request: Request) -> Response:
        """Open an event; the answer has its codes."""
        self._api.check_host(request)
        given = await body_of(request, Event)
        if given.value or any(named.startswith((APART, LEARNT)) for named in given.bots):
            raise BadInput(FILES_AT_HOME)
        check_from_outside(given, given.options, *(level.changes for level in given.levels))
        if given.id in self.events.desks:
            raise Problem(409, "ID_TAKEN", f"There is an event {given.id} already.")
        desk = self.events.open(given)
        await self._api.kept()
        return answer(self._whole(desk, host=True), 201)

    async def tell(self, request: Request) -> Response:
        """One event with its current standings; for the host also its codes. While the store cannot write, the answer
        is an error, since the standings may not be stored."""
        self.events.room.keeping.check_working()
        return answer(self._whole(self._desk(request), host=self._api.is_host(request)))

    async def order(self, request: Request) -> Response:
        """Carry out an order of the host."""
        self._api.check_host(request)
        desk, given = self._desk(request), await body_of(request, Order)
        if given.team and (place := desk.place_of(name_key(given.team))) is not None:
            await place[0].here()
        self.events.room.keeping.check_working()
        desk.order(given.order, team=given.team, match=given.match, why=given.why, values=given.values)
        await self._api.kept()
        return answer(self._whole(desk, host=True))

    async def enter(self, request: Request) -> Response:
        """A player of a tournament, by its token, enters again or buys chips."""
        desk, given = self._desk(request), await body_of(request, TournamentWish)
        if not isinstance(desk, TournamentDesk):
            raise BadInput("Only players of a tournament enter again or buy chips.")
        key = desk.door.owner_of(token_of(request))
        if not key:
            problem = Problem(401, "NOT_YOURS", "Show your token of `welcome`: `Authorization: Bearer TOKEN`.")
            raise self._api.slowed(request, desk.offer.id, problem)
        self.events.room.keeping.check_working()
        desk.wish(key, given.what)
        await self._api.kept()
        return answer(self._whole(desk, host=False))

    async def export(self, request: Request) -> Response:
        """Everything public of an event, as a zip file; only for the host, since it takes long to write.

        It is written in a thread, a match at a time, as fast as the client reads it, so that nothing else waits.
        """
        self._api.check_host(request)
        desk = self._desk(request)
        if not isinstance(desk, EventDesk):
            raise BadInput("A tournament has no export: its places are told with it, and its tables have records.")
        self._api.copyist.check()
        await self._api.kept()
        names = {"Content-Disposition": f'attachment; filename="{desk.offer.id}.zip"'}
        return StreamingResponse(self._zipped(take(self.events, desk)), media_type="application/zip", headers=names)

    async def _zipped(self, taken: Taken) -> AsyncIterator[bytes]:
        archive, copyist = Archive(taken), self._api.copyist
        for table, played in groupby(taken.played, key=lambda one: one.plan.id):
            kept = [line.body for line in await self.events.room.store.read(table, 1)]
            read = await copyist.write_part(_decoded, kept)
            for one in played:
                if not one.result.void:
                    yield await copyist.write_part(archive.add_match, one, read)
        yield await copyist.write_part(archive.finish)

    def _whole(self, desk: ContestDesk, *, host: bool) -> answers.Event | answers.HostedEvent:
        told = self.events.told(desk)
        if host and desk.offer.roster:
            hosted: answers.HostedEvent = {**told, "roster": desk.offer.roster}
            return hosted
        if host:
            told["code"] = desk.offer.code
        return told

    def _desk(self, request: Request) -> ContestDesk:
        id = request.path_params["id"]
        if id not in self.events.desks:
            raise Problem(404, "NO_SUCH_EVENT", f"There is no event {id}.")
        return self.events.desks[id]


def _decoded(bodies: Sequence[bytes]) -> list[lines.Lines]:
    return [lines.decode(body) for body in bodies]
