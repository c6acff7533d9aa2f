"""Cash games at several tables behind one code: who sits down where, and who changes tables. Each test is a ruling.

Blinds 5/10, so a player brings from 200 to 1,000 chips.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.room.cash_game import CashDesk
from croupier.arena.room.hosted import Hosted
from croupier.arena.room.offers import Offer
from croupier.arena.tables import lines
from croupier.kernel.errors import BadInput

from .virtual import Client, Hall, folds, hall

CASH = {"seating": "cash", "small_blind": 5, "big_blind": 10}


def game(one: Hall, tables: int = 2, seats: int = 3, **more: Any) -> CashDesk:
    options = {**CASH, **more.pop("options", {})}
    offer = Offer(id="C", game="holdem", code="CASH", seats=seats, tables=tables, options=options, between_ms=2_000,
                  move_time_ms=60_000, **more)  # fmt: skip
    one.do(lambda: one.room.offer(offer))
    return desk_of(one)


def desk_of(one: Hall) -> CashDesk:
    desk = one.room.desks["C"]
    assert isinstance(desk, CashDesk)
    return desk


def sit(one: Hall, *names: str, style: Any = folds, **hello: Any) -> list[Client]:
    return [one.join(name, "CASH", style, **hello) for name in names]


def at(one: Hall) -> dict[str, list[str]]:
    """Who sits at which table."""
    return {hosted.id: [chair.id for chair in hosted.table.chairs if chair.id] for hosted in desk_of(one).tables()}


def stack(one: Hall, name: str) -> int:
    """The chips of a player, those that it has bet included."""
    hosted = table_of(one, name)
    assert hosted.table.state is not None
    betting, seat = hosted.table.state.table.betting, hosted.seat_of(name)
    assert seat is not None
    return int(betting.stack[seat] + betting.total[seat])


def table_of(one: Hall, name: str) -> Hosted:
    hosted = desk_of(one).table_of(name)
    assert hosted is not None
    return hosted


def change(one: Hall, name: str, to: str) -> None:
    one.do(lambda: desk_of(one).change(name, to))


def why(one: Hall, name: str) -> dict[str, str]:
    return {choice["table"]: choice["why"] for choice in desk_of(one).choices(name)["tables"]}


def five(one: Hall, buy_in: int | None = None, **more: Any) -> list[Client]:
    """Two tables: a, b and c at C; d and e at C-1."""
    game(one, **more)
    clients = sit(one, *"abcde", buy_in=buy_in)
    assert at(one) == {"C": ["a", "b", "c"], "C-1": ["d", "e"]}
    one.pass_time(20_000)  # all have played
    return clients


# Who sits down where.


def test_a_table_is_set_up_when_all_others_are_full_and_no_more_than_the_game_has() -> None:
    with hall() as one:
        game(one, seats=2)
        sit(one, "a", "b")
        assert list(at(one)) == ["C"]
        sit(one, "c", "d")
        assert at(one) == {"C": ["a", "b"], "C-1": ["c", "d"]}
        assert desk_of(one).chair_left() == ""
        (refused,) = sit(one, "e")
        assert refused.of("error")[0] | {"code": "TABLE_FULL", "msg": "All tables are full."} == refused.of("error")[0]


def test_a_player_that_sits_down_is_sent_to_the_table_that_needs_it_most() -> None:
    with hall() as one:
        game(one, seats=3)
        sit(one, *"abcd")
        one.do(lambda: one.room.tables["C"].put())
        sit(one, "e")
        assert at(one) == {"C": ["a", "b", "c"], "C-1": ["d", "e"]}
        sit(one, "f")
        assert at(one)["C-1"] == ["d", "e", "f"] and desk_of(one).chair_left() == ""


def test_a_player_may_name_a_table_and_sits_at_one_only() -> None:
    with hall() as one:
        game(one, seats=3)
        sit(one, *"abcd")
        (client,) = sit(one, "e", table="C-1")
        one.pass_time(1)
        assert at(one)["C-1"] == ["d", "e"] and client.of("welcome")[-1]["table_id"] == "C-1"
        one.do(client.cut)
        one.do(lambda: client.connect(table="C"))
        one.pass_time(1)
        assert client.of("error")[-1]["msg"].startswith("You sit at C-1")
        one.do(client.connect)
        one.pass_time(1)
        assert client.of("welcome")[-1]["table_id"] == "C-1"


@pytest.mark.parametrize("wrong", [
    {"tables": 0}, {"tables": 51}, {"tables": 2, "options": {}},
    {"tables": 2, "kind": "house", "policy": "station", "options": CASH},
])  # fmt: skip
def test_only_a_cash_game_has_several_tables(wrong: dict[str, Any]) -> None:
    with hall() as one, pytest.raises(BadInput, match="tables"):
        one.do(lambda: one.room.offer(Offer(id="C", game="holdem", code="CASH", **{"options": CASH, **wrong})))


# Who changes tables.


def leave(one: Hall, client: Client) -> None:
    one.do(lambda: client.say(type="aside", action="LEAVE"))
    one.pass_time(1)


def settled(one: Hall, **more: Any) -> list[Client]:
    """Three tables' worth of players at two: a, b and c at C, and d alone at C-1."""
    clients = five(one, **more)
    leave(one, clients[4])
    assert at(one) == {"C": ["a", "b", "c"], "C-1": ["d"]}
    return clients


