"""A model of several nodes: their store and their bus delay, repeat and lose, nodes die, are cut off or slow, and come
back, tables are lent, and clients play on. Whatever happens, no epoch of the room or of a loan belongs to two nodes,
every frame that a seat is told again is as it was, no number is left out, and in the end all tables play on. The clock
jumps."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.arena.bus.local import LocalBus
from croupier.arena.nodes.lending import LOAN
from croupier.arena.nodes.node import AS_HOST, LIVES_SECONDS, Node
from croupier.arena.server.settings import Limits, Settings
from croupier.arena.server.sockets import WRITER
from croupier.arena.store import Entry, Lease, StoreError
from croupier.arena.store.sealing import HouseKey

from .faulty import FaultyHub
from .memory_store import MemoryStore
from .network import holdem
from .virtual import VirtualLoop

KEY = HouseKey(bytes(32))
NODES, TABLES, SEATS = 3, 2, 2
STEPS = (
    "kill",
    "kill room",
    "cut store",
    "cut bus",
    "cut both",
    "cut room",
    "no bus",
    "fail",
    "slow room",
    "slow host",
)
BOUND_SECONDS = 120.0
"""Until when every table has to play on, in the model's time, once nothing is cut off."""


class NodeStore:
    """The store as one node sees it: everything takes a while, and may fail."""

    def __init__(self, store: MemoryStore, rng: random.Random) -> None:
        self.store, self.rng = store, rng
        self.cut = self.dead = self.slow = False
        self.failing = 0
        """How many of the next appends fail; every other one of them is written nevertheless."""
        self._waiting: list[tuple[tuple[Entry, ...], Lease | None, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self.damage = ""

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entries, lease, done))
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())
        return done

    async def _write(self) -> None:
        while self._waiting:
            entries, lease, done = self._waiting.pop(0)
            try:
                await self._reach()
                fails = self.failing > 0
                self.failing -= fails
                if fails and self.rng.random() < 0.5:
                    raise StoreError("The commit failed.")
                await self.store.append(*entries, lease=lease)
                await self._reach()
                if fails:
                    raise StoreError("It is not known whether the commit was made.")
                if not done.done():
                    done.set_result(None)
            except StoreError as error:
                if not done.done():
                    done.set_exception(error)
        self._writing = None

    async def _reach(self) -> None:
        await asyncio.sleep(0.02 * self.rng.random())
        while self.slow:
            await asyncio.sleep(0.1)
        if self.dead:
            await asyncio.Event().wait()
        if self.cut:
            await asyncio.sleep(1)
            raise StoreError("The store cannot be reached.")

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def asked(*arguments: Any, **named: Any) -> Any:
            await self._reach()
            return await getattr(self.store, name)(*arguments, **named)

        return asked


class FakeSocket:
    """A client's socket, as the application sees it."""

    full = False

    def __init__(self) -> None:
        self.hear: Callable[[bytes], None] | None = None
        self.pulse: Any = None
        self.gone = False
        self.writable = asyncio.Event()
        self.writable.set()
        self.told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})

    def write(self, frames: list[bytes]) -> None:
        for frame in frames if not self.gone else ():
            self.told.put_nowait(msgspec.json.decode(frame))

    def ping(self, payload: bytes) -> None:
        if self.pulse is not None:
            asyncio.get_running_loop().call_soon(self.pulse.hear)

    def finish(self, code: int, reason: str) -> None:
        if not self.gone:
            self.gone = True
            self.told.put_nowait(None)
            self.inbox.put_nowait({"type": "websocket.disconnect", "code": code})

    def hang_up(self) -> None:
        self.finish(1006, "")


