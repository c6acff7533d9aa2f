"""Who plays whom next, from the book of an event alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier.arena.events import lines
from croupier.arena.events.book import PANEL, Book
from croupier.arena.events.event import Event
from croupier.arena.events.schedule import all_played, next_units, units


def book(kind: str, teams: int, **more: Any) -> Book:
    one = Book(lines.Opened(Event(id="cup", kind=kind, **more), "nonce", 0))  # type: ignore[arg-type]
    for number in range(teams):
        one.follow(lines.Entered(f"t{number}", f"T{number}"))
    return one


def draw(one: Book, unit: Any) -> int:
    number = len(one.fixtures) + 1
    one.follow(lines.Drawn(number, f"cup-{number}", unit.block, list(unit.keys), unit.first, unit.deals, 0))
    return number


def play(one: Book, number: int) -> None:
    fixture = one.fixtures[number]
    for match in range(1, fixture.deals + 1):
        one.follow(lines.Played(number, match, [], [], 0))


@pytest.mark.parametrize("teams", [2, 3, 5, 8])
@pytest.mark.parametrize("deals", [1, 2, 20, 51])
def test_in_a_robin_everybody_meets_everybody_in_both_seats(teams: int, deals: int) -> None:
    met: Counter[tuple[str, ...]] = Counter()
    for unit in units(book("robin", teams, deals=deals), 2):
        met[unit.keys] += unit.deals
    pairs = {frozenset(keys) for keys in met}
    assert len(pairs) == teams * (teams - 1) // 2
    for one, other in (tuple(pair) for pair in pairs):
        assert met[one, other] + met[other, one] == deals and abs(met[one, other] - met[other, one]) <= 1


@pytest.mark.parametrize(("deals", "seats"), [(1, 2), (7, 3), (100, 6), (301, 2)])
def test_common_deals_come_once_to_every_team_and_in_all_seats(deals: int, seats: int) -> None:
    one = book("common", 3, deals=deals)
    for key in one.teams:
        own = [unit for unit in units(one, seats) if key in unit.keys]
        assert [deal for unit in own for deal in range(unit.first, unit.first + unit.deals)] == list(range(deals))
        seat = Counter(unit.keys.index(key) for unit in own for _ in range(unit.deals))
        assert all(unit.keys.count(PANEL) == seats - 1 for unit in own)
        assert len(seat) == min(deals, seats) and max(seat.values()) - min(seat.values()) <= -(-deals // seats) // 2 + 1


def test_nobody_is_at_two_tables_at_once() -> None:
    one = book("robin", 5, deals=2)
    found = next_units(one, one.teams, 2)
    playing = [key for unit in found for key in unit.keys]
    assert len(found) == 2 and len(set(playing)) == 4


def test_what_was_voided_is_missing_again_and_only_that() -> None:
    one = book("robin", 2, deals=10)
    [unit] = next_units(one, one.teams, 2)
    number = draw(one, unit)
    play(one, number)
    one.follow(lines.Voided(number, 3, "a test", 0))
    [again] = next_units(one, one.teams, 2)
    assert (again.keys, again.first, again.deals) == (unit.keys, 2, 1)


def test_what_a_broken_table_would_have_played_is_left_to_another() -> None:
    one = book("robin", 2, deals=10)
    [unit] = next_units(one, one.teams, 2)
    number = draw(one, unit)
    one.follow(lines.Played(number, 1, [], [], 0))
    one.follow(lines.Voided(number, 2, "it broke", 0, True))
    [again] = next_units(one, one.teams, 2)
    assert (again.first, again.deals) == (1, 4)


def test_a_freezeout_is_played_once_however_long_it_takes_to_look_into_it() -> None:
    one = book("freezeout", 3)
    [unit] = next_units(one, one.teams, 6)
    assert unit.keys == ("t0", "t1", "t2", PANEL, PANEL, PANEL)
    play(one, draw(one, unit))
    assert next_units(one, one.teams, 6) == [] and all_played(one, 6)


def test_in_a_rolling_event_who_has_played_least_plays_next() -> None:
    one = book("rolling", 5, freeze="18:30")
    for _ in range(40):
        for unit in next_units(one, [key for key in one.teams if not one.playing()[key]], 2):
            play(one, draw(one, unit))
    games = one.games()
    assert max(games.values()) - min(games.values()) <= 1
    met = one.met()
    assert len(met) == 10 and max(met.values()) - min(met.values()) <= 4
