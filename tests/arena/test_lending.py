"""Tables that the node with the room lends to others are played there, and come home, without a client noticing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from croupier.arena.nodes.lending import Lending
from croupier.arena.nodes.node import Node
from croupier.arena.room.hosted import Hosted
from croupier.arena.room.offers import Offer

from .cluster import Cluster, cluster
from .network import Client, client, holdem

CODE = "KF7Q9C-secret"


def lending_of(nodes: Cluster) -> Lending:
    lending = nodes.nodes[0].lending
    assert lending is not None
    return lending


def table_of(nodes: Cluster) -> Hosted:
    room = nodes.nodes[0].room
    assert room is not None
    return room.tables["T-1"]


@asynccontextmanager
async def playing(number: int = 2, *at: int, offer: Offer | None = None) -> AsyncIterator[tuple[Cluster, list[Client]]]:
    """Nodes, and two players at one table who have been dealt a hand."""
    async with cluster(number, offer or holdem()) as nodes, AsyncExitStack() as stack:
        clients = []
        for team, node in zip(("Alpha", "Beta"), at or (0, 1), strict=True):
            one = await stack.enter_async_context(client(nodes.nodes[node].url))
            welcome = await one.hello(team, CODE)
            assert welcome["type"] == "welcome", welcome
            clients.append(one)
        for one in clients:
            await one.until("start_hand")
        yield nodes, clients


async def lend(nodes: Cluster, to: Node) -> None:
    """Lend the table, and wait until it is played there."""
    hosted, lending = table_of(nodes), lending_of(nodes)
    lending.lend(hosted, to.id)
    loan = hosted.loan
    await nodes.until(lambda: hosted.loan is not loan or len(to.host.tables) == 1)
    assert len(to.host.tables) == 1


async def one_hand(clients: list[Client]) -> str:
    ends = await asyncio.gather(*(one.play(lambda frame: frame["type"] == "end_hand") for one in clients))
    assert len({frame["hand_id"] for frame in ends}) == 1
    hand: str = ends[0]["hand_id"]
    return hand


def whole(one: Client) -> bool:
    """Whether a client has been sent every numbered frame once, in order."""
    numbers = [frame["n"] for frame in one.seen if "n" in frame]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_table_that_is_lent_is_played_at_the_other_node_and_comes_home() -> None:
    async def run() -> None:
        async with playing(3, 0, 2) as (nodes, clients):
            room, host = nodes.nodes[0].room, nodes.nodes[1].host
            assert room is not None
            await lend(nodes, nodes.nodes[1])
            before = room.metrics.actions, room.metrics.appends
            for _ in range(3):
                await one_hand(clients)
            assert host.actions > 0 and room.metrics.actions == before[0]
            await table_of(nodes).here()
            assert host.tables == [] and not table_of(nodes).away
            await one_hand(clients)
            assert room.metrics.actions > before[0]
            assert all(whole(one) for one in clients)

    asyncio.run(run())
