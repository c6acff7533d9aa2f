"""The distance of two games, in changes.

A structure that was added or removed counts 2, a changed field at most 1: a number by how many doublings lie between
the two values, a list of names by the share that is not in both, anything else 1; the points of cards count at most 4
in all. Lists of phases and conditions are compared by edit distance. The result is a metric: it is symmetric, and the
triangle inequality holds.
"""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from math import log2
from typing import Any

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import CardPoints, Part
from croupier.games.genome.language.parts import LABELS, fields_of

A_STRUCTURE = 2.0
DOUBLINGS = 4
"""Two numbers that are this many doublings apart count as a whole change."""


@cache
def distance(one: GameGenome, other: GameGenome) -> float:
    """The distance of two games in changes; labels and the session do not count."""
    names = [name for name in fields_of(GameGenome) if name not in LABELS and name != "session"]
    return sum(_apart(getattr(one, name), getattr(other, name)) for name in names)


def _apart(one: Any, other: Any) -> float:
    if one == other:
        return 0.0
    if isinstance(one, Part) and type(one) is type(other):
        return sum(_apart(getattr(one, name), getattr(other, name)) for name in fields_of(type(one)))
    if isinstance(one, Part):
        return 2 * A_STRUCTURE
    if isinstance(one, tuple):
        return _lists_apart(one, other)
    if type(one) is int and type(other) is int:
        return min(1.0, abs(_size(one) - _size(other)) / DOUBLINGS)
    return 1.0


def _size(number: int) -> float:
    return log2(1 + number) if number >= 0 else -log2(1 - number)


def _lists_apart(one: tuple[Any, ...], other: tuple[Any, ...]) -> float:
    if any(isinstance(item, CardPoints) for item in (*one, *other)):
        return min(2 * A_STRUCTURE, _structures_apart(one, other))
    if any(isinstance(item, Part) for item in (*one, *other)):
        return _structures_apart(one, other)
    if isinstance((*one, *other)[0], int):
        return min(1.0, sum(_apart(*pair) for pair in zip_longest(one, other, fillvalue=0)))
    mine, others = set(one), set(other)
    return 1 - len(mine & others) / len(mine | others) if mine != others else 0.0


def _structures_apart(one: tuple[Any, ...], other: tuple[Any, ...]) -> float:
    """The edit distance of two lists of structures (Wagner and Fischer)."""
    row = [A_STRUCTURE * count for count in range(len(other) + 1)]
    for place, mine in enumerate(one, 1):
        before, row = row, [A_STRUCTURE * place]
        for column, theirs in enumerate(other, 1):
            swap = before[column - 1] + _apart(mine, theirs)
            row.append(min(swap, before[column] + A_STRUCTURE, row[-1] + A_STRUCTURE))
    return row[-1]
