"""A table that is killed and made again from its lines plays on as if nothing had happened, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.arena.tables.inputs import Attached, Ordered
from croupier.arena.tables.lines import Snapshot
from croupier.arena.tables.run import replay
from croupier.arena.tables.session import Session
from croupier.arena.tables.table import Table
from croupier.kernel.showing.playthrough import random_chooser

from .room import EPOCH, Room

TABLES: dict[str, dict[str, Any]] = {
    "holdem": {"seats": 4, "options": {"stack": 400, "small_blind": 5, "big_blind": 10, "hands": 12}},
    "deal": {"seats": 3, "options": {"hands": 3}},
    "battle": {"seats": 2, "options": {"max_rounds": 6}},
    "leduc": {"seats": 2, "options": {"hands": 6}},
    "gin_rummy": {"seats": 2, "options": {"hands": 1}},
    "crazy_eights": {"seats": 4, "options": {"hands": 1}},
}


def opened(name: str) -> Room:
    room = Room(name, **TABLES[name])
    for seat in range(room.plan.seats):
        room.join(f"p{seat}")
    return room


def play(room: Room, key: int, restarts: float) -> None:
    """Let everybody play at random, some of the time too slowly, and the house be killed now and then."""
    rng, choose = random.Random(key), random_chooser(room.game, key)
    for _ in range(100_000):
        if room.finished:
            return
        if rng.random() < restarts:
            room.restart()
            for chair in room.table.chairs:
                if chair.taken:
                    room.put(Attached(chair.id, chair.seat))
            assert not room.finished
        state = room.table.state
        assert state is not None
        owed = [decision for decision in room.game.pending(state) if decision.seat < room.plan.seats]
        if not owed or rng.random() < 0.02:
            room.wait(60_000)
        else:
            decision = owed[rng.randrange(len(owed))]
            room.table_move(decision.seat, choose(state, decision))
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_killed_again_and_again_ends_as_one_that_was_not(name: str) -> None:
    for key in range(3):
        whole, cut = opened(name), opened(name)
        play(whole, key, 0)
        play_same(whole, cut, key)
        assert cut.finished == whole.finished
        assert [line for line in cut.log if type(line).__name__ != "Snapshot"] == [
            line for line in whole.log if type(line).__name__ != "Snapshot"
        ]


def play_same(whole: Room, cut: Room, key: int) -> None:
    """Play the moves of one room in another, which is killed between them."""
    from croupier.arena.tables import lines
    from croupier.kernel.contract.game import Move
    from croupier.kernel.vocabulary.turns import SEATS

    rng = random.Random(key)
    for line in whole.log:
        if not isinstance(line, lines.Made) or line.actor >= SEATS or line.how:
            continue
        while cut.wall < line.at:
            cut.wait(min(15_000, line.at - cut.wall))
        if rng.random() < 0.3:
            cut.restart(downtime=0)
            for chair in cut.table.chairs:
                if chair.taken:
                    cut.put(Attached(chair.id, chair.seat))
        cut.table_move(line.actor, Move(line.kind, line.amount, tuple(line.cards)))
    if not cut.finished:
        cut.wait(10**7)


@pytest.mark.parametrize("name", TABLES)
def test_every_frame_has_the_number_that_it_had(name: str) -> None:
    room = opened(name)
    play(room, 5, 0.2)
    for chair in room.table.chairs:
        numbers = [frame["n"] for frame in room.inboxes[chair.id] if "n" in frame]
        assert numbers == sorted(set(numbers)), name


@pytest.mark.parametrize("name", TABLES)
def test_downtime_costs_nobody_time(name: str) -> None:
    room = opened(name)
    room.wait(3_000)
    left = room.timers["clock"] - room.now
    room.restart(downtime=3_600_000)
    assert room.timers["clock"] - room.now == left


BLINDS = {"stack": 1_000, "small_blind": 5, "big_blind": 10}


def heads_up(**plan: Any) -> Room:
    room = Room(seats=2, options=BLINDS, **plan)
    room.join("a")
    room.join("b")
    return room


def back(room: Room, downtime: int) -> None:
    """Kill the arena, and let both come back when it is up again."""
    room.restart(downtime=downtime)
    for chair in room.table.chairs:
        room.put(Attached(chair.id, chair.seat))


def test_a_bank_that_was_spent_in_this_hand_stays_spent() -> None:
    room = heads_up(bank_ms=10_000)
    room.wait(18_000)
    room.act("a", "CALL")
    assert room.table.chairs[0].bank_ms == 7_000
    back(room, 5_000)
    assert [chair.bank_ms for chair in room.table.chairs] == [7_000, 10_000]


def test_a_bank_that_the_clock_used_up_stays_used_up() -> None:
    room = heads_up(bank_ms=10_000)
    room.wait(25_000)
    assert [chair.bank_ms for chair in room.table.chairs] == [0, 10_000]
    back(room, 5_000)
    assert [chair.bank_ms for chair in room.table.chairs] == [0, 10_000]


def test_a_bank_that_is_being_spent_goes_on_from_there() -> None:
    room = heads_up(bank_ms=10_000)
    room.wait(18_000)
    back(room, 3_600_000)
    room.wait(1_000)
    room.act("a", "CALL")
    assert room.table.chairs[0].bank_ms == 6_000


def test_an_aside_takes_nothing_of_the_bank() -> None:
    room = Room(seats=3, options={**BLINDS, "seating": "open", "bank": 5_000}, bank_ms=10_000)
    for name in "abc":
        room.join(name)
    room.wait(18_000)
    actor = next(chair for chair in room.table.chairs if room.session.clocks.of(chair.seat))
    room.send(actor.id, type="aside", action="AWAY")
    assert actor.bank_ms == 10_000
    room.act(actor.id, "FOLD")
    assert actor.bank_ms == 7_000


def test_downtime_costs_nobody_time_however_often_the_arena_goes_down() -> None:
    room = heads_up()
    for downtime in (60_000, 1_000, 3_600_000):
        room.wait(3_000)
        back(room, downtime)
    assert room.timers["clock"] - room.now == 15_000 - 3 * 3_000


def test_downtime_before_a_question_gives_no_time_for_it() -> None:
    room = heads_up()
    room.wait(2_000)
    back(room, 60_000)
    room.act("a", "CALL")
    room.wait(4_000)
    left = room.timers["clock"] - room.now
    back(room, 60_000)
    assert room.timers["clock"] - room.now == left == 11_000


def test_a_refused_answer_gives_no_time_back_after_a_restart() -> None:
    room = heads_up()
    room.wait(3_000)
    room.act("a", "CHECK")
    room.wait(3_000)
    back(room, 5_000)
    assert room.timers["clock"] - room.now == 9_000


def test_time_for_which_the_host_waited_is_not_counted_after_a_restart() -> None:
    room = heads_up()
    room.wait(3_000)
    room.put(Ordered("hold", 0))
    room.wait(60_000)
    back(room, 5_000)
    assert "clock" not in room.timers
    room.wait(60_000)
    room.put(Ordered("release", 0))
    assert room.timers["clock"] - room.now == 12_000


def test_time_that_the_host_gave_is_there_after_a_restart() -> None:
    room = heads_up()
    room.wait(3_000)
    room.put(Ordered("time", 0, {"ms": 30_000}))
    back(room, 5_000)
    assert room.timers["clock"] - room.now == 42_000


@pytest.mark.parametrize("waited", [1_000, 4_000])
def test_a_clock_that_begins_after_a_pause_begins_then_after_a_restart_too(waited: int) -> None:
    """Three cards of a Battle are revealed a while apart, and only then the next round is asked for."""
    room = Room("battle", seats=2, shows=True, options={"reveal_when_confirmed": True})
    room.join("a")
    room.join("b")
    for name in "ab":
        room.send(name, type="layout_confirm", layout=["attack", None, None])
    shown = 250 + 2 * 900
    room.wait(waited)
    assert ("clock" in room.timers) == (waited > shown)
    back(room, 5_000)
    room.wait(5_000)
    assert room.timers["clock"] - room.now == 20_000 - (waited + 5_000 - shown)


def test_a_table_whose_oldest_lines_are_pruned_is_told_again_from_its_first_snapshot() -> None:
    room = heads_up()
    for _ in range(4):
        room.act(room.table.chairs[room.session.clocks.running()[0].decision.seat].id, "FOLD")
    start = next(number for number, line in enumerate(room.log) if isinstance(line, Snapshot))
    again = Table(room.plan, room.game)
    for _ in replay(Session(again, epoch_ms=EPOCH), room.log[start:], lambda: None):
        pass
    assert again.state is not None and room.table.state is not None
    assert again.hand == room.table.hand == 5 and again.state.hash() == room.table.state.hash()
