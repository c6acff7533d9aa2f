"""Figures with their intervals, and the report that they make."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

Z95 = 1.959963984540054


class Figure(NamedTuple):
    """A number with its 95 % interval; `share` is shown in per cent. Without measurements (`n` 0) it is exact."""

    name: str
    value: float
    low: float
    high: float
    n: int
    share: bool = False

    def __str__(self) -> str:
        form = "{:.1%}" if self.share else "{:.2f}" if abs(self.value) >= 1 else "{:.4f}"
        if self.n == 0:
            return f"{self.name:50} {form.format(self.value):>9}   exact"
        interval = f"{form.format(self.low)} … {form.format(self.high)}"
        return f"{self.name:50} {form.format(self.value):>9}   {interval:>20}   n = {self.n:,}"


class Section(NamedTuple):
    """A question, what was measured, and the answer in words."""

    question: str
    figures: tuple[Figure, ...]
    answer: str


def share(name: str, count: int, n: int) -> Figure:
    """A share, with Wilson's interval, which holds near 0 and 1 too."""
    if n == 0:
        return Figure(name, 0.0, 0.0, 1.0, 0, True)
    p = count / n
    middle = (p + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 * math.sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n)) / (1 + Z95**2 / n)
    return Figure(name, p, max(0.0, middle - half), min(1.0, middle + half), n, True)


def mean(name: str, values: Sequence[float]) -> Figure:
    """A mean with its normal interval."""
    n = len(values)
    middle = sum(values) / n
    variance = sum((value - middle) ** 2 for value in values) / max(1, n - 1)
    half = Z95 * math.sqrt(variance / n)
    return Figure(name, middle, middle - half, middle + half, n)


def mean_of_sums(name: str, total: int, squares: int, n: int) -> Figure:
    """A mean from the sum of values and the sum of their squares."""
    middle = total / max(1, n)
    half = Z95 * math.sqrt(max(0.0, squares / max(1, n) - middle**2) / max(1, n))
    return Figure(name, middle, middle - half, middle + half, n)


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
        lines += ["", section.question, *(f"  {figure}" for figure in section.figures), f"  → {section.answer}"]
    return "\n".join(lines)


def as_json(game: str, sections: Sequence[Section]) -> dict[str, Any]:
    """A report for programs."""
    return {
        "game": game,
        "sections": [
            {
                "question": section.question,
                "answer": section.answer,
                "figures": [figure._asdict() for figure in section.figures],
            }
            for section in sections
        ],
    }
