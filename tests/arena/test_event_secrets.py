"""Ways to learn of a deal, an opponent or another's match before, or without, being meant to."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.agents.referee import default
from croupier.arena.events import desk as desk_module
from croupier.arena.room import host_orders, memory, records
from croupier.arena.room.transcripts import transcript
from croupier.arena.tables import lines
from croupier.kernel.errors import BadInput

from .room import Room
from .teams import everybody, lines_of, roster
from .virtual import Client, Hall, hall, silent


def results(one: Hall) -> dict[str, memory.Result]:
    kept = one.loop.run_until_complete(one.store.values("result/"))
    return {key: msgspec.json.decode(body, type=memory.Result) for key, body in kept.items()}


def test_a_team_that_comes_late_to_common_deals_could_have_heard_of_none_of_them() -> None:
    """Behind one code for all, a scout plays first and another name of the same people after it."""
    with hall() as one:
        desk = one.event(kind="common", code="COMMON1", bots=["tight"], deals=40)
        one.join("Scout", "COMMON1")
        one.until(lambda: sum(len(fixture.played) for fixture in desk.book.fixtures.values()) >= 3)
        assert not results(one) and one.told()["open_deals"] == 0
        assert all(row["result"] is None for row in one.told()["teams"])
        shark = one.join("Shark", "COMMON1", silent)
        one.until(lambda: shark.of("act"))
        one.do(lambda: desk.order("withdraw", team="Scout", why="it has seen enough"))
        assert not results(one)
        one.do(lambda: desk.order("withdraw", team="Shark", why="it has, too"))
        one.until(lambda: desk.book.over)
        assert len(results(one)) == sum(len(fixture.played) for fixture in desk.book.fixtures.values()) >= 3


def test_with_aliases_no_result_tells_who_sits_opposite_before_they_have_parted() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=4, aliases=True)
        everybody(one, 2)
        one.until(lambda: any(len(fixture.played) == 1 for fixture in desk.book.fixtures.values()))
        assert not results(one) and not one.room.past.matches()
        assert all(not row["matches"] for row in one.told()["teams"]) and not one.told()["comparisons"]
        one.until(lambda: desk.book.over)
        assert len(results(one)) == 4
        assert all(set(result.names) == {"Alpha", "Beta"} for result in results(one).values())


def test_with_aliases_a_team_has_its_own_downloads_and_the_host_finds_its_seat() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2, aliases=True, move_time_ms=600_000)
        here = everybody(one, 2, {"Alpha": silent, "Beta": silent})
        one.until(lambda: here["Alpha"].of("act") or here["Beta"].of("act"))
        fixture = desk.book.fixtures[1]
        hosted = one.room.tables[fixture.table]
        for name, client in here.items():
            called = one.room.player(fixture.table, client.token)
            assert called == f"seat:{fixture.keys.index(name.casefold())}"
            plan, kept = hosted.table.set_up, lines_of(one, fixture.table)
            told = transcript(plan, hosted.table.game, 1, kept, called)
            hole = next(frame["hole"] for frame in client.seen if frame["type"] == "start_hand")
            assert all(card.encode() in told for card in hole)
        assert not one.room.player(fixture.table, "0" * 64)
        swapped = one.do(lambda: host_orders.give(one.room, hosted, host_orders.Order(order="swap", team="Alpha")))
        assert swapped["team"] == "Alpha" and not one.room.player(fixture.table, here["Alpha"].token)
        again = Client(one, "Alpha", "wrong", silent)
        again.token = swapped["token"]
        one.do(again.connect)
        one.until(lambda: again.of("welcome"))
        assert fixture.keys.index("alpha") in hosted.session.connections


def test_at_a_table_of_an_event_no_seat_goes_to_another_team() -> None:
    """The event would know nothing of it, and count the match for the team that had left."""
    with hall() as one:
        one.event(kind="robin", roster=roster(3), deals=2)
        everybody(one, 2, {"Alpha": silent, "Beta": silent})
        one.until(lambda: one.room.tables)
        hosted = next(iter(one.room.tables.values()))
        with pytest.raises(BadInput, match="to the event"):
            host_orders.give(one.room, hosted, host_orders.Order(order="swap", team="Alpha", values={"team": "Gamma"}))


def test_a_match_of_an_event_is_void_for_everybody_or_for_nobody() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=4)
        everybody(one, 2)
        one.until(lambda: one.room.past.matches())
        one.pass_time(1)
        match = next(iter(results(one).values())).match
        table = match.rpartition("-M")[0]

        with pytest.raises(BadInput, match="by an order to the event"):
            one.loop.run_until_complete(host_orders.void_result(one.room, table, match, "a dispute"))
        for odd in (f"{table}-M" + "9" * 5_000, f"{table}-M0", f"{table}-M٣", f"{table}-M01", "-M1"):
            with pytest.raises(BadInput, match="There is no match"):
                desk.order("void", match=odd, why="a dispute")
        one.do(lambda: desk.order("void", match=match, why="a dispute"))
        one.pass_time(1)
        assert results(one)[f"result/{table}/{match.rpartition('-M')[2]}"].void == "a dispute"
        assert match not in [played.match for played in one.room.past.matches()]
        one.until(lambda: desk.book.over)
        assert one.told()["teams"][0]["matches"] == 4, "it was played again"


def test_a_name_that_is_free_again_has_not_played_what_another_played_by_it() -> None:
    """Against the house a name goes with its table. Who takes it next reads nothing of the one before."""
    with hall() as one:
        one.event(kind="robin", roster=roster(2), practice="PRACTICE", manual=True)
        first = one.join("Alpha", "PRACTICE", silent)
        one.until(lambda: first.of("act"))
        table = first.of("welcome")[0]["table_id"]
        assert one.room.player(table, first.token) == "alpha"
        one.do(first.cut)
        one.until(lambda: table not in one.room.tables)
        second = one.join("Alpha", "PRACTICE", silent)
        one.until(lambda: second.of("act"))
        assert second.token != first.token and second.of("welcome")[0]["table_id"] != table
        for token in (first.token, second.token):
            assert not one.room.player(table, token)


def test_a_match_that_cannot_be_looked_into_is_played_again_and_stops_no_event(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As after an upgrade, with rules by which its moves make no sense."""
    looked_into = desk_module.measured
    broken = iter([True])

    def measured(*given: Any) -> Any:
        if next(broken, False):
            raise BadInput("This match was played by other rules.")
        return looked_into(*given)

    monkeypatch.setattr(desk_module, "measured", measured)
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2)
        everybody(one, 2)
        one.until(lambda: desk.book.over)
        assert one.told()["teams"][0]["matches"] == 2
        assert [why for fixture in desk.book.fixtures.values() for why in fixture.voided.values()] == [
            "the arena could not look into it."
        ]
    assert "could not be measured" in caplog.text


def test_lines_of_other_rules_are_refused_and_break_nothing() -> None:
    room = Room(seats=2, options={"seats": 2, "hands": 2})
    for name in ("Alpha", "Beta"):
        room.join(name)
    while not room.finished:
        question = room.session.clocks.running()[0]
        room.table_move(question.decision.seat, default(room.table.decision(question.decision.seat)))
    other = [
        msgspec.structs.replace(line, kind=99) if isinstance(line, lines.Made) and line.actor < 2 else line
        for line in room.log
    ]
    with pytest.raises(BadInput, match="other rules"):
        records.told(room.plan, room.game, 1, other, whole=False)
