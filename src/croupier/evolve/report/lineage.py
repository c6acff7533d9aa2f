"""The lineage of some games as a tree: generations from left to right, beginning with the classics.

A game is drawn in the lane of its first parent; the second parent of a crossover has another lane. The chart is drawn
for one width, like all charts of reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from croupier.simulate.report.charts import Size

from ..folder import Ancestor
from ..naming import name_for

LANE = 19
"""Pixels between two lanes."""
LEFT, TOP, BOTTOM = 12.0, 14.0, 34.0
LETTER = 7.2
MOST_LANES = 60


class Leaf(NamedTuple):
    """A game whose lineage is drawn: its number in the run, and its name."""

    number: int
    name: str


def lanes(leaves: Sequence[Leaf], ancestors: Mapping[int, Ancestor]) -> dict[int, int]:
    """The lane of every game and of its known ancestors, up to MOST_LANES lanes."""
    placed: dict[int, int] = {}
    count = 0
    for leaf in leaves:
        waiting = [leaf.number]
        while waiting and count < MOST_LANES:
            number: int | None = waiting.pop()
            if number in placed or number not in ancestors:
                continue
            while number is not None and number not in placed and number in ancestors:
                placed[number] = count
                parents = ancestors[number].parents
                waiting += parents[1:]
                number = parents[0] if parents else None
            count += 1
    return placed


def lineage(size: Size, leaves: Sequence[Leaf], ancestors: Mapping[int, Ancestor]) -> str:
    """The tree as SVG. Its leaves can be clicked, like the cells of the map."""
    placed = lanes(leaves, ancestors)
    named = {leaf.number: leaf.name for leaf in leaves}
    if not placed:
        return ""
    last = max(1, *(ancestors[number].generation for number in placed))
    room = max(len(name) for name in named.values()) * LETTER + 16
    width = size.width - LEFT - room
    height = TOP + LANE * (max(placed.values()) + 1) + BOTTOM

    def at(number: int) -> tuple[float, float]:
        return LEFT + ancestors[number].generation / last * width, TOP + LANE * placed[number]

    links = [
        _link(at(parent), at(number), crossed=place > 0)
        for number in placed
        for place, parent in enumerate(ancestors[number].parents)
        if parent in placed
    ]
    dots = [_dot(ancestors[number], *at(number), named.get(number, "")) for number in placed]
    axis = (
        f'<text class="tick" x="{LEFT:.1f}" y="{height - 12:.1f}">classics</text>'
        f'<text class="tick" x="{LEFT + width:.1f}" y="{height - 12:.1f}" text-anchor="end">generation {last}</text>'
    )
    return (
        f'<svg class="chart lineage {size.name}" viewBox="0 0 {size.width} {height:.0f}" role="img" '
        f'aria-label="Where the best games come from">{"".join(links)}{"".join(dots)}{axis}</svg>'
    )


def _link(start: tuple[float, float], end: tuple[float, float], *, crossed: bool) -> str:
    middle = (start[0] + end[0]) / 2
    kind = "crossed" if crossed else "descent"
    return (
        f'<path class="{kind}" d="M{start[0]:.1f} {start[1]:.1f}C{middle:.1f} {start[1]:.1f} {middle:.1f} {end[1]:.1f} '
        f'{end[0]:.1f} {end[1]:.1f}"/>'
    )


def _dot(one: Ancestor, x: float, y: float, name: str) -> str:
    known = name or one.name or name_for(one.key)
    how = f" by {', '.join(one.operators)}" if one.operators else ""
    said = f"{known.replace('_', ' ')}, generation {one.generation}, quality {one.quality:.2f}{how}"
    radius = 5 if name or one.name else 3
    drawn = f'<title>{escape(said)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>'
    if name:
        drawn += f'<text class="leaf" x="{x + 9:.1f}" y="{y + 4:.1f}">{escape(name)}</text>'
        return f'<g class="end" data-number="{one.number}" tabindex="0" role="button">{drawn}</g>'
    if one.name:
        drawn += f'<text class="root" x="{x + 8:.1f}" y="{y - 5:.1f}">{escape(one.name.replace("_", " "))}</text>'
    return f'<g class="{"classic" if one.name else "between"}" style="--good:{one.quality:.3f}">{drawn}</g>'
