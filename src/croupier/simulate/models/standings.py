"""What came of a benchmark: who wins more from the house bot, how surely, and at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from croupier.agents.player import LATE, NONSENSE
from croupier.kernel.statistics import CONFIDENCE, Comparison, Estimate, Sample, comparison, finite

from ..match.results import chance, further
from .benchmark import Benchmark, Course, Progress

HUNDRED = 100


class Costs(NamedTuple):
    """What the answers of a model came to, in the matches that count."""

    decisions: int = 0
    illegal: int = 0
    """Answers that were refused."""
    lost: int = 0
    """Decisions for which no legal answer came in all attempts."""
    late: int = 0
    """Decisions that the clock made."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class Standing(NamedTuple):
    """The result of one contender."""

    course: Course
    hands: int
    plain: Estimate | None
    """The mean winnings; None if nothing has been played."""
    without_luck: Estimate | None
    by_aivat: Estimate | None
    """None where AIVAT is not possible."""
    costs: Costs
    spent_tokens: int
    """With matches that were not finished."""
    spent_cost: float
    stopped: str
    """Why it has not played all matches; "" if it has."""

    @property
    def name(self) -> str:
        """The contender's name."""
        return self.course.contender.name

    @property
    def result(self) -> Estimate | None:
        """The result with the least luck in it."""
        return self.by_aivat or self.without_luck

    def of_a_hundred(self, number: float) -> float:
        """A number per hundred hands."""
        return HUNDRED * number / self.hands if self.hands else 0.0


class Standings(NamedTuple):
    """All contenders, the most successful first, and how each two compare on the deals that both have played."""

    unit: str
    ranked: list[Standing]
    pairs: list[Comparison]
    """`better` and `worse` are places in `ranked`."""
    aivat: bool
    """Whether the ranking and the comparisons are by AIVAT."""

    def verdict(self, pair: Comparison) -> str:
        """A comparison in words."""
        better, worse = self.ranked[pair.better].name, self.ranked[pair.worse].name
        if pair.p < 1 - CONFIDENCE:
            return f"{better} is better than {worse}, {chance(pair.p)}"
        told = f"{better} and {worse} cannot be told apart yet"
        if pair.difference.mean == 0:
            return f"{told}: no difference has been seen"
        return told + (further(pair) or ": too few results to estimate how many more hands it takes")

    def as_json(self) -> dict[str, Any]:
        """The standings as JSON data."""
        models = []
        for one in self.ranked:
            of, costs = one.of_a_hundred, one.costs
            models.append(
                {
                    "name": one.name,
                    "hands": one.hands,
                    **({"stopped": one.stopped} if one.stopped else {}),
                    **{
                        name: figure.as_json() if figure else None
                        for name, figure in (
                            ("plain", one.plain),
                            ("without_luck", one.without_luck),
                            ("aivat", one.by_aivat),
                        )
                    },
                    **costs._asdict(),
                    "tokens_per_100_hands": finite(of(costs.input_tokens + costs.output_tokens)),
                    "cost_per_100_hands": finite(of(costs.cost)),
                    "spent_tokens": one.spent_tokens,
                    "spent_cost": finite(one.spent_cost),
                }
            )
        pairs = [
            {
                "better": self.ranked[one.better].name,
                "worse": self.ranked[one.worse].name,
                "difference": one.difference.as_json(),
                "p": finite(one.p),
                "told_apart": one.p < 1 - CONFIDENCE,
                "more_hands": one.more,
            }
            for one in self.pairs
        ]
        return {"unit": self.unit, "by": "aivat" if self.aivat else "without_luck", "models": models, "pairs": pairs}


def standings(benchmark: Benchmark, progress: Progress = lambda done: None, *, aivat: bool = True) -> Standings:
    """The standings so far, with AIVAT where it is possible; `progress` is told how many matches it has judged."""
    unit, per_point = benchmark.game.stake(benchmark.config)
    found: list[tuple[Standing, Sequence[float]]] = []
    done = 0
    for course in benchmark.courses:

        def show(more: int, before: int = done) -> None:
            progress(before + more)

        judged = benchmark.judged(course, show) if aivat else None
        found.append(_standing(benchmark, course, per_point, judged))
        done += found[-1][0].hands
    found.sort(key=lambda one: -(one[0].result.mean if one[0].result else float("-inf")))
    tests = max(1, len(found) * (len(found) - 1) // 2)
    pairs = []
    for (one, (_, first)), (other, (_, second)) in combinations(enumerate(found), 2):
        apart = [a - b for a, b in zip(first, second, strict=False)]
        if apart:
            pairs.append(comparison(Sample.of(apart), per_point, 1, one, other, tests))
    ranked = [standing for standing, _ in found]
    return Standings(unit, ranked, pairs, any(one.by_aivat for one in ranked))


def _standing(
    benchmark: Benchmark, course: Course, per_point: float, judged: list[float] | None
) -> tuple[Standing, Sequence[float]]:
    """A contender's standing, and its results match by match, in points."""
    plain, without_luck, costs = list[float](), list[float](), Costs()
    for played in benchmark.played(course):
        seat = played.seating.index(0)
        plain.append(float(played.scores[seat]))
        without_luck.append(float((played.adjusted or played.scores)[seat]))
        wrong = [misdeed.what for misdeed in played.misdeeds if misdeed.seat == seat]
        answers = benchmark.answers(course, played)
        decisions = len({answer.decision for answer in answers})
        in_time = sum(not answer.late for answer in answers)
        costs = Costs(
            costs.decisions + decisions,
            costs.illegal + in_time - (decisions - wrong.count(NONSENSE) - wrong.count(LATE)),
            costs.lost + wrong.count(NONSENSE),
            costs.late + wrong.count(LATE),
            costs.input_tokens + sum(answer.input_tokens for answer in answers),
            costs.output_tokens + sum(answer.output_tokens for answer in answers),
            costs.cost + sum(answer.cost for answer in answers),
            costs.seconds + sum(answer.ms for answer in answers) / 1000,
        )
    journal = course.journal

    def figure(values: Sequence[float] | None) -> Estimate | None:
        return Sample.of(values).estimate(per_point) if values else None

    stopped = benchmark.stopped.get(course.contender.name, "") if len(plain) < benchmark.plan.hands else ""
    tokens, cost = (journal.tokens, journal.cost) if journal is not None else (0, 0.0)
    standing = Standing(
        course, len(plain), figure(plain), figure(without_luck), figure(judged), costs, tokens, cost, stopped
    )
    return standing, judged or without_luck
