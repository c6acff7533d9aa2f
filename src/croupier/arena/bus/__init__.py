"""The bus: messages between the nodes of an arena.

    bus.tell("node.b", body)                      at most once, and at once: nothing waits
    ears = await bus.listen("node.b", take)       `take(body)` for each message, one after the other
    told = await bus.ask("desk", body)            a request, repeated until it is answered
    await bus.answer("desk", give)                `await give(body)` answers each request, once
    if await bus.absent("node.b"): …              nobody listens there, for certain

- **The bus may lose anything.** What must arrive is numbered and sent again (`link`), or asked until it is answered.
- **In order.** The messages of one sender to one subject arrive in the order in which they were sent.
- **Requests can be repeated.** A request has an id: whoever answers remembers its latest answers, and gives the same
  answer to a repeated request without doing anything again.
- **A slow receiver is bounded and told.** Up to `most` messages wait for it; further ones are dropped, and `missed(n)`
  says how many, between the messages that came before and those that come after.

There are two implementations: `LocalHub` for nodes in one process, and NATS. `tests/arena/test_bus.py` is the
conformance test of both. A bus does not look into bodies; whoever sends something secret seals it (`link`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec

from croupier.kernel.errors import CroupierError

log = logging.getLogger("croupier.arena")

LONGEST = 900_000
"""The longest body in bytes; NATS takes a megabyte, unless its server is configured otherwise."""
MOST_WAITING = 10_000
REPEAT_SECONDS = 0.5
"""The interval at which a request is repeated."""
WITHIN_SECONDS = 5.0
ANSWERS_KEPT = 1_000
"""The number of answers that are remembered for repeated requests."""


class BusError(CroupierError):
    """The bus cannot be used."""


class Unanswered(BusError):
    """A request was not answered in time. It may have been carried out."""


Take = Callable[[bytes], Awaitable[None] | None]
"""Takes a message. If it returns something to await, the next message waits for that."""
Missed = Callable[[int], None]
Give = Callable[[bytes], Awaitable[bytes]]


class Ears(ABC):
    """A subject that is listened to."""

    @abstractmethod
    async def stop(self) -> None:
        """Take no further message."""


class Bus(ABC):
    """One node's end of the bus. `tell` and `listen` differ from one implementation to the next."""

    def __init__(self) -> None:
        self.dropped = 0
        """The number of messages that could not be sent, and of those that were dropped for slow receivers here."""
        self._own = secrets.token_hex(8)
        self._asked: dict[str, asyncio.Future[bytes]] = {}
        self._replies: Ears | None = None

    @property
    @abstractmethod
    def connected(self) -> bool:
        """Whether messages go out at present."""

    @abstractmethod
    def tell(self, subject: str, body: bytes) -> None:
        """Send a message; it may be lost. BusError if it is too long."""

    @abstractmethod
    async def listen(self, subject: str, take: Take, *, most: int = MOST_WAITING, missed: Missed | None = None) -> Ears:
        """Take the messages of a subject from now on."""

    @abstractmethod
    async def absent(self, subject: str) -> bool:
        """Whether it is certain that nobody listens to a subject; False where that is not known. Whoever listens
        may be sent an empty message."""

    @abstractmethod
    async def close(self) -> None:
        """Leave the bus."""

    async def ask(self, subject: str, body: bytes, *, within: float = WITHIN_SECONDS) -> bytes:
        """Ask until somebody answers; Unanswered after `within` seconds."""
        reply, loop = f"reply.{self._own}", asyncio.get_running_loop()
        if self._replies is None:
            self._replies = await self.listen(reply, self._hear_answer)
        id = secrets.token_hex(8)
        request = _asking.encode(_Request(id, reply, body))
        answer = self._asked[id] = loop.create_future()
        until = loop.time() + within
        try:
            while not answer.done() and (left := until - loop.time()) > 0:
                self.tell(subject, request)
                await asyncio.wait([answer], timeout=min(left, REPEAT_SECONDS))
            if not answer.done():
                raise Unanswered(f"Nothing answers at {subject} within {within:g} s.")
            told: bytes = answer.result()
            return told
        finally:
            del self._asked[id]

    def _hear_answer(self, body: bytes) -> None:
        told = _answering.decode(body)
        answer = self._asked.get(told.id)
        if answer is not None and not answer.done():
            answer.set_result(told.body)

    async def answer(self, subject: str, give: Give) -> Ears:
        """Answer the requests of a subject. A request that `give` fails to answer stays unanswered."""
        return await self.listen(subject, _Answerer(self, give).hear)


