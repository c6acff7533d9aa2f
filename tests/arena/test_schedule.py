"""Who plays whom next, from the book of an event alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier.arena.events import lines
from croupier.arena.events.book import PANEL, Book, Unit
from croupier.arena.events.event import Event
from croupier.arena.events.schedule import AT_ONCE, all_played, next_units, units


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


def test_only_a_void_match_is_missing_again() -> None:
    one = book("robin", 2, deals=10)
    [unit] = next_units(one, one.teams, 2)
    number = draw(one, unit)
    play(one, number)
    one.follow(lines.Voided(number, 3, "a test", 0))
    [again] = next_units(one, one.teams, 2)
    assert (again.keys, again.first, again.deals) == (unit.keys, 2, 1)


def test_the_matches_of_a_broken_table_are_left_to_another() -> None:
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


def test_in_a_rolling_event_the_team_with_the_fewest_games_plays_next() -> None:
    one = book("rolling", 5, freeze="18:30")
    for _ in range(40):
        for unit in next_units(one, [key for key in one.teams if not one.playing()[key]], 2):
            play(one, draw(one, unit))
    games = one.games()
    assert max(games.values()) - min(games.values()) <= 1
    met = one.met()
    assert len(met) == 10 and max(met.values()) - min(met.values()) <= 4


def test_at_most_eight_tables_of_mirrored_deals_are_played_at_once() -> None:
    one = book("mirrored", 3, deals=100, bots=["a", "b", "c"])
    found = next_units(one, one.teams, 2)
    assert len(found) == AT_ONCE == 8
    for unit in found[:5]:
        draw(one, unit)
    assert len(next_units(one, one.teams, 2)) == 3
    for unit in found[5:]:
        draw(one, unit)
    assert next_units(one, one.teams, 2) == []


@pytest.mark.parametrize(("deals", "blocks"), [(25, [25]), (26, [13, 13]), (50, [25, 25]), (51, [17, 17, 17])])
def test_at_most_25_deals_are_played_at_a_table(deals: int, blocks: list[int]) -> None:
    one = book("mirrored", 2, deals=deals, bots=["a", "b"])
    found = [unit for unit in units(one, 2) if unit.keys == ("t0", "t1")]
    assert [unit.deals for unit in found] == blocks and [unit.block for unit in found] == list(range(len(blocks)))


def test_in_every_rotation_of_mirrored_deals_everybody_sits_one_seat_further() -> None:
    found = [unit.keys for unit in units(book("mirrored", 3, deals=1, bots=["a", "b", "c"]), 3)]
    assert found == [("t0", "t1", "t2"), ("t2", "t0", "t1"), ("t1", "t2", "t0")]


def test_in_a_robin_seats_change_with_every_block() -> None:
    found = [unit for unit in units(book("robin", 2, deals=100), 2)]
    assert [(unit.keys[0], unit.first, unit.deals) for unit in found] == [
        ("t0", 0, 25), ("t1", 25, 25), ("t0", 50, 25), ("t1", 75, 25)
    ]  # fmt: skip
    [single] = units(book("robin", 2, deals=1), 2)
    assert (single.keys, single.deals) == (("t0", "t1"), 1)


@pytest.mark.parametrize("teams", [4, 5])
def test_in_each_round_of_a_robin_everybody_plays_once(teams: int) -> None:
    found = [unit.keys for unit in units(book("robin", teams, deals=1), 2)]
    for at in range(0, len(found), 2):
        assert len({key for keys in found[at : at + 2] for key in keys}) == 4


def test_in_a_rolling_event_two_are_enough_and_seats_change() -> None:
    one = book("rolling", 2, freeze="18:30", deals=3)
    assert next_units(one, ["t0"], 2) == []
    seen = []
    for number in range(3):
        [unit] = next_units(one, one.teams, 2)
        assert (unit.block, unit.first, unit.deals) == (number, 0, 3)
        seen.append(unit.keys)
        play(one, draw(one, unit))
    assert [unit.block for unit in next_units(book("rolling", 4, freeze="18:30"), ["t0", "t1", "t2", "t3"], 2)] == [
        0,
        1,
    ]
    assert seen == [("t0", "t1"), ("t1", "t0"), ("t0", "t1")]
    assert not all_played(one, 2)


def test_in_a_rolling_event_teams_with_the_fewest_games_meet_the_opponents_met_least() -> None:
    one = book("rolling", 4, freeze="18:30", deals=1)
    for keys in (("t0", "t1"), ("t2", "t3")):
        play(one, draw(one, Unit(0, keys, 0, 1)))
    assert [set(unit.keys) for unit in next_units(one, one.teams, 2)] == [{"t0", "t2"}, {"t1", "t3"}]
    play(one, draw(one, Unit(0, ("t2", "t3"), 0, 1)))
    assert [set(unit.keys) for unit in next_units(one, one.teams, 2)] == [{"t0", "t1"}, {"t2", "t3"}]


def test_a_freezeout_needs_two_and_has_one_table() -> None:
    one = book("freezeout", 3, deals=2)
    assert next_units(one, ["t0"], 6) == []
    [unit] = next_units(one, ["t2", "t0"], 2)
    assert (unit.keys, unit.first, unit.deals) == (("t0", "t2"), 0, 1)
    number = draw(one, unit)
    assert next_units(one, one.teams, 6) == [] and not all_played(one, 6), "one is being played"
    play(one, number)
    [second] = next_units(one, one.teams, 6)
    assert (second.block, second.first) == (1, 1) and not all_played(one, 6)
    play(one, draw(one, second))
    assert next_units(one, one.teams, 6) == [] and all_played(one, 6)
    one.follow(lines.Voided(1, 1, "a fault", 0))
    assert not all_played(one, 6) and len(next_units(one, one.teams, 6)) == 1


def test_all_is_played_when_no_deal_is_missing_and_no_table_is_left() -> None:
    one = book("robin", 2, deals=2)
    assert not all_played(one, 2), "nothing has been drawn yet"
    first, second = units(one, 2)
    number = draw(one, first)
    assert not all_played(one, 2)
    play(one, number)
    assert not all_played(one, 2)
    play(one, draw(one, second))
    assert all_played(one, 2)


def test_only_teams_that_are_there_and_take_part_play() -> None:
    one = book("robin", 3, deals=1)
    one.follow(lines.Ordered("withdraw", 0, "t0"))
    [unit] = next_units(one, ["t0", "t1", "t2"], 2)
    assert set(unit.keys) == {"t1", "t2"}
    assert next_units(one, ["t0", "t1", "stranger"], 2) == []


def test_deals_after_a_gap_are_left_for_later() -> None:
    one = book("robin", 2, deals=10)
    [unit] = next_units(one, one.teams, 2)
    number = draw(one, unit)
    play(one, number)
    for match in (2, 3, 5):
        one.follow(lines.Voided(number, match, "a test", 0))
    [again] = next_units(one, one.teams, 2)
    assert (again.first, again.deals) == (1, 2)
