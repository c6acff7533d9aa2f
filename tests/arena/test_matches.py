"""When a match begins, what it begins with, and what follows it."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Ordered, Seated
from croupier.arena.tables.pace import NEXT_KEY, persons
from croupier.arena.tables.plan import Level
from croupier.arena.tables.scenes import gone
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import SIT

from .room import EPOCH, Room

SHORT = {"stack": 20, "small_blind": 5, "big_blind": 10, "hands": 1}
OPEN = {**SHORT, "hands": 0, "seating": "open", "bank": 5_000}


def table(*names: str, **plan: Any) -> Room:
    room = Room(**{"seats": len(names), "options": SHORT, **plan})
    for name in names:
        room.join(name)
    return room


def fold(room: Room) -> None:
    """Let whoever is to act give up the hand."""
    seat = next(chair.seat for chair in room.table.chairs if room.session.clocks.of(chair.seat))
    room.act(room.table.chairs[seat].id, "FOLD")


@pytest.mark.parametrize(("at", "begins"), [(999, True), (1_000, False), (1_001, False)])
def test_no_match_begins_from_the_time_on_by_which_all_has_to_be_over(at: int, begins: bool) -> None:
    room = Room(seats=2, options=SHORT, finish_by=EPOCH + 1_000)
    room.join("a")
    room.now = at
    room.join("b")
    assert (room.table.state is not None) == begins


def test_a_match_begins_only_with_all_the_players_that_it_needs() -> None:
    room = Room(seats=4, least=3, options=SHORT)
    for name, begun in (("a", False), ("b", False), ("c", True)):
        room.join(name)
        assert (room.table.state is not None) == begun


def test_where_no_seat_can_be_empty_all_are_waited_for() -> None:
    room = Room("deal", seats=3, least=2)
    for name, begun in (("a", False), ("b", False), ("c", True)):
        room.join(name)
        assert (room.table.state is not None) == begun


def test_no_question_of_a_later_match_has_a_number_of_an_earlier_one() -> None:
    room = table("a", "b", again=True)
    for match in (1, 2, 3):
        assert room.table.match == match
        fold(room)
    for name in "ab":
        numbers = [one["act_id"] for one in room.inboxes[name] if one["type"] == "act"]
        assert numbers == sorted(set(numbers)), name
    assert room.last("a", "act")["act_id"] == 4, "one question in each match"


def test_every_match_begins_with_a_full_bank_and_nobody_asleep() -> None:
    room = table("a", "b", again=True, bank_ms=10_000)
    room.wait(20_000)
    fold(room)
    assert room.table.match == 2 and [chair.bank_ms for chair in room.table.chairs] == [10_000, 10_000]


def test_the_number_of_matches_is_limited() -> None:
    room = table("a", "b", again=True, matches=2)
    fold(room)
    assert room.table.match == 2 and room.table.state is not None
    fold(room)
    assert room.table.match == 2 and room.table.state is None and room.table.held
    room.put(Ordered("start"))
    assert room.table.match == 3, "unless the host wants it"


def test_one_match_is_all_where_nothing_says_that_another_follows() -> None:
    room = table("a", "b")
    fold(room)
    assert room.table.state is None and room.table.held and len(room.finished) == 1


def test_a_table_rests_before_the_next_match_too() -> None:
    room = table("a", "b", again=True, between_ms=3_000)
    fold(room)
    room.wait(2_999)
    assert room.table.match == 1
    room.wait(1)
    assert room.table.match == 2


def test_a_match_that_is_the_last_is_followed_by_none() -> None:
    room = table("a", "b", again=True)
    room.put(Ordered("last"))
    fold(room)
    assert room.table.state is None and room.table.held


def test_a_client_that_has_given_up_one_match_plays_the_next() -> None:
    room = table("a", "b", again=True)
    room.put(Ordered("forfeit", 0))
    assert room.finished[0].forfeits == ("a",)
    assert room.table.match == 2 and not room.table.forfeits


def test_a_match_and_its_hands_are_numbered_from_one() -> None:
    room = table("a", "b", again=True, options={**SHORT, "hands": 2, "stack": 1_000})
    ids = []
    for _ in range(4):
        ids.append(room.last("a", "start_hand")["hand_id"])
        fold(room)
    assert ids == ["T-1-M1-H1", "T-1-M1-H2", "T-1-M2-H1", "T-1-M2-H2"]
    assert [line.match for line in room.log if isinstance(line, lines.Begun)] == [1, 2, 3]


def test_a_match_that_the_host_ends_between_hands_is_told_with_its_scores_and_never_uses_that_shuffle() -> None:
    room = table("a", "b", between_ms=1_000, options={**SHORT, "hands": 0, "stack": 1_000})
    fold(room)
    drawn = len([line for line in room.log if isinstance(line, lines.Shuffle)])
    room.put(Ordered("end"))
    assert room.finished[0].scores == (-5, 5) and room.types("a").count("match_end") == 1
    assert len([line for line in room.log if isinstance(line, lines.Shuffle)]) == drawn + 1


def test_a_bot_of_the_house_is_asked_by_the_number_of_its_question_in_every_match() -> None:
    room = Room(seats=2, options={**SHORT, "stack": 1_000}, again=True)
    room.put(Seated("house", "house", "tight", 1))
    room.join("a")
    for match in (1, 2, 3):
        assert room.table.match == match
        room.act("a", "CALL")
        ask = room.asked[-1]
        assert (ask.seat, ask.policy, ask.decision.number) == (1, "tight", 1)
        assert ask.act_id == room.table.asked_before + 1
        room.answer(ask, ask.decision.move("CHECK"))
        assert room.last("a", "event")["ev"] != "CALL", "it has counted"
        while room.table.match == match:
            if room.session.clocks.of(0):
                fold(room)
            else:
                room.answer(room.asked[-1], room.asked[-1].decision.move("CHECK"))


def test_nobodys_clock_runs_while_a_table_rests() -> None:
    """Also not one that several have in common: their question is answered, and no other is asked yet."""
    room = Room("battle", seats=2, between_ms=60_000)
    for name in ("a", "b"):
        room.join(name)
    for name in ("a", "b"):
        room.send(name, type="layout_confirm", layout=["attack", None, None])
    assert room.table.rested and not room.session.clocks.running() and "clock" not in room.timers
    room.wait(60_000)
    assert room.last("a", "prep_start")["roundIndex"] == 2


def shove(room: Room) -> None:
    """Let whoever is to act put in everything, or call."""
    seat = next(chair.seat for chair in room.table.chairs if room.session.clocks.of(chair.seat))
    act = room.last(room.table.chairs[seat].id, "act")
    if "RAISE_TO" in act["legal"]:
        room.act(room.table.chairs[seat].id, "RAISE_TO", amount=act["max_raise_to"])
    else:
        room.act(room.table.chairs[seat].id, "CALL")


def test_a_client_that_has_lost_everything_in_the_first_hand_sits_down_again_only_by_itself() -> None:
    room = table("a", "b", "c", least=3, secrets=lambda: bytes(32), options=OPEN)
    fold(room)
    while room.table.hand == 1:
        shove(room)
    sat = [line.actor for line in room.log if isinstance(line, lines.Made) and line.kind == SIT]
    assert not sat and [chair.id for chair in room.table.chairs if room.table.decision(chair.seat).option(SIT)] == ["c"]


def lose_everything(**plan: Any) -> Room:
    """A table of which one of two has lost all in the first hand."""
    room = table("a", "b", secrets=lambda: bytes(32), options=OPEN, **plan)
    while room.table.state is not None and not room.table.rested:
        shove(room)
    return room


def test_a_match_in_which_too_few_can_play_is_over_unless_the_table_waits_for_more() -> None:
    assert lose_everything().finished[0].scores in ((20, -20), (-20, 20))
    room = lose_everything(waits=True, seats=3)
    room.wait(1_000_000)
    assert not room.finished and room.table.hand == 1
    room.join("c")
    assert room.table.hand == 2 and room.last("c", "start_hand")["hand_id"] == "T-1-M1-H2"


def test_a_match_that_is_over_is_kept_at_once_with_nothing_left_to_go_on_with() -> None:
    room = table("a", "b")
    fold(room)
    kept = room.log[-1]
    assert isinstance(kept, lines.Boundary) and not kept.playing and kept.table.match == 1
    room.restart()
    assert room.table.state is None and room.table.held and room.table.match == 1


def test_every_match_begins_on_the_first_level_and_a_leg_is_on_record_as_one() -> None:
    stages = [Level(hands=1, changes={"big_blind": 10}), Level(hands=1, changes={"big_blind": 12})]
    room = table("a", "b", again=True, options={**SHORT, "hands": 0}, levels=stages)
    while room.table.match < 3:
        fold(room)
    began = [line for line in room.log if isinstance(line, lines.Began)]
    assert [(line.leg, line.level) for line in began][:5] == [(False, 0), (True, 1), (False, 0), (True, 1), (False, 0)]


def test_a_chair_that_the_match_had_not_is_one_of_the_next() -> None:
    room = Room("crazy_eights", seats=2, options={"hands": 1, "seats": 2})
    room.join("a")
    room.join("b")
    room.put(Ordered("resize", values={"seats": 3}))
    assert [chair.outside for chair in room.table.chairs] == [False, False, True]
    room.put(Ordered("void", values={"replay": False}, why="a cable"))
    assert [chair.outside for chair in room.table.chairs] == [False] * 3


def test_a_hand_that_begins_is_a_line_and_after_a_restart_it_is_the_same_hand() -> None:
    room = table("a", "b", options={**SHORT, "hands": 3, "stack": 1_000})
    fold(room)
    seat = next(chair.seat for chair in room.table.chairs if room.session.clocks.of(chair.seat))
    room.act(room.table.chairs[seat].id, "CALL")
    assert room.table.state is not None
    before = room.table.state.hash()
    room.restart()
    assert room.table.hand == 2 and room.table.state is not None and room.table.state.hash() == before


def test_the_table_is_kept_after_every_hand() -> None:
    room = table("a", "b", options={**SHORT, "hands": 3, "stack": 1_000})
    for hand in (1, 2, 3):
        fold(room)
        kept = [line for line in room.log if isinstance(line, lines.Snapshot)]
        assert [line.hand for line in kept] == list(range(1, hand + 1))


def test_the_order_of_the_cards_is_settled_before_anything_of_a_hand_is_told() -> None:
    room = Room("crazy_eights", seats=2, options={"hands": 2, "seats": 2})
    for name in ("a", "b"):
        room.join(name)
    told = [kind for kind in room.types("a") if kind != "lobby"]
    assert told[:3] == ["welcome", "event:COMMIT", "start_hand"] and room.last("a", "start_hand")["commitment"]


@pytest.mark.parametrize("options", [{"prep_ms": 1.5}, {"rounds": 2**63}, {"stake": True}])
def test_options_too_large_for_a_line_are_refused_before_anybody_sits_down(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="whole number of 64 bits"):
        Room("battle", seats=2, options=options)


def out_against_the_house(for_people: bool) -> Room:
    """A person with one big blind goes out against two bots that call: the table after that hand."""
    options = {"stacks": [100, 10_000, 10_000], "small_blind": 50, "big_blind": 100, "hands": 0}
    room = Room(seats=3, least=3, options=options, for_people=for_people, pace_ms=100)
    for seat in (1, 2):
        room.put(Seated(f"house:station:{seat}", f"station {seat}", "station", seat))
    room.join("a", scenes=True)
    while not room.table.at_boundary or 0 not in gone(room.table):
        questions = [one for one in map(room.session.clocks.of, range(3)) if one is not None]
        for decision in (one.decision for one in questions):
            room.table_move(decision.seat, decision.move("CHECK" if "CHECK" in decision.legal else "CALL"))
        if not questions:
            room.wait(1_000)
    return room


def test_a_match_against_the_house_ends_with_the_last_person_in_it() -> None:
    room = out_against_the_house(for_people=True)
    hands = room.table.hand
    assert persons(room.session), "who has just gone out is shown how"
    assert "match_end" not in room.types("a") and room.timers[NEXT_KEY] > room.now
    room.wait(60_000)
    assert room.table.match == 1 and room.table.state is None and room.table.hand <= hands
    (ended,) = [line for line in room.log if isinstance(line, lines.Noted)]
    assert (ended.what, ended.why) == ("end", "only house bots are left in it.")
    assert room.types("a")[-1] == "match_end"


def test_a_match_of_bots_and_strangers_is_played_to_its_end() -> None:
    room = out_against_the_house(for_people=False)
    hands = room.table.hand
    room.wait(60_000)
    assert room.table.state is not None and room.table.hand == hands + 1
    assert not persons(room.session), "who is out waits for nothing"
