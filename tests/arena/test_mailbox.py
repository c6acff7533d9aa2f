"""A table with its mailbox: frames wait for the lines before them, timers ring once and in time, a fault ends it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import pytest

from croupier.arena.room import hosted as mailbox
from croupier.arena.room.connection import BROKEN
from croupier.arena.room.hosted import NOT_KEPT, OUT_OF_ORDER_MS, RETRY_MS, Hosted, OutOfOrder
from croupier.arena.room.offers import Offer
from croupier.arena.store import Entry, Lease, StoreError
from croupier.arena.tables.effects import Timer
from croupier.arena.tables.inputs import Input, Ordered, Rang, Silent
from croupier.arena.tables.session import Phase

from .memory_store import MemoryStore
from .virtual import Client, Hall, hall, silent


class HeldStore(MemoryStore):
    """Writes at once, and says so only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.holds = False
        self.held: deque[asyncio.Future[None]] = deque()

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        done = super().append(*entries, lease=lease)
        if self.holds:
            done = asyncio.get_running_loop().create_future()
            self.held.append(done)
        return done

    def let(self) -> None:
        """Say that the oldest append is kept."""
        self.held.popleft().set_result(None)


def table_of_two(one: Hall, **more: Any) -> tuple[Client, Client, Hosted]:
    """A table with two clients that answer nothing by themselves; the first of them is to act."""
    options = {"hands": 2, "stack": 1000}
    offer = Offer(id="T", game="holdem", code="TABLE", seats=2, options=options, move_time_ms=60_000, **more)
    one.do(lambda: one.room.offer(offer))
    clients = [one.join(name, "TABLE", silent) for name in ("Alpha", "Beta")]
    one.pass_time(10)
    clients.sort(key=lambda client: not client.of("act"))
    return clients[0], clients[1], one.room.tables["T"]


def call(client: Client) -> None:
    act = client.of("act")[-1]
    client.say(type="action", action="CALL", act_id=act["act_id"], hand_id=act["hand_id"])


def called(one: Hall, store: HeldStore) -> tuple[Client, Client, Hosted, int]:
    """A table of two after a call that is not kept yet, and how many frames the other client had before it."""
    mover, other, hosted = table_of_two(one)
    store.holds, seen = True, len(other.seen)
    one.do(lambda: call(mover))
    return mover, other, hosted, seen


def test_no_frame_overtakes_an_append_that_has_not_ended() -> None:
    store = HeldStore()
    with hall(store) as one:
        mover, other, hosted, seen = called(one, store)
        connection = hosted.session.connections[hosted.seat_of(mover.team.casefold()) or 0]
        one.do(lambda: hosted.put(Silent(connection, True)))  # leads to a lobby frame, and to no line
        one.pass_time(2)
        assert other.seen[seen:] == [], "neither what waits for its line, nor what came after it"
        store.holds = False
        one.do(store.let)
        one.pass_time(0)
        kinds = [frame.get("ev", frame["type"]) for frame in other.seen[seen:]]
        assert kinds == ["CALL", "act", "lobby"]
        one.do(lambda: hosted.put(Silent(connection, False)))
        assert other.seen[-1]["type"] == "lobby" and len(other.seen) == seen + 4, (
            "where nothing is pending it goes at once"
        )


def test_frames_go_out_with_their_own_append_and_not_with_one_before_it() -> None:
    store = HeldStore()
    with hall(store) as one:
        _, other, hosted, seen = called(one, store)
        one.do(lambda: hosted.put(Ordered("hold", 0)))
        assert len(store.held) == 2
        one.do(store.let)
        one.pass_time(0)
        assert "notice" not in [frame["type"] for frame in other.seen[seen:]]
        assert other.seen[seen].get("ev") == "CALL"
        one.do(store.let)
        one.pass_time(0)
        assert other.seen[-1]["type"] == "notice"
        store.holds = False


def test_all_that_has_happened_so_far_can_be_waited_for() -> None:
    store = HeldStore()
    with hall(store) as one:
        _, _, hosted, _ = called(one, store)
        waiting = one.do(lambda: asyncio.ensure_future(hosted.kept()))
        one.pass_time(5)
        assert not waiting.done()
        one.do(store.let)
        one.pass_time(5)
        assert waiting.done()
        store.holds = False
        one.loop.run_until_complete(hosted.kept())


def test_no_clock_runs_while_appends_wait_for_the_store() -> None:
    """A question that is not kept yet is not sent, and its time begins when it is sent."""
    store = HeldStore()
    with hall(store) as one:
        _, other, _, seen = called(one, store)
        one.pass_time(600)
        assert other.seen[seen:] == [] and len(store.held) == 1, "the table does nothing by itself, either"
        store.holds = False
        one.do(store.let)
        one.pass_time(0)
        (act,) = [frame for frame in other.seen[seen:] if frame["type"] == "act"]
        assert act["you"]["time_ms"] == 60_000
        one.pass_time(59)
        assert other.of("event")[-1]["ev"] == "CALL", "nobody's time is up"
        one.until(lambda: other.of("event")[-1]["ev"] != "CALL")


def test_a_table_whose_lines_are_not_kept_tells_nothing_of_them_and_says_when_to_come_back() -> None:
    store = HeldStore()
    with hall(store) as one:
        _, other, hosted, seen = called(one, store)
        store.holds = False
        one.do(lambda: store.held.popleft().set_exception(StoreError("full")))
        one.pass_time(0)
        assert hosted.lost and hosted.broken == NOT_KEPT and hosted.phase is Phase.BROKEN
        assert other.closed == (BROKEN, NOT_KEPT) and other.seen[seen:] == []
        assert OutOfOrder(hosted).lost and OutOfOrder(hosted).retry_after_ms == RETRY_MS
        assert not hosted.lose(), "it was given up already"
        one.until(lambda: one.room.tables["T"] is not hosted)
        assert not one.room.tables["T"].broken


