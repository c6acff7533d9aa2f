"""Several nodes are one arena: clients connect to any of them and come back over any other."""

from __future__ import annotations

import asyncio
import gc
import json
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import websockets
from msgspec.structs import replace
from starlette.types import Receive, Scope, Send

from croupier.arena.bus import BusError
from croupier.arena.bus.link import LONGEST_ITEM
from croupier.arena.bus.local import LocalBus
from croupier.arena.nodes import messages, reception, serving
from croupier.arena.nodes.node import ORDERED, Node, about_of
from croupier.arena.nodes.reception import MOST_BODY, MOST_UNREAD, Caller, _Asked
from croupier.arena.nodes.serving import running_node
from croupier.arena.room.connection import RESTARTING
from croupier.arena.store import LeaseLost, Line, StoreError
from croupier.kernel.errors import BadInput

from .cluster import KEY, Cluster, cluster, node_settings
from .memory_store import MemoryStore
from .network import Client, client, holdem, http


async def seated(one: Client, team: str, code: str = "KF7Q9C-secret", **more: Any) -> dict[str, Any]:
    welcome = await one.hello(team, code, **more)
    assert welcome["type"] == "welcome", welcome
    return welcome


def test_players_at_one_table_may_be_at_different_nodes() -> None:
    async def run() -> None:
        async with cluster(3, holdem()) as nodes, client(nodes.nodes[1].url) as a, client(nodes.nodes[2].url) as b:
            await seated(a, "Alpha")
            await seated(b, "Beta")
            ends = await asyncio.gather(*(one.play(lambda frame: frame["type"] == "end_hand") for one in (a, b)))
            assert ends[0]["hand_id"] == ends[1]["hand_id"]
            assert nodes.nodes[0].room is not None
            assert nodes.nodes[0].room.metrics.actions > 0

    asyncio.run(run())


def test_requests_are_answered_by_every_node_alike() -> None:
    async def run() -> None:
        async with cluster(2, holdem(public=True)) as nodes:
            here, there = [await http(node.url, "/api/lobby") for node in nodes.nodes]
            assert here == there and here[0] == 200
            for node in nodes.nodes:
                assert (await http(node.url, "/api/tables/T-9"))[0] == 404
                assert (await http(node.url, "/api/nodes"))[0] == 401
                assert (await http(node.url, "/healthz"))[0] == (await http(node.url, "/readyz"))[0] == 200

    asyncio.run(run())


def test_a_client_over_http_plays_at_any_node() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes, client(nodes.nodes[0].url) as other:
            status, joined = await http(nodes.nodes[1].url, "/api/join", "POST", {"team": "Poll", "code": "KF7Q9C-x"})
            assert status == 201
            bearer = {"Authorization": f"Bearer {joined['token']}"}
            await seated(other, "Beta")
            playing = asyncio.create_task(other.play(lambda frame: frame["type"] == "end_hand"))
            for turn in range(40):
                url = nodes.nodes[turn % 2].url
                status, asked = await http(url, "/api/wait?hold_s=1", **bearer)
                assert status == 200
                if playing.done():
                    break
                if asked["type"] == "act":
                    legal = asked["act"]["legal"]
                    action = next(word for word in ("CHECK", "CALL", "FOLD") if word in legal)
                    body = {"action": action, "act_id": asked["act_id"]}
                    assert (await http(url, "/api/act", "POST", body, **bearer))[0] == 200
            assert (await playing)["type"] == "end_hand"

    asyncio.run(run())


def test_guesses_are_counted_for_all_nodes_together() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            told = []
            for turn in range(40):
                async with client(nodes.nodes[turn % 2].url) as one:
                    told.append((await one.hello("Alpha", f"WRONG{turn}"))["code"])
            assert told[-2:] == ["TOO_MANY_TRIES"] * 2

    asyncio.run(run())


