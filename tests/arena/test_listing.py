"""What a lobby tells: offers, tables, games, standings, and what of it is deleted when it is old."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.arena.room import listing
from croupier.arena.room.desks import Desk
from croupier.arena.room.hosted import Hosted
from croupier.arena.room.memory import PLAYED, RESULT, Result, of_plan, of_result
from croupier.arena.room.offers import Offer, Opener
from croupier.arena.room.past import AT_HAND, Past, game_key
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.plan import Plan
from croupier.games.genome import find, to_json

from .virtual import Hall, hall, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"stack": 1000}}
PLAN = Plan(id="T-1", game="holdem", seats=2)


def offered(one: Hall, **offer: Any) -> Desk:
    desk: Desk = one.do(lambda: one.room.offer(Offer(**offer)))
    return desk


# Offers and tables


def test_a_lobby_tells_codes_only_where_they_are_public_and_no_private_table() -> None:
    with hall() as one:
        offered(one, **TWO)
        offered(one, **{**TWO, "id": "U", "code": "OPEN", "public": True, "title": "For all"})
        offered(one, **{**TWO, "id": "P", "code": "FRIENDS", "kind": "private", "opener": Opener(proof="x", game="g")})
        offered(one, id="Q", game="battle", kind="queue", code="QUEUE", stake=3)
        one.room.notes.append("a note")
        told = listing.lobby(one.room)
        assert [(offer["id"], offer["title"], offer.get("code")) for offer in told["offers"]] == [
            ("T", one.room.desks["T"].game.title, None), ("U", "For all", "OPEN"), ("Q", "The Battle", None)
        ]  # fmt: skip
        assert [offer["tables"] for offer in told["offers"]] == [["T"], ["U"], []]
        assert told["offers"][2]["waiting"] == 0 and told["offers"][2]["stake"] == 3
        assert "waiting" not in told["offers"][0] and "stake" not in told["offers"][0]
        assert [table["id"] for table in told["tables"]] == ["T", "U"] and told["notes"] == ["a note"]


def test_a_table_is_listed_with_its_players_and_where_it_stands() -> None:
    with hall() as one:
        offered(one, **TWO, god_view=2, opens=True)
        hosted = one.room.tables["T"]
        empty = listing.table(hosted)
        assert (empty["playing"], empty["match_id"], empty["hand"], empty["players"]) == (False, "", 0, [])
        clients = [one.join(name, "TABLE", silent) for name in ("Alpha", "Beta")]
        one.pass_time(5)
        told = listing.table(hosted)
        assert (told["playing"], told["match_id"], told["hand"]) == (True, "T-M1", 1)
        assert (told["offer"], told["game"], told["kind"], told["seats"]) == ("T", "holdem", "table", 2)
        assert told["stakes"] == "blinds 50/100"
        assert (told["held"], told["opens"], told["watching"], told["god_view"]) == (False, True, 0, 2)
        assert [(one["seat"], one["id"], one["name"], one["connected"], one["house"]) for one in told["players"]] == [
            (0, "alpha", "Alpha", True, False), (1, "beta", "Beta", True, False)
        ]  # fmt: skip
        assert "note" not in told
        one.do(clients[0].cut)
        hosted.note = "the rules have changed"
        one.do(lambda: hosted.put(Ordered("swap", 1, {"policy": "tight"})))
        told = listing.table(hosted)
        assert [(one["connected"], one["house"]) for one in told["players"]] == [(False, False), (True, True)]
        assert told["note"] == "the rules have changed"
        hosted.broken = "a rule"
        assert listing.table(hosted)["note"] == "a rule"


def test_the_host_sees_which_seat_is_waited_for_and_for_how_long() -> None:
    with hall() as one:
        offered(one, **TWO, move_time_ms=60_000, bank_ms=5_000)
        for name in ("Alpha", "Beta"):
            one.join(name, "TABLE", silent)
        one.pass_time(5)
        hosted = one.room.tables["T"]
        hosted.table.chairs[1].missed = 2
        one.do(lambda: hosted.put(Ordered("change", None, {"big_blind": 200})))
        told = listing.hosted_table(hosted)
        [asked] = told["waits_for"]
        seat = asked["seat"]
        assert (asked["name"], asked["bank_ms"]) == (hosted.table.chairs[seat].name, 5_000)
        assert asked["time_ms"] is not None and 59_000 < asked["time_ms"] <= 60_000
        assert told["changes"] == {"big_blind": 200} and not told["ending"] and told["waited_for"] == []
        assert told["missed"] == {"Beta": 2} and told["forfeits"] == []
        one.do(lambda: hosted.put(Ordered("hold", seat)))
        assert listing.hosted_table(hosted)["waited_for"] == [seat]


def chips(hosted: Hosted, *stacks: int) -> None:
    state = hosted.table.state
    assert state is not None
    for seat, stack in enumerate(stacks):
        state.table.betting.stack[seat] = stack - state.table.betting.bet[seat]


def test_a_match_is_close_after_five_hands_while_the_first_two_are_apart_by_a_twentieth_of_all_chips() -> None:
    with hall() as one:
        offered(one, **{**TWO, "seats": 4, "least": 3, "options": {"stack": 1000}})
        clients = [one.join(name, "TABLE", silent) for name in ("Alpha", "Beta", "Gamma")]
        one.pass_time(5)
        hosted = one.room.tables["T"]
        chips(hosted, 1_000, 1_000, 1_000)
        for hand, told in ((5, (0, "")), (6, (2, "level after 5 hands")), (7, (2, "level after 6 hands"))):
            hosted.table.hand = hand
            assert listing.worth_watching(hosted) == told
        chips(hosted, 2_000, 500, 500)
        assert listing.worth_watching(hosted)[1] == "level after 6 hands", "looked at once a hand"
        for hand, stacks, close in (
            (8, (2_000, 500, 500), False),
            (9, (1_150, 1_000, 850), True),
            (10, (1_151, 1_000, 849), False),
            (11, (700, 1_200, 1_100), True),
            (12, (3_000, 0, 0), False),
        ):
            hosted.table.hand = hand
            chips(hosted, *stacks)
            assert listing.worth_watching(hosted) == ((2, f"level after {hand - 1} hands") if close else (0, "")), hand
        hosted.table.hand = 9
        chips(hosted, 1_000, 1_000, 1_000)
        for broken, worth in (("a rule", 0), ("", 2)):
            hosted.broken = broken
            assert listing.worth_watching(hosted)[0] == worth
        for client in clients[1:]:
            one.do(client.cut)
        assert listing.worth_watching(hosted) == (0, ""), "one player is there"


def test_a_match_of_an_event_and_a_stake_are_worth_watching() -> None:
    with hall() as one:
        offered(one, id="Q", game="battle", kind="queue", code="QUEUE", stake=3)
        for name in ("Alpha", "Beta"):
            client = one.join(name, "QUEUE", silent)
            one.do(lambda client=client: client.say(type="queue_join"))
        one.pass_time(50)
        assert listing.worth_watching(one.room.tables["Q-1"]) == (1, "6 tokens in the pot")
        one.room.tables["Q-1"].table.hand = 9
        assert listing.worth_watching(one.room.tables["Q-1"])[0] == 1, "in a Battle nobody has chips"
        offered(one, **TWO)
        for name in ("Alpha", "Beta"):
            one.join(name, "TABLE", silent)
        one.pass_time(5)
        hosted = one.room.tables["T"]
        assert listing.worth_watching(hosted) == (0, "")
        plan = hosted.table.plan
        hosted.table.plan = msgspec.structs.replace(plan, event="cup")
        assert listing.worth_watching(hosted) == (3, "a match of an event")
        hosted.table.plan = msgspec.structs.replace(plan, event="cup", closed=True)
        assert listing.worth_watching(hosted) == (0, "")


def test_a_game_is_listed_with_where_it_comes_from() -> None:
    with hall() as one:
        genome = to_json(find("leduc")).replace(
            chr(34) + "generation" + chr(34) + ": 0", chr(34) + "generation" + chr(34) + ": 7"
        )
        desks = [
            offered(one, id="holdem", game="holdem", kind="house", code="HOLDEM", public=True),
            offered(one, id="leduc", game="leduc", code="LEDUC", public=True),
            offered(one, id="own", game="own", genome=genome, kind="house", code="OWN_GAME"),
        ]
        told = [listing.game(desk.offer.id, desk) for desk in desks]
        assert [one["kind"] for one in told] == ["game", "classic", "genome"]
        assert [one["code"] for one in told] == ["HOLDEM", "", ""], "public tables against the house"
        assert [one["generation"] for one in told] == [0, 0, 7]
        assert [(one["ratings"], one["rating"], one["in_hands"]) for one in told] == [(0, None, None)] * 3
        assert [one["seats"] for one in told] == [desk.seats for desk in desks]
        assert told[0]["bots"] == list(desks[0].at_table.house_bots.own)


# Standings and results


def result(number: int, *scores: int, table: str = "T-1", at: int = 0, **more: Any) -> Result:
    ids = more.pop("ids", ["alpha", "beta"])
    return Result(f"{table}-M{number}", ids, [id.title() for id in ids], list(scores), at or number, **more)


def test_standings_count_no_win_of_a_player_that_gave_up() -> None:
    rows = listing.standings([
        result(1, 10, -10),
        result(2, 5, 5),
        result(3, 7, -7, forfeits=["alpha"]),
        result(4, 99, -99, void="a lost bot"),
        result(5, -1, 3, 50, ids=["alpha", "beta", ""]),
    ])  # fmt: skip
    told = {row["id"]: (row["matches"], row["won"], row["score"]) for row in rows}
    assert told == {"alpha": (4, 2, 21), "beta": (4, 3, -9)}
    assert [row["id"] for row in rows] == ["alpha", "beta"] and [row["level"] for row in rows] == [True, True]
    assert [row["name"] for row in rows] == ["Alpha", "Beta"] and rows[0]["mean"] == 5.25


def test_a_player_that_is_clearly_worse_is_not_level_with_the_first() -> None:
    rows = listing.standings([result(number, 100 + number, -100 - number) for number in range(1, 40)])
    assert [row["level"] for row in rows] == [True, False]
    assert listing.standings([]) == [] and listing.standings([result(1, 3, -3, void="x")]) == []
    [all_gave_up, *_] = listing.standings([result(1, -5, -5, forfeits=["alpha", "beta"])])
    assert all_gave_up["won"] == 0


def test_results_of_a_table_come_in_the_order_of_its_matches() -> None:
    with hall() as one:
        kept = [of_result("T-1", result(number, 1, -1)) for number in (10, 2, 9)]
        one.do(lambda: one.store.append(*kept, of_result("T-12", result(1, 1, -1, table="T-12"))))
        found = one.loop.run_until_complete(listing.results(one.room, "T-1"))
        assert [one.match for one in found] == ["T-1-M2", "T-1-M9", "T-1-M10"]


def test_void_and_unlisted_matches_are_not_among_those_that_were_played() -> None:
    hidden = Plan(id="P-1", game="holdem", seats=2, unlisted=True)
    values = {
        **{one.key: one.body or b"" for one in (of_plan(PLAN), of_plan(hidden))},
        **{f"{RESULT}T-1/{number}": msgspec.json.encode(result(number, 1, -1, at=9 - number)) for number in (1, 2)},
        f"{RESULT}T-1/3": msgspec.json.encode(result(3, 1, -1, void="x")),
        f"{RESULT}P-1/1": msgspec.json.encode(result(1, 1, -1, table="P-1")),
    }
    past = Past(values)
    assert [one.match for one in past.matches()] == ["T-1-M1", "T-1-M2"], "the newest first"
    past.add(hidden, result(2, 1, -1, table="P-1"))
    past.add(PLAN, result(4, 1, -1))
    assert [one.match for one in past.matches()] == ["T-1-M4", "T-1-M1", "T-1-M2"]
    past.remove("T-1-M1")
    assert [one.match for one in past.matches()] == ["T-1-M4", "T-1-M2"]
    assert [one.match for one in past.matches(most=1)] == ["T-1-M4"] and len(past.matches(most=0)) == 0
    assert PLAYED + "T-1" in values and AT_HAND == 10_000


def test_standings_of_a_game_leave_seats_out_that_nobody_had() -> None:
    past = Past({})
    for number, scores in enumerate(((3, 1, 9), (5, 1, 9)), 1):
        past.add(PLAN, result(number, *scores, ids=["alpha", "beta", ""]))
    past.add(PLAN, result(3, 100, -100, ids=["gamma", "delta"]))
    assert [(row["id"], row["matches"], row["mean"]) for row in past.standings(PLAN)] == [
        ("alpha", 2, 4.0), ("beta", 2, 1.0)
    ]  # fmt: skip
    genome = Plan(id="G", game="own", genome="{}", seats=2)
    assert game_key(PLAN) == "holdem" and len(game_key(genome)) == 16
    assert game_key(genome) != game_key(msgspec.structs.replace(genome, genome="{ }"))
    assert past.standings(genome) == []
