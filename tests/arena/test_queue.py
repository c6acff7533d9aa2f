"""The Battle's queue: first come, first served; a stake that is charged to both or none, and settled once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.room.offers import checked
from croupier.arena.tables.plan import Level
from croupier.games import load
from croupier.kernel.errors import BadInput

from .loops import in_loop
from .network import Client, Offer, arena, client, http

CODE = "QUEUE"
LAYOUT = {"attacks": ["attack", "defense", None], "heals": ["heal", None, None]}


def queue(**more: Any) -> Offer:
    return Offer(id="Q", game="battle", kind="queue", code=CODE, **more)


async def fight(one: Client, how: str) -> dict[str, Any]:
    """Play a match to its end."""
    while (frame := await one.until("prep_start", "match_end"))["type"] != "match_end":
        await one.say("layout_confirm", layout=LAYOUT[how], roundIndex=frame["roundIndex"])
    return frame


@in_loop
async def test_two_waiting_clients_are_matched_and_the_winner_gets_the_pot(tmp_path: Path) -> None:
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha", CODE)
        await two.hello("Beta", CODE)
        await one.say("queue_join")
        await two.say("queue_join")
        found = await asyncio.gather(one.until("match_found"), two.until("match_found"))
        assert found[0]["matchId"] == found[1]["matchId"] and found[0]["pot"] == 2
        assert [frame["oppNickname"] for frame in found] == ["Beta", "Alpha"]
        assert (await http(room, "/api/accounts/Alpha"))[1]["tokens"] == 9
        ends = await asyncio.gather(fight(one, "attacks"), fight(two, "heals"))
        won = [frame["tokensDelta"] for frame in ends]
        assert sorted(won) == [-1, 1] and [frame["tokens"] for frame in ends] == [10 + delta for delta in won]
        for team, delta in zip(("Alpha", "Beta"), won, strict=True):
            assert (await http(room, f"/api/accounts/{team}"))[1]["tokens"] == 10 + delta
        await one.say("queue_join")
        await two.say("queue_join")
        again = await one.until("match_found")
        assert again["matchId"] != found[0]["matchId"]


@in_loop
async def test_nobody_plays_against_oneself_and_a_client_that_leaves_is_not_matched(tmp_path: Path) -> None:
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two, client(room) as three:
        for each, team in ((one, "Alpha"), (two, "Beta"), (three, "Gamma")):
            await each.hello(team, CODE)
        await one.say("queue_join")
        await one.say("queue_join")
        await one.say("queue_leave")
        await one.say("aside", action="nothing")
        await one.until("error_msg")
        await two.say("queue_join")
        await two.say("aside", action="nothing")
        await two.until("error_msg")
        await three.say("queue_join")
        assert (await two.until("match_found"))["oppNickname"] == "Gamma"


@in_loop
async def test_a_client_that_disconnects_loses_at_once(tmp_path: Path) -> None:
    async with arena(tmp_path, queue()) as room, client(room) as one:
        async with client(room) as two:
            await one.hello("Alpha", CODE)
            await two.hello("Beta", CODE)
            await one.say("queue_join")
            await two.say("queue_join")
            await two.until("prep_start")
        end = await one.until("match_end")
        assert (end["winner"], end["reason"], end["tokens"], end["tokensDelta"]) == ("YOU", "disconnect", 11, 1)


@in_loop
async def test_with_too_few_tokens_nobody_is_charged(tmp_path: Path) -> None:
    async with arena(tmp_path, queue(stake=11)) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha", CODE)
        await two.hello("Beta", CODE)
        host = {"Authorization": f"Bearer {room.host_token}"}
        grant = {"team": "Alpha", "tokens": 5, "why": "a lost bot"}
        assert (await http(room, "/api/accounts", "POST", grant, **host))[1]["tokens"] == 15
        await one.say("queue_join")
        await two.say("queue_join")
        refused = await two.until("error_msg")
        assert refused["code"] == "TOO_FEW_TOKENS" and refused["tokens"] == 10
        assert (await http(room, "/api/accounts/Alpha"))[1]["tokens"] == 15


@in_loop
async def test_a_restart_is_no_disconnect_and_settles_once(tmp_path: Path) -> None:
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two:
        tokens = [(await one.hello("Alpha", CODE))["token"], (await two.hello("Beta", CODE))["token"]]
        await one.say("queue_join")
        await two.say("queue_join")
        match = (await one.until("prep_start"))["matchId"]
        room.stop()
        await asyncio.gather(one.socket.wait_closed(), two.socket.wait_closed())
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two:
        assert (await http(room, "/api/accounts/Alpha"))[1]["tokens"] == 9
        await one.hello("Alpha", CODE, token=tokens[0])
        await two.hello("Beta", CODE, token=tokens[1])
        snapshots = await asyncio.gather(one.until("snapshot"), two.until("snapshot"))
        assert {frame["matchId"] for frame in snapshots} == {match}
        for each, how, frame in zip((one, two), ("attacks", "heals"), snapshots, strict=True):
            await each.say("layout_confirm", layout=LAYOUT[how], roundIndex=frame["roundIndex"])
        ends = await asyncio.gather(fight(one, "attacks"), fight(two, "heals"))
        assert sum(frame["tokens"] for frame in ends) == 20
        assert room.room.bank.accounts.pot(match) == 0
    async with arena(tmp_path, queue()) as room:
        balances = [(await http(room, f"/api/accounts/{team}"))[1]["tokens"] for team in ("Alpha", "Beta")]
        assert sorted(balances) == [9, 11] and room.room.tables == {}


@in_loop
async def test_an_account_may_have_a_hand_of_its_own_which_only_it_can_read(tmp_path: Path) -> None:
    hand = ["attack", "attack", "heal", "counter"]
    async with arena(tmp_path, queue()) as room, client(room) as one, client(room) as two:
        tokens = [(await each.hello(team, CODE))["token"] for each, team in ((one, "Alpha"), (two, "Beta"))]
        host = {"Authorization": f"Bearer {room.host_token}"}
        own = {"Authorization": f"Bearer {tokens[0]}"}
        other = {"Authorization": f"Bearer {tokens[1]}"}
        path = "/api/accounts/Alpha/hand"
        usual = ["attack", "defense", "heal", "counter"]
        assert (await http(room, path, **own))[1] == {"team": "Alpha", "hand": usual}
        assert (await http(room, path, "POST", {"hand": hand}, **own))[1]["code"] == "NOT_THE_HOST"
        assert (await http(room, path, "POST", {"hand": ["attack"]}, **host))[1]["code"] == "BAD_INPUT"
        assert (await http(room, path, "POST", {"hand": hand}, **host))[0] == 200
        assert (await http(room, path, **own))[1]["hand"] == hand
        for thief in (other, host, {}):
            assert (await http(room, path, **thief))[1]["code"] == "NOT_YOURS"
        await one.say("queue_join")
        await two.say("queue_join")
        found = await asyncio.gather(one.until("match_found"), two.until("match_found"))
        assert [frame["yourHand"] for frame in found] == [hand, usual]
    async with arena(tmp_path, queue()) as room:
        assert (await http(room, path, **own))[1]["hand"] == hand
        assert b"attack" not in b"".join((tmp_path / name).read_bytes() for name in ("arena.db", "arena.db-wal"))


@pytest.mark.parametrize("more", [{"options": {"stake": 2}}, {"levels": [Level(changes={"stake": 2})]}])
def test_a_match_costs_what_its_queue_says_and_nothing_else(more: dict[str, Any]) -> None:
    battle = load("battle")
    with pytest.raises(BadInput, match="own stake, 1"):
        checked(queue(**more), battle)
    assert checked(queue(stake=2, **more), battle).stake == 2


def test_a_table_of_a_queue_has_one_match() -> None:
    with pytest.raises(BadInput, match="one match"):
        checked(queue(again=True), load("battle"))
