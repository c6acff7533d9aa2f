"""What rides on an answer: kept with the move, told to no other seat, and never played from."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from croupier.arena.room.guests import _rider
from croupier.arena.room.thoughts import thoughts
from croupier.arena.tables import lines
from croupier.arena.tables.decide import LONGEST_THOUGHTS, cut
from croupier.arena.tables.inputs import Attached, Said
from croupier.kernel.errors import BadInput

from .room import Room
from .test_restarts import TABLES
from .test_table import BLINDS, to_act

ALOUD = "I hold the nuts and will RAISE_TO 400"


def say(room: Room, name: str, **message: Any) -> None:
    """A message over any door: with what rides on it."""
    seat = room.session.seat_of(name)
    assert seat is not None
    data = json.dumps({"type": "action", "v": 1, **message}).encode()
    room.put(Said(name, room.session.dialects.of(seat).read(data), _rider(data)))


def kept(room: Room) -> list[lines.Thought]:
    return [line for line in room.log if isinstance(line, lines.Thought)]


def two() -> Room:
    room = Room(seats=2, options=BLINDS)
    room.join("a")
    room.join("b")
    return room


def question(room: Room) -> tuple[str, int]:
    name = to_act(room)
    return name, room.last(name, "act")["act_id"]


def test_thoughts_and_usage_are_kept_with_the_move_and_sealed() -> None:
    room = two()
    name, act_id = question(room)
    usage = {"model": "slow-1", "input_tokens": 900, "output_tokens": 40, "cost": 0.0021}
    say(room, name, action="CALL", act_id=act_id, thoughts=ALOUD, usage=usage)
    (line,) = kept(room)
    assert (line.text, line.act_id, line.id, line.hand_id) == (ALOUD, act_id, name, "T-1-M1-H1")
    assert msgspec.to_builtins(line.usage) == usage
    after = room.log[room.log.index(line) + 1]
    assert isinstance(after, lines.Made) and room.game.kinds[after.kind] == "CALL"
    assert lines.is_secret(line, False), "thoughts may name hole cards: they lie sealed"


def test_no_frame_to_anybody_has_thoughts_in_it() -> None:
    room = two()
    room.watch("w")
    for _ in range(6):
        name, act_id = question(room)
        legal = room.last(name, "act")["legal"]
        say(room, name, action="CHECK" if "CHECK" in legal else "CALL", act_id=act_id, thoughts=ALOUD, receipt=True)
    sent = json.dumps(room.inboxes)
    assert "nuts" not in sent and len(kept(room)) == 6


def test_illegal_answer_with_legal_words_in_thoughts_plays_nothing() -> None:
    room = two()
    name, act_id = question(room)
    state = room.table.state
    for action in ("CHECK", "RAISE_TO"):
        say(room, name, action=action, amount=1, act_id=act_id, thoughts="CALL. My action is CALL.", receipt=True)
        assert room.last(name, "error")["code"] == "INVALID_ACTION"
    assert not [line for line in room.log if isinstance(line, lines.Made)] and room.table.state is state
    assert not kept(room) and to_act(room) == name


def test_long_thoughts_are_cut_and_the_sender_is_told_and_the_action_counts() -> None:
    room = two()
    name, act_id = question(room)
    say(room, name, action="CALL", act_id=act_id, thoughts="é" * 3_000)
    (line,) = kept(room)
    assert line.text == "é" * 2_048 and len(line.text.encode()) == LONGEST_THOUGHTS
    assert room.last(name, "receipt")["thoughts_cut"] == 6_000 - LONGEST_THOUGHTS
    assert to_act(room) != name


def test_no_letter_is_cut_in_two() -> None:
    text, over = cut("x" + "é" * 2_048)
    assert text == "x" + "é" * 2_047 and over == 2
    assert cut("short") == ("short", 0)
    assert cut("\ud800")[0] == "?"


@pytest.mark.parametrize(
    "more",
    [{"thoughts": 7}, {"usage": {"tokens": 1}}, {"usage": {"input_tokens": -1}}, {"usage": {"model": "x" * 101}}],
)
def test_thoughts_of_another_shape_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        _rider(json.dumps({"type": "action", "v": 1, "action": "CALL", **more}).encode())


def test_without_anything_that_rides_nothing_is_read_twice() -> None:
    assert _rider(b'{"type":"action","v":1,"action":"CALL"}') is None


@pytest.mark.parametrize("dialect", ["game", "generic", "words", "contract"])
def test_the_same_answer_again_gets_the_same_receipt_and_another_is_too_late(dialect: str) -> None:
    room = two()
    name, act_id = question(room)
    seat = room.session.seat_of(name)
    assert seat is not None
    room.put(Attached(name, seat, dialect=dialect))
    call, fold = (room.game.kind(action) for action in ("CALL", "FOLD"))
    named = [{"action": "CALL"}, {"action": "FOLD"}]
    if dialect == "contract":
        named = [{"type": "move", "kind": call}, {"type": "move", "kind": fold}]
    for _ in range(3):
        say(room, name, **named[0], act_id=act_id, receipt=True)
    receipts = [frame for frame in room.inboxes[name] if frame["type"] == "receipt"]
    assert len(receipts) == 3 and receipts[0] == receipts[1] == receipts[2]
    assert (receipts[0]["action"], receipts[0]["act_id"]) == ("CALL", act_id)
    say(room, name, **named[1], act_id=act_id, receipt=True)
    assert room.last(name, "error")["code"] == "ACTION_TOO_LATE"
    moves = [line for line in room.log if isinstance(line, lines.Made) and line.actor == seat]
    assert len(moves) == 1


def test_a_move_of_the_clock_gets_no_receipt() -> None:
    room = two()
    name, act_id = question(room)
    room.wait(15_001)
    say(room, name, action="FOLD", act_id=act_id, receipt=True)
    assert room.last(name, "error")["code"] == "ACTION_TOO_LATE"


@pytest.mark.parametrize("ends", [False, True], ids=["in a hand", "after a hand"])
def test_receipt_comes_again_after_a_restart(ends: bool) -> None:
    room = two()
    name, act_id = question(room)
    seat = room.session.seat_of(name)
    assert seat is not None
    answer = {"action": "FOLD" if ends else "CALL", "act_id": act_id, "receipt": True, "thoughts": "x" * 5_000}
    say(room, name, **answer)
    first = room.last(name, "receipt")
    room.restart()
    room.inboxes.clear()
    room.put(Attached(name, seat))
    say(room, name, **answer)
    assert room.last(name, "receipt") == first
    assert len(kept(room)) == 1


def test_receipt_of_an_answer_that_was_refused_first() -> None:
    room = two()
    name, act_id = question(room)
    say(room, name, action="RAISE_TO", amount=3, act_id=act_id, receipt=True)
    for _ in range(2):
        say(room, name, action="CALL", act_id=act_id, receipt=True)
        assert room.last(name, "receipt")["action"] == "CALL"


def test_receipt_of_cards_and_gaps() -> None:
    room = Room("battle", seats=2)
    for name in ("a", "b"):
        room.join(name, dialect="generic")
    act_id = room.last("a", "act")["act_id"]
    for cards in (["attack", None, "heal"], ["attack", "-", "heal"]):
        say(room, "a", action="CONFIRM", cards=cards, act_id=act_id, receipt=True)
        assert room.last("a", "receipt")["cards"] == ["attack", "-", "heal"]
    say(room, "a", action="CONFIRM", cards=["heal", "-", "attack"], act_id=act_id, receipt=True)
    assert room.last("a", "error")["code"] == "ACTION_TOO_LATE"


def test_an_aside_may_have_a_receipt_and_answers_nothing() -> None:
    room = Room("battle", seats=2)
    for name in ("a", "b"):
        room.join(name, dialect="generic")
    say(room, "a", type="aside", action="TOUCH", receipt=True)
    assert "act_id" not in room.last("a", "receipt")


def test_a_client_that_sits_down_next_gets_no_receipt_of_the_one_before() -> None:
    room = two()
    name, act_id = question(room)
    say(room, name, action="CALL", act_id=act_id)
    chair = next(chair for chair in room.table.chairs if chair.id == name)
    assert chair.answered is not None and chair.answered[0] == act_id
    chair.clear()
    assert chair.answered is None


@pytest.mark.parametrize("name", TABLES)
def test_every_game_takes_thoughts_and_exports_them(name: str) -> None:
    room = Room(name, **TABLES[name])
    for seat in range(room.plan.seats):
        room.join(f"p{seat}", dialect="generic")
    for number in range(40):
        state = room.table.state
        owed = [one for one in room.game.pending(state) if one.seat < room.plan.seats] if state else []
        if not owed:
            room.wait(20_000)
            continue
        act = room.last(f"p{owed[0].seat}", "act")
        option = act["options"][0]
        cards = option.get("cards", [])[: option.get("fewest", 0)]
        low = option.get("low") or None
        say(room, f"p{owed[0].seat}", action=option["action"], amount=low, cards=cards, act_id=act["act_id"],
            thoughts=f"number {number}")  # fmt: skip
    matches = {line.hand_id.rpartition("-H")[0] for line in kept(room)}
    rows = [json.loads(row) for match in matches for row in thoughts(room.game, match, room.log, None).splitlines()]
    assert len(rows) == len(kept(room)) > 5
    assert all(row["action"] in room.game.kinds.values() for row in rows)
    mine = [json.loads(row) for match in matches for row in thoughts(room.game, match, room.log, "p0").splitlines()]
    assert mine and mine == [row for row in rows if row["player"] == "p0"]
