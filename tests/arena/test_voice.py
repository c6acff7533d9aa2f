"""The frames of a table: their numbers, their delays, what can be sent again, and who gets what."""

from __future__ import annotations

import json
from typing import Any

from croupier.arena.tables.effects import Close, Effect, Send
from croupier.arena.tables.inputs import SHOWN, WATCHING
from croupier.arena.tables.voice import ActiveDialects, Outbox, Voice, _recipients
from croupier.games import load
from croupier.kernel.showing.wire import OWN
from croupier.kernel.showing.wire.announcer import WATCHING as WATCHERS

from .room import Room

BLINDS = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "hands": 0}


def sent(outbox: Outbox, now: int) -> list[tuple[int, Any]]:
    """Each frame that goes out, with its recipient: the number and the text of a counted one, else its text."""
    out = []
    for one in outbox.released(now):
        for to, number in zip(one.to, one.numbers, strict=True):
            word = json.loads(one.body)["t"]
            out.append((to, (number, word) if number else word))
    return out


def text(word: str) -> bytes:
    return json.dumps({"t": word}).encode()


# Numbers and delays


def test_frames_are_numbered_for_each_recipient_from_one() -> None:
    outbox = Outbox()
    outbox.post(0, (0, 1), text("a"))
    outbox.post(0, (1,), text("b"))
    outbox.post_uncounted(0, 1, text("scene"))
    outbox.post(0, (0, 1), text("c"))
    assert sent(outbox, 0) == [
        (0, (1, "a")), (1, (1, "a")), (1, (2, "b")), (1, "scene"), (0, (2, "c")), (1, (3, "c"))
    ]  # fmt: skip
    assert sent(outbox, 0) == []


def test_frames_after_a_pause_go_out_later_and_not_before_their_time() -> None:
    outbox = Outbox()
    outbox.post(100, (0,), text("a"))
    outbox.pause(100, 50)
    outbox.post(100, (0,), text("b"))
    outbox.pause(100, 30)
    outbox.post(120, (0,), text("c"))
    assert outbox.next_due == 100 and sent(outbox, 100) == [(0, (1, "a"))]
    assert outbox.next_due == 150 and sent(outbox, 149) == [] and sent(outbox, 150) == [(0, (2, "b"))]
    assert outbox.due(120) == 180 and outbox.due(200) == 200
    assert sent(outbox, 180) == [(0, (3, "c"))] and outbox.next_due is None
    outbox.pause(500, 10)
    assert outbox.due(500) == 510, "what is over delays nothing more"


def test_sequences_that_begin_together_have_pauses_of_their_own() -> None:
    outbox = Outbox()

    def say(to: int, *pauses: int) -> None:
        for pause in pauses:
            outbox.pause(0, pause)
            outbox.post(0, (to,), text(str(pause)))

    outbox.pause(0, 10)
    outbox.side_by_side(0, [lambda: say(0, 5, 100), lambda: say(1, 20)])
    assert [(one.due, one.to) for one in outbox._waiting] == [(15, (0,)), (30, (1,)), (115, (0,))]
    assert outbox.due(0) == 115, "what follows comes after the longest"
    outbox.side_by_side(200, [])
    assert outbox.due(0) == 200


# What can be sent again


def test_frames_since_a_number_are_sent_again() -> None:
    outbox = Outbox()
    for word in "abc":
        outbox.post(0, (0,), text(word))
    outbox.post(0, (1,), text("other"))
    outbox.released(0)
    outbox.pause(0, 100)
    outbox.post(0, (0,), text("held back"))

    def again(number: int, to: int = 0) -> list[Any] | None:
        found = outbox.after(to, number)
        return None if found is None else [(frame["n"], frame["t"]) for frame in map(json.loads, found)]

    assert again(0) == [(1, "a"), (2, "b"), (3, "c")] and again(2) == [(3, "c")] and again(3) == []
    assert again(4) is None and again(-1) is None, "that was never sent"
    assert again(0, 1) == [(1, "other")] and again(0, 2) == [] and again(1, 2) is None
    outbox.forget()
    assert again(3) == [] and again(2) is None, "it was sent before this hand"


def test_the_open_question_comes_again_as_it_is_now_and_once() -> None:
    outbox = Outbox()
    outbox.post(0, (0,), text("a"))
    outbox.post(0, (0,), text("10 s left"), (0, 7))
    outbox.released(0)
    fresh = (0, 7), text("3 s left")

    def again(number: int) -> list[tuple[int | None, str]]:
        return [(frame.get("n"), frame["t"]) for frame in map(json.loads, outbox.after(0, number, fresh) or [])]

    assert again(0) == [(1, "a"), (2, "3 s left")]
    assert again(2) == [(None, "3 s left")], "the client has it already: it is not counted twice"


def test_a_recipient_that_changes_its_dialect_gets_nothing_older_and_keeps_its_count() -> None:
    outbox = Outbox()
    outbox.post(0, (0, 1), text("a"))
    outbox.post(0, (0,), text("b"))
    outbox.released(0)
    outbox.forget_for(0)
    assert outbox.after(0, 1) is None and outbox.after(0, 2) == []
    assert len(outbox.after(1, 0) or []) == 1, "the other one still does"
    outbox.post(0, (0,), text("c"))
    assert sent(outbox, 0) == [(0, (3, "c"))]


