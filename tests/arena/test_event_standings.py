"""The standings and the cross table of an event, from lines made up for it."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.events import lines
from croupier.arena.events.book import PANEL, Book
from croupier.arena.events.cross_table import cross_table
from croupier.arena.events.standings import Standings, verdicts
from croupier.kernel.statistics import Sample, combined
from croupier.simulate.match.luck import ENDS

from .test_schedule import book


def hand(*scores: int, clocked: bool = False, lucky: int = 0) -> lines.HandMeasured:
    """A hand; the first seat was `lucky` after the last decision, at the cost of the second."""
    level = [score - by for score, by in zip(scores, (lucky, -lucky, *[0] * len(scores)), strict=False)]
    return lines.HandMeasured(list(scores), [ENDS * score for score in level], clocked)


def match(
    one: Book,
    keys: list[str],
    *hands: lines.HandMeasured,
    deal: int = 0,
    block: int = 0,
    places: list[int] | None = None,
) -> None:
    """A match that was played and looked into."""
    number = len(one.fixtures) + 1
    one.follow(lines.Drawn(number, f"cup-{number}", block, keys, deal, 1, 0))
    one.follow(lines.Played(number, 1, [], [], 0))
    counts = [{"played": 3, "timed out": 1} if key == "t0" else {"played": 2, "the host": 2} for key in keys]
    one.follow(lines.Measured(number, 1, list(hands), places or [1] * len(keys), counts))


def meet(one: Book, first: str, second: str, scores: list[int]) -> None:
    for score in scores:
        match(one, [first, second], hand(score, -score))


def told(one: Book, unit: float = 1.0) -> dict[str, Any]:
    return Standings(one, ("chips", unit)).told()


def row(one: Book, name: str) -> dict[str, Any]:
    return next(found for found in told(one)["teams"] if found["name"] == name)


CLOSE = [9, 1, 7, 2, 3]
"""Results that tell two apart who are compared once, and not if they are one pair of three."""


@pytest.mark.parametrize(("teams", "pairs"), [(2, 1), (3, 3), (4, 6)])
def test_a_pair_is_corrected_for_all_pairs_of_the_event(teams: int, pairs: int) -> None:
    one = book("robin", teams)
    meet(one, "t0", "t1", CLOSE)
    [found] = told(one)["comparisons"]
    chance = Sample.of([2 * score for score in CLOSE]).chance()
    assert found["p"] == pytest.approx(pairs * chance) and 0.05 / 3 < chance < 0.05
    assert found["separable"] == (pairs == 1)
    assert (found["better"], found["worse"], found["mean"]) == ("T0", "T1", 2 * sum(CLOSE) / 5)
    assert row(one, "T1")["level"] == (pairs > 1) and row(one, "T0")["level"]


def test_common_deals_are_corrected_for_all_pairs_too() -> None:
    one = book("common", 3, roster={"T0": "", "T1": "", "T2": ""})
    for deal, score in enumerate(CLOSE):
        for key, won in (("t0", score), ("t1", 0), ("t2", 0)):
            match(one, [key, PANEL], hand(won, -won), deal=deal)
    first = told(one)["comparisons"][0]
    assert first["p"] == pytest.approx(3 * Sample.of(CLOSE).chance()) and len(told(one)["comparisons"]) == 3


def test_without_the_hands_of_the_clock_a_result_is_scaled_to_as_many_hands() -> None:
    one = book("rolling", 2, freeze="18:30")
    match(one, ["t0", "t1"], hand(3, -3), hand(5, -5), hand(-40, 40, clocked=True), hand(4, -4))
    [sample] = Standings(one, ("chips", 1.0)).samples
    assert sample.scores == (-28, 28) and sample.ends == (-28 * ENDS, 28 * ENDS)
    assert sample.clean == (16 * ENDS, -16 * ENDS), "12 in three hands are 16 in four"
    assert row(one, "T0")["without_clock"] == {"mean": 16, "low": None, "high": None}
    assert row(one, "T0")["plain"]["mean"] == -28


def test_of_a_match_that_the_clock_played_alone_nothing_is_left() -> None:
    one = book("rolling", 2, freeze="18:30")
    match(one, ["t0", "t1"], hand(3, -3, clocked=True))
    assert Standings(one, ("chips", 1.0)).samples[0].clean is None
    assert row(one, "T0")["without_clock"] == {"mean": 0, "low": None, "high": None}
    match(one, ["t0", "t1"], hand(6, -6))
    assert row(one, "T0")["without_clock"]["mean"] == 6 and row(one, "T0")["result"]["mean"] == 4.5


def test_luck_is_in_the_plain_result_alone() -> None:
    one = book("rolling", 2, freeze="18:30")
    for score, lucky in ((10, 8), (-4, -8), (3, 0), (5, 4)):
        match(one, ["t0", "t1"], hand(score, -score, lucky=lucky))
    found = row(one, "T0")
    plain, result = [10, -4, 3, 5], [2, 4, 3, 1]
    assert found["plain"] == Sample.of(plain).estimate().as_json()
    assert found["result"] == pytest.approx(Sample.of(result).estimate().as_json())
    saved = Sample.of(plain).variance / Sample.of(result).variance
    assert found["saved_by_adjustment"] == pytest.approx(saved, abs=1e-6)


def test_hands_matches_and_decisions_are_counted() -> None:
    one = book("robin", 3)
    match(one, ["t0", "t1"], hand(3, -3), hand(1, -1))
    match(one, ["t1", "t0"], hand(3, -3))
    match(one, ["t0", "t1"])
    found, other, idle = (row(one, name) for name in ("T0", "T1", "T2"))
    assert (found["matches"], found["hands"]) == (2, 3), "a match without a hand is none"
    assert found["decisions"] == {"played": 9, "timed out": 3} and found["clock_share"] == 0.25
    assert other["clock_share"] == 0, "what the host played was not the clock"
    assert (idle["matches"], idle["result"], idle["clock_share"], idle["saved_by_adjustment"]) == (0, None, 0, None)
    assert [each["name"] for each in told(one)["teams"]][-1] == "T2", "of whom nothing counts comes last"


def test_teams_that_take_part_and_teams_that_were_withdrawn() -> None:
    one = book("robin", 1)
    one.follow(lines.Entered("bot", "house:tight", "tight"))
    one.follow(lines.Ordered("withdraw", 0, "t0"))
    assert [(each["key"], each["house"], each["withdrawn"]) for each in told(one)["teams"]] == [
        ("t0", False, True), ("bot", True, False)
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["robin", "rolling"])
def test_in_a_robin_every_opponent_counts_the_same(kind: str) -> None:
    one = book(kind, 3, freeze="18:30" if kind == "rolling" else "")
    meet(one, "t0", "t1", [10, 12])
    meet(one, "t0", "t2", [-1, -2, -3, -2])
    of_tables = combined([Sample.of([10, 12]).estimate(), Sample.of([-1, -2, -3, -2]).estimate()])
    expected = of_tables if kind == "robin" else Sample.of([10, 12, -1, -2, -3, -2]).estimate()
    assert row(one, "T0")["result"] == pytest.approx(expected.as_json())
    assert row(one, "T0")["plain"] == pytest.approx(expected.as_json())


def test_a_pair_of_one_match_is_left_out_where_others_tell_more() -> None:
    one = book("robin", 3)
    meet(one, "t0", "t2", [90])
    assert row(one, "T0")["result"] == {"mean": 90, "low": None, "high": None}
    meet(one, "t0", "t1", [10, 12])
    assert row(one, "T0")["result"] == pytest.approx(Sample.of([10, 12]).estimate().as_json())


def mirrored(deals: list[tuple[int, int]]) -> Book:
    """Mirrored deals of two bots: what the first won in each seat."""
    one = book("mirrored", 2, bots=["a", "b"])
    for deal, (first, second) in enumerate(deals):
        match(one, ["t0", "t1"], hand(first, -first), deal=deal)
        match(one, ["t1", "t0"], hand(-second, second), deal=deal)
    return one


def test_mirrored_deals_count_by_the_mean_of_all_rotations() -> None:
    one = mirrored([(50, -48), (-30, 34), (7, 1)])
    expected = Sample.of([1.0, 2.0, 4.0]).estimate()
    match(one, ["t0", "t1"], hand(99, -99), deal=9)
    assert row(one, "T0")["result"] == pytest.approx(expected.as_json(), abs=1e-6), "half a deal does not count"
    [found] = told(one)["comparisons"]
    assert found["mean"] == pytest.approx(2 * expected.mean, abs=1e-6)
    [cell, back] = cross_table(Standings(one, ("chips", 1.0)), ["T0", "T1"]).cells
    assert (cell.ahead, cell.level, cell.behind, cell.compared) == (3, 0, 0, 3) and back.behind == 3
    assert cell.result == pytest.approx(expected)


def test_common_deals_are_compared_over_those_that_both_have_played() -> None:
    one = book("common", 2)
    one.follow(lines.Over(0, "over"))
    for deal, (first, second) in enumerate([(9, 1), (8, 2), (7, 7), (50, None)]):
        match(one, [PANEL, "t0"], hand(-first, first), deal=deal)
        if second is not None:
            match(one, ["t1", PANEL], hand(second, -second), deal=deal)
    [found] = told(one, 2.0)["comparisons"]
    assert (found["better"], found["mean"]) == ("T0", pytest.approx(2 * 14 / 3, abs=1e-6))
    assert row(one, "T0")["result"]["mean"] == 18.5, "its own result is of all that it has played"
    assert {name: row(one, name)["rating"]["games"] for name in ("T0", "T1")} == {"T0": 1, "T1": 1}
    assert row(one, "T0")["rating"]["mu"] > row(one, "T1")["rating"]["mu"]
    cells = cross_table(Standings(one, ("chips", 1.0)), ["T1", "T0"]).cells
    assert [(cell.team, cell.ahead, cell.level, cell.behind) for cell in cells] == [("T1", 0, 1, 2), ("T0", 2, 1, 0)]
    assert cells[1].result.mean == pytest.approx(14 / 3)


def test_one_team_alone_has_no_rating_by_common_deals() -> None:
    one = book("common", 2)
    one.follow(lines.Over(0, "over"))
    match(one, ["t0", PANEL], hand(4, -4))
    assert row(one, "T0")["rating"]["games"] == 0 and told(one)["comparisons"] == []
    assert cross_table(Standings(one, ("chips", 1.0)), ["T0", "T1"]).cells == []


def test_a_freezeout_is_rated_and_crossed_by_places() -> None:
    one = book("freezeout", 3)
    match(one, ["t0", "t1", "t2"], hand(-10, 20, -10), places=[2, 1, 3])
    ratings = {name: row(one, name)["rating"]["mu"] for name in ("T0", "T1", "T2")}
    assert ratings["T1"] > ratings["T0"] > ratings["T2"]
    found = cross_table(Standings(one, ("chips", 1.0)), ["T0", "T2"])
    assert not found.alone and [(cell.ahead, cell.level, cell.behind) for cell in found.cells] == [(1, 0, 0), (0, 0, 1)]
    assert found.cells[0].result.mean == 0, "the same chips, by what each has won"


def test_matches_of_several_hands_are_rated_one_by_one_and_single_hands_by_sessions() -> None:
    for hands, games in ((1, 1), (2, 3)):
        one = book("robin", 2, hands=hands)
        meet(one, "t0", "t1", [5, 6, 7])
        assert row(one, "T0")["rating"]["games"] == games
        assert row(one, "T0")["rating"]["mu"] > row(one, "T1")["rating"]["mu"]


def test_mirrored_deals_are_rated_by_sessions_of_all_rotations() -> None:
    one = mirrored([(50, -48), (-30, 34)])
    assert row(one, "T0")["rating"]["games"] == 1 and row(one, "T0")["rating"]["mu"] > row(one, "T1")["rating"]["mu"]
    assert row(book("mirrored", 2, bots=["a", "b"]), "T0")["rating"]["games"] == 0


def test_a_cell_of_two_alone_is_what_one_won_from_the_other() -> None:
    one = book("robin", 3)
    meet(one, "t0", "t1", [10, -4, 0])
    found = cross_table(Standings(one, ("chips", 3.0)), ["T1", "T2", "T0"])
    assert found.alone and [(cell.team, cell.other) for cell in found.cells] == [("T1", "T0"), ("T0", "T1")]
    assert (found.cells[1].ahead, found.cells[1].level, found.cells[1].behind) == (1, 1, 1)
    assert found.cells[1].result == pytest.approx(Sample.of([10, -4, 0]).estimate(3.0))
    assert cross_table(Standings(book("robin", 2), ("chips", 1.0)), ["T0", "T1"]).cells == []


def test_standings_are_in_units_the_best_first() -> None:
    one = book("rolling", 3, freeze="18:30")
    meet(one, "t0", "t1", [-5])
    meet(one, "t2", "t1", [50])
    assert told(one, 0.5)["unit"] == "chips"
    found = told(one, 0.5)["teams"]
    assert [(each["name"], each["result"]["mean"]) for each in found] == [("T2", 25), ("T0", -2.5), ("T1", -11.25)]
    assert all(each["level"] for each in found)


def pair(number: int, p: float, *, separable: bool = False) -> dict[str, Any]:
    return {"verdict": f"V{number}", "p": p, "separable": separable}


def test_verdicts_name_the_pairs_that_are_told_apart_and_the_nearest_of_the_others() -> None:
    clear = pair(1, 0.01, separable=True)
    assert verdicts([]) == [] and verdicts([clear]) == ["V1."]
    assert verdicts([pair(2, 0.5), clear]) == ["V1.", "V2."]
    assert verdicts([pair(2, 0.5), pair(3, 0.2), clear]) == ["V1.", "V3. Of 3 pairs, 1 other is not separable either."]
    assert verdicts([pair(2, 0.5), pair(3, 0.2), pair(4, 0.3)]) == [
        "V3. Of 3 pairs, 2 others are not separable either."
    ]
