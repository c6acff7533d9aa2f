"""Linear programming in integers, and matrix games of two players who choose at once.

The simplex method with Bland's rule, which always terminates, on a tableau of integers over one common denominator
(Bareiss 1968): nothing is rounded, so "optimal" and "equal" are exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

Row = Sequence[Fraction]


def maximise(gains: Row, limits: Sequence[Row], bounds: Row) -> tuple[list[Fraction], Fraction]:
    """The x ≥ 0 that maximises gains · x while limit · x ≤ bound for each limit, and the maximum. Bounds must be ≥
    0."""
    rows, columns = len(limits), len(gains)
    tableau = np.zeros((rows + 1, columns + rows + 1), dtype=object)
    for at, (limit, bound) in enumerate(zip(limits, bounds, strict=True)):
        scale = math.lcm(*(number.denominator for number in (*limit, bound)))
        tableau[at, :columns] = [int(number * scale) for number in limit]
        tableau[at, -1] = int(bound * scale)
        tableau[at, columns + at] = 1
    scale = math.lcm(*(number.denominator for number in gains))
    tableau[-1, :columns] = [-int(number * scale) for number in gains]
    basis = list(range(columns, columns + rows))
    over = 1
    while (entering := next((at for at, cost in enumerate(tableau[-1, :-1]) if cost < 0), None)) is not None:
        ratios = [
            (Fraction(tableau[at, -1], tableau[at, entering]), basis[at], at)
            for at in range(rows)
            if tableau[at, entering] > 0
        ]
        if not ratios:
            raise ValueError("there is no largest gain")
        leaving = min(ratios)[2]
        kept, pivot = tableau[leaving].copy(), tableau[leaving, entering]
        tableau = (tableau * pivot - np.outer(tableau[:, entering], kept)) // over
        tableau[leaving] = kept
        basis[leaving], over = entering, pivot
    best = [Fraction(0)] * (columns + rows)
    for at, variable in enumerate(basis):
        best[variable] = Fraction(tableau[at, -1], over)
    return best[:columns], Fraction(tableau[-1, -1], over * scale)


def value_of(worth: Sequence[Row]) -> Fraction:
    """The value of a matrix game to the player who chooses the row."""
    lowest = min(min(row) for row in worth)
    columns = list(zip(*worth, strict=True))
    limits = [[Fraction(1), *(lowest - number for number in column)] for column in columns]
    whole = [Fraction(0), *[Fraction(1)] * len(worth)]
    bounds = [*[Fraction(0)] * len(columns), Fraction(1)]
    _, value = maximise([Fraction(1), *[Fraction(0)] * len(worth)], [*limits, whole], bounds)
    return value + lowest


def best_optimum(worth: Sequence[Row], value: Fraction, gains: Row) -> tuple[list[Fraction], Fraction]:
    """Of all mixes that guarantee the value of a matrix game, one with the largest gain, and that gain.

    The weights of the mix add up to 1 because all gains are made positive: a smaller sum would not be the largest gain.
    """
    raised = Fraction(1) - min(gains)
    limits = [[value - number for number in column] for column in zip(*worth, strict=True)]
    bounds = [*[Fraction(0)] * len(limits), Fraction(1)]
    mix, most = maximise([gain + raised for gain in gains], [*limits, [Fraction(1)] * len(worth)], bounds)
    return mix, most - raised
