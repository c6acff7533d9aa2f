"""The desk of an event: who is there, who plays where, and what the host may order."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.events.desk import EventDesk
from croupier.kernel.errors import BadInput

from .teams import at, everybody, lines_of, roster
from .virtual import Hall, hall, silent


def refused(one: Hall, desk: EventDesk, what: str, **more: str) -> str:
    """Why an order is refused; it leaves no line."""
    kept = desk.lines_kept
    with pytest.raises(BadInput) as caught:
        one.do(lambda: desk.order(what, **more))
    assert desk.lines_kept == kept
    return str(caught.value)


def playing(one: Hall, **asked: Any) -> EventDesk:
    """An event of teams that never answer, in the middle of its first matches."""
    desk = one.event(**({"kind": "robin", "roster": roster(2), "deals": 2, "move_time_ms": 60_000} | asked))
    here = everybody(one, len(asked.get("roster", roster(2))), dict.fromkeys(roster(8), silent))
    one.until(lambda: any(client.of("act") for client in here.values()))
    return desk


def test_an_order_that_cannot_be_is_refused_with_what_can() -> None:
    with hall() as one:
        desk = playing(one)
        assert refused(one, desk, "dance") == (
            "An event cannot 'dance'; it can begin, freeze, end, withdraw, void, close."
        )
        assert refused(one, desk, "withdraw", team="Gamma") == "'Gamma' does not take part; there are alpha, beta."
        [fixture] = desk.book.fixtures.values()
        for match in ("cup-9-M1", f"{fixture.table}-M0", f"{fixture.table}-M2", f"{fixture.table}-Mx", fixture.table):
            assert (
                refused(one, desk, "void", match=match, why="a test") == f"There is no match {match!r} in this event."
            )
        assert refused(one, desk, "close").startswith("This event is not over yet")


def test_a_match_that_is_being_played_is_voided_with_its_table_and_played_again() -> None:
    with hall() as one:
        desk = playing(one)
        [first] = desk.book.fixtures.values()
        one.do(lambda: desk.order("void", match=f"{first.table}-M1", why="the wrong bot"))
        assert first.voided == {1: "the wrong bot"} and first.over and first.table not in one.room.tables
        assert refused(one, desk, "void", match=f"{first.table}-M1", why="x") == (f"{first.table}-M1 is void already.")
        one.until(lambda: len(desk.book.fixtures) == 2)
        second = desk.book.fixtures[2]
        assert (second.number, second.first, sorted(second.keys)) == (2, first.first, sorted(first.keys))
        assert [hosted.id for hosted in desk.tables()] == [second.table]


def test_a_team_that_is_taken_out_leaves_its_table_and_is_let_in_no_more() -> None:
    with hall() as one:
        desk = playing(one, roster=roster(3))
        fixture = next(one for one in desk.book.running() if "alpha" in one.keys)
        one.do(lambda: desk.order("withdraw", team="ALPHA", why="it cheats"))
        assert fixture.voided == {1: "Alpha was taken out."} and fixture.table not in one.room.tables
        assert [(order.what, order.key, order.why) for order in desk.book.orders] == [
            ("withdraw", "alpha", "it cheats")
        ]
        again = one.join("Alpha", roster(3)["Alpha"])
        one.pass_time(10)
        assert "no longer part of this event" in str(again.seen) and not again.of("welcome")
        one.until(lambda: {*desk.book.running()[0].keys} == {"beta", "gamma"})


def test_an_event_that_is_frozen_plays_what_it_has_begun_and_is_over() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=40)
        here = everybody(one, 2)
        one.until(lambda: any(fixture.played for fixture in desk.book.fixtures.values()))
        one.do(lambda: desk.order("freeze"))
        one.until(lambda: desk.book.over)
        assert desk.book.over and desk.book.over.why == "its time is over." and not one.room.tables
        assert 0 < sum(len(fixture.played) for fixture in desk.book.fixtures.values()) < 40
        one.until(lambda: all(client.closed == (4003, "The event is over.") for client in here.values()))
        late = one.join("Alpha", roster(2)["Alpha"])
        one.pass_time(10)
        assert "This event is over." in str(late.seen) and desk.done("alpha")


def test_an_event_that_the_host_ends_is_over_without_its_matches() -> None:
    with hall() as one:
        desk = playing(one)
        one.do(lambda: desk.order("end", why="fire alarm"))
        one.until(lambda: desk.book.over)
        assert not one.room.tables and not [match for one in desk.book.fixtures.values() for match in one.counting()]


def test_everything_is_played_and_an_event_says_so() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=1, hands=1)
        everybody(one, 2)
        one.until(lambda: desk.book.over)
        assert desk.book.over and desk.book.over.why == "everything is played."


def test_the_desk_knows_which_teams_are_here_and_where_they_sit() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2, move_time_ms=60_000)
        assert desk.misses("alpha") and not desk.misses("gamma") and not desk.connected("Alpha")
        assert desk.watched() is None and desk.place_of("alpha") is None and not desk.done("alpha")
        alpha, beta = (one.join(name, code, silent) for name, code in roster(2).items())
        one.until(lambda: alpha.of("act") or beta.of("act"))
        [hosted], [fixture] = desk.tables(), desk.book.running()
        assert desk.connected("ALPHA") and not desk.misses("alpha") and desk.watched() is hosted
        assert desk.place_of("alpha") == (hosted, fixture.keys.index("alpha"))
        assert [desk.team_at(hosted, seat).casefold() for seat in (0, 1)] == fixture.keys
        assert desk.known_as("alpha", hosted.id) == "alpha" == desk.known_as("alpha", "elsewhere")
        assert desk.tables_of("alpha") == [], "the event moves it itself"
        alpha.cut()
        one.pass_time(10)
        assert desk.misses("alpha") and desk.tables_of("alpha") == [hosted] and "alpha" not in desk.present
        twin = one.join("Beta", roster(2)["Beta"], silent)
        one.until(lambda: beta.closed)
        assert beta.closed == (4001, "Another connection has taken this name.") and desk.connected("Beta")
        assert not twin.closed


def test_with_aliases_a_team_is_known_by_its_seat() -> None:
    with hall() as one:
        desk = playing(one, aliases=True)
        [hosted], [fixture] = desk.tables(), desk.book.running()
        for seat, key in enumerate(fixture.keys):
            assert desk.known_as(key, hosted.id) == f"seat:{seat}" and desk.known_as(key, "elsewhere") == key
            assert hosted.table.chairs[seat].name == f"player {seat + 1}"


@pytest.mark.parametrize(
    ("asked", "here", "begins"),
    [
        ({"kind": "robin", "roster": roster(3)}, 1, False),
        ({"kind": "robin", "roster": roster(3)}, 2, True),
        ({"kind": "robin", "roster": roster(3), "bots": ["tight"]}, 1, True),
        ({"kind": "robin", "roster": roster(3), "manual": True}, 3, False),
        ({"kind": "common", "roster": roster(3)}, 1, True),
        ({"kind": "common", "roster": roster(3)}, 0, False),
        ({"kind": "freezeout", "roster": roster(3)}, 2, False),
        ({"kind": "freezeout", "roster": roster(3)}, 3, True),
        ({"kind": "freezeout", "roster": roster(2), "bots": ["tight"]}, 1, False),
        ({"kind": "freezeout", "roster": roster(2), "bots": ["tight"]}, 2, True),
    ],
)
def test_an_event_begins_when_enough_are_here(asked: dict[str, Any], here: int, begins: bool) -> None:
    with hall() as one:
        desk = one.event(deals=1, move_time_ms=60_000, **asked)
        everybody(one, here, dict.fromkeys(roster(8), silent))
        one.pass_time(100)
        assert bool(desk.book.fixtures) == begins
        if not begins:
            one.do(lambda: desk.order("begin"))
            one.pass_time(100)
            assert bool(desk.book.fixtures) == (here > 1 or (here == 1 and bool(asked.get("bots"))))


def test_a_table_is_run_as_its_kind_of_event_wants() -> None:
    with hall() as one:
        desk = playing(one, finish_by=at(one, 900_000))
        [fixture] = desk.book.fixtures.values()
        plan = desk.plan_for(fixture)
        assert (plan.id, plan.event, plan.again, plan.matches) == (
            fixture.table,
            "cup",
            fixture.deals > 1,
            fixture.deals,
        )
        assert (plan.deal, plan.dealt, plan.closed) == ("", 0, False)
        assert plan.finish_by == desk.book.opened.finish_by > 0
    with hall() as one:
        desk = playing(one, kind="common", bots=["tight", "station"], deals=4, options={"seats": 4})
        assert desk.watched() is None, "nobody looks on at deals that others have yet to play"
        for fixture in desk.book.fixtures.values():
            plan = desk.plan_for(fixture)
            assert (plan.deal, plan.dealt, plan.closed) == (f"{desk.book.opened.nonce}/", fixture.first, True)
            chairs = one.room.tables[fixture.table].table.chairs
            own = [seat for seat, key in enumerate(fixture.keys) if key in ("alpha", "beta")]
            others = [chair for chair in chairs if chair.seat not in own]
            names = [
                f"{policy} {chair.seat}" for policy, chair in zip(["tight", "station", "tight"], others, strict=True)
            ]
            assert [chair.name for chair in others] == names


def test_an_event_is_over_at_its_time_though_nobody_came() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), finish_by=at(one, 5_000))
        one.pass_time(4_990)
        assert not desk.frozen and desk.book.over is None
        one.pass_time(20)
        assert desk.frozen and desk.book.over and desk.book.over.why == "its time is over."


def test_a_table_that_is_lost_over_a_restart_is_played_again() -> None:
    with hall() as one:
        desk = playing(one)
        [fixture] = desk.book.fixtures.values()
        one.do(lambda: one.room.tables[fixture.table]._break("a bug"))
        one.pass_time(10)
        assert fixture.voided == {1: "the arena failed."} and fixture.table not in one.room.tables
        assert lines_of(one, fixture.table), "what was played of it stays on record"
