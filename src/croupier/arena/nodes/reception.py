"""The room's side of the links: clients and requests of other nodes are served as if they had come here.

A client that comes over another node is an ordinary guest, whose connection writes to the link. Its clock starts when
the other node has taken the question. If a link ends, whether its node has ended or not, that is
no disconnect of its clients: they count as silent, so that they can take their seats again over any node, and leave
only after `LEFT_AFTER` seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..bus import LONGEST
from ..bus.link import LONGEST_ITEM, Link
from ..room.connection import Connection, Gone
from ..room.guests import Guest
from ..room.pulse import CLOSED_AFTER
from ..room.room import Room
from ..server.api import problem_of, told
from ..server.crowd import Turnstile
from ..server.gateway import hear, lose_patience
from ..server.replays import LONGEST_FILE
from ..server.settings import Limits
from ..store import StoreError
from . import messages
from .messages import encode, no_room, to_room
from .repeating import ATTEMPT, Attempt, attempt_of, carry_out

log = logging.getLogger("croupier.arena")

LEFT_AFTER = CLOSED_AFTER
"""The seconds after which the clients of a link that has ended count as gone, as silent clients do."""
MOMENT_SECONDS = 0.3
"""How long requests that are being answered are waited for when the room is let go."""
LONGEST_FRAME = LONGEST * 3 // 4
MOST_BODY = 2 * LONGEST_FILE


class Reception:
    """All links of other nodes to the room."""

    def __init__(self, room: Room, application: Turnstile, limits: Limits) -> None:
        self.room, self.application, self.limits = room, application, limits
        self._relayed = Turnstile(application.inside, application.crowd, None, application.bearer)
        self.callers: set[Caller] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.numbers = 0

    async def move(self, guest: Guest, node: str, loan: str) -> None:
        """Have another node take the messages of a client that came over a link."""
        for caller in list(self.callers):
            await caller.move(guest, node, loan)

    def accept(self, link: Link) -> Caller:
        """Serve another node."""
        caller = Caller(self, link)
        self.callers.add(caller)
        return caller

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that came here. If the room is let go meanwhile, it is repeated elsewhere."""
        await self._serve(self.application, scope, receive, send)

    async def serve_relayed(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The same for a request that came to another node, which has checked its `Host` and `Origin`."""
        await self._serve(self._relayed, scope, receive, send)

    async def _serve(self, application: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        task = self.room.loop.create_task(self._answered(application, scope, receive, sent))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        await asyncio.wait([task])
        if not task.cancelled():
            return task.result()
        if begun:
            raise ConnectionError("The room was let go in the middle of an answer.")
        if (attempt := attempt_of(scope)) is not None:
            attempt.lost = True
            return
        await told(no_room())(scope, receive, send)

    async def _answered(self, application: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if (attempt := attempt_of(scope)) is not None:
            try:
                done = await carry_out(attempt, self.room)
            except StoreError as error:
                done = problem_of(error)
            if done is not None:
                return await told(done)(scope, receive, send)
        await application(scope, receive, send)

    async def close(self, why: str) -> None:
        """End all links. Requests that are being answered get a moment for it."""
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=MOMENT_SECONDS)
        for task in list(self.tasks):
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await asyncio.sleep(0)  # whoever waits for them answers
        for caller in list(self.callers):
            caller.link.close(why)
            caller.end()


class Caller:
    """One end of a link from a node that relays."""

    def __init__(self, reception: Reception, link: Link) -> None:
        self.reception, self.link = reception, link
        self._guests: dict[int, Guest] = {}
        self._patience: dict[int, asyncio.TimerHandle] = {}
        self._requests: dict[int, _Asked] = {}
        self._routing: dict[int, asyncio.Future[None]] = {}

    def take(self, item: bytes) -> None:
        """Take what the other node relays."""
        match message := to_room.decode(item):
            case messages.Said(id, data, round_trip_ms):
                if guest := self._guests.get(id):
                    assert isinstance(guest.connection, Relayed)
                    guest.connection.signs.round_trip_ms = round_trip_ms
                    hear(guest, data)
            case messages.Opened(id, address):
                self._open(id, address)
            case messages.Quiet(id, silent):
                if guest := self._guests.get(id):
                    assert isinstance(guest.connection, Relayed)
                    guest.connection.signs.silent = silent
                    guest.tell_silence()
            case messages.Silent(id):
                if guest := self._guests.get(id):
                    guest.end_silence()
            case messages.Gone(id):
                self._gone(id)
                if asked := self._requests.get(id):
                    asked.put({"type": "http.disconnect"})
            case messages.Request():
                self._serve(message)
            case messages.Part(id, body, more):
                if asked := self._requests.get(id):
                    asked.put({"type": "http.request", "body": body, "more_body": more})
            case messages.Routed(id):
                self._route(id)
            case messages.Greeting():
                pass

    def _open(self, id: int, address: str) -> None:
        room, limits = self.reception.room, self.reception.limits
        self.reception.numbers += 1
        outlet = Outlet(self.link, id, partial(room.loop.call_soon, self._gone, id))
        connection = Relayed(f"r{self.reception.numbers}", outlet, address, room.loop)
        guest = self._guests[id] = Guest(room, connection)
        self._patience[id] = room.loop.call_later(limits.hello_ms / 1000, lose_patience, guest, limits.hello_ms)

    async def move(self, guest: Guest, node: str, loan: str) -> None:
        """Have another node take the messages of a client. When this returns, all that came before has been taken here,
        or the client is gone."""
        connection = guest.connection
        assert isinstance(connection, Relayed)
        id = connection.outlet.number
        if self._guests.get(id) is guest and not self.link.closed:
            routed = self._routing[id] = self.reception.room.loop.create_future()
            self.link.send(encode(messages.Moved(id, node, loan, connection.id)))
            await routed

    def _route(self, id: int) -> None:
        routed = self._routing.pop(id, None)
        if routed is not None and not routed.done():
            routed.set_result(None)

    def _gone(self, id: int) -> None:
        self._route(id)
        if timer := self._patience.pop(id, None):
            timer.cancel()
        if guest := self._guests.pop(id, None):
            guest.leave()

    def broke(self, why: str) -> None:
        """The other node is gone, or cannot be reached."""
        log.warning("The link from node %s has ended: %s", self.link.peer, why)
        self.end()

    def end(self) -> None:
        """The link has ended: its clients come back over another one, or leave in the end."""
        self.reception.callers.discard(self)
        loop = self.reception.room.loop
        for asked in list(self._requests.values()):
            asked.put({"type": "http.disconnect"})
        for id in list(self._routing):
            self._route(id)
        for id, guest in list(self._guests.items()):
            assert isinstance(guest.connection, Relayed)
            guest.connection.signs.silent = True
            if not self.reception.room.closing:
                guest.tell_silence()
                loop.call_later(LEFT_AFTER, self._gone, id)

    # Requests

    def _serve(self, request: messages.Request) -> None:
        asked = self._requests[request.id] = _Asked(self.link, request)
        task = asked.loop.create_task(asked.answer(self.reception.serve_relayed))
        task.add_done_callback(partial(self._served, request.id))

    def _served(self, id: int, task: asyncio.Task[None]) -> None:
        self._requests.pop(id, None)


class _Asked:
    """One request, answered by the application of the room."""

    def __init__(self, link: Link, request: messages.Request) -> None:
        self.link, self.request, self.loop = link, request, asyncio.get_running_loop()
        self._parts: deque[Message] = deque()
        self._bytes = 0
        """The length of the body so far."""
        self._more = asyncio.Event()
        self._begun = False

    def put(self, part: Message) -> None:
        """Add a part of the body, or the end of the connection. A longer body than anybody reads ends here: an answer
        that is waited for must not collect it."""
        if self._bytes > MOST_BODY:
            return
        self._bytes += len(part.get("body", b""))
        self._parts.append(part if self._bytes <= MOST_BODY else {"type": "http.disconnect"})
        self._more.set()

    async def receive(self) -> Message:
        """The next part, for the application."""
        while not self._parts:
            self._more.clear()
            await self._more.wait()
        return self._parts[0] if self._parts[0]["type"] == "http.disconnect" else self._parts.popleft()

    async def send(self, message: Message) -> None:
        """Send the answer of the application, in parts."""
        id = self.request.id
        if message["type"] == "http.response.start":
            self._begun = True
            self.link.send(encode(messages.Answer(id, message["status"], list(message.get("headers", ())))))
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        for first in range(0, max(1, len(body)), LONGEST_ITEM):
            part = body[first : first + LONGEST_ITEM]
            self.link.send(encode(messages.Part(id, part, more or first + LONGEST_ITEM < len(body))))
            await self.link.calm()

    async def answer(self, application: ASGIApp) -> None:
        """Have the request answered. After a failure the other node is told that nothing more comes."""
        request = self.request
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": request.http,
            "method": request.method,
            "scheme": request.scheme,
            "path": request.path,
            "raw_path": request.raw_path,
            "query_string": request.query,
            "root_path": "",
            "headers": request.headers,
            "client": request.client,
            "server": None,
            "state": {} if request.attempt is None else {ATTEMPT: Attempt(*request.attempt)},
            "extensions": {},
        }
        try:
            await application(scope, self.receive, self.send)
        except Exception as error:
            log.error("A request broke: %s: %s", type(error).__name__, error, exc_info=True)
            if not self._begun:
                self.link.send(encode(messages.Answer(request.id, 500, [])))
            self.link.send(encode(messages.Part(request.id, b"", False)))


class _Signs(msgspec.Struct):
    """What the other node knows of a client's signs of life."""

    silent: bool = False
    round_trip_ms: int = 0


class Relayed(Connection):
    """The connection of a client over another node, which writes frames as the client reads them."""

    here = False

    def __init__(self, id: str, outlet: Outlet, address: str, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(id, outlet, address, loop)
        self.outlet = outlet
        self.pulse = self.signs = _Signs()

    def send(self, frames: Sequence[bytes], sent: Gone | None = None) -> None:
        """Send frames. `sent` is called when the other node has them, or never will: also when this connection is
        closed, as its client has come back over another one and has been sent the question there."""
        if self._closing:
            if sent is not None:
                self._loop.call_soon(sent)
            return
        if sent is not None:
            self._receipts.append(sent)
            sent = partial(self._arrived, sent)
        link, number = self.outlet.link, self.outlet.number
        if sum(map(len, frames)) <= LONGEST_ITEM:
            return link.send(encode(messages.Frames(number, list(frames))), sent)
        for frame in frames:
            if len(frame) > LONGEST_FRAME:  # nothing that a table sends is nearly as long
                raise ValueError(f"A frame has {len(frame):,} bytes.")
            link.send(encode(messages.Frames(number, [frame])), sent if frame is frames[-1] else None)

    def _arrived(self, sent: Gone) -> None:
        if sent in self._receipts:
            self._receipts.remove(sent)
            sent()


class Outlet:
    """Where the frames of a relayed client go: over a link, under the client's number there."""

    def __init__(self, link: Link, number: int, ended: Callable[[], object]) -> None:
        """`ended` is called instead of telling the other node to end the connection, if the link has ended."""
        self.link, self.number, self._ended = link, number, ended
        self.writable = asyncio.Event()
        self.writable.set()

    @property
    def full(self) -> bool:
        """Always False: the other node waits for the client."""
        return False

    @property
    def gone(self) -> bool:
        """Whether the link has ended."""
        return self.link.closed

    def write(self, frames: Iterable[bytes]) -> None:
        """Send texts."""
        self.link.send(encode(messages.Frames(self.number, list(frames))))

    def finish(self, code: int, reason: str) -> None:
        """Have the connection closed."""
        self._end(encode(messages.Close(self.number, code, reason)))

    def hang_up(self) -> None:
        """Have the connection ended at once."""
        self._end(encode(messages.HangUp(self.number)))

    def _end(self, told: bytes) -> None:
        if self.gone:  # nobody would answer that it has ended
            self._ended()
        else:
            self.link.send(told)