def test_a_recipient_that_is_gone_leaves_nothing_behind() -> None:
    outbox = Outbox()
    outbox.post(0, (0, 1), text("a"))
    outbox.released(0)
    outbox.post(0, (0, 1), text("b"))
    outbox.post(0, (0,), text("c"))
    outbox.remove(0)
    assert sent(outbox, 0) == [(1, (2, "b"))] and outbox.after(0, 0) == []
    outbox.remove(5)
    outbox.post(0, (0,), text("d"))
    assert sent(outbox, 0) == [(0, (1, "d"))], "its successor's frames are counted from 1"


# Who gets what


def test_an_audience_is_seats_in_order_and_then_spectators() -> None:
    assert _recipients(0b101) == (0, 2) and _recipients(0b110 | WATCHERS) == (1, 2, WATCHING)
    assert _recipients(WATCHERS) == (WATCHING,) and _recipients(0) == ()


class Heard:
    """A voice, and what it sends."""

    def __init__(self, connections: dict[int, str], shown: dict[int, list[str]] | None = None) -> None:
        self.effects: list[Effect] = []
        self.voice = Voice([], connections, lambda seat: (shown or {}).get(seat, []), self.effects.append)

    def release(self) -> list[tuple[str, int, int]]:
        """The connections that get frames, with the number of frames and of receipts."""
        self.unsent = self.voice.release(0)
        found, self.effects[:] = list(self.effects), []
        return [(one.connection, len(one.frames), len(one.receipts)) for one in found if isinstance(one, Send)]


def test_frames_go_to_seats_spectators_and_those_that_draw_scenes() -> None:
    heard = Heard({0: "a", 1: "b"}, {1: ["b", "c"]})
    heard.voice.watchers.update({"w": None, "v": None})
    outbox = heard.voice.outbox
    outbox.post(0, (0, WATCHING), text("all"))
    outbox.post(0, (0,), text("question"), (0, 1))
    outbox.post_uncounted(0, SHOWN + 1, text("scene of seat 1"))
    outbox.post_uncounted(0, SHOWN + 3, text("scene of nobody"))
    assert heard.release() == [("a", 2, 1), ("w", 1, 0), ("v", 1, 0), ("b", 1, 0), ("c", 1, 0)]
    assert heard.unsent == []


def test_scenes_of_spectators_go_to_those_that_draw_them() -> None:
    heard = Heard({}, {WATCHING: ["w"]})
    heard.voice.watchers.update({"w": None, "v": None})
    heard.voice.outbox.post_uncounted(0, SHOWN + WATCHING, text("scene"))
    assert heard.release() == [("w", 1, 0)]


def test_a_question_to_a_seat_without_a_connection_is_asked_at_once() -> None:
    heard = Heard({1: "b"})
    heard.voice.outbox.post(0, (0,), text("question"), (0, 9))
    assert heard.release() == [] and heard.unsent == [(0, 9)]


def test_a_connection_is_told_what_it_has_missed_or_that_it_cannot_be() -> None:
    heard = Heard({0: "a"})
    heard.voice.outbox.post(0, (0,), text("a"))
    heard.release()
    assert heard.voice.resend("a", 0, 0) and [type(one) for one in heard.effects] == [Send]
    assert heard.voice.resend("a", 0, 1) and len(heard.effects) == 1, "nothing was missed, and nothing is sent"
    assert not heard.voice.resend("a", 0, 2)
    heard.voice.hang_up("a", 4000, "why")
    assert heard.effects[-1] == Close("a", 4000, "why")


# Dialects in use


def test_a_dialect_is_in_use_while_somebody_hears_it_and_spectators_hear_the_games_own() -> None:
    room = Room(seats=3, least=3, options=BLINDS)
    room.join("a")
    room.join("b", dialect="generic")
    dialects = ActiveDialects(load("holdem"), room.table.chairs)
    heard = {active.name: active.announcer.listeners for active in dialects.active()}
    assert heard == {OWN: WATCHERS | 1, "generic": 2}
    room.table.chairs[0].outside = True
    assert {one.name: one.announcer.listeners for one in dialects.active()} == {OWN: WATCHERS, "generic": 2}
    generic = dialects.of(1)
    assert generic is not dialects.own and dialects.of(None) is dialects.own is dialects.of(0)
    room.table.chairs[1].clear()
    assert [one.name for one in dialects.active()] == [OWN] and dialects.of(1) is dialects.own


def test_a_dialect_that_nobody_heard_for_a_step_begins_anew_in_mid_hand() -> None:
    room = Room(seats=2, options=BLINDS)
    for name in ("a", "b"):
        room.join(name)
    dialects, state = room.session.dialects, room.table.state
    dialects.join("generic", None)
    assert "generic" not in dialects._known, "before a match there is nothing to join"
    dialects.join("generic", state)
    joined = dialects._known["generic"].announcer
    dialects.join("generic", state)
    assert dialects._known["generic"].announcer is joined
    dialects.active()
    assert "generic" not in dialects._known


def test_a_narrator_belongs_to_one_player() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a", dialect="words")
    room.join("b")
    narrators = room.session.narrators
    known = narrators.of(0)
    assert narrators.of(0) is known and not narrators.lacks(0)
    fresh = narrators.anew(0)
    assert fresh is not known and narrators.of(0) is fresh and narrators.lacks(0)
    room.table.chairs[0].id = "c"
    assert narrators.of(0) is not fresh
