"""The JSON API: the lobby, tables, standings and records for everybody; control for the bearer of the host's token.

An error is `{"code", "msg"}`, with `retry_after_ms` if a limit was reached.
"""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from croupier.agents.learnt import LEARNT
from croupier.kernel.errors import BadInput

from ..identity import name_key, team_name
from ..room import access, answers, host_orders, listing, memory, records
from ..room.desks import Desk
from ..room.guests import CANNOT_KEEP, NO_GOD_VIEW, OUT_OF_ORDER
from ..room.hosted import RETRY_MS, Hosted, OutOfOrder
from ..room.offers import FILES_AT_HOME, Offer, check_from_outside, game_name
from ..room.ratings import Opinion
from ..room.room import Room
from ..store import StoreError
from ..tables import lines
from ..tables.configs import game_of
from ..tables.plan import Plan
from .cached import Cached
from .copyist import Copyist, TooMany
from .page import nowhere

LONGEST_BODY = 256 * 1024
BODY_SECONDS = 30.0
"""The timeout for the body of a request, in seconds."""
MATCH = re.compile(r"(?P<table>.+)-M(?P<number>\d{1,9})")

T = TypeVar("T")


class Rating(msgspec.Struct, forbid_unknown_fields=True):
    """A rating of a game, from 1 to 5, and how much of it was in the player's hands, from 1 (nothing) to 5 (all);
    0 leaves that open. The last rating of a team counts."""

    rating: Annotated[int, Meta(ge=1, le=5)]
    in_hands: Annotated[int, Meta(ge=0, le=5)] = 0
    team: str = ""


class Grant(msgspec.Struct, forbid_unknown_fields=True):
    """Tokens that a host gives to a team."""

    team: str
    tokens: int
    why: str


class BattleCards(msgspec.Struct, forbid_unknown_fields=True):
    """Four cards that a team plays a Battle with."""

    hand: list[str]


NOT_YOURS = "Show the token of a team that played here: `Authorization: Bearer TOKEN`."


class Finished(NamedTuple):
    """A finished match: the plan of its table, its number there, and its result; or the finished hands of a match."""

    plan: Plan
    number: int
    result: memory.Result
    hands: int = 0
    """If the match is still played: how many of its hands are over."""


class Problem(Exception):
    """An error that is the answer to a request."""

    def __init__(self, status: int, code: str, msg: str, retry_after_ms: int | None = None) -> None:
        super().__init__(msg)
        self.status, self.body = status, {"code": code, "msg": msg}
        if retry_after_ms is not None:
            self.body["retry_after_ms"] = retry_after_ms  # type: ignore[assignment]


