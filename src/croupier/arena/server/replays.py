"""Replays over HTTP: the hands of a match that is over, or of a file, as moments for a permitted viewer; advice of
policies; and the solver's solution of a river.

Everybody sees what a spectator saw. A client with the token of a seat sees what that seat saw. All cards are shown to
everybody if the table opens its hands afterwards, and to the host if the table has a god view: on request, which is
announced to everybody. A player sees the hands that are over while the match is still played; but only at a table with
hints it can ask anything about them. A file is shown with all its cards, and nothing of it is stored.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..house import Explained
from ..replay.advice import Asked, advice
from ..replay.clerk import Busy, Clerk
from ..replay.pages import OPEN, WATCHING, PointOfView
from ..replay.shelf import FORGOTTEN, Job
from ..replay.solution import Position
from ..replay.telling import (
    AskHouse,
    AskOutlooks,
    AskSolver,
    Forbidden,
    ListHands,
    OfTable,
    Permit,
    ShowHand,
    TakeOver,
    Wish,
)
from ..room import access
from ..room.memory import Result
from .api import Api, Finished, Problem, answer, body_of, raw_body, token_of
from .private_api import PrivateApi

LONGEST_FILE = 1024 * 1024
ADVICE_SECONDS = 30.0
"""The timeout of an answer in seconds, including the start of the worker."""
MOST_ASKING = 64
"""The longest queue of questions to house bots; further clients are told to retry later."""


class TakenStep(msgspec.Struct, forbid_unknown_fields=True):
    """The step of a hand at which a seat is taken over: after how many moves, and which seat."""

    made: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, lt=SEATS)]


class Replays:
    """The handlers of requests about replays."""

    def __init__(self, api: Api, private: PrivateApi) -> None:
        self.api, self.room, self.private = api, api.room, private
        self._advising = asyncio.Lock()
        """Lets house bots answer one request for advice at a time."""
        self._asking = 0

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/replays", self.file, methods=["POST"]),
            Route("/api/replays/{match}", self.hands),
            Route("/api/replays/{match}/{hand:int}", self.hand),
            Route("/api/replays/{match}/{hand:int}/advice", self.advice),
            Route("/api/replays/{match}/{hand:int}/solver", self.solver),
            Route("/api/replays/{match}/{hand:int}/outlooks", self.outlooks),
            Route("/api/replays/{match}/{hand:int}/play", self.play, methods=["POST"]),
        ]

    async def hands(self, request: Request) -> Response:
        """The hands of a match, `?first=` counting from 1."""
        played = await self._played(request)
        told = await self._of_match(request, played, ListHands(_number(request, "first", 1)))
        result = played.result
        about = {"names": result.names, "scores": result.scores, "at": result.at, "key": result.key}
        return answer({"match": result.match, **about, **told})

    async def hand(self, request: Request) -> Response:
        """The moments of a hand, `?eyes=open`, `watching` or a seat, `?first=` counting from 0."""
        played = await self._played(request)
        told = await self._of_match(request, played, self._show(request, request.path_params["hand"]))
        return answer({"match": played.result.match, **told})

    async def advice(self, request: Request) -> Response:
        """The move of the strongest house policy in a seat's place, `?made=` moves into the hand."""
        played = await self._played(request)
        return await self._advised(await self._of_match(request, played, _ask(request, request.path_params["hand"])))

    async def solver(self, request: Request) -> Response:
        """The exact solution of a river, `?made=` moves into the hand, as the viewer `?eyes=` sees it."""
        played = await self._played(request)
        told = await self._of_match(request, played, _solve(request, request.path_params["hand"]))
        return await self._answered(told)

    async def outlooks(self, request: Request) -> Response:
        """What the hand of `?seat=` was worth, street by street."""
        played = await self._played(request)
        wish = AskOutlooks(request.path_params["hand"], _number(request, "seat", 0))
        return answer(await self._of_match(request, played, wish))

    async def play(self, request: Request) -> Response:
        """Open a private table at which the visitor plays on in the place of a seat."""
        played, step = await self._played(request), await body_of(request, TakenStep)
        address, hand = self.private.check_left(request), request.path_params["hand"]
        position = await self._of_match(request, played, TakeOver(played.result.match, hand, step.made, step.seat))
        rules = played.plan.game, played.plan.genome
        listed = (name for name, desk in self.api.offered().items() if (desk.offer.game, desk.offer.genome) == rules)
        game = next(listed, played.plan.game)
        return await self.private.opened(*self.private.private.take_over(position, played.plan, game, address))

    async def file(self, request: Request) -> Response:
        """The hands of a file; with `?hand=` the moments of a hand, with `&made=` and `&seat=` advice, with `&made=`
        and `&ask=solver` the solution, with `&seat=` and `&ask=outlooks` what a hand was worth."""
        try:
            text = (await raw_body(request, LONGEST_FILE)).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Problem(400, "NOT_TEXT", "This file is no text: drop a .phh, .phhs or .jsonl file.") from None
        hand = _number(request, "hand", 0)
        wish: Wish = ListHands(_number(request, "first", 1))
        if hand:
            wish = _ask(request, hand) if "made" in request.query_params else self._show(request, hand)
            asks = request.query_params.get("ask")
            wish = _solve(request, hand) if asks == "solver" else wish
            wish = AskOutlooks(hand, _number(request, "seat", 0)) if asks == "outlooks" else wish
        key = f"file {hashlib.sha256(text.encode()).hexdigest()}"
        told = await self._told(self.room.reader, Job(key, wish, Permit(open=True), text))
        return await self._advised(told) if isinstance(told, Asked) else await self._answered(told)

    async def _played(self, request: Request) -> Finished:
        return self._still_played(request) or await self.api.played(request.path_params["match"])

    def _still_played(self, request: Request) -> Finished | None:
        """The finished hands of a match that is still played, for one of its players."""
        id, token = request.path_params["match"], token_of(request)
        for hosted in self.room.tables.values():
            table = hosted.table
            if table.state is not None and table.match_id == id:
                names, over = [chair.name for chair in table.chairs], table.hand - (not table.at_boundary)
                if over and self.room.player(hosted.id, token):
                    return Finished(table.set_up, table.match, Result(id, [], names, [], 0), over)
        return None

    def _show(self, request: Request, hand: int) -> ShowHand:
        return ShowHand(hand, _eyes(request), _number(request, "first", 0))

    async def _of_match(self, request: Request, played: Finished, wish: Wish) -> Any:
        key = f"{played.result.match} {played.hands or ''}".rstrip()
        job = Job(key, wish, await self._permit(request, played, wish))
        told = await self._told(self.room.clerk, job)
        if told == FORGOTTEN:
            kept = [line.body for line in await self.room.store.read(played.plan.id, 1)]
            source = OfTable(played.plan, played.number, kept, played.hands)
            told = await self._told(self.room.clerk, job._replace(source=source))
        return told

    async def _permit(self, request: Request, played: Finished, wish: Wish) -> Permit:
        """What a client may see. The host gets hidden cards only on request, which is announced to everybody."""
        player = self.room.player(played.plan.id, token_of(request))
        if played.hands:  # still played
            return Permit(player=player, counts=not played.plan.hints)
        if played.result.opens or not self.api.is_host(request):
            return Permit(played.result.opens, player)
        through = wish.eyes if isinstance(wish, ShowHand | AskSolver) else None
        named = isinstance(wish, AskHouse | AskOutlooks | TakeOver) or through not in (None, WATCHING)
        if named:
            await access.open_cards(self.room, played.plan, played.result.match, "replay")
        return Permit(named, could_open=played.plan.god_view > 0)

    async def _answered(self, told: Any) -> Response:
        """The response: a replay, or the solver's answer about a position in it."""
        return answer(await self._told(self.room.solver, told) if isinstance(told, Position) else told)

    async def _told(self, clerk: Clerk, job: Job | Position) -> Any:
        try:
            return await clerk.ask(job)
        except Forbidden as error:
            raise Problem(403, "NOT_YOURS", str(error)) from None
        except Busy as error:
            raise Problem(503, "BUSY", str(error), 2_000) from None

    async def _advised(self, about: Asked) -> Response:
        if self._asking >= MOST_ASKING:
            raise Problem(503, "BUSY", "Many ask the house just now; try again in a moment.", 2_000)
        loop = asyncio.get_running_loop()
        self._asking += 1
        try:
            async with self._advising:
                said: asyncio.Future[Explained] = loop.create_future()

                def answered(given: Explained) -> None:
                    if not said.done():
                        said.set_result(given)

                self.room.house.advise(about.question, about.players, answered)
                async with asyncio.timeout(ADVICE_SECONDS):
                    return answer(advice(about, await said))
        except TimeoutError:
            raise Problem(503, "BUSY", "The house thinks too long about this one.", 2_000) from None
        finally:
            self._asking -= 1


def _ask(request: Request, hand: int) -> AskHouse:
    return AskHouse(hand, _number(request, "made", 0), _number(request, "seat", 0))


def _solve(request: Request, hand: int) -> AskSolver:
    return AskSolver(hand, _number(request, "made", 0), _eyes(request))


def _eyes(request: Request) -> PointOfView | None:
    given = request.query_params.get("eyes", "")
    if not given:
        return None
    for eyes in (OPEN, WATCHING):
        if given == eyes:
            return eyes
    return _number(request, "eyes", 0)


def _number(request: Request, name: str, otherwise: int) -> int:
    given = request.query_params.get(name, str(otherwise))
    if not (given.isascii() and given.isdecimal() and len(given) < 10):
        raise BadInput(f"`{name}` is a whole number, not {given[:40]!r}.")
    return int(given)
