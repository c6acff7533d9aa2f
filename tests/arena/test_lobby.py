"""What a lobby is made of: what was played, how players stand, rule books, and whom of the house one plays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from croupier.arena.room.memory import PLAYED, RESULT, Result
from croupier.arena.room.offers import Offer
from croupier.arena.room.past import Past
from croupier.arena.tables.plan import Plan
from croupier.games.genome import find, to_json

from .loops import in_loop
from .network import Frame, arena, client, holdem, http

HOLDEM = Plan(id="T-1", game="holdem", title="Friday", seats=2)
BATTLE = Plan(id="T-2", game="battle", title="The Battle", seats=2)


def result(number: int, *scores: int, table: str = "T-1", ids: tuple[str, ...] = ("alpha", "house:shark:1")) -> Result:
    return Result(f"{table}-M{number}", list(ids), ["Alpha", "shark 1"], list(scores), number)


def test_the_newest_matches_come_first_and_those_of_one_player_alone() -> None:
    past = Past({})
    for number in range(1, 31):
        past.add(HOLDEM, result(number, 10, -10))
    past.add(BATTLE, result(31, 1, -1, table="T-2", ids=("beta", "house:equilibrium:1")))
    assert [one.match for one in past.matches(most=2)] == ["T-2-M31", "T-1-M30"]
    assert [one.match for one in past.matches("alpha", 2)] == ["T-1-M30", "T-1-M29"]
    assert past.matches("nobody") == []


def test_matches_that_were_played_are_listed_after_a_restart() -> None:
    values = {
        f"{PLAYED}T-1": msgspec.json.encode(HOLDEM),
        f"{RESULT}T-1/2": msgspec.json.encode(result(2, 5, -5)),
        f"{RESULT}T-1/10": msgspec.json.encode(result(10, 7, -7)),
        f"{RESULT}lost/1": msgspec.json.encode(result(1, 9, -9)),
    }
    assert [one.match for one in Past(values).matches()] == ["T-1-M10", "T-1-M2"]


def test_standings_have_an_interval_and_bots_of_the_house_are_one_player_each() -> None:
    past = Past({})
    for number, score in enumerate((100, -40, 60, 20), 1):
        past.add(HOLDEM, result(number, score, -score, ids=("alpha", f"house:shark:{number}")))
    past.add(HOLDEM, result(5, 900, -900, ids=("once", "house:shark:1")))
    past.add(BATTLE, result(6, 1, -1, table="T-2"))
    rows = past.standings(HOLDEM)
    assert [row["name"] for row in rows] == ["Alpha", "house:shark"], "one match alone says nothing"
    alpha, shark = rows
    assert (alpha["matches"], alpha["mean"], shark["matches"]) == (4, 35.0, 5)
    assert alpha["low"] < 0 < 35 < alpha["high"], "four matches may be luck"


@in_loop
async def test_a_lobby_tells_rule_books_matches_and_standings(tmp_path: Path) -> None:
    genome = Offer(id="g-mine", game="genome", kind="house", code="MINE", public=True, genome=to_json(find("kuhn")))
    offers = holdem(options={"hands": 1}, again=True), genome
    async with arena(tmp_path, *offers) as room, client(room) as one, client(room) as two:
        games = {game["id"]: game for game in (await http(room, "/api/games"))[1]}
        assert games["g-mine"]["kind"] == "genome" and games["g-mine"]["code"] == "MINE"
        status, book = await http(room, "/api/games/g-mine/rules")
        assert status == 200 and book["rules"].startswith("#")
        assert (await http(room, "/api/games/chess/rules"))[0] == 404
        assert (await http(room, "/api/games/chess/standings"))[0] == 404
        await one.hello("Alpha")
        await two.hello("Beta")

        def ends_the_third(frame: Frame) -> bool:
            return frame["type"] == "match_end" and frame["match_id"] == "T-1-M3"

        await asyncio.gather(one.play(ends_the_third), two.play(ends_the_third))
        played = (await http(room, "/api/matches?team=alpha"))[1]
        assert [match["match"] for match in played[:3]] == ["T-1-M3", "T-1-M2", "T-1-M1"]
        assert played[0]["names"] == ["Alpha", "Beta"] and sum(played[0]["scores"]) == 0
        rows = (await http(room, "/api/games/holdem/standings"))[1]["standings"]
        assert {row["name"] for row in rows} == {"Alpha", "Beta"}


@in_loop
async def test_one_chooses_whom_of_the_house_to_play(tmp_path: Path) -> None:
    async with arena(tmp_path, Offer(id="H", game="holdem", kind="house", code="HOLDEM", public=True)) as room:
        for team, against, expected in (("A", "", "shark"), ("B", "station", "station"), ("C", "station", "station")):
            async with client(room) as one:
                welcome = await one.hello(team, "HOLDEM", against=against)
                players = (await http(room, f"/api/tables/{welcome['table_id']}"))[1]["players"]
                assert {player["name"].split()[0] for player in players} == {team, expected}
        async with client(room) as one:
            refused = await one.hello("D", "HOLDEM", against="stranger")
            assert refused["type"] == "error" and "no house bot 'stranger'" in refused["msg"]
