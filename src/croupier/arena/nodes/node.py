"""One node of an arena of several.

    node = Node(settings, store, bus, key)
    await node.start()                       it beats, and takes the room if no living node has it
    node.application                         serves what comes to it, whether the room is here or not
    await node.drain(say)                    the room goes to another node, when the current hands are over
    await node.stop()

The lease of the room, with its epoch, is in the store, and every append of the room names it. So a node that was cut
off and has lost the room writes nothing more; as nobody is told anything that is not stored, it tells nothing either,
and lets go when it learns of it. A node lets go by itself when its heartbeats have failed for so long that it has lost
its lease, or when it has not reached the bus for BUS_SECONDS and another node does, which then takes the room.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from importlib.metadata import version
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp

from ..bus import Bus, BusError, Ears
from ..bus.link import Ends, Link, Switchboard
from ..house import House
from ..room.connection import RESTARTING
from ..room.room import Room
from ..server.api import Api
from ..server.app import application
from ..server.crowd import Crowd
from ..server.doorkeeper import Doorkeeper
from ..server.serving import host_token, opened_on, settle_down
from ..server.settings import Settings
from ..store import Beat, Lease, LeaseOpened, Store, StoreError
from ..store import Node as KnownNode
from ..store.address import token_file_of
from ..store.sealing import HouseKey
from .hall import Host
from .leased import LeasedStore
from .lending import Lending, close_earlier
from .reception import Reception
from .relay import MOVED, Here, Relay

log = logging.getLogger("croupier.arena")

ROOM = "room"
"""The name of the lease, and the subject on which a node says that it has opened the room."""
BEAT_SECONDS, LIVES_SECONDS = 1.0, 6.0
"""The interval of heartbeats, and the time for which a node lives after each."""
LATE_SECONDS = 2.0
"""After this time without a heartbeat, a node that is not on the bus either is dead: others need not wait longer."""
OPENING_SECONDS = 45.0
"""The time for which a node lives that opens the room: meanwhile it may be too busy for a heartbeat."""
BUS_SECONDS = 5.0
"""How long the node with the room may be without the bus, if another node reaches it."""
AGAIN_SECONDS, LEAVE_SECONDS = 5.0, 2.0
"""How long a node that could not open the room, or has let it go, leaves it to others."""
ORDERED = b"orders "
"""What the seal of an order is bound to, with the id of the node: no order can be given again to a later run."""
PLAY_OUT_SECONDS = 20.0
HOME_SECONDS = 5.0
"""How long a node that is drained waits for its tables to come home."""
AS_HOST = ".tables"
"""Added to the name of a node, where links to it as a host are meant."""
COME_BACK_MS = 500
"""When clients of a room that moves should come back."""


class About(msgspec.Struct):
    """What a node says of itself with every heartbeat."""

    name: str
    url: str = ""
    release: str = ""
    machine: str = ""
    draining: bool = False
    on_bus: bool = True
    """Whether it reaches the bus."""
    connections: int = 0
    """Sockets of clients at this node."""
    tables: int = 0
    """Tables that it plays: those of the room where that is, and those that were lent to it."""
    cpu_seconds: float = 0.0
    since_ms: int = 0
    lives_ms: int = 0
    """For how long it lives after this heartbeat."""


def about_of(known: KnownNode) -> About:
    """What a node said of itself."""
    return msgspec.json.decode(known.about, type=About)


def is_late(known: KnownNode) -> bool:
    """Whether a node has missed heartbeats."""
    return about_of(known).lives_ms - known.left_ms > LATE_SECONDS * 1000


class Node:
    """A node, from `start` to `stop`."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, key: HouseKey) -> None:
        self.settings, self.store, self.bus, self.key = settings, store, bus, key
        self.id = secrets.token_hex(6)
        """A new one for each start, so that a node is never taken for an earlier run of itself."""
        self.loop = asyncio.get_running_loop()
        self.doorkeeper = Doorkeeper(settings.limits, settings.host)
        self.relay = Relay(settings.limits, self.doorkeeper, self._call_host)
        self.board = Switchboard(bus, key, self.id)
        house = House(settings.workers, settings.budget_ms / 1000)
        self.host = Host(self.id, store, key.pepper("arena"), house, lambda: self._ahead_ms)
        """The tables that this node plays for the node with the room."""
        self._host_board = Switchboard(bus, key, self.id + AS_HOST, self.host.accept)
        self.lending: Lending | None = None
        """The tables of the room that other nodes play, while this node has the room."""
        self.application: ASGIApp = self.relay.application
        """Serves sockets."""
        self.serve_request: ASGIApp = self.relay.application
        self.room: Room | None = None
        """The room, while this node has it."""
        self.lease: Lease | None = None
        self.draining = False
        self.name = self.url = ""
        self.host_token = ""
        """The host's token, if this node has made it."""
        self.known: list[KnownNode] = []
        """All nodes, at the last heartbeat."""
        self.owner = ""
        """The node that had the room at the last heartbeat."""
        self.takeovers = 0
        self.more: Callable[[Api], list[Route]] | None = None
        """Makes further routes for the application of the room."""
        self._draining: asyncio.Task[None] | None = None
        self._since = time.time_ns() // 1_000_000
        self._alive = self._on_bus = self.loop.time()
        self._lives = LIVES_SECONDS
        self._ahead_ms = 0
        self._not_before = self._taken = 0.0
        self._let_go = asyncio.Event()
        self._given_away = 0
        """The last epoch in which this node has handed the room over: the answer to a heartbeat may be older."""
        self._holding: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        self._ears: list[Ears] = []
        self._obeyed: set[bytes] = set()
        """The orders so far, as they were sealed: none of them counts twice."""
        self._now = asyncio.Event()
        self._stopping = False
        self._failing = ""

    async def start(self) -> None:
        """Join the other nodes."""
        await self.board.open()
        await self._host_board.open()
        self._ears = [
            await self.bus.listen(ROOM, lambda body: self._now.set()),
            await self.bus.answer(f"orders.{self.id}", self._obey),
        ]
        await self.store.append(LeaseOpened(ROOM))
        await self._beat()
        self._beating = self.loop.create_task(self._keep_beating())

    async def stop(self) -> None:
        """Leave the other nodes; they may take the room at once."""
        self._stopping = True
        if self._beating is not None:
            self._beating.cancel()
        self.let_go("This node ends.")
        if self._holding is not None:
            await asyncio.wait([self._holding])
        self.relay.detach("This node ends.")
        await self.host.close()
        with suppress(StoreError):
            await self.store.leave(self.id)
        await self._host_board.close()
        await self.board.close()
        for ears in self._ears:
            await ears.stop()
        self.bus.tell(ROOM, b"")

    # Heartbeats

    async def _keep_beating(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._now.wait()
            self._now.clear()
            try:
                await self._beat()
            except Exception:
                log.exception("A heartbeat failed")

    async def _beat(self) -> None:
        now = self.loop.time()
        if self.bus.connected:
            self._on_bus = now
        try:
            async with asyncio.timeout(LIVES_SECONDS):
                opening = self._holding is not None and self.room is None and not self._let_go.is_set()
                beat = await self._tell_store(OPENING_SECONDS if opening else LIVES_SECONDS)
                self.known = await self._living(await self.store.nodes())
                leases = await self.store.leases()
        except (StoreError, TimeoutError) as error:
            self._failed(str(error) or "The store does not answer.")
            return
        if self._failing:
            log.warning("The store answers heartbeats again")
            self._failing = ""
        self._alive, self._ahead_ms = now, beat.now_ms - time.time_ns() // 1_000_000
        await self._look_after(beat)
        owner = next((lease.node for lease in leases if lease.name == ROOM), "")
        self.owner = owner if any(node.name == owner and node.left_ms > 0 for node in self.known) else ""
        self._follow()
        if self.lending is not None:
            others = [known for known in self.known if known.name != self.id and known.left_ms > 0]
            fit = [known.name for known in others if self._may_play(about_of(known))]
            self.lending.place(fit, self.settings.lend_from)

    async def _living(self, known: list[KnownNode]) -> list[KnownNode]:
        """The nodes without those that have died: they miss heartbeats, and are not on the bus. Their leases are free
        from now on, for whoever takes them."""
        late = [node.name for node in known if node.name != self.id and is_late(node)]
        absent = await asyncio.gather(*map(self.board.absent, late))
        dead = {name for name, gone in zip(late, absent, strict=True) if gone}
        for name in dead:
            log.warning("Node %s is dead: no heartbeat comes from it, and it is not on the bus", name)
            await self.store.leave(name)
        return [node for node in known if node.name not in dead]

    def _may_play(self, about: About) -> bool:
        """Whether a node can play tables of this one."""
        return about.on_bus and not about.draining and about.release == version("croupier")

    def _call_host(self, node: str, ends: Ends) -> Link:
        """Open a link to a node as host."""
        return self.board.call(node + AS_HOST, ends)

    async def _tell_store(self, seconds: float) -> Beat:
        """Tell the store that this node lives."""
        about = msgspec.structs.replace(self.about(), lives_ms=int(seconds * 1000))
        beat = await self.store.beat(self.id, seconds, msgspec.json.encode(about))
        self._lives = seconds
        return beat

    def _failed(self, why: str) -> None:
        if not self._failing:
            log.warning("A heartbeat was not stored: %s", why)
        self._failing = why
        if self.lease is not None and self.loop.time() - self._alive > self._lives:
            self.let_go("Its heartbeats are not stored, so another node may have taken it.")

    async def _look_after(self, beat: Beat) -> None:
        """Take the room if it is free, open it if it was given to this node, and let go if it was lost."""
        mine = next((lease for lease in beat.leases if lease.name == ROOM and lease.epoch > self._given_away), None)
        if self.lease is not None:
            if mine != self.lease:
                self.let_go("Another node has taken it.")
            elif self.loop.time() - self._on_bus > BUS_SECONDS and self._bus_is_elsewhere():
                self.let_go("This node does not reach the bus.")
            return
        reaches = self.bus.connected or not self._bus_is_elsewhere()
        fit = reaches and not self.draining and not self._stopping
        if self._holding is not None or not fit or self.loop.time() < self._not_before:
            return
        if mine is None:
            mine = next(iter(await self.store.take([ROOM], self.id)), None)
        if mine is not None:
            self.lease = mine
            self._let_go.clear()
            self._holding = self.loop.create_task(self._hold(mine))

    def _bus_is_elsewhere(self) -> bool:
        """Whether another node reaches the bus that could take the room."""
        others = [about_of(known) for known in self.known if known.name != self.id and known.left_ms > 0]
        return any(about.on_bus and not about.draining for about in others)

    def _follow(self) -> None:
        """Relay to the node with the room."""
        link = self.relay.link
        if self.lease is not None or self._stopping or self.owner in ("", self.id):
            if link is not None:
                self.relay.detach(MOVED)
        elif link is None or link.peer != self.owner:
            self.relay.detach(MOVED)
            self.relay.attach(self.board.call(self.owner, self.relay), self.id)

    def about(self) -> About:
        """What this node says of itself."""
        room = self.room
        return About(
            self.name,
            self.url,
            version("croupier"),
            platform.node(),
            self.draining,
            self.bus.connected,
            self.relay.connections if room is None else room.addresses.total(),
            len(self.host.tables) + (0 if room is None else sum(not one.away for one in room.tables.values())),
            round(time.process_time(), 2),
            self._since,
        )

    # The room

    def let_go(self, why: str) -> None:
        """Close the room here."""
        if self.lease is not None and not self._let_go.is_set():
            log.warning("The room is let go in epoch %d: %s", self.lease.epoch, why)
            if self.room is not None:
                self.room.closing = True
            self._let_go.set()

    async def _hold(self, lease: Lease) -> None:
        """Have the room, from its opening until it is let go."""
        log.warning("Node %s (%s) takes the room in epoch %d", self.name, self.id, lease.epoch)
        self.relay.detach(MOVED)
        self._taken = self.loop.time()
        store = LeasedStore(self.store, lease, lambda: self.let_go("Its lease is lost."))
        try:
            await self._tell_store(OPENING_SECONDS)
            await close_earlier(store)
            await self._have(store, lease)
        except Exception as error:
            log.error("The room could not be opened: %s", error, exc_info=not isinstance(error, StoreError))
            self._not_before = self.loop.time() + AGAIN_SECONDS
            self._failing = str(error)
        finally:
            self._relay_again()
            await self._hand_over(lease)
            self.room, self.lease, self._holding = None, None, None
            self._now.set()

    def _relay_again(self) -> None:
        self.application = self.serve_request = self.relay.application
        self.relay.close_here()
        self.board.accept = None

    async def _have(self, store: LeasedStore, lease: Lease) -> None:
        async with opened_on(store, self.key, self.settings, ahead_ms=self._ahead_ms) as events:
            room, limits = events.room, self.settings.limits
            room.rest.come_back_ms = COME_BACK_MS
            inside = application(events, limits, Crowd(room, limits), self.doorkeeper, self.more)
            reception = Reception(room, inside, limits)
            assert isinstance(inside.inside, Starlette)
            async with inside.inside.router.lifespan_context(inside.inside):
                if not room.has_host:
                    self.host_token, _ = await host_token(room, token_file_of(self.settings.store))
                if not self._let_go.is_set():
                    settle_down()
                    self.takeovers += 1
                    self.room, self.board.accept = room, reception.accept
                    self.lending = Lending(room, reception, lease.epoch, self._call_host)
                    self.application, self.serve_request = inside, reception.serve
                    self.relay.open_here(Here(inside, reception.serve))
                    self.bus.tell(ROOM, b"")
                    self._now.set()
                    took = self.loop.time() - self._taken
                    log.warning("The room is open after %.1f s, with %d tables", took, len(room.tables))
                    await self._let_go.wait()
                room.closing = True
                self._relay_again()
                if self.lending is not None:
                    await self.lending.close()
                    self.lending = None
                for connection in list(room.connections.values()):
                    if connection.here:
                        connection.close(RESTARTING, MOVED)
                await reception.close(MOVED)

    async def _hand_over(self, lease: Lease) -> None:
        """Give the lease to another node, the one with the fewest connections; or set it free."""
        self._not_before = max(self._not_before, self.loop.time() + LEAVE_SECONDS)
        with suppress(StoreError):
            others = []
            for known in await self.store.nodes():
                about = about_of(known)
                if known.name != self.id and known.left_ms > 0 and not about.draining:
                    others.append((about.connections, known.name))
            await self.store.give([lease], min(others)[1] if others else "")
            self._given_away = lease.epoch
            self.bus.tell(ROOM, b"")

    async def drain(self, say: Callable[[str], None] = log.warning, enough: asyncio.Future[Any] | None = None) -> None:
        """Hand the room over when the current hands are over, after `PLAY_OUT_SECONDS` at the latest or when `enough`
        is done; take it no more until `serve`."""
        self.draining = True
        room, holding = self.room, self._holding
        if room is not None and holding is not None:
            if self.lending is not None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.lending.all_home(), HOME_SECONDS)
            room.rest.begin()
            if room.rest.awaited:
                say(f"{room.rest.awaited} tables play on to the end of their hand, at most {PLAY_OUT_SECONDS:g} s.")
                waits: set[asyncio.Future[Any]] = {self._task(room.rest.over()), self._task(self._let_go.wait())}
                if enough is not None:
                    waits.add(enough)
                await asyncio.wait(waits, timeout=PLAY_OUT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                for wait in waits:
                    wait.cancel()
            self.let_go("This node is drained.")
            await asyncio.wait([holding])
        await self.host.hand_back()
        self._now.set()

    def _task(self, waiting: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        return self.loop.create_task(waiting)

    def serve(self) -> None:
        """Take part again after `drain`."""
        self.draining = self.host.closing = False
        self._now.set()

    def order(self, node: str, order: str) -> Awaitable[bytes]:
        """Send an order to a node."""
        return self.bus.ask(f"orders.{node}", self.key.seal(order.encode(), ORDERED + node.encode()))

    async def _obey(self, sealed: bytes) -> bytes:
        """Obey an order, which is carried out after the answer."""
        order = self.key.unseal(sealed, ORDERED + self.id.encode())
        if sealed in self._obeyed:
            raise BusError("This order was given before: somebody has recorded it on the bus.")
        self._obeyed.add(sealed)
        if order == b"drain":
            self._draining = self.loop.create_task(self.drain())
        else:
            self.serve()
        return b"ok"
