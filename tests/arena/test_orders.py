"""The host's hands on the day: every order, in every game where it makes sense, on record, and after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.orders.book import ORDERS
from croupier.kernel.errors import BadInput

from .ordering import BLINDS, back, hands, holdem, order, to_act
from .test_restarts import TABLES, opened

# On record


def test_every_order_is_a_line_with_its_reason_and_told_to_every_seat_and_watcher() -> None:
    room = holdem("a", "b")
    room.watch("w")
    room.wait(700)
    order(room, "hold", 1, why="its cable")
    line = room.log[-1]
    assert line == lines.Noted("hold", room.wall, 1, {}, "its cable")
    for name in ("a", "b", "w"):
        told = room.last(name, "notice")
        assert (told["code"], told["msg"]) == ("ORDER", "The host: hold b (its cable)")
        assert told["order"] == {"what": "hold", "seat": 1, "values": {}, "why": "its cable", "at": room.wall}


def test_actions_of_the_room_itself_are_lines_and_told_to_nobody() -> None:
    room = holdem("a", "b")
    room.put(Ordered("pause", why="everybody has left", by="desk"))
    assert isinstance(room.log[-1], lines.Noted) and "notice" not in room.types("a")


@pytest.mark.parametrize("what", [name for name, kind in ORDERS.items() if kind.about == "seat"])
def test_an_order_about_somebody_needs_a_seat_that_is_taken(what: str) -> None:
    room = holdem("a", "b", seats=3)
    before = len(room.log)
    for seat in (None, 2, 3, -1):
        with pytest.raises(BadInput, match="a seat in which a player sits"):
            order(room, what, seat)
    assert len(room.log) == before


def test_an_order_that_makes_no_sense_changes_nothing() -> None:
    room = holdem("a", "b")
    before, told = len(room.log), len(room.inboxes["a"])
    for what, seat, values, says in (
        ("explode", None, {}, "cannot 'explode'; it can start"),
        ("pause", None, {"for": 3}, "takes no values"),
        ("pause", 1, {}, "about the whole table"),
        ("void", None, {}, "Say why"),
        ("time", 0, {}, "Say how much"),
        ("time", 0, {"ms": -1}, "from 1 to"),
        ("time", 0, {"ms": True}, "from 1 to"),
        ("time", 1, {"ms": 1}, "add to the bank with bank_ms"),
        ("release", None, {}, "No clock is stopped"),
        ("act", 0, {"action": "CHECK"}, "not possible now. Legal: FOLD, CALL"),
        ("act", 0, {"action": "RAISE_TO", "amount": 1}, "below the minimum"),
        ("act", 0, {"action": "RAISE_TO", "amount": "all"}, "A move is action=NAME"),
        ("act", 0, {"word": "CALL"}, "not 'word'"),
        ("act", 1, {"action": "CALL"}, "not your turn"),
        ("resize", None, {"seats": 99}, "for 2 to"),
        ("resize", None, {"seats": 1}, "sits in seat 1"),
        ("resize", None, {}, "Say how many"),
        ("change", None, {}, "Say what is to change"),
        ("change", None, {"seats": 3}, "by `resize`"),
        ("swap", 0, {"policy": "tight", "team": "Gamma"}, "policy=NAME or to team=NAME"),
        ("swap", 0, {"policy": ""}, "No bot of the house"),
        ("swap", 0, {"team": "B"}, "B sits here already"),
        ("swap", 0, {"team": "<b>"}, "A team's name"),
    ):
        with pytest.raises(BadInput, match=says):
            order(room, what, seat, **values)
    with pytest.raises(BadInput, match="at most 500"):
        order(room, "pause", why="x" * 501)
    assert (len(room.log), len(room.inboxes["a"])) == (before, told)


# Step


def test_step_plays_one_hand_and_waits_again() -> None:
    room = holdem("a", "b", manual=True)
    for played in (1, 2):
        order(room, "step")
        assert hands(room) == played
        room.act("ab"[to_act(room)], "FOLD")
        room.wait(60_000)
        assert hands(room) == played and room.table.held
    order(room, "start")
    room.act("ab"[to_act(room)], "FOLD")
    assert hands(room) == 4


def test_step_in_the_middle_of_a_hand_waits_after_it() -> None:
    room = holdem("a", "b")
    order(room, "step")
    room.act("a", "FOLD")
    assert hands(room) == 1
    order(room, "step")
    assert hands(room) == 2


def test_step_survives_a_restart_before_its_hand_has_begun() -> None:
    room = holdem("a", "b", between_ms=3_000)
    order(room, "pause")
    room.act("a", "FOLD")
    room.wait(3_000)
    order(room, "step")
    room.restart()
    back(room)
    assert room.table.held and room.table.hand == 2
    room.act("b", "FOLD")
    room.wait(60_000)
    assert room.table.hand == 2


# Hold, release, time


@pytest.mark.parametrize("name", TABLES)
def test_hold_stops_the_clock_in_the_middle_of_a_hand_in_every_game(name: str) -> None:
    room = opened(name)
    seat = to_act(room)
    room.wait(1_000)
    moves = sum(isinstance(line, lines.Made) for line in room.log)
    order(room, "hold", seat, why="its machine is off")
    room.drop(f"p{seat}")
    room.wait(10**8)
    assert sum(isinstance(line, lines.Made) for line in room.log) == moves, "nobody was played for"
    room.restart()
    room.wait(10**8)
    assert sum(isinstance(line, lines.Made) for line in room.log) == moves
    order(room, "release", seat)
    room.wait(10**7)
    assert sum(isinstance(line, lines.Made) for line in room.log) > moves or room.finished


def test_release_lets_the_clock_run_on_from_where_it_stood() -> None:
    room = holdem("a", "b")
    room.wait(4_000)
    order(room, "hold", 0)
    assert "clock" not in room.timers
    room.wait(3_600_000)
    order(room, "release", 0)
    assert room.timers["clock"] - room.now == 11_000


def test_hold_ends_when_the_team_answers() -> None:
    room = holdem("a", "b")
    order(room, "hold", 0)
    room.wait(60_000)
    room.act("a", "CALL")
    assert not room.table.chairs[0].held
    room.act("b", "CHECK")
    assert room.timers["clock"] - room.now == 15_000


def test_hold_for_all_and_release_for_all() -> None:
    room = holdem("a", "b", "c")
    order(room, "hold", why="fire alarm")
    room.wait(10**7)
    assert "event:TIMEOUT" not in room.types("a")
    order(room, "release")
    assert room.timers["clock"] - room.now == 15_000


def test_hold_wakes_clients_that_had_missed_too_much() -> None:
    room = holdem("a", "b")
    room.drop("a")
    while room.table.chairs[0].missed < 3:
        if room.session.clocks.of(1):
            room.act("b", "CHECK" if "CHECK" in room.last("b", "act")["legal"] else "CALL")
        else:
            room.wait(15_000)
    while not room.session.clocks.of(0):
        room.act("b", "CHECK" if "CHECK" in room.last("b", "act")["legal"] else "CALL")
    order(room, "hold", 0)
    order(room, "release", 0)
    assert room.timers["clock"] - room.now == 15_000


def test_hold_before_the_question_is_out_counts_for_it() -> None:
    room = holdem("a", "b")
    order(room, "hold", 1)
    room.act("a", "CALL")
    room.wait(10**6)
    assert room.session.clocks.of(1) and "clock" not in room.timers


def test_a_bank_is_not_spent_while_the_host_waits() -> None:
    room = holdem("a", "b", bank_ms=10_000)
    order(room, "hold", 0)
    room.wait(60_000)
    room.act("a", "CALL")
    assert room.table.chairs[0].bank_ms == 10_000


@pytest.mark.parametrize("name", TABLES)
def test_time_is_added_to_this_decision_and_survives_a_restart(name: str) -> None:
    room = opened(name)
    left = room.timers["clock"]
    order(room, "time", to_act(room), ms=30_000)
    assert room.timers["clock"] == left + 30_000
    room.restart(downtime=0)
    assert room.timers["clock"] == left + 30_000


def test_time_is_added_to_the_bank() -> None:
    room = holdem("a", "b", bank_ms=1_000)
    due = room.timers["clock"]
    order(room, "time", 0, bank_ms=60_000)
    assert room.timers["clock"] == due + 60_000
    room.act("a", "CALL")
    assert room.table.chairs[0].bank_ms == 61_000
    room.restart()
    assert room.table.chairs[0].bank_ms == 61_000


# Act, forfeit


@pytest.mark.parametrize("name", TABLES)
def test_host_acts_for_a_team_in_every_game(name: str) -> None:
    room = opened(name)
    seat = to_act(room)
    option = next(one for one in room.table.decision(seat).owed if not one.name.startswith("DRAFT"))
    values: dict[str, Any] = {"action": option.name}
    if option.step:
        values["amount"] = option.low
    if option.fewest:
        values["cards"] = [room.game.words.card_name(card) for card in option.cards[: option.fewest]]
    order(room, "act", seat, why="its screen froze", **values)
    made = next(line for line in reversed(room.log) if isinstance(line, lines.Made) and line.actor == seat)
    assert (made.how, made.kind) == ("host", option.kind)
    noted = next(line for line in reversed(room.log) if isinstance(line, lines.Noted))
    assert noted.values == {}, "what was chosen may be a secret, and is in the move alone"
    assert room.last(f"p{seat}", "notice")["order"]["values"] == {}
    before = room.session.line
    room.restart(downtime=0)
    assert room.session.line == before


def test_a_move_by_the_host_is_no_missed_decision() -> None:
    room = holdem("a", "b")
    order(room, "act", 0, action="CALL")
    assert room.table.chairs[0].missed == 0


def test_an_aside_can_be_done_for_a_team_too() -> None:
    room = holdem("a", "b", "c", options={**BLINDS, "seating": "open", "bank": 5000})
    order(room, "act", 2, action="LEAVE")
    assert not room.table.chairs[2].taken


def test_host_folds_for_a_team_that_could_check_and_no_refusal_lists_it() -> None:
    room = holdem("a", "b", "c")
    room.act("a", "CALL")
    room.act("b", "CALL")
    with pytest.raises(BadInput, match=r"^CALL is not possible now\. Legal: CHECK, RAISE_TO 20–1000\.$"):
        order(room, "act", 2, action="CALL")
    order(room, "act", 2, action="FOLD")
    made = next(line for line in reversed(room.log) if isinstance(line, lines.Made) and line.actor == 2)
    assert (made.how, made.kind) == ("host", room.game.kind("FOLD"))


def test_a_forfeit_folds_where_it_could_check() -> None:
    room = holdem("a", "b", "c")
    order(room, "forfeit", 2, why="left the building")
    room.act("a", "CALL")
    room.act("b", "CALL")
    assert room.last("a", "event")["ev"] != "CHECK" and room.types("a").count("event:FOLD") == 1


def test_a_forfeit_folds_at_once_whenever_it_is_asked() -> None:
    room = holdem("a", "b", "c")
    order(room, "forfeit", to_act(room), why="left the building")
    assert room.session.clocks.running() and room.now == 0, "nobody waited for it"
    assert [line.how for line in room.log if isinstance(line, lines.Made) and line.how] == ["host"]
    room.restart()
    assert "a" in room.table.forfeits


@pytest.mark.parametrize("name", TABLES)
def test_when_only_one_is_left_the_match_ends_and_says_who_gave_up(name: str) -> None:
    room = opened(name)
    last = room.plan.seats - 1
    for seat in range(last):
        if not room.finished:
            order(room, "forfeit", seat, why="gone")
    for _ in range(10_000):
        if room.finished:
            break
        room.wait(30_000)
    given_up = room.finished[0].forfeits
    assert set(given_up) <= {f"p{seat}" for seat in range(last)} and given_up


def test_a_client_that_has_given_up_cannot_do_so_again_and_plays_the_next_match() -> None:
    room = holdem("a", "b", "c", again=True)
    order(room, "forfeit", 0)
    with pytest.raises(BadInput, match="given up already"):
        order(room, "forfeit", 0)
    order(room, "end")
    for seat in (1, 2):
        if room.session.clocks.of(seat) and not room.finished:
            room.act("abc"[seat], "FOLD")
    assert room.finished[0].forfeits == ("a",) and room.table.match == 2 and not room.table.forfeits
