"""A table of hold'em in its own messages, with a clock that stands still and without a socket."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.shuffle import hash_of_secret
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Attached, Ordered, Rang, Seated
from croupier.kernel.errors import BadInput

from .room import Room

BLINDS = {"stack": 1000, "small_blind": 5, "big_blind": 10}


def heads_up(**plan: Any) -> Room:
    room = Room(seats=2, options=BLINDS, **plan)
    room.join("a")
    room.join("b")
    return room


def to_act(room: Room) -> str:
    """Whose turn it is."""
    state = room.table.state
    assert state is not None
    return room.session.connections[room.game.pending(state)[0].seat]


def chips(room: Room) -> int:
    state = room.table.state
    assert state is not None
    return sum(state.table.betting.stack) + sum(state.table.betting.total) + state.table.bank


def test_a_match_begins_with_two_stacks() -> None:
    room = Room(seats=3, options=BLINDS)
    room.join("a")
    assert room.types("a") == ["welcome", "lobby"]
    room.join("b")
    assert room.last("a", "lobby")["players"][1]["team"] == "b"
    assert room.types("b")[:3] == ["welcome", "lobby", "event:COMMIT"]
    assert "start_hand" in room.types("a") and "start_hand" in room.types("b")


def test_a_match_that_the_host_begins_waits_for_the_host() -> None:
    room = heads_up(manual=True)
    assert room.table.state is None
    room.put(Ordered("start", why="everybody is here"))
    assert room.table.state is not None


def test_button_and_blinds_of_the_first_hand() -> None:
    room = heads_up()
    blinds = next(frame for frame in room.inboxes["a"] if frame.get("ev") == "POST_BLINDS")
    assert {name: blinds[name] for name in ("sb_seat", "bb_seat", "sb", "bb")} == {
        "sb_seat": 0,
        "bb_seat": 1,
        "sb": 5,
        "bb": 10,
    }


def test_legal_actions_are_told_with_their_amounts() -> None:
    room = heads_up()
    act = room.last("a", "act")
    assert act["legal"] == ["FOLD", "CALL", "RAISE_TO"]
    assert (act["call_amount"], act["min_raise_to"], act["max_raise_to"]) == (5, 20, 1000)
    assert act["you"]["time_ms"] == 15_000


def test_with_nothing_to_call_there_is_no_call_amount() -> None:
    room = heads_up()
    room.act("a", "CALL")
    act = room.last("b", "act")
    assert act["legal"] == ["CHECK", "RAISE_TO"] and "call_amount" not in act


def test_a_fold_awards_the_pot_at_once() -> None:
    room = heads_up()
    room.act("a", "FOLD")
    events = [frame["ev"] for frame in room.inboxes["b"] if frame["type"] == "event"]
    assert "POT_AWARD" in events and "FLOP" not in events
    assert "end_hand" in room.types("b")


def test_button_and_stacks_go_on_to_the_next_hand() -> None:
    room = heads_up()
    room.act("a", "FOLD")
    start = room.last("a", "start_hand")
    assert start["button"] == 1
    assert {one["seat"]: one["stack"] for one in start["stacks"]} == {0: 995, 1: 1005}


def test_a_match_ends_when_one_has_all() -> None:
    room = Room(seats=2, options={"stack": 30, "small_blind": 5, "big_blind": 10})
    room.join("a")
    room.join("b")
    for _ in range(200):
        if room.finished:
            break
        name = to_act(room)
        act = room.last(name, "act")
        room.act(name, "RAISE_TO", amount=act["max_raise_to"]) if "max_raise_to" in act else room.act(name, "CALL")
    end = room.last("a", "match_end")
    assert end["winner"]["team"] in ("a", "b")
    assert sum(one["stack"] for one in end["final_stacks"]) == 60
    assert sum(room.finished[0].scores) == 0 and room.finished[0].ids == ("a", "b")


def test_time_runs_out_with_a_check_else_a_call() -> None:
    room = heads_up()
    room.wait(15_000)
    assert "event:CALL" in room.types("b")
    room.wait(15_000)
    assert room.types("a")[-2:] != ["event:FOLD", "event:FOLD"]
    assert [frame["ev"] for frame in room.inboxes["a"] if frame["type"] == "event"].count("CHECK") == 1


def test_an_answer_in_the_last_moment_counts() -> None:
    room = heads_up()
    room.wait(14_999)
    room.act("a", "CALL")
    assert "event:TIMEOUT" not in room.types("b")


def test_a_timer_of_ours_that_rings_late_times_nobody_out() -> None:
    room = heads_up()
    room.now = 15_020
    del room.timers["clock"]
    room.put(Rang("clock"))
    assert "event:TIMEOUT" not in room.types("b")
    room.act("a", "CALL")
    assert "event:CALL" in room.types("b")


def test_after_three_decisions_by_the_clock_there_is_a_second_until_one_is_answered() -> None:
    room = heads_up()
    times = []
    for _ in range(12):
        name = to_act(room)
        times.append((name, room.last(name, "act")["you"]["time_ms"]))
        if name == "a":
            room.act("a", "CALL" if "CALL" in room.last("a", "act")["legal"] else "CHECK")
        else:
            room.wait(times[-1][1])
    assert [ms for name, ms in times if name == "b"][:4] == [15_000, 15_000, 15_000, 1_000]
    assert {ms for name, ms in times if name == "a"} == {15_000}
    while to_act(room) != "b":
        room.act("a", "CALL" if "CALL" in room.last("a", "act")["legal"] else "CHECK")
    room.act("b", "CALL" if "CALL" in room.last("b", "act")["legal"] else "CHECK")
    while to_act(room) != "b":
        room.act("a", "CALL" if "CALL" in room.last("a", "act")["legal"] else "CHECK")
    assert room.last("b", "act")["you"]["time_ms"] == 15_000


def test_an_action_out_of_turn_changes_nothing() -> None:
    room = heads_up()
    assert room.table.state is not None
    before = room.table.state.to_bytes()
    room.act("b", "CALL")
    assert room.inboxes["b"][-1]["code"] == "OUT_OF_TURN"
    assert room.table.state.to_bytes() == before


def test_an_invalid_action_keeps_the_turn_and_the_running_clock() -> None:
    room = heads_up()
    room.wait(5_000)
    room.act("a", "RAISE_TO", amount=11)
    assert room.inboxes["a"][-1]["code"] == "INVALID_ACTION"
    assert room.timers["clock"] == 15_000
    room.act("a", "RAISE_TO", amount=20)
    assert "event:BET" in room.types("b")


def test_a_second_answer_to_the_same_question_is_too_late() -> None:
    room = heads_up()
    act_id = room.last("a", "act")["act_id"]
    room.act("a", "CALL", act_id=act_id)
    room.act("b", "CHECK")
    room.act("b", "CHECK")
    asked = room.last("a", "act")["act_id"]
    assert asked > act_id
    room.act("a", "CHECK", act_id=act_id)
    assert room.inboxes["a"][-1]["code"] == "ACTION_TOO_LATE"
    assert to_act(room) == "a"


def test_a_reconnected_seat_gets_a_snapshot_with_the_time_really_left() -> None:
    room = heads_up()
    room.wait(4_000)
    room.drop("a")
    room.wait(6_000)
    room.put(Attached("a again", 0))
    snapshot = room.last("a again", "snapshot")
    assert snapshot["time_ms_remaining"] == 5_000
    assert snapshot["next_actor"] == 0 and snapshot["legal"] == ["FOLD", "CALL", "RAISE_TO"]
    assert len(snapshot["you"]["hole"]) == 2


def test_the_other_seat_is_not_told_what_is_legal_for_the_actor() -> None:
    room = heads_up()
    room.put(Attached("b again", 1))
    assert "legal" not in room.last("b again", "snapshot")


def test_the_newest_connection_wins_and_the_end_of_the_old_one_does_not_touch_it() -> None:
    room = heads_up()
    room.put(Attached("a again", 0))
    assert [close.connection for close in room.closed] == ["a"]
    room.drop("a")
    assert room.session.connections[0] == "a again"
    room.send("a again", type="action", action="CALL")
    assert "event:CALL" in room.types("b")


def test_a_client_that_comes_back_with_a_number_gets_what_came_after_it() -> None:
    room = heads_up()
    seen = room.inboxes["b"][-2]["n"] if "n" in room.inboxes["b"][-2] else room.last("b", "start_hand")["n"]
    room.drop("b")
    room.act("a", "CALL")
    room.put(Attached("b again", 1, after=seen))
    numbers = [frame["n"] for frame in room.inboxes["b again"] if "n" in frame]
    assert numbers == list(range(seen + 1, seen + 1 + len(numbers))) and "event:CALL" in room.types("b again")
    assert "snapshot" not in room.types("b again")


def test_a_number_from_before_the_hand_gets_a_snapshot() -> None:
    room = heads_up()
    room.act("a", "FOLD")
    room.put(Attached("b again", 1, after=1))
    assert "snapshot" in room.types("b again")


def test_a_client_that_was_away_when_the_match_ended_is_told_so() -> None:
    room = Room(seats=2, options=BLINDS | {"hands": 2}, matches=1)
    room.join("a")
    room.join("b")
    room.drop("b")
    room.act("a", "FOLD")
    room.put_back("b")
    room.drop("b")
    room.wait(600_000)
    assert room.table.state is None
    end = room.last("a", "match_end")
    room.put(Attached("b again", 1, after=0))
    assert room.types("b again") == ["welcome", "match_end", "lobby"]
    assert room.last("b again", "match_end") == {name: end[name] for name in end if name != "n"}


def test_the_end_of_a_match_is_told_only_to_clients_that_say_they_were_in_it() -> None:
    room = Room(seats=2, options=BLINDS | {"hands": 1}, matches=1)
    room.join("a")
    room.join("b")
    room.act("a", "FOLD")
    room.put(Attached("b again", 1))
    assert "match_end" not in room.types("b again")
    room.put(Ordered("kick", seat=1, why="it plays elsewhere"))
    room.join("c", 1)
    room.put(Attached("c again", 1, after=0))
    assert "match_end" not in room.types("c again")


def test_a_client_that_joins_during_a_hand_is_dealt_in_the_next_one() -> None:
    room = Room(seats=3, options=BLINDS)
    room.join("a")
    room.join("b")
    room.join("c")
    assert room.table.state is not None and room.table.state.table.dealt == 0b11
    assert chips(room) == 3000
    room.act("a", "FOLD")
    assert room.table.state.table.dealt == 0b111


def test_a_full_table_seats_nobody() -> None:
    room = heads_up()
    with pytest.raises(BadInput, match="full"):
        room.put(Seated("c", "c"))


def test_spectators_see_no_hole_cards() -> None:
    room = heads_up()
    room.watch("w")
    for _ in range(6):
        name = to_act(room)
        room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK")
    assert not any("hole" in str(frame) for frame in room.inboxes["w"])
    room.send("w", type="action", action="CALL")
    assert room.inboxes["w"][-1]["code"] == "OUT_OF_TURN"


def test_numbers_of_frames_have_no_gap() -> None:
    room = heads_up()
    room.watch("w")
    for _ in range(20):
        room.wait(15_000)
    for name in ("a", "b"):
        numbers = [frame["n"] for frame in room.inboxes[name] if "n" in frame]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_time_bank_is_used_after_the_time_and_only_once() -> None:
    room = heads_up(bank_ms=10_000)
    room.wait(20_000)
    room.act("a", "CALL")
    assert "event:TIMEOUT" not in room.types("b") and room.table.chairs[0].bank_ms == 5_000
    while to_act(room) != "a":
        room.act("b", "CHECK")
    room.wait(20_000)
    assert "event:TIMEOUT" in room.types("b") and room.table.chairs[0].bank_ms == 0


def test_between_hands_a_table_may_rest() -> None:
    room = heads_up(between_ms=3_000)
    room.act("a", "FOLD")
    assert room.types("a").count("start_hand") == 1
    room.wait(3_000)
    assert room.types("a").count("start_hand") == 2


def test_a_secret_whose_hash_was_told_is_dealt_from_though_another_player_sits_down() -> None:
    room = Room(seats=3, between_ms=2_000, options=BLINDS)
    room.join("a")
    room.join("b")
    room.act(to_act(room), "FOLD")
    promised = room.last("a", "end_hand")["next_commitment"]
    room.join("c")
    assert room.last("a", "lobby")["next_commitment"] == promised
    drawn = [line.secret for line in room.log if isinstance(line, lines.Shuffle)][-1]
    room.wait(2_000)
    assert room.last("c", "start_hand")["hole"]
    assert hash_of_secret(drawn, room.table.hand_id) == promised


def test_a_paused_table_plays_the_hand_to_its_end_and_stops() -> None:
    room = heads_up()
    room.put(Ordered("pause"))
    room.act("a", "FOLD")
    assert room.types("a").count("start_hand") == 1
    room.put(Ordered("start"))
    assert room.types("a").count("start_hand") == 2


def test_other_blinds_begin_with_the_next_hand() -> None:
    room = heads_up()
    room.put(Ordered("change", values={"small_blind": 50, "big_blind": 100}))
    before = room.last("a", "act")["act_id"]
    room.act("a", "FOLD")
    assert room.last("b", "act")["table"]["bb"] == 100
    assert chips(room) == 2000
    room.act("b", "CALL")
    assert room.last("a", "act")["act_id"] > before


def test_changes_that_cannot_be_are_refused_and_play_goes_on() -> None:
    room = heads_up()
    with pytest.raises(BadInput, match="no option 'blinds'"):
        room.put(Ordered("change", values={"blinds": 3}))
    with pytest.raises(BadInput, match="Blinds of 500/100 make no sense"):
        room.put(Ordered("change", values={"small_blind": 500, "big_blind": 100}))
    with pytest.raises(BadInput, match="big_blind takes a whole number"):
        room.put(Ordered("change", values={"big_blind": "many"}))
    room.put(Ordered("change", values={"hands": 1}))
    room.act("a", "FOLD")
    assert room.last("b", "act")["hand_id"] == "T-1-M1-H2"
    assert room.last("b", "notice")["order"]["what"] == "refused"
    assert any(getattr(line, "what", "") == "refused" for line in room.log)


def test_a_match_that_the_host_ends_is_over_after_the_hand() -> None:
    room = heads_up()
    room.put(Ordered("end", why="the bell"))
    assert not room.finished
    room.act("a", "FOLD")
    assert room.finished[0].scores == (-5, 5)
    assert room.last("a", "match_end")["winner"]["team"] == "b"
    with pytest.raises(BadInput, match="No match"):
        room.put(Ordered("end"))


def test_a_kicked_player_loses_its_connection_and_the_clock_plays_for_it() -> None:
    room = heads_up()
    room.put(Ordered("kick", 0, why="broke the rules"))
    assert [close.connection for close in room.closed] == ["a"]
    room.wait(15_000)
    assert "event:CALL" in room.types("b")
    room.act("b", "CHECK")
    room.act("b", "CHECK")
    assert room.timers["clock"] - room.now == 1_000


def test_orders_survive_a_restart() -> None:
    room = heads_up(between_ms=3_000)
    room.put(Ordered("change", values={"small_blind": 50, "big_blind": 100}))
    room.act("a", "FOLD")
    room.restart()
    room.wait(3_000)
    assert room.table.state is not None and room.table.state.table.config.big_blind == 100


def test_a_refused_input_leaves_a_fresh_table_fresh() -> None:
    room = Room(seats=2, options=BLINDS)
    with pytest.raises(BadInput, match="Seat 7 is taken"):
        room.put(Seated("a", "a", seat=7))
    room.join("a")
    assert [type(line).__name__ for line in room.log] == ["Shuffle", "Sat"]
