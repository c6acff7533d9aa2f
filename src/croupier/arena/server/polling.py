"""Playing over plain HTTP, by polling, for clients that take long to decide: the same seats as over `/ws`.

    POST /api/join    {"team", "code", "tables"}         a bearer token, and a number of seats with one code
    GET  /api/wait?after=N&hold_s=25&words=brief|full    the seat's view, its options, and the table in words
    POST /api/act     {"act_id", "action", …}            a receipt: the same if the same answer is sent again
    POST /api/leave   {"table"}

`wait` answers from the current state of the tables and consumes nothing: a client that lost an answer asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.kernel.showing.narrator import BRIEF, FULL, VERSION, Length, briefing
from croupier.kernel.showing.wire import WORDS, Frame
from croupier.kernel.showing.wire.messages import CLOSING, Usage

from ..identity import Lock, name_key, new_token
from ..room.desks import NEW, Desk
from ..room.hosted import Hosted
from ..room.queue import QueueDesk
from ..room.resting import COME_BACK_MS, GOODBYE
from ..room.room import Room
from ..tables.session import Question
from .api import Problem, address_of, answer, body_of, cannot_keep, token_of
from .crowd import Crowd
from .mailbox import Json, Mailbox
from .visitor import MOST_SEATS, Visitor

HOLD_SECONDS, LONGEST_HOLD = 25.0, 50.0
"""Below one minute, after which common proxies cut a silent connection."""
MOST_POLLS = 250
"""The largest number of requests of one token at the same time."""
STATUS = {
    "BAD_SCHEMA": 400,
    "INVALID_ACTION": 422,
    "TEAM_UNKNOWN": 401,
    "OUT_OF_ORDER": 503,
    "CANNOT_KEEP": 503,
    "TOO_MANY_FRAMES": 429,
    "TOO_MANY_TRIES": 429,
}
"""The HTTP status of a table's error codes; of all others it is 409."""
Hold = Annotated[float, Meta(ge=0, le=LONGEST_HOLD)]
T = TypeVar("T")


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The team that wants to sit down, and where."""

    team: str
    code: str
    table: str = ""
    tables: Annotated[int, Meta(ge=1, le=100)] = 1
    """The number of tables with this code that the team wants, including those that it has."""
    buy_in: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """The chips to bring to a cash table; by default as many as is usual."""
    top_up: bool = False
    """Whether to be topped up before every hand at a cash table."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer."""

    action: str
    act_id: int | None = None
    table: str = ""
    amount: int | None = None
    cards: list[str | None] | None = None
    aside: bool = False
    thoughts: str = ""
    usage: Usage | None = None
    hold_s: Hold | None = None
    """The seconds to wait for the next decision, which is then in the reply; None for no waiting."""
    words: Literal["brief", "full"] = BRIEF


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table to leave; without one, all tables."""

    table: str = ""


class Waiting(msgspec.Struct, frozen=True):
    """The parameters of a poll."""

    after: Annotated[int, Meta(ge=0)] = 0
    hold_s: Hold = HOLD_SECONDS
    words: Literal["brief", "full"] = BRIEF


class Polling:
    """The handlers of clients that play over HTTP."""

    def __init__(self, room: Room, crowd: Crowd) -> None:
        self.room, self.crowd = room, crowd
        self._tokens = Lock(room.pepper, "token")
        self._visitors: dict[str, Visitor] = {}

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/join", self.join, methods=["POST"]),
            Route("/api/wait", self.wait),
            Route("/api/act", self.act, methods=["POST"]),
            Route("/api/leave", self.leave, methods=["POST"]),
        ]

    # The handlers

    async def join(self, request: Request) -> Response:
        """Sit down."""
        return answer(await self.sit_down(await body_of(request, Join), token_of(request), address_of(request)), 201)

    async def wait(self, request: Request) -> Response:
        """Wait for a question."""
        try:
            asked = msgspec.convert(dict(request.query_params), Waiting, strict=False)
        except msgspec.ValidationError as error:
            raise Problem(400, "BAD_SCHEMA", str(error)[:200]) from None
        visitor = self.bearer(token_of(request), address_of(request))
        return answer(await self.poll(visitor, address_of(request), asked.after, asked.hold_s, asked.words))

    async def act(self, request: Request) -> Response:
        """Answer a question."""
        visitor = self.bearer(token_of(request), address_of(request))
        return answer(await self.play(visitor, address_of(request), await body_of(request, Act)))

    async def leave(self, request: Request) -> Response:
        """Give up a seat, or all."""
        visitor, given = self.bearer(token_of(request), address_of(request)), await body_of(request, Leave)
        self.give_up(visitor, given.table)
        return answer({"tables": visitor.tables()})

    # What they do

    def bearer(self, token: str, address: str) -> Visitor:
        """The visitor with a token; Problem if the token is invalid. After failed attempts the client has to wait."""
        if visitor := self._holder(token):
            self._visitors[visitor.hash] = visitor
            return visitor
        if wait := self.room.throttle.wait(address, ":token", self.room.now()):
            raise Problem(429, "TOO_MANY_TRIES", f"Too many failed attempts; try again in {wait} ms.", wait)
        self.room.throttle.failed(address, ":token", self.room.now())
        raise Problem(
            401, "NO_SEAT", "Show a token that holds a seat: `Authorization: Bearer TOKEN`; `join` gives one."
        )

    def holder(self, token: str) -> str:
        """The hash of a token that holds a seat; "" for any other token."""
        visitor = self._holder(token)
        return visitor.hash if visitor else ""

    def _holder(self, token: str) -> Visitor | None:
        hash = self._tokens.hash(token) if token else ""
        visitor = self._visitors.get(hash) or Visitor(self.room, hash, self._forget)
        return visitor if hash and any(True for _ in visitor.doors()) else None

    def _forget(self, visitor: Visitor) -> None:
        self._visitors.pop(visitor.hash, None)

    async def sit_down(self, given: Join, token: str, address: str) -> Json:
        """Give a team the number of seats that it wants with a code."""
        known = self.bearer(token, address) if token else None
        token = token or new_token()
        visitor = known or Visitor(self.room, self._tokens.hash(token), self._forget)
        with _request(visitor):
            await visitor.come_back(address)
            desk = await self._take(visitor, given, token, address, given.table)
            self._visitors[visitor.hash] = visitor
            if isinstance(desk, QueueDesk):
                self._queue_up(visitor, desk)
            else:
                while sum(one.guest.desk is desk for one in visitor.seats) < given.tables:
                    await self._take(visitor, given, token, address, NEW)
            return {"token": token, "tables": visitor.tables()}

    async def _take(self, visitor: Visitor, given: Join, token: str, address: str, table: str) -> Desk:
        """Take one seat, unless the visitor has it; the desk of the seat."""
        desk, hosted = self.room.desk_for(given.team, given.code), self.room.tables.get(table)
        if desk is not None and table != NEW and (hosted or not table) and visitor.at(desk, hosted):
            return desk
        self._check_capacity(visitor, address)
        seat = visitor.mailbox(address)
        seat.guest.brings = token
        reply = await seat.tell({"type": "hello", "team": given.team, "join_code": given.code, "token": token,
                                 "dialect": WORDS, "table": table,
                                 "buy_in": given.buy_in, "top_up": given.top_up})  # fmt: skip
        if reply["type"] != "welcome" or seat.guest.desk is None:
            seat.leave()
            self._check_available(visitor)
            raise _problem(reply)
        visitor.left.discard(reply["table_id"])
        visitor.entered(seat.guest.desk, seat.guest.team)
        try:
            await visitor.remember(seat)
        except BaseException:
            seat.leave()
            raise
        visitor.add(seat)
        return seat.guest.desk

    def _check_capacity(self, visitor: Visitor, address: str) -> None:
        if self.room.closing or self.room.rest.begun:
            raise _closing()
        self.crowd.check_seat(address)
        if len(visitor.seats) >= MOST_SEATS:
            raise Problem(429, "TOO_MANY_TABLES", f"One token holds at most {MOST_SEATS} seats.")

    def _queue_up(self, visitor: Visitor, desk: QueueDesk) -> None:
        """Put a visitor into the queue, unless it waits or plays already."""
        seat = visitor.at(desk)
        assert seat is not None
        key = name_key(seat.guest.team)
        if key not in desk.waiting and desk.table_of(key) is None:
            seat.guest.hear(b'{"type":"queue_join","v":1}')
            if key not in desk.waiting and desk.table_of(key) is None:
                if why := desk.why_not(key):
                    raise Problem(409, *why)
                raise Problem(503, "TOO_MANY_TABLES", "There is no room for another table just now.", COME_BACK_MS)

    def give_up(self, visitor: Visitor, table: str) -> list[str]:
        """Give up a seat, or all of them; the tables that were left."""
        left = [self.seat(visitor, table)] if table else list(visitor.seats)
        tables = [seat.guest.hosted.id for seat in left if seat.guest.hosted is not None]
        visitor.left.update(tables)
        for seat in left:
            seat.leave()
        return tables

    async def poll(self, visitor: Visitor, address: str, after: int, hold: float, words: Length) -> Json:
        """The oldest open question with a number above `after`; or the state of the tables, after `hold` seconds."""
        told = await self.wait_for(visitor, address, after, hold, lambda seat: _question(visitor, seat, words))
        if told is None:
            return {"type": "over" if visitor.over else "waiting", "n": after, "tables": visitor.tables()}
        return told

    async def wait_for(
        self,
        visitor: Visitor,
        address: str,
        after: int,
        hold: float,
        tell: Callable[[Mailbox], T],
        ticket: object = None,
    ) -> T | None:
        """What `tell` makes of the seat with the oldest open question above `after`, when its table's lines are kept.

        None after `hold` seconds, when all is over, or when a wait with another `ticket` has begun since.
        """
        loop = self.room.loop
        with _request(visitor):
            await visitor.come_back(address)
            until = loop.time() + hold
            while True:
                self._check_available(visitor)
                if visitor.lost_one:  # its table may have been rebuilt, with an open question
                    await visitor.come_back(address)
                if ticket is not visitor.ticket and ticket is not None:
                    return None
                if (seat := visitor.next(after)) and seat.guest.hosted:
                    told, hosted = tell(seat), seat.guest.hosted
                    await hosted.kept()
                    if not hosted.lost:
                        return told
                    continue
                _check_not_taken(visitor)
                if visitor.over:
                    await self.room.keeping.settled()
                left = until - loop.time()
                if visitor.over or left <= 0:
                    return None
                await visitor.news(left)

    async def settle(self, visitor: Visitor, address: str) -> None:
        """Take up the seats of a visitor, so that what they know can be read."""
        with _request(visitor):
            await visitor.come_back(address)
            self._check_available(visitor)
            _check_not_taken(visitor)

    async def play(self, visitor: Visitor, address: str, given: Act) -> Json:
        """Play an answer, once; the receipt, and on request the next question."""
        if given.act_id is None and not given.aside:
            raise Problem(400, "BAD_SCHEMA", "An answer names its question: `act_id`.")
        with _request(visitor):
            await visitor.come_back(address)
            self._check_available(visitor)
            seat = self.seat(visitor, given.table)
            said = msgspec.to_builtins(given)
            message = {key: said[key] for key in ("action", "amount", "cards", "act_id", "thoughts", "usage")}
            kind = "aside" if given.aside else "action"
            table = seat.guest.hosted.id if seat.guest.hosted else ""
            reply = await seat.tell({"type": kind, "receipt": True, **message})
            if reply["type"] != "receipt":
                self._check_available(visitor)
                raise _problem(reply)
            told: Json = {"receipt": {"table_id": table, **reply}}
            if given.hold_s is not None:
                told["next"] = await self.poll(visitor, address, 0, given.hold_s, given.words)
            return told

    def _closes(self, visitor: Visitor) -> bool:
        """Whether the arena is closing and no hand of a visitor is still played."""
        return self.room.closing or (self.room.rest.begun and not visitor.seats)

    def _check_available(self, visitor: Visitor) -> None:
        """Problem if the arena is closing or its store cannot write: neither is the end of a match."""
        if self._closes(visitor):
            raise _closing()
        if self.room.keeping.failing:
            raise cannot_keep(self.room.keeping.why())

    def seat(self, visitor: Visitor, table: str) -> Mailbox:
        """A visitor's seat at a table; its only seat, if no table is named."""
        named = [one for one in visitor.seats if one.guest.hosted and table in ("", one.guest.hosted.id)]
        if len(named) != 1:
            none = f"You hold no seat at {table[:60]}." if table else "You hold no seat at a table."
            raise Problem(409, "NO_SEAT", "You hold several seats: name the `table`." if named else none)
        return named[0]


