"""Runs an arena from start to stop: its store and key, its room, the host's token, and the HTTP server."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import uvicorn
from starlette.types import ASGIApp

from croupier.kernel.errors import BadInput

from ..events.events import Events, open_room
from ..events.judging import JudgeClerk
from ..house import House
from ..identity import new_token
from ..room.configured import offer_all
from ..room.guests import LONGEST_FRAME
from ..room.pruning import prune_daily
from ..room.resting import Rest
from ..room.room import Room
from ..shuffle import Secrets, new_secret
from ..store import Store
from ..store.address import token_file_of
from ..store.opening import open_store
from ..store.sealing import HouseKey
from .app import application
from .crowd import Crowd
from .doorkeeper import Doorkeeper
from .http import http_of
from .settings import Settings, offers
from .sockets import Socket

log = logging.getLogger("croupier.arena")

SLACK = 1024
"""A frame that is too long by up to this number of bytes gets an error; a longer one ends the connection."""
GOODBYE_SECONDS = 5
LONGEST_REST = 20.0
"""The longest time for which a closing arena plays hands to their end, in seconds."""
GARBAGE = 10_000
"""The threshold of Python's garbage collector: the number of new objects between two collections."""


class Server(uvicorn.Server):
    """Uvicorn's server; clients are told before it closes sockets, so that a restart is not taken for a disconnect."""

    def __init__(self, config: uvicorn.Config, goodbye: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._goodbye = goodbye

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: the caller handles signals."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the clients that the arena closes, then close the sockets."""
        await self._goodbye()
        await super().shutdown(sockets)


class Arena:
    """A running arena."""

    def __init__(
        self, events: Events, server: Server, address: tuple[str, int], host_token: str, token_file: Path
    ) -> None:
        self.room, self.events, self.server, self.address = events.room, events, server, address
        self.host_token = host_token
        """The host's token if it is new; otherwise ""."""
        self.token_file = token_file

    @property
    def url(self) -> str:
        """The address of the arena's page."""
        host, port = self.address
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def stop(self) -> None:
        """Ask the server to end."""
        self.server.should_exit = True


@asynccontextmanager
async def opened(settings: Settings, secrets: Secrets = new_secret) -> AsyncIterator[Events]:
    """A room with its store, its house bots and its events, by the settings."""
    store, key, lost_key = await open_store(
        settings.store, settings.key, strict=settings.strict, lost_key=settings.lost_key
    )
    async with opened_on(store, key, settings, lost_key=lost_key, secrets=secrets) as events:
        yield events


@asynccontextmanager
async def opened_on(
    store: Store,
    key: HouseKey,
    settings: Settings,
    *,
    lost_key: bool = False,
    secrets: Secrets = new_secret,
    ahead_ms: int = 0,
) -> AsyncIterator[Events]:
    """A room on a store, which is closed with it."""
    house = House(settings.workers, settings.budget_ms / 1000)
    judge = JudgeClerk()
    if settings.open:
        house.begin()
    try:
        pepper = key.pepper("arena")
        events = await open_room(
            store, pepper, house, judge=judge.ask, lost_key=lost_key, secrets=secrets, ahead_ms=ahead_ms
        )
    except BaseException:
        await store.close()
        raise
    room = events.room
    pruning: asyncio.Task[None] | None = None
    try:
        await offer_all(room, offers(settings))
        for number, event in enumerate(settings.events, 1):
            events.open(event if event.id else msgspec.structs.replace(event, id=f"event-{number}"))
        await room.keeping.settled()
        if settings.prune_days:
            pruning = asyncio.create_task(prune_daily(room, settings.prune_days))
        yield events
    finally:
        if pruning is not None:
            pruning.cancel()
        await room.close()
        await judge.close()


@asynccontextmanager
async def running(settings: Settings, secrets: Secrets = new_secret) -> AsyncIterator[Arena]:
    """A listening arena; it ends with the block. Only tests pass `secrets`."""
    async with opened(settings, secrets) as events:
        room = events.room
        listening = listen(settings)
        token, token_file = await host_token(room, token_file_of(settings.store))

        async def goodbye() -> None:
            room.closing = True
            await room.rest.say_goodbye()

        crowd = Crowd(room, settings.limits)
        app = application(events, settings.limits, crowd, Doorkeeper(settings.limits, settings.host))
        server = Server(config_of(settings, app, crowd), goodbye)
        async with started(server, listening) as address:
            yield Arena(events, server, address, token, token_file)


@asynccontextmanager
async def started(server: Server, listening: socket.socket) -> AsyncIterator[tuple[str, int]]:
    """Serve at a socket until the end of the block; the address and the port."""
    serving = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if serving.done():
            await serving
        host, port, *_ = listening.getsockname()
        yield host, port
    finally:
        server.should_exit = True
        await serving


def settle_down() -> None:
    """Exclude existing objects from garbage collection, and make collections rare. The arena makes hardly any reference
    cycles, and scanning all tables repeatedly would take a fifth of a busy arena's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


async def serve_until_stopped(arena: Arena, say: Callable[[str], None]) -> None:
    """Run until SIGINT or SIGTERM, and then until the current hands are over."""
    with signals_to_stop() as signals:
        await signals.get()
        await play_out(arena.room.rest, signals, say)


@contextlib.contextmanager
def signals_to_stop() -> Iterator[asyncio.Queue[int]]:
    """The signals SIGINT and SIGTERM as they come."""
    loop, signals = asyncio.get_running_loop(), asyncio.Queue[int]()
    with contextlib.suppress(NotImplementedError):  # Windows: a Ctrl-C ends the arena at once, and nothing is lost
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, signals.put_nowait, number)
    yield signals
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.remove_signal_handler(number)


async def play_out(rest: Rest, signals: asyncio.Queue[int], say: Callable[[str], None]) -> None:
    """Wait until the current hands are over, with a timeout; a second signal ends the wait at once."""
    rest.begin()
    if not rest.awaited:
        return
    say(f"Closing: {rest.awaited} tables play on to the end of their hand, at most {LONGEST_REST:g} s.")
    waiting = {asyncio.create_task(rest.over()), asyncio.create_task(signals.get())}
    await asyncio.wait(waiting, timeout=LONGEST_REST, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


def config_of(settings: Settings, app: ASGIApp, crowd: Crowd) -> uvicorn.Config:
    """The configuration of Uvicorn for an application."""
    trusted = settings.limits.trusted_proxies
    return uvicorn.Config(
        app,
        http=http_of(crowd),
        ws=Socket,
        ws_max_size=LONGEST_FRAME + SLACK,
        ws_ping_interval=None,  # `pulse` sends pings: a missing pong alone ends nothing, as a bot may be busy
        ws_per_message_deflate=False,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )


def listen(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; BadInput if that is impossible."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as error:
        listening.close()
        where, why = f"{settings.host}:{settings.port}", getattr(error, "strerror", None) or error
        raise BadInput(f"{where} cannot be listened at: {why}. {_advice(error)}") from error
    listening.listen(2048)
    listening.setblocking(False)
    return listening


def _advice(error: Exception) -> str:
    """Advice for an error on listening at an address."""
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return "Something listens there already; take another --port, or 0 for any that is free."
        case errno.EACCES:
            return f"Ports below 1024 are the system's; take another --port, such as {Settings().port}."
    return "--host is an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for everybody."


async def host_token(room: Room, path: Path) -> tuple[str, Path]:
    """The host's token, if a new one is needed, and the file where it is stored, which only its owner can read."""
    if room.has_host and path.exists():
        return "", path
    token = new_token()
    await room.set_host(token)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(file, "w", encoding="ascii") as writer:
        writer.write(token + "\n")
    return token, path
