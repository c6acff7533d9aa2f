"""A seat whose client polls: a guest like any other, behind a connection whose outlet is a mailbox.

What the table sends is written into it, and read by nobody: it remembers only what it takes to answer a poll from how
the table stands. So the same seat has the same clocks, limits and errors over HTTP as over `/ws`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier.kernel.showing.wire import WORDS

from ..room.connection import TOO_SLOW, Connection
from ..room.guests import Guest
from ..room.room import Room
from ..tables.session import Question

Json = dict[str, Any]
REPLIES = ("welcome", "receipt", "error", "error_msg")
"""What answers something that the client has said."""
LONGEST_ANSWER = 2 << 20
"""Bytes: the body of a request was measured before, and is longer when it is written anew."""
CLOSED = "SEAT_LOST"
"""The code of what is said to a seat that is no longer there."""


class _Glimpse(msgspec.Struct):
    """What a mailbox reads of any frame."""

    type: str
    act_id: int | None = None
    score: int | None = None


_glimpse: msgspec.json.Decoder[_Glimpse] = msgspec.json.Decoder(_Glimpse)


class Mailbox:
    """One seat, from the first request for it until it lapses, is left, or is taken over."""

    def __init__(
        self,
        room: Room,
        id: str,
        address: str,
        *,
        stamp: Callable[[], int],
        news: Callable[[], None],
        gone: Callable[[Mailbox], None],
    ) -> None:
        """`stamp` gives a number that is higher than any before, `news` is called when a poll may have its answer, and
        `gone` when the seat is no longer held."""
        self._stamp, self._news, self._gone = stamp, news, gone
        self.writable = asyncio.Event()
        self.writable.set()
        self._loop = room.loop
        self.connection = Connection(id, self, address, room.loop)
        self.guest = Guest(room, self.connection)
        self.guest.wants, self.guest.polls, self.guest.longest = WORDS, True, LONGEST_ANSWER
        self.welcome: Json = {}
        self.score: int | None = None
        self.result: Json | None = None
        """How the last match ended."""
        self.ended = ""
        """The last match that it knows to be over."""
        self.stamped = 0
        """When the last question came, or was asked again because the answer was refused."""
        self.closed = ""
        self._asked = 0
        self._turn = asyncio.Lock()
        self._reply: asyncio.Future[Json] | None = None

    async def tell(self, message: Json) -> Json:
        """Say something to the table, or at the door; what it answers."""
        return await self._answered(lambda: self.guest.hear(msgspec.json.encode({"v": 1, **message})))

    async def come_back(self, sit_down: Callable[[Guest], None]) -> Json:
        """Take a seat that was proved before; the welcome. BadInput if there is no chair."""
        return await self._answered(lambda: sit_down(self.guest))

    async def _answered(self, do: Callable[[], None]) -> Json:
        async with self._turn:
            if self.closed:
                return {"type": "error", "code": CLOSED, "msg": self.closed}
            self._reply = asyncio.get_running_loop().create_future()
            do()
            return await self._reply

    def question(self) -> tuple[int, Question] | None:
        """The question that the client has been sent and that is still open, with its number."""
        hosted = self.guest.hosted
        seat = self.seat
        question = hosted.session.clocks.of(seat) if hosted and not hosted.broken and seat is not None else None
        if hosted is None or question is None or not self._asked:
            return None
        act_id = hosted.table.asked_before + question.decision.number
        return (act_id, question) if act_id == self._asked else None

    @property
    def seat(self) -> int | None:
        """The seat at its table."""
        hosted = self.guest.hosted
        if hosted is None:
            return None
        return hosted.session.seat_of(self.connection.id)

    def leave(self) -> None:
        """Hold the seat no longer, as if a line had ended."""
        self.finish(1000, "You have left.")

    # What a connection writes to

    @property
    def full(self) -> bool:
        """It takes everything."""
        return False

    @property
    def gone(self) -> bool:
        """Whether it is closed."""
        return bool(self.closed)

    def write(self, frames: Iterable[bytes]) -> None:
        """Take what the table says, when it has done all that it is doing: as if a line were between us."""
        self._loop.call_soon(self._read, frames)

    def _read(self, frames: Iterable[bytes]) -> None:
        for frame in frames if not self.closed else ():
            self._take(frame, _glimpse.decode(frame))

    def _take(self, frame: bytes, seen: _Glimpse) -> None:
        if seen.type in REPLIES:
            reply = msgspec.json.decode(frame)
            if seen.type == "welcome":
                self.welcome = reply
            elif seen.type != "receipt" and self.question():
                self.stamped = self._stamp()  # it is asked again
            if self._reply is not None and not self._reply.done():
                self._reply.set_result(reply)
        elif seen.type in ("act", "snapshot") and seen.act_id:
            self._asked, self.stamped = seen.act_id, self._stamp()
            self._news()
        elif seen.type == "end_hand":
            self.score = seen.score if seen.score is not None else self.score
        elif seen.type == "match_end":
            self.result = msgspec.json.decode(frame)
            self.ended = self.result["match_id"]
            self._news()

    def finish(self, code: int, reason: str) -> None:
        """The arena, or the client, has ended it: once."""
        if self.closed:
            return
        self.closed = reason or f"closed with {code}"
        if self._reply is not None and not self._reply.done():
            self._reply.set_result({"type": "error", "code": CLOSED, "msg": self.closed})
        self.guest.leave()
        self._gone(self)
        self._news()

    def hang_up(self) -> None:
        """The same, for who takes up too much."""
        self.finish(TOO_SLOW, "Too much was waiting.")
