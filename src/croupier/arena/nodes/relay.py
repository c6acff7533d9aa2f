"""A node that relays: its sockets and requests are served by the node with the room, over a link.

Limits on connections, pings and slow clients are handled here. While no node has the room, sockets and requests wait
for a while: a client that comes back during a takeover is let in when it is over, also if this node has the room then.
When a link ends, all connections are closed with the code of a restart, so that clients come back and take up their
seats.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..bus.link import LONGEST_ITEM, Link
from ..metrics import Metrics
from ..room.connection import RESTARTING, Connection
from ..room.pulse import Pulse
from ..server.api import Problem, on_problem, told
from ..server.crowd import Crowd, Turnstile
from ..server.doorkeeper import Doorkeeper
from ..server.gateway import refuse
from ..server.page import Page
from ..server.settings import Limits
from ..server.sockets import WRITER, Socket
from . import messages
from .messages import encode, from_room, no_room
from .repeating import attempt_of
from .routes import Call, Routes

log = logging.getLogger("croupier.arena")

WAIT_SECONDS = 10.0
"""How long a client or a request waits for a room."""
MOVED = "The table moves to another node; come back."
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")


class Here(NamedTuple):
    """What serves clients at the node that has the room."""

    sockets: ASGIApp
    requests: ASGIApp


class Relay:
    """One node's sockets and requests, while another node has the room."""

    def __init__(self, limits: Limits, doorkeeper: Doorkeeper, call: Call) -> None:
        """`call` opens links to nodes that play tables."""
        self.limits, self.doorkeeper = limits, doorkeeper
        self.loop = asyncio.get_running_loop()
        self.metrics, self.addresses = Metrics(), Counter[str]()
        self.crowd = Crowd(self, limits)
        self.link: Link | None = None
        self.routes = Routes(self, call)
        self.closing = False
        self.here: Here | None = None
        """Serves clients while this node has the room itself: those that have waited for it here."""
        self.ready = False
        """Whether the room has taken the link."""
        self._reached = asyncio.Event()
        """Set while the room can be reached, over the link or here."""
        self._numbers = itertools.count(1)
        self._sockets: dict[int, tuple[Connection, Socket]] = {}
        self._requests: dict[int, asyncio.Queue[messages.FromRoom | None]] = {}
        routes: list[BaseRoute] = [WebSocketRoute("/ws", _Sockets(self)), *Page.built().routes()]
        routes.append(Route("/{path:path}", _Proxy(self), methods=list(METHODS)))
        handlers = {Problem: on_problem, Exception: on_problem}
        inside = Starlette(routes=routes, exception_handlers=handlers)
        self.application = Turnstile(inside, self.crowd, doorkeeper, None)

    def now(self) -> int:
        """The time in milliseconds."""
        return int(self.loop.time() * 1000)

    @property
    def connections(self) -> int:
        """The number of sockets that are relayed."""
        return len(self._sockets)

    # The link

    def attach(self, link: Link, node: str) -> None:
        """Relay over a link, as soon as the room has taken it."""
        self.link = link

        def taken() -> None:
            if link is self.link and not link.closed:
                self.ready = True
                self._reached.set()

        link.send(encode(messages.Greeting(node)), taken)

    def open_here(self, here: Here) -> None:
        """This node has the room."""
        self.here = here
        self._reached.set()

    def close_here(self) -> None:
        """This node has the room no longer."""
        self.here = None
        self._reached.clear()

    def detach(self, why: str) -> None:
        """Relay nothing for now."""
        if self.link is not None:
            self.link.close(why)
            self._end()

    def broke(self, why: str) -> None:
        """The link has ended."""
        log.warning("The link to the room has ended: %s", why)
        self._end()

    def _end(self) -> None:
        self.link, self.ready = None, False
        self._reached.clear()
        self.routes.end()
        for connection, _ in list(self._sockets.values()):
            connection.close(RESTARTING, MOVED)
        for answers in list(self._requests.values()):
            answers.put_nowait(None)

    def take(self, item: bytes) -> None:
        """Take what the room sends."""
        message = from_room.decode(item)
        if isinstance(message, messages.Answer | messages.Part):
            if answers := self._requests.get(message.id):
                answers.put_nowait(message)
        elif not isinstance(message, messages.Moved):
            self.show(message)
        elif self.link is not None and message.id in self._sockets:
            self.routes.move(message, self.link)

    def show(self, message: messages.Frames | messages.Close | messages.HangUp) -> None:
        """Send frames to a client, or end its connection."""
        if (known := self._sockets.get(message.id)) is None:
            return
        connection, socket = known
        match message:
            case messages.Frames(_, frames):
                connection.send(frames)
            case messages.Close(_, code, reason):
                connection.close(code, reason)
            case messages.HangUp():
                socket.hang_up()

    def lose(self, id: int) -> None:
        """Close the connection of a client whose table cannot be reached."""
        if known := self._sockets.get(id):
            known[0].close(RESTARTING, MOVED)

    async def linked(self) -> Link | None:
        """The link, waiting for it if need be; None if there is none in time, or if the room is here by then."""
        if not self.closing:
            with suppress(TimeoutError):
                async with asyncio.timeout(WAIT_SECONDS):
                    await self._reached.wait()
        return self.link if self.ready else None

    def say_goodbye(self) -> None:
        """This node ends: its clients come back over another one."""
        self.closing = True
        for connection, _ in list(self._sockets.values()):
            connection.close(RESTARTING, MOVED)

    # Sockets

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from beginning to end."""
        address = scope["client"][0] if scope.get("client") else ""
        connect = await receive()
        try:
            if self.closing:
                raise no_room()
            self.doorkeeper.check(scope)
            self.crowd.check_seat(address)
        except Problem as refusal:
            return await refuse(send, refusal)
        self.addresses[address] += 1
        try:
            link = await self.linked()
            if self.here is not None:
                return await self.here.sockets(scope, _before(connect, receive), send)
            if link is None:
                return await refuse(send, no_room())
            await send({"type": "websocket.accept"})
            await self._relay(link, scope["extensions"][WRITER], address, receive)
        finally:
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def _relay(self, link: Link, socket: Socket, address: str, receive: Receive) -> None:
        id = next(self._numbers)
        connection = Connection(f"g{id}", socket, address, self.loop)
        self._sockets[id] = connection, socket
        self.metrics.connected += 1
        link.send(encode(messages.Opened(id, address)))

        def tell() -> None:
            link.send(encode(messages.Quiet(id, pulse.silent)))

        pulse = Pulse(self.loop, socket.ping, tell, lambda: link.send(encode(messages.Silent(id))))
        socket.pulse = connection.pulse = pulse
        socket.hear = partial(self._hear, link, id, pulse)
        if link.closed:
            connection.close(RESTARTING, MOVED)
        try:
            while (message := await receive())["type"] == "websocket.receive":
                if socket.hear is not None:
                    socket.hear(message["bytes"])
        finally:
            socket.hear = None
            pulse.stop()
            del self._sockets[id]
            self.routes.forget(id)
            link.send(encode(messages.Gone(id)))

    def _hear(self, link: Link, id: int, pulse: Pulse, data: bytes) -> None:
        way = self.routes.way(id)
        (link if way is None else way).send(encode(messages.Said(id, data, pulse.round_trip_ms)))


def _before(first: Message, receive: Receive) -> Receive:
    """`receive`, with a message before all others."""
    messages = [first]

    async def received() -> Message:
        return messages.pop() if messages else await receive()

    return received


class _Sockets:
    """Sockets that the room serves."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Relay one connection."""
        await self.relay.socket(scope, receive, send)