async def play_on(nodes: Cluster, happens: Callable[[], Awaitable[None]], after: list[str]) -> None:
    """Two players, whose hand goes on after something happens to the node with the room: they are sent again, over
    other nodes, all that they were told."""
    async with client(nodes.nodes[1].url) as a, client(nodes.nodes[0].url) as b:
        tokens = [(await seated(one, team))["token"] for one, team in ((a, "Alpha"), (b, "Beta"))]
        hand = [(await one.until("start_hand"))["hand_id"] for one in (a, b)]
        await happens()
        for one in (a, b):
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await one.next()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTING
    told = [{frame["n"]: frame for frame in one.seen if "n" in frame} for one in (a, b)]
    async with client(after[0]) as a, client(after[1]) as b:
        for one, team, token in ((a, "Alpha", tokens[0]), (b, "Beta", tokens[1])):
            await seated(one, team, token=token, resume=0, resume_table="T-1", resume_match="T-1-M1")
        ends = await asyncio.gather(*(one.play(lambda frame: frame["type"] == "end_hand") for one in (a, b)))
        assert [frame["hand_id"] for frame in ends] == hand
        for one, before in zip((a, b), told, strict=True):
            again = {frame["n"]: frame for frame in one.seen if frame.get("n") in before}
            assert [_untimed(again[number]) for number in before] == [_untimed(frame) for frame in before.values()]


def _untimed(frame: dict[str, Any]) -> dict[str, Any]:
    return {**frame, "you": {**frame["you"], "time_ms": 0}} if frame["type"] == "act" else frame


def test_a_drained_node_hands_the_room_over_and_play_goes_on() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            first, second = nodes.nodes
            token = "host-token"
            assert first.room is not None
            await first.room.set_host(token)
            bearer = {"Authorization": f"Bearer {token}"}

            async def drain() -> None:
                first.let_go("A test.")
                await nodes.until(lambda: second.room is not None)

            await play_on(nodes, drain, [second.url, second.url])
            status, told = await http(first.url, "/api/nodes", **bearer)
            assert status == 200
            assert {one["name"]: one["room"] for one in told} == {"one": False, "two": True}
            assert (await http(first.url, "/api/nodes/two", "POST", {"order": "drain"}, **bearer))[0] == 200
            await nodes.until(lambda: first.room is not None)
            assert (await http(second.url, "/readyz"))[0] == 503
            await nodes.until(lambda: sum(about_of(known).draining for known in first.known) == 1)
            assert (await http(first.url, "/api/nodes/one", "POST", {"order": "drain"}, **bearer))[0] == 409
            assert (await http(first.url, "/api/nodes/two", "POST", {"order": "serve"}, **bearer))[0] == 200
            await nodes.until(lambda: not second.draining)
            assert (await http(first.url, "/api/nodes/three", "POST", {"order": "serve"}, **bearer))[0] == 404

    asyncio.run(run())


def test_an_order_that_a_stranger_has_recorded_on_the_bus_is_obeyed_once() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            second = nodes.nodes[1]
            sealed = KEY.seal(b"drain", ORDERED + second.id.encode())
            assert await second._obey(sealed) == b"ok"
            await nodes.until(lambda: second.draining)
            second.serve()
            with pytest.raises(BusError, match="before"):
                await second._obey(sealed)
            await asyncio.sleep(0)
            assert not second.draining

    asyncio.run(run())


class CutStore:
    """A store as one node sees it, which can be cut off."""

    def __init__(self, store: MemoryStore) -> None:
        self.store, self.cut = store, False

    def append(self, *entries: Any, lease: Any = None) -> Any:
        if not self.cut:
            return self.store.append(*entries, lease=lease)
        refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        refused.set_exception(StoreError("cut off"))
        return refused

    def __getattr__(self, name: str) -> Any:
        if self.cut and name in ("beat", "nodes", "leases", "take", "give", "read", "tables", "values", "leave"):
            raise StoreError("cut off")
        return getattr(self.store, name)


def test_a_node_that_is_cut_off_from_the_store_lets_go_and_play_goes_on_elsewhere() -> None:
    async def run() -> None:
        stores = [CutStore(MemoryStore())]
        stores.append(CutStore(stores[0].store))
        async with cluster(2, holdem(), stores=stores) as nodes:
            first, second = nodes.nodes

            async def cut() -> None:
                stores[0].cut = True
                await nodes.until(lambda: second.room is not None and first.room is None)

            await play_on(nodes, cut, [second.url, second.url])
            stores[0].cut = False
            assert await nodes.settled() is second
            assert (await http(first.url, "/readyz"))[0] == 200

    asyncio.run(run())


def test_a_node_that_is_cut_off_from_the_bus_lets_go_and_play_goes_on_elsewhere() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            first, second = nodes.nodes
            bus = first.bus
            assert isinstance(bus, LocalBus)

            async def cut() -> None:
                bus._closed = True
                nodes.hub.cut.add(f"node.{first.id}")
                await nodes.until(lambda: second.room is not None and first.room is None)

            await play_on(nodes, cut, [second.url, second.url])
            assert (await http(first.url, "/readyz"))[0] == 503
            bus._closed = False
            nodes.hub.cut.clear()
            assert await nodes.settled() is second

    asyncio.run(run())


