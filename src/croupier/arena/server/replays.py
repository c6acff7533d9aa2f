"""Replays over HTTP: the hands of a match that is over, or of a file, as moments for a permitted viewer; advice of
policies; and the solver's solution of a river.

Everybody sees what a spectator saw. A client with the token of a seat sees what that seat saw. All cards are shown to
everybody if the table opens its hands afterwards, and to the host if the table has a god view: on request, which is
announced to everybody. A file is shown with all its cards, and nothing of it is stored.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput

from ..replay.advice import Asked, advice
from ..replay.clerk import Busy, Clerk
from ..replay.pages import OPEN, WATCHING, Eyes
from ..replay.shelf import FORGOTTEN, Job
from ..replay.solution import Position
from ..replay.telling import AskHouse, AskSolver, Forbidden, ListHands, OfTable, Permit, ShowHand, Wish
from ..room import access
from .api import Api, Finished, Problem, answer, raw_body, token_of

LONGEST_FILE = 1024 * 1024
ADVICE_SECONDS = 30.0
"""The timeout of an answer in seconds, including the start of the worker."""
MOST_ASKING = 64
"""The longest queue of questions to house bots; further clients are told to retry later."""


class Replays:
    """The handlers of requests about replays."""

    def __init__(self, api: Api) -> None:
        self.api, self.room = api, api.room
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

    async def file(self, request: Request) -> Response:
        """The hands of a file; with `?hand=` the moments of a hand, with `&made=` and `&seat=` advice, with `&made=`
        and `&ask=solver` the solution."""
        try:
            text = (await raw_body(request, LONGEST_FILE)).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Problem(400, "NOT_TEXT", "This file is no text: drop a .phh, .phhs or .jsonl file.") from None
        hand = _number(request, "hand", 0)
        wish: Wish = ListHands(_number(request, "first", 1))
        if hand:
            wish = _ask(request, hand) if "made" in request.query_params else self._show(request, hand)
            wish = _solve(request, hand) if request.query_params.get("ask") == "solver" else wish
        key = f"file {hashlib.sha256(text.encode()).hexdigest()}"
        told = await self._told(self.room.reader, Job(key, wish, Permit(open=True), text))
        return await self._advised(told) if isinstance(told, Asked) else await self._answered(told)

    async def _played(self, request: Request) -> Finished:
        return await self.api.played(request.path_params["match"])

    def _show(self, request: Request, hand: int) -> ShowHand:
        return ShowHand(hand, _eyes(request), _number(request, "first", 0))

    async def _of_match(self, request: Request, played: Finished, wish: Wish) -> Any:
        job = Job(played.result.match, wish, await self._permit(request, played, wish))
        told = await self._told(self.room.clerk, job)
        if told == FORGOTTEN:
            kept = [line.body for line in await self.room.store.read(played.plan.id, 1)]
            told = await self._told(self.room.clerk, job._replace(source=OfTable(played.plan, played.number, kept)))
        return told

    async def _permit(self, request: Request, played: Finished, wish: Wish) -> Permit:
        """What a client may see. The host gets hidden cards only on request, which is announced to everybody."""
        player = self.room.player(played.plan.id, token_of(request))
        if played.result.opens or not self.api.is_host(request):
            return Permit(played.result.opens, player)
        through = wish.eyes if isinstance(wish, ShowHand | AskSolver) else None
        named = isinstance(wish, AskHouse) or through not in (None, WATCHING)
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
                move: asyncio.Future[Move] = loop.create_future()
                self.room.house.advise(about.question, lambda given: None if move.done() else move.set_result(given))
                async with asyncio.timeout(ADVICE_SECONDS):
                    return answer(advice(about, await move))
        except TimeoutError:
            raise Problem(503, "BUSY", "The house thinks too long about this one.", 2_000) from None
        finally:
            self._asking -= 1


def _ask(request: Request, hand: int) -> AskHouse:
    return AskHouse(hand, _number(request, "made", 0), _number(request, "seat", 0))


def _solve(request: Request, hand: int) -> AskSolver:
    return AskSolver(hand, _number(request, "made", 0), _eyes(request))


def _eyes(request: Request) -> Eyes | None:
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
