"""A database without its key: it shows no card that was not told to everybody, and an arena goes on with it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.house import House
from croupier.arena.room.offers import Offer
from croupier.arena.room.room import Room
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Answered, Seated
from croupier.games import load
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.turns import HOUSE

from .loops import in_loop
from .network import CODE, arena, client, holdem, http
from .test_queue import queue
from .test_reopening import play_into_the_third_hand

GAMES: dict[str, dict[str, Any]] = {
    "holdem": {"seats": 3, "least": 3, "god_view": 1},
    "battle": {"god_view": 1},
    "deal": {"god_view": 1},
    "five_card_draw": {"god_view": 1},
    "gin_rummy": {},
    "hearts": {},
}


async def played(folder: Path, game: str, moves: int) -> None:
    """An arena that is left in the middle of a match."""
    store = await SqliteStore.open(folder / "arena.db", HouseKey.load(folder / "arena.key"))
    room = await Room.open(store, bytes(32), House())
    room.offer(Offer(id="T-1", game=game, code=CODE, **GAMES[game]))
    table = room.tables["T-1"].table
    room.tables["T-1"].put(*(Seated(f"p{seat}", f"P{seat}") for seat in range(table.plan.seats)))
    choose = random_chooser(table.game, 4)
    for _ in range(moves):
        if table.state is None:
            break
        owed = [decision for decision in table.game.pending(table.state) if decision.seat < table.plan.seats]
        if owed:
            move = choose(table.state, owed[0])
            room.tables["T-1"].put(Answered(owed[0].seat, table.asked_before + owed[0].number, move))
    await room.close()


def open_lines(path: Path) -> list[lines.Lines]:
    """What a reader of the database sees without the key."""
    with sqlite3.connect(path) as file:
        rows = file.execute("SELECT body FROM lines WHERE sealed = '' AND name = 'T-1' ORDER BY number").fetchall()
        values = dict(file.execute("SELECT key, body FROM vals WHERE sealed = ''"))
    file.close()
    assert not any(CODE.encode() in body for body in values.values())
    return [lines.decode(body) for (body,) in rows]


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_without_the_key_shows_no_card(game: str, tmp_path: Path) -> None:
    asyncio.run(played(tmp_path, game, 60))
    shutil.copy(tmp_path / "arena.db", tmp_path / "copy.db")
    legs = load(game).legs
    kinds = set()
    for line in open_lines(tmp_path / "copy.db"):
        kinds.add(type(line))
        match line:
            case lines.Made(cards=cards):
                assert not cards
            case lines.Boundary(table, config):
                assert not (table.state or table.secret or table.hindsight or table.shown)
                assert not (config and legs and legs.secrets_last)
            case lines.Began():
                assert legs and not legs.secrets_last
            case _:
                assert isinstance(line, lines.Sat | lines.Begun)
    assert lines.Sat in kinds


@pytest.mark.parametrize("game", ["holdem", "leduc", "five_card_draw", "hearts"])
def test_openly_carried_state_depends_on_no_hidden_card(game: str) -> None:
    """Everybody folds or plays alike: with other cards, the config of the next leg is the same."""
    of, carried = load(game), []
    for key in (1, 2):
        state, dealer = of.start(of.configure(hands=6)).state, RandomDealer(key)
        folds = "FOLD" in of.own_kinds.values()
        while not of.between_hands(state):
            decision = of.pending(state)[0]
            if decision.seat == HOUSE:
                move = dealer.deal(state, decision)
            else:
                option = decision.named("FOLD") if folds else None
                move = decision.move("FOLD") if option else random_chooser(of, 1)(state, decision)
            of.advance(state, decision.seat, move)
        config = of.carry_over(state)
        if hasattr(config.carried, "points"):
            config.carried.points[:] = [0] * len(config.carried.points)  # told to everybody with the hand's end
        carried.append(config.flat())
    assert carried[0] == carried[1]


@in_loop
async def test_without_its_key_a_table_goes_on_from_its_last_boundary_with_new_shuffles(tmp_path: Path) -> None:
    tokens, started, stacks = await play_into_the_third_hand(tmp_path)
    host = (tmp_path / "arena.host").read_text()
    (tmp_path / "arena.key").unlink()
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        notes = (await http(room, "/api/lobby"))[1]["notes"]
        assert "is lost" in notes[0] and "from its last boundary" in notes[1]
        assert room.host_token and room.host_token != host.strip()
        assert room.room.is_host(room.host_token) and not room.room.is_host(host.strip())
        welcome = await one.hello("Alpha", token=tokens[0])
        assert welcome["token"] not in ("", tokens[0])
        snapshot = await one.until("snapshot")
        assert snapshot["at_hand_id"] == "T-1-M1-H4" != started["hand_id"]
        held = {player["seat"]: player["stack"] + player["committed"] for player in snapshot["players"]}
        assert held == {entry["seat"]: entry["stack"] for entry in stacks}
        assert snapshot["you"]["hole"] != started["hole"]
    assert list(tmp_path.glob("arena.db.key-*")), "a copy is kept, in case the key is found"
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        assert room.room.notes == []
        await one.hello("Alpha", token=welcome["token"])
        again = await one.until("snapshot")
        assert (again["at_hand_id"], again["you"]["hole"]) == (snapshot["at_hand_id"], snapshot["you"]["hole"])


@in_loop
async def test_questions_go_on_counting_without_the_key(tmp_path: Path) -> None:
    await play_into_the_third_hand(tmp_path)
    asked = 0
    async with arena(tmp_path, holdem()) as room:
        table = room.room.tables["T-1"].table
        asked = table.asked_before + max(table.state.questions) if table.state else 0
    (tmp_path / "arena.key").unlink()
    async with arena(tmp_path, holdem()) as room:
        table = room.room.tables["T-1"].table
        assert table.asked_before > asked - 4 and table.state is not None
        assert max(table.state.questions) <= 1


@in_loop
async def test_a_first_hand_that_is_cut_off_without_the_key_begins_anew(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha")
        await two.hello("Beta")
        await one.until("start_hand")
    (tmp_path / "arena.key").unlink()
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        assert "begins another" in room.room.notes[1]
        await one.hello("Alpha")
        assert (await one.until("snapshot"))["at_hand_id"] == "T-1-M2-H1"


@in_loop
async def test_a_record_that_the_key_was_for_says_so(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha")
        await two.hello("Beta")
        over = [
            one.play(lambda frame: frame["type"] == "match_end"),
            two.play(lambda frame: frame["type"] == "match_end"),
        ]
        await asyncio.gather(*over)
        assert (await http(room, "/api/matches/T-1-M1"))[0] == 200
    (tmp_path / "arena.key").unlink()
    async with arena(tmp_path, holdem(options={"hands": 1})) as room:
        status, problem = await http(room, "/api/matches/T-1-M1")
        assert status == 400 and "key that is lost" in problem["msg"]
        assert (await http(room, "/api/tables/T-1/standings"))[1]["matches"]


@in_loop
async def test_codes_that_the_config_does_not_name_are_new(tmp_path: Path) -> None:
    offers = holdem(code=""), holdem(id="T-2", code="PUBLIC", public=True)
    async with arena(tmp_path, *offers) as room:
        before = {id: desk.offer.code for id, desk in room.room.desks.items()}
    async with arena(tmp_path, *offers) as room:
        assert {id: desk.offer.code for id, desk in room.room.desks.items()} == before
    (tmp_path / "arena.key").unlink()
    async with arena(tmp_path, *offers) as room:
        after = {id: desk.offer.code for id, desk in room.room.desks.items()}
        assert after["T-2"] == "PUBLIC" and after["T-1"] not in ("", before["T-1"])


@in_loop
async def test_a_battle_whose_hands_are_lost_is_void_and_stakes_return(tmp_path: Path) -> None:
    async with AsyncExitStack() as connected, arena(tmp_path, queue()) as room:
        for team in ("Alpha", "Beta"):
            one = await connected.enter_async_context(client(room))
            await one.hello(team, "QUEUE")
            await one.say("queue_join")
        await one.until("prep_start")
        assert room.room.bank.accounts.balance("alpha") == 9
    (tmp_path / "arena.key").unlink()
    async with arena(tmp_path, queue()) as room:
        assert "its match cannot go on" in room.room.notes[1]
        assert room.room.bank.accounts.balance("alpha") == room.room.bank.accounts.balance("beta") == 10
        assert not room.room.tables, "who wants to play queues again"
