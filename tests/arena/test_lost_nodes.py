"""Lost nodes: when they count as dead, what their clients may do meanwhile, and what old news of them is worth."""

from __future__ import annotations

import asyncio

import msgspec

from croupier.arena.nodes.node import About, is_late
from croupier.arena.store import Beat
from croupier.arena.store import Node as KnownNode

from .cluster import cluster
from .network import client, holdem
from .test_nodes import seated


def test_who_comes_back_over_another_node_answers_a_question_that_the_first_one_never_got() -> None:
    async def run() -> None:
        async with cluster(3, holdem()) as nodes, client(nodes.nodes[0].url) as a, client(nodes.nodes[1].url) as b:
            first, second, third = nodes.nodes
            await seated(a, "Alpha")
            token = (await seated(b, "Beta"))["token"]
            assert first.room is not None
            act = await a.play(lambda frame: frame["type"] == "act", how=None)
            nodes.hub.cut.add(f"node.{second.id}")  # the next question does not arrive, and nobody knows of that yet
            await a.answer(act)
            session = first.room.tables["T-1"].session
            await nodes.until(lambda: [one.decision.seat for one in session.clocks.running()] == [1])
            question = session.clocks.of(1)
            assert question is not None and question.started is None
            async with client(third.url) as again:
                await seated(again, "Beta", token=token)
                told = await again.until("snapshot", such=lambda frame: "legal" in frame)
                assert question.started is not None, "it was sent there"
                await again.answer({**told, **told["you"], "hand_id": told["at_hand_id"]})
                heard = await again.until("event", "error")
                assert (heard["type"], heard["ev"]) == ("event", "CHECK")
            nodes.hub.cut.clear()

    asyncio.run(run())


def test_a_receipt_of_a_connection_over_another_node_is_given_once() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes, client(nodes.nodes[1].url) as a:
            first, second = nodes.nodes
            await seated(a, "Alpha")
            assert first.room is not None
            [guest] = first.room.guests.values()
            given: list[int] = []
            guest.connection.send([b"{}"], lambda: given.append(1))
            await nodes.until(lambda: given == [1])
            nodes.hub.cut |= {f"node.{second.id}"}
            guest.connection.send([b"{}"], lambda: given.append(2))
            guest.connection.close(1000, "The test closes it.")
            await nodes.until(lambda: given == [1, 2])
            nodes.hub.cut.clear()
            await nodes.until(lambda: not first.room.guests if first.room else True)
            assert given == [1, 2]

    asyncio.run(run())


def test_a_heartbeat_whose_answer_is_old_opens_no_room_that_was_handed_over() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            first, second = nodes.nodes
            lease = first.lease
            assert lease is not None
            stale = Beat(0, [lease])
            first.let_go("The test lets it go.")
            await nodes.until(lambda: second.room is not None)
            first._not_before = 0.0
            await first._look_after(stale)
            assert first.lease is None
            await first._look_after(Beat(0, [lease._replace(epoch=lease.epoch + 1)]))
            assert first.lease is not None, "a later epoch was given to it"
            await nodes.settled()

    asyncio.run(run())


def late_node(name: str, late_ms: int, lives_ms: int = 6_000) -> KnownNode:
    return KnownNode(name, msgspec.json.encode(About(name, lives_ms=lives_ms)), lives_ms - late_ms)


def test_a_node_is_late_two_seconds_after_its_last_heartbeat() -> None:
    assert [is_late(late_node("a", late)) for late in (0, 2_000, 2_001, 60_000)] == [False, False, True, True]
    assert not is_late(late_node("a", 2_000, 45_000)) and is_late(late_node("a", 2_001, 45_000)), "it opens the room"
    assert not is_late(KnownNode("a", b'{"name": "an earlier release"}', 10))


def test_a_late_node_is_dead_if_it_is_not_on_the_bus() -> None:
    async def run() -> None:
        async with cluster(2, holdem()) as nodes:
            first, second = nodes.nodes
            for name in ("ghost", "in time"):
                await nodes.store.beat(name, 1_000.0)
            known = [late_node(first.id, 9_999), late_node(second.id, 2_001), late_node("ghost", 2_001)]
            known.append(late_node("in time", 2_000))
            living = await first._living(known)
            assert living == [known[0], known[1], known[3]]
            left = {node.name for node in await nodes.store.nodes()}
            assert {first.id, second.id, "in time"} <= left and "ghost" not in left

    asyncio.run(run())
