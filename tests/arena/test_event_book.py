"""What follows from the lines of an event: what is left to play, what counts, and what may be told."""

from __future__ import annotations

import pytest

from croupier.arena.events import lines
from croupier.arena.events.book import PANEL, REPLAYS, Book, Unit, book_of
from croupier.arena.events.event import DEALS, Event

from .test_schedule import book, play


def drawn(one: Book, *keys: str, first: int = 0, deals: int = 2, block: int = 0) -> int:
    number = len(one.fixtures) + 1
    one.follow(lines.Drawn(number, f"cup-{number}", block, list(keys), first, deals, 0))
    return number


def played(one: Book, number: int, match: int, *, looked_into: bool = True) -> None:
    one.follow(lines.Played(number, match, [], [], 0))
    if looked_into:
        one.follow(lines.Measured(number, match, [], [], []))


def test_an_event_has_the_usual_deals_of_its_kind_unless_the_host_says() -> None:
    assert [book(kind, 0, freeze="18:30").deals for kind in DEALS] == [*DEALS.values()]
    assert book("robin", 0, deals=7).deals == 7


def test_a_table_is_over_when_all_its_matches_are_played_or_void() -> None:
    one = book("robin", 2)
    fixture = one.fixtures[drawn(one, "t0", "t1", first=5, deals=3)]
    assert (fixture.begun, fixture.over, fixture.deal_of(1), fixture.deal_of(3)) == (0, False, 5, 7)
    played(one, 1, 1)
    one.follow(lines.Voided(1, 1, "a fault", 0))
    assert (fixture.begun, fixture.over) == (1, False), "void and played is one match"
    one.follow(lines.Voided(1, 2, "a fault", 0))
    assert one.running() == [fixture]
    played(one, 1, 3)
    assert (fixture.begun, fixture.over, one.running(), fixture.counting()) == (3, True, [], [3])


def test_orders_of_the_host() -> None:
    for what, begun, frozen, closed in [
        ("begin", True, False, False),
        ("freeze", False, True, False),
        ("end", False, True, False),
        ("close", False, False, True),
        ("void", False, False, False),
    ]:
        one = book("robin", 2)
        one.follow(lines.Ordered(what, 0))
        assert (one.begun, one.frozen, one.closed) == (begun, frozen, closed)
        assert [order.what for order in one.orders] == [what] and one.withdrawn == set()
    one = book("robin", 3)
    one.follow(lines.Ordered("withdraw", 0, "t1"))
    assert one.active() == ["t0", "t2"] and one.withdrawn == {"t1"}


def test_the_first_table_begins_an_event_and_its_last_line_freezes_it() -> None:
    one = book("robin", 2)
    drawn(one, "t0", "t1")
    assert one.begun and not one.frozen and one.over is None
    one.follow(lines.Over(9, "all is played."))
    assert one.frozen and one.over == lines.Over(9, "all is played.")


def test_players_are_counted_by_tables_and_bots_of_the_panel_are_not() -> None:
    one = book("common", 2)
    drawn(one, "t0", PANEL, deals=1)
    drawn(one, "t0", PANEL, deals=1)
    drawn(one, "t1", PANEL, deals=1)
    assert one.playing() == {"t0": 2, "t1": 1}
    played(one, 1, 1)
    assert one.playing() == {"t0": 1, "t1": 1}


def test_a_team_that_comes_late_takes_a_chair_that_was_left() -> None:
    one = book("freezeout", 3)
    drawn(one, "t0", "t1", PANEL)
    one.follow(lines.Sat(1, 2, "t2"))
    assert one.fixtures[1].keys == ["t0", "t1", "t2"] and one.fixtures[1].unit.keys == ("t0", "t1", PANEL)


def test_deals_that_are_played_or_being_played_are_not_missing() -> None:
    one, unit = book("robin", 2, deals=6), Unit(0, ("t0", "t1"), 0, 6)
    assert one.missing(unit) == [0, 1, 2, 3, 4, 5]
    drawn(one, "t0", "t1", first=2, deals=2)
    assert one.missing(unit) == [0, 1, 4, 5]
    assert one.missing(unit._replace(block=1)) == one.missing(unit._replace(keys=("t1", "t0"))) == [0, 1, 2, 3, 4, 5]
    played(one, 1, 1)
    assert one.missing(unit) == [0, 1, 4, 5]
    one.follow(lines.Cut(1))
    assert one.fixtures[1].over and one.missing(unit) == [0, 1, 3, 4, 5], "what was cut is left to others"


@pytest.mark.parametrize("kind", ["robin", "common"])
def test_a_void_match_is_played_again_twice_but_never_a_common_deal(kind: str) -> None:
    one, unit = book(kind, 2, deals=1), Unit(0, ("t0", "t1"), 0, 1)
    for times in range(1, REPLAYS + 2):
        number = drawn(one, "t0", "t1", deals=1)
        played(one, number, 1)
        assert one.missing(unit) == []
        one.follow(lines.Voided(number, 1, "a fault", 0))
        assert one.missing(unit) == ([0] if kind == "robin" and times <= REPLAYS else [])
    assert REPLAYS == 2


