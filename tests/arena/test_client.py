"""The client: any bot of a local match at any table, over a line that breaks."""

from __future__ import annotations

import asyncio
import json
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.bot import Bot
from croupier.agents.loading import load_bot
from croupier.agents.terms import Terms
from croupier.arena.client import Client, Refused, SeatLost, Tally, Unreachable, address
from croupier.arena.client.session import without_secrets
from croupier.arena.drill import BadLine, Faults
from croupier.arena.room.offers import Offer
from croupier.arena.server.serving import Arena
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.errors import BadInput

from .loops import in_loop
from .network import CODE, arena, client, holdem

GAMES = [
    holdem(options={"hands": 5}),
    holdem(game="battle", seats=None),
    holdem(game="deal", seats=None),
    holdem(game="five_card_draw", seats=None, options={"hands": 2}),
    holdem(game="crazy_eights", seats=None, options={"hands": 1}),
]


def at_once(failed: int) -> float:
    return 0.0


def clients(room: Arena, folder: Path, count: int, **more: Any) -> list[Client]:
    more = {"code": CODE, "pause": at_once, **more}
    return [Client(room.url, f"Team {number}", tokens=folder, **more) for number in range(count)]


def of_the_house(game: Game, limit_ms: int) -> Bot:
    return load_bot(game, f"house:{next(iter(game.house_bots.policies))}", Terms(limit_ms))


async def played(seated: list[Client], bot: Any = of_the_house) -> list[Tally]:
    return await asyncio.gather(*(one.play(bot) for one in seated))


