"""The host's hands on the day: every order, in every game where it makes sense, on record, and after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.agents.referee import default
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Attached, Ordered
from croupier.arena.tables.orders import ORDERS
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import SIT

from .room import Room
from .test_restarts import TABLES, opened

BLINDS = {"stack": 1000, "small_blind": 5, "big_blind": 10}


def holdem(*names: str, **plan: Any) -> Room:
    room = Room(**{"seats": len(names), "least": len(names), "options": BLINDS, **plan})
    for name in names:
        room.join(name)
    return room


def order(room: Room, what: str, seat: int | None = None, why: str = "", **values: Any) -> None:
    room.put(Ordered(what, seat, values, why))


def to_act(room: Room) -> int:
    """The first seat that is asked."""
    return room.table.clocks.running()[0].decision.seat


def back(room: Room) -> None:
    """Everybody connects again after a restart."""
    for chair in room.table.chairs:
        if chair.taken:
            room.put(Attached(chair.id, chair.seat))


def hands(room: Room, name: str = "a") -> int:
    return room.types(name).count("start_hand")


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


def test_what_the_room_does_by_itself_is_a_line_and_told_to_nobody() -> None:
    room = holdem("a", "b")
    room.put(Ordered("pause", why="everybody has left", by="desk"))
    assert isinstance(room.log[-1], lines.Noted) and "notice" not in room.types("a")


@pytest.mark.parametrize("what", [name for name, kind in ORDERS.items() if kind.about == "seat"])
def test_an_order_about_somebody_needs_a_seat_that_is_taken(what: str) -> None:
    room = holdem("a", "b", seats=3)
    before = len(room.log)
    for seat in (None, 2, 3, -1):
        with pytest.raises(BadInput, match="a seat that somebody sits in"):
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
        ("time", 1, {"ms": 1}, "give it bank_ms"),
        ("release", None, {}, "Nobody is held"),
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


def test_hold_wakes_who_had_missed_too_much() -> None:
    room = holdem("a", "b")
    room.drop("a")
    while room.table.chairs[0].missed < 3:
        if room.table.clocks.of(1):
            room.act("b", "CHECK" if "CHECK" in room.last("b", "act")["legal"] else "CALL")
        else:
            room.wait(15_000)
    while not room.table.clocks.of(0):
        room.act("b", "CHECK" if "CHECK" in room.last("b", "act")["legal"] else "CALL")
    order(room, "hold", 0)
    order(room, "release", 0)
    assert room.timers["clock"] - room.now == 15_000


def test_hold_before_the_question_is_out_counts_for_it() -> None:
    room = holdem("a", "b")
    order(room, "hold", 1)
    room.act("a", "CALL")
    room.wait(10**6)
    assert room.table.clocks.of(1) and "clock" not in room.timers


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
    before = room.table.line
    room.restart()
    assert room.table.line == before


def test_a_move_by_the_host_is_no_missed_decision() -> None:
    room = holdem("a", "b")
    order(room, "act", 0, action="CALL")
    assert room.table.chairs[0].missed == 0


def test_an_aside_can_be_done_for_a_team_too() -> None:
    room = holdem("a", "b", "c", options={**BLINDS, "seating": "open", "bank": 5000})
    order(room, "act", 2, action="LEAVE")
    assert not room.table.chairs[2].taken


def test_a_forfeit_folds_at_once_whenever_it_is_asked() -> None:
    room = holdem("a", "b", "c")
    order(room, "forfeit", to_act(room), why="left the building")
    assert room.table.clocks.running() and room.now == 0, "nobody waited for it"
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


def test_who_has_given_up_cannot_again_and_plays_the_next_match() -> None:
    room = holdem("a", "b", "c", again=True)
    order(room, "forfeit", 0)
    with pytest.raises(BadInput, match="given up already"):
        order(room, "forfeit", 0)
    order(room, "end")
    for seat in (1, 2):
        if room.table.clocks.of(seat) and not room.finished:
            room.act("abc"[seat], "FOLD")
    assert room.finished[0].forfeits == ("a",) and room.table.match == 2 and not room.table.forfeits


# Change and resize


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("holdem", {"small_blind": 10, "big_blind": 20}),
        ("deal", {"limit_ms": 5_000}),
        ("battle", {"prep_ms": 5_000}),
        ("leduc", {"limit_ms": 5_000}),
    ],
)
def test_options_change_with_the_next_hand_and_for_matches_that_follow(name: str, values: dict[str, Any]) -> None:
    room = opened(name)
    order(room, "change", **values)
    room.restart()
    for _ in range(100):
        if room.table.hand == 1 and room.table.state is not None:
            decision = room.game.pending(room.table.state)[0]
            first = decision.owed[0]
            room.table_move(decision.seat, default(decision) if first.most else Move(first.kind, first.low))
    assert room.table.state is not None
    config = room.table.state.table.config
    assert {key: getattr(config, key) for key in values} == values
    assert {key: room.table.plan.options[key] for key in values} == values


def test_options_changed_between_matches_are_those_of_the_next() -> None:
    room = holdem("a", "b", manual=True)
    order(room, "change", small_blind=50, big_blind=100)
    room.restart()
    back(room)
    order(room, "start")
    assert room.last("b", "act" if room.table.clocks.of(1) else "event") and room.table.state is not None
    assert room.table.state.table.config.big_blind == 100


def test_a_table_grows_and_a_late_team_plays_from_the_next_hand_on() -> None:
    room = holdem("a", "b")
    order(room, "resize", seats=3, why="Gamma is late")
    assert room.join("c") == 2
    assert room.last("c", "welcome")["seat"] == 2 and "snapshot" not in room.types("c")
    room.act("a", "FOLD")
    room.act("b", "FOLD")
    assert hands(room, "c") >= 1
    assert room.table.state is not None and room.table.state.table.seats == 3
    assert any(isinstance(line, lines.Made) and line.kind == SIT for line in room.log)
    assert sum(room.table.state.table.betting.stack) + sum(room.table.state.table.betting.total) == 3_000


def test_growing_survives_a_restart_at_every_moment() -> None:
    room = holdem("a", "b", between_ms=1_000)
    order(room, "resize", seats=4)
    room.restart()
    back(room)
    room.join("c")
    room.restart()
    back(room)
    assert len(room.table.chairs) == 4
    room.act("a", "FOLD")
    room.restart()
    back(room)
    room.wait(1_000)
    assert room.table.state is not None and room.table.state.table.seats == 4
    room.restart()
    back(room)
    room.act("abc"[to_act(room)], "FOLD")
    room.wait(1_000)
    assert room.table.state.table.seats == 4


def test_who_waits_for_a_seat_hears_nothing_of_the_hand_and_may_do_nothing() -> None:
    room = holdem("a", "b")
    order(room, "resize", seats=3)
    room.join("c", scenes=True)
    room.act("a", "CALL")
    assert set(room.types("c")) <= {"welcome", "lobby", "clock"}
    room.send("c", type="action", action="FOLD")
    assert room.last("c", "error")["code"] == "OUT_OF_TURN"


def test_a_table_loses_empty_seats_with_the_next_hand() -> None:
    room = holdem("a", "b", seats=5, least=2)
    order(room, "resize", seats=2)
    with pytest.raises(BadInput, match="full"):
        room.table.free_chair()
    room.restart()
    back(room)
    room.act("ab"[to_act(room)], "FOLD")
    assert room.table.state is not None and room.table.state.table.seats == 2 and len(room.table.chairs) == 2


def test_a_game_of_a_fixed_number_is_never_resized() -> None:
    for name in ("deal", "battle"):
        with pytest.raises(BadInput, match="always for"):
            order(opened(name), "resize", seats=4)


def test_what_cannot_grow_within_a_match_grows_with_the_next() -> None:
    room = Room("crazy_eights", seats=2, options={"hands": 2, "seats": 2}, again=True)
    room.join("a")
    room.join("b")
    order(room, "resize", seats=3)
    room.join("c")
    for _ in range(5_000):
        if room.table.match == 2:
            break
        room.wait(15_000)
    assert room.last("a", "notice")["order"]["what"] == "refused"
    assert room.table.state is not None and room.table.state.table.seats == 3 and hands(room, "c") == 1
    assert len(room.finished[0].ids) == len(room.finished[0].scores) == 2


# Swap and kick


def test_a_bot_of_the_house_takes_over_in_the_middle_of_a_hand_and_gives_back() -> None:
    room = holdem("a", "b")
    order(room, "swap", 0, policy="tight", why="crashed")
    assert [close.code for close in room.closed] == [4004] and room.asked[-1].policy == "tight"
    room.restart()
    assert room.asked[-1].policy == "tight" and room.table.chairs[0].name == "a"
    room.put(Attached("a", 0))
    room.act("a", "FOLD")
    assert room.last("a", "error")["msg"].startswith("A bot of the house has your seat")
    order(room, "swap", 0, policy="")
    room.act("a", "FOLD")
    assert hands(room) == 1 or room.table.hand == 2


def test_a_seat_is_handed_to_another_team_with_its_chips_and_its_cards() -> None:
    room = holdem("a", "b")
    hole = room.last("a", "start_hand")["hole"]
    order(room, "swap", 0, team="Gamma")
    assert room.table.chairs[0].id == "gamma"
    room.restart()
    room.put(Attached("g", 0))
    assert room.last("g", "snapshot")["you"]["hole"] == hole
    room.act("g", "FOLD")
    assert room.table.hand == 2 and not room.table.newcomers


def test_who_is_kicked_leaves_where_the_game_lets_it_and_the_record_has_its_move() -> None:
    room = holdem("a", "b", "c", options={**BLINDS, "seating": "open", "bank": 5000})
    order(room, "kick", 0, why="rude")
    assert not room.table.chairs[0].taken and [close.code for close in room.closed] == [4002]
    assert any(isinstance(line, lines.Made) and line.actor == 0 and line.how == "host" for line in room.log)
    seats = [chair.id for chair in room.table.chairs]
    room.restart()
    assert [chair.id for chair in room.table.chairs] == seats


# Void


@pytest.mark.parametrize("name", TABLES)
def test_a_void_match_is_played_again_with_new_cards_and_counts_for_nothing(name: str) -> None:
    room = opened(name)
    order(room, "void", why="the rules were misread")
    assert not room.finished and room.voided[0].match_id == "T-1-M1"
    assert room.table.match == 2 and room.table.hand == 1
    assert room.table.asked_before > 0, "no question has a number that was there before"
    secrets = [line.secret for line in room.log if isinstance(line, lines.Shuffle)]
    assert len(secrets) == len(set(secrets)) >= 2
    room.restart()
    assert room.table.match == 2 and room.table.hand == 1


def test_a_void_match_is_not_played_again_if_the_host_says_so() -> None:
    room = holdem("a", "b")
    order(room, "void", why="broken", replay=False)
    assert room.table.state is None and room.table.held
    room.restart()
    assert room.table.state is None and room.table.held
    order(room, "start")
    assert room.table.match == 2


def test_a_killed_house_goes_on_as_ordered_whatever_was_ordered() -> None:
    """After each order, a table made again from its lines is the table that it was."""
    for what, seat, values in (
        ("pause", None, {}),
        ("step", None, {}),
        ("change", None, {"big_blind": 20}),
        ("resize", None, {"seats": 4}),
        ("hold", 0, {}),
        ("time", 0, {"ms": 5_000}),
        ("act", 0, {"action": "CALL"}),
        ("forfeit", 0, {}),
        ("swap", 0, {"policy": "tight"}),
        ("swap", 0, {"team": "Gamma"}),
        ("kick", 0, {}),
        ("end", None, {}),
        ("void", None, {}),
    ):
        room = holdem("a", "b", "c")
        order(room, what, seat, "because", **values)
        before, counts = shape(room), dict(room.table.voice.outbox.counts)
        room.restart(downtime=0)
        assert shape(room) == before, what
        assert {to: n for to, n in room.table.voice.outbox.counts.items() if n} == counts, what


def shape(room: Room) -> Any:
    table = room.table
    return (
        table.state and table.state.table.flat(),
        [(chair.id, chair.name, chair.policy, chair.missed, chair.held, chair.bank_ms) for chair in table.chairs],
        (table.held, table.stepping, table.ending, table.changes, table.plan, table.forfeits, table.match, table.hand),
        [(one.decision.seat, one.limit_ms, one.extra_ms) for one in table.clocks.running()],
        room.timers.get("clock"),
    )