def test_a_node_that_has_lost_the_room_without_knowing_it_tells_nothing() -> None:
    """It was stopped for a while, as by SIGSTOP, and goes on as if it had the room."""

    async def run() -> None:
        async with cluster(2, holdem()) as nodes, client(nodes.nodes[0].url) as a, client(nodes.nodes[0].url) as b:
            first, second = nodes.nodes
            for one, team in ((a, "Alpha"), (b, "Beta")):
                await seated(one, team)
            acts = asyncio.gather(*(_first_act(one) for one in (a, b)), return_exceptions=True)
            await nodes.until(lambda: first.room is not None and first.room.metrics.hands > 0)
            assert first.lease is not None and first.room is not None
            await asyncio.sleep(0)
            [taken] = await nodes.store.give([first.lease], second.id)
            stale, lines = first.room, first.room.store
            told = len(await lines.read("T-1", 1))
            refused = stale.append([Line("T-1", told + 1, b"{}")])
            with pytest.raises(LeaseLost):
                await refused
            assert len(await lines.read("T-1", 1)) == told
            await nodes.until(lambda: second.room is not None and first.room is None)
            assert second.lease == taken and stale.closing
            acts.cancel()

    asyncio.run(run())


async def _first_act(one: Client) -> None:
    await one.until("act")
    while True:
        await one.next()


def test_clients_of_a_node_that_dies_are_silent_and_not_gone() -> None:
    async def run() -> None:
        async with cluster(3, holdem()) as nodes, client(nodes.nodes[1].url) as a, client(nodes.nodes[0].url) as b:
            first, second, third = nodes.nodes
            token = (await seated(a, "Alpha"))["token"]
            await seated(b, "Beta")
            hand = (await a.until("start_hand"))["hand_id"]
            assert first.room is not None and second.relay.link is not None
            session = first.room.tables["T-1"].session
            nodes.hub.cut.add(f"node.{first.id}")  # nothing that the second node says arrives any more
            caller = next(iter(_callers(first, second)))
            caller.link._break("The test ends it.")
            assert 0 in session.connections and session.silent == {0}
            nodes.hub.cut.clear()
            async with client(third.url) as again:
                await seated(again, "Alpha", token=token, resume=0, resume_table="T-1", resume_match="T-1-M1")
                assert session.silent == set()
                ends = await asyncio.gather(
                    *(one.play(lambda frame: frame["type"] == "end_hand") for one in (again, b))
                )
                assert [frame["hand_id"] for frame in ends] == [hand, hand]

    asyncio.run(run())


def _callers(node: Node, other: Node) -> list[Caller]:
    """The ends of the links from one node to the node with the room."""
    links = [link for link in node.board._links.values() if link.peer == other.id]
    return [link.ends for link in links if isinstance(link.ends, Caller)]


def test_the_node_to_which_a_client_comes_knows_its_own_name() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            second = nodes.nodes[1]
            second.doorkeeper._hosts |= {"second.example"}
            told = [(await http(node.url, "/api/lobby", Host="second.example"))[0] for node in nodes.nodes]
            assert told == [421, 200]

    asyncio.run(run())


def test_long_bodies_go_both_ways_in_parts() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            body = json.dumps({"kind": "nothing", "text": "x" * 1_000_000}).encode()
            here, there = [await http(node.url, "/api/replays", "POST", body) for node in nodes.nodes]
            assert here == there and here[0] >= 400

    asyncio.run(run())


def test_a_node_that_is_stopped_waits_for_a_second_signal_and_forgets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def stopped() -> Iterator[asyncio.Queue[int]]:
        signals = asyncio.Queue[int]()
        signals.put_nowait(15)
        yield signals

    async def run() -> None:
        async with cluster(1, holdem()) as nodes:
            before = asyncio.all_tasks()
            await serving.serve_node_until_stopped(nodes.nodes[0], print)
            await asyncio.sleep(0)
            assert nodes.nodes[0].draining and asyncio.all_tasks() <= before

    monkeypatch.setattr(serving, "signals_to_stop", stopped)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(run())
        gc.collect()
    assert not [one for one in caught if "never awaited" in str(one.message)]