class Caller(Bot):
    """Checks and calls, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.threads: set[int] = set()

    def act(self, view: Any, decision: Decision) -> str:
        self.threads.add(threading.get_ident())
        self.told.append("act")
        return "CHECK" if "CHECK" in decision.legal else "CALL"

    def hand_started(self, view: Any) -> None:
        self.told.append("hand_started")

    def saw(self, fact: Any) -> None:
        self.told.append(type(fact).__name__)

    def hand_over(self, view: Any, score: int) -> None:
        self.told.append(f"hand_over {score}")


def facts_of(bot: Caller) -> list[str]:
    """The facts that everybody is told."""
    return [told for told in bot.told if told[0].isupper() and told != "HoleDealt"]


def is_part_of(some: list[str], all_of_them: list[str]) -> bool:
    """Whether these are among those, in the same order: who is away from one hand to the next has missed some."""
    others = iter(all_of_them)
    return all(one in others for one in some)


@pytest.mark.parametrize("offer", GAMES, ids=lambda offer: offer.game)
def test_a_bot_of_local_matches_plays_any_game_unchanged(offer: Offer, tmp_path: Path) -> None:
    @in_loop
    async def match() -> None:
        async with arena(tmp_path, offer) as room:
            seats = room.room.tables["T-1"].table.plan.seats
            tallies = await played(clients(room, tmp_path, seats))
        for number, tally in enumerate(tallies):
            assert not tally.refused and not tally.misplays and tally.thinking
            (end,) = tally.results
            assert tally.score == end["scores"][number]["score"]
        assert len({tally.hands for tally in tallies}) == 1

    match()


@in_loop
async def test_a_bot_is_told_what_it_is_told_in_a_local_match(tmp_path: Path) -> None:
    bots = [Caller(), Caller()]
    async with arena(tmp_path, holdem(options={"hands": 2})) as room:
        seated = clients(room, tmp_path, 2)
        tallies = await asyncio.gather(*(one.play(bot) for one, bot in zip(seated, bots, strict=True)))
    for bot, tally in zip(bots, tallies, strict=True):
        assert [told for told in bot.told if told.startswith("hand_")][0::2] == ["hand_started"] * 2
        assert bot.told[-1] == f"hand_over {tally.score}"
        assert {"HoleDealt", "BlindPosted", "FlopDealt", "PotAwarded", "act"} <= set(bot.told)
        assert [player.name for player in bot.players] == ["Team 0", "Team 1"]
        assert threading.get_ident() not in bot.threads


@in_loop
async def test_a_bot_that_blocks_still_answers_pings(tmp_path: Path) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    class Slow(Caller):
        def act(self, view: Any, decision: Decision) -> str:
            thinking.set()
            assert go_on.wait(30)
            return super().act(view, decision)

    async with arena(tmp_path, holdem(options={"hands": 1})) as room:
        slow, quick = clients(room, tmp_path, 2)
        playing = asyncio.gather(slow.play(Slow()), quick.play(of_the_house))
        await asyncio.to_thread(thinking.wait)
        sockets = [guest.connection for guest in room.room.guests.values()]
        assert len(sockets) == 2 and slow.session is not None
        assert (await slow.session.ask("/healthz"))[0] == 200
        go_on.set()
        tallies = await playing
        assert all(len(tally.results) == 1 for tally in tallies)


@in_loop
async def test_the_queue_pairs_bots_and_again_if_they_like(tmp_path: Path) -> None:
    queue = Offer(id="Q", game="battle", kind="queue", code=CODE)
    async with arena(tmp_path, queue) as room:
        tallies = await played(clients(room, tmp_path, 2, matches=2))
        assert [len(tally.results) for tally in tallies] == [2, 2]
        once = await played(clients(room, tmp_path, 2))
        assert [len(tally.results) for tally in once] == [1, 1]


@in_loop
async def test_a_line_that_breaks_costs_nothing(tmp_path: Path) -> None:
    """Every break is mended by the number of the last frame: nothing is told twice, or missed within a hand."""
    bots = [Caller(), Caller()]
    async with arena(tmp_path, holdem(options={"hands": 6})) as room:
        seated = clients(room, tmp_path, 2)

        def trouble(frame: Any, tally: Tally) -> None:
            if frame["type"] == "act" and frame["act_id"] % 2 and seated[0].session is not None:
                seated[0].session.drop()

        seated[0]._told = trouble
        tallies = await asyncio.gather(*(one.play(bot) for one, bot in zip(seated, bots, strict=True)))
    assert tallies[0].reconnects > 2
    assert not tallies[0].refused and not tallies[0].gaps
    assert is_part_of(facts_of(bots[0]), facts_of(bots[1]))


@in_loop
async def test_over_a_line_that_doubles_frames_and_breaks_it_hears_none_twice(tmp_path: Path) -> None:
    faults = Faults(lag_ms=0, lose=0.0, double=0.2, garbage=0.1, cut=0.2)
    bots = [Caller(), Caller()]
    async with (
        arena(tmp_path, holdem(options={"hands": 6})) as room,
        BadLine(address(room.url), faults, seed=4) as line,
    ):
        bad = Client(line.url, "Team 0", CODE, tokens=tmp_path, pause=at_once)
        good = clients(room, tmp_path, 2)[1]
        tallies = await asyncio.gather(bad.play(bots[0]), good.play(bots[1]))
    assert line.happened["double"] and line.happened["cut"] and tallies[0].reconnects and tallies[0].doubled
    assert is_part_of(facts_of(bots[0]), facts_of(bots[1]))


@in_loop
async def test_a_frame_that_is_missing_is_come_back_for(tmp_path: Path) -> None:
    from croupier.arena.client.session import ClientSession
    from croupier.arena.client.tokens import SeatToken

    async with arena(tmp_path, holdem()) as room, client(room) as other:
        tally, token = Tally(), SeatToken(None, room.url, "Alpha", CODE)
        session = ClientSession(room.url, "Alpha", CODE, token, tally, pause=at_once)
        assert (await session.next())["type"] == "welcome"
        await other.hello("Beta")
        while (frame := await session.next()).get("n") != 2:
            pass
        session._number = 0  # as if frame 1 had never come
        numbers = []
        while len(numbers) < 3:
            frame = await session.next()
            if "n" in frame:
                numbers.append(frame["n"])
        assert numbers == [1, 2, 3] and tally.gaps == 1 and tally.reconnects == 1
        await session.close()


@in_loop
async def test_a_restart_is_no_end_and_the_match_goes_on(tmp_path: Path) -> None:
    offer, reached, go_on = holdem(options={"hands": 4}), threading.Event(), threading.Event()

    class Waiting(Caller):
        def act(self, view: Any, decision: Decision) -> str:
            if view.hands:
                reached.set()
                assert go_on.wait(30)
            return super().act(view, decision)

    async with arena(tmp_path, offer) as room:
        port = room.address[1]
        seated = clients(room, tmp_path, 2, pause=lambda failed: 0.02)
        playing = asyncio.gather(*(one.play(Waiting()) for one in seated))
        await asyncio.to_thread(reached.wait)
    async with arena(tmp_path, offer, port=port):
        go_on.set()
        tallies = await playing
    for tally in tallies:
        assert len(tally.results) == 1 and tally.reconnects and not tally.refused


@in_loop
async def test_an_ended_stream_is_not_believed(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        (one,) = clients(room, tmp_path, 1, patience=0.05)
        waiting = asyncio.create_task(one.play(of_the_house))
        while not one.tally.table:
            await asyncio.sleep(0)
    with pytest.raises(Unreachable, match="stays away"):
        await waiting
    assert one.tally.results == []


@in_loop
async def test_a_seat_that_another_took_is_left_to_it(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        old, new = clients(room, tmp_path, 1)[0], clients(room, tmp_path, 1)[0]
        there = asyncio.create_task(old.play(of_the_house))
        while not old.tally.table:
            await asyncio.sleep(0)
        new = clients(room, tmp_path, 1)[0]
        here = asyncio.create_task(new.play(of_the_house))
        with pytest.raises(SeatLost, match="Another connection"):
            await there
        new.leave()
        assert (await here).results == []


@in_loop
async def test_a_client_that_may_not_come_in_is_told_why(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        with pytest.raises(Refused, match="TEAM_UNKNOWN"):
            await clients(room, tmp_path, 1, code="WRONG_CODE")[0].play(of_the_house)
        with pytest.raises(BadInput, match="no house bot"):
            await clients(room, tmp_path, 1)[0].play(lambda game, ms: load_bot(game, "house:nobody", Terms(ms)))
        with pytest.raises(BadInput, match="needs a state"):
            await clients(room, tmp_path, 1)[0].play(lambda game, ms: load_bot(game, "house:search", Terms(ms)))
    with pytest.raises(Unreachable, match="is it open"):
        await clients(room, tmp_path, 1)[0].play(of_the_house)


@in_loop
async def test_a_client_that_calls_the_arena_by_a_wrong_name_is_told_the_setting(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        wrong = Client(room.url.replace("127.0.0.1", "0.0.0.0"), "Alpha", CODE, tokens=tmp_path)
        with pytest.raises(Refused, match=r"not known as '0\.0\.0\.0'.*CROUPIER_LIMITS_HOSTS=0\.0\.0\.0.*WRONG_HOST"):
            await wrong.play(of_the_house)


@pytest.mark.parametrize(
    ("frame", "written"),
    [
        ('{"type": "welcome", "token": "x", "n": 1}', {"type": "welcome", "token": "(left out)", "n": 1}),
        ('{"type": "hello", "token": "", "join_code": "C"}', {"type": "hello", "token": "", "join_code": "(left out)"}),
        ('{"type": "x", "deep": [{"token": "x"}]}', {"type": "x", "deep": [{"token": "(left out)"}]}),
        ("no\nJSON", "no\nJSON"),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_a_frame_is_written_down_as_json_without_secrets(frame: str, written: Any) -> None:
    assert json.loads(without_secrets(frame)) == written


@in_loop
async def test_a_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    async with arena(tmp_path, holdem()) as room:
        one = Client(room.url, "Alpha", CODE + "-secret", tokens=folder)
        playing = asyncio.create_task(one.play(of_the_house))
        while not one.tally.table:
            await asyncio.sleep(0)
        one.leave()
        await playing
        (file,) = folder.iterdir()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert "secret" not in file.read_text()
        again = Client(room.url, "alpha", CODE, tokens=folder)
        playing = asyncio.create_task(again.play(of_the_house))
        while not again.tally.table:
            await asyncio.sleep(0)
        again.leave()
        await playing


@in_loop
async def test_wrong_answers_of_a_bot_are_played_as_in_a_local_match_and_counted(tmp_path: Path) -> None:
    class Wrong(Bot):
        def act(self, view: Any, decision: Decision) -> Any:
            print("here I am")
            return "DANCE"

    async with arena(tmp_path, holdem(options={"hands": 1})) as room:
        tallies = await asyncio.gather(
            *(one.play(bot) for one, bot in zip(clients(room, tmp_path, 2), (Wrong(), Caller()), strict=True))
        )
    assert tallies[0].misplays["unknown word"] == 1
    assert "DANCE is not possible now" in tallies[0].first_misplays["unknown word"]
    assert not tallies[0].refused and "here I am" in tallies[0].notes[0]


@in_loop
async def test_a_function_answers_frames_in_the_words_of_the_game(tmp_path: Path) -> None:
    def call(act: Any) -> Any:
        return {"type": "action", "action": "CHECK" if "CHECK" in act["legal"] else "CALL"}

    async def call_later(act: Any) -> Any:
        return call(act)

    async with arena(tmp_path, holdem(options={"hands": 3})) as room:
        one, two = clients(room, tmp_path, 2)
        ends = await asyncio.gather(one.answer(call), two.answer(call_later, dialect="generic"))
        assert "final_stacks" in ends[0].results[0] and "scores" in ends[1].results[0]
        assert not ends[0].refused and not ends[1].refused


@in_loop
async def test_a_function_lays_the_cards_of_a_battle(tmp_path: Path) -> None:
    def lay(prep: Any) -> Any:
        return {"type": "layout_confirm", "layout": prep["yourHand"][:3], "roundIndex": prep["roundIndex"]}

    async with arena(tmp_path, Offer(id="B", game="battle", code=CODE)) as room:
        one, two = clients(room, tmp_path, 2)
        ends = await asyncio.gather(one.answer(lay), two.play(of_the_house))
        assert ends[0].results[0]["winner"] and not ends[0].refused


def test_an_address_may_be_written_in_many_ways() -> None:
    for text in ("localhost:8000", "ws://localhost:8000", "http://localhost:8000/", "ws://localhost:8000/ws"):
        assert address(text) == "ws://localhost:8000/ws"
    assert address("https://cards.example/arena/ws") == "wss://cards.example/arena/ws"
    with pytest.raises(BadInput):
        address("ftp://cards.example")
    for wrong in ("localhost:99999", "localhost:abc", "localhost:0", "http://[x", "http://", "", ".", "a..b", 99 * "a"):
        with pytest.raises(BadInput, match="is no address of an arena; write one such as http://127"):
            address(wrong)


@in_loop
async def test_a_bot_that_needs_a_state_is_told_that_no_arena_sends_one(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        (one,) = clients(room, tmp_path, 1)
        with pytest.raises(BadInput, match="needs a state"):
            await one.play(lambda game, limit_ms: load_bot(game, "house:search", limit_ms))
