"""Whole matches of agents that speak MCP: the same as over a WebSocket, over real HTTP, over the bridge, and through a
`kill -9`."""

from __future__ import annotations

import asyncio
import io
import itertools
import os
import random
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from croupier.arena.client import mcp_bridge
from croupier.arena.room.offers import Offer
from croupier.arena.room.room import Room
from croupier.arena.tables import lines
from croupier.cli.main import main
from croupier.games.genome import to_json
from croupier.games.genome.game import find
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import GENERIC

from . import virtual
from .loops import in_loop, with_stopped_clock
from .mcp_clients import Agent, Json, connected, opened
from .network import PATIENCE_MS, arena, http
from .process import serve

CHAMPION = Path(__file__).parents[2] / "docs" / "champions" / "frost_arcade.json"
GAMES: dict[str, dict[str, Any]] = {
    "holdem": {"game": "holdem", "seats": 3, "options": {"hands": 4, "stacks": [600, 600, 600]}},
    "gin_rummy": {"game": "genome", "genome": to_json(find("gin_rummy")), "options": {"hands": 1}},
    "deal": {"game": "deal", "seats": 3},
    "champion": {"game": "genome", "genome": to_json(find(CHAMPION)), "options": {"hands": 2}},
}


def offer(name: str) -> Offer:
    return Offer(id="T", code="CODE", move_time_ms=PATIENCE_MS, **GAMES[name])


def choose(options: Sequence[Json], rng: random.Random) -> Json:
    """An option by chance, with an amount or cards by chance."""
    option = rng.choice(options)
    answer: Json = {"action": option["action"]}
    if "step" in option:
        low = option["low"]
        answer["amount"] = low + rng.randint(0, min(5, (option["high"] - low) // option["step"])) * option["step"]
    if "most" in option:
        answer["cards"] = rng.sample(option["cards"], rng.randint(option.get("fewest", 0), option["most"]))
    return answer


async def moves(room: Room) -> list[tuple[int, int, int, tuple[int, ...], str]]:
    """The moves of the table."""
    kept = [lines.decode(line.body) for line in await room.store.read("T", 1)]
    return [(one.actor, one.kind, one.amount, one.cards, one.how) for one in kept if isinstance(one, lines.Made)]


def secrets() -> Any:
    numbers = itertools.count(1)
    return lambda: next(numbers).to_bytes(32)


async def plays(agent: Agent, rng: random.Random) -> None:
    turn = await agent.call("look")
    while turn["status"] != "match_over":
        if turn["status"] == "your_turn":
            turn = await agent.call("act", act_id=turn["act_id"], **choose(turn["options"], rng))
        else:
            turn = await agent.call("wait_for_turn")


@pytest.mark.parametrize("name", GAMES)
def test_a_match_over_mcp_is_move_by_move_the_one_over_a_websocket(name: str) -> None:
    @with_stopped_clock
    async def both() -> None:
        played = list[Any]()
        async with opened(offer(name), secrets=secrets()) as door:
            seats = door.room.tables["T"].table.plan.seats
            minds = [await door.join(f"p{seat}") for seat in range(seats)]

            async def agent_plays(seat: int) -> None:
                async with door.agent(minds[seat]) as agent:
                    await plays(agent, random.Random(seat))

            await asyncio.gather(*map(agent_plays, range(seats)))
            played.append(await moves(door.room))
        async with opened(offer(name), secrets=secrets()) as door:
            hall: Any = SimpleNamespace(room=door.room, loop=asyncio.get_running_loop(), connections=0)
            clients = []
            for seat in range(seats):
                rng = random.Random(seat)
                style = lambda act, rng=rng: choose(act["options"], rng)  # noqa: E731
                clients.append(virtual.Client(hall, f"p{seat}", "CODE", style).connect(dialect=GENERIC))
            while not all(client.of("match_end") for client in clients):
                await asyncio.sleep(1)
            played.append(await moves(door.room))
        assert played[0] == played[1] and len(played[0]) > 5

    both()


HOUSE = Offer(id="H", game="holdem", kind="house", code="HOUSE", seats=2, policy="station", move_time_ms=PATIENCE_MS)


@in_loop
async def test_agents_play_over_real_http_and_over_the_bridge(tmp_path: Path) -> None:
    async with arena(tmp_path, HOUSE) as room:
        _, joined = await http(room, "/api/join", "POST", {"team": "Alpha", "code": "HOUSE"})
        async with connected(room.url, joined["token"]) as agent:
            turn = await agent.call("look")
            for _ in range(6):
                turn = await agent.passes(turn)
            assert turn["status"] == "your_turn" and turn["seat"] == 0
        token = tmp_path / "beta.token"
        async with bridge(room.url, token, "--team", "Beta", "--code", "HOUSE-secret") as agent:
            assert {tool.name for tool in (await agent.client.list_tools()).tools} >= {"look", "act", "wait_for_turn"}
            turn = await agent.call("look")
            for _ in range(6):
                turn = await agent.passes(turn)
            assert turn["status"] == "your_turn"
            assert await agent.refused("act", act_id=turn["act_id"], action="Fold later") == "INVALID_ACTION"
            assert "wait_for_turn" in (await agent.client.get_prompt("play")).model_dump_json()
            rules = await agent.client.read_resource("croupier://rules/holdem")
            assert rules.contents[0].text.startswith("# Hold'em")  # type: ignore[union-attr]
        assert token.stat().st_mode & 0o777 == 0o600
        assert room.room.tables["H-2"].table.chairs[0].name == "Beta"


@asynccontextmanager
async def bridge(url: str, token: Path, *more: str) -> AsyncIterator[Agent]:
    """An agent whose program starts `croupier mcp`."""
    words = ["-m", "croupier", "mcp", url, "--token-file", str(token), *more]
    async with Client(StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))) as client:
        yield Agent(client)