def test_a_body_that_nobody_reads_is_not_collected() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            status, joined = await http(nodes.nodes[1].url, "/api/join", "POST", {"team": "Poll", "code": "KF7Q9C-x"})
            assert status == 201
            came, kept = list[int](), list[int]()

            class Watched(_Asked):
                def put(self, part: Any) -> None:
                    super().put(part)
                    came.append(len(part.get("body", b"")))
                    kept.append(sum(len(one.get("body", b"")) for one in self._parts))

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(reception, "_Asked", Watched)
                port = int(nodes.nodes[1].url.rpartition(":")[2])
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                head = f"GET /api/wait?hold_s=25 HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 9000000\r\n"
                writer.write(f"{head}Authorization: Bearer {joined['token']}\r\n\r\n".encode() + bytes(8_000_000))
                await nodes.until(lambda: sum(came) >= 8_000_000)
                writer.close()
            assert max(kept) <= MOST_BODY

    asyncio.run(run())


def test_a_clock_starts_when_the_other_node_has_the_question() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes, client(nodes.nodes[1].url) as a, client(nodes.nodes[1].url) as b:
            first, second = nodes.nodes
            for one, team in ((a, "Alpha"), (b, "Beta")):
                await seated(one, team)
            assert first.room is not None
            act = await a.play(lambda frame: frame["type"] == "act", how=None)
            nodes.hub.cut.add(f"node.{second.id}")  # the next question does not arrive
            await a.answer(act)
            session = first.room.tables["T-1"].session
            await nodes.until(lambda: [one.decision.seat for one in session.clocks.running()] == [1])
            question = session.clocks.of(1)
            await asyncio.sleep(1.5)  # longer than a client that does not read is waited for
            assert question is not None and question.started is None
            nodes.hub.cut.clear()
            await nodes.until(lambda: question.started is not None)

    asyncio.run(run())


def test_a_lost_key_is_not_given_up_by_one_node_of_several() -> None:
    async def run() -> None:
        settings = replace(
            node_settings("one", []), store="postgresql://nowhere/none", bus="nats://nowhere", lost_key=True
        )
        with pytest.raises(BadInput, match="by one process alone"):
            async with running_node(settings):
                pass

    asyncio.run(run())


def test_an_answer_is_sent_over_a_link_as_fast_as_the_client_reads_it() -> None:
    class Sent:
        """A link that keeps what is sent over it."""

        closed = False

        def __init__(self) -> None:
            self.bytes = 0

        def send(self, item: bytes) -> None:
            self.bytes += len(item)

        async def calm(self) -> None:
            pass

    async def run() -> None:
        async def long(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200})
            for _ in range(100):
                await send({"type": "http.response.body", "body": bytes(LONGEST_ITEM), "more_body": True})
                sent.append(LONGEST_ITEM)

        request = messages.Request(1, "GET", "http", "/", b"/", b"", [], ("127.0.0.1", 1), "1.1")
        link, sent = Sent(), list[int]()
        asked = _Asked(link, request)  # type: ignore[arg-type]
        answering = asyncio.create_task(asked.answer(long))
        for _ in range(200):
            await asyncio.sleep(0)
        assert sum(sent) == MOST_UNREAD and link.bytes < MOST_UNREAD + 2 * LONGEST_ITEM
        asked.read(LONGEST_ITEM)
        for _ in range(200):
            await asyncio.sleep(0)
        assert sum(sent) == MOST_UNREAD + LONGEST_ITEM
        before = link.bytes
        asked.put({"type": "http.disconnect"})
        await answering
        assert len(sent) == 100 and link.bytes - before < 100, "nothing more is sent to a client that is gone"

    asyncio.run(run())


def test_a_long_answer_arrives_whole_at_a_client_of_another_node(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [bytes([number]) * 300_000 for number in range(20)]
    unread = list[int]()

    async def long(self: Any, scope: Scope, receive: Receive, send: Send) -> None:
        length = [(b"content-length", str(sum(map(len, parts))).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            unread.append(send.__self__._unread)  # type: ignore[attr-defined]
        await send({"type": "http.response.body"})

    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            monkeypatch.setattr(reception.Reception, "serve_relayed", long)
            host, port = "127.0.0.1", int(nodes.nodes[1].url.rpartition(":")[2])
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(f"GET /api/x HTTP/1.0\r\nHost: localhost:{port}\r\n\r\n".encode())
            told = await reader.read()
            writer.close()
            assert told.endswith(b"".join(parts)) and max(unread) <= MOST_UNREAD

    asyncio.run(run())
