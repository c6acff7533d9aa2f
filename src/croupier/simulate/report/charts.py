"""Charts as SVG text, drawn by hand: no library, no script, colours from the page's style sheet.

A chart is drawn for one width. The page has each twice, for a desk and for a phone, so that letters keep their size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

COLOURS = 8
"""How many colours the style sheet has for bots; after that they repeat."""
LETTER = 8.2
LINE = 16
LONGEST_NAME = 26


class Size(NamedTuple):
    """The width and height of a chart."""

    width: int
    height: int
    name: str


WIDE = Size(960, 380, "wide")
NARROW = Size(360, 300, "narrow")


class Curve(NamedTuple):
    """A line with a band around it: points (x, middle, low, high); and perhaps a second line, dashed."""

    name: str
    colour: int
    points: Sequence[tuple[float, float, float, float]]
    dashed: Sequence[tuple[float, float]] = ()


class Dot(NamedTuple):
    """A named place in a plane; both coordinates are shares from 0 to 1."""

    name: str
    colour: int
    x: float
    y: float


def round_steps(low: float, high: float, about: int) -> list[float]:
    """Round numbers from low to high, about `about` of them: steps of 1, 2 or 5 times a power of ten."""
    span = high - low or 1.0
    raw = span / max(1, about)
    power = 10.0 ** math.floor(math.log10(raw))
    step = power * next(factor for factor in (1, 2, 5, 10) if factor * power >= raw)
    first = math.ceil(low / step - 1e-9)
    return [step * i for i in range(first, math.floor(high / step + 1e-9) + 1)]


def number(value: float) -> str:
    """A number for an axis: 12,500 or 0.25, with a real minus sign."""
    text = f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.2g}"
    return text.replace("-", "−")


class _Frame:
    """The coordinate system of a chart: from values to positions on the page."""

    def __init__(self, size: Size, x: tuple[float, float], y: tuple[float, float], right: float) -> None:
        self.size = size
        self.x, self.y = x, y
        self.left, self.right = 56.0, size.width - right
        self.top, self.bottom = 12.0, size.height - 40.0

    def across(self, value: float) -> float:
        return self.left + (value - self.x[0]) / ((self.x[1] - self.x[0]) or 1) * (self.right - self.left)

    def down(self, value: float) -> float:
        return self.bottom - (value - self.y[0]) / ((self.y[1] - self.y[0]) or 1) * (self.bottom - self.top)

    def grid(self, x_title: str, x_steps: Sequence[float], y_steps: Sequence[float], share: bool = False) -> list[str]:
        """Lines and numbers of both axes."""

        def text(value: float) -> str:
            return f"{value:.0%}" if share else number(value)

        drawn = []
        for value in y_steps:
            at = self.down(value)
            kind = "zero" if value == 0 else "grid"
            drawn.append(f'<path class="{kind}" d="{_path([(self.left, at), (self.right, at)])}"/>')
            drawn.append(_text("tick", self.left - 8, at + 4, text(value), "end"))
        for value in x_steps:
            drawn.append(_text("tick", self.across(value), self.bottom + 18, text(value), "middle"))
        return [*drawn, _text("axis", self.right, self.bottom + 34, x_title, "end")]


def _text(kind: str, x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(size: Size, label: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart {size.name}" viewBox="0 0 {size.width} {size.height}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _short(name: str) -> str:
    """A name that leaves room for the chart; the table beside it has the full name."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def curves(size: Size, label: str, x_title: str, lines: Sequence[Curve]) -> str:
    """Curves with their bands over a common x; each has its name at its end."""
    last = max(curve.points[-1][0] for curve in lines)
    low = min(0.0, *(point[2] for curve in lines for point in curve.points))
    high = max(0.0, *(point[3] for curve in lines for point in curve.points))
    room = max(len(_short(curve.name)) for curve in lines) * LETTER + 22 if size is WIDE else 24
    frame = _Frame(size, (0, last), (low, high), room)
    parts = frame.grid(x_title, round_steps(0, last, size.width // 110), round_steps(low, high, 8))
    for curve in lines:
        upper = [(frame.across(x), frame.down(top)) for x, _, _, top in curve.points]
        lower = [(frame.across(x), frame.down(bottom)) for x, _, bottom, _ in reversed(curve.points)]
        parts.append(f'<path class="band c{curve.colour % COLOURS}" d="{_path([*upper, *lower])}Z"/>')
    for curve in lines:
        middle = [(frame.across(x), frame.down(y)) for x, y, _, _ in curve.points]
        parts.append(f'<path class="line c{curve.colour % COLOURS}" d="{_path(middle)}"/>')
        if curve.dashed:
            dashed = [(frame.across(x), frame.down(y)) for x, y in curve.dashed]
            parts.append(f'<path class="line dashed c{curve.colour % COLOURS}" d="{_path(dashed)}"/>')
    if size is WIDE:
        ends = _apart([frame.down(curve.points[-1][1]) for curve in lines], frame.top, frame.bottom)
        for curve, at in zip(lines, ends, strict=True):
            parts.append(_text(f"name c{curve.colour % COLOURS}", frame.right + 10, at + 4, _short(curve.name)))
    return _svg(size, label, parts)


def _apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Positions near the wanted ones that leave room for a line of text each."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    floor = top
    for i in order:
        placed[i] = max(placed[i], floor)
        floor = placed[i] + LINE
    ceiling = bottom
    for i in reversed(order):
        placed[i] = min(placed[i], ceiling)
        ceiling = placed[i] - LINE
    return placed


def plane(size: Size, label: str, x_words: tuple[str, str], y_words: tuple[str, str], dots: Sequence[Dot]) -> str:
    """Dots in a plane of two shares; the words stand at the ends of the axes."""
    frame = _Frame(size, (0, 1), (0, 1), 24)
    steps = (0, 0.25, 0.5, 0.75, 1)
    parts = [
        f'<rect class="quarter" x="{frame.left:.1f}" y="{frame.top:.1f}" width="{(frame.right - frame.left) / 2:.1f}" '
        f'height="{(frame.bottom - frame.top) / 2:.1f}"/>',
        f'<rect class="quarter" x="{frame.across(0.5):.1f}" y="{frame.down(0.5):.1f}" '
        f'width="{(frame.right - frame.left) / 2:.1f}" height="{(frame.bottom - frame.top) / 2:.1f}"/>',
        *frame.grid(f"{x_words[0]} ↔ {x_words[1]}", steps, steps, share=True),
    ]
    for i, text in enumerate(reversed(y_words)):
        at = frame.top + 16 if i == 0 else frame.bottom - 8
        parts.append(_text("axis", frame.left + 8, at, text))
    taken = [(frame.across(dot.x), frame.down(dot.y), 18.0, 18.0) for dot in dots]
    for dot, (x, y, _, _) in zip(dots, list(taken), strict=True):
        name = _short(dot.name)
        box = _free_box(x, y, len(name) * LETTER, taken, frame)
        taken.append(box)
        parts.append(f'<circle class="dot c{dot.colour % COLOURS}" cx="{x:.1f}" cy="{y:.1f}" r="8"/>')
        parts.append(_text(f"name c{dot.colour % COLOURS}", box[0], box[1] + 4, name, "middle"))
    return _svg(size, label, parts)


Box = tuple[float, float, float, float]
"""The middle of a rectangle, its width and its height."""


def _free_box(x: float, y: float, width: float, taken: Sequence[Box], frame: _Frame) -> Box:
    """A place for the name of a dot that covers nothing: beside it, else above or below; beside it if all are taken."""
    side = width / 2 + 12
    wanted = [(x + side, y), (x - side, y), (x, y - 18), (x, y + 18)]
    wanted += [(x + across, y + down) for down in (-14, 14, -28, 28) for across in (side, -side)]
    boxes = [(at, height, width, float(LINE)) for at, height in wanted]
    inside = [box for box in boxes if frame.left <= box[0] - width / 2 and box[0] + width / 2 <= frame.right]
    free = (box for box in inside if not any(_overlap(box, other) for other in taken))
    return next(free, boxes[0])


def _overlap(one: Box, other: Box) -> bool:
    return 2 * abs(one[0] - other[0]) < one[2] + other[2] and 2 * abs(one[1] - other[1]) < one[3] + other[3]
