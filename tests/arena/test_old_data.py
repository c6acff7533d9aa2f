"""Old data is deleted table by table, offers that the config has no longer are withdrawn, and openings are read."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
import pytest

from croupier.arena.room import access, configured, memory
from croupier.arena.room.host_orders import Order, give
from croupier.arena.room.offers import Offer
from croupier.arena.room.pruning import DAY_SECONDS, prune, prune_daily
from croupier.arena.store import Line, StoreError
from croupier.arena.tables import lines

from .test_mailbox import table_of_two
from .virtual import Hall, hall, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2}


def waited(one: Hall, work: Any) -> Any:
    return one.loop.run_until_complete(work)


def result(one: Hall, match: str, at: int) -> None:
    table = match.rpartition("-")[0]
    one.do(lambda: one.room.keep(memory.of_result(table, memory.Result(match, ["a"], ["A"], [0], at))))


def written(one: Hall, table: str, *times: int) -> None:
    """Lines of a table with these times; the last two are its snapshot and what came after it."""
    opened = [lines.encode(lines.Opened("x", at)) for at in times]
    entries = [Line(table, number, body, snapshot=number == len(times) - 1) for number, body in enumerate(opened, 1)]
    one.do(lambda: one.room.append(entries))


def values(one: Hall, prefix: str) -> list[str]:
    return sorted(waited(one, one.store.values(prefix)))


# Old data


def test_a_table_is_pruned_when_the_newest_of_its_matches_is_old_and_not_before() -> None:
    with hall() as one:
        for match, at in (("A-M1", 10), ("A-M2", 99), ("B-M1", 10), ("B-M2", 100), ("C-M1", 100), ("C-M2", 10)):
            result(one, match, at)
        for table in "ABC":
            written(one, table, 5, 5, 5)
        one.do(lambda: one.room.keep(memory.Value("played/A", b"{}"), memory.Value("played/B", b"{}")))
        assert waited(one, prune(one.room, 100)) == ["A"]
        assert values(one, "result/") == ["result/B/1", "result/B/2", "result/C/1", "result/C/2"]
        assert values(one, "played/") == ["played/B"]
        assert waited(one, prune(one.room, 101)) == ["B", "C"] and values(one, "result/") == []


def test_a_table_without_results_is_pruned_by_the_time_of_its_last_line() -> None:
    with hall() as one:
        written(one, "old", 150, 10, 99)
        written(one, "young", 10, 10, 100)
        written(one, "turned", 10, 100, 10)
        assert waited(one, prune(one.room, 100)) == ["old"]
        assert [line.number for line in waited(one, one.store.read("old", 1))] == [2, 3]
        assert waited(one, prune(one.room, 101)) == ["turned", "young"], "and nothing is pruned twice"


def test_lines_without_a_time_make_no_table_young() -> None:
    with hall() as one:
        begun = lines.encode(lines.Begun(1))
        one.do(lambda: one.room.append([Line("t", 1, begun), Line("t", 2, begun, snapshot=True)]))
        assert waited(one, prune(one.room, 1)) == ["t"]


def test_a_table_that_stands_keeps_its_plan_and_what_it_goes_on_from() -> None:
    with hall() as one:
        _, _, hosted = table_of_two(one)
        result(one, "T-M1", 10)
        one.do(lambda: one.room.keep(memory.of_plan(hosted.table.set_up)))
        assert waited(one, prune(one.room, 100)) == ["T"]
        assert values(one, "result/") == [] and values(one, "played/") == ["played/T"]
        assert waited(one, one.store.read("T")), "from its last snapshot on"
        assert waited(one, prune(one.room, one.room.wall() + 1)) == [], "a table without results stands"


def test_the_hands_of_players_go_with_the_matches_of_their_table() -> None:
    with hall() as one:
        for match, at in (("A-M1", 10), ("B-M1", 100)):
            result(one, match, at)
            written(one, match[0], 5, 5, 5)
        kept = [memory.Value(f"hands/{name}", b"{}") for name in ("mara/A-M1", "mara/B-M1", "zoe/A-M12", "zoe/AA-M1")]
        one.do(lambda: one.room.keep(*kept))
        assert waited(one, prune(one.room, 100)) == ["A"]
        assert values(one, "hands/") == ["hands/mara/B-M1", "hands/zoe/AA-M1"]


def test_accounts_and_events_are_never_pruned() -> None:
    with hall() as one:
        written(one, ":accounts2", 0, 0, 0)
        one.do(lambda: one.room.keep(*one.room.bank.grant("alpha", 5, "a test")))
        written(one, memory.EVENT + "cup", 5)
        assert waited(one, prune(one.room, one.room.wall() + DAY_SECONDS * 1000)) == []


def test_results_of_old_private_tables_are_forgotten() -> None:
    with hall() as one:
        for code, at in (("a", 99), ("b", 100)):
            one.do(lambda code=code, at=at: one.room.keep(memory.of_ended(code, memory.EndedTable("t", "", at))))
        assert waited(one, prune(one.room, 100)) == [] and values(one, memory.ENDED) == ["ended/b"]


def test_daily_pruning_is_logged_and_tried_again_the_next_day_if_the_store_fails(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall() as one, caplog.at_level(logging.WARNING, "croupier.arena"):
        now, day = one.room.wall(), DAY_SECONDS * 1000
        one.room._ticking.cancel()  # type: ignore[union-attr]
        for table, age in (("A", 3.5), ("B", 2.9999), ("C", 1.5)):
            result(one, f"{table}-M1", int(now - age * day))
            written(one, table, 5, 5, 5)
        pruning = one.do(lambda: asyncio.ensure_future(prune_daily(one.room, 3)))
        one.pass_time(10)
        assert "Pruned 1 tables whose matches are older than 3 days" in caplog.text

        async def fails(prefix: str = "") -> dict[str, bytes]:
            raise StoreError("full")

        with monkeypatch.context() as patch:
            patch.setattr(one.store, "values", fails)
            one.pass_time(day)
            assert "Nothing more is pruned today: full" in caplog.text
            assert values_of(one) == ["result/B/1", "result/C/1"]
        caplog.clear()
        one.pass_time(day)
        assert "Pruned 2 tables" in caplog.text and values(one, "result/") == []
        caplog.clear()
        one.pass_time(day)
        assert caplog.text == "", "nothing is old"
        one.room.closing = True
        one.pass_time(day)
        assert pruning.done()
        one.room.closing = False


def values_of(one: Hall) -> list[str]:
    return sorted(key for key in one.store._values if key.startswith("result/"))


# The config


def test_with_an_offer_that_the_config_has_no_longer_its_other_tables_are_taken_down() -> None:
    with hall() as one:
        house = Offer(id="H", game="leduc", kind="house", code="HOUSE1")
        table = Offer(**{**TWO, "id": "A", "code": "CODE_A"})
        waited(one, configured.offer_all(one.room, [house, table]))
        one.pass_time(1)
        assert sorted(one.room.tables) == ["A", "H-1"] and "table/H-1" in values(one, "table/")
        hosted = one.room.tables["A"]
        hosted._set_timer("next", one.room.now() + 500)
        waited(one, configured.offer_all(one.room, []))
        one.pass_time(1)
        assert one.room.tables == {} and one.room.desks == {}
        assert values(one, "table/") == ["table/A"], "the first table of an offer is kept, in case it is offered again"
        assert hosted._alarms == {} and values(one, "offer/") == []
        assert one.room.notes == []


def test_an_offer_stays_as_long_as_a_person_sits_at_any_of_its_tables() -> None:
    with hall() as one:
        waited(one, configured.offer_all(one.room, [Offer(id="H", game="leduc", kind="house", code="HOUSE1")]))
        alpha = one.join("Alpha", "HOUSE1", silent)
        one.pass_time(5)
        waited(one, configured.offer_all(one.room, []))
        one.pass_time(1)
        assert "H" in one.room.desks and len(one.room.notes) == 1
        kept = waited(one, one.store.values("configured"))["configured"]
        assert msgspec.json.decode(kept) == ["H"], "so that the next start asks again"
        assert alpha.guest is not None
        one.do(lambda: give(one.room, one.room.tables["H-1"], Order("pause")))


# Openings


def test_openings_are_read_from_the_first_line_of_a_table_on() -> None:
    with hall() as one:
        waited(one, access.note(one.room, "gone", "first"))
        waited(one, access.note(one.room, "gone", "second"))
        told = waited(one, access.openings_of(one.room, "gone"))
        assert [one["what"] for one in told] == ["first", "second"]
