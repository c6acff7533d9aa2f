"""Figures with their intervals, and the report that they make."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from ..statistics import half_of_the_same, t_quantile

Z95 = 1.959963984540054
WIDTH = 120


NO_DATA = math.nan


class Figure(NamedTuple):
    """A number with its 95 % interval; `share` is shown in per cent. It was measured `n` times, in so many independent
    `runs` where that is fewer; or it is `exact`, worked out and not measured. Without data it is no number."""

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
    """A question, who plays, what was measured, and the answer in words."""

    question: str
    players: str
    figures: tuple[Figure, ...]
    answer: str


def exact(
    name: str, value: float, *, share: bool = False, low: float | None = None, high: float | None = None
) -> Figure:
    """A figure that was worked out; one that may lie anywhere in a range has its ends."""
    return Figure(name, value, value if low is None else low, value if high is None else high, 0, share, exact=True)


def share(name: str, count: int, n: int) -> Figure:
    """A share, with Wilson's interval, which holds near 0 and 1 too."""
    if n == 0:
        return Figure(name, NO_DATA, NO_DATA, NO_DATA, 0, True)
    p = count / n
    middle = (p + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 * math.sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n)) / (1 + Z95**2 / n)
    return Figure(name, p, max(0.0, middle - half), min(1.0, middle + half), n, True)


def share_of_runs(name: str, counts: Sequence[tuple[int, int]], *, runs: int = 0) -> Figure:
    """A share of what happens many times in a run: how often it happened and how often it could have, run by run.

    What happens within a run hangs together, so only the runs count as independent: the interval is that of a ratio of
    sums over them. Where it is all or nothing it is Wilson's for as many runs. `runs` is how many there were, if each
    of the counts is of several.
    """
    counted = [(hits, chances) for hits, chances in counts if chances]
    chances = sum(number for _, number in counted)
    hits = sum(number for number, _ in counted)
    if not counted:
        return share(name, 0, 0)
    if hits in (0, chances) or len(counted) < 2:
        low, high = share(name, len(counted) if hits else 0, len(counted))[2:4]
        return Figure(name, hits / chances, low, high, chances, True, runs or len(counted))
    p, groups = hits / chances, len(counted)
    spread = sum((hit - p * chance) ** 2 for hit, chance in counted) * groups / (groups - 1)
    half = t_quantile(0.975, groups - 1) * math.sqrt(spread) / chances
    return Figure(name, p, max(0.0, p - half), min(1.0, p + half), chances, True, runs or groups)


def mean(name: str, values: Sequence[float]) -> Figure:
    """A mean with its normal interval."""
    n = len(values)
    if n == 0:
        return Figure(name, NO_DATA, NO_DATA, NO_DATA, 0)
    middle = sum(values) / n
    variance = sum((value - middle) ** 2 for value in values) / max(1, n - 1)
    half = Z95 * math.sqrt(variance / n) if variance else half_of_the_same(middle, n)
    return Figure(name, middle, middle - half, middle + half, n)


def mean_of_sums(name: str, total: int, squares: int, n: int) -> Figure:
    """A mean from the sum of values and the sum of their squares."""
    if n == 0:
        return Figure(name, NO_DATA, NO_DATA, NO_DATA, 0)
    middle = total / n
    half = Z95 * math.sqrt(max(0.0, squares / n - middle**2) / n)
    return Figure(name, middle, middle - half, middle + half, n)


def difference(name: str, one: Sequence[float], two: Sequence[float]) -> Figure:
    """The mean difference of pairs: the same seeds under two rules."""
    return mean(name, [a - b for a, b in zip(one, two, strict=True)])


def differs(figure: Figure) -> bool:
    """Whether the interval leaves out zero."""
    return figure.low > 0 or figure.high < 0


def chance_of(figure: Figure) -> float:
    """How likely a figure so far from zero, on either side, is by chance alone; 1 without data."""
    error = (figure.high - figure.low) / (2 * Z95)
    if not error > 0:
        return 1.0
    return math.erfc(abs(figure.value) / error / math.sqrt(2))


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
    """Whether a number is none that JSON can tell."""
    return isinstance(value, float) and not math.isfinite(value)
