"""Who may read what of a match: openings, hidden cards for the host, cards in common, thoughts."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.room import access, memory
from croupier.arena.room.memory import Result
from croupier.arena.room.offers import Offer
from croupier.arena.tables.lines import HandPlayed
from croupier.arena.tables.plan import Plan

from .virtual import Hall, hall, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"stack": 1000}}


def waited(one: Hall, work: Any) -> Any:
    return one.loop.run_until_complete(work)


# Openings


def test_an_opening_is_a_line_of_its_table_and_told_there() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        alpha = one.join("Alpha", "TABLE", silent)
        one.pass_time(5)
        waited(one, access.note(one.room, "T", "a record"))
        one.pass_time(1)
        assert "a record" in alpha.of("notice")[-1]["msg"]
        assert [(told["what"], told["at"] > 0) for told in waited(one, access.openings_of(one.room, "T"))] == [
            ("a record", True)
        ]
        assert waited(one, one.store.tables())["T"] == one.room.tables["T"].session.line


def test_an_opening_of_a_table_that_stands_no_more_or_is_out_of_order_is_its_next_line() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        one.pass_time(1)
        last = waited(one, one.store.tables())["T"]
        one.room.tables["T"].broken = "a rule"
        waited(one, access.note(one.room, "T", "first"))
        one.do(lambda: one.room.take_down(one.room.tables["T"]))
        waited(one, access.note(one.room, "T", "second"))
        assert waited(one, one.store.tables())["T"] == last + 2
        waited(one, access.note(one.room, "old", "of a table without lines"))
        assert [told["what"] for told in waited(one, access.openings_of(one.room, "T"))] == ["first", "second"]
        assert waited(one, one.store.tables())["old"] == 1


# Hidden cards for the host


def test_the_host_is_shown_every_card_only_where_a_god_view_was_announced() -> None:
    with hall() as one:
        with pytest.raises(access.NoGodView, match="Table T has no god view"):
            waited(one, access.open_cards(one.room, Plan(id="T", game="holdem", seats=2), "T-M1", "record"))
        assert waited(one, access.openings_of(one.room, "T")) == [] and one.room.opened == set()


def test_each_form_of_a_match_is_opened_with_a_line_once() -> None:
    with hall() as one:
        plan = Plan(id="T", game="holdem", seats=2, god_view=3)
        for match, what in (("T-M1", "record"), ("T-M1", "record"), ("T-M1", "replay"), ("T-M2", "record")):
            waited(one, access.open_cards(one.room, plan, match, what))
        assert [told["what"] for told in waited(one, access.openings_of(one.room, "T"))] == [
            "the record of T-M1 with every card",
            "the replay of T-M1 with every card",
            "the record of T-M2 with every card",
        ]


def test_the_host_is_not_shown_a_match_before_its_god_view_would() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO, god_view=3)))
        table = one.room.tables["T"].table
        table.hindsight.hands.append(HandPlayed(2, "T-M2-H9", [], b"", []))
        with pytest.raises(access.TooEarly, match="The last hand of T-M2 is to be 3 hands old"):
            waited(one, access.open_cards(one.room, table.plan, "T-M2", "record"))
        waited(one, access.open_cards(one.room, table.plan, "T-M1", "record"))
        assert one.room.opened == {"the record of T-M1 with every card"}


# Cards in common, and thoughts


@pytest.mark.parametrize(("closed", "match", "withheld"), [
    (True, "T-M1", False), (True, "T-M2", True), (True, "T-M0", True), (False, "T-M2", False)
])  # fmt: skip
def test_a_match_is_withheld_while_others_have_yet_to_play_its_cards(closed: bool, match: str, withheld: bool) -> None:
    with hall() as one:
        one.do(lambda: one.room.keep(memory.of_result("T", Result("T-M1", ["a"], ["A"], [0], 1))))
        plan = Plan(id="T", game="holdem", seats=2, closed=closed)
        assert waited(one, access.is_withheld(one.room, plan, match)) == withheld


def test_thoughts_are_a_players_own_until_the_match_is_over_and_its_table_opens_them() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        alpha = one.join("Alpha", "TABLE", silent)
        one.do(lambda: one.room.keep(memory.of_result("T", Result("T-M1", ["alpha"], ["Alpha"], [0], 1))))
        for is_open, match, token, whose in (
            (True, "T-M1", "", None),
            (True, "T-M2", "", ""),
            (False, "T-M1", "", ""),
            (False, "T-M1", alpha.token, "alpha"),
            (True, "T-M2", alpha.token, "alpha"),
        ):
            plan = Plan(id="T", game="holdem", seats=2, open_thoughts=is_open)
            assert waited(one, access.thoughts_for(one.room, plan, match, token)) == whose