class Player:
    """A client of the model, which keeps what it was told and connects again for ever."""

    def __init__(self, model: Model, table: int, seat: int) -> None:
        self.model, self.table, self.team = model, table, f"P{table}{seat}"
        self.known: dict[int, Any] = {}
        self.boundary, self.match, self.last = 0, "", None
        self.hands = 0
        self.socket: FakeSocket | None = None

    async def play(self) -> None:
        while True:
            node = self.model.rng.choice(self.model.nodes)
            socket = self.socket = FakeSocket()
            scope = {"type": "websocket", "path": "/ws", "headers": [(b"host", b"localhost")], "client": ("::1", 1)}
            scope |= {"extensions": {WRITER: socket}, "http_version": "1.1"}

            async def send(message: Any, socket: FakeSocket = socket) -> None:
                if message["type"] == "websocket.http.response.body":
                    socket.finish(1006, "")

            running = asyncio.create_task(node.application(scope, socket.inbox.get, send))
            self.model.sockets[node.id].append(socket)
            hello = {"type": "hello", "team": self.team, "join_code": f"CODE{self.table}-{self.team}"}
            if self.known:
                hello |= {"resume": self.boundary, "resume_table": f"T-{self.table}", "resume_match": self.match}
            self._say(**hello)
            while (frame := await socket.told.get()) is not None:
                self._hear(frame)
            await asyncio.wait([running], timeout=5)
            running.cancel()
            await asyncio.sleep(0.3)

    def _say(self, **message: Any) -> None:
        assert self.socket is not None
        data = json.dumps({"v": 1, **message}).encode()
        if self.socket.hear is not None:
            self.socket.hear(data)
        else:
            self.socket.inbox.put_nowait({"type": "websocket.receive", "bytes": data})

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame["type"] in ("welcome", "snapshot"):
            self.last = None
        if frame["type"] == "error" and frame["code"] in ("CANNOT_KEEP", "OUT_OF_ORDER"):
            assert self.socket is not None
            self.socket.finish(1000, "")
        self.match = frame.get("match_id") or self.match
        if (number := frame.get("n")) is None:
            if frame["type"] == "snapshot" and "legal" in frame:
                self._answer({**frame, **frame["you"]})
            return
        assert self.last is None or number == self.last + 1, f"{self.team} was not told {self.last} + 1: {frame}"
        self.last = number
        plain = {**frame, "you": {**frame["you"], "time_ms": 0}} if frame["type"] == "act" else frame
        assert self.known.setdefault(number, plain) == plain, f"{self.team} was told another frame {number}"
        if frame["type"] == "act":
            self._answer(frame)
        elif frame["type"] == "end_hand":
            self.hands += 1
            self.boundary = number

    def _answer(self, act: dict[str, Any]) -> None:
        action = next(word for word in ("CHECK", "CALL", "FOLD") if word in act["legal"])
        said = {"type": "action", "action": action, "act_id": act["act_id"]}
        asyncio.get_running_loop().call_later(0.05, self._act, self.socket, said)

    def _act(self, socket: FakeSocket, said: dict[str, Any]) -> None:
        if socket is self.socket and not socket.gone:
            self._say(**said)


