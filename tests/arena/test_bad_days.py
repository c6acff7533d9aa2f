"""The store's bad days: what could not be stored has not happened, nobody was told of it, and everything goes on."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from croupier.arena.room import recalling
from croupier.arena.room.keeping import WEDGED_SECONDS, Keeping
from croupier.arena.server.api import Api, on_problem
from croupier.arena.store import Entry, Line, StoreError, Value
from croupier.arena.tables.inputs import Ordered
from croupier.cli.verbs.serve import goodbye

from .asking import Asking
from .failing import Day, FailingStore, Regular
from .memory_store import MemoryStore
from .network import Offer
from .virtual import Client, Hall, VirtualLoop


@contextmanager
def day_with(fails: Callable[[int], bool]) -> Iterator[Day]:
    """A day of an arena whose store fails at some of its appends."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    day = Day(loop, FailingStore(fails))
    try:
        day.play()
        day.store.fails = lambda number: False
        yield day
        loop.run_until_complete(day.hall.room.close())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


@contextmanager
def hall_on(store: MemoryStore) -> Iterator[Hall]:
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    one = Hall(loop, store)
    one.open()
    try:
        yield one
    finally:
        loop.run_until_complete(one.room.close())
        asyncio.set_event_loop(None)
        loop.close()


def check(day: Day) -> None:
    """All that has to be so whatever failed: no token is lost or made, memory knows what a fresh room would, nothing is
    out of order, and the next grant is kept."""
    assert day.granted <= day.tokens() <= day.tried
    assert day.facts() == day.facts_anew()
    assert not any(hosted.broken for hosted in day.hall.room.tables.values())
    for client in (*day.clients, *day.friends):
        for frame in client.of("end_hand"):
            stacks = [entry["stack"] for entry in frame.get("stacks", [])]
            assert sum(stacks) in (0, 2000), "chips are conserved"
    before = day.tokens()
    room = day.hall.room
    day.hall.loop.run_until_complete(_kept(room.bank.grant, room, "alpha", 5, "afterwards"))
    assert day.tokens() == before + 5


async def _kept(change: Callable[..., list[Entry]], room: Any, *given: Any) -> None:
    await room.keep(*change(*given))


FIRST_WORD = re.compile(rb'(?:"(?:line|type)":")?([a-z]{3,})')


def kind_of(entries: tuple[Entry, ...]) -> tuple[Any, ...]:
    """What is kept together: values by the beginnings of their keys, lines by their tables and first words."""
    return tuple(
        (entry.table, FIRST_WORD.findall(entry.body)[0]) if isinstance(entry, Line) else entry.key.partition("/")[0]
        for entry in entries
    )


