"""After a failed write a room is as its store has it: offers, names, tables, and those who are connected to them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.room import memory, recalling
from croupier.arena.room.connection import BROKEN
from croupier.arena.room.hosted import NOT_KEPT
from croupier.arena.room.offers import Offer
from croupier.arena.tables.inputs import Ordered
from croupier.kernel.errors import BadInput

from .failing import FailingStore
from .test_bad_days import hall_on
from .virtual import Client, Hall, calls, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2}


def fails_once(store: FailingStore) -> None:
    failed = iter([True])
    store.fails = lambda number: next(failed, False)


def mended(one: Hall) -> None:
    one.until(lambda: one.room.keeping.failing)
    one.until(lambda: not one.room.keeping.failing)
    one.pass_time(5)


def test_an_offer_that_was_changed_and_not_kept_is_as_it_was_with_the_names_that_belong_there() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        alpha = one.join("Alpha", "TABLE", silent)
        one.pass_time(5)
        claim, table = one.room.desks["T"].door.claims["alpha"], one.room.tables["T"]
        watcher = Client(one, "", "T", silent)
        fails_once(store)

        def change() -> None:
            one.room.offer(Offer(**{**TWO, "title": "Another", "code": "OTHER"}))
            watcher.connect(role="spectator")

        one.do(change)
        assert watcher.of("welcome")
        mended(one)
        desk = one.room.desks["T"]
        assert (desk.offer.title, desk.offer.code) == ("", "TABLE") and one.room.desk_for("Alpha", "TABLE") is desk
        assert one.room.desk_for("Alpha", "OTHER") is None
        assert watcher.closed == (BROKEN, NOT_KEPT), "it has to come back"
        assert one.room.tables["T"] is table and alpha.closed is None
        assert desk.door.claims == {"alpha": claim}


def test_a_table_that_is_made_again_leaves_no_client_at_the_one_before() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        alpha = one.join("Alpha", "TABLE", silent)
        one.pass_time(5)
        table = one.room.tables["T"]
        fails_once(store)
        one.do(lambda: one.room.keep(one.room.standing(table)))
        mended(one)
        assert one.room.tables["T"] is not table and table.lost and alpha.closed == (BROKEN, NOT_KEPT)
        assert not table._alarms and one.room.guests == {}


def test_an_offer_and_a_table_that_were_not_kept_are_gone_with_their_clients() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        one.pass_time(5)
        fails_once(store)
        alpha = Client(one, "Alpha", "NEWCODE", silent)

        def offered() -> None:
            one.room.offer(Offer(**{**TWO, "id": "N", "code": "NEWCODE"}))
            alpha.connect()

        one.do(offered)
        desk, table = one.room.desks["N"], one.room.tables["N"]
        desk._leaving["N"] = one.loop.call_later(60, print)
        timer = desk._leaving["N"]
        mended(one)
        assert sorted(one.room.desks) == sorted(one.room.tables) == ["T"] and table.lost and timer.cancelled()
        assert alpha.closed is not None and one.room.desk_for("Alpha", "NEWCODE") is None
        assert "N" not in one.room.names
        one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "N", "code": "NEWCODE"})))
        assert "N" in one.room.tables, "the name is free again"


def test_numbers_of_tables_go_on_after_the_highest_that_there_was() -> None:
    store = FailingStore()
    with hall_on(store) as one:
        house = Offer(id="H", game="leduc", kind="house", code="HOUSE")
        one.do(lambda: one.room.offer(house))
        for team in ("Alpha", "Beta"):
            one.join(team, "HOUSE", silent)
        one.pass_time(5)
        assert sorted(one.room.tables) == ["H-1", "H-2"]
        one.do(lambda: one.room.take_down(one.room.tables["H-2"]))
        one.pass_time(5)
        one.kill()
        assert one.room.numbers["H"] == 2 and {"H-1", "H-2"} <= one.room.names
        one.join("Gamma", "HOUSE", silent)
        one.join("Delta", "HOUSE", silent)
        one.pass_time(5)
        assert sorted(one.room.tables) == ["H-1", "H-3", "H-4"]


def test_a_match_that_cannot_go_on_is_void_and_the_next_begins_with_the_same_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hall_on(FailingStore()) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        for team in ("Alpha", "Beta"):
            one.join(team, "TABLE", calls)
        one.until(lambda: one.room.tables["T"].table.hand == 3)
        kept = one.loop.run_until_complete(one.store.read("T"))
        table = one.room.tables["T"].table
        standing = memory.Standing(table.set_up, "T", table.game.version, "another fingerprint")
        one.pass_time(1)

        def reopened() -> recalling.Reopened:
            return recalling.reopen(one.room, standing, kept, kept[-1].number, one.room.wall())

        again = one.do(reopened)
        assert (again.void, again.session.table.match) == ("", 1) and "it goes on from its last boundary" in again.note

        def cannot(*_: Any, **__: Any) -> None:
            raise BadInput("no such match")

        monkeypatch.setattr(type(table.game), "carry_over", cannot)
        again = one.do(reopened)
        assert again.void == "T-M1" and "it begins another" in again.note and "the rules have changed" in again.note
        assert again.session.table.match == 2
        assert [chair.name for chair in again.session.table.chairs] == ["Alpha", "Beta"]


def test_a_table_that_stands_again_has_no_note_unless_something_happened_to_it() -> None:
    with hall_on(FailingStore()) as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        one.join("Alpha", "TABLE", silent)
        one.pass_time(5)
        one.do(lambda: one.room.tables["T"].put(Ordered("pause")))
        one.pass_time(5)
        one.kill()
        hosted = one.room.tables["T"]
        assert (hosted.note, hosted.broken, one.room.notes, hosted.table.held) == ("", "", [], True)