@contextmanager
def _request(visitor: Visitor) -> Iterator[None]:
    """Count a request of a visitor while it is being answered."""
    if visitor.polls >= MOST_POLLS:
        raise Problem(429, "TOO_MANY_POLLS", f"At most {MOST_POLLS} requests of one token at once.", 1_000)
    visitor.begin_request()
    try:
        yield
    finally:
        visitor.end_request()


def _check_not_taken(visitor: Visitor) -> None:
    """Problem if other connections have all seats of a visitor."""
    if not visitor.seats and (others := visitor.taken_by_others()):
        raise Problem(409, "SEAT_TAKEN", f"Another connection has your seat at {', '.join(others)[:200]}.")


def _question(visitor: Visitor, seat: Mailbox, words: Length) -> Json:
    """A question, as the answer to a poll."""
    found, hosted = seat.question(), seat.guest.hosted
    assert found is not None and hosted is not None and hosted.table.state is not None
    (act_id, question), session, state = found, hosted.session, hosted.table.state
    decision = hosted.table.game.decision(state, question.decision.seat)
    frame = asked(visitor, hosted, question)
    first = {"briefing": briefing(hosted.table.game, decision.seat)} if words == FULL else {}
    return {
        "type": "act",
        "n": seat.stamped,
        "table_id": hosted.id,
        "act_id": act_id,
        "act": msgspec.to_builtins(frame),
        "words": {"version": VERSION, "length": words, **first, "text": session.narrators.say(state, decision, words)},
        "tables": visitor.tables(),
    }


def asked(visitor: Visitor, hosted: Hosted, question: Question) -> Frame:
    """An open question of a visitor, as the generic messages ask it."""
    session, state, seat = hosted.session, hosted.table.state, question.decision.seat
    assert state is not None
    game = hosted.table.game
    context = msgspec.structs.replace(session.context(question), time_ms=question.left(visitor.room.now()))
    return session.dialects.of(seat).act(context, game.view(state, seat), game.decision(state, seat))


def _closing() -> Problem:
    """The problem that the arena is closing. Matches go on when it runs again."""
    return Problem(503, CLOSING, GOODBYE, COME_BACK_MS)


def _problem(reply: Json) -> Problem:
    code = reply.get("code", "BROKEN")
    return Problem(STATUS.get(code, 409), code, reply.get("msg", ""), reply.get("retry_after_ms"))
