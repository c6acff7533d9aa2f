"""What a room counts for its metrics, and what its clients are told of errors: exactly once each."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from croupier.arena.room import hosted as mailbox
from croupier.arena.room.connection import POLICY_VIOLATION
from croupier.arena.room.guests import LONGEST_FRAME, MOST_REFUSED
from croupier.arena.room.host_orders import Order, give
from croupier.arena.room.hosted import Hosted, OutOfOrder
from croupier.arena.room.offers import Offer
from croupier.arena.room.pulse import BEAT_SECONDS
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Ordered

from .test_mailbox import HeldStore, called, table_of_two
from .virtual import Hall, calls, hall, silent

ONE: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2}


def offered(one: Hall, **more: Any) -> Hosted:
    one.do(lambda: one.room.offer(Offer(**{**ONE, **more})))
    return one.room.tables["T"]


def test_every_hand_every_match_and_every_connection_is_counted_once() -> None:
    with hall() as one:
        offered(one, options={"hands": 3, "stack": 1000})
        alpha, beta = (one.join(name, "TABLE", calls) for name in ("Alpha", "Beta"))
        one.until(lambda: alpha.of("start_hand"))
        one.do(lambda: give(one.room, one.room.tables["T"], Order("change", values={"big_blind": 200})))
        one.until(lambda: alpha.of("match_end"))
        metrics = one.room.metrics
        answers = sum(len(client.of("act")) for client in (alpha, beta))
        assert (metrics.hands, metrics.matches, metrics.connected) == (len(alpha.of("start_hand")), 1, 2)
        assert metrics.actions == answers and sum(metrics._latencies) == answers
        assert metrics.appends <= metrics.lines and metrics.house == 0
        one.do(alpha.cut)
        assert one.room.addresses == {"127.0.0.1": 1}
        one.do(beta.cut)
        assert one.room.addresses == {} and one.room.guests == {} == one.room.connections


def test_an_append_is_counted_with_all_its_entries() -> None:
    with hall() as one:
        offered(one)
        metrics = one.room.metrics
        before = metrics.appends, metrics.lines
        one.do(lambda: one.room.set_host("token"))
        assert (metrics.appends, metrics.lines) == (before[0] + 1, before[1] + 1)


def test_every_refusal_is_counted_once_by_its_code_at_the_door_and_at_the_table() -> None:
    with hall() as one:
        offered(one)
        alpha = one.join("Alpha", "WRONG", silent)
        assert one.room.metrics.refusals == {"TEAM_UNKNOWN": 1}
        alpha.code = "TABLE"
        one.do(lambda: alpha.say(type="hello", team="Alpha", join_code="TABLE", token=""))
        one.do(lambda: alpha.say(type="hello", team="Alpha", join_code="TABLE", token=""))
        assert one.room.metrics.refusals == {"TEAM_UNKNOWN": 1, "BAD_SCHEMA": 1}
        one.do(lambda: alpha.say(type="action", action="FOLD"))
        one.pass_time(2)
        assert one.room.metrics.refusals == {"TEAM_UNKNOWN": 1, "BAD_SCHEMA": 1, "OUT_OF_TURN": 1}
        assert [frame["code"] for frame in alpha.of("error")] == ["TEAM_UNKNOWN", "BAD_SCHEMA", "OUT_OF_TURN"]


def test_a_bot_of_the_house_is_counted_by_its_decisions() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="H", game="leduc", kind="house", code="HOUSE", options={"hands": 4})))
        alpha = one.join("Alpha", "HOUSE", calls)
        one.until(lambda: alpha.of("match_end"))
        kept = one.loop.run_until_complete(one.store.read("H-1", 1))
        made = [line for line in map(lambda line: lines.decode(line.body), kept) if isinstance(line, lines.Made)]
        assert one.room.metrics.house == sum(line.actor == 1 for line in made) > 0


# Frames that are too many, too long or too early


def test_a_frame_has_a_longest_length_to_the_byte() -> None:
    with hall() as one:
        offered(one)
        alpha = one.join("Alpha", "TABLE", silent)
        one.pass_time(2)
        assert alpha.guest is not None
        hears = alpha.guest.hear
        frame = json.dumps({"v": 1, "type": "action", "action": "FOLD"}).encode()
        one.do(lambda: hears(frame.ljust(LONGEST_FRAME)))
        one.pass_time(2)
        assert alpha.of("error")[-1]["code"] == "OUT_OF_TURN"
        one.do(lambda: hears(frame.ljust(LONGEST_FRAME + 1)))
        one.pass_time(2)
        assert "this one has 16,385" in alpha.of("error")[-1]["msg"]


def test_a_connection_that_is_refused_too_often_before_it_is_let_in_ends_and_not_before() -> None:
    with hall() as one:
        offered(one)
        alpha = one.join("Alpha", "TABLE", silent)
        one.do(alpha.cut)
        alpha.seen.clear()
        one.do(lambda: alpha.connect(join_code="no code at all", team=""))
        for _ in range(MOST_REFUSED - 2):
            one.do(lambda: alpha.say(type="action", action="FOLD"))
        one.pass_time(1)
        assert alpha.closed is None and len(alpha.of("error")) == MOST_REFUSED - 1
        one.do(lambda: alpha.say(type="action", action="FOLD"))
        one.pass_time(1)
        assert alpha.closed == (POLICY_VIOLATION, "Too many attempts.")


def test_a_team_that_finds_no_chair_keeps_the_tokens_that_it_has() -> None:
    with hall() as one:
        hosted = offered(one)
        alpha, _ = (one.join(name, "TABLE", silent) for name in ("Alpha", "Beta"))
        one.pass_time(2)
        door = one.room.desks["T"].door
        one.do(lambda: give(one.room, hosted, Order("end")))
        one.do(lambda: give(one.room, hosted, Order("pause")))
        one.do(lambda: give(one.room, hosted, Order("void", why="a test", values={"replay": False})))
        one.do(lambda: give(one.room, hosted, Order("kick", 0)))
        claim, kept = door.claims["alpha"], dict(door._owners)
        one.do(alpha.cut)
        gamma = one.join("Gamma", "TABLE", silent)
        one.pass_time(2)
        assert gamma.of("welcome")
        one.do(lambda: alpha.connect())
        one.do(lambda: alpha.connect(join_code="TABLE", token=""))
        one.pass_time(2)
        assert [frame["code"] for frame in alpha.of("error")] == ["TABLE_FULL", "TABLE_FULL"]
        assert door.claims["alpha"] == claim and {**door._owners, **kept} == door._owners
        assert alpha.guest is not None and not alpha.guest.entered and alpha.guest.desk is None
        delta = one.join("Delta", "TABLE", silent)
        assert delta.of("error") and "delta" not in door.claims, "a new name is free again"


def test_a_client_that_draws_scenes_hears_beats_until_it_leaves_and_no_other_does() -> None:
    with hall() as one:
        offered(one)
        alpha, beta = (one.join(name, "TABLE", silent) for name in ("Alpha", "Beta"))
        one.do(beta.cut)
        one.do(lambda: beta.connect(scenes=True))
        one.pass_time(int(BEAT_SECONDS * 3000) + 100)
        assert (len(alpha.of("beat")), len(beta.of("beat"))) == (0, 3)
        guest = beta.guest
        assert guest is not None and guest._heartbeat is not None
        one.do(beta.cut)
        one.pass_time(int(BEAT_SECONDS * 2000))
        assert len(beta.of("beat")) == 3 and guest._heartbeat._timer.cancelled()
        one.room.beats = False
        one.do(lambda: beta.connect(scenes=True))
        one.pass_time(int(BEAT_SECONDS * 2000))
        assert len(beta.of("beat")) == 3


# Tables that break


def test_an_order_over_which_a_table_breaks_is_answered_as_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        _, _, hosted = table_of_two(one)

        def breaks(*_: Any) -> None:
            raise ZeroDivisionError("a rule divides by nothing")

        monkeypatch.setattr(mailbox, "handle", breaks)
        with pytest.raises(OutOfOrder, match="ZeroDivisionError: a rule divides by nothing"):
            one.do(lambda: hosted.obey(Ordered("pause")))
        assert hosted.broken and not hosted.lost and not hosted._alarms
        with pytest.raises(OutOfOrder):
            one.do(lambda: hosted.obey(Ordered("pause")))


def test_a_table_that_breaks_sends_nothing_more_of_what_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    store = HeldStore()
    with hall(store) as one:
        _, other, hosted, seen = called(one, store)

        def breaks(*_: Any) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(mailbox, "handle", breaks)
            one.do(lambda: hosted.put(Ordered("pause")))
        waiting = one.do(lambda: asyncio.ensure_future(hosted.kept()))
        one.pass_time(5)
        assert waiting.done(), "nothing waits there any more"
        one.do(store.let)
        one.pass_time(5)
        assert [frame["type"] for frame in other.seen[seen:]] == [] and hosted.broken
        store.holds = False


@pytest.mark.parametrize("replays", [True, False])
def test_a_match_that_is_void_is_counted_by_nobody_and_named_by_its_reason(replays: bool) -> None:
    with hall() as one:
        _, _, hosted = table_of_two(one)
        one.do(lambda: give(one.room, hosted, Order("void", why="the cards were seen", values={"replay": replays})))
        one.pass_time(2)
        assert one.room.metrics.matches == 0 and one.room.past.matches() == []
        kept = one.loop.run_until_complete(one.store.values("result/"))
        (body,) = kept.values()
        told = json.loads(body)
        assert (told["void"], told["scores"], told["names"]) == ("the cards were seen", [0, 0], ["Alpha", "Beta"])
        assert (hosted.table.match == 2) == replays
