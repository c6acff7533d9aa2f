"""An arena from beginning to end: its store and key, its room, its host's token, and the server around them."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import uvicorn

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
from ..store.sealing import HouseKey
from ..store.sqlite import SqliteStore
from .app import application
from .crowd import Crowd
from .doorkeeper import Doorkeeper
from .http import http_of
from .settings import Settings, offers
from .sockets import Socket

log = logging.getLogger("croupier.arena")

SLACK = 1024
"""Frames up to this much too long are refused by name; longer ones end the connection."""
GOODBYE_SECONDS = 5
LONGEST_REST = 20.0
"""Seconds for which hands are played to their end before the arena closes."""
GARBAGE = 10_000
"""So many values more than before are made until Python looks for those that hold only each other."""


class Server(uvicorn.Server):
    """Uvicorn's, which tells the room before it closes sockets: a restart is no disconnect."""

    def __init__(self, config: uvicorn.Config, room: Room) -> None:
        super().__init__(config)
        self.room = room

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Whoever runs us decides about signals."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close in order."""
        self.room.closing = True
        await self.room.rest.say_goodbye()
        await super().shutdown(sockets)


class Arena:
    """A running arena."""

    def __init__(
        self, events: Events, server: Server, address: tuple[str, int], host_token: str, token_file: Path
    ) -> None:
        self.room, self.events, self.server, self.address = events.room, events, server, address
        self.host_token = host_token
        """The host's token, if it was made just now."""
        self.token_file = token_file

    @property
    def url(self) -> str:
        """Where its pages are."""
        host, port = self.address
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def stop(self) -> None:
        """Let it end."""
        self.server.should_exit = True


@asynccontextmanager
async def opened(settings: Settings, secrets: Secrets = new_secret) -> AsyncIterator[Events]:
    """A room with its store, the house and its events, as the settings say."""
    path, sealed = Path(settings.db), Path(settings.db).with_suffix(".key")
    lost_key = path.exists() and not sealed.exists()
    try:
        key = HouseKey.load(sealed)
    except OSError as error:
        raise BadInput(
            f"{sealed}, beside the database, cannot be used: {error.strerror}. Name another --db."
        ) from error
    store = await SqliteStore.open(path, key, strict=settings.strict, lost_key=lost_key)
    house = House(settings.workers, settings.budget_ms / 1000)
    judge = JudgeClerk()
    if settings.open:
        house.begin()
    try:
        events = await open_room(store, key.pepper("arena"), house, judge=judge.ask, lost_key=lost_key, secrets=secrets)
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
    """An arena that listens; it ends with the block. Only a test has `secrets` of its own."""
    async with opened(settings, secrets) as events:
        room = events.room
        listening = _listen(settings)
        token, token_file = await _host_token(room, Path(settings.db))
        server = Server(_config(settings, events), room)
        serving = asyncio.create_task(server.serve([listening]))
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if serving.done():
                await serving
            host, port, *_ = listening.getsockname()
            yield Arena(events, server, (host, port), token, token_file)
        finally:
            server.should_exit = True
            await serving


def settle_down() -> None:
    """Let Python look for garbage in what comes from now on, and not too often. Hardly any of ours is in circles, and
    to look through all tables again and again would take a fifth of a busy arena's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


async def serve_until_stopped(arena: Arena, say: Callable[[str], None]) -> None:
    """Run until somebody says SIGINT or SIGTERM, and the hands that are played are over."""
    loop, signals = asyncio.get_running_loop(), asyncio.Queue[int]()
    with contextlib.suppress(NotImplementedError):  # Windows: a Ctrl-C ends the arena at once, and all is kept
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, signals.put_nowait, number)
    await signals.get()
    await play_out(arena.room.rest, signals, say)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.remove_signal_handler(number)


async def play_out(rest: Rest, signals: asyncio.Queue[int], say: Callable[[str], None]) -> None:
    """Let hands be played to their end: not for ever, and a second signal means at once."""
    rest.begin()
    if not rest.awaited:
        return
    say(f"Closing: {rest.awaited} tables play on to the end of their hand, at most {LONGEST_REST:g} s.")
    waiting = {asyncio.create_task(rest.over()), asyncio.create_task(signals.get())}
    await asyncio.wait(waiting, timeout=LONGEST_REST, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


def _config(settings: Settings, events: Events) -> uvicorn.Config:
    trusted, crowd = settings.limits.trusted_proxies, Crowd(events.room, settings.limits)
    return uvicorn.Config(
        application(events, settings.limits, crowd, Doorkeeper(settings.limits, settings.host)),
        http=http_of(crowd),
        ws=Socket,
        ws_max_size=LONGEST_FRAME + SLACK,
        ws_ping_interval=None,  # pings are ours (`pulse`): a missing pong alone ends nothing, as a bot may be thinking
        ws_per_message_deflate=False,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )


def _listen(settings: Settings) -> socket.socket:
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
    """What to do about an address that cannot be listened at."""
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return "Something listens there already; take another --port, or 0 for any that is free."
        case errno.EACCES:
            return f"Ports below 1024 are the system's; take another --port, such as {Settings().port}."
    return "--host is an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for everybody."


async def _host_token(room: Room, db: Path) -> tuple[str, Path]:
    """The host's token, if it has to be made; it is told once, and kept in a file that only its owner can read."""
    path = db.with_suffix(".host")
    if room.has_host and path.exists():
        return "", path
    token = new_token()
    await room.set_host(token)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(file, "w", encoding="ascii") as writer:
        writer.write(token + "\n")
    return token, path
