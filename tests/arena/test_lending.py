"""Tables that the node with the room lends to others are played there, and come home, without a client noticing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import websockets

from croupier.arena.nodes.lending import LOAN, Lending
from croupier.arena.nodes.node import Node
from croupier.arena.room.connection import RESTARTING
from croupier.arena.room.hosted import Hosted
from croupier.arena.room.room import Room
from croupier.arena.store import LeaseLost, Line
from croupier.cli.verbs.host import told_node
from croupier.kernel.errors import BadInput

from .cluster import Cluster, cluster
from .network import Client, client, holdem, http
from .test_nodes import _untimed

CODE = "KF7Q9C-secret"


def room_of(nodes: Cluster) -> Room:
    room = nodes.nodes[0].room
    assert room is not None
    return room


def lending_of(nodes: Cluster) -> Lending:
    lending = nodes.nodes[0].lending
    assert lending is not None
    return lending


def table_of(nodes: Cluster) -> Hosted:
    return room_of(nodes).tables["T-1"]


@asynccontextmanager
async def playing(
    number: int = 2, at: tuple[int, int] = (0, 1), **offer: Any
) -> AsyncIterator[tuple[Cluster, list[Client]]]:
    """Nodes, and two players at one table who have been dealt a hand."""
    async with cluster(number, holdem(**offer)) as nodes, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(client(nodes.nodes[node].url)) for node in at]
        for one, team in zip(clients, ("Alpha", "Beta"), strict=True):
            welcome = await one.hello(team, CODE)
            assert welcome["type"] == "welcome", welcome
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


def is_whole(one: Client) -> bool:
    """Whether a client has been sent every numbered frame once, in order."""
    numbers = [frame["n"] for frame in one.seen if "n" in frame]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_table_that_is_lent_is_played_at_the_other_node_and_comes_home() -> None:
    async def run() -> None:
        async with playing(3, (0, 2)) as (nodes, clients):
            room, host = room_of(nodes), nodes.nodes[1].host
            await lend(nodes, nodes.nodes[1])
            before = room.metrics.actions
            for _ in range(3):
                await one_hand(clients)
            assert host.actions > 0 and room.metrics.actions == before
            await table_of(nodes).here()
            assert host.tables == [] and not table_of(nodes).away
            await one_hand(clients)
            assert room.metrics.actions > before
            assert all(is_whole(one) for one in clients)
            assert all(lease.name == "room" for lease in await nodes.store.leases()), "the lease of the loan is closed"

    asyncio.run(run())


def test_it_may_be_played_at_the_node_of_its_clients_and_go_there_again_and_again() -> None:
    async def run() -> None:
        async with playing(2, (1, 1)) as (nodes, clients):
            hands = []
            for _ in range(3):
                await lend(nodes, nodes.nodes[1])
                hands.append(await one_hand(clients))
                await table_of(nodes).here()
                hands.append(await one_hand(clients))
            assert len(set(hands)) == 6 and all(is_whole(one) for one in clients)
            assert nodes.nodes[0].about().tables == 1 and nodes.nodes[1].about().tables == 0

    asyncio.run(run())


def test_the_last_move_of_a_match_is_kept_where_the_room_is_together_with_the_result() -> None:
    async def run() -> None:
        async with playing(2, (0, 1), matches=1, options={"stack": 200}) as (nodes, clients):
            await lend(nodes, nodes.nodes[1])
            await asyncio.gather(*(one.play(lambda frame: frame["type"] == "match_end", one.shove) for one in clients))
            await nodes.until(lambda: not table_of(nodes).away)
            kept = await nodes.store.values("result/T-1/")
            assert list(kept) == ["result/T-1/1"]
            assert nodes.nodes[1].host.tables == [] and room_of(nodes).metrics.matches == 1
            assert all(is_whole(one) for one in clients)

    asyncio.run(run())


def test_whoever_comes_goes_or_gives_an_order_finds_the_table_at_home() -> None:
    async def run() -> None:
        async with playing(2, (0, 1), seats=3) as (nodes, clients), client(nodes.nodes[1].url) as third:
            await room_of(nodes).set_host("host-token")
            bearer = {"Authorization": "Bearer host-token"}
            hosted, host = table_of(nodes), nodes.nodes[1].host
            await lend(nodes, nodes.nodes[1])
            welcome = await third.hello("Gamma", CODE)
            assert welcome["type"] == "welcome" and not hosted.away
            assert [chair.name for chair in hosted.table.chairs] == ["Alpha", "Beta", "Gamma"]
            await lend(nodes, nodes.nodes[1])
            order = {"order": "hold", "seat": 0, "why": "a test"}
            assert (await http(nodes.nodes[1].url, "/api/tables/T-1/orders", "POST", order, **bearer))[0] == 200
            assert host.tables == [] and hosted.table.chairs[0].held
            order = {"order": "release", "seat": 0, "why": "a test"}
            assert (await http(nodes.nodes[0].url, "/api/tables/T-1/orders", "POST", order, **bearer))[0] == 200
            await lend(nodes, nodes.nodes[1])
            await third.close()
            await nodes.until(lambda: len(hosted.session.connections) == 2)
            assert host.tables == []
            assert all(is_whole(one) for one in clients)

    asyncio.run(run())


async def comes_back(nodes: Cluster, clients: list[Client], tokens: list[str], url: str) -> None:
    """Clients whose connections are closed with the code of a restart play on in the same hand, and are sent again
    what they were sent."""
    for one in clients:
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await one.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTING
    hand = [frame for frame in clients[0].seen if frame["type"] == "start_hand"][-1]["hand_id"]
    async with client(url) as a, client(url) as b:
        for one, team, token in ((a, "Alpha", tokens[0]), (b, "Beta", tokens[1])):
            await nodes.until(lambda: nodes.nodes[0].room is not None or nodes.nodes[1].room is not None)
            welcome = await one.hello(team, CODE, token=token, resume=0, resume_table="T-1", resume_match="T-1-M1")
            assert welcome["type"] == "welcome", welcome
        assert await one_hand([a, b]) == hand
        for one, before in zip((a, b), clients, strict=True):
            told = {frame["n"]: frame for frame in before.seen if "n" in frame}
            again = {frame["n"]: frame for frame in one.seen if frame.get("n") in told}
            assert [_untimed(again[number]) for number in told] == [_untimed(frame) for frame in told.values()]


def test_a_table_whose_host_is_lost_goes_on_from_its_lines_in_the_same_hand() -> None:
    async def run() -> None:
        async with playing(3, (0, 2)) as (nodes, clients):
            tokens = [one.seen[0]["token"] for one in clients]
            host = nodes.nodes[1]
            await lend(nodes, host)
            nodes.hub.cut |= {f"node.{host.id}", f"node.{host.id}.tables"}
            for ends in list(lending_of(nodes)._links.values()):
                ends.link._break("The test ends it.")
            await comes_back(nodes, clients, tokens, nodes.nodes[2].url)
            assert lending_of(nodes).lost == 1
            [borrowed] = host.host.tables  # it knows nothing of that, and can keep nothing more
            kept = await nodes.store.read("T-1", 1)
            with pytest.raises(LeaseLost):
                await nodes.store.append(Line("T-1", kept[-1].number + 1, b"{}"), lease=borrowed.lease)

    asyncio.run(run())


def test_tables_that_are_lent_go_on_from_their_lines_when_the_room_moves() -> None:
    async def run() -> None:
        async with playing(3, (1, 2)) as (nodes, clients):
            tokens = [one.seen[0]["token"] for one in clients]
            first, second, third = nodes.nodes
            await lend(nodes, third)
            [borrowed] = third.host.tables
            assert first.lease is not None
            await nodes.store.give([first.lease], second.id)  # without a word to the first
            await nodes.until(lambda: second.room is not None)
            assert [one.name for one in await nodes.store.leases() if one.name.startswith(LOAN)] == []
            with pytest.raises(LeaseLost):
                await nodes.store.append(Line("T-1", 1_000_000, b"{}"), lease=borrowed.lease)
            await comes_back(nodes, clients, tokens, second.url)
            assert third.host.tables == []

    asyncio.run(run())


def test_a_drained_node_hands_its_tables_back() -> None:
    async def run() -> None:
        async with playing(2) as (nodes, clients):
            first, second = nodes.nodes
            await lend(nodes, second)
            await second.drain()
            assert second.host.tables == []
            await one_hand(clients)
            assert all(is_whole(one) for one in clients)
            second.serve()
            await lend(nodes, second)
            playing_on = [asyncio.create_task(one.play(lambda frame: False)) for one in clients]
            await first.drain()
            for ended in playing_on:
                with pytest.raises(websockets.ConnectionClosed):
                    await ended
            assert second.host.tables == []
            await nodes.until(lambda: second.room is not None)

    asyncio.run(run())


def test_the_busiest_tables_go_to_the_node_with_the_least_to_do() -> None:
    async def run() -> None:
        async with playing(3) as (nodes, _):
            room, lending, others = room_of(nodes), lending_of(nodes), [node.id for node in nodes.nodes[1:]]
            lent: list[tuple[str, str, int]] = []
            lending.why_not = lambda hosted: ""  # type: ignore[method-assign]
            lending.lend = lambda hosted, node, rate=0: lent.append((hosted.id, node, rate))  # type: ignore[method-assign]

            class Stub:
                loan, heard = None, 0

                def __init__(self, id: str) -> None:
                    self.id = id

            room.tables = {name: Stub(name) for name in "abcde"}  # type: ignore[misc, assignment]
            lending.place(others, 100)
            for name, rate in zip("abcde", (50, 40, 30, 20, 0), strict=True):
                room.tables[name].heard += rate
            lending.place(others, 200)
            assert lent == [], "as long as little is done, all tables stay"
            for name, rate in zip("abcde", (50, 40, 30, 20, 0), strict=True):
                room.tables[name].heard += rate
            lending.place(others, 100)
            assert lent == [("a", others[0], 50)], "what is left is less than the limit"
            lent.clear()
            for name, rate in zip("abcde", (50, 40, 30, 20, 0), strict=True):
                room.tables[name].heard += rate
            lending.place(others, 0)
            room.tables = {}
            assert sorted(name for name, _, _ in lent) == ["a", "b"] and len({node for _, node, _ in lent}) == 2

    asyncio.run(run())


def test_a_host_moves_a_table_and_sees_where_it_is_played() -> None:
    async def run() -> None:
        async with playing(2) as (nodes, _clients):
            await room_of(nodes).set_host("host-token")
            url, bearer = nodes.nodes[1].url, {"Authorization": "Bearer host-token"}

            async def move(to: str, table: str = "T-1") -> int:
                order = {"order": "take", "table": table}
                return (await http(url, f"/api/nodes/{to}", "POST", order, **bearer))[0]

            await nodes.until(lambda: len(nodes.nodes[0].known) == 2)
            assert await move("two") == 200
            await nodes.until(lambda: len(nodes.nodes[1].host.tables) == 1)
            _, told = await http(url, "/api/nodes", **bearer)
            assert {one["name"]: one["lent"] for one in told} == {"one": [], "two": ["T-1"]}
            assert sum(one["hands"] for one in told) >= 1 and all(one["load"] >= 0 for one in told)
            assert [told_node(one).endswith("plays T-1") for one in told if one["name"] == "two"] == [True]
            assert await move("one") == 200 and nodes.nodes[1].host.tables == []
            assert await move("three") == await move("two", "T-9") == 404
            table_of(nodes).session.god.watchers["x"] = None
            assert await move("two") == 400

    asyncio.run(run())


def test_a_table_with_a_god_view_is_lent_unless_somebody_has_it() -> None:
    async def run() -> None:
        async with playing(2, (0, 1), god_view=1) as (nodes, clients), client(nodes.nodes[1].url) as operator:
            await room_of(nodes).set_host("host-token")
            await lend(nodes, nodes.nodes[1])
            hand = await one_hand(clients)
            told = await operator.hello("x", "T-1", role="operator", token="host-token", god=True)
            assert told["type"] == "welcome" and not table_of(nodes).away
            with pytest.raises(BadInput, match="god view"):
                lending_of(nodes).lend(table_of(nodes), nodes.nodes[1].id)
            await one_hand(clients)
            assert (await operator.until("scene"))["hand_id"] == hand
            await operator.close()
            await nodes.until(lambda: not table_of(nodes).session.god.watchers)
            await lend(nodes, nodes.nodes[1])
            assert all(is_whole(one) for one in clients)

    asyncio.run(run())


def test_a_table_is_lent_whose_player_is_not_there_and_comes_home_when_it_comes_back() -> None:
    async def run() -> None:
        async with playing(2) as (nodes, clients), client(nodes.nodes[1].url) as again:
            token = clients[1].seen[0]["token"]
            await clients[1].close()
            await nodes.until(lambda: len(table_of(nodes).session.connections) == 1)
            await lend(nodes, nodes.nodes[1])
            welcome = await again.hello("Beta", CODE, token=token, resume=0, resume_table="T-1", resume_match="T-1-M1")
            assert welcome["type"] == "welcome" and not table_of(nodes).away
            await one_hand([clients[0], again])

    asyncio.run(run())


def test_a_table_where_tokens_are_at_stake_is_not_lent() -> None:
    async def run() -> None:
        async with playing(2) as (nodes, _):
            table_of(nodes).session.tokens = room_of(nodes).bank.balances
            with pytest.raises(BadInput, match="Tokens are at stake"):
                lending_of(nodes).lend(table_of(nodes), nodes.nodes[1].id)

    asyncio.run(run())
