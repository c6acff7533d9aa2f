"""Cash tables in an arena: who brings how much, and who is let in again. Each test is a ruling.

Blinds 5/10, so a player brings from 200 to 1,000 chips; the pace is that of a test, as no clock runs by itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.replay.files import match_of_file
from croupier.arena.room.offers import Offer
from croupier.arena.tables import lines
from croupier.arena.tables.follow import follow
from croupier.arena.tables.inputs import CHOOSES, USUAL, Attached, Ordered, Seated
from croupier.arena.tables.table import Table
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.menu import SIT

from .room import Room
from .signed import SIGNER, check, record, values_of
from .test_fold import kept
from .virtual import folds, hall

MINUTE = 60_000
LEAST, MOST = 200, 1_000


def cash(seats: int = 3, **plan: Any) -> Room:
    options = {"seating": "cash", "small_blind": 5, "big_blind": 10, **plan.pop("options", {})}
    return Room(seats=seats, options=options, move_time_ms=15_000, **plan)


def sit(room: Room, name: str, seat: int, buy_in: int = USUAL, *, tops_up: bool = False) -> None:
    room.put(Seated(name, name, seat=seat, buy_in=buy_in, tops_up=tops_up), Attached(name, seat))


def aside(room: Room, name: str, action: str, **more: Any) -> None:
    room.send(name, type="aside", action=action, **more)


def stacks(room: Room) -> list[int]:
    """What each seat has, bets of this hand included."""
    assert room.table.state is not None
    betting = room.table.state.table.betting
    return [betting.stack[seat] + betting.total[seat] for seat in range(room.plan.seats)]


def go_all_in(room: Room) -> None:
    """Both of two players go all-in."""
    for _ in range(2):
        actor = room.session.clocks.running()[0].decision
        name = room.table.chairs[actor.seat].id
        raising = actor.named("RAISE_TO")
        room.act(name, "RAISE_TO", amount=raising.high) if raising else room.act(name, "CALL")


# What a player brings.


def test_a_match_waits_for_chips_and_its_first_hand_is_the_first() -> None:
    room = cash()
    sit(room, "a", 0)
    assert room.table.state is not None and room.table.hand == 0 and stacks(room) == [MOST, 0, 0]
    sit(room, "b", 1)
    assert room.last("b", "start_hand")["hand_id"] == "T-1-M1-H1"
    assert [frame["type"] for frame in room.inboxes["a"]].count("start_hand") == 1


@pytest.mark.parametrize(("asked", "brought"), [(USUAL, MOST), (300, 300), (1, LEAST), (9_999, MOST)])
def test_a_player_brings_what_it_asked_for_or_the_nearest_that_is_allowed(asked: int, brought: int) -> None:
    room = cash()
    sit(room, "a", 0, asked)
    assert stacks(room)[0] == brought


def test_a_player_who_wants_to_choose_sits_down_by_itself() -> None:
    room = cash()
    sit(room, "a", 0, CHOOSES)
    assert stacks(room)[0] == 0
    aside(room, "a", "SIT", amount=350)
    assert stacks(room)[0] == 350


def test_the_welcome_tells_the_bounds_and_the_rake() -> None:
    room = cash(options={"rake": 2.5, "rake_cap": 30, "stack": 600})
    sit(room, "a", 0)
    config = room.last("a", "welcome")["config"]
    assert (config["least_buy_in"], config["most_buy_in"], config["starting_stack"]) == (LEAST, MOST, 600)
    assert (config["rake"], config["rake_cap"]) == (2.5, 30)
    assert stacks(room)[0] == 600


def test_a_table_without_buy_ins_has_none_in_its_welcome() -> None:
    room = Room(seats=2)
    room.join("a")
    assert not {"least_buy_in", "most_buy_in", "rake", "rake_cap"} & room.last("a", "welcome")["config"].keys()


def test_a_client_says_in_its_hello_what_it_brings() -> None:
    with hall() as one:
        options = {"seating": "cash", "small_blind": 5, "big_blind": 10}
        one.do(lambda: one.room.offer(Offer(id="C", game="holdem", code="CASH", seats=4, options=options)))
        one.join("a", "CASH", folds, buy_in=250)
        one.join("b", "CASH", folds, buy_in=0)
        one.join("c", "CASH", folds)
        one.join("d", "CASH", folds, buy_in=300, top_up=True)
        table = one.room.tables["C"].table
        assert [chair.buy_in for chair in table.chairs] == [250, CHOOSES, USUAL, 300]
        assert [chair.tops_up for chair in table.chairs] == [False, False, False, True]
        one.pass_time(1_000)
        assert table.state is not None and table.state.table.betting.stack[1] == 0
        refused = one.join("e", "CASH", folds, buy_in=-5)
        assert refused.of("error")[0]["code"] == "BAD_SCHEMA"


def test_a_chair_without_chips_is_free_after_some_minutes() -> None:
    room = cash(empty_minutes=5)
    sit(room, "a", 0, CHOOSES)
    room.wait(5 * MINUTE - 1)
    assert room.table.chairs[0].taken
    room.wait(1)
    assert not room.table.chairs[0].taken


def test_a_chair_with_chips_stays_taken() -> None:
    room = cash(empty_minutes=5)
    sit(room, "a", 0, CHOOSES)
    room.wait(4 * MINUTE)
    aside(room, "a", "SIT", amount=350)
    room.wait(60 * MINUTE)
    assert room.table.chairs[0].taken


def test_a_host_may_let_chairs_wait_for_ever() -> None:
    room = cash(empty_minutes=0)
    sit(room, "a", 0, CHOOSES)
    room.wait(24 * 60 * MINUTE)
    assert room.table.chairs[0].taken


# Busting and topping up.


def test_a_house_bot_buys_in_again() -> None:
    room = cash(2)
    sit(room, "a", 0, 300)
    sit(room, "b", 1, 300)
    room.put(Ordered("swap", 0, {"policy": "tight"}), Ordered("swap", 1, {"policy": "tight"}))
    for _ in range(2):
        asked = room.asked[-1]
        raising = asked.decision.named("RAISE_TO")
        room.answer(asked, Move(raising.kind, raising.high) if raising else asked.decision.move("CALL"))
    assert sorted(stacks(room)) == [600, MOST], "the loser is back with what is usual"


def test_a_player_that_sits_down_between_two_hands_may_choose_at_once() -> None:
    """One player is alone; another comes to the seat of one who left, whose cards it must not see."""
    room = cash(2)
    sit(room, "a", 0, 300)
    sit(room, "b", 1, 300)
    aside(room, "b", "LEAVE")
    room.put(Seated("c", "c", seat=1, buy_in=CHOOSES), Attached("c", 1, scenes=True))
    assert [one["action"] for one in room.last("c", "snapshot")["asides"]] == ["SIT", "LEAVE"]
    scene = room.last("c", "scene")["scene"]
    assert scene["eyes"] == 1 and [one["name"] for one in scene["question"]["options"]] == ["SIT", "LEAVE"]
    assert all(not card.get("name") for zone in scene["zones"] if zone.get("owner") == 1 for card in zone["cards"])
    aside(room, "c", "SIT", amount=400)
    assert stacks(room)[1] == 400 and room.table.hand == 2


def test_a_player_that_asked_for_it_is_topped_up_from_its_first_hand_on() -> None:
    room = cash(2)
    sit(room, "a", 0, 300, tops_up=True)
    sit(room, "b", 1, 300)
    assert stacks(room)[:2] == [MOST, 300]


def test_a_top_up_in_a_hand_comes_after_it() -> None:
    room = cash(2)
    sit(room, "a", 0, 300)
    sit(room, "b", 1, 300)
    aside(room, "b", "TOP_UP", amount=400)
    assert stacks(room)[:2] == [300, 300]
    room.act("a", "FOLD")
    assert stacks(room)[:2] == [295, 705]
    frames = [frame.get("ev", frame["type"]) for frame in room.inboxes["b"]]
    assert frames.index("end_hand") < frames.index("TOP_UP") < len(frames) - frames[::-1].index("start_hand") - 1


def test_a_bust_player_keeps_its_chair_and_buys_in_by_sitting_down() -> None:
    room = cash(2)
    sit(room, "a", 0, 300)
    sit(room, "b", 1, 300)
    go_all_in(room)
    loser = stacks(room).index(0)
    name = room.table.chairs[loser].id
    assert room.session.phase.value == "between hands" and room.table.chairs[loser].taken
    aside(room, name, "SIT", amount=LEAST)
    assert stacks(room)[loser] == LEAST and room.table.hand == 2


def test_a_player_that_is_away_sits_out_after_three_timeouts_and_comes_back_when_it_says_so() -> None:
    room = cash(3)
    for seat, name in enumerate("abc"):
        sit(room, name, seat)
    room.drop("a")
    for _ in range(100):
        question = room.session.clocks.running()[0].decision
        if question.seat == 0:
            room.wait(16_000)
        else:
            room.act(room.table.chairs[question.seat].id, "CHECK" if question.named("CHECK") else "FOLD")
        if room.table.state is not None and room.table.state.table.away:
            break
    assert room.table.state is not None and room.table.state.table.away == 0b001
    paid = stacks(room)[0]
    for _ in range(6):
        question = room.session.clocks.running()[0].decision
        room.act(room.table.chairs[question.seat].id, "CHECK" if question.named("CHECK") else "FOLD")
    assert stacks(room)[0] == paid, "it pays no blinds"
    room.put_back("a")
    aside(room, "a", "BACK")
    assert room.table.state.table.away == 0


# Coming back with less.


def gone(room: Room, stack: int, *, after_minutes: float) -> None:
    """Player c sits down with some chips and leaves; then time passes."""
    sit(room, "c", 2, stack)
    aside(room, "c", "LEAVE")
    assert not room.table.chairs[2].taken
    room.wait(int(after_minutes * MINUTE))


@pytest.mark.parametrize(("minutes", "brings"), [(0, 700), (59.9, 700), (60, LEAST), (300, LEAST)])
def test_a_player_that_comes_back_within_the_hour_brings_back_what_it_took(minutes: float, brings: int) -> None:
    room = cash()
    gone(room, 700, after_minutes=minutes)
    sit(room, "c", 1, LEAST)
    assert stacks(room)[1] == brings, "in another seat as well"


@pytest.mark.parametrize(("rathole_minutes", "brings"), [(0, LEAST), (10, LEAST), (30, 700)])
def test_the_plan_says_how_long_a_player_has_to_bring_back_what_it_took(rathole_minutes: float, brings: int) -> None:
    room = cash(rathole_minutes=rathole_minutes)
    gone(room, 700, after_minutes=20)
    sit(room, "c", 2, LEAST)
    assert stacks(room)[2] == brings


def test_another_player_in_the_seat_of_one_that_left_brings_what_it_likes() -> None:
    room = cash()
    gone(room, 700, after_minutes=1)
    sit(room, "d", 2, 300)
    assert stacks(room)[2] == 300


def test_the_next_player_brings_what_it_likes_when_one_did_not_bring_back_what_it_took() -> None:
    room = cash()
    gone(room, 700, after_minutes=1)
    sit(room, "c", 2, CHOOSES)
    aside(room, "c", "SIT", amount=300)
    assert stacks(room)[2] == 0 and room.last("c", "error")["code"] == "INVALID_ACTION"
    aside(room, "c", "LEAVE")
    sit(room, "d", 2, 300)
    assert stacks(room)[2] == 300


def test_a_player_that_takes_longer_than_the_hour_to_choose_may_bring_less() -> None:
    room = cash(empty_minutes=0)
    gone(room, 700, after_minutes=59)
    sit(room, "c", 2, CHOOSES)
    room.wait(2 * MINUTE)
    sit(room, "a", 0)
    aside(room, "c", "SIT", amount=300)
    assert stacks(room)[2] == 300


def test_a_player_that_lost_what_it_brought_back_may_come_with_the_least() -> None:
    room = cash()
    gone(room, 300, after_minutes=1)
    sit(room, "c", 2, LEAST)
    sit(room, "a", 0, LEAST)
    aside(room, "c", "LEAVE")
    assert room.table.taken_away["c"][0] < 300
    assert "a" not in room.table.taken_away


def test_a_match_that_begins_anew_forgets_what_was_taken() -> None:
    room = cash(again=True)
    gone(room, 700, after_minutes=1)
    sit(room, "a", 0)
    room.put(Ordered("end"))
    sit(room, "c", 2, LEAST)
    assert room.table.match == 2 and stacks(room)[2] == LEAST


def test_what_nobody_has_to_bring_back_any_more_is_forgotten_when_the_next_player_leaves() -> None:
    room = cash()
    gone(room, 700, after_minutes=60)
    sit(room, "d", 2, 300)
    aside(room, "d", "LEAVE")
    assert list(room.table.taken_away) == ["d"]


def test_only_the_table_says_what_a_player_took() -> None:
    room = cash()
    sit(room, "a", 0, CHOOSES)
    aside(room, "a", "RETURN", amount=900)
    assert room.last("a", "error")["code"] == "INVALID_ACTION"
    assert "RETURN" not in str(room.table.decision(0).listed)


def test_the_rule_counts_by_the_times_of_lines_and_not_by_a_clock() -> None:
    """A table that is folded again years later has the same players with the same chips."""
    room = cash()
    gone(room, 700, after_minutes=59)
    sit(room, "c", 2, LEAST)
    sit(room, "a", 0, LEAST)
    again = Table(room.plan, room.game)
    for line in room.log:
        follow(again, line)
    assert kept(again) == kept(room.table)
    assert [line.amount for line in room.log if isinstance(line, lines.Made) and line.kind == SIT] == [700, 700, LEAST]


# Restarts.


@pytest.mark.parametrize("cut", range(12))
def test_a_table_killed_after_any_step_goes_on_as_it_was(cut: int) -> None:
    """Buying in, a top-up that is ordered, leaving, coming back: the table is killed in between."""
    room = cash(empty_minutes=30)
    steps = [
        lambda: sit(room, "a", 0, CHOOSES),
        lambda: aside(room, "a", "SIT", amount=300),
        lambda: sit(room, "b", 1, 300, tops_up=True),
        lambda: aside(room, "a", "TOP_UP", amount=100),
        lambda: room.act("a", "FOLD"),
        lambda: aside(room, "b", "END_TOP_UP"),
        lambda: sit(room, "c", 2, 500),
        lambda: aside(room, "b", "LEAVE"),
        lambda: sit(room, "b", 1, CHOOSES),
        lambda: aside(room, "b", "SIT", amount=LEAST),
        lambda: aside(room, "b", "SIT", amount=MOST),
    ]
    for number, step in enumerate(steps):
        if number == cut:
            before = kept(room.table)
            room.restart()
            assert kept(room.table) == before
            for chair in room.table.chairs:
                if chair.taken:
                    room.put(Attached(chair.id, chair.seat))
        step()
    assert stacks(room)[1] == MOST and room.last("b", "error")["code"] == "INVALID_ACTION"
    assert sum(stacks(room)) + room.table.state.table.bank == 2**30  # type: ignore[union-attr]


def test_a_table_may_be_kept_for_minutes_that_make_sense_only() -> None:
    with pytest.raises(BadInput, match="rathole_minutes"), hall() as one:
        one.do(lambda: one.room.offer(Offer(id="C", game="holdem", seats=4, rathole_minutes=-1)))


# Records.


def test_a_record_of_a_cash_table_is_verified_and_played_again() -> None:
    """People come with what they choose, buy in again, leave and come back; the house takes its part."""
    room = cash(signer=SIGNER, options={"rake": 5})
    choose = random_chooser(room.game, 3)
    room.watch("all")
    sit(room, "a", 0, 300, tops_up=True)
    sit(room, "b", 1, 300)
    for step in range(90):
        if step == 30:
            sit(room, "c", 2, CHOOSES)
            aside(room, "c", "SIT", amount=500)
        elif step == 60:
            aside(room, "c", "LEAVE")
        elif step == 62:
            sit(room, "c", 2, LEAST)
        state = room.table.state
        assert state is not None
        for owed in room.game.pending(state)[:1]:
            if owed.seat < 3:
                room.table_move(owed.seat, choose(state, owed))
        for chair in room.table.chairs:
            if chair.taken and stacks(room)[chair.seat] == 0:
                aside(room, chair.id, "SIT", amount=400)
    room.put(Ordered("end"))
    while not room.finished:
        state = room.table.state
        assert state is not None
        room.table_move((owed := room.game.pending(state)[0]).seat, choose(state, owed))
    raked = sum(frame["amount"] for frame in room.inboxes["all"] if frame.get("ev") == "RAKE")
    assert raked > 0 and sum(room.finished[0].scores) == -raked
    report = check(values_of(record(room, whole=True)))
    assert (report.flaws, report.replayed) == ([], 1) and report.signed == room.table.hand
    assert len(match_of_file(record(room, whole=True).decode()).hands) > 10
