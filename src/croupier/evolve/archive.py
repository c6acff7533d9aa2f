"""The archive: the best game of every kind.

A kind is a cell of a grid with four axes: how long a hand is, how much of it is betting, what thinking is worth, and
how many hands end by folding. Each cell holds at most one game, the best that was found there (the MAP-Elites
algorithm). So the search explores all kinds of games instead of improving one.

To reduce the effect of luck, whoever is ahead where a cell is contested is measured once more. The quality of a game is
the mean of all its measurements.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import prod
from typing import NamedTuple

import msgspec

from croupier.games.genome import GameGenome
from croupier.kernel.statistics import Estimate, combined

from .fitness.evaluation import Evaluation

Cell = tuple[int, ...]


BY_HASTY_PLAY = ("thinking", "constant", "unfairness")
"""What hasty players show at first, and players of the best sentence later: the first figure stays, so that a game
stays in its cell."""
NEARLY = 0.9
"""A game that looks this much as good as the holder of its cell is measured."""
NEARLY_NONE, NEARLY_ALL = "0.1 %", "99.9 %"
"""Shares below the first are shown as "none", shares above the second as "all"."""


class Axis(NamedTuple):
    """One axis of the grid: a measure, and the edges at which its range is divided."""

    measure: str
    title: str
    edges: tuple[float, ...]
    percent: bool

    @property
    def size(self) -> int:
        """How many parts the axis has."""
        return len(self.edges) + 1

    def part(self, value: float) -> int:
        """The part in which a value lies."""
        return bisect_right(self.edges, value)

    def label(self, part: int) -> str:
        """A part in words, such as "3 to 5", "none" or "all"."""
        shown = [f"{100 * edge:.3g} %" if self.percent else f"{edge:g}" for edge in self.edges]
        low, high = ("", *shown)[part], (*shown, "")[part]
        if self.percent and low == NEARLY_NONE:
            low = ""
        if self.percent and high == NEARLY_ALL:
            high = ""
        if high == NEARLY_NONE:
            return "none"
        if low == NEARLY_ALL:
            return "all"
        return f"{low} to {high}" if low and high else f"{low} or more" if low else f"under {high}"


AXES = (
    Axis("length", "decisions in a hand", (3, 5, 8, 12, 17, 24, 34, 50), False),
    Axis("betting_share", "of them about betting", (0.001, 0.4, 0.75, 0.999), True),
    Axis("thinking", "what thinking is worth", (0.2, 0.45, 0.7, 0.9), True),
    Axis("walkovers", "hands won without a showdown", (0.001, 0.15, 0.4, 0.7), True),
)
CELLS = prod(axis.size for axis in AXES)
"""How many kinds of games there are: 1,125."""


def cell_of(measures: dict[str, Estimate]) -> Cell:
    """The kind of a game."""
    return tuple(axis.part(measures[axis.measure].mean) for axis in AXES)


class Elite(msgspec.Struct, frozen=True):
    """A game of the archive, with its parents, its operators, and how often it was measured."""

    number: int
    form: GameGenome
    key: str
    quality: float
    measures: dict[str, Estimate]
    times: int = 1
    glance: float = 0.0
    """The quality after the first tiers, which the search has of all games."""
    parents: tuple[int, ...] = ()
    operators: tuple[str, ...] = ()
    generation: int = 0
    name: str = ""
    """The name of a classic; "" for an invented game."""

    @property
    def cell(self) -> Cell:
        """The cell of the game."""
        return cell_of(self.measures)


def pooled(elite: Elite, again: Evaluation) -> Elite:
    """The elite with one more measurement. If a gate stopped the game this time, this time counts as quality 0."""
    share = 1 / (elite.times + 1)
    measures = {
        name: combined([known, again.measures[name]], [1 - share, share])
        if name in again.measures and name not in BY_HASTY_PLAY
        else known
        for name, known in elite.measures.items()
    }
    quality = elite.quality + (again.quality - elite.quality) * share
    return msgspec.structs.replace(elite, quality=quality, measures=measures, times=elite.times + 1)


class Archive:
    """The elites by cell."""

    def __init__(self, elites: Iterable[Elite] = ()) -> None:
        self.elites: dict[Cell, Elite] = {elite.cell: elite for elite in elites}

    def __len__(self) -> int:
        return len(self.elites)

    def in_order(self) -> list[Elite]:
        """All elites, in the order in which they were found."""
        return sorted(self.elites.values(), key=lambda elite: elite.number)

    def knows(self, key: str) -> bool:
        """Whether a game holds a cell."""
        return any(elite.key == key for elite in self.elites.values())

    def is_improved_by(self, elite: Elite) -> bool:
        """Whether the cell of a game is free, or holds a worse game."""
        holder = self.elites.get(elite.cell)
        return holder is None or elite.quality > holder.quality

    def may_be_improved_by(self, elite: Elite) -> bool:
        """Whether the cell of a game is free, or the game looks nearly as good as the holder did at first."""
        holder = self.elites.get(elite.cell)
        return holder is None or elite.glance >= NEARLY * holder.glance

    def add(self, elite: Elite) -> bool:
        """Put a game into its cell if the cell is free or holds a worse one; whether it was put there."""
        if elite.quality <= 0 or not self.is_improved_by(elite):
            return False
        self.elites[elite.cell] = elite
        return True

    def contested(self, rivals: Iterable[Elite]) -> list[tuple[Elite, Elite]]:
        """The holders of cells, each with the first of some rivals that is nearly as good or better."""
        found = dict[Cell, tuple[Elite, Elite]]()
        for rival in rivals:
            holder = self.elites.get(rival.cell)
            if holder is not None and rival.quality >= NEARLY * holder.quality:
                found.setdefault(rival.cell, (holder, rival))
        return list(found.values())

    def measure_again(self, elite: Elite, again: Evaluation) -> None:
        """Add a measurement to an elite. It may move to another cell, or drop out of the archive."""
        if self.elites.get(elite.cell) is elite:
            del self.elites[elite.cell]
            self.add(pooled(elite, again))

    @property
    def coverage(self) -> float:
        """The share of all cells that are taken."""
        return len(self.elites) / CELLS

    @property
    def score(self) -> float:
        """The sum of all qualities (the QD score): it grows with coverage and with quality."""
        return sum(elite.quality for elite in self.elites.values())

    def best(self, count: int = 1) -> list[Elite]:
        """The best elites, the best first."""
        return sorted(self.elites.values(), key=lambda elite: (-elite.quality, elite.number))[:count]
