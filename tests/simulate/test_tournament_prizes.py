"""Places and prizes: what the players share is the pool, to the token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.simulate.icm import icm
from croupier.simulate.tournament import lines
from croupier.simulate.tournament.prizes import (
    icm_deal,
    paid_places,
    percentages,
    prizes,
    prizes_of,
    prizes_of_places,
    results,
)

from .tournaments import club_of


@given(st.integers(0, 10**9), st.integers(1, 400), st.integers(1, 400))
def test_prizes_sum_to_the_pool_and_fall_from_place_to_place(pool: int, entries: int, players: int) -> None:
    found = prizes_of(pool, percentages(entries, min(players, entries), []))
    assert sum(found) == pool and found == sorted(found, reverse=True)


@pytest.mark.parametrize("entries, paid", [(2, 1), (4, 1), (5, 2), (8, 3), (20, 3), (40, 6), (1000, 150)])
def test_about_15_percent_of_the_entries_are_paid(entries: int, paid: int) -> None:
    assert len(percentages(entries, entries, [])) == paid


def test_three_prizes_are_49_30_and_21_percent() -> None:
    assert [round(percent) for percent in percentages(9, 9, [])] == [49, 30, 21]


def test_there_are_never_more_prizes_than_players() -> None:
    assert percentages(9, 2, [50, 30, 20]) == [62.5, 37.5]


def test_the_pool_has_all_fees_and_what_the_house_adds() -> None:
    club = club_of([4], fee=5, added=30)
    club.t.players["p1"].rebuys = 1
    assert club.t.pool == 55 and prizes(club.t) == [55]


def test_an_icm_deal_shares_the_prizes_that_are_left_by_the_worth_of_chips() -> None:
    club = club_of([3], fee=30, added=10, payouts=[50, 30, 20])
    stacks = dict(zip(club.t.playing, [5000, 3000, 2000], strict=True))
    amounts = icm_deal(club.t, stacks)
    assert sum(amounts.values()) == 100
    worth = icm([5000, 3000, 2000], [50, 30, 20]).equity
    assert all(abs(amount - equity) < 1.5 for amount, equity in zip(amounts.values(), worth, strict=True))
    club.say(lines.Deal(stacks, amounts, 5))
    club.direct()
    assert [(one.place, one.prize) for one in results(club.t).values()] == [
        (place, amounts[key]) for place, key in enumerate(stacks, 1)
    ]


def test_tokens_that_a_deal_cannot_share_go_to_the_largest_stacks() -> None:
    club = club_of([3], fee=10, payouts=[100])
    a, b, c = club.t.playing
    assert icm_deal(club.t, {a: 7, b: 40, c: 13}) == {b: 21, c: 6, a: 3}, "worth 20, 6.5 and 3.5"


def test_tokens_that_cannot_be_shared_go_to_the_first_places_one_each() -> None:
    assert prizes_of(2, percentages(9, 9, [])) == [1, 1, 0]
    assert prizes_of(10, [50, 25, 25]) == [6, 2, 2]


def test_players_who_share_a_place_share_its_prizes_and_the_first_of_them_has_the_odd_token() -> None:
    club = club_of([5], fee=5, payouts=[40, 20, 20, 20])
    club.deal(1)
    first, second, third, *_ = club.t.tables[1].players
    club.bust(1, first, second, third)
    found = results(club.t)
    assert [found[key] for key in (first, second, third)] == [(3, 4, 3), (3, 3, 3), (3, 3, 3)], (
        "prizes 3 and 4 of 5 tokens"
    )


def test_two_players_make_a_deal_by_their_chips() -> None:
    club = club_of([2], fee=50, payouts=[60, 40])
    a, b = club.t.playing
    assert icm_deal(club.t, {a: 3, b: 1}) == {a: 55, b: 45}


def test_a_place_without_a_token_is_not_paid_so_nobody_plays_hand_for_hand_for_it() -> None:
    club = club_of([9, 9], added=2)
    assert paid_places(club.t) == 2 and len(percentages(18, 18, [])) == 3


def test_a_tournament_that_is_cancelled_has_no_places() -> None:
    club = club_of([4], fee=5)
    club.say(lines.Ended(5, cancelled=True))
    assert results(club.t) == {}


@pytest.mark.parametrize(
    ("places", "found"),
    [([1, 2, 3], [1.8, 1.2, 0.0]), ([1, 2, 2], [1.8, 0.6, 0.6]), ([1, 1, 3], [1.5, 1.5, 0.0]), ([1, 1, 1], [1.0] * 3)],
)
def test_prizes_in_average_prizes_are_shared_by_equal_places_and_sum_to_the_players(
    places: list[int], found: list[float]
) -> None:
    assert prizes_of_places(places, [60, 40]) == pytest.approx(found)
    assert sum(found) == pytest.approx(3)
