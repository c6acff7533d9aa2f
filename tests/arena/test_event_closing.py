"""An event that is over: its matches can be voided until the host closes it, and nothing is played any more."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.events import lines
from croupier.arena.events.desk import EventDesk
from croupier.kernel.errors import BadInput

from .teams import everybody, roster, rows
from .test_event_secrets import results
from .virtual import Client, Hall, hall, shoves


def played(one: Hall, **asked: Any) -> tuple[EventDesk, dict[str, Client]]:
    """An event of two teams that is over."""
    desk = one.event(**{"kind": "robin", "roster": roster(2), "deals": 4, **asked})
    here = everybody(one, 2, {"Alpha": shoves})
    one.until(lambda: desk.book.over)
    one.pass_time(10)
    return desk, here


def void(one: Hall, desk: EventDesk, match: str) -> None:
    one.do(lambda: desk.order("void", match=match, why="the wrong bot"))
    one.pass_time(1_000)


def test_a_match_that_is_voided_when_all_is_over_leaves_the_standings_and_is_not_played_again() -> None:
    with hall() as one:
        desk, here = played(one)
        tables, before, fixture = len(desk.book.fixtures), rows(one), desk.book.fixtures[1]
        match, own = f"{fixture.table}-M1", fixture.keys.index("alpha")
        won = fixture.played[1].scores[own] * desk.game.stake(desk.game.configure(**desk.plan.options))[1]
        void(one, desk, match)
        assert one.told()["state"] == "over" and len(desk.book.fixtures) == tables and not desk.book.running()
        after = rows(one)
        assert [row["matches"] for row in after.values()] == [3, 3]
        assert after["Alpha"]["plain"]["mean"] == pytest.approx((4 * before["Alpha"]["plain"]["mean"] - won) / 3)
        assert {table["table"]: table["void"] for table in one.told()["tables"]}[fixture.table] == {
            match: "the wrong bot"
        }
        assert all(client.closed == (4003, "The event is over.") for client in here.values())
        with pytest.raises(BadInput, match="is void already"):
            one.do(lambda: desk.order("void", match=match, why="twice"))
        for other in desk.book.fixtures.values():
            for number in other.counting():
                void(one, desk, f"{other.table}-M{number}")
        assert [(row["result"], row["rating"]["games"]) for row in one.told()["teams"]] == [(None, 0), (None, 0)]


def test_a_void_when_all_is_over_is_void_everywhere_and_after_a_restart() -> None:
    with hall() as one:
        desk, _ = played(one)
        fixture = desk.book.fixtures[1]
        match = f"{fixture.table}-M1"
        void(one, desk, match)
        for _ in range(2):
            assert results(one)[f"result/{fixture.table}/1"].void == "the wrong bot"
            assert match not in [one.match for one in one.room.past.matches()]
            assert [row["matches"] for row in one.told()["teams"]] == [3, 3] and one.told()["state"] == "over"
            one.kill()
        one.pass_time(1_000)
        assert not one.room.tables


def test_the_host_closes_an_event_on_record_and_what_counts_is_final() -> None:
    with hall() as one:
        desk, _ = played(one)
        match = f"{desk.book.fixtures[1].table}-M1"
        one.do(lambda: desk.order("close", why="no dispute"))
        for _ in range(2):
            desk = one.events.desks["cup"]
            assert one.told()["state"] == "closed" == one.events.summary(desk)["state"]
            assert [(order["order"], order["why"]) for order in one.told()["orders"]] == [("close", "no dispute")]
            for order in ("void", "close", "end"):
                with pytest.raises(BadInput, match="closed: its results are final"):
                    one.do(lambda desk=desk, order=order: desk.order(order, match=match, why="late"))
            one.kill()
        assert [row["matches"] for row in one.told()["teams"]] == [4, 4]


def test_an_event_is_closed_only_when_it_is_over_and_then_only_voided_or_closed() -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=2)
        with pytest.raises(BadInput, match="not over yet"):
            one.do(lambda: desk.order("close"))
        everybody(one, 2)
        one.until(lambda: desk.book.over)
        for order in ("begin", "freeze", "end", "withdraw"):
            with pytest.raises(BadInput, match="This event is over: a match can be voided"):
                one.do(lambda order=order: desk.order(order, team="Alpha"))
        assert not desk.book.orders


def test_a_match_that_was_never_played_cannot_be_voided() -> None:
    """The number after the last match of a table that has ended was taken for one that is being played."""
    with hall() as one:
        desk, _ = played(one)
        fixture, kept = desk.book.fixtures[1], desk.lines_kept
        with pytest.raises(BadInput, match="There is no match"):
            one.do(lambda: desk.order("void", match=f"{fixture.table}-M{fixture.begun + 1}", why="a slip"))
        assert desk.lines_kept == kept


def test_common_deals_are_open_when_all_is_over_and_none_is_dealt_again_after_a_void() -> None:
    """Everybody may read their cards by then, so a match of them is never played again."""
    with hall() as one:
        desk, _ = played(one, kind="common", bots=["station"], deals=4)
        fixture = desk.book.fixtures[1]
        assert desk.book.open_deals() is None and len(results(one)) == 8
        void(one, desk, f"{fixture.table}-M1")
        assert not desk.book.running() and desk.book.open_deals() is None and len(results(one)) == 8
        assert sorted(row["matches"] for row in one.told()["teams"]) == [3, 4]


def test_lines_of_an_arena_from_before_the_close_are_of_an_event_that_is_over() -> None:
    kept = b'{"line":"closed","at":17,"why":"everything is played."}'
    assert lines.decode(kept) == lines.Over(17, "everything is played.") and lines.encode(lines.decode(kept)) == kept
