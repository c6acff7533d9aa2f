"""The log of a match for a client that comes back: what its eyes were told, whole, and nothing that others were."""

from __future__ import annotations

from typing import Any

from croupier.arena.tables.inputs import WATCHING, Attached, Detached, Seated
from croupier.arena.tables.log import MOST_MISSED, MOST_SENTENCES, Log

from .room import Room
from .test_table import BLINDS, to_act


def told(room: Room, name: str) -> list[dict[str, Any]]:
    """The log that a connection was sent last."""
    frame = room.last(name, "log")
    assert frame["match_id"] == room.table.match_id
    return list(frame["sentences"])


def shown(room: Room, name: str) -> list[tuple[int, str]]:
    """The sentences of the Scenes that a connection was shown, with their numbers; several Scenes may have the same."""
    frames = [frame for frame in room.inboxes[name] if frame["type"] == "scene"]
    return [*dict.fromkeys((frame["told"], frame["scene"].get("sentence", "")) for frame in frames)]


def heads_up(**plan: Any) -> Room:
    room = Room(seats=2, options=BLINDS, **plan)
    room.join("a", scenes=True)
    room.join("b")
    return room


def call(room: Room) -> None:
    name = to_act(room)
    room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK")


def test_a_client_that_comes_back_is_told_what_it_was_told_before_and_what_happened_meanwhile() -> None:
    room = heads_up()
    call(room)
    before = shown(room, "a")
    room.drop("a")
    room.act("b", "CHECK")
    room.inboxes["a"].clear()
    room.put(Attached("a", 0, scenes=True))
    log = told(room, "a")
    assert [(one["number"], one["text"]) for one in log][: len(before)] == before
    assert [one["number"] for one in log] == list(range(1, len(log) + 1))
    assert "b checks." in [one["text"] for one in log[len(before) :]]
    assert [one["phase"] for one in log][:: len(log) - 1] == ["Hand 1 · Before the flop", "Hand 1 · Flop"]
    assert room.types("a").index("log") < room.types("a").index("scene")
    assert shown(room, "a") == [(len(log), log[-1]["text"])], "its Scene has no sentence that the log lacks"


def test_what_each_seat_did_last_is_still_shown_after_somebody_came_or_went() -> None:
    room = heads_up()
    call(room)
    room.drop("b")
    room.put(Attached("b", 1), Attached("a2", 0, scenes=True))
    seats = room.last("a2", "scene")["scene"]["seats"]
    assert [seat.get("last", "") for seat in seats] == ["calls 5", "posts 10"]


def test_a_client_that_takes_a_seat_over_is_told_nothing_that_was_for_the_player_before() -> None:
    room = heads_up()
    call(room)
    assert "You are dealt" in str(shown(room, "a"))
    room.drop("a")
    room.table.chairs[0].clear()
    room.put(Seated("c", "c", seat=0), Attached("c", 0, scenes=True))
    assert "log" not in room.types("c") and shown(room, "c") == [(0, "")]
    room.act("b", "CHECK")
    assert shown(room, "c")[-1][0] == len({number for number, _ in shown(room, "c")[1:]})


def test_spectators_have_a_log_of_their_own_which_goes_on_only_while_one_is_there() -> None:
    room = heads_up()
    room.put(Attached("w", WATCHING, scenes=True))
    call(room)
    room.put(Attached("x", WATCHING, scenes=True))
    assert [one["text"] for one in told(room, "x")] == ["a calls 5."]
    room.put(Detached("w"), Detached("x"))
    room.act("b", "CHECK")
    room.put(Attached("y", WATCHING, scenes=True))
    assert [one["text"] for one in told(room, "y")] == ["a calls 5."]


def test_the_next_match_has_a_new_log() -> None:
    room = Room(seats=2, options={**BLINDS, "hands": 1}, again=True)
    room.join("a", scenes=True)
    room.join("b")
    room.act(to_act(room), "FOLD")
    assert room.table.match == 2
    room.put(Attached("again", 0, scenes=True))
    assert told(room, "again")[0]["number"] == 1 and {one["phase"] for one in told(room, "again")} == {
        "Hand 1 · Before the flop"
    }


def test_scenes_that_wait_for_their_pauses_are_not_shown_twice_to_a_client_that_comes_back() -> None:
    room = heads_up(pace_ms=200)
    room.wait(5_000)
    call(room)
    room.wait(5_000)
    room.act("b", "CHECK")
    room.put(Attached("again", 0, scenes=True))
    assert not shown(room, "again"), "what b did is shown a breath later"
    room.wait(5_000)
    numbers = [number for number, _ in shown(room, "again")]
    assert numbers == [6, 7] and numbers[-1] == told(room, "again")[-1]["number"]
    assert room.last("again", "clock")["seat"] == room.game.pending(room.table.state)[0].seat  # type: ignore[arg-type]


def test_a_client_that_comes_back_while_its_time_bank_runs_is_told_what_is_left_of_it() -> None:
    room = heads_up(bank_ms=30_000)
    name = to_act(room)
    seat = room.session.seat_of(name)
    assert seat is not None
    room.wait(room.plan.move_time_ms + 4_000)
    room.put(Attached("again", seat, scenes=True))
    clock = room.last("again", "clock")
    assert (clock["left_ms"], clock["bank_ms"]) == (0, 26_000)


def test_a_log_keeps_the_last_sentences() -> None:
    log = Log("a")
    for number in range(1, MOST_SENTENCES + 2):
        assert log.add("", f"sentence {number}.", heard=True) == number
    assert [one.number for one in log.sentences] == list(range(2, MOST_SENTENCES + 2))
    assert log.come_back() and log.count == MOST_SENTENCES + 1


def test_a_log_leaves_a_number_out_where_its_player_was_away_for_too_long() -> None:
    room = heads_up()
    room.drop("a")
    log = room.session.viewers.logs[0]
    log.missed = MOST_MISSED - 1
    call_for_a = room.session.clocks.of(0)
    assert call_for_a is not None
    room.wait(room.plan.move_time_ms)
    assert log.missed >= MOST_MISSED
    last = log.count
    room.act("b", "CHECK")
    assert log.count == last, "nothing is added any more"
    room.put(Attached("a", 0, scenes=True))
    assert log.count == last + 1 and log.missed == 0
    assert shown(room, "a")[-1] == (last + 1, "")
    room.act("b", "CHECK") if to_act(room) == "b" else room.act("a", "CHECK")
    assert shown(room, "a")[-1][0] > last + 1


def test_a_log_is_whole_as_long_as_less_was_missed_than_is_added_while_nobody_is_there() -> None:
    for missed, whole in ((MOST_MISSED - 1, True), (MOST_MISSED, False)):
        log = Log("a")
        log.add("", "somebody is there.", heard=True)
        for _ in range(missed):
            log.add("", "nobody is there.", heard=False)
        assert log.missed == missed and log.come_back() is whole
        assert log.count == missed + 1 + (not whole)
        assert log.missed == 0 and log.come_back() is True