class _Request(NamedTuple):
    id: str
    reply: str
    body: bytes


class _Answer(NamedTuple):
    id: str
    body: bytes


_requests, _asking = msgspec.msgpack.Decoder(_Request), msgspec.msgpack.Encoder()
_answering = msgspec.msgpack.Decoder(_Answer)


class _Answerer:
    """Answers each request once, and repeats the answer for a repeated request."""

    def __init__(self, bus: Bus, give: Give) -> None:
        self._bus, self._give = bus, give
        self._given: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    def hear(self, body: bytes) -> None:
        """Take a request."""
        request = _requests.decode(body)
        task = self._given.get(request.id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._answered(request.body))
            self._given[request.id] = task
            if len(self._given) > ANSWERS_KEPT:
                self._given.popitem(last=False)
            task.add_done_callback(partial(self._tell, request))
        elif task.done():
            self._tell(request, task)

    async def _answered(self, body: bytes) -> bytes:
        return await self._give(body)

    def _tell(self, request: _Request, task: asyncio.Task[bytes]) -> None:
        if task.cancelled():
            return
        if error := task.exception():
            log.error("A request could not be answered: %s: %s", type(error).__name__, error)
            return
        self._bus.tell(request.reply, _asking.encode(_Answer(request.id, task.result())))


class Inbox:
    """The messages that wait for one receiver, of which there is an upper limit."""

    def __init__(self, take: Take, most: int, missed: Missed | None) -> None:
        self._take, self._most, self._tell_missed = take, most, missed
        self._waiting: deque[bytes | int] = deque()
        """Messages, and between them how many were dropped there."""
        self._dropping = 0
        self._reading: asyncio.Handle | asyncio.Task[None] | None = None
        self._stopped = False

    def put(self, body: bytes) -> bool:
        """Add a message; False if it was dropped because too many wait."""
        if self._stopped:
            return True
        if len(self._waiting) >= self._most:
            self._dropping += 1
            return False
        self._tell_gap()
        self._waiting.append(body)
        if self._reading is None:
            self._reading = asyncio.get_running_loop().call_soon(self._read)
        return True

    def _tell_gap(self) -> None:
        if self._dropping:
            self._waiting.append(self._dropping)
            self._dropping = 0

    def _read(self) -> None:
        """Hand over what waits, until the receiver has to be awaited."""
        self._reading = None
        while (self._waiting or self._dropping) and not self._stopped:
            if not self._waiting:
                self._tell_gap()
            message = self._waiting.popleft()
            try:
                if isinstance(message, int):
                    if self._tell_missed is not None:
                        self._tell_missed(message)
                elif (taking := self._take(message)) is not None:
                    self._reading = asyncio.ensure_future(self._await(taking))
                    return
            except Exception:
                log.exception("A message of the bus could not be handled")

    async def _await(self, taking: Awaitable[None]) -> None:
        try:
            await taking
        except Exception:
            log.exception("A message of the bus could not be handled")
        self._read()

    async def stop(self) -> None:
        """Hand over nothing more."""
        self._stopped = True
        self._waiting.clear()
        if isinstance(self._reading, asyncio.Task) and self._reading is not asyncio.current_task():
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading


def check_length(body: bytes) -> None:
    """BusError if a body is too long."""
    if len(body) > LONGEST:
        raise BusError(f"A message has at most {LONGEST:,} bytes; this one has {len(body):,}.")