def test_a_table_that_is_gone_plays_no_more() -> None:
    one, unit = book("robin", 2, deals=5), Unit(0, ("t0", "t1"), 0, 5)
    drawn(one, "t0", "t1", deals=5)
    played(one, 1, 1)
    one.follow(lines.Voided(1, 2, "its table is lost.", 0, True))
    assert one.fixtures[1].over and one.missing(unit) == [1, 2, 3, 4]


def test_games_count_without_the_void_ones_and_meetings_by_table() -> None:
    one = book("rolling", 3, freeze="18:30")
    drawn(one, "t0", "t1", deals=3)
    drawn(one, "t1", "t0", deals=1)
    drawn(one, "t0", "t2", deals=1)
    one.follow(lines.Voided(1, 2, "a fault", 0))
    assert one.games() == {"t0": 4, "t1": 3, "t2": 1}
    assert one.met() == {frozenset({"t0", "t1"}): 2, frozenset({"t0", "t2"}): 1}


def test_a_match_is_looked_into_once_unless_it_is_void() -> None:
    one = book("robin", 2)
    drawn(one, "t0", "t1", deals=3)
    for match in (3, 1, 2):
        played(one, 1, match, looked_into=match == 1)
    assert one.unmeasured() == [(one.fixtures[1], 2), (one.fixtures[1], 3)]
    one.follow(lines.Voided(1, 2, "a fault", 0))
    assert one.unmeasured() == [(one.fixtures[1], 3)]
    assert [match for _, match in one.counting()] == [1]


def common(roster: dict[str, str]) -> Book:
    """Two teams that have played the deals 0 and 1, and 1 and 2."""
    one = book("common", 2, deals=3, roster=roster)
    drawn(one, "t0", PANEL, first=0, deals=2)
    drawn(one, PANEL, "t1", first=1, deals=2)
    for number in (1, 2):
        for match in (1, 2):
            played(one, number, match)
    return one


def test_common_deals_are_open_when_all_have_played_them() -> None:
    one = common({"T0": "", "T1": ""})
    assert one.hides and one.open_deals() == {1}
    assert [(fixture.number, match) for fixture, match in one.counting()] == [(1, 2), (2, 1)]
    one.follow(lines.Ordered("withdraw", 0, "t1"))
    assert one.open_deals() == {0, 1}
    one.follow(lines.Ordered("withdraw", 0, "t0"))
    assert one.open_deals() == set()
    one.follow(lines.Over(0, "over"))
    assert not one.hides and one.open_deals() is None and len([*one.counting()]) == 4


def test_a_void_deal_was_seen_and_of_a_deal_without_a_roster_nobody_hears() -> None:
    one = common({"T0": "", "T1": ""})
    one.follow(lines.Voided(1, 2, "a fault", 0))
    assert one.open_deals() == {1}
    assert common({}).open_deals() == set() and not [*common({}).counting()]
    assert not book("robin", 2).hides and book("robin", 2).open_deals() is None


def test_where_nobody_knows_who_sits_opposite_results_are_told_when_the_two_have_parted() -> None:
    one = book("robin", 2, deals=2, aliases=True)
    drawn(one, "t0", "t1", deals=2)
    played(one, 1, 1)
    assert not one.tells(one.fixtures[1], 1, None) and book_told(one) == []
    assert book_told(_named(one)) == [1], "with names it is no secret"
    played(one, 1, 2)
    assert book_told(one) == [1, 2]


def test_when_an_event_is_over_every_result_is_told() -> None:
    one = book("robin", 2, deals=2, aliases=True)
    drawn(one, "t0", "t1", deals=2)
    played(one, 1, 1)
    one.follow(lines.Over(0, "its time is over."))
    assert book_told(one) == [1]


def book_told(one: Book) -> list[int]:
    return [match for _, match in one.counting()]


def _named(hidden: Book) -> Book:
    one = book("robin", 2, deals=2)
    one.fixtures = hidden.fixtures
    return one


def test_a_book_is_made_again_from_its_lines() -> None:
    opened = lines.Opened(Event(id="cup", kind="robin", deals=1), "nonce", 0)
    kept = [
        opened,
        lines.Entered("a", "A"),
        lines.Entered("b", "B", "tight"),
        lines.Drawn(1, "T", 0, ["a", "b"], 0, 1, 0),
    ]
    one = book_of(iter([*kept, opened]))
    play(one, 1)
    assert [(team.key, team.name, team.policy) for team in one.teams.values()] == [("a", "A", ""), ("b", "B", "tight")]
    assert one.fixtures[1].over and one.deals == 1