@pytest.mark.parametrize("buy_in", [200, 650, 1_000])
def test_a_player_that_changes_tables_keeps_its_stack(buy_in: int) -> None:
    with hall() as one:
        settled(one, buy_in=buy_in)
        one.until(lambda: one.room.tables["C"].table.at_boundary)
        had = stack(one, "a")
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        assert stack(one, "a") == max(had, 200)


def test_chips_above_the_most_stay_with_a_player_that_changes_also_where_nobody_has_to_bring_back_what_it_took() -> (
    None
):
    with hall() as one:
        settled(one, rathole_minutes=0)
        rich = table_of(one, "a")
        state, seat = rich.table.state, rich.seat_of("a")
        assert state is not None and seat is not None
        one.until(lambda: rich.table.at_boundary)
        state.table.betting.stack[seat] += 700
        state.table.bank -= 700
        had = state.table.betting.stack[seat]
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        assert stack(one, "a") == had > 1_000


def test_a_player_with_less_than_the_least_brings_the_least() -> None:
    """Robert's Rules, buy-ins 4: who switches games voluntarily must have the proper buy-in for the new game."""
    with hall() as one:
        settled(one)
        poor = table_of(one, "a")
        state, seat = poor.table.state, poor.seat_of("a")
        assert state is not None and seat is not None
        one.until(lambda: poor.table.at_boundary)
        gone = int(state.table.betting.stack[seat]) - 40
        state.table.betting.stack[seat] -= gone
        state.table.bank += gone
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        assert stack(one, "a") == 200


def test_a_player_that_changes_posts_like_any_newcomer() -> None:
    with hall() as one:
        settled(one)
        others = sit(one, "e")
        assert at(one)["C-1"] == ["d", "e"]
        one.pass_time(30_000)
        leave(one, others[0])
        change(one, "b", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "b"])
        hosted = one.room.tables["C-1"]
        one.until(lambda: not hosted.table.at_boundary)
        state = hosted.table.state
        assert state is not None
        assert state.table.betting.total[hosted.seat_of("b") or 0] >= 5, "a blind, at once"


def test_what_was_said_about_topping_up_goes_with_a_player_that_changes() -> None:
    with hall() as one:
        clients = settled(one)
        one.do(lambda: clients[0].say(type="aside", action="AUTO_TOP_UP"))
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        one.pass_time(1)
        state = one.room.tables["C-1"].table.state
        assert state is not None and state.table.topping == 1 << (table_of(one, "a").seat_of("a") or 0)


def test_nobody_changes_if_that_leaves_fewer_here_than_there() -> None:
    """Robert's Rules, seating 3."""
    with hall() as one:
        five(one)
        assert why(one, "a") == {"C-1": "It would leave 2 here, and make 3 there."}
        with pytest.raises(BadInput, match="leave 2 here"):
            desk_of(one).change("a", "C-1")


def test_who_is_alone_at_a_table_may_change_at_once() -> None:
    with hall() as one:
        clients = settled(one)
        leave(one, clients[1])
        change(one, "d", "C")
        one.until(lambda: at(one) == {"C": ["a", "d", "c"], "C-1": []})


def test_who_sits_out_pays_for_what_it_missed_before_it_changes() -> None:
    with hall() as one:
        clients = settled(one)
        one.do(lambda: clients[0].say(type="aside", action="AWAY"))
        one.pass_time(20_000)
        assert why(one, "a")["C-1"].startswith("You sit out")
        one.do(lambda: clients[0].say(type="aside", action="BACK"))
        assert why(one, "a")["C-1"].startswith("You sit out"), "nor before it was dealt in"
        one.until(lambda: not why(one, "a")["C-1"])


def test_a_change_waits_for_the_end_of_the_hand_and_can_be_taken_back() -> None:
    with hall() as one:
        settled(one)
        table = one.room.tables["C"].table
        one.until(lambda: not table.at_boundary)
        hand = table.hand
        change(one, "a", "C-1")
        assert desk_of(one).choices("a")["to"] == "C-1" and at(one)["C"] == ["a", "b", "c"]
        change(one, "a", "C")
        one.until(lambda: table.hand > hand)
        assert desk_of(one).choices("a")["to"] == "" and at(one)["C"] == ["a", "b", "c"]


