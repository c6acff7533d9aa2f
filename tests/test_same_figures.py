"""The same samples give the same figures wherever Croupier shows them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from croupier.arena.events.book import Book
from croupier.arena.events.lines import HandMeasured, Measured
from croupier.arena.events.standings import Standings
from croupier.arena.room.listing import standings
from croupier.arena.room.memory import Result
from croupier.arena.room.past import Past
from croupier.arena.tables.plan import Plan
from croupier.evolve.fitness import metrics
from croupier.kernel.statistics import Estimate, Sample
from croupier.simulate.lab import figures
from croupier.simulate.loop import Tally, sample_of
from croupier.simulate.match.luck import ENDS
from croupier.simulate.match.results import Results
from croupier.simulate.report.findings import _Running

SAMPLES = ([4, -4], [7, 7], [1, 2, 3, 4], [250, -100, 0, 35, -20, 75, 90], [3] * 8, [-60, 20] * 40)


def from_simulate(scores: list[int]) -> Estimate:
    tally = Tally()
    tally.matches, tally.score[0] = len(scores), sum(scores)
    squares = sum(score * score for score in scores)
    tally.square_low[0], tally.square_high[0] = squares % 2**32, squares >> 32
    return sample_of(tally, 0).estimate()


def from_match(scores: list[int]) -> Estimate:
    results = Results(["A", "B"], 1, ("chips", 1.0))
    rows = np.array([[score, -score] for score in scores])
    results.add(np.array([[0, 1]] * len(scores)), rows, ENDS * rows)
    assert results.raw(0) == results.result(0)
    return results.result(0)


def from_laboratory(scores: list[int]) -> Estimate:
    found = figures.mean("f", scores)
    return Estimate(found.value, found.low, found.high)


def from_evolution(scores: list[int]) -> Estimate:
    found = metrics.mean_of(np.array(scores))
    return found if found.high - found.mean < metrics.UNKNOWN else Estimate(found.mean, -np.inf, np.inf)


def from_report(scores: list[int]) -> Estimate:
    """The band at the end of a curve, for one sample."""
    running = _Running()
    for score in scores:
        running.total += score
        running.sample += score
        running.close_deal()
    running.mark(len(scores))
    _, *band = running.points[-1]
    mean, low, high = (value / len(scores) for value in band)
    return Estimate(mean, low, high) if Sample.of(scores).estimate().known else Estimate(mean, -np.inf, np.inf)


def event(kind: str, scores: list[int]) -> dict[str, Any]:
    """The standings of an event of two teams that has these matches."""
    hands = [HandMeasured([score, -score], [ENDS * score, -ENDS * score], False) for score in scores]
    fixture = SimpleNamespace(
        keys=("a", "b"),
        block=0,
        deal_of=lambda match: match,
        measured={at: Measured(1, at, [hand], [1, 2], [{}, {}]) for at, hand in enumerate(hands)},
        judged={},
    )
    teams = {key: SimpleNamespace(name=key.upper(), policy="") for key in ("a", "b")}
    book = SimpleNamespace(
        event=SimpleNamespace(kind=kind, hands=1),
        teams=teams,
        withdrawn=(),
        counting=lambda: [(fixture, at) for at in range(len(scores))],
    )
    return Standings(cast(Book, book), ("chips", 1.0)).told()


def played(scores: list[int]) -> list[Result]:
    return [Result(f"T-M{at}", ["a", "b"], ["A", "B"], [score, -score], at) for at, score in enumerate(scores)]


@pytest.mark.parametrize("scores", SAMPLES, ids=str)
@pytest.mark.parametrize("door", [from_simulate, from_match, from_laboratory, from_evolution, from_report])
def test_a_mean_and_its_interval_are_the_same_at_every_door(door: Any, scores: list[int]) -> None:
    assert door(scores) == pytest.approx(Sample.of(scores).estimate(), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("scores", SAMPLES, ids=str)
def test_the_page_is_sent_the_figures_of_a_match(scores: list[int]) -> None:
    told = Sample.of(scores).estimate().as_json()
    plan, past = Plan(id="T", game="holdem", title="Friday", seats=2), Past({})
    for result in played(scores):
        past.add(plan, result)
    events = [event(kind, scores)["teams"] for kind in ("rolling", "robin")]
    rows = [standings(played(scores)), past.standings(plan), *([row["result"] | row for row in of] for of in events)]
    for found in rows:
        own = next(row for row in found if row["name"] == "A")
        assert {name: own[name] for name in told} == told


@pytest.mark.parametrize(
    ("scores", "apart"),
    [([5, 5], False), ([5] * 5, False), ([5] * 6, True), ([9, 8, 9, 8], True), ([9, -8, 9, 8], False)],
)
def test_a_leader_is_ahead_of_the_others_only_where_a_test_says_so(scores: list[int], apart: bool) -> None:
    for rows in (standings(played(scores)), event("rolling", scores)["teams"]):
        assert [(row["name"], row["level"]) for row in rows] == [("A", True), ("B", not apart)]


def test_players_that_never_met_are_compared_by_all_that_they_have_played() -> None:
    results = [
        Result(f"T-M{at}", [f"{name}", ""], [name.upper(), ""], [score, 0], at)
        for at, (name, score) in enumerate([("a", 90), ("a", 100), ("a", 110), ("b", 1), ("b", 2), ("b", 3)])
    ]
    assert [(row["name"], row["level"]) for row in standings(results)] == [("A", True), ("B", False)]
    assert all(row["level"] for row in standings(results[2:4]))


def test_void_matches_and_places_do_not_count() -> None:
    rows = standings(
        [*played([10, 6]), Result("T-M9", ["b", "a"], ["B", "A"], [600, -600], 9, void="the power went out")]
    )
    assert [(row["name"], row["matches"], row["mean"]) for row in rows] == [("A", 2, 8.0), ("B", 2, -8.0)]