class Model:
    """The nodes, and what happens to them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.store, self.hub = MemoryStore(), FaultyHub(seed, lose=0.05, repeat=0.05, delay=0.05)
        self.nodes: list[Node] = []
        self.views: dict[str, NodeStore] = {}
        self.sockets: dict[str, list[FakeSocket]] = {}
        self.epochs: dict[tuple[str, int], str] = {}
        """The node that had the room, or a loan, in an epoch."""
        self.lent = 0

    async def add(self) -> None:
        tables = [holdem(id=f"T-{number}", code=f"CODE{number}", again=True) for number in range(TABLES)]
        own = Settings(open=False, port=0, tables=tables, limits=Limits(hello_ms=600_000), lend_from=0)
        view = NodeStore(self.store, self.rng)
        node = Node(own, view, self.hub.bus(), KEY)
        node.name = f"node {len(self.views)}"
        self.views[node.id], self.sockets[node.id] = view, []
        self.nodes.append(node)
        await node.start()

    def watch(self) -> None:
        """Check that no epoch belongs to two nodes."""
        for node in self.nodes:
            leases = [node.lease] if node.room is not None and node.lease is not None else []
            for lease in [*leases, *(table.lease for table in node.host.tables)]:
                known = len(self.epochs)
                assert self.epochs.setdefault((lease.name, lease.epoch), node.id) == node.id
                self.lent += len(self.epochs) > known and lease.name.startswith(LOAN)
        asyncio.get_running_loop().call_later(0.25, self.watch)

    def having(self) -> Node:
        return next((node for node in self.nodes if node.room is not None), self.nodes[0])

    async def kill(self, node: Node, known: bool | None = None) -> None:
        """As `kill -9`: nothing that the node does has an effect any more. `known` is whether the bus learns of it at
        once, or only after a while, because the machine has gone with it."""
        self.nodes.remove(node)
        self.views[node.id].dead = True
        bus = node.bus
        assert isinstance(bus, LocalBus) and node._beating is not None
        bus._closed = True
        subjects = {f"node.{node.id}", f"node.{node.id}{AS_HOST}", f"orders.{node.id}"}
        self.hub.cut |= subjects
        if self.rng.random() < 0.7 if known is None else known:
            self.hub.gone |= subjects
        node._beating.cancel()
        if node.room is not None:
            node.room.closing = True
        for socket in self.sockets[node.id]:
            socket.finish(1006, "")
        await self.add()

    async def step(self, what: str, seconds: float) -> None:
        node = self.having() if "room" in what else self.rng.choice(self.nodes)
        if what == "slow host":
            node = max(self.nodes, key=lambda node: len(node.host.tables))
        view, bus = self.views[node.id], node.bus
        assert isinstance(bus, LocalBus)
        if what.startswith("kill"):
            return await self.kill(node)
        if what == "fail":
            self.views[self.having().id].failing = 3
            return
        if what == "no bus":
            return await self.without_bus(seconds)
        if what.startswith("slow"):  # what it writes arrives after all, when another node may have taken over
            view.slow = True
            await asyncio.sleep(seconds)
            view.slow = False
            return
        view.cut = what != "cut bus"
        bus._closed = what in ("cut bus", "cut both")
        if bus._closed:
            self.hub.cut |= {f"node.{node.id}", f"node.{node.id}{AS_HOST}"}
        await asyncio.sleep(seconds)
        view.cut = bus._closed = False
        self.hub.cut -= {f"node.{node.id}", f"node.{node.id}{AS_HOST}"}

    async def without_bus(self, seconds: float) -> None:
        """No node reaches the bus for a while."""
        for away in (True, False):
            for node in self.nodes:
                assert isinstance(node.bus, LocalBus)
                node.bus._closed = away
            await asyncio.sleep(seconds if away else 0)

    async def play(self, steps: list[tuple[str, float]]) -> None:
        async with self.playing() as players:
            for what, seconds in steps:
                await self.play_on(players)
                await self.step(what, seconds)
            await self.play_on(players)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[list[Player]]:
        """Nodes, and clients that play over them."""
        for _ in range(NODES):
            await self.add()
        self.watch()
        players = [Player(self, table, seat) for table in range(TABLES) for seat in range(SEATS)]
        self._tasks = [asyncio.create_task(player.play()) for player in players]
        try:
            yield players
        finally:
            for task in self._tasks:
                task.cancel()

    async def play_on(self, players: list[Player]) -> None:
        """Wait until every client has been told the end of a hand."""
        before = [player.hands for player in players]
        async with asyncio.timeout(BOUND_SECONDS):
            while not all(player.hands > hands for player, hands in zip(players, before, strict=True)):
                await asyncio.sleep(0.25)
                for task in self._tasks:
                    if task.done():
                        task.result()


def in_model(play: Callable[[], Awaitable[None]]) -> None:
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(play())
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()


def test_the_room_stays_while_no_node_reaches_the_bus() -> None:
    async def play() -> None:
        model = Model(1)
        for _ in range(NODES):
            await model.add()
        await asyncio.sleep(5)
        having = model.having()
        lease = having.lease
        assert having.room is not None and lease is not None
        for away in (True, False):
            for node in model.nodes:
                assert isinstance(node.bus, LocalBus)
                node.bus._closed = away
            await asyncio.sleep(30)
            assert having.lease == lease
        await model.kill(having)
        for node in model.nodes:
            assert isinstance(node.bus, LocalBus)
            node.bus._closed = True
        await asyncio.sleep(30)
        assert any(node.room is not None for node in model.nodes)

    in_model(play)


def test_tables_play_on_before_the_lease_of_a_killed_node_has_ended() -> None:
    async def play() -> None:
        model = Model(2)
        model.hub.lose = model.hub.repeat = model.hub.delay = 0
        pauses = []
        async with model.playing() as players:
            for _ in range(4):
                await model.play_on(players)
                await model.kill(model.having(), known=True)
                began = asyncio.get_running_loop().time()
                await model.play_on(players)
                pauses.append(asyncio.get_running_loop().time() - began)
        assert max(pauses) < LIVES_SECONDS, "the lease of the dead node is not waited for"

    in_model(play)


def test_whoever_waits_at_a_node_for_the_room_is_served_there_when_that_node_takes_it() -> None:
    async def play() -> None:
        model = Model(4)
        model.hub.lose = model.hub.repeat = model.hub.delay = 0
        for _ in range(2):
            await model.add()
        await asyncio.sleep(3)
        await model.kill(model.having(), known=True)
        taker, socket, answers, inbox = model.nodes[0], FakeSocket(), list[Any](), asyncio.Queue[dict[str, Any]]()
        inbox.put_nowait({"type": "http.request", "body": b"", "more_body": False})

        async def receive() -> dict[str, Any]:
            return await inbox.get()

        async def send(message: Any) -> None:
            answers.append(message)

        def scope(type_: str, path: str) -> dict[str, Any]:
            known = {"type": type_, "path": path, "headers": [(b"host", b"localhost")], "client": ("::1", 1)}
            return known | {"http_version": "1.1", "extensions": {WRITER: socket}, "method": "GET", "query_string": b""}

        while taker.relay.link is not None:
            await asyncio.sleep(0.05)
        assert taker.room is None
        running = asyncio.create_task(taker.application(scope("websocket", "/ws"), socket.inbox.get, send))
        hello = {"type": "hello", "v": 1, "team": "Alpha", "join_code": "CODE0-secret"}
        socket.inbox.put_nowait({"type": "websocket.receive", "bytes": json.dumps(hello).encode()})
        await taker.serve_request(scope("http", "/api/lobby"), receive, send)
        assert taker.room is not None
        [answer] = [one["status"] for one in answers if one["type"] == "http.response.start"]
        assert answer == 200
        async with asyncio.timeout(1):
            welcome = await socket.told.get()
        assert welcome is not None and welcome["type"] == "welcome"
        running.cancel()

    in_model(play)


def test_the_model_lends_tables_and_loses_their_hosts() -> None:
    model: list[Model] = []

    async def play() -> None:
        model.append(Model(3))
        await model[0].play([("slow host", 10.0), ("kill", 0.0), ("kill room", 0.0)])

    in_model(play)
    assert model[0].lent > 1


@given(
    seed=st.integers(0, 2**32),
    steps=st.lists(st.tuples(st.sampled_from(STEPS), st.floats(0.1, 15)), min_size=1, max_size=5),
)
@settings(max_examples=6)
def test_nodes_take_over_from_each_other_without_a_loss(seed: int, steps: list[tuple[str, float]]) -> None:
    in_model(lambda: Model(seed).play(steps))
