"""Single rules of a table that nothing else would notice: whose answer counts, who is told, who is woken."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.arena.room.room import _secret_of
from croupier.arena.shuffle import common_secret
from croupier.arena.tables import lines
from croupier.arena.tables.decide import LONGEST_REFUSAL, LONGEST_THOUGHTS, MOST_REFUSALS, cut
from croupier.arena.tables.effects import REPLACED
from croupier.arena.tables.inputs import (
    Answered,
    Attached,
    Closing,
    Garbled,
    Input,
    Ordered,
    Said,
    Seated,
    Sent,
    Silent,
)
from croupier.arena.tables.orders.book import LONGEST_REASON
from croupier.arena.tables.orders.players import MOST_MS
from croupier.arena.tables.plan import Level
from croupier.arena.tables.session import Phase
from croupier.arena.tables.table import ASLEEP_MS
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import LEAVE
from croupier.kernel.vocabulary.turns import SEATS

from .room import Room

BLINDS = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "hands": 0}
OPEN = {**BLINDS, "seating": "open", "bank": 5_000}


class SlowRoom(Room):
    """A table whose frames have not gone out before the test says so."""

    def __init__(self, **plan: Any) -> None:
        self.unsent: list[Input] = []
        super().__init__(**plan)

    def put_later(self, given: Input) -> None:
        self.unsent.append(given)

    def send_out(self) -> None:
        unsent, self.unsent = self.unsent, []
        assert all(isinstance(given, Sent) for given in unsent)
        self.put(*unsent)


def two(**plan: Any) -> Room:
    room = Room(**{"seats": 2, "options": BLINDS, **plan})
    for name in ("a", "b"):
        room.join(name)
    return room


def mover(room: Room) -> str:
    """The player that is to act."""
    return next(chair.id for chair in room.table.chairs if room.session.clocks.of(chair.seat))


def refusals(room: Room, name: str) -> list[str]:
    return [frame["code"] for frame in room.inboxes.get(name, []) if frame["type"] == "error"]


# Whose answer counts


def test_an_answer_does_not_count_before_its_question_was_sent() -> None:
    room = SlowRoom(seats=2, options=BLINDS)
    for name in ("a", "b"):
        room.put(Seated(name, name), Attached(name, "ab".index(name)))
    name = mover(room)
    room.act(name, "FOLD")
    assert refusals(room, name) == ["OUT_OF_TURN"] and room.table.hand == 1
    room.send_out()
    room.act(name, "FOLD")
    assert room.table.hand == 2


def test_after_a_timeout_too_no_answer_counts_before_its_question_was_sent() -> None:
    room = SlowRoom(seats=2, options=BLINDS, move_time_ms=15_000)
    for seat, name in enumerate("ab"):
        room.put(Seated(name, name), Attached(name, seat))
    room.act(mover(room), "CALL")
    room.send_out()
    room.act(mover(room), "CALL")
    room.send_out()
    name = mover(room)
    room.wait(15_000)
    assert mover(room) == name, "it checked by the clock, and is first on the flop"
    frame = room.session.dialects.own.read(b'{"type":"action","v":1,"action":"CHECK"}')
    room.put(Said(name, frame, None, 20))
    assert refusals(room, name) == ["OUT_OF_TURN"] and mover(room) == name


def test_a_clock_runs_from_when_its_question_was_sent() -> None:
    room = SlowRoom(seats=2, options=BLINDS, move_time_ms=15_000)
    for seat, name in enumerate("ab"):
        room.put(Seated(name, name), Attached(name, seat))
    room.now += 60_000
    assert "clock" not in room.timers
    room.send_out()
    question = room.session.clocks.running()[0]
    assert room.timers["clock"] == room.now + question.limit_ms and question.left(room.now) == question.limit_ms


def test_a_spectator_that_answers_is_told_that_it_only_looks_on() -> None:
    room = two()
    room.watch("w")
    kept = len(room.log)
    room.act("w", "FOLD")
    assert room.last("w", "error")["code"] == "OUT_OF_TURN" and len(room.log) == kept


def test_a_client_whose_seat_a_bot_of_the_house_has_is_told_to_ask_the_host() -> None:
    room = two()
    name = mover(room)
    seat = next(chair.seat for chair in room.table.chairs if chair.id == name)
    room.put(Ordered("swap", seat, {"policy": "tight"}))
    room.session.connect(seat, name)
    room.act(name, "FOLD")
    assert room.last(name, "error")["code"] == "OUT_OF_TURN" and "ask the host" in room.last(name, "error")["msg"]
    assert room.table.hand == 1 and not [line for line in room.log if isinstance(line, lines.Refused)]


def test_an_answer_of_a_house_bot_counts_for_its_own_question_only() -> None:
    room = two()
    seat = room.session.clocks.running()[0].decision.seat
    room.put(Ordered("swap", seat, {"policy": "tight"}))
    [ask] = room.asked
    kept = len(room.log)
    for other in (ask.act_id - 1, ask.act_id + 1):
        room.put(Answered(seat, other, Move(ask.decision.options[0].kind)))
    room.put(Answered(1 - seat, ask.act_id, Move(ask.decision.options[0].kind)))
    assert len(room.log) == kept
    room.put(Answered(seat, ask.act_id, Move(ask.decision.options[0].kind)))
    assert len(room.log) > kept


def test_an_answer_out_of_turn_is_refused_told_and_kept() -> None:
    room = two()
    other = "a" if mover(room) == "b" else "b"
    room.act(other, "FOLD")
    assert refusals(room, other) == ["OUT_OF_TURN"] and refusals(room, mover(room)) == []
    [line] = [line for line in room.log if isinstance(line, lines.Refused)]
    assert (line.id, line.code) == (other, "OUT_OF_TURN") and '"FOLD"' in line.said


# Who is awake


def asleep(room: Room) -> str:
    """Let the clock play for one player until it is asleep; its name."""
    while not any(chair.asleep for chair in room.table.chairs):
        room.wait(15_000)
    return next(chair.id for chair in room.table.chairs if chair.asleep)


def chair_of(room: Room, name: str) -> Any:
    return next(chair for chair in room.table.chairs if chair.id == name)


def test_the_misses_of_a_player_that_wakes_are_counted_anew() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000})
    name = asleep(room)
    room.act(name, "RAISE_TO", amount=1)
    assert [line for line in room.log if isinstance(line, lines.Woke)] and chair_of(room, name).missed == 0
    woke = len(room.log)
    room.act(name, "RAISE_TO", amount=1)
    assert not [line for line in room.log[woke:] if isinstance(line, lines.Woke)], "it is awake already"
    assert chair_of(room, name).time_for(15_000) == 15_000


def test_a_player_is_asleep_after_three_misses_and_not_after_two() -> None:
    room = two()
    chair = room.table.chairs[0]
    for missed, limit in ((2, 15_000), (3, ASLEEP_MS), (4, ASLEEP_MS)):
        chair.missed = missed
        assert chair.time_for(15_000) == limit
    assert chair.time_for(500) == 500 and chair.time_for(0) == 0, "no limit stays none, and a shorter one stays"


def test_a_move_of_the_host_for_a_team_is_no_miss() -> None:
    room = two()
    name = mover(room)
    chair = chair_of(room, name)
    chair.missed = 2
    room.put(Ordered("act", chair.seat, {"action": "CALL"}))
    assert (chair.missed, chair.timed_out_in, chair.answered) == (0, "", None)
    made = [line for line in room.log if isinstance(line, lines.Made)][-1]
    assert made.how == lines.BY_HOST


def test_a_move_of_the_clock_is_a_miss_of_that_hand_until_an_answer_counts() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000})
    name = mover(room)
    chair, hand_id = chair_of(room, name), room.table.hand_id
    room.wait(15_000)
    assert (chair.missed, chair.timed_out_in, chair.answered) == (1, hand_id, None)
    while mover(room) != name:
        room.act(mover(room), "CALL" if "CALL" in room.last(mover(room), "act")["legal"] else "CHECK")
    act = room.last(name, "act")
    room.act(name, "CALL" if "CALL" in act["legal"] else "CHECK")
    assert (chair.missed, chair.timed_out_in) == (0, "")
    assert chair.answered is not None and chair.answered[0] == act["act_id"]


# Who is told, and who sits there


def test_a_table_that_is_told_to_close_begins_no_hand_and_no_match() -> None:
    room = two(again=True)
    room.put(Closing())
    assert room.session.phase is Phase.IN_A_HAND
    room.act(mover(room), "FOLD")
    room.wait(60_000)
    assert room.table.hand == 1 and room.session.phase is Phase.CLOSING
    fresh = Room(seats=2, options=BLINDS)
    fresh.put(Closing())
    for name in ("a", "b"):
        fresh.join(name)
    assert fresh.table.match == 0 and fresh.session.phase is Phase.CLOSING


def test_after_a_restart_a_lobby_names_the_players() -> None:
    room = two(between_ms=60_000)
    room.act(mover(room), "FOLD")
    room.restart()
    room.watch("w")
    told = room.last("w", "lobby")["players"]
    assert [(one["seat"], one["team"], one["connected"]) for one in told] == [(0, "a", False), (1, "b", False)]


def test_a_connection_does_not_stay_with_a_seat_that_somebody_else_has() -> None:
    room = Room(seats=3, least=2, options=OPEN)
    for name in ("a", "b", "c"):
        room.join(name)
    while not room.table.decision(2).option(LEAVE):
        room.wait(1_000)
    room.send("c", type="aside", action="LEAVE")
    while room.table.chairs[2].taken:
        room.act(mover(room), "FOLD")
    assert room.session.seat_of("c") is None
    room.put(Seated("d", "d", seat=2))
    assert room.session.connections.get(2) is None
    seen = len(room.inboxes["c"])
    room.act(mover(room), "FOLD")
    assert room.inboxes["c"][seen:] == []


def test_silence_is_told_when_it_begins_and_when_it_ends_and_not_in_between() -> None:
    room = two()
    lobbies = []
    for silent in (True, True, False, False):
        seen = len(room.inboxes["b"])
        room.put(Silent("a", silent))
        lobbies += [[one["connected"] for one in frame["players"]]
                    for frame in room.inboxes["b"][seen:] if frame["type"] == "lobby"]  # fmt: skip
    assert lobbies == [[False, True], [True, True]]
    room.put(Silent("nobody", True))
    assert not room.session.silent


def test_only_the_answer_of_an_open_question_is_taken_from_a_connection() -> None:
    room = two()
    name = mover(room)
    frame = room.session.dialects.own.read(b'{"type":"action","v":1,"action":"CALL","act_id":99}')
    room.put(Said(name, frame))
    assert refusals(room, name) == ["OUT_OF_TURN"]
    question = room.session.clocks.running()[0]
    assert question.refused == 0, "an answer to another question is no try at this one"
    room.act(name, "RAISE_TO", amount=1)
    assert question.refused == 1
    room.act(name, "RAISE_TO", amount=1, act_id=room.last(name, "act")["act_id"])
    assert question.refused == 2
    room.act(name, "CALL")
    assert [line.how for line in room.log if isinstance(line, lines.Made) and line.actor >= 0][
        -1
    ] == lines.REFUSED_FIRST


@pytest.mark.parametrize("how", ["by its last level", "between hands", "with a hand"])
def test_a_match_that_is_ended_early_leaves_the_cards_of_the_next_one_as_they_are_elsewhere(how: str) -> None:
    """Tables with a common deal draw the secret of each hand by its number: also when their matches end apart."""

    def secret() -> bytes:
        return _secret_of(b"key", room.table) if tables else common_secret(b"key", "common", 1, 1)

    tables: list[Room] = []
    levels = [Level(hands=1)] if how == "by its last level" else []
    room = two(again=True, deal="common", secrets=secret, between_ms=1_000, levels=levels)
    tables.append(room)
    if how == "with a hand":
        room.put(Ordered("end"))
    room.act(mover(room), "FOLD")
    if how == "between hands":
        room.put(Ordered("end"))
    room.wait(2_000)
    assert (room.table.match, room.table.hand) == (2, 1)
    drawn = [line.secret for line in room.log if isinstance(line, lines.Shuffle)]
    expected = [common_secret(b"key", "common", match, hand) for match, hand in ((1, 1), (1, 2), (2, 1))]
    assert drawn == expected and room.table.shoe.secret == expected[-1], (
        "the second was told to come, and is never dealt"
    )


# Bounds


def refused_orders(room: Room, *orders: Ordered) -> None:
    for order in orders:
        kept = len(room.log)
        with pytest.raises(BadInput):
            room.put(order)
        assert len(room.log) == kept, order


def test_time_is_given_from_one_millisecond_to_a_day() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000})
    seat = chair_of(room, mover(room)).seat
    question = room.session.clocks.of(seat)
    assert question is not None
    refused_orders(room, *(Ordered("time", seat, {name: value}) for name in ("ms", "bank_ms")
                           for value in (0, -1, MOST_MS + 1, 1.5, True, "1")))  # fmt: skip
    refused_orders(
        room, Ordered("time", seat), Ordered("time", seat, {"ms": 1, "hours": 1}), Ordered("time", 1 - seat, {"ms": 1})
    )
    room.put(Ordered("time", seat, {"ms": 1}))
    room.put(Ordered("time", seat, {"bank_ms": MOST_MS}))
    assert (question.extra_ms, question.bank_ms, room.table.chairs[seat].bank_ms) == (1, MOST_MS, MOST_MS)
    room.put(Ordered("time", 1 - seat, {"bank_ms": 7}))
    assert room.table.chairs[1 - seat].bank_ms == 7 and (question.extra_ms, question.bank_ms) == (1, MOST_MS)


def test_a_table_has_from_one_seat_to_the_most_that_there_are_and_nobody_loses_a_seat() -> None:
    room = two()
    refused_orders(
        room, *(Ordered("resize", None, {"seats": seats}) for seats in (0, -1, SEATS + 1, 1, "3", 2.0, True))
    )
    refused_orders(
        room, Ordered("resize"), Ordered("resize", None, {"seats": 3, "stack": 5}), Ordered("resize", 0, {"seats": 3})
    )
    room.put(Ordered("resize", None, {"seats": 10}))
    assert len(room.table.chairs) == 10
    room.put(Ordered("resize", None, {"seats": 2}))
    assert room.table.plan.seats == 2
    refused_orders(Room("battle", seats=2), Ordered("resize", None, {"seats": 3}))


def test_a_reason_has_a_longest_length_and_an_order_only_what_it_takes() -> None:
    room = two()
    room.put(Ordered("hold", 0, why="x" * LONGEST_REASON))
    refused_orders(
        room,
        Ordered("hold", 0, why="x" * (LONGEST_REASON + 1)),
        Ordered("hold", 0, {"ms": 1}),
        Ordered("pause", 0),
        Ordered("kick"),
        Ordered("hold", 2),
        Ordered("nonsense"),
        Ordered("change"),
        Ordered("change", None, {"seats": 3}),
        Ordered("void"),
        Ordered("void", why="x", values={"replay": 1}),
        Ordered("swap", 0, {"policy": "tight", "team": "c"}),
        Ordered("swap", 0, {"nonsense": "x"}),
        Ordered("swap", 0, {"policy": ""}),
        Ordered("swap", 0, {"policy": 5}),
        Ordered("swap", 0, {"team": "B"}),
        Ordered("release", 1),
    )


def test_of_the_refused_answers_of_a_hand_the_first_are_kept_cut_to_a_length() -> None:
    room = two()
    name = mover(room)
    room.put(Garbled(name, "x" * (LONGEST_REFUSAL + 1), "BAD_SCHEMA", "no"))
    for _ in range(MOST_REFUSALS + 3):
        room.put(Garbled(name, "y", "BAD_SCHEMA", "no"))
    kept = [line for line in room.log if isinstance(line, lines.Refused)]
    assert len(kept) == MOST_REFUSALS and len(kept[0].said) == LONGEST_REFUSAL
    room.put(Garbled("nobody", "y", "BAD_SCHEMA", "no"))
    room.act(name, "FOLD")
    room.put(Garbled(name, "z", "BAD_SCHEMA", "no"))
    kept = [line for line in room.log if isinstance(line, lines.Refused)]
    assert len(kept) == MOST_REFUSALS + 1, "each hand has its own"


@pytest.mark.parametrize(
    ("length", "kept", "over"),
    [(0, 0, 0), (LONGEST_THOUGHTS, LONGEST_THOUGHTS, 0), (LONGEST_THOUGHTS + 3, LONGEST_THOUGHTS, 3)],
)
def test_thoughts_are_cut_to_a_length_in_bytes(length: int, kept: int, over: int) -> None:
    assert cut("x" * length) == ("x" * kept, over)
    assert cut("ä" * 2_048) == ("ä" * 2_048, 0) and cut("x" + "ä" * 2_048) == ("x" + "ä" * 2_047, 2)


@pytest.mark.parametrize(("after", "counts"), [(99, False), (100, True), (101, True)])
def test_an_answer_that_came_sooner_than_the_line_can_carry_it_is_taken_for_the_one_before(
    after: int, counts: bool
) -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000})
    name = mover(room)
    room.wait(15_000)
    while mover(room) != name:
        room.act(mover(room), "CALL" if "CALL" in room.last(mover(room), "act")["legal"] else "CHECK")
    assert chair_of(room, name).timed_out_in == room.table.hand_id
    room.now += after
    action = "CHECK" if "CHECK" in room.last(name, "act")["legal"] else "CALL"
    frame = room.session.dialects.own.read(json.dumps({"type": "action", "v": 1, "action": action}))
    room.put(Said(name, frame, None, 100))
    assert (chair_of(room, name).missed == 0) == counts
    question = room.session.clocks.of(chair_of(room, name).seat)
    assert counts or (question is not None and question.refused == 0)


def test_a_question_has_the_time_that_is_left_and_when_that_is_up() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000}, move_time_ms=15_000)
    name = mover(room)
    assert room.last(name, "act")["you"]["time_ms"] == 15_000
    room.wait(4_000)
    room.put(Silent("nobody", True))
    context = room.session.context(room.session.clocks.running()[0])
    assert (context.time_ms, context.deadline_ms) == (11_000, room.wall + 11_000)
    context = room.session.context()
    assert (context.time_ms, context.deadline_ms) == (0, room.wall + 15_000), "of the next question"


def test_a_timer_is_set_once_for_each_time() -> None:
    session = two().session
    session.taken()
    for at in (5, 5, 7, None, None, 7):
        session.set_timer("x", at)
    assert [(effect.key, effect.at) for effect in session.taken()] == [("x", 5), ("x", 7), ("x", None), ("x", 7)]  # type: ignore[union-attr]


def test_the_newest_connection_of_a_seat_is_the_one_that_is_heard() -> None:
    room = two(grace_ms=5_000)
    room.put(Attached("new", 0))
    assert [(close.connection, close.code) for close in room.closed] == [("a", REPLACED)]
    room.drop("a")
    assert room.session.connections[0] == "new" and not [key for key in room.timers if key.startswith("grace")]
    room.put(Attached("new", 0))
    assert len(room.closed) == 1, "it does not take the seat from itself"
    room.drop("new")
    assert room.timers["grace0"] == room.now + 5_000 and room.session.seat_of("new") is None
    room.put(Attached("a", 0))
    assert "grace0" not in room.timers
