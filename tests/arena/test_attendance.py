"""Who is connected to a table: who comes back in time, who is gone, and who is told nothing any more."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.tables.inputs import WATCHING, Attached, Reacted, Said
from croupier.arena.tables.pace import persons
from croupier.kernel.errors import BadInput

from .room import Room

BLINDS = {"stack": 1_000, "small_blind": 5, "big_blind": 10}


def heads_up(**plan: Any) -> Room:
    room = Room(seats=2, options={**BLINDS, **plan.pop("options", {})}, **plan)
    room.join("a")
    room.join("b")
    return room


def battle(grace_ms: int) -> Room:
    room = Room("battle", seats=2, grace_ms=grace_ms)
    room.join("a")
    room.join("b")
    return room


def test_a_client_that_comes_back_within_the_grace_has_lost_nothing() -> None:
    room = battle(5_000)
    room.drop("a")
    room.wait(4_999)
    room.put(Attached("a again", 0))
    room.wait(6_000)
    assert not room.finished


def test_a_client_that_comes_back_later_than_the_grace_has_left() -> None:
    room = battle(5_000)
    room.drop("a")
    room.wait(4_999)
    assert not room.finished
    room.wait(1)
    assert room.last("b", "match_end")["reason"] == "disconnect"


def test_a_client_that_goes_again_has_the_whole_grace_again() -> None:
    room = battle(5_000)
    room.drop("a")
    room.wait(3_000)
    room.put(Attached("a again", 0))
    room.drop("a again")
    room.wait(4_999)
    assert not room.finished
    room.wait(1)
    assert room.finished


def test_where_a_game_has_no_leaving_the_clock_plays_on_for_an_absent_client() -> None:
    room = heads_up(grace_ms=1_000)
    room.drop("a")
    room.wait(1_000)
    assert room.table.chairs[0].taken and not room.finished
    room.wait(14_000)
    assert "event:CALL" in room.types("b")


def test_with_no_grace_named_nobody_is_ever_let_go() -> None:
    room = battle(-1)
    room.drop("a")
    assert not any(key.startswith("grace") for key in room.timers)


def test_a_client_that_no_longer_looks_on_is_told_nothing_any_more() -> None:
    room = heads_up()
    room.watch("w")
    room.drop("w")
    told = len(room.inboxes["w"])
    room.act("a", "CALL")
    assert len(room.inboxes["w"]) == told


def test_nobody_else_is_told_of_a_spectator() -> None:
    room = heads_up()
    before = {name: len(room.inboxes[name]) for name in "ab"}
    room.watch("w")
    assert {name: len(room.inboxes[name]) for name in "ab"} == before
    assert [kind for kind in room.types("w") if kind in ("welcome", "snapshot", "lobby")] == [
        "welcome",
        "snapshot",
        "lobby",
    ]
    assert room.last("w", "welcome")["seat"] is None and "you" not in room.last("w", "snapshot")


def test_at_a_closed_table_players_come_in_and_nobody_looks_on() -> None:
    room = heads_up(closed=True)
    with pytest.raises(BadInput, match="Nobody may look on"):
        room.watch("w")
    assert room.types("a")[0] == "welcome"


def test_coming_and_going_is_told_to_everybody_at_once() -> None:
    room = heads_up()
    for here, do in ((False, lambda: room.drop("b")), (True, lambda: room.put(Attached("b", 1)))):
        do()
        assert [one["connected"] for one in room.last("a", "lobby")["players"]] == [True, here]


def test_the_same_connection_is_not_hung_up_by_itself() -> None:
    room = heads_up()
    room.put(Attached("a", 0))
    assert not room.closed and room.session.connections[0] == "a"


def test_an_old_connection_is_no_longer_heard() -> None:
    room = heads_up()
    room.put(Attached("a again", 0))
    frame = room.session.dialects.own.read(b'{"type":"action","v":1,"action":"CALL"}')
    room.put(Said("a", frame))
    assert room.inboxes["a"][-1]["code"] == "OUT_OF_TURN" and "event:CALL" not in room.types("b")


def test_another_dialect_is_a_line_and_the_same_one_is_none() -> None:
    room = heads_up()
    kept = len(room.log)
    room.put(Attached("a", 0))
    assert len(room.log) == kept
    for dialect in ("generic", "contract", "generic", "words", "game"):
        room.put(Attached("a", 0, dialect=dialect, after=1))
        assert type(room.log[-1]).__name__ == "Spoke" and room.table.chairs[0].dialect == dialect
        assert room.types("a")[-2:].count("snapshot") == 1, "what it has is in other words"
        assert room.inboxes["a"][-1]["type"] == "lobby"


def test_a_seat_without_a_match_gets_no_snapshot() -> None:
    room = Room(seats=3, options=BLINDS)
    room.join("a")
    room.put(Attached("a again", 0))
    assert room.types("a again") == ["welcome", "lobby"]
    room.put(Attached("w", WATCHING))
    assert room.types("w") == ["welcome", "lobby"]


def test_a_client_that_drew_scenes_and_is_gone_is_no_person_that_others_wait_for() -> None:
    room = heads_up(pace_ms=300)
    room.put(Attached("a", 0, scenes=True))
    assert persons(room.session)
    room.drop("a")
    assert not persons(room.session)
    room.put(Attached("a", 0, scenes=True))
    room.put(Attached("a again", 0))
    told = len(room.inboxes["a"])
    assert not persons(room.session)
    room.act("a again", "CALL")
    assert len(room.inboxes["a"]) == told, "the old connection is shown nothing any more"


def test_events_told_in_another_dialect_do_not_come_again() -> None:
    room = heads_up()
    room.put(Attached("a", 0, dialect="generic"))
    room.put(Attached("back", 0, dialect="generic", after=1))
    assert "snapshot" in room.types("back") and "start_hand" not in room.types("back")


def test_a_client_that_comes_back_is_told_the_clock_of_the_other() -> None:
    room = heads_up()
    room.wait(4_000)
    for connection, seat in (("b again", 1), ("w", WATCHING)):
        room.put(Attached(connection, seat))
        snapshot = room.last(connection, "snapshot")
        assert (snapshot["next_actor"], snapshot["time_ms_remaining"]) == (0, 11_000)


def test_a_reaction_comes_from_a_player_who_draws_the_table_and_goes_to_all_who_do() -> None:
    room = heads_up()
    room.put(Attached("a", 0, scenes=True), Attached("w", WATCHING, scenes=True))
    room.watch("bot")
    kept = len(room.log)
    room.put(Reacted("a", "nice"))
    assert [room.types(name).count("reaction") for name in ("a", "b", "w", "bot")] == [1, 0, 1, 0]
    assert (room.last("w", "reaction")["seat"], room.last("w", "reaction")["what"]) == (0, "nice")
    for name in ("b", "w", "bot", "nobody"):
        with pytest.raises(BadInput, match="Only a player who draws the table can react"):
            room.put(Reacted(name, "nice"))
    assert room.types("w").count("reaction") == 1 and len(room.log) == kept


def test_there_are_no_reactions_in_an_event() -> None:
    room = heads_up(event="cup")
    room.put(Attached("a", 0, scenes=True))
    with pytest.raises(BadInput, match="no reactions in an event"):
        room.put(Reacted("a", "nice"))
    assert "reaction" not in room.types("a")
