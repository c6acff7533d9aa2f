"""A node without the room serves all that the arena has: what a client does there is as if it had come to the room."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx2
import pytest
import websockets
from mcp.client.streamable_http import streamable_http_client

from croupier.arena.nodes.node import Node
from croupier.arena.room.offers import Offer
from croupier.arena.server.settings import Limits

from .cluster import Cluster, cluster
from .loops import in_loop
from .mcp_clients import Agent
from .mcp_clients import Client as McpClient
from .network import Client, client, holdem, http

BEARER = {"Authorization": "Bearer host-token"}


async def hosted(nodes: Cluster) -> tuple[Node, Node]:
    """The node with the room, which has a host now, and another one."""
    first, second = nodes.nodes[:2]
    assert first.room is not None
    await first.room.set_host("host-token")
    return first, second


async def alike(nodes: Cluster, path: str, **headers: str) -> Any:
    """What every node answers to a request."""
    told = [await http(node.url, path, **headers) for node in nodes.nodes]
    assert all(one == told[0] for one in told) and told[0][0] == 200, told
    return told[0][1]


@in_loop
async def test_spectators_replays_records_and_standings_of_a_match() -> None:
    async with cluster(2, holdem(matches=1, options={"stack": 200})) as nodes, AsyncExitStack() as stack:
        first, second = await hosted(nodes)
        near, far = [await stack.enter_async_context(client(node.url)) for node in (first, second)]
        watching = [await stack.enter_async_context(client(node.url)) for node in (first, second)]
        for one, team in ((near, "Alpha"), (far, "Beta")):
            await one.hello(team)
        for one in watching:
            assert (await one.hello("x", "T-1", role="spectator", scenes=True, resume=0))["type"] == "welcome"
        await asyncio.gather(*(one.play(lambda frame: frame["type"] == "match_end", one.shove) for one in (near, far)))
        for one in watching:
            await one.until("match_end")
        scenes = [[frame["scene"] for frame in one.seen if frame["type"] == "scene"] for one in watching]
        assert scenes[0][-1] == scenes[1][-1]
        for path in ("matches", "matches/T-1-M1", "replays/T-1-M1", "replays/T-1-M1/1", "tables/T-1/standings"):
            await alike(nodes, f"/api/{path}")
        for path in ("host", "offers", "tables/T-1/ledger", "ledger", "nodes"):
            assert (await http(second.url, f"/api/{path}"))[0] == 401
        for path in ("offers", "tables/T-1/ledger", "ledger"):
            await alike(nodes, f"/api/{path}", **BEARER)


@in_loop
async def test_a_battle_between_clients_of_two_nodes_that_meet_in_the_queue() -> None:
    async with cluster(3, Offer(id="Q", game="battle", kind="queue", code="QUEUE")) as nodes, AsyncExitStack() as stack:
        _, second = await hosted(nodes)
        layouts = (["attack", "defense", None], ["heal", None, None])
        fighters = [await stack.enter_async_context(client(node.url)) for node in nodes.nodes[1:]]

        async def fights(one: Client, team: str, layout: list[Any]) -> Any:
            await one.hello(team, "QUEUE-secret")
            await one.say("queue_join")
            while (frame := await one.next())["type"] != "match_end":
                if frame["type"] in ("prep_start", "snapshot") and "roundIndex" in frame:
                    await one.say("layout_confirm", layout=layout, roundIndex=frame["roundIndex"])
            return frame

        await asyncio.gather(*(fights(*one) for one in zip(fighters, ("Ann", "Bob"), layouts, strict=True)))
        tokens = [(await alike(nodes, f"/api/accounts/{team}"))["tokens"] for team in ("Ann", "Bob")]
        granted = {"team": "Ann", "tokens": 7, "why": "a test"}
        assert (await http(second.url, "/api/accounts", "POST", granted, **BEARER))[1]["tokens"] == tokens[0] + 7


@in_loop
async def test_a_model_plays_over_mcp() -> None:
    async with cluster(2, holdem()) as nodes, client(nodes.nodes[0].url) as other:
        second = nodes.nodes[1]
        _, joined = await http(second.url, "/api/join", "POST", {"team": "Model", "code": "KF7Q9C"})
        proof = {"Authorization": f"Bearer {joined['token']}"}
        async with httpx2.AsyncClient(headers=proof, timeout=60) as asking:
            transport = streamable_http_client(f"{second.url}/mcp", http_client=asking)
            async with McpClient(transport) as speaking:
                agent = Agent(speaking)
                await other.hello("Beta")
                playing = asyncio.create_task(other.play(lambda frame: frame["type"] == "end_hand"))
                while not playing.done():
                    turn = await agent.call("wait_for_turn", hold_s=1)
                    if turn["status"] == "your_turn" and not playing.done():
                        await agent.passes(turn)
                assert (await playing)["type"] == "end_hand"


@in_loop
async def test_private_tables_names_that_are_kept_and_orders() -> None:
    async with cluster(2, holdem(matches=3)) as nodes, client(nodes.nodes[1].url) as one:
        _, second = await hosted(nodes)
        status, made = await http(second.url, "/api/private", "POST", {"game": "holdem", "seats": 2})
        assert status == 201, made
        assert (await one.hello("Mara", made["code"]))["type"] == "welcome"
        token = one.seen[0]["token"]
        status, kept = await http(second.url, "/api/players", "POST", {"name": "Mara", "tokens": [token]})
        assert status in (200, 201) and kept["secret"]
        await alike(nodes, "/api/players/Mara")
        assert (await http(second.url, "/api/tables/T-1/orders", "POST", {"order": "pause"}, **BEARER))[0] == 200
        assert (await alike(nodes, "/api/tables/T-1"))["held"]


@in_loop
async def test_each_node_limits_its_own_crowd() -> None:
    async with cluster(3, holdem()) as nodes, AsyncExitStack() as stack:
        for node in nodes.nodes:
            node.relay.crowd.limits = Limits(per_address=1)
        second, third = nodes.nodes[1:]
        assert (await (await stack.enter_async_context(client(second.url))).hello("Alpha"))["type"] == "welcome"
        with pytest.raises(websockets.InvalidStatus, match="429"):
            await stack.enter_async_context(client(second.url))
        assert (await (await stack.enter_async_context(client(third.url))).hello("Beta"))["type"] == "welcome"
