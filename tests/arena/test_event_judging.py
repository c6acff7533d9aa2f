"""AIVAT in an event: which matches are judged, when, from what, and what standings tell of it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from croupier.arena.events import judging, lines
from croupier.arena.events.book import PANEL, Book
from croupier.arena.events.judging import LEAST_JUDGED, Bench, Case, case_of, house_at
from croupier.arena.events.standings import Standings
from croupier.games.holdem import GAME, configure
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.records import RIVER
from croupier.kernel.contract.decision import Move
from croupier.kernel.statistics import Sample
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.match.aivat import Effort, Known

from .teams import everybody, lines_of, roster
from .test_event_standings import hand, match, row
from .test_schedule import book
from .virtual import hall, silent

CHIPS = 2.0


def score(case: Case) -> int:
    """What seat 0 wins if the steps of a case are made."""
    state = GAME.start(case.config).state
    for actor, move in case.steps:
        GAME.advance(state, actor, move)
    return int(GAME.scores(state)[0])


def test_matches_against_the_blueprint_are_judged_once_the_event_is_over() -> None:
    """Each as it was played, all cards included; teams that play the same deal, by the same draws."""
    asked: list[Case] = []

    async def judge(case: Case) -> float:
        assert desk.book.over is not None
        asked.append(case)
        return CHIPS

    with hall() as one:
        desk = one.event(kind="common", roster=roster(2), bots=["blueprint"], deals=2)
        desk._judge = judge
        everybody(one, 2)
        one.until(lambda: len(asked) == 4)
        one.until(lambda: all(len(fixture.judged) == fixture.deals for fixture in desk.book.fixtures.values()))
        scores = [
            played.scores[0] for fixture in desk.book.fixtures.values() for _, played in sorted(fixture.played.items())
        ]
        assert [score(case) for case in asked] == scores
        assert sorted(case.deal for case in asked) == [0, 0, 1, 1]
        assert {case.policy for case in asked} == {"blueprint"} and not any(case.strange for case in asked)
        one.kill()
        assert [fixture.judged for fixture in one.events.desks["cup"].book.fixtures.values()] == [
            fixture.judged for fixture in desk.book.fixtures.values()
        ]


class Recorder:
    """A judge that notes whom it knows and what it is asked. What a real one answers is tested with AIVAT itself."""

    made: ClassVar[list[Recorder]] = []

    def __init__(self, config: Any, player: Known, key: int, effort: Effort) -> None:
        self.about, self.asked = (config, player, key, effort), list[object]()
        self.made.append(self)

    def worth(self, *asked: object) -> float:
        self.asked.append(asked)
        return CHIPS


def test_cases_with_the_same_terms_have_one_judge_that_is_told_all_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the solver the policy is known, and no solution: its moves on the river are marked as strange."""
    monkeypatch.setattr(judging, "Judge", Recorder)
    monkeypatch.setattr(Recorder, "made", made := list[Recorder]())
    bench, config, other = Bench(Effort(starts=8)), configure(seats=2, hands=1), configure(seats=2, hands=1, stack=500)
    steps = [(HOUSE, Move(1, 0, (4, 5))), (0, Move(2, 100))]
    for about in ((config, "blueprint"), (config, "solver"), (other, "solver"), (config, "solver")):
        assert bench.answer(Case(*about, 1, 3, steps, [1])) == CHIPS
    assert [judge.about for judge in made] == [
        (terms, Known(BLUEPRINT), 0, Effort(starts=8)) for terms in (config, config, other)
    ]
    assert [judge.asked for judge in made] == [[(3, 1, steps, [1])] * times for times in (1, 2, 1)]


def test_moves_that_the_policy_may_not_have_made_are_marked() -> None:
    """The solver's on the river: somebody else may have stood in for it. Its opponent's are never marked."""
    with hall() as one:
        desk = one.event(kind="common", roster=roster(1), bots=["blueprint"], deals=8)
        everybody(one, 1)
        one.until(lambda: desk.book.over is not None)
        marked = 0
        for fixture in desk.book.fixtures.values():
            [seat] = house_at(desk.book, desk.panel(), fixture.keys)
            for number in fixture.counting():
                kept = lines_of(one, fixture.table)
                case = case_of(desk.plan_for(fixture), desk.game, number, 0, {seat: "solver"}, kept)
                assert case is not None and case.seat == seat
                state = GAME.start(case.config).state
                for at, (actor, move) in enumerate(case.steps):
                    assert (at in case.strange) == (actor == seat and state.table.street == RIVER)
                    marked += at in case.strange
                    GAME.advance(state, actor, move)
        assert marked


@pytest.mark.parametrize(
    ("house", "options"),
    [({1: "tight"}, {}), ({}, {}), ({1: "blueprint"}, {"hands": 2})],
    ids=["another bot", "nobody of the house", "more than one hand"],
)
def test_other_matches_are_not_judged(house: dict[int, str], options: dict[str, int]) -> None:
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=1, **options)
        everybody(one, 2, {"Alpha": silent})
        one.until(lambda: desk.book.fixtures and desk.book.fixtures[1].played)
        fixture = desk.book.fixtures[1]
        assert case_of(desk.plan_for(fixture), desk.game, 1, 0, house, lines_of(one, fixture.table)) is None


def judged(matches: int) -> Book:
    """An event of one team, in changing seats against a panel: it wins 10 and loses 9 in turn, by AIVAT 2 and 1."""
    one = book("common", 1, roster={"T0": ""}, bots=["blueprint"])
    for deal in range(matches):
        won = -9 if deal % 2 else 10
        match(one, [PANEL, "t0"], hand(-won, won), deal=deal)
        one.follow(lines.Judged(deal + 1, 1, -1.0 if deal % 2 else -2.0))
    return one


def test_a_result_by_aivat_is_that_of_its_matches() -> None:
    found = row(judged(LEAST_JUDGED), "T0")
    expected = Sample.of([1.0 if deal % 2 else 2.0 for deal in range(LEAST_JUDGED)])
    assert found["aivat"] == pytest.approx(expected.estimate().as_json())
    assert found["saved_by_aivat"] == pytest.approx(19.0**2)
    assert Standings(judged(LEAST_JUDGED), ("bb/100", 100.0)).told()["teams"][0]["aivat"]["mean"] == pytest.approx(150)


def test_a_result_by_aivat_of_few_matches_is_not_told() -> None:
    """It hangs on cards that nobody showed."""
    found = row(judged(LEAST_JUDGED - 1), "T0")
    assert found["aivat"] is None and found["saved_by_aivat"] is None and found["plain"] is not None
