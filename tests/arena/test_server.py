"""The arena end to end: real sockets on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import websockets

from croupier.arena.server.settings import Limits
from croupier.games.holdem import GAME
from croupier.kernel.contract.record import MatchRecord, replay

from .loops import in_loop
from .network import CODE, Client, Offer, arena, client, holdem, http


def is_over(frame: dict[str, Any]) -> bool:
    return frame["type"] == "match_end"


def hands(number: int) -> Callable[[dict[str, Any]], bool]:
    """Waits for the end of a number of hands."""
    left = [number]

    def ended(frame: dict[str, Any]) -> bool:
        left[0] -= frame["type"] == "end_hand"
        return left[0] == 0

    return ended


@in_loop
async def test_two_clients_play_a_match_to_its_end(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 3})) as room, client(room) as one, client(room) as two:
        assert (await one.hello("Alpha"))["seat"] == 0
        assert (await two.hello("Beta"))["config"]["starting_stack"] == 10_000
        ends = await asyncio.gather(one.play(is_over), two.play(is_over))
        assert ends[0]["final_stacks"] == ends[1]["final_stacks"]
        assert sum(entry["stack"] for entry in ends[0]["final_stacks"]) == 20_000
        for each in (one, two):
            numbers = [frame["n"] for frame in each.seen if "n" in frame]
            assert numbers == list(range(1, len(numbers) + 1))
            assert [frame["type"] for frame in each.seen].count("end_hand") == 3


@in_loop
async def test_restart_in_the_middle_of_a_hand_goes_on_in_the_same_hand(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        token = (await one.hello("Alpha"))["token"]
        other = (await two.hello("Beta"))["token"]
        await asyncio.gather(one.play(hands(2)), two.play(hands(2)))
        asked = await _asked_of(one, two)
        before = asked.seen[-1]
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha", token=token)
        snapshots = [await one.until("snapshot")]
        await two.hello("Beta", token=other)
        snapshots.append(await two.until("snapshot"))
        again = next(frame for frame in snapshots if "legal" in frame)
        assert again["at_hand_id"] == before["hand_id"] and again["act_id"] == before["act_id"]
        assert again["you"]["hole"] == before["you"]["hole"]
        assert 0 < again["time_ms_remaining"] <= 15_000
        actor = one if again is snapshots[0] else two
        await actor.answer({**again, "hand_id": again["at_hand_id"]})
        await asyncio.gather(one.play(hands(1)), two.play(hands(1)))


async def _asked_of(*clients: Client) -> Client:
    """The client that is asked next; the question is the last frame that it was sent."""
    waits = {asyncio.create_task(each.until("act")): each for each in clients}
    done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return waits[done.pop()]


@in_loop
async def test_newest_connection_has_the_seat_and_the_old_one_is_told_why(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as old, client(room) as new, client(room) as other:
        token = (await old.hello("Alpha"))["token"]
        await other.hello("Beta")
        assert (await new.hello("Alpha", token=token))["seat"] == 0
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await old.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4001
        await new.until("snapshot")
        seated = (await http(room, "/api/tables/T-1"))[1]["players"]
        assert [player["connected"] for player in seated] == [True, True]


@in_loop
async def test_resumes_after_the_last_frame_that_it_has(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as other:
        token = (await one.hello("Alpha"))["token"]
        await other.hello("Beta")
        await one.until("start_hand")
        await other.until("start_hand")
        asked = await _asked_of(one, other)
        last = next(frame["n"] for frame in reversed(one.seen) if "n" in frame)
        await asked.answer(asked.seen[-1])
        await other.until("event")
        async with client(room) as again:
            await again.hello("Alpha", token=token, resume=last)
            frame = await again.until("event", "act", "snapshot")
            assert frame["n"] == last + 1


@in_loop
async def test_spectator_sees_no_hole_cards_and_may_not_act(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two, client(room) as guest:
        assert (await guest.hello("Watcher", "T-1", role="spectator"))["seat"] is None
        await one.hello("Alpha")
        await two.hello("Beta")
        await asyncio.gather(one.play(hands(1)), two.play(hands(1)))
        await guest.until("end_hand")
        assert not any("hole" in frame or "you" in frame for frame in guest.seen)
        await guest.say("action", action="FOLD")
        assert (await guest.until("error"))["code"] == "OUT_OF_TURN"


@in_loop
async def test_a_spectator_sees_the_table_it_names_and_not_one_whose_name_it_begins_with(tmp_path: Path) -> None:
    long = holdem(id="T-1", code="LONG99")
    async with arena(tmp_path, holdem(id="T"), long) as room:
        for name in ("T", "T-1"):
            async with client(room) as guest:
                assert (await guest.hello("Watcher", name, role="spectator"))["table_id"] == name


@in_loop
async def test_a_client_that_may_not_come_in(tmp_path: Path) -> None:
    roster = holdem(id="T-2", code="", roster={"Gamma": "GAMMA_CODE"})
    async with arena(tmp_path, holdem(), roster) as room:
        for team, code, more, expected in [
            ("Alpha", "WRONG1", {}, "TEAM_UNKNOWN"),
            ("Gamma", CODE + "X", {}, "TEAM_UNKNOWN"),
            ("Delta", "GAMMA_CODE", {}, "TEAM_UNKNOWN"),
            ("<b>", CODE, {}, "BAD_SCHEMA"),
            ("host", CODE, {}, "BAD_SCHEMA"),
            ("Alpha", CODE, {"role": "operator"}, "NOT_THE_HOST"),
            ("Alpha", CODE, {"role": "operator", "token": "0" * 64}, "NOT_THE_HOST"),
            ("Alpha", CODE, {"role": "thief"}, "BAD_SCHEMA"),
        ]:
            async with client(room) as one:
                assert (await one.hello(team, code, **more)).get("code") == expected, team
        async with client(room) as gamma, client(room) as operator:
            assert (await gamma.hello("gamma", "gamma_code"))["table_id"] == "T-2"
            welcome = await operator.hello("Operator", "T-2", role="operator", token=room.host_token)
            assert welcome["type"] == "welcome"


@in_loop
async def test_a_name_that_somebody_holds_is_taken(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(seats=3)) as room, client(room) as one, client(room) as two, client(room) as own:
        await one.hello("Alpha")
        assert (await two.hello("ALPHA"))["code"] == "TEAM_TAKEN"
        await own.hello("Beta", CODE + "-my secret")
        async with client(room) as again, client(room) as thief:
            assert (await thief.hello("Beta", CODE + "-another"))["code"] == "TEAM_TAKEN"
            assert (await again.hello("Beta", CODE + "-my secret"))["seat"] == 1


@in_loop
async def test_a_full_table_says_so_and_keeps_no_claim(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one, client(room) as two, client(room) as three:
        await one.hello("Alpha")
        await two.hello("Beta")
        assert (await three.hello("Gamma"))["code"] == "TABLE_FULL"
        assert "gamma" not in room.room.desks["T-1"].door.claims


@in_loop
async def test_guessing_codes_is_slowed_down_for_the_guesser_alone(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        async with client(room) as guesser:
            codes = [(await guesser.hello("Alpha", f"GUESS{number}"))["code"] for number in range(15)]
            assert codes[0] == "TEAM_UNKNOWN" and codes[-1] == "TOO_MANY_TRIES"
            assert guesser.seen[-1]["retry_after_ms"] > 0
        async with client(room) as classmate:
            assert (await classmate.hello("Beta"))["type"] == "welcome"


@in_loop
async def test_pages_of_other_sites_may_not_connect(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with arena(tmp_path, holdem()) as room:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with client(room, origin="https://elsewhere.example"):
                pass
        assert refused.value.response.status_code == 403
        async with client(room, origin=room.url) as own:
            assert (await own.hello("Alpha"))["type"] == "welcome"
    assert not caplog.messages, "strangers fill no log"


@in_loop
async def test_a_client_that_says_nothing_is_disconnected(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(), limits=Limits(hello_ms=50)) as room, client(room) as silent:
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await silent.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


@in_loop
async def test_api_tells_the_lobby_and_obeys_only_the_host(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        status, lobby = await http(room, "/api/lobby")
        assert status == 200 and [table["id"] for table in lobby["tables"]] == ["T-1"]
        assert "code" not in lobby["offers"][0]
        new = {"game": "holdem", "seats": 3, "id": "T-9"}
        assert (await http(room, "/api/tables", "POST", new))[0] == 401
        host = {"Authorization": f"Bearer {room.host_token}"}
        status, made = await http(room, "/api/tables", "POST", new, **host)
        assert status == 201 and len(made["code"]) == 10
        status, table = await http(room, "/api/tables/T-9/orders", "POST", {"order": "pause"}, **host)
        assert status == 200 and table["held"]
        assert (await http(room, "/api/tables/T-9/orders", "POST", {"order": "explode"}, **host))[0] == 400
        assert (await http(room, "/api/tables", "POST", {"game": "chess"}, **host))[1]["code"] == "BAD_INPUT"
        assert (await http(room, "/api/tables", "POST", b"{", **host))[1]["code"] == "BAD_SCHEMA"
        assert (await http(room, "/api/nothing"))[1]["code"] == "NOT_FOUND"
        assert (await http(room, "/api/tables/T-77"))[1]["code"] == "NO_SUCH_TABLE"
        async with client(room) as one:
            assert (await one.hello("Alpha", made["code"]))["table_id"] == "T-9"
    async with arena(tmp_path, holdem()) as room:
        assert room.host_token == ""
        assert (await http(room, "/api/tables/T-9"))[0] == 200


@in_loop
async def test_a_match_can_be_read_when_it_is_over_without_what_was_never_shown(tmp_path: Path) -> None:
    async with (
        arena(tmp_path, holdem(options={"hands": 2}, god_view=1)) as room,
        client(room) as one,
        client(room) as two,
    ):
        await one.hello("Alpha")
        await two.hello("Beta")
        assert (await http(room, "/api/matches/T-1-M1"))[1]["code"] == "NO_SUCH_MATCH"
        await asyncio.gather(one.play(is_over), two.play(is_over))
        status, text = await http(room, "/api/matches/T-1-M1")
        assert status == 200
        whole = (await http(room, "/api/matches/T-1-M1?cards=all", Authorization=f"Bearer {room.host_token}"))[1]
        head, match, *remarks = whole.splitlines()
        record = MatchRecord.from_json(head + "\n" + match + "\n")
        assert [*replay(GAME, *record)]
        assert len(remarks) == len(text.splitlines()) - 2 == 2 + 3, (
            "two shuffles, and the links of two hands and the end"
        )
        phh = (await http(room, "/api/matches/T-1-M1?format=phh"))[1]
        assert phh.count("variant") == 2
        status, standings = await http(room, "/api/tables/T-1/standings")
        assert sorted(row["name"] for row in standings["standings"]) == ["Alpha", "Beta"]
        assert sum(row["score"] for row in standings["standings"]) == 0


@in_loop
async def test_games_are_rated_once_by_each(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room:
        for rating in (5, 2):
            assert (await http(room, "/api/games/holdem/rating", "POST", {"rating": rating, "team": "Alpha"}))[0] == 200
        rated = await http(room, "/api/games/holdem/rating", "POST", {"rating": 2, "in_hands": 4, "team": "Alpha"})
        assert rated == (200, {"game": "holdem", "rating": 2, "in_hands": 4})
        for wrong in ({"rating": 9}, {"rating": 3, "in_hands": 6}, {"in_hands": 3}):
            assert (await http(room, "/api/games/holdem/rating", "POST", wrong))[0] == 400
        assert (await http(room, "/api/games/chess/rating", "POST", {"rating": 3}))[0] == 404
        (game,) = (await http(room, "/api/games"))[1]
        assert (game["id"], game["ratings"], game["rating"], game["in_hands"]) == ("holdem", 1, 2.0, 4.0)
        assert (game["kind"], game["generation"], game["seats"], game["code"]) == ("game", 0, 2, "")
        assert "shark" in game["bots"]


@in_loop
async def test_metrics_count(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem(options={"hands": 1})) as room, client(room) as one, client(room) as two:
        await one.hello("Alpha")
        await two.hello("Beta")
        await asyncio.gather(one.play(is_over), two.play(is_over))
        await one.say("action", action="CALL")
        await one.until("error")
        text = (await http(room, "/metrics"))[1]
        assert "croupier_connections 2" in text and "croupier_hands_total 1" in text
        assert 'croupier_refusals_total{code="OUT_OF_TURN"} 1' in text
        assert (await http(room, "/healthz"))[1] == {"status": "ok"}


@pytest.mark.usefixtures("processes")
@in_loop
async def test_a_client_that_comes_first_plays_against_the_house_at_once(tmp_path: Path) -> None:
    house = Offer(id="holdem", game="holdem", kind="house", code="HOLDEM", public=True, policy="station")
    async with arena(tmp_path, house) as room:
        tables = (await http(room, "/api/lobby"))[1]["tables"]
        assert [player["house"] for player in tables[0]["players"]] == [True] * 5
        assert not tables[0]["playing"]
        async with client(room) as one, client(room) as two:
            first = await one.hello("Alpha", "HOLDEM")
            await one.play(hands(2))
            assert (await two.hello("Beta", "HOLDEM"))["table_id"] != first["table_id"]
            await two.play(hands(1))
        table = room.room.tables[first["table_id"]]
        while not table.table.held:
            await asyncio.sleep(0)
        assert not table.people


@pytest.mark.parametrize("game", ["battle", "deal", "kuhn"])
def test_every_game_has_a_table_against_the_house(tmp_path: Path, game: str) -> None:
    @in_loop
    async def played() -> None:
        house = Offer(id=game, game=game, kind="house", code="CODE", public=True, options=_short(game))
        async with arena(tmp_path, house) as room, client(room) as one:
            await one.hello("Alpha", "CODE")
            while (frame := await one.next())["type"] != "match_end":
                if frame["type"] == "act":
                    option = frame["options"][0]
                    cards = option.get("cards", [])[: option.get("fewest", 0)]
                    await one.say("action", action=option["action"], amount=option.get("low"), cards=cards)
                elif frame["type"] == "prep_start":
                    await one.say("layout_confirm", layout=[*frame["cards"][:3]], roundIndex=frame["roundIndex"])

    played()


def _short(game: str) -> dict[str, Any]:
    return {"battle": {"max_rounds": 3}, "deal": {"hands": 2}, "kuhn": {"hands": 3}}[game]
