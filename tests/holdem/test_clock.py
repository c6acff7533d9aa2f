"""What happens when a seat's time has run out. Blinds 50/100; heads-up, the button on seat 0."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.events import Called, Checked, Folded, TimeRanOut
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import IllegalAction
from croupier.kernel.vocabulary.turns import CLOCK

from .room import GAME, Room


def two(**options: Any) -> Room:
    return Room(stacks=[1_000] * 2, button=0, **options)


def default(room: Room) -> str:
    """What the decision says that the clock will play."""
    return room.decision.options[room.decision.default].name


def test_clock_calls_where_there_is_something_to_call() -> None:
    room = two()
    assert default(room) == "CALL"
    room.time_out()
    assert room.told[:2] == [TimeRanOut(seat=0), Called(seat=0, chips=50)]
    assert room.actor == 1


@pytest.mark.parametrize("timeout", ["check_call_fold", "check_fold"])
def test_clock_checks_where_there_is_nothing_to_call(timeout: str) -> None:
    room = two(timeout=timeout)
    room.act("CALL")
    assert default(room) == "CHECK"
    room.time_out()
    assert room.told[:2] == [TimeRanOut(seat=1), Checked(seat=1)]
    assert room.table.street == 1


def test_clock_folds_where_the_table_chose_so() -> None:
    room = two(timeout="check_fold", hands=1)
    assert default(room) == "FOLD"
    room.time_out()
    assert room.told[:2] == [TimeRanOut(seat=0), Folded(seat=0)]
    assert room.over


def test_clock_calls_all_in() -> None:
    room = Room(stacks=[1_000, 300], button=0, hands=1)
    room.act("RAISE_TO", 1_000)
    room.time_out()
    assert room.told[:2] == [TimeRanOut(seat=1), Called(seat=1, chips=200)]
    assert room.over


def test_clock_may_act_for_the_seat_to_act_and_owes_nothing() -> None:
    room = two()
    clock = GAME.decision(room.state, CLOCK)
    assert [(option.name, option.aside) for option in clock.options] == [("TIMEOUT", True)]
    assert room.actor == 0


def test_clock_does_not_run_while_the_house_deals() -> None:
    state, _ = GAME.start(holdem.configure(seats=2))
    assert GAME.decision(state, CLOCK).options == ()
    with pytest.raises(IllegalAction, match="To act: house"):
        GAME.advance(state, CLOCK, Move(GAME.kind("TIMEOUT")))


@pytest.mark.parametrize("limit", [0, 1_000, 15_000])
def test_decision_has_the_time_of_the_table(limit: int) -> None:
    assert two(limit_ms=limit).decision.limit_ms == limit


def test_nobody_but_the_seat_to_act_has_a_clock() -> None:
    room = two()
    assert GAME.decision(room.state, 1).limit_ms == 0