class _Proxy:
    """Requests that the room answers."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Relay one request, and its answer."""
        relay, attempt = self.relay, attempt_of(scope)
        link = await relay.linked()
        if relay.here is not None:
            return await relay.here.requests(scope, receive, send)
        if link is None:
            return await told(no_room())(scope, receive, send)
        id, answers = next(relay._numbers), asyncio.Queue[messages.FromRoom | None]()
        relay._requests[id] = answers
        begun, over = False, False
        link.send(encode(_head(id, scope)))
        if link.closed:
            answers.put_nowait(None)
        asking = asyncio.create_task(_ask(link, id, receive))
        try:
            while not over:
                match await answers.get():
                    case messages.Answer(_, status, headers):
                        begun = True
                        await send({"type": "http.response.start", "status": status, "headers": headers})
                    case messages.Part(_, body, more):
                        over = not more
                        await send({"type": "http.response.body", "body": body, "more_body": more})
                    case None if begun:
                        raise ConnectionError("The room was lost in the middle of an answer.")
                    case _ if attempt is not None:
                        attempt.lost = True
                        return
                    case _:
                        return await told(no_room())(scope, receive, send)
        finally:
            asking.cancel()
            del relay._requests[id]
            if not over:
                link.send(encode(messages.Gone(id)))


async def _ask(link: Link, id: int, receive: Receive) -> None:
    """Relay the body of a request, and the end of its connection."""
    while True:
        message: Message = await receive()
        if message["type"] == "http.disconnect":
            return link.send(encode(messages.Gone(id)))
        body, more = message.get("body", b""), message.get("more_body", False)
        for first in range(0, max(1, len(body)), LONGEST_ITEM):
            last = first + LONGEST_ITEM >= len(body)
            link.send(encode(messages.Part(id, body[first : first + LONGEST_ITEM], more or not last)))
            await link.calm()


def _head(id: int, scope: Scope) -> messages.Request:
    client: Any = scope.get("client") or ("", 0)
    attempt = attempt_of(scope)
    return messages.Request(
        id,
        scope["method"],
        scope.get("scheme", "http"),
        scope["path"],
        scope.get("raw_path", b""),
        scope["query_string"],
        [(bytes(name), bytes(value)) for name, value in scope["headers"]],
        (client[0], client[1]),
        scope.get("http_version", "1.1"),
        None if attempt is None else (attempt.name, attempt.again),
    )
