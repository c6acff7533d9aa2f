"""The seat of a client that polls: an ordinary guest with a connection that writes to a mailbox instead of a socket.

The table sends its frames to the mailbox, which keeps only what is needed to answer a poll from the table's current
state. So a seat has the same clocks, limits and errors over HTTP as over `/ws`.
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
"""The types of frames that answer a message of the client."""
LONGEST_ANSWER = 2 << 20
"""The longest message, in bytes. The length of the request's body was checked before; encoded again, it is longer."""
CLOSED = "SEAT_LOST"
"""The error code for a message to a seat that is no longer held."""


class _Glimpse(msgspec.Struct):
    """The fields of a frame that a mailbox reads."""

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
        """`stamp` returns a number that is higher than all before, `news` is called when a poll may have an answer, and
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
        """The `match_end` of the last match."""
        self.ended = ""
        """The id of the last match whose end the client was told."""
        self.stamped = 0
        """The stamp of the last question; it gets a new one when its answer was refused."""
        self.closed = ""
        self._asked = 0
        self._turn = asyncio.Lock()
        self._reply: asyncio.Future[Json] | None = None

    async def tell(self, message: Json) -> Json:
        """Send a message to the table or the door; the reply."""
        return await self._answered(lambda: self.guest.hear(msgspec.json.encode({"v": 1, **message})))

    async def come_back(self, sit_down: Callable[[Guest], None]) -> Json:
        """Take a seat again without a new proof; the welcome. BadInput if there is no chair."""
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
        """Give up the seat, as if a connection had ended."""
        self.finish(1000, "You have left.")

    # The outlet of a connection

    @property
    def full(self) -> bool:
        """Always False: a mailbox takes every frame."""
        return False

    @property
    def gone(self) -> bool:
        """Whether the mailbox is closed."""
        return bool(self.closed)

    def write(self, frames: Iterable[bytes]) -> None:
        """Take frames of the table in the next tick of the event loop, when the table has finished its step."""
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
                self.stamped = self._stamp()  # the question is open again
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
        """Close the mailbox, by the arena or the client; only the first call counts."""
        if self.closed:
            return
        self.closed = reason or f"closed with {code}"
        if self._reply is not None and not self._reply.done():
            self._reply.set_result({"type": "error", "code": CLOSED, "msg": self.closed})
        self.guest.leave()
        self._gone(self)
        self._news()

    def hang_up(self) -> None:
        """Close the mailbox because too many frames were waiting."""
        self.finish(TOO_SLOW, "Too much was waiting.")
