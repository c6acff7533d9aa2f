"""How far two games are from each other, in changes.

A structure that has come or gone counts 2, a field at most 1: a number by how often it would have to be doubled, a list
of names by the share that is not in both, anything else whole; what cards are worth counts 4 at most. Phases and
conditions are compared in the order in which the fewest changes lead from one to the other. It is a metric: the same
both ways, and no detour is shorter.
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
"""A number counts as wholly different when it is so many times doubled."""


@cache
def distance(one: GameGenome, other: GameGenome) -> float:
    """How many changes lie between two games; labels and the session do not count."""
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
    """The fewest changes from one list to another (Wagner and Fischer)."""
    row = [A_STRUCTURE * count for count in range(len(other) + 1)]
    for place, mine in enumerate(one, 1):
        before, row = row, [A_STRUCTURE * place]
        for column, theirs in enumerate(other, 1):
            swap = before[column - 1] + _apart(mine, theirs)
            row.append(min(swap, before[column] + A_STRUCTURE, row[-1] + A_STRUCTURE))
    return row[-1]