def test_a_store_that_fails_once_anywhere_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first append of each kind: a table has many moves, and they are all kept alike."""
    appended, append = list[tuple[Any, ...]](), FailingStore.append

    def noted(store: FailingStore, *entries: Entry) -> asyncio.Future[None]:
        appended.append(kind_of(entries))
        return append(store, *entries)

    with monkeypatch.context() as patch:
        patch.setattr(FailingStore, "append", noted)
        with day_with(lambda number: False):
            pass
    firsts = {kind: number for number, kind in reversed([*enumerate(appended, 1)])}
    assert len(appended) > 60 and len(firsts) > 30, "a day has many appends of many kinds"
    for position in sorted(firsts.values()):
        with day_with(lambda number, position=position: number == position) as day:
            assert day.store.failures == 1
            check(day)


@pytest.mark.parametrize("first", [5, 20, 35, 50])
def test_a_store_that_fails_for_a_while_leaves_nothing_behind(first: int) -> None:
    with day_with(lambda number: first <= number < first + 12) as day:
        assert day.store.failures == 12
        check(day)


def offers(one: Hall) -> None:
    one.do(lambda: one.room.offer(Offer(id="T", game="holdem", code="TABLE", seats=2)))
    one.do(lambda: one.room.offer(Offer(id="Q", game="battle", kind="queue", code="QUEUE")))
    one.pass_time(1)


def asked(one: Hall, path: Callable[[Api, Any], Any], **params: str) -> tuple[int, Any]:
    """What an address of the API answers."""
    request = type("Request", (), {"path_params": params})()

    async def answered() -> tuple[int, Any]:
        try:
            answer = await path(Api(one.room), request)
        except Exception as problem:
            answer = await on_problem(request, problem)
        return answer.status_code, json.loads(answer.body)

    return one.loop.run_until_complete(answered())


def test_a_grant_that_was_not_kept_is_shown_to_nobody_and_the_next_one_is_kept() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        store.fails = lambda number: True
        with pytest.raises(StoreError, match="disk is full"):
            one.loop.run_until_complete(_kept(one.room.bank.grant, one.room, "alpha", 5, "lost"))
        status, told = asked(one, Api.account, team="Alpha")
        assert (status, told["code"], told["retry_after_ms"]) == (503, "CANNOT_KEEP", 1_000)
        store.fails = lambda number: False
        one.until(lambda: not one.room.keeping.failing)
        assert asked(one, Api.account, team="Alpha") == (200, {"team": "Alpha", "tokens": 10})
        one.loop.run_until_complete(_kept(one.room.bank.grant, one.room, "alpha", 5, "kept"))
        assert asked(one, Api.account, team="Alpha")[1]["tokens"] == 15


def test_an_arena_is_ready_only_while_something_can_be_kept() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        assert asked(one, Api.ready)[0] == 200
        store.fails = lambda number: True
        one.pass_time(1_000)
        status, told = asked(one, Api.ready)
        assert (status, told["status"]) == (503, "cannot keep") and "disk is full" in told["msg"]
        assert asked(one, Api.health)[0] == 200, "a restart would not help"
        one.pass_time(60_000)
        assert asked(one, Api.ready)[0] == 503 and asked(one, Api.health)[0] == 200
        store.fails = lambda number: False
        one.pass_time(1_000)
        assert asked(one, Api.ready)[0] == 200


def test_ready_writes_at_most_once_a_second() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        one.room._ticking.cancel()  # type: ignore[union-attr]
        one.pass_time(999)
        before = store.appends
        assert asked(one, Api.ready)[0] == 200 and store.appends == before
        one.pass_time(1)
        assert [asked(one, Api.ready)[0] for _ in range(5)] == [200] * 5 and store.appends == before + 1
        one.pass_time(1_000)
        store.fails = lambda number: True
        assert asked(one, Api.ready)[0] == 503


class Silent(MemoryStore):
    """A store that stops answering."""

    answers = True

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        return super().append(*entries) if self.answers else asyncio.get_running_loop().create_future()


def test_a_store_that_was_never_written_to_is_written_to_before_it_counts_as_working() -> None:
    with hall_on(FailingStore()) as one:
        appends = one.store.appends
        one.loop.run_until_complete(Keeping(one.room).check())
        assert one.store.appends == appends + 1


def test_a_store_that_answers_no_more_is_a_wedged_arena() -> None:
    store = Silent()
    with hall_on(store) as one:
        store.answers = False
        one.pass_time(1_000)
        status, told = asked(one, Api.ready)
        assert (status, told["msg"]) == (503, "The store has not answered for 5 s.")
        assert asked(one, Api.health)[0] == 200
        one.pass_time(int(WEDGED_SECONDS * 1000))
        status, told = asked(one, Api.health)
        assert (status, told["status"]) == (503, "wedged")
        store.answers = True


def test_a_room_that_cannot_be_made_again_is_a_wedged_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*given: Any) -> None:
        raise RuntimeError("a bug")

    store = FailingStore()
    with hall_on(store) as one:
        monkeypatch.setattr(one.room.bank, "recall", stumble)
        store.fails = lambda number, at=store.appends + 1: number == at
        one.pass_time(1_000)
        assert asked(one, Api.ready)[0] == 503 and asked(one, Api.health)[0] == 200
        one.pass_time(int(WEDGED_SECONDS * 1000) + 1_000)
        status, told = asked(one, Api.health)
        assert (status, told["status"]) == (503, "wedged") and "a bug" in told["msg"]


def test_a_client_that_comes_while_nothing_can_be_kept_is_told_when_to_try_again() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        store.fails = lambda number: True
        one.pass_time(1_000)
        alpha = one.join("Alpha", "TABLE")
        (error,) = alpha.of("error")
        assert (error["code"], error["retry_after_ms"]) == ("CANNOT_KEEP", 1_000)
        for _ in range(30):
            one.do(lambda: alpha.say(type="hello", team="Alpha", join_code="TABLE"))
        assert alpha.closed is None, "it only does what it was told to"
        store.fails = lambda number: False
        one.pass_time(1_000)
        one.do(lambda: alpha.say(type="hello", team="Alpha", join_code="TABLE"))
        one.until(lambda: alpha.of("welcome"))


def test_a_table_that_is_out_of_order_says_so_by_a_code_of_its_own() -> None:
    with hall_on(MemoryStore()) as one:
        offers(one)
        one.room.tables["T"].broken = "a bug."
        for role in ("player", "spectator"):
            alpha = Client(one, "Alpha", "TABLE")
            one.do(lambda alpha=alpha, role=role: alpha.connect(role=role))
            (error,) = alpha.of("error")
            assert (error["code"], error["retry_after_ms"]) == ("OUT_OF_ORDER", 60_000)
        assert not one.room.desks["T"].door.claims, "nobody has a name there"


def test_a_token_that_was_not_kept_is_told_to_nobody() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        store.fails = lambda number: True
        alpha = one.join("Alpha", "QUEUE")
        one.until(lambda: alpha.closed)
        assert not alpha.of("welcome")
        store.fails = lambda number: False
        one.until(lambda: not one.room.keeping.failing)
        assert not one.room.desks["Q"].door.claims


def test_closing_says_that_everything_is_kept_only_if_it_is() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        one.loop.run_until_complete(one.room.close())
        assert one.room.unkept == "" and "Everything is kept" in goodbye(one.room.unkept)
    with hall_on(store := FailingStore()) as one:
        offers(one)
        store.fails = lambda number: True
        one.loop.run_until_complete(one.room.close())
        assert "disk is full" in one.room.unkept
        assert "Everything is kept" not in goodbye(one.room.unkept) and one.room.unkept in goodbye(one.room.unkept)


class Damaged(MemoryStore):
    damage = "page 20 is never used"  # type: ignore[assignment]


def test_an_arena_whose_store_is_damaged_is_not_ready_and_says_so_when_it_closes() -> None:
    with hall_on(Damaged()) as one:
        status, told = asked(one, Api.ready)
        assert (status, told["status"]) == (503, "damaged") and "page 20" in told["msg"]
        assert asked(one, Api.health)[0] == 200, "a restart would not help"
        assert "page 20" in one.room.unkept


def test_only_tables_of_which_something_was_lost_are_made_again() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        one.do(lambda: one.room.offer(Offer(id="S", game="holdem", code="SOUND", seats=2)))
        alpha, beta = one.join("Alpha", "TABLE"), one.join("Beta", "SOUND")
        one.until(lambda: alpha.of("welcome") and beta.of("welcome"))
        sound, lost = one.room.tables["S"], one.room.tables["T"]
        failed = iter([True])
        store.fails = lambda number: next(failed, False)
        one.join("Gamma", "TABLE")
        one.until(lambda: one.room.tables["T"] is not lost)
        assert one.room.tables["S"] is sound and beta.closed is None and alpha.closed is not None
        assert [chair.id for chair in one.room.tables["T"].table.chairs] == ["alpha", ""]


class LosesAnEnd(MemoryStore):
    """A store that cannot store how the first match of an event ended."""

    lost = False

    def append(self, *entries: Entry) -> asyncio.Future[None]:
        ends = any(isinstance(one, Line) and b'"line":"played"' in one.body for one in entries)
        if not ends or self.lost:
            return super().append(*entries)
        self.lost = True
        refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        refused.set_exception(StoreError("The disk is full."))
        return refused


def test_an_event_whose_match_has_not_ended_after_all_waits_for_both_to_come_back() -> None:
    """They had gone from their table when its end was not kept."""
    store = LosesAnEnd()
    with hall_on(store) as one:
        one.event(kind="robin", game="holdem", options={"hands": 1}, code="CUPCUP", deals=1)
        teams = [Regular(one, team, "CUPCUP") for team in ("Alpha", "Beta")]
        for team in teams:
            one.do(team.connect)
        one.until(lambda: not one.room.keeping.failing and teams[0].of("match_end") and one.told()["state"] == "over")
        assert store.lost and [len(team.of("match_end")) for team in teams] == [1, 1]
        assert not any("timed out" in team["decisions"] for team in one.told()["teams"])


class Gated(FailingStore):
    """A store whose lines are read only when somebody lets it."""

    gate: asyncio.Event | None = None

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        if self.gate is not None:
            await self.gate.wait()
        return await super().read(table, first)


def test_a_table_that_is_lost_while_the_store_is_read_is_made_again_too() -> None:
    store = Gated()
    with hall_on(store) as one:
        offers(one)
        one.do(lambda: one.room.offer(Offer(id="S", game="holdem", code="SECOND", seats=2)))
        lost, store.gate = [one.room.tables[id] for id in "TS"], asyncio.Event()
        failed = iter([True])
        store.fails = lambda number: next(failed, False)
        for hosted in lost:
            one.do(lambda hosted=hosted: hosted.put(Ordered("pause")))
            one.pass_time(100)
        store.gate.set()
        one.until(lambda: not one.room.keeping.failing)
        for before, after in zip(lost, [one.room.tables[id] for id in "TS"], strict=True):
            assert after is not before and not after.broken and not after.table.held, "nobody has paused it"


def test_a_room_that_was_made_again_by_half_is_made_again_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    stumbles, stands, store = iter([True]), recalling.stand, FailingStore()

    def stand(*given: Any) -> None:
        if next(stumbles, False):
            raise RuntimeError("a bug")
        stands(*given)

    with hall_on(store) as one:
        offers(one)
        monkeypatch.setattr(recalling, "stand", stand)
        lost, failed = one.room.tables["T"], iter([True])
        store.fails = lambda number: next(failed, False)
        one.join("Alpha", "TABLE")
        one.until(lambda: one.room.tables["T"] is not lost)
        assert not one.room.keeping.failing and asked(one, Api.ready)[0] == 200


def test_an_append_that_fails_takes_all_with_it_that_build_on_it() -> None:
    """Lines are numbered, so what comes after a gap is refused; whatever is kept with it, too."""

    async def scenario() -> None:
        store = FailingStore(lambda number: number == 2)
        lines = [Line("T", number, b"") for number in (1, 2, 3)]
        kept = [store.append(lines[0]), store.append(lines[1]), store.append(lines[2], Value("x", b"1"))]
        ended = await asyncio.gather(*kept, return_exceptions=True)
        assert [isinstance(one, StoreError) for one in ended] == [False, True, True]
        assert await store.tables() == {"T": 1} and await store.values() == {}

    asyncio.run(scenario())


def test_a_client_that_orders_while_nothing_can_be_kept_disturbs_nobody_and_exports_nothing() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        offers(one)
        one.event(kind="robin", game="holdem", options={"hands": 1}, code="CUPCUP", deals=1)
        alpha = one.join("Alpha", "TABLE")
        one.until(lambda: alpha.of("welcome"))
        one.do(lambda: one.room.set_host("the host"))
        store.fails = lambda number: True
        one.until(lambda: one.room.keeping.failing)
        ask, host = Asking(one), {"authorization": "Bearer the host"}
        for path, body in (
            ("/api/tables/T/orders", {"order": "pause", "why": "a test"}),
            ("/api/events/cup/orders", {"order": "freeze", "why": "a test"}),
        ):
            refused = ask.asks(path, "POST", body=json.dumps(body).encode(), **host)
            assert (refused.status, refused.json["code"]) == (503, "CANNOT_KEEP"), path
        one.pass_time(100)
        table = one.room.tables["T"]
        assert not table.broken and not table.table.held and alpha.closed is None and not one.told()["orders"]
        assert ask.asks("/api/events/cup/export", **host).json["code"] == "CANNOT_KEEP"
        store.fails = lambda number: False
        one.until(lambda: not one.room.keeping.failing)
        assert one.room.tables["T"] is table
