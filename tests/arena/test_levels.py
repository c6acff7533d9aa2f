"""Blind levels, and a time by which a match is over: always between two hands, and on record."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.plan import Level, Plan, check_levels, level_at
from croupier.kernel.errors import BadInput

from .room import EPOCH, Room

LEVELS = [
    Level(hands=2, changes={"small_blind": 5, "big_blind": 10}),
    Level(hands=2, changes={"small_blind": 10, "big_blind": 20}),
    Level(changes={"small_blind": 25, "big_blind": 50}),
]


def heads_up(**plan: Any) -> Room:
    room = Room(seats=2, options={"stack": 1000}, **plan)
    room.join("a")
    room.join("b")
    return room


def fold_a_hand(room: Room) -> None:
    state = room.table.state
    assert state is not None
    room.act(room.session.connections[room.game.pending(state)[0].seat], "FOLD")


def big_blind(room: Room) -> int:
    state = room.table.state
    assert state is not None
    return int(state.table.config.big_blind)


def test_a_level_by_hands_begins_between_two_hands() -> None:
    room = heads_up(levels=LEVELS)
    seen = [big_blind(room)]
    for _ in range(5):
        fold_a_hand(room)
        seen.append(big_blind(room))
    assert seen == [10, 10, 20, 20, 50, 50]
    assert [line.level for line in room.log if isinstance(line, lines.Began)] == [0, 1, 2]


def test_a_level_by_minutes_waits_for_the_end_of_the_hand() -> None:
    made = [Level(minutes=1, changes=LEVELS[0].changes), Level(changes=LEVELS[1].changes)]
    room = heads_up(levels=made, move_time_ms=90_000)
    room.now = 60_000
    assert big_blind(room) == 10
    fold_a_hand(room)
    assert big_blind(room) == 20


def test_a_level_survives_a_restart() -> None:
    room = heads_up(levels=LEVELS)
    for _ in range(3):
        fold_a_hand(room)
    room.restart()
    assert (room.table.level, big_blind(room)) == (1, 20)
    for name in "ab":
        room.put_back(name)
    fold_a_hand(room)
    assert (room.table.level, big_blind(room)) == (2, 50)


def test_a_change_by_the_host_overrides_a_level() -> None:
    room = heads_up(levels=LEVELS)
    fold_a_hand(room)
    room.put(Ordered("change", values={"big_blind": 40}))
    fold_a_hand(room)
    state = room.table.state
    assert state is not None and (state.table.config.small_blind, big_blind(room)) == (10, 40)


def test_the_match_is_over_with_its_last_level() -> None:
    room = heads_up(levels=LEVELS[:2])
    for _ in range(4):
        assert not room.finished
        fold_a_hand(room)
    assert room.finished and "match_end" in room.types("a")
    assert "its last level is over." in [line.why for line in room.log if isinstance(line, lines.Noted)]


def test_no_hand_begins_after_finish_by() -> None:
    room = heads_up(finish_by=EPOCH + 30_000)
    fold_a_hand(room)
    room.now = 30_000
    assert not room.finished, "the hand that has begun is played out"
    fold_a_hand(room)
    assert room.finished and sum(room.finished[0].scores) == 0
    room.restart()
    assert room.table.state is None


def test_levels_that_say_nothing_share_the_time_until_finish_by() -> None:
    plan = Plan(id="T", game="holdem", seats=2, levels=[Level(minutes=10), Level(), Level()], finish_by=50 * 60_000)
    found = [level_at(plan, 0, 0, minute * 60_000) for minute in (0, 9, 10, 29, 30, 49)]
    assert found == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    "made",
    [[Level(hands=3), Level(minutes=3)], [Level(), Level(hands=2)], [Level(), Level()], [Level(hands=-1)]],
)
def test_levels_that_make_no_sense_are_refused(made: list[Level]) -> None:
    with pytest.raises(BadInput, match=r"[Ll]evel"):
        check_levels(Plan(id="T", game="holdem", seats=2, levels=made))


def test_a_table_plays_as_many_matches_as_it_is_to() -> None:
    room = Room(seats=2, options={"stack": 1000, "hands": 1}, again=True, matches=3)
    room.join("a")
    room.join("b")
    for _ in range(3):
        fold_a_hand(room)
    assert len(room.finished) == 3 and room.table.state is None