def test_a_change_that_is_no_longer_possible_is_told_to_the_player() -> None:
    with hall() as one:
        clients = settled(one)
        one.until(lambda: not one.room.tables["C"].table.at_boundary)
        change(one, "a", "C-1")
        sit(one, "e", "f")
        one.until(lambda: not desk_of(one).choices("a")["to"])
        assert at(one)["C"] == ["a", "b", "c"]
        said = [frame for frame in clients[0].of("notice") if frame["code"] == "NO_CHANGE"]
        assert [frame["msg"] for frame in said] == ["You stay here. C-1 is full."]


def test_a_client_follows_its_player_to_the_other_table() -> None:
    with hall() as one:
        clients = settled(one)
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        one.pass_time(1)
        assert clients[0].of("welcome")[-1]["table_id"] == "C-1"
        before = len(clients[0].of("act"))
        one.until(lambda: len(clients[0].of("act")) > before)
        assert clients[0].of("act")[-1]["hand_id"].startswith("C-1-")


def test_unknown_tables_and_strangers_are_refused() -> None:
    with hall() as one:
        five(one)
        for key, to, match in [("a", "D", "no table D"), ("x", "C-1", "You sit at no table")]:
            with pytest.raises(BadInput, match=match):
                desk_of(one).change(key, to)


def test_a_kill_at_any_line_of_a_change_leaves_a_player_with_one_seat_and_its_chips() -> None:
    from .evenings import RecordingStore

    store = RecordingStore()
    with hall(store) as one:
        settled(one)
        one.until(lambda: not one.room.tables["C"].table.at_boundary)
        first = len(store.appends)
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        one.pass_time(10)
        last = len(store.appends)
    for moment in range(first, last + 1):
        with hall(store.cut(moment)) as one:
            seated = [id for ids in at(one).values() for id in ids]
            assert sorted(seated) == ["a", "b", "c", "d"], moment
            one.pass_time(300_000)  # the clock plays for all, who are not there
            assert [id for ids in at(one).values() for id in ids].count("a") == 1, "a wish is carried out after a kill"
            assert stack(one, "a") > 900


# Coming back with less, at another table.


def test_who_leaves_one_table_brings_what_it_took_to_another_of_the_game() -> None:
    with hall() as one:
        clients = settled(one)
        had = stack(one, "a")
        leave(one, clients[0])
        one.pass_time(600_000)
        (again,) = sit(one, "a", table="C-1", buy_in=200)
        assert at(one)["C-1"] == ["d", "a"]
        one.pass_time(1)
        assert stack(one, "a") >= had - 10 and again.of("welcome")[-1]["table_id"] == "C-1"


def test_who_has_lost_all_at_one_table_brings_what_it_likes_to_the_one_that_it_left_rich_before() -> None:
    with hall() as one:
        clients = settled(one)
        leave(one, clients[0])
        (again,) = sit(one, "a", table="C-1", buy_in=200)
        one.pass_time(1)
        there = one.room.tables["C-1"]
        one.until(lambda: there.table.at_boundary)
        state, seat = there.table.state, there.seat_of("a")
        assert state is not None and seat is not None
        state.table.bank += int(state.table.betting.stack[seat])
        state.table.betting.stack[seat] = 0
        leave(one, again)
        assert there.table.taken_away["a"][0] == 0
        sit(one, "a", table="C", buy_in=200)
        one.pass_time(1)
        assert stack(one, "a") == 200


def test_who_sits_down_without_chips_and_leaves_has_as_much_to_bring_as_before() -> None:
    with hall() as one:
        clients = settled(one)
        had = stack(one, "a")
        leave(one, clients[0])
        (looks,) = sit(one, "a", table="C-1", buy_in=0)
        leave(one, looks)
        sit(one, "a", table="C", buy_in=200)
        one.pass_time(1)
        assert stack(one, "a") >= had - 10


def test_lines_of_a_change_say_what_happened() -> None:
    with hall() as one:
        settled(one)
        change(one, "a", "C-1")
        one.until(lambda: at(one)["C-1"] == ["d", "a"])
        kept = [lines.decode(line.body) for line in one.loop.run_until_complete(one.store.read("C-1", 1))]
        (came,) = [line for line in kept if isinstance(line, lines.Sat) and line.id == "a"]
        assert came.stack and came.took is not None and came.took[0] == came.stack


def test_nobody_is_moved_in_the_middle_of_a_hand() -> None:
    with hall() as one:
        settled(one)
        hosted = one.room.tables["C"]
        one.until(lambda: not hosted.table.at_boundary)
        change(one, "a", "C-1")
        one.do(lambda: desk_of(one)._let_change(hosted))
        assert at(one)["C"] == ["a", "b", "c"] and desk_of(one).choices("a")["to"] == "C-1"


def test_a_wish_of_a_player_that_is_not_there_ends_without_a_word_if_it_is_no_longer_possible() -> None:
    with hall() as one:
        clients = settled(one)
        one.until(lambda: not one.room.tables["C"].table.at_boundary)
        change(one, "a", "C-1")
        sit(one, "e", "f")
        one.do(clients[0].cut)
        one.until(lambda: not desk_of(one).choices("a")["to"])
        assert at(one)["C"] == ["a", "b", "c"]