TABLE = """
open = false
[[tables]]
id = "T"
game = "holdem"
code = "CODE"
seats = 2
move_time_ms = 600000
"""


@in_loop
async def test_a_wait_over_the_bridge_goes_on_after_a_kill(tmp_path: Path) -> None:
    (tmp_path / "arena.toml").write_text(TABLE)
    server, url = await serve(tmp_path)
    port = int(url.rstrip("/").rpartition(":")[2])
    tokens = [(await http(url, "/api/join", "POST", {"team": team, "code": "CODE"}))[1]["token"] for team in "AB"]
    first, second = tokens if await owes(url, tokens[0]) else reversed(tokens)
    (tmp_path / "token").write_text(second)
    async with bridge(url, tmp_path / "token") as agent:
        assert (await agent.call("look"))["status"] == "waiting"
        waits = {asyncio.create_task(agent.call("wait_for_turn", hold_s=50)) for _ in range(2)}
        done, (wait,) = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        assert [one.result()["status"] for one in done] == ["superseded"], "so the other one is waiting in the arena"
        os.kill(server.pid, signal.SIGKILL)
        await server.wait()
        server, url = await serve(tmp_path, port)
        bearer = {"Authorization": f"Bearer {first}"}
        question = (await http(url, "/api/wait?hold_s=0", **bearer))[1]
        answer = {"act_id": question["act_id"], "action": "CALL"}
        assert (await http(url, "/api/act", "POST", answer, **bearer))[0] == 200
        turn = await wait
        assert turn["status"] == "your_turn" and "calls" in turn["since"]
    server.kill()
    await server.wait()


async def owes(url: str, token: str) -> bool:
    """Whether the bearer of a token owes a decision."""
    return (await http(url, "/api/wait?hold_s=0", Authorization=f"Bearer {token}"))[1]["type"] == "act"


def test_a_bridge_takes_no_seat_whose_token_it_cannot_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_bridge, "join", lambda *_: pytest.fail("a seat was taken"))
    asked = ["mcp", "http://x", "--team", "Alpha", "--code", "C", "--token-file", str(tmp_path / "away" / "alpha")]
    assert main(asked) == 2


@pytest.mark.parametrize("status", [200, 502])
def test_an_address_without_an_arena_is_told_as_such(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: Any, **__: Any) -> Any:
        page = io.BytesIO(b"<html>a proxy</html>")
        if status == 200:
            return page
        raise urllib.error.HTTPError("http://x", status, "", Message(), page)

    monkeypatch.setattr(urllib.request, "urlopen", answer)
    with pytest.raises(BadInput, match="not as an arena does"):
        mcp_bridge.join("http://x", "Alpha", "C")