def answer(value: Any, status: int = 200) -> Response:
    """A response with a value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def told(problem: Problem) -> Response:
    """A response with a problem as JSON."""
    response = answer(problem.body, problem.status)
    if wait := problem.body.get("retry_after_ms"):
        response.headers["Retry-After"] = str(-(-int(wait) // 1000))
    return response


async def on_problem(request: Request, error: Exception) -> Response:
    """The response to any exception, as JSON."""
    if isinstance(error, HTTPException) and error.status_code == 404 and (page := nowhere(request)):
        return page
    return told(problem_of(error))


def problem_of(error: Exception) -> Problem:
    """The problem that an exception means for the client."""
    match error:
        case Problem():
            return error
        case HTTPException(status_code=status, detail=detail):
            return Problem(status, "NOT_FOUND" if status == 404 else "BAD_REQUEST", detail)
        case TooMany():
            return Problem(503, "BUSY", str(error), 2_000)
        case OutOfOrder():
            return Problem(503 if error.lost else 500, OUT_OF_ORDER, str(error), error.retry_after_ms)
        case StoreError():
            return cannot_keep(str(error))
        case access.NoGodView():
            return Problem(409, NO_GOD_VIEW, str(error))
        case access.TooEarly():
            return Problem(409, "TOO_EARLY", str(error), 5_000)
        case BadInput():
            return Problem(400, "BAD_INPUT", str(error))
    return Problem(500, "BROKEN", "The arena failed to answer this request; its log has the error, for the host.")


def cannot_keep(why: str) -> Problem:
    """The problem that the store cannot write now: the request was not carried out."""
    return Problem(503, CANNOT_KEEP, why, RETRY_MS)


class Api:
    """The handlers of requests about a room."""

    def __init__(self, room: Room) -> None:
        self.room, self.copyist = room, Copyist()
        self._lobby = Cached(room, lambda: listing.lobby(room))
        self._games = Cached(room, lambda: [listing.game(name, desk) for name, desk in self.offered().items()])

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", self.metrics),
            Route("/api/lobby", self.lobby),
            Route("/api/key", self.key),
            Route("/api/games", self.games),
            Route("/api/games/{id}/rules", self.rules),
            Route("/api/games/{id}/standings", self.ranking),
            Route("/api/games/{id}/rating", self.rate, methods=["POST"]),
            Route("/api/host", self.overview),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/{id}", self.table),
            Route("/api/tables/{id}/standings", self.standings),
            Route("/api/tables/{id}/openings", self.openings),
            Route("/api/tables/{id}/orders", self.order, methods=["POST"]),
            Route("/api/matches", self.matches),
            Route("/api/matches/{id}", self.match),
            Route("/api/accounts/{team}", self.account),
            Route("/api/accounts/{team}/hand", self.hand),
            Route("/api/accounts/{team}/hand", self.give_hand, methods=["POST"]),
            Route("/api/accounts", self.grant, methods=["POST"]),
        ]

    async def health(self, request: Request) -> Response:
        """Whether the arena runs. It does while it is closing, so that it is not killed in the middle of a hand, and
        while the store cannot write, as long as it notices when that is over."""
        if wedged := self.room.keeping.wedged():
            return answer({"status": "wedged", "msg": wedged}, 503)
        return answer({"status": "closing" if self.room.closing else "ok"}, 503 if self.room.closing else 200)

    async def ready(self, request: Request) -> Response:
        """Whether new clients should be sent here: not while the arena is closing, nor if the store cannot write (which
        is tried), nor if the store is damaged."""
        if self.room.closing or self.room.rest.begun:
            return answer({"status": "closing"}, 503)
        try:
            await self.room.keeping.check()
        except StoreError as error:
            return answer({"status": "cannot keep", "msg": str(error)}, 503)
        if damage := self.room.store.damage:
            return answer({"status": "damaged", "msg": f"What was kept is damaged: {damage}"}, 503)
        broken = sum(bool(hosted.broken) for hosted in self.room.tables.values())
        return answer({"status": "ready", "tables": len(self.room.tables), "tables_broken": broken})

    async def metrics(self, request: Request) -> Response:
        """The metrics."""
        room = self.room
        now = {
            "connections": len(room.connections),
            "tables": len(room.tables),
            "tables_broken": sum(bool(hosted.broken) for hosted in room.tables.values()),
            "people": sum(hosted.people for hosted in room.tables.values()),
            "cannot_keep": int(bool(room.keeping.failing)),
        }
        return PlainTextResponse(room.metrics.text(now, getattr(room.store, "commits", 0)))

    async def lobby(self, request: Request) -> Response:
        """The lobby: what can be joined."""
        return await self._lobby.answer(request)

    async def overview(self, request: Request) -> Response:
        """Every table as the host sees it: connected teams, and the seats whose clocks run."""
        self.check_host(request)
        return answer([listing.hosted_table(hosted) for hosted in self.room.tables.values()])

    async def no_nodes(self, request: Request) -> Response:
        """The nodes of an arena that is one process: none."""
        self.check_host(request)
        return answer([])

    async def table(self, request: Request) -> Response:
        """One table."""
        return answer(listing.table(self._table(request)))

    async def standings(self, request: Request) -> Response:
        """The results of a table's matches, and the standings."""
        id = request.path_params["id"]
        played = await listing.results(self.room, id)
        if not played and id not in self.room.tables:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {id}.")
        return answer(answers.TableStandings(table=id, standings=listing.standings(played), matches=played))

    async def openings(self, request: Request) -> Response:
        """The matches of which the host got hidden cards."""
        id = request.path_params["id"]
        return answer({"table": id, "openings": await access.openings_of(self.room, id)})

    async def key(self, request: Request) -> Response:
        """The public key with which this arena signs matches."""
        return answer({"kind": "Ed25519", "key": self.room.signer.key})

    async def games(self, request: Request) -> Response:
        """The games that are offered."""
        return await self._games.answer(request)

    async def rules(self, request: Request) -> Response:
        """The rule book of a game, in Markdown."""
        id, known = request.path_params["id"], self.offered()
        if id not in known:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {id} here.")
        game = known[id].game
        return answer(answers.RuleBook(id=id, title=game.title, rules=game.words.rule_book()))

    async def ranking(self, request: Request) -> Response:
        """The ratings of players in a game, over all its tables."""
        id, known = request.path_params["id"], self.offered()
        if id not in known:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {id} here.")
        self.room.keeping.check_working()
        return answer(answers.GameStandings(game=id, standings=self.room.past.standings(known[id].offer)))

    async def rate(self, request: Request) -> Response:
        """Take a team's rating of a game."""
        id, given = request.path_params["id"], await body_of(request, Rating)
        if id not in self.offered():
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {id} here.")
        address = address_of(request)
        opinion, team = Opinion(given.rating, given.in_hands), team_name(given.team) if given.team else ""
        word = self.room.ratings.rate(id, team, address, opinion)
        if word is None:
            raise Problem(429, "TOO_MANY_RATINGS", "This game has been rated often enough from there.", 3_600_000)
        await self.room.keep(word)
        return answer({"game": id, "rating": given.rating, "in_hands": given.in_hands})

    async def create(self, request: Request) -> Response:
        """Add an offer."""
        self.check_host(request)
        given = await body_of(request, Offer)
        if any(named.startswith(LEARNT) for named in (*given.bots, given.policy)):
            raise BadInput(FILES_AT_HOME)
        check_from_outside(given, given.options, *(level.changes for level in given.levels))
        if not given.id:
            given = msgspec.structs.replace(given, id=self.room.new_id("table"))
        if given.id in self.room.desks:
            raise Problem(409, "ID_TAKEN", f"There is an offer {given.id} already.")
        desk = self.room.offer(given)
        await self.kept()
        return answer({**listing.offer(desk), "code": desk.offer.code}, 201)

    async def order(self, request: Request) -> Response:
        """Carry out an order of the host at a table."""
        self.check_host(request)
        hosted, given = self._table(request), await body_of(request, host_orders.Order)
        await hosted.here()
        told = host_orders.give(self.room, hosted, given)
        await self.kept()
        hosted.check_order()
        return answer({**listing.hosted_table(hosted), **({"told": told} if told else {})})

    async def matches(self, request: Request) -> Response:
        """The newest matches, or with `?team=` those of a team."""
        team = request.query_params.get("team", "")
        self.room.keeping.check_working()
        return answer(self.room.past.matches(name_key(team)))

    async def match(self, request: Request) -> Response:
        """The record of a match that is over; `?format=phh` gives hand histories of hold'em.

        `?cards=own` gives a team its own cards as well; `?cards=all` gives the host every card, if the table has
        announced a god view.
        """
        played = await self.played(request.path_params["id"])
        plan, number, result, _ = played
        if result.void:
            raise Problem(410, "VOID", f"Match {result.match} is void: {result.void}")
        whole, phh = result.opens, request.query_params.get("format") == "phh"
        if phh and plan.game != "holdem":
            raise Problem(400, "NO_HAND_HISTORY", "Only hold'em has hand histories.")
        cards, whose = request.query_params.get("cards"), ""
        if cards == "all" and not whole:
            self.check_host(request)
            await access.open_cards(self.room, plan, result.match, "record")
            whole = True
        elif cards == "own":
            whose = self.room.player(plan.id, token_of(request))
            if not whose:
                raise Problem(401, "NOT_YOURS", NOT_YOURS)
        kept = await self.room.store.read(plan.id, 1)

        def written() -> Response:
            said = [lines.decode(line.body) for line in kept]
            teller = records.told(plan, game_of(plan), number, said, whole=whole, whose=whose)
            if phh:
                return PlainTextResponse(records.as_phh(teller, result))
            text = records.as_text(teller, result, self.room.signer)
            return Response(text, media_type="application/jsonl")

        return await self.copyist.write(written)

    async def account(self, request: Request) -> Response:
        """The number of tokens of a team, as it is stored."""
        team = team_name(request.path_params["team"])
        await self.kept()
        return answer(answers.Account(team=team, tokens=self.room.bank.accounts.balance(name_key(team))))

    async def hand(self, request: Request) -> Response:
        """The cards that a team plays Battles with: only for the team itself, not even for the host."""
        team, token = team_name(request.path_params["team"]), token_of(request)
        queues = [desk for desk in self.room.desks.values() if desk.offer.kind == "queue"]
        if not any([desk.door.owner_of(token) == name_key(team) for desk in queues]):
            problem = Problem(401, "NOT_YOURS", "Show your token of `welcome`: `Authorization: Bearer TOKEN`.")
            raise self.slowed(request, name_key(team), problem)
        return answer({"team": team, "hand": list(self.room.bank.hand(name_key(team)))})

    async def give_hand(self, request: Request) -> Response:
        """Set the cards of a team, from its next match on."""
        self.check_host(request)
        team, given = team_name(request.path_params["team"]), await body_of(request, BattleCards)
        await self.room.keep(*self.room.bank.give_hand(name_key(team), given.hand))
        return answer({"team": team, "hand": given.hand})

    async def grant(self, request: Request) -> Response:
        """Give a team tokens."""
        self.check_host(request)
        given = await body_of(request, Grant)
        key = name_key(team_name(given.team))
        await self.room.keep(*self.room.bank.grant(key, given.tokens, given.why))
        return answer(answers.Account(team=given.team, tokens=self.room.bank.accounts.balance(key)))

    async def played(self, id: str) -> Finished:
        """A match that is over, by its id."""
        found = MATCH.fullmatch(id)
        played = await listing.results(self.room, found["table"]) if found else []
        result = next((one for one in played if one.match == id), None)
        if found is None or result is None:
            raise Problem(404, "NO_SUCH_MATCH", f"No match {id} was played to its end here.")
        return Finished(await self.plan_of(found["table"]), int(found["number"]), result)

    def offered(self) -> dict[str, Desk]:
        """The desk of each game that can be played here, by the game's name; a genome by the name of its offer."""
        games: dict[str, Desk] = {}
        for desk in self.room.desks.values():
            if desk.offer.opener is not None:
                continue
            name = game_name(desk.offer)
            if name not in games or desk.offer.kind == "house":
                games[name] = desk
        return games

    async def plan_of(self, table: str) -> Plan:
        """The plan of a table, also of one that was removed."""
        kept = await self.room.store.values(memory.PLAYED + table)
        if memory.PLAYED + table not in kept:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {table}.")
        return msgspec.json.decode(kept[memory.PLAYED + table], type=Plan)

    def _table(self, request: Request) -> Hosted:
        id = request.path_params["id"]
        if id not in self.room.tables:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {id}.")
        return self.room.tables[id]

    async def kept(self) -> None:
        """Wait until everything so far is stored, so that the host can rely on the answer."""
        try:
            await self.room.keeping.settled()
        except StoreError as error:
            raise cannot_keep(str(error)) from None

    def is_host(self, request: Request) -> bool:
        """Whether a request shows the host's token."""
        return self.room.is_host(token_of(request))

    def check_host(self, request: Request) -> None:
        """Problem unless a request shows the host's token; after failed attempts the client has to wait."""
        if not self.is_host(request):
            problem = Problem(401, "NOT_THE_HOST", "Show the host's token: `Authorization: Bearer TOKEN`.")
            raise self.slowed(request, ":host", problem)

    def slowed(self, request: Request, key: str, problem: Problem) -> Problem:
        """Count a failed attempt; the problem to answer, which says to wait after too many."""
        waits = self.waits(request, key)
        if waits is None:
            self.room.throttle.failed(address_of(request), key, self.room.now())
        return waits or problem

    def waits(self, request: Request, key: str) -> Problem | None:
        """The problem for a client that has failed too often and has to wait; None if it may try."""
        wait = self.room.throttle.wait(address_of(request), key, self.room.now())
        said = f"Too many failed attempts; try again in {wait} ms."
        return Problem(429, "TOO_MANY_TRIES", said, wait) if wait else None


def address_of(request: Request) -> str:
    """The address of the client; "" if it is unknown."""
    return request.client.host if request.client else ""


def token_of(request: HTTPConnection) -> str:
    """The token that a request shows; "" if it shows none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def raw_body(request: Request, longest: int = LONGEST_BODY) -> bytes:
    """The body of a request, as bytes."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > longest:
                    raise Problem(413, "TOO_LONG", f"At most {longest:,} bytes can be sent.")
    except TimeoutError:
        raise Problem(408, "TOO_SLOW", f"What you send has to be here within {BODY_SECONDS:g} s.") from None
    except ClientDisconnect:
        raise Problem(400, "CUT_SHORT", "The request ended before its body did.") from None
    return bytes(body)


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request, decoded."""
    body = await raw_body(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Problem(400, "BAD_SCHEMA", str(error)[:200]) from None
