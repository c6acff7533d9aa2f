"""The JSON API: the lobby, tables, standings and records for everybody; control for who has the host's token.

An error is `{"code", "msg"}`, with `retry_after_ms` where it is a limit.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from croupier.kernel.errors import BadInput

from ..identity import name_key, team_name
from ..room import hands, listing, memory, openings, overview, records
from ..room.hosted import Hosted
from ..room.offers import Offer, game_of
from ..room.room import Room
from ..store import Value
from ..tables import lines
from ..tables.plan import Plan

LONGEST_BODY = 256 * 1024
MATCH = re.compile(r"(?P<table>.+)-M(?P<number>\d{1,9})")
MOST_RATINGS = 100_000

T = TypeVar("T")


class Rating(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody thinks of a game, from 1 to 5; the last word of a team counts."""

    rating: Annotated[int, Meta(ge=1, le=5)]
    team: str = ""


class Grant(msgspec.Struct, forbid_unknown_fields=True):
    """Tokens that a host gives to a team."""

    team: str
    tokens: int
    why: str


class Problem(Exception):
    """Why a request leads to nothing."""

    def __init__(self, status: int, code: str, msg: str, retry_after_ms: int | None = None) -> None:
        super().__init__(msg)
        self.status, self.body = status, {"code": code, "msg": msg}
        if retry_after_ms is not None:
            self.body["retry_after_ms"] = retry_after_ms  # type: ignore[assignment]


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def on_problem(request: Request, problem: Exception) -> Response:
    """Any error as JSON."""
    if isinstance(problem, Problem):
        return answer(problem.body, problem.status)
    if isinstance(problem, HTTPException):
        return answer({"code": "NOT_FOUND" if problem.status_code == 404 else "BAD_REQUEST", "msg": problem.detail},
                      problem.status_code)  # fmt: skip
    if isinstance(problem, BadInput):
        return answer({"code": "BAD_INPUT", "msg": str(problem)}, 400)
    return answer({"code": "BROKEN", "msg": "Something of ours broke; the host finds it in the log."}, 500)


