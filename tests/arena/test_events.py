"""Events of many teams, with a clock that stands still unless nothing else is to be done."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.events import events
from croupier.arena.events.book import REPLAYS
from croupier.arena.room.offers import Offer
from croupier.arena.tables import lines
from croupier.arena.tables.plan import Level
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput

from .teams import LEVELS, NAMES, at, everybody, lines_of, roster, rows
from .virtual import calls, folds, hall, shoves, silent

# One day in the life of a host


def test_a_whole_event_of_eight_teams() -> None:
    """Late, crashed, killed, voided, with a blind level, and over by a time: every chip and match is accounted for."""
    with hall() as one:
        desk = one.event(
            kind="robin",
            roster=roster(8),
            deals=2,
            hands=4,
            levels=LEVELS,
            move_time_ms=2_000,
            finish_by=at(one, 600_000),
        )
        here = {name: one.join(name, code) for name, code in list(roster(8).items())[:7]}
        one.until(lambda: len(here["Beta"].of("start_hand")) >= 3)
        here["Beta"].cut()  # it crashes in its first match, and comes back two minutes later
        one.pass_time(120_000)
        here["Beta"].connect()
        here["Theta"] = one.join("Theta", roster(8)["Theta"])  # late
        played = next(one for one in desk.book.fixtures.values() if one.counting() and "beta" not in one.keys)
        voided = f"{played.table}-M1"
        one.do(lambda: desk.order("void", match=voided, why="the wrong bot was plugged in"))
        one.kill()
        desk = one.events.desks["cup"]
        for client in here.values():
            one.do(client.connect)
        one.until(lambda: desk.book.over)
        told = one.told()
        assert told["state"] == "over" and len(told["teams"]) == 8
        assert [why for table in told["tables"] for why in table["void"].values()].count(
            "the wrong bot was plugged in"
        ) == 1
        met = [fixture for fixture in desk.book.fixtures.values() for match in fixture.counting()]
        assert len(met) == 56, "everybody has met everybody twice, the void match was played again"
        assert all(row["matches"] == 14 for row in told["teams"])
        assert rows(one)["Beta"]["decisions"]["disconnected"] > 0 and 0 < rows(one)["Beta"]["clock_share"] < 1
        assert all(row["clock_share"] == 0 for row in told["teams"] if row["name"] != "Beta")
        assert all(sum(end.scores) == 0 for fixture in desk.book.fixtures.values() for end in fixture.played.values())
        legs = [line for line in lines_of(one, played.table) if isinstance(line, lines.Began)]
        assert {line.config["big_blind"] for line in legs} == {100, 200}


def test_an_event_is_over_by_its_time_and_no_hand_begins_after_it() -> None:
    with hall() as one:
        began = one.room.epoch_ms + one.room.now()
        desk = one.event(
            kind="robin", roster=roster(4), deals=50, hands=20, move_time_ms=1_000, finish_by=at(one, 30_000)
        )
        for name, code in roster(4).items():
            one.join(name, code, calls, think_ms=400)
        one.until(lambda: desk.book.over)
        hands = [
            line.at
            for fixture in desk.book.fixtures.values()
            for line in lines_of(one, fixture.table)
            if isinstance(line, lines.Began) or (isinstance(line, lines.Made) and line.actor >= 20)
        ]
        assert hands and max(hands) < began + 30_000
        assert one.told()["state"] == "over" and not one.room.tables


def test_a_freezeout_of_eight_with_a_late_team_and_levels_ends_by_its_time() -> None:
    with hall() as one:
        desk = one.event(
            kind="freezeout",
            roster=roster(8),
            manual=True,
            options={"stack": 2_000},
            levels=[
                Level(minutes=1, changes={"small_blind": 10, "big_blind": 20}),
                Level(minutes=1, changes={"small_blind": 50, "big_blind": 100}),
                Level(changes={"small_blind": 200, "big_blind": 400}),
            ],
            finish_by=at(one, 900_000),
            move_time_ms=1_000,
        )
        here = {name: one.join(name, code, calls, 500) for name, code in list(roster(8).items())[:7]}
        one.pass_time(5_000)
        assert not desk.book.fixtures, "the host begins it"
        one.do(lambda: desk.order("begin"))
        one.pass_time(20_000)
        here["Theta"] = one.join("Theta", roster(8)["Theta"], folds, 500)
        one.until(lambda: desk.book.over)
        one.pass_time(10)
        [fixture] = desk.book.fixtures.values()
        assert sorted(fixture.keys) == sorted(name.casefold() for name in NAMES)
        told = rows(one)
        assert sum(row["plain"]["mean"] for row in told.values()) == pytest.approx(0)
        assert here["Theta"].of("start_hand"), "who came late was dealt in"
        assert {name: len(client.of("match_end")) for name, client in here.items()} == dict.fromkeys(here, 1)
        levels = {line.level for line in lines_of(one, fixture.table) if isinstance(line, lines.Began)}
        assert levels >= {0, 1}


# What bit others


def test_one_slow_team_does_not_stop_a_round() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(4), deals=4, move_time_ms=60_000)
        for name, code in roster(4).items():
            one.join(name, code, calls, think_ms=50_000 if name == "Alpha" else 5)
        others = {"beta", "gamma", "delta"}
        one.until(lambda: all(not desk.book.missing(unit) for unit in _units(desk) if set(unit.keys) <= others))
        assert any("alpha" in fixture.keys for fixture in desk.book.running())
        assert sum(len(fixture.played) for fixture in desk.book.fixtures.values() if "alpha" in fixture.keys) < 12


def _units(desk: Any) -> list[Any]:
    from croupier.arena.events.schedule import units

    return list(units(desk.book, 2))


def test_a_bot_that_never_answered_has_lost_nothing() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(3), deals=2, move_time_ms=1_000)
        here = everybody(one, 3, {"Alpha": silent})
        one.until(lambda: any(fixture.voided for fixture in desk.book.fixtures.values()))
        here["Alpha"].style = calls
        one.until(lambda: desk.book.over)
        told = rows(one)
        assert told["Alpha"]["matches"] == 4 and told["Alpha"]["clock_share"] == 0
        whys = {why for fixture in desk.book.fixtures.values() for why in fixture.voided.values()}
        assert whys == {"Alpha never answered."}


def test_a_bot_that_never_answers_does_not_keep_an_event_from_ending() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2, move_time_ms=1_000)
        everybody(one, 2, {"Alpha": silent})
        one.until(lambda: desk.book.over)
        assert [row["matches"] for row in one.told()["teams"]] == [0, 0]
        assert sum(len(fixture.voided) for fixture in desk.book.fixtures.values()) == 2 * (REPLAYS + 1)


def test_a_match_that_we_broke_is_played_again_and_is_no_loss() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2, hands=4)
        here = everybody(one, 2)
        one.until(lambda: desk.book.running())
        table = desk.book.running()[0].table
        one.do(lambda: one.room.tables[table]._break("a bug"))
        for client in here.values():
            one.until(lambda client=client: client.closed)
            one.do(client.connect)
        one.until(lambda: desk.book.over)
        assert all(row["matches"] == 2 for row in one.told()["teams"])
        assert table not in one.room.tables


def test_the_winner_of_a_crash_hears_that_it_won_and_the_match_is_kept() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=1, hands=30, move_time_ms=1_000)
        here = everybody(one, 2, {"Alpha": shoves})
        one.until(lambda: len(here["Alpha"].of("start_hand")) >= 2 or desk.book.over)
        here["Beta"].cut()
        one.until(lambda: desk.book.over)
        one.until(lambda: here["Alpha"].of("match_end"))
        assert rows(one)["Beta"]["matches"] == 1 and rows(one)["Beta"]["decisions"].get("disconnected", 0) >= 0
        assert one.loop.run_until_complete(one.store.values("result/"))


def test_our_own_stall_of_20_ms_times_nobody_out() -> None:
    """What arrived while the arena was held up is read before the clock plays."""
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=1, hands=1, move_time_ms=1_000)
        alpha, _ = (one.join(name, code, silent) for name, code in roster(2).items())
        one.until(lambda: alpha.of("act"))
        act = alpha.of("act")[-1]
        answer = {"type": "action", "action": "FOLD", "act_id": act["act_id"]}
        hosted = next(iter(one.room.tables.values()))
        due = hosted._due["clock"] / 1000

        def arrives() -> None:
            """As a socket is read: what it brought is handed over two rounds of the loop later."""
            one.loop.clock += 0.003
            one.loop.call_soon(lambda: one.loop.call_soon(lambda: alpha.say(**answer)))

        one.loop.call_at(due - 0.001, arrives)
        one.until(lambda: desk.book.fixtures[1].played)
        assert hosted.table.chairs[0].missed == 0 and desk.book.fixtures[1].measured[1].counts[0] == {"played": 1}


# Names, practice, and what is on record


def test_with_aliases_nobody_is_told_who_sits_opposite() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(3), deals=2, aliases=True)
        here = everybody(one, 3)
        one.until(lambda: len(desk.book.fixtures) > 1)
        assert all(not table["teams"] for table in one.told()["tables"])
        one.until(lambda: desk.book.over)
        for name, client in here.items():
            text = str([frame for frame in client.seen]).casefold()
            assert all(other.casefold() not in text for other in list(here) if other != name)
        assert {row["name"] for row in one.told()["teams"]} == set(here)


def test_every_connection_has_a_table_of_its_own_to_practise_at() -> None:
    with hall() as one:
        one.event(kind="robin", roster=roster(2), deals=2, practice="PRACTICE", options={"stack": 777}, levels=LEVELS)
        alpha, twin = one.join("Alpha", "PRACTICE"), one.join("Alpha", "PRACTICE")
        one.until(lambda: alpha.of("start_hand") and twin.of("start_hand"))
        tables = {client.of("welcome")[-1]["table_id"] for client in (alpha, twin)}
        assert len(tables) == 2
        plans = [one.room.tables[table].table.plan for table in tables]
        desk = one.events.desks["cup"]
        assert all((plan.options, plan.levels) == (desk.plan.options, desk.plan.levels) for plan in plans)
        one.pass_time(1_000)
        assert all(row["matches"] == 0 for row in one.told()["teams"]), "and the match is void"


def test_more_bots_than_a_table_has_seats_take_part_and_one_sits_at_each_table_for_practice() -> None:
    with hall() as one:
        one.event(kind="robin", deals=2, practice="PRACTICE", bots=["tight", "shark", "station"], manual=True)
        alpha = one.join("Alpha", "PRACTICE")
        one.until(lambda: alpha.of("start_hand"))
        assert [row["name"] for row in one.told()["teams"]] == ["house:tight", "house:shark", "house:station"]


def test_an_event_whose_practice_makes_no_sense_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(offer: Offer, game: Game) -> Offer:
        raise BadInput(f"{offer.id} makes no sense.")

    with hall() as one:
        monkeypatch.setattr(events, "checked_offer", refuses)
        with pytest.raises(BadInput, match=r"^cup-practice makes no sense\.$"):
            one.event(kind="robin", roster=roster(2), practice="PRACTICE")
        assert one.events.desks == {} and one.room.desks == {}


def test_an_event_survives_a_kill() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(3), deals=6, bots=["tight"])
        here = everybody(one, 3)
        for _ in range(4):
            one.pass_time(60)
            one.kill()
            desk = one.events.desks["cup"]
            for client in here.values():
                one.do(client.connect)
        one.until(lambda: desk.book.over)
        assert [row["matches"] for row in one.told()["teams"]] == [18] * 4


def test_a_value_function_changed_after_hands_were_seen_is_refused(tmp_path: Any) -> None:
    value = tmp_path / "value.py"
    value.write_text("def value(view):\n    return [0.0] * view.seats\n")
    with hall() as one, pytest.raises(BadInput, match="no function worth"):
        one.event(kind="robin", roster=roster(2), value=f"{value}:worth")
    with hall() as one:
        asked = {"kind": "robin", "roster": roster(2), "deals": 2, "value": f"{value}:value"}
        one.event(**asked)
        first = one.told()["value"]
        one.event(**asked)
        value.write_text("def value(view):\n    return [1.0] * view.seats\n")
        with pytest.raises(BadInput, match="settled before its first card"):
            one.event(**asked)
        assert one.told()["value"] == first


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"kind": "robin", "roster": {"Alpha": "CODE_A", "alpha": "CODE_B"}}, "same name"),
        ({"kind": "robin", "roster": {"<b>": "CODE_A"}}, "name"),
        ({"kind": "robin", "bots": ["nobody"]}, "no house bot"),
        ({"kind": "common", "options": {"colour": 1}}, "no option"),
        ({"kind": "rolling"}, "until it freezes"),
        ({"kind": "robin", "freeze": "18:30"}, "Only a rolling event"),
        ({"kind": "robin", "finish_by": "soon"}, "no time"),
        ({"kind": "robin", "levels": [Level(changes={"colour": 1})]}, "no option"),
        ({"kind": "mirrored", "bots": ["tight"]}, "two bots"),
    ],
)
def test_events_that_make_no_sense_are_refused_and_change_nothing(asked: dict[str, Any], why: str) -> None:
    with hall() as one:
        with pytest.raises(BadInput, match=why):
            one.event(**asked)
        assert not one.events.desks and "cup" not in one.room.desks
        assert not [name for name in one.loop.run_until_complete(one.store.tables()) if name.startswith(":event")]


def test_a_host_can_only_order_what_there_is() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2)
        for order, match in (("dance", ""), ("void", "cup-9-M1"), ("withdraw", "")):
            with pytest.raises(BadInput):
                one.do(lambda order=order, match=match: desk.order(order, match=match, why="a test"))
        with pytest.raises(BadInput, match="Say why"):
            one.do(lambda: desk.order("void", match="cup-1-M1"))
        assert not desk.book.orders


def test_a_clock_that_is_put_off_is_not_set_anew_and_rings_at_its_last_time() -> None:
    with hall() as one:
        one.event(kind="robin", roster=roster(2), deals=1, hands=1, move_time_ms=1_000)
        players = [one.join(name, code, silent) for name, code in roster(2).items()]
        one.until(lambda: any(player.of("act") for player in players))
        first = next(player for player in players if player.of("act"))
        second = next(player for player in players if player is not first)
        hosted = next(iter(one.room.tables.values()))
        alarm = hosted._alarms["clock"]
        one.pass_time(900)
        answer = {"type": "action", "action": "CALL", "act_id": first.of("act")[-1]["act_id"]}
        one.do(lambda: first.say(**answer))
        one.until(lambda: second.of("act"))
        assert hosted._alarms["clock"] is alarm and hosted._due["clock"] == alarm.at + 900
        one.pass_time(990)
        assert not any(chair.missed for chair in hosted.table.chairs), "the first alarm has rung for nothing"
        one.pass_time(20)
        assert any(chair.missed for chair in hosted.table.chairs)
