"""A table of the Battle in its own messages, with a clock that stands still and without a socket."""

from __future__ import annotations

from typing import Any

from .room import EPOCH, Room


def battle(**plan: Any) -> Room:
    options = {"reveal_when_confirmed": False, **plan.pop("options", {})}
    room = Room("battle", seats=2, move_time_ms=20_000, grace_ms=0, options=options, **plan)
    room.join("a")
    room.join("b")
    return room


def lay(room: Room, name: str, *cards: str | None, draft: bool = False) -> None:
    room.send(name, type="layout_draft" if draft else "layout_confirm", layout=list(cards))


def test_a_match_is_found_and_a_round_begins_with_its_deadline() -> None:
    room = battle()
    assert [kind for kind in room.types("a") if kind != "lobby"] == ["welcome", "match_found", "prep_start"]
    prep = room.last("a", "prep_start")
    assert (prep["roundIndex"], prep["yourHp"], prep["oppHp"]) == (1, 10, 10)
    assert prep["deadlineTs"] == EPOCH + 20_000
    assert prep["cards"] == prep["yourHand"] == ["attack", "defense", "heal", "counter"]


def test_nothing_tells_the_other_that_somebody_has_laid_or_confirmed() -> None:
    room = battle()
    before = len(room.inboxes["b"])
    lay(room, "a", "attack", None, "heal", draft=True)
    lay(room, "a", "attack", "heal", "counter")
    assert len(room.inboxes["b"]) == before


def test_both_layouts_meet_at_the_deadline() -> None:
    room = battle()
    lay(room, "a", "attack", "heal", "counter")
    lay(room, "b", "defense", "attack", None)
    assert "step_reveal" not in room.types("a")
    room.wait(20_000)
    steps = [frame for frame in room.inboxes["a"] if frame["type"] == "step_reveal"]
    assert [(step["yourCard"], step["oppCard"]) for step in steps] == [
        ("attack", "defense"),
        ("heal", "attack"),
        ("counter", None),
    ]
    assert room.last("a", "round_end")["yourHp"] == 8
    assert room.last("b", "prep_start")["roundIndex"] == 2


def test_steps_are_shown_after_250_ms_and_then_every_900() -> None:
    room = battle(shows=True, options={"reveal_when_confirmed": True})
    lay(room, "a", "attack", "heal", "counter")
    lay(room, "b", "defense", "attack", None)
    shown = []
    for _ in range(50):
        shown.append(room.types("a").count("step_reveal"))
        room.wait(50)
    assert [shown.index(count) * 50 for count in (1, 2, 3)] == [250, 1_150, 2_050]


def test_the_next_round_begins_for_everybody_when_it_was_sent() -> None:
    room = battle(shows=True, options={"reveal_when_confirmed": True})
    lay(room, "a", "attack", "heal", "counter")
    lay(room, "b", "defense", "attack", None)
    room.send("a", type="layout_confirm", layout=["attack", None, None])
    assert room.inboxes["a"][-1]["type"] == "error_msg"
    room.wait(2_050)
    assert room.last("a", "prep_start")["deadlineTs"] == EPOCH + room.now + 20_000
    assert room.timers["clock"] == room.now + 20_000


def test_a_refused_confirm_still_counts_as_a_sign_of_life() -> None:
    room = battle()
    lay(room, "a", "attack", "attack", "heal")
    assert room.inboxes["a"][-1]["type"] == "error_msg"
    room.wait(20_000)
    lay(room, "a", "attack", "attack", "heal")
    room.wait(20_000)
    assert room.last("a", "match_end")["winner"] == "YOU" and room.last("a", "match_end")["reason"] == "timeout"


def test_both_absent_twice_burns_the_pot() -> None:
    room = battle()
    room.wait(40_000)
    end = room.last("a", "match_end")
    assert (end["winner"], end["reason"], end["potBurn"], end["bothLose"]) == ("NONE", "timeout", True, True)


def test_a_client_that_disconnects_has_lost_at_once() -> None:
    room = battle()
    room.drop("a")
    room.wait(0)
    end = room.last("b", "match_end")
    assert (end["winner"], end["reason"]) == ("YOU", "disconnect")
    assert room.finished[0].scores == (-1, 1)


def test_a_restart_is_no_disconnect() -> None:
    room = battle()
    room.restart()
    assert not room.finished and "clock" in room.timers