class Api:
    """What can be asked of a room over HTTP."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            Route("/healthz", self.health),
            Route("/readyz", self.health),
            Route("/metrics", self.metrics),
            Route("/api/lobby", self.lobby),
            Route("/api/games", self.games),
            Route("/api/games/{id}/rating", self.rate, methods=["POST"]),
            Route("/api/host", self.overview),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/{id}", self.table),
            Route("/api/tables/{id}/standings", self.standings),
            Route("/api/tables/{id}/openings", self.openings),
            Route("/api/tables/{id}/orders", self.order, methods=["POST"]),
            Route("/api/matches/{id}", self.match),
            Route("/api/accounts/{team}", self.account),
            Route("/api/accounts", self.grant, methods=["POST"]),
        ]

    async def health(self, request: Request) -> Response:
        """Whether the arena runs."""
        closing = self.room.closing or self.room.rest.begun
        return answer({"status": "closing" if closing else "ok"}, 503 if closing else 200)

    async def metrics(self, request: Request) -> Response:
        """What was counted."""
        room = self.room
        now = {
            "connections": len(room.connections),
            "tables": len(room.tables),
            "tables_broken": sum(bool(hosted.broken) for hosted in room.tables.values()),
            "people": sum(hosted.people for hosted in room.tables.values()),
        }
        return PlainTextResponse(room.metrics.text(now, getattr(room.store, "commits", 0)))

    async def lobby(self, request: Request) -> Response:
        """What can be joined."""
        return answer(listing.lobby(self.room))

    async def overview(self, request: Request) -> Response:
        """Every table as its host has to know it: who is there, and whose clock runs."""
        self._check_host(request)
        return answer([overview.of(hosted) for hosted in self.room.tables.values()])

    async def table(self, request: Request) -> Response:
        """One table."""
        return answer(listing.table(self._table(request)))

    async def standings(self, request: Request) -> Response:
        """How the matches of a table ended, and who is ahead."""
        id = request.path_params["id"]
        played = await listing.results(self.room, id)
        if not played and id not in self.room.tables:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {id}.")
        return answer({"table": id, "standings": listing.standings(played), "matches": played})

    async def openings(self, request: Request) -> Response:
        """What the host was given of hidden cards."""
        id = request.path_params["id"]
        return answer({"table": id, "openings": await openings.of(self.room, id)})

    async def games(self, request: Request) -> Response:
        """The games that are offered."""
        kept = await self.room.store.values(memory.RATING)
        ratings: dict[str, list[int]] = {}
        for key, body in kept.items():
            ratings.setdefault(key.removeprefix(memory.RATING).partition("/")[0], []).append(int(body))
        games = {
            desk.offer.id if desk.offer.genome else desk.offer.game: desk.game for desk in self.room.desks.values()
        }
        return answer([listing.game(name, game, ratings.get(name, ())) for name, game in games.items()])

    async def rate(self, request: Request) -> Response:
        """Take what somebody thinks of a game."""
        id, given = request.path_params["id"], await body_of(request, Rating)
        if id not in {name for desk in self.room.desks.values() for name in (desk.offer.game, desk.offer.id)}:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {id} here.")
        address = request.client.host if request.client else ""
        who = f"team {name_key(team_name(given.team))}" if given.team else f"address {address}"
        kept = await self.room.store.values(f"{memory.RATING}{id}/")
        key = f"{memory.RATING}{id}/{hashlib.sha256((who + address).encode()).hexdigest()[:24]}"
        if key not in kept and len(kept) >= MOST_RATINGS:
            raise Problem(429, "TOO_MANY_RATINGS", "This game has been rated often enough.", 3_600_000)
        await self.room.keep(Value(key, b"%d" % given.rating))
        return answer({"game": id, "rating": given.rating})

    async def create(self, request: Request) -> Response:
        """Offer another table."""
        self._check_host(request)
        given = await body_of(request, Offer)
        if not given.id:
            given = msgspec.structs.replace(given, id=self.room.new_id("table"))
        if given.id in self.room.desks:
            raise Problem(409, "ID_TAKEN", f"There is an offer {given.id} already.")
        desk = self.room.offer(given)
        return answer({**listing.offer(desk), "code": desk.offer.code}, 201)

    async def order(self, request: Request) -> Response:
        """Do what the host wants at a table."""
        self._check_host(request)
        hosted, given = self._table(request), await body_of(request, hands.Order)
        told = hands.give(self.room, hosted, given)
        return answer({**overview.of(hosted), **({"told": told} if told else {})})

    async def match(self, request: Request) -> Response:
        """The record of a match that is over; `?format=phh` gives hand histories of hold'em.

        `?cards=all` gives the host every card, where the table has said that it would.
        """
        id = request.path_params["id"]
        found = MATCH.fullmatch(id)
        played = await listing.results(self.room, found["table"]) if found else []
        result = next((one for one in played if one.match == id), None)
        if found is None or result is None:
            raise Problem(404, "NO_SUCH_MATCH", f"No match {id} was played to its end here.")
        kept = [lines.decode(line.body) for line in await self.room.store.read(found["table"], 1)]
        plan = await self.plan_of(found["table"])
        whole = request.query_params.get("cards") == "all"
        if whole:
            self._check_host(request)
            await self._open(plan, id, int(found["number"]))
        teller = records.told(plan, game_of(plan), int(found["number"]), kept, whole=whole)
        if request.query_params.get("format") == "phh":
            if plan.game != "holdem":
                raise Problem(400, "NO_HAND_HISTORY", "Only hold'em has hand histories.")
            return PlainTextResponse(records.as_phh(teller, result))
        return Response(records.as_text(teller, result), media_type="application/jsonl")

    async def _open(self, plan: Plan, match: str, number: int) -> None:
        """Let the host have every card of a match, if that was announced, and not before the god view would show it."""
        hosted = self.room.tables.get(plan.id)
        if not plan.god_view:
            raise Problem(409, "NO_GOD_VIEW", f"Table {plan.id} has no god view: every `welcome` has said so.")
        if hosted is not None and hosted.table.hindsight.waits(number):
            raise Problem(409, "TOO_EARLY", f"The last hand of {match} is to be {plan.god_view} hands old.", 5_000)
        await openings.note(self.room, plan.id, f"the record of {match} with every card")

    async def account(self, request: Request) -> Response:
        """How many tokens a team has."""
        team = team_name(request.path_params["team"])
        return answer({"team": team, "tokens": self.room.bank.accounts.balance(name_key(team))})

    async def grant(self, request: Request) -> Response:
        """Give a team tokens."""
        self._check_host(request)
        given = await body_of(request, Grant)
        key = name_key(team_name(given.team))
        await self.room.keep(*self.room.bank.grant(key, given.tokens, given.why))
        return answer({"team": given.team, "tokens": self.room.bank.accounts.balance(key)})

    async def plan_of(self, table: str) -> Plan:
        """The plan of a table that stands, or stood."""
        kept = await self.room.store.values(memory.PLAYED + table)
        if memory.PLAYED + table not in kept:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {table}.")
        return msgspec.json.decode(kept[memory.PLAYED + table], type=Plan)

    def _table(self, request: Request) -> Hosted:
        id = request.path_params["id"]
        if id not in self.room.tables:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {id}.")
        return self.room.tables[id]

    def is_host(self, request: Request) -> bool:
        """Whether a request shows the host's token."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self.room.is_host(token.strip())

    def _check_host(self, request: Request) -> None:
        """Let only the host go on; who guesses has to wait."""
        address, now = request.client.host if request.client else "", self.room.now()
        if self.is_host(request):
            return
        if wait := self.room.throttle.wait(address, ":host", now):
            raise Problem(429, "TOO_MANY_TRIES", f"Too many failed attempts; try again in {wait} ms.", wait)
        self.room.throttle.failed(address, ":host", now)
        raise Problem(401, "NOT_THE_HOST", "Show the host's token: `Authorization: Bearer TOKEN`.")


async def body_of(request: Request, kind: type[T]) -> T:
    """What a request brings along."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise Problem(413, "TOO_LONG", f"At most {LONGEST_BODY:,} bytes can be sent.")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Problem(400, "BAD_SCHEMA", str(error)[:200]) from None