def test_an_arena_that_closes_tells_nothing_of_lines_that_are_not_kept() -> None:
    store = HeldStore()
    with hall(store) as one:
        _, other, hosted, seen = called(one, store)
        store.holds, one.room.closing = False, True
        one.do(lambda: store.held.popleft().set_exception(StoreError("full")))
        one.pass_time(0)
        assert other.seen[seen:] == [] and not hosted.lost


def test_a_fault_of_ours_ends_a_table_and_says_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        mover, other, hosted = table_of_two(one)
        told = []

        def fault(*given: Any) -> None:
            raise ZeroDivisionError("a rule")

        monkeypatch.setattr(one.room.desks["T"], "broke", told.append)
        monkeypatch.setattr(mailbox, "handle", fault)
        one.do(lambda: call(mover))
        one.pass_time(1)
        assert hosted.broken == "ZeroDivisionError: a rule" and not hosted.lost and hosted.phase is Phase.BROKEN
        assert (mover.closed, other.closed) == ((BROKEN, "This table is out of order."),) * 2 and told == [hosted]
        assert not hosted._alarms and not hosted._due
        with pytest.raises(OutOfOrder, match="Table T is out of order") as refused:
            hosted.put(Rang("clock"))
        assert refused.value.retry_after_ms == OUT_OF_ORDER_MS and not refused.value.lost
        one.do(mover.connect)
        error = mover.of("error")[-1]
        assert (error["code"], error["retry_after_ms"]) == ("OUT_OF_ORDER", 60_000)


class Bells:
    """Timers of a table, and when each rang, in milliseconds since the beginning."""

    def __init__(self, one: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.one, self.hosted = one, table_of_two(one, manual=True)[2]
        self.began, self.rang = one.room.now(), list[tuple[str, int]]()
        monkeypatch.setattr(self.hosted, "put", self._ring)

    def _ring(self, given: Input) -> None:
        assert isinstance(given, Rang)
        self.rang.append((given.key, self.one.room.now() - self.began))

    def set(self, key: str, at: int | None) -> None:
        self.one.do(lambda: self.hosted.do([Timer(key, None if at is None else self.began + at)]))

    def after(self, ms: int) -> list[tuple[str, int]]:
        self.one.pass_time(ms - (self.one.room.now() - self.began))
        return self.rang


def test_a_timer_rings_once_and_not_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        bells = Bells(one, monkeypatch)
        bells.set("clock", 1_000)
        assert bells.after(999) == []
        assert bells.after(5_000) == [("clock", 1_000)]


def test_a_timer_that_is_set_again_rings_at_its_last_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        bells = Bells(one, monkeypatch)
        bells.set("later", 1_000)
        bells.set("later", 2_000)
        bells.set("sooner", 2_500)
        bells.set("sooner", 1_500)
        bells.set("never", 1_000)
        bells.set("never", None)
        assert bells.after(1_499) == []
        assert bells.after(9_000) == [("sooner", 1_500), ("later", 2_000)]
        bells.set("later", 10_000)
        assert bells.after(10_001)[2:] == [("later", 10_000)]


def test_no_timer_of_a_table_that_was_stopped_rings_nor_in_an_arena_that_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hall() as one:
        bells = Bells(one, monkeypatch)
        bells.set("clock", 1_000)
        bells.hosted.stop()
        assert bells.after(2_000) == []
        bells.set("clock", 3_000)
        one.room.closing = True
        assert bells.after(4_000) == []


def test_frames_that_have_arrived_are_read_before_a_timer_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        bells = Bells(one, monkeypatch)
        bells.set("clock", 1_000)
        order: list[str] = []
        monkeypatch.setattr(bells.hosted, "put", lambda given: order.append("rings"))

        def reads(round: int) -> None:
            order.append(f"reads {round}")
            if round < 3:
                one.loop.call_soon(reads, round + 1)

        one.do(lambda: one.loop.call_at(one.loop.time() + 1, reads, 1))
        bells.after(2_000)
        assert order == ["reads 1", "reads 2", "reads 3", "rings"]


def test_a_table_knows_which_connection_owes_a_decision_and_which_player_holds_its_seat() -> None:
    with hall() as one:
        mover, other, hosted = table_of_two(one)
        ids = [client.team.casefold() for client in (mover, other)]
        connections = [hosted.connection_of(id) for id in ids]
        assert [hosted.owes(connection) for connection in connections] == [True, False]
        assert [hosted.holds(id) for id in ids] == [True, True] and hosted.people == 2 and hosted.played
        assert not hosted.owes("nobody") and not hosted.holds("gamma")
        assert hosted.seat_of("gamma") is None and hosted.connection_of("gamma") == ""
        one.do(mover.cut)
        assert [hosted.holds(id) for id in ids] == [False, True] and hosted.people == 1 and hosted.played
        one.do(other.cut)
        assert hosted.people == 0 and not hosted.played, "a hand is being played, and nobody is there"


def test_hands_refusals_and_answers_are_counted() -> None:
    with hall() as one:
        mover, other, hosted = table_of_two(one)
        metrics = one.room.metrics
        assert metrics.hands == 1
        one.do(lambda: other.say(type="action", action="CALL"))
        one.pass_time(1)
        assert metrics.refusals == {"OUT_OF_TURN": 1}
        one.do(lambda: mover.say(type="action", action="FOLD"))
        one.pass_time(1)
        assert metrics.hands == 2 and metrics._seconds < 1 and metrics.refusals == {"OUT_OF_TURN": 1}
        assert hosted.table.hand == 2
