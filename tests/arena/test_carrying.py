"""A table that goes to another process in any moment plays on there as if nothing had happened."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.agents.referee import default
from croupier.arena.tables.carrying import Unpackable, packed, unpacked
from croupier.arena.tables.inputs import Seated
from croupier.arena.tables.run import wake

from .room import Room


def carried(room: Room) -> None:
    """Take the table to another process and back."""
    data = packed(room.session, [])
    room.session, effects = unpacked(data, room._fresh())
    assert effects == []


def evening(game: str, seats: int, carries: bool, **plan: Any) -> Room:
    """A few hands, with somebody who draws Scenes and a spectator, a disconnect and a newcomer."""
    room = Room(game, seats=seats, **plan)
    for seat in range(seats):
        room.join(f"p{seat}", scenes=seat == 0)
    room.watch("spectator")
    for step in range(50):
        if step == 20:
            room.drop("p1")
        if step == 30:
            room.put_back("p1")
        if carries and step % 2:
            carried(room)
        open_ = room.session.clocks.running()
        if open_:
            seat = open_[0].decision.seat
            room.wait(100)
            room.table_move(seat, default(open_[0].decision))
        else:
            room.wait(1_000)
    return room


GAMES = {"holdem": 6, "battle": 2, "deal": 3, "genome": 2}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_carried_about_tells_and_keeps_the_same(game: str) -> None:
    stayed, went = (evening(game, GAMES[game], carries) for carries in (False, True))
    assert went.log == stayed.log and went.inboxes == stayed.inboxes
    assert len(stayed.log) > 5


def test_no_clock_counts_the_time_on_the_way() -> None:
    room = Room(seats=2, move_time_ms=10_000)
    room.join("a")
    room.join("b")
    [question] = room.session.clocks.running()
    room.wait(4_000)
    left = question.left(room.now)
    carried(room)
    room.timers = {}
    room.now += 60_000
    room.do(wake(room.session, room.now, 60_000))
    [question] = room.session.clocks.running()
    assert question.left(room.now) == left
    assert room.timers["clock"] == room.now + left + question.bank_ms
    room.wait(left + question.bank_ms)
    assert room.session.table.chairs[question.decision.seat].missed == 1


def test_a_house_bot_is_asked_again() -> None:
    room = Room(seats=2)
    room.put(Seated("house:station:1", "station", "station", 1))
    room.join("a")
    while not room.asked:
        [question] = room.session.clocks.running()
        room.table_move(question.decision.seat, default(question.decision))
    asked = room.asked.pop()
    carried(room)
    room.do(wake(room.session, room.now, 0))
    assert [(one.seat, one.act_id, one.policy) for one in room.asked] == [(asked.seat, asked.act_id, asked.policy)]


def test_a_table_that_shows_the_balances_of_accounts_stays() -> None:
    room = Room("battle", seats=2)
    room.session.tokens = lambda match, ids, scores: {}
    with pytest.raises(Unpackable):
        packed(room.session)
