"""Whom a table waits for, to the millisecond: questions, banks, clocks that stand, and what our delays give back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.arena.tables.session import OUR_DELAY_MS, Clocks, Question
from croupier.arena.tables.table import ASLEEP_MS, SLEEPS_AFTER, Chair
from croupier.kernel.contract.game import Decision
from croupier.kernel.vocabulary.turns import HOUSE


def decision(seat: int = 0, number: int = 1, limit_ms: int = 1_000, shared: bool = False) -> Decision:
    return Decision(seat, (), 0, limit_ms, shared, number)


def question(limit_ms: int = 1_000, bank_ms: int = 0, started: int | None = 100, extra_ms: int = 0) -> Question:
    return Question(decision(limit_ms=limit_ms), limit_ms, bank_ms, started, extra_ms)


def asked(clocks: Clocks, *owed: Decision, numbers: dict[int, int] | None = None) -> list[Question]:
    """Ask for decisions, by seats whose questions have these numbers."""
    many = {one.seat: one.number for one in owed} | (numbers or {})
    state: Any = SimpleNamespace(questions=[many.get(seat, 1) for seat in range(10)])
    return list(clocks.ask(state, owed))


def clocks_of(*banks: int) -> Clocks:
    return Clocks([Chair(seat, f"id-{seat}", bank_ms=bank) for seat, bank in enumerate(banks)])


# One question


def test_a_deadline_is_the_time_the_bank_and_what_was_given_back_after_the_start() -> None:
    assert question().deadline == 1_100
    assert question(bank_ms=50, extra_ms=7).deadline == 1_157
    assert question(started=None).deadline is None
    assert question(limit_ms=0, bank_ms=50).deadline is None, "without a limit there is none"
    still = question()
    still.stand(True, 300)
    assert still.deadline is None


def test_the_time_left_begins_with_all_and_is_never_negative() -> None:
    one = question(extra_ms=7)
    assert [one.left(now) for now in (100, 107, 108, 1_106, 1_107, 1_108)] == [1_007, 1_000, 999, 1, 0, 0]
    assert question(started=None).left(5_000) == 1_000


def test_a_bank_is_spent_from_the_first_millisecond_after_the_time_to_its_last() -> None:
    one = question(bank_ms=50)
    assert [one.bank_spent(now) for now in (100, 1_100, 1_101, 1_149, 1_150, 1_151, 9_999)] == [0, 0, 1, 49, 50, 50, 50]
    assert question(bank_ms=50, started=None).bank_spent(9_999) == 0
    given = question(bank_ms=50, extra_ms=10)
    assert [given.bank_spent(now) for now in (1_110, 1_111)] == [0, 1]


def test_a_clock_that_stands_goes_on_from_where_it_stood() -> None:
    one = question(bank_ms=50)
    one.stand(True, 400)
    one.stand(True, 600)
    assert (one.stopped, one.left(9_000), one.bank_spent(9_000)) == (400, 700, 0)
    one.stand(False, 2_400)
    assert (one.stopped, one.left(2_400), one.deadline) == (None, 700, 3_150)
    one.stand(False, 2_500)
    assert one.deadline == 3_150


def test_a_clock_that_has_not_begun_does_not_stand() -> None:
    one = question(started=None)
    one.stand(True, 400)
    assert one.stopped is None
    one.started = 500
    one.stand(True, 600)
    assert one.stopped == 600


# Those of a table


def test_new_questions_are_opened_once_and_no_house_has_any() -> None:
    clocks = clocks_of(0, 70)
    assert [one.decision.seat for one in asked(clocks, decision(1), decision(HOUSE))] == [1]
    assert asked(clocks, decision(1)) == [], "it is open already"
    open_now = clocks.of(1)
    assert open_now is not None and (open_now.bank_ms, open_now.limit_ms, open_now.started) == (70, 1_000, None)
    assert clocks.of(0) is None and clocks.of(None) is None and clocks.running() == [open_now]
    clocks.clear()
    assert clocks.running() == []


def test_a_question_is_dropped_when_another_is_asked_or_nobody_waits_for_it() -> None:
    clocks = clocks_of(0, 0)
    asked(clocks, decision(0), decision(1))
    assert [one.decision.number for one in asked(clocks, decision(0, 2), numbers={1: 1})] == [2]
    assert [one.decision.seat for one in clocks.running()] == [0], "nobody waits for seat 1"
    for number in (3, 1):
        asked(clocks, decision(0, 2))
        asked(clocks, numbers={0: number})
        assert clocks.of(0) is None, "its number is another, higher or lower"


def test_a_client_that_shares_a_clock_keeps_its_question_when_it_has_answered() -> None:
    clocks = clocks_of(70, 70)
    asked(clocks, decision(0, shared=True), decision(1, shared=True))
    assert [one.bank_ms for one in clocks.running()] == [0, 0], "a bank counts where one seat alone is waited for"
    asked(clocks, decision(1, shared=True), numbers={0: 1})
    assert len(clocks.running()) == 2, "nothing tells who still owes"
    asked(clocks, decision(1, shared=True), numbers={0: 2})
    assert [one.decision.seat for one in clocks.running()] == [1]


def test_a_clock_starts_once_with_its_own_question() -> None:
    clocks = clocks_of(0)
    asked(clocks, decision(0, 2))
    for seat, number in ((0, 1), (0, 3), (1, 2)):
        clocks.start(seat, number, 50)
    one = clocks.of(0)
    assert one is not None and one.started is None
    clocks.start(0, 2, 60)
    clocks.start(0, 2, 90)
    assert one.started == 60


def test_the_spent_time_of_a_bank_is_told_of_a_seat_that_is_asked() -> None:
    clocks = clocks_of(70, 70)
    asked(clocks, decision(0))
    clocks.start(0, 1, 0)
    assert [clocks.bank_spent(seat, 1_030) for seat in (0, 1)] == [30, 0]


def test_the_next_deadline_is_the_first_of_those_that_run() -> None:
    clocks = clocks_of(0, 0, 0)
    assert clocks.next_deadline is None
    asked(clocks, decision(0), decision(1, limit_ms=500), decision(2))
    assert clocks.next_deadline is None
    for seat, at in ((0, 0), (1, 100)):
        clocks.start(seat, 1, at)
    assert clocks.next_deadline == 600


def test_a_held_seat_stops_its_own_clock_and_one_of_several_stops_the_clock_of_all() -> None:
    for shared, standing in ((False, [0]), (True, [0, 1])):
        clocks = clocks_of(0, 0)
        asked(clocks, decision(0, shared=shared), decision(1, shared=shared))
        for seat in (0, 1):
            clocks.start(seat, 1, 0)
        clocks._chairs[0].held = True
        clocks.stand_or_run(300)
        assert [one.decision.seat for one in clocks.running() if one.stopped is not None] == standing
        clocks._chairs[0].held = False
        clocks.stand_or_run(500)
        assert [one.stopped for one in clocks.running()] == [None, None]


def test_the_clock_of_a_seat_that_is_waited_for_alone_does_not_stop_for_those_that_share_one() -> None:
    clocks = clocks_of(0, 0)
    asked(clocks, decision(0, shared=True), decision(1))
    for seat in (0, 1):
        clocks.start(seat, 1, 0)
    clocks._chairs[0].held = True
    clocks.stand_or_run(300)
    assert [one.stopped for one in clocks.running()] == [300, None]


@pytest.mark.parametrize("delay", [0, OUR_DELAY_MS])
def test_a_question_is_late_at_its_deadline_and_not_before(delay: int) -> None:
    clocks = clocks_of(0, 0, 0)
    asked(clocks, decision(0), decision(1, limit_ms=1_000 + delay + 1), decision(2))
    for seat in (0, 1):
        clocks.start(seat, 1, 0)
    assert clocks.late(999, 999) == []
    late = clocks.late(1_000 + delay, 1_000)
    assert [one.decision.seat for one in late] == [0]
    assert [one.extra_ms for one in clocks.running()] == [0, 0, 0]


def test_our_own_delay_gives_its_time_back_to_seats_that_were_late_by_it() -> None:
    clocks = clocks_of(0, 0)
    asked(clocks, decision(0), decision(1, limit_ms=9_000))
    for seat in (0, 1):
        clocks.start(seat, 1, 0)
    rang = 1_000 + OUR_DELAY_MS + 1
    assert clocks.late(rang, 1_000) == []
    assert [one.extra_ms for one in clocks.running()] == [OUR_DELAY_MS + 1, 0]
    assert clocks.next_deadline == rang


# A chair


def test_a_seat_that_misses_three_in_a_row_has_a_second_at_most() -> None:
    chair = Chair(0)
    for missed, times in ((SLEEPS_AFTER - 1, [15_000, 500, 0]), (SLEEPS_AFTER, [ASLEEP_MS, 500, 0])):
        chair.missed = missed
        assert [chair.time_for(limit) for limit in (15_000, 500, 0)] == times
    assert (SLEEPS_AFTER, ASLEEP_MS) == (3, 1_000)


def test_a_chair_that_is_left_remembers_nothing() -> None:
    from croupier.kernel.contract.game import Move

    chair = Chair(4, "id", "name", "tight", "generic", 2, 500, (3, Move(1)), True)
    assert chair.taken
    chair.clear()
    assert chair == Chair(4) and not chair.taken
