"""Replays over HTTP: who may see what of a match that is over, and files that somebody drops."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.referee import default
from croupier.arena.house import Explained
from croupier.arena.replay.clerk import Busy, Clerk
from croupier.arena.replay.shelf import Job
from croupier.arena.replay.telling import ListHands, Permit, ReplayHands
from croupier.arena.room.offers import Offer
from croupier.arena.server import replays
from croupier.arena.server.serving import Arena

from .loops import in_loop
from .network import Client, arena, client, holdem, http
from .test_replays import PHH

pytestmark = pytest.mark.usefixtures("rough_odds")


async def two_play(room: Arena, one: Client, two: Client) -> list[str]:
    """A match to its end; the tokens of both."""
    tokens = [(await each.hello(name))["token"] for each, name in ((one, "Alpha"), (two, "Beta"))]
    await asyncio.gather(*(each.play(lambda frame: frame["type"] == "match_end") for each in (one, two)))
    return tokens


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@in_loop
async def test_everybody_sees_what_a_spectator_saw_a_seat_its_own_and_the_host_all(tmp_path: Path) -> None:
    table = holdem(options={"hands": 2}, god_view=1)
    async with arena(tmp_path, table) as room, client(room) as one, client(room) as two:
        alpha, beta = await two_play(room, one, two)
        status, listed = await http(room, "/api/replays/T-1-M1")
        assert (status, listed["many"], listed["names"]) == (200, 2, ["Alpha", "Beta"])
        assert sum(listed["scores"]) == 0
        address = "/api/replays/T-1-M1/1"
        assert (await http(room, address))[1]["may"] == ["watching"]
        assert (await http(room, address, **bearer(alpha)))[1]["may"] == [0, "watching"]
        assert (await http(room, address, **bearer(beta)))[1]["eyes"] == 1
        host = bearer(room.host_token)
        told = (await http(room, address, **host))[1]
        assert told["may"] == ["open", 0, 1, "watching"] and told["eyes"] == "watching"
        assert (await http(room, "/api/tables/T-1/openings"))[1]["openings"] == []
        for eyes in ("open", "1", "open"):
            assert (await http(room, f"{address}?eyes={eyes}", **host))[0] == 200
        known = (await http(room, "/api/tables/T-1/openings"))[1]["openings"]
        assert [one["what"] for one in known] == ["the replay of T-1-M1 with every card"], (
            "everybody can read that cards were opened"
        )
        for headers, eyes in (({}, "open"), ({}, "0"), (bearer(alpha), "1"), (bearer(alpha), "open")):
            status, refused = await http(room, f"{address}?eyes={eyes}", **headers)
            assert (status, refused["code"]) == (403, "NOT_YOURS")


@pytest.mark.usefixtures("processes")
@in_loop
async def test_the_house_advises_viewers_who_may_see_the_cards(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        alpha, _ = await two_play(room, one, two)
        told = (await http(room, "/api/replays/T-1-M1/1", **bearer(alpha)))[1]
        asked = next(moment for moment in told["moments"] if moment.get("asks"))
        address = f"/api/replays/T-1-M1/1/advice?made={asked['made']}&seat=0"
        assert (await http(room, address))[0] == 403
        status, advice = await http(room, address, **bearer(alpha))
        assert status == 200 and advice["bot"] == "house:oracle" == told["adviser"]
        assert advice["advised"] and advice["played"] in ("Call 50", "Check", "Call 100")
        refused = await http(room, "/api/replays/T-1-M1/1/advice?made=0&seat=0", **bearer(alpha))
        assert refused[0] == 400


@in_loop
async def test_what_a_hand_was_worth_and_its_position_are_for_who_may_see_its_cards(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        alpha, _ = await two_play(room, one, two)
        worth, play = "/api/replays/T-1-M1/1/outlooks", "/api/replays/T-1-M1/1/play"
        for seat, headers in ((0, {}), (1, bearer(alpha))):
            assert (await http(room, f"{worth}?seat={seat}", **headers))[0] == 403
            assert (await http(room, play, "POST", {"made": 3, "seat": seat}, **headers))[0] == 403
        status, told = await http(room, f"{worth}?seat=0", **bearer(alpha))
        assert status == 200 and [street["street"] for street in told["streets"]][:2] == ["Before the flop", "Flop"]
        assert all(street["known"] is not None for street in told["streets"]), "both hands were shown"
        status, opened = await http(room, play, "POST", {"made": 3, "seat": 0}, **bearer(alpha))
        assert status == 201 and opened["title"] == "What if: No-limit hold'em" and opened["code"] and opened["token"]
        table = (await http(room, f"/api/tables/{opened['id']}"))[1]
        assert table["taken_from"] == {"match": "T-1-M1", "hand": 1, "made": 3, "seat": 0} and table["hints"]
        assert (await http(room, "/api/lobby"))[1]["tables"][0]["id"] == "T-1" != opened["id"]


@in_loop
async def test_a_player_sees_its_finished_hands_while_the_match_is_played_but_can_ask_only_where_there_are_hints(
    tmp_path: Path,
) -> None:
    house = holdem(id="holdem", kind="house", policy="station", options={"hands": 9})
    async with arena(tmp_path, house) as room:
        for hints in (True, False):
            wish = {"game": "holdem", "people": 2, "seats": 2, "hints": hints}
            opened = (await http(room, "/api/private", "POST", wish))[1]
            async with client(room) as one, client(room) as two:
                tokens = [(await each.hello(name, opened["code"]))["token"] for each, name in ((one, "A"), (two, "B"))]
                plays = (each.play(lambda frame: frame["type"] == "end_hand") for each in (one, two))
                await asyncio.gather(*plays)
                address = f"/api/replays/{opened['id']}-M1"
                assert (await http(room, f"{address}/1"))[0] == 404
                assert (await http(room, f"{address}/1", **bearer(room.host_token)))[0] == 404
                status, told = await http(room, f"{address}/1", **bearer(tokens[0]))
                assert status == 200 and told["may"] == [0, "watching"] and told["hands"] == 1
                assert bool(told["adviser"]) == any("shares" in one for one in told["moments"]) == hints
                assert (await http(room, f"{address}/2", **bearer(tokens[0])))[0] == 400
                assert (await http(room, f"{address}/1?eyes=1", **bearer(tokens[0])))[0] == 403
                status, told = await http(room, f"{address}/1/outlooks?seat=0", **bearer(tokens[0]))
                assert told["streets"] if hints else status == 403
                for asks in ("advice?made=2&seat=0", "solver?made=2&eyes=0"):
                    assert ((await http(room, f"{address}/1/{asks}", **bearer(tokens[0])))[0] == 403) != hints
                played_on = await http(room, f"{address}/1/play", "POST", {"made": 2, "seat": 0}, **bearer(tokens[0]))
                assert (played_on[0] == 403) != hints


@in_loop
async def test_a_table_may_open_its_hands_after_the_match_if_it_said_so_before(tmp_path: Path) -> None:
    table = holdem(options={"hands": 1}, opens=True)
    async with arena(tmp_path, table) as room, client(room) as one, client(room) as two:
        assert (await http(room, "/api/tables/T-1"))[1]["opens"] is True
        await two_play(room, one, two)
        assert (await http(room, "/api/replays/T-1-M1/1"))[1]["eyes"] == "open"
        assert (await http(room, "/api/replays/T-1-M1/1", **bearer(room.host_token)))[1]["eyes"] == "open"
        assert "????" not in (await http(room, "/api/matches/T-1-M1?format=phh"))[1]


@in_loop
async def test_where_no_god_view_was_announced_the_host_sees_what_everybody_does(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        await two_play(room, one, two)
        host = bearer(room.host_token)
        assert (await http(room, "/api/replays/T-1-M1/1", **host))[1]["may"] == ["watching"]
        status, refused = await http(room, "/api/replays/T-1-M1/1?eyes=open", **host)
        assert (status, refused["code"]) == (409, "NO_GOD_VIEW")


@in_loop
async def test_a_match_against_the_house_is_open_afterwards(tmp_path: Path) -> None:
    table = Offer(id="holdem", game="holdem", kind="house", code="HOLDEM", policy="station", seats=2,
                  options={"hands": 1})  # fmt: skip
    async with arena(tmp_path, table) as room, client(room) as one:
        await one.hello("Alpha", "HOLDEM")
        await one.play(lambda frame: frame["type"] == "match_end")
        told = (await http(room, "/api/replays/holdem-1-M1/1"))[1]
        assert told["may"] == ["open", 0, 1, "watching"]


@in_loop
async def test_a_match_that_is_not_over_cannot_be_looked_at(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha")
        await two.hello("Beta")
        await asyncio.gather(one.until("start_hand"), two.until("start_hand"))
        for address in ("T-1-M1", "T-1-M1/1", "nonsense", "T-1-M99999999999"):
            status, refused = await http(room, f"/api/replays/{address}", **bearer(room.host_token))
            assert (status, refused["code"]) == (404, "NO_SUCH_MATCH")


@in_loop
async def test_files_are_shown_and_not_kept(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        before = await room.room.store.values()
        status, listed = await http(room, "/api/replays", "POST", PHH.encode())
        assert (status, listed["many"]) == (200, 1)
        status, told = await http(room, "/api/replays?hand=1&eyes=0", "POST", PHH.encode())
        assert status == 200 and told["eyes"] == 0
        asked = next(moment for moment in told["moments"] if moment.get("asks"))
        where = f"/api/replays?hand=1&made={asked['made']}&seat=0"
        assert (await http(room, where, "POST", PHH.encode()))[1]["bot"] == "house:oracle"
        after = await room.room.store.values()
        assert {key for key in after if key != "clock"} == {key for key in before if key != "clock"}


@in_loop
async def test_bad_input_is_refused_in_words(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        for body, where, expected in (
            (b"\xff\xfe\x00", "", 400),
            (b"nonsense", "", 400),
            (b"x" * (1024 * 1024 + 1), "", 413),
            (PHH.encode(), "?hand=2", 400),
            (PHH.encode(), "?hand=x", 400),
            (PHH.encode(), "?hand=1&eyes=9", 403),
            (PHH.encode(), "?hand=1&made=99&seat=0", 400),
        ):
            status, refused = await http(room, f"/api/replays{where}", "POST", body)
            assert status == expected and refused["msg"]


@pytest.mark.usefixtures("processes")
@in_loop
async def test_a_worker_that_takes_too_long_is_ended_and_the_next_request_is_answered() -> None:
    clerk = Clerk(budget=0.0)
    job = Job("file", ListHands(), Permit(open=True), PHH)
    try:
        with pytest.raises(Busy):
            await clerk.ask(job)
        clerk.budget = 60.0
        assert (await clerk.ask(job))["many"] == 1
    finally:
        await clerk.close()


@in_loop
async def test_a_replay_of_a_match_does_not_wait_for_a_strangers_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        await two_play(room, one, two)
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slowly(job: Job, seconds: float) -> ReplayHands:
            begun.set()
            await go_on.wait()
            return {"game": "holdem", "title": "", "many": 0, "first": 1, "left_out": [], "hands": []}

        monkeypatch.setattr(room.room.reader._helper, "ask", slowly)
        bomb = asyncio.create_task(http(room, "/api/replays", "POST", b"a." * 1000))
        await begun.wait()
        assert (await http(room, "/api/replays/T-1-M1"))[0] == 200
        go_on.set()
        assert (await bomb)[0] == 200


@in_loop
async def test_the_number_of_questions_to_the_house_at_once_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with arena(tmp_path, holdem()) as room:
        status, told = await http(room, "/api/replays?hand=1&eyes=0", "POST", PHH.encode())
        asked = next(moment for moment in told["moments"] if moment.get("asks"))
        where = f"/api/replays?hand=1&made={asked['made']}&seat=0"
        monkeypatch.setattr(replays, "MOST_ASKING", 1)
        thinks = asyncio.Queue[Any]()
        monkeypatch.setattr(room.room.house, "advise", lambda *asked: thinks.put_nowait(asked))
        first = asyncio.create_task(http(room, where, "POST", PHH.encode()))
        question, _, answered = await thinks.get()
        status, busy = await http(room, where, "POST", PHH.encode())
        assert (status, busy["code"]) == (503, "BUSY")
        answered(Explained(default(question.decision), ()))
        assert (await first)[0] == 200
