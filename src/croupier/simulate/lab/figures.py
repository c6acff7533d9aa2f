"""Figures with their intervals, and the report that they make."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from croupier.kernel import statistics
from croupier.kernel.statistics import Estimate, Sample

WIDTH = 120


NO_DATA = Estimate(math.nan, math.nan, math.nan)


class Figure(NamedTuple):
    """A number with its 95 % interval; a `share` is shown in per cent. It was measured `n` times, in `runs` independent
    runs if that is fewer; or it is `exact`: computed, not measured. Without data its value is NaN."""

    name: str
    value: float
    low: float
    high: float
    n: int
    share: bool = False
    runs: int = 0
    exact: bool = False

    def __str__(self) -> str:
        form = "{:.1%}" if self.share else "{:.2f}" if abs(self.value) >= 1 else "{:.4f}"
        interval = f"{form.format(self.low)} … {form.format(self.high)}" if self.low < self.high else ""
        if self.exact:
            return f"{self.name:60} {form.format(self.value):>9}   {interval:>20}   exact"
        if self.n == 0:
            return f"{self.name:60} {'':>9}   {'':>20}   no data"
        counted = f"n = {self.n:,}" + (f" in {self.runs:,} runs" if self.runs else "")
        return f"{self.name:60} {form.format(self.value):>9}   {interval:>20}   {counted}"


class Section(NamedTuple):
    """A question, the bots that play, the figures, and the answer in words."""

    question: str
    players: str
    figures: tuple[Figure, ...]
    answer: str


def exact(
    name: str, value: float, *, share: bool = False, low: float | None = None, high: float | None = None
) -> Figure:
    """A figure that was computed; `low` and `high` are given if it may lie anywhere in a range."""
    return Figure(name, value, value if low is None else low, value if high is None else high, 0, share, exact=True)


def share(name: str, count: int, n: int) -> Figure:
    """A share with its interval."""
    return Figure(name, *(statistics.share(count, n) if n else NO_DATA), n, True)


def share_of_runs(name: str, counts: Sequence[tuple[int, int]], *, runs: int = 0) -> Figure:
    """A share of what happens many times in a run: hits and chances, run by run. Only the runs count as independent.
    `runs` is their number, if each of the counts is of several runs."""
    chances = [number for _, number in counts if number]
    if not chances:
        return share(name, 0, 0)
    return Figure(name, *statistics.share_over_groups(counts), sum(chances), True, runs or len(chances))


def mean(name: str, values: Sequence[float]) -> Figure:
    """The mean of independent values with its interval."""
    return measured(name, Sample.of(values))


def measured(name: str, sample: Sample) -> Figure:
    """The mean of some samples with its interval."""
    return Figure(name, *(sample.estimate() if sample.count else NO_DATA), sample.count)


def difference(name: str, one: Sequence[float], two: Sequence[float]) -> Figure:
    """The mean difference of pairs: the same seeds under two rules."""
    return mean(name, [a - b for a, b in zip(one, two, strict=True)])


def differs(figure: Figure) -> bool:
    """Whether the interval leaves out zero."""
    return figure.low > 0 or figure.high < 0


def as_text(title: str, sections: Sequence[Section]) -> str:
    """A report for people."""
    lines = [title, "=" * len(title)]
    for section in sections:
        lines += ["", section.question, *wrap(section.players, WIDTH, initial_indent="  ", subsequent_indent="  ")]
        lines += [*(f"  {figure}" for figure in section.figures), f"  → {section.answer}"]
    return "\n".join(lines)


def as_json(game: str, sections: Sequence[Section]) -> dict[str, Any]:
    """A report for programs."""
    return {
        "game": game,
        "sections": [
            {
                "question": section.question,
                "players": section.players,
                "answer": section.answer,
                "figures": [
                    {name: None if _is_unknown(value) else value for name, value in figure._asdict().items()}
                    for figure in section.figures
                ],
            }
            for section in sections
        ],
    }


def _is_unknown(value: object) -> bool:
    """Whether a number has no JSON form."""
    return isinstance(value, float) and not math.isfinite(value)
