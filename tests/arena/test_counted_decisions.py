"""Every decision ends in a counted way: played · refused, then played · timed out · disconnected · our own fault."""

from __future__ import annotations

from typing import Any

from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Seated
from croupier.arena.tables.lines import AWAY, OURS, REFUSED_FIRST, TIMED_OUT
from croupier.kernel.vocabulary.turns import CLOCK, SEATS

from .room import Room

BLINDS = {"stack": 1000, "small_blind": 5, "big_blind": 10}


def heads_up(**plan: Any) -> Room:
    room = Room(seats=2, options=BLINDS, **plan)
    room.join("a")
    room.join("b")
    return room


def how(room: Room) -> list[str]:
    """How the moves of seats came about, those among them that the clock made for one."""
    found: list[str] = []
    for line in room.log:
        if isinstance(line, lines.Made):
            found += [line.how] if line.actor < SEATS else list(line.late.values())
    return found


def test_a_move_of_ones_own_is_played() -> None:
    room = heads_up()
    room.act("a", "CALL")
    assert how(room) == [""]


def test_a_refused_answer_is_counted_with_the_move_that_follows() -> None:
    room = heads_up()
    room.act("a", "RAISE_TO", amount=11)
    room.act("a", "CALL")
    room.act("b", "CHECK")
    assert how(room) == [REFUSED_FIRST, ""]
    assert room.table.chairs[0].missed == 0


def test_an_answer_to_an_earlier_question_is_no_refused_answer_to_this_one() -> None:
    room = heads_up()
    first = room.last("a", "act")["act_id"]
    room.act("a", "CALL", act_id=first)
    room.act("b", "CHECK")
    room.act("b", "CHECK")
    again = room.last("a", "act")["act_id"]
    assert again != first
    room.act("a", "FOLD", act_id=first)
    room.act("a", "CHECK", act_id=again)
    assert how(room) == ["", "", "", ""]


def test_a_client_that_is_there_and_does_not_answer_has_timed_out() -> None:
    room = heads_up()
    room.wait(15_000)
    assert how(room) == [TIMED_OUT]


def test_a_client_that_is_not_there_is_away() -> None:
    room = heads_up()
    room.drop("a")
    room.wait(15_000)
    assert how(room) == [AWAY]


def test_a_bot_of_the_house_that_does_not_answer_is_our_fault() -> None:
    room = Room(seats=2, options=BLINDS)
    room.put(Seated("house", "tight", "tight"))
    room.join("b")
    room.wait(15_000)
    assert how(room) == [OURS]


def test_a_client_that_has_not_found_back_after_our_restart_is_not_blamed() -> None:
    room = heads_up()
    room.restart()
    room.wait(15_000)
    assert how(room) == [OURS]


def test_a_client_that_is_back_after_our_restart_and_does_not_answer_has_timed_out() -> None:
    room = heads_up()
    room.restart()
    room.put_back("a")
    room.wait(15_000)
    assert how(room) == [TIMED_OUT]


def test_a_clock_of_several_seats_says_for_whom_it_moved() -> None:
    room = Room("battle", seats=2)
    room.join("a")
    room.join("b")
    room.drop("b")
    room.wait(60_000)
    late = [line.late for line in room.log if isinstance(line, lines.Made) and line.actor == CLOCK and line.late]
    assert late[0] == {0: TIMED_OUT, 1: AWAY}
