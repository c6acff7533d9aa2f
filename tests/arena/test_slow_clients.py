"""Clients that are too slow for their clock: how they get their whole time back, and which of their answers is late."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Attached, Garbled, Ordered, Said
from croupier.kernel.showing.wire.messages import Rider

from .room import Room
from .test_table import BLINDS, heads_up, to_act

WHOLE, SHORT = 15_000, 1_000


def passes(room: Room, name: str, **more: Any) -> None:
    room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK", **more)


def time_of(room: Room, name: str) -> int:
    return int(room.last(name, "act")["you"]["time_ms"])


def until_b_is_asked(room: Room) -> None:
    while to_act(room) != "b":
        passes(room, "a")


def asleep(answered: int = 0) -> Room:
    """Seat b has answered some questions, then missed three deadlines, and is asked once more."""
    room = heads_up()
    for _ in range(answered):
        until_b_is_asked(room)
        passes(room, "b")
    for _ in range(3):
        until_b_is_asked(room)
        room.wait(WHOLE)
    until_b_is_asked(room)
    assert time_of(room, "b") == SHORT
    return room


# A way back


def test_a_late_answer_gives_the_whole_time_back_from_the_next_decision_on() -> None:
    room = asleep()
    room.wait(500)
    passes(room, "b", act_id=room.last("b", "act")["act_id"] - 1)
    assert room.inboxes["b"][-1]["code"] == "ACTION_TOO_LATE"
    assert room.timers["clock"] == room.now + 500, "the open question keeps its second"
    room.wait(500)
    until_b_is_asked(room)
    assert time_of(room, "b") == WHOLE


def test_an_answer_out_of_turn_or_one_that_is_not_allowed_is_a_sign_of_life_too() -> None:
    for said in (
        {"action": "CHECK", "act_id": 1},
        {"action": "RAISE_TO", "amount": 1},
        {"type": "aside", "action": "X"},
    ):
        room = asleep()
        room.send("b", **{"type": "action", **said})
        room.wait(SHORT)
        until_b_is_asked(room)
        assert time_of(room, "b") == WHOLE, said


def test_a_bot_that_thinks_for_a_second_and_a_half_of_four_plays_on_with_four() -> None:
    room = Room(seats=2, options={**BLINDS, "limit_ms": 4_000})
    room.join("a")
    room.join("b")
    for _ in range(3):
        until_b_is_asked(room)
        room.wait(4_000)
    times = []
    for _ in range(6):
        until_b_is_asked(room)
        asked = room.last("b", "act")["act_id"]
        times.append(time_of(room, "b"))
        room.wait(1_500)
        passes(room, "b", act_id=asked)
    assert times[0] == SHORT and set(times[2:]) == {4_000}


def test_a_new_connection_gives_the_whole_time_back() -> None:
    room = asleep()
    room.put(Attached("b again", 1))
    assert room.last("b again", "snapshot")["time_ms_remaining"] == SHORT, "from the next decision on"
    room.wait(SHORT)
    while to_act(room) != "b again":
        passes(room, "a")
    assert time_of(room, "b again") == WHOLE


def test_frames_of_others_and_frames_that_are_no_messages_give_nobody_its_time_back() -> None:
    room = asleep()
    room.put(Attached("a again", 0))
    room.put(Attached("a", 0))
    room.watch("w")
    room.put(Garbled("b", "{", "BAD_SCHEMA", "no JSON"))
    room.wait(SHORT)
    until_b_is_asked(room)
    assert time_of(room, "b") == SHORT


def test_the_time_that_was_given_back_is_there_after_a_restart() -> None:
    room = asleep(answered=2)
    hand = room.table.hand
    passes(room, "b", act_id=1)
    room.wait(SHORT)
    until_b_is_asked(room)
    room.wait(4_000)
    assert room.table.hand == hand, "all of it follows from lines of this hand"
    room.restart()
    room.put(Attached("b", 1))
    assert room.last("b", "snapshot")["time_ms_remaining"] == WHOLE - 4_000


def test_after_a_sign_of_life_it_takes_three_more_missed_deadlines() -> None:
    room = asleep()
    passes(room, "b", act_id=1)
    room.wait(SHORT)
    times = []
    for _ in range(3):
        until_b_is_asked(room)
        times.append(time_of(room, "b"))
        room.wait(times[-1])
    assert times == [WHOLE, WHOLE, SHORT], "the second that was running has been missed, too"


def test_only_the_return_of_a_seat_that_has_a_second_is_a_line() -> None:
    room = heads_up()
    until_b_is_asked(room)
    room.wait(WHOLE)
    passes(room, "b", act_id=1)
    assert not [line for line in room.log if isinstance(line, lines.Woke)], "it has its whole time as it is"
    room = asleep()
    passes(room, "b")
    assert not [line for line in room.log if isinstance(line, lines.Woke)], "an answer in time says so itself"
    until_b_is_asked(room)
    assert time_of(room, "b") == WHOLE


def test_an_answer_that_comes_for_the_second_time_is_a_sign_of_life() -> None:
    room = heads_up()
    until_b_is_asked(room)
    said = {"type": "action", "action": "CHECK", "act_id": room.last("b", "act")["act_id"], "receipt": True}
    tell(room, "b", **said)
    for _ in range(3):
        until_b_is_asked(room)
        room.wait(WHOLE)
    tell(room, "b", **said)
    assert room.inboxes["b"][-1]["type"] == "receipt"
    until_b_is_asked(room)
    assert time_of(room, "b") == WHOLE


# Late answers without a number


def tell(room: Room, name: str, round_trip_ms: int = 0, **message: Any) -> None:
    """A message over a line whose shortest round trip is known, with what rides on it."""
    seat = room.session.seat_of(name)
    rider = Rider(receipt=True) if message.pop("receipt", False) else None
    frame = room.session.dialects.of(seat).read(json.dumps({"v": 1, **message}))
    room.put(Said(name, frame, rider, round_trip_ms))


def timed_out_on_the_flop(**plan: Any) -> Room:
    """The clock has checked for b before the flop, and b, who acts first on it, has just been asked again."""
    room = heads_up(**plan)
    room.act("a", "CALL")
    room.wait(WHOLE)
    assert to_act(room) == "b" and room.last("b", "act")["phase"] == "FLOP"
    return room


CHECK = {"type": "action", "action": "CHECK"}


@pytest.mark.parametrize(("after", "code"), [(0, "ACTION_TOO_LATE"), (19, "ACTION_TOO_LATE"), (20, ""), (21, "")])
def test_an_answer_sooner_than_the_round_trip_after_a_timeout_is_late(after: int, code: str) -> None:
    room = timed_out_on_the_flop()
    room.wait(after)
    tell(room, "b", 20, **CHECK)
    assert (room.last("b", "error")["code"] if "error" in room.types("b") else "") == code
    assert to_act(room) == ("b" if code else "a")


def test_it_says_what_to_do_and_costs_neither_the_turn_nor_the_decision() -> None:
    room = timed_out_on_the_flop()
    tell(room, "b", 20, **CHECK)
    assert "act_id" in room.last("b", "error")["msg"]
    room.wait(100)
    tell(room, "b", 20, **CHECK)
    made = [line for line in room.log if isinstance(line, lines.Made)][-1]
    assert made.actor == 1 and made.how == "", "it is no refused answer to this question"


def test_an_answer_that_would_not_even_be_allowed_is_late_as_well() -> None:
    room = timed_out_on_the_flop()
    tell(room, "b", 20, type="action", action="CALL")
    assert room.last("b", "error")["code"] == "ACTION_TOO_LATE"


@pytest.mark.parametrize("dialect", ["generic", "contract"])
def test_it_is_so_in_every_dialect(dialect: str) -> None:
    room = heads_up()
    room.put(Attached("b", 1, dialect=dialect))
    room.act("a", "CALL")
    room.wait(WHOLE)
    option = room.table.decision(1).named("CHECK")
    assert option is not None
    message = {"type": "move", "kind": option.kind} if dialect == "contract" else CHECK
    tell(room, "b", 20, **message)
    assert room.last("b", "error")["code"] == "ACTION_TOO_LATE" and to_act(room) == "b"


def test_with_an_act_id_or_an_unknown_round_trip_nothing_is_guessed() -> None:
    room = timed_out_on_the_flop()
    tell(room, "b", 20, **CHECK, act_id=room.last("b", "act")["act_id"])
    assert to_act(room) == "a"
    room = timed_out_on_the_flop()
    tell(room, "b", 0, **CHECK)
    assert to_act(room) == "a"


def test_an_aside_is_no_answer_and_always_comes_in_time() -> None:
    room = Room(seats=2, options={**BLINDS, "seating": "open"})
    room.join("a")
    room.join("b")
    room.act("a", "CALL")
    room.wait(WHOLE)
    tell(room, "b", 20, type="aside", action="AWAY")
    assert "error" not in room.types("b") and "event:AWAY" in room.types("a")


def test_after_an_answer_of_its_own_or_the_hosts_the_next_frame_counts_at_once() -> None:
    room = heads_up()
    room.act("a", "CALL")
    tell(room, "b", 20, **CHECK)
    tell(room, "b", 20, **CHECK)
    assert to_act(room) == "a" and "error" not in room.types("b")
    room = timed_out_on_the_flop()
    room.put(Ordered("act", seat=1, values={"action": "CHECK"}, why="it is late"))
    room.act("a", "CHECK")
    tell(room, "b", 20, **CHECK)
    assert to_act(room) == "a" and "error" not in room.types("b")


def test_in_the_next_hand_the_first_frame_counts_at_once() -> None:
    room = heads_up()
    room.act("a", "CALL")
    for _ in range(4):  # b before the flop and on every street, until the hand is over
        room.wait(WHOLE)
        if to_act(room) == "a" and room.table.hand == 1:
            room.act("a", "CHECK")
    assert room.table.hand == 2 and to_act(room) == "b"
    tell(room, "b", 20, type="action", action="CALL")
    assert "error" not in room.types("b") and to_act(room) == "a"
