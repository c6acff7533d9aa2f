"""The common parts of result pages: the frame, tables of results with their intervals, and times."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from croupier.agents.clock import Thinking

from .charts import COLOURS

FOREST = 200
"""The width of an interval's drawing, in its own units."""
COARSE = 10
"""Results beyond this are shown with one decimal, smaller ones with three."""


class Row(NamedTuple):
    """The result of one bot: its mean with its interval."""

    name: str
    mean: float
    low: float
    high: float


class Heading(NamedTuple):
    """The heading of a page; `name` comes before the verdict in the title of the window."""

    title: str
    verdict: str
    facts: str
    name: str = ""


def document(heading: Heading, sections: Sequence[str], script: str = "", style: str = "") -> str:
    """The whole file."""
    name = f"{escape(heading.name)}: " if heading.name else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}{escape(heading.verdict)}</title><style>{file('page.css')}{style}</style></head>\n<body>"
        f'<header><p class="eyebrow">{escape(heading.title)}</p><h1>{escape(heading.verdict)}</h1>'
        f'<p class="lead">{escape(heading.facts)}</p></header>\n<main>'
        + "\n".join(section for section in sections if section)
        + f"</main>\n<footer><p>Made by Croupier.</p></footer>{script}</body></html>\n"
    )


def file(name: str, package: str = __package__) -> str:
    """The text of a file beside this one, or in another package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def script(name: str, code: str, data: object, *, module: bool = False) -> str:
    """Data under a name, and the code that shows it. No text of a bot can end the element that holds the data."""
    written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    kind = ' type="module"' if module else ""
    return f'<script type="application/json" id="{name}">{written}</script>\n<script{kind}>{code}</script>'


def grid(head: str, lines: Sequence[str]) -> str:
    """A table under a row of titles, which scrolls if there is no room for it."""
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def section(title: str, note: str, *parts: str) -> str:
    """A part of the page under a title."""
    told = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{told}{''.join(parts)}</section>"


class Choice(NamedTuple):
    """The button of a match that can be stepped through."""

    deal: str
    name: str
    figure: str


def stepper(choices: Sequence[Choice]) -> str:
    """Matches to step through: a button for each, and the player. `stepping` has their data."""
    listed = "".join(
        f'<button type="button" aria-pressed="false"><span>{escape(one.deal)}</span><b>{escape(one.name)}</b>'
        f"<i>{escape(one.figure)}</i></button>"
        for one in choices
    )
    steps = (("first", "first step", "«"), ("back", "step back", "‹"), ("next", "next step", "›"))
    first, back, ahead, last = (
        f'<button type="button" data-part="{name}" aria-label="{label}">{sign}</button>'
        for name, label, sign in (*steps, ("last", "last step", "»"))
    )
    slider = '<input type="range" min="0" value="0" data-part="slider" aria-label="step">'
    return (
        f'<div class="pots"><div class="choices">{listed}</div>'
        '<div class="player" id="player" tabindex="0" role="group" aria-label="Replay of a match">'
        '<div data-part="table"></div>'
        f'<div class="controls">{first}{back}{slider}<output data-part="count"></output>{ahead}{last}</div>'
        '<ul class="told" data-part="told" aria-live="polite"></ul>'
        "<noscript><p>Replays need JavaScript.</p></noscript></div></div>"
    )


def stepping(replays: Sequence[dict[str, Any]]) -> str:
    """The data and the code of a stepper; "" if there is nothing to step through."""
    return script("pots-data", file("page.js"), replays) if replays else ""


def bot_mark(name: str, bot: int) -> str:
    """The name of a bot, with its colour."""
    return f'<span class="bot c{bot % COLOURS}">{escape(name)}</span>'


def signed(value: float, decimals: int) -> str:
    """A number with its sign."""
    return f"{value:+,.{decimals}f}".replace("-", "−")


def results(title: str, unit: str, rows: Sequence[Row], verdicts: Sequence[str]) -> str:
    """A table of means with their intervals, the best first, and what follows from it."""
    ends = [end for row in rows for end in (row.mean, row.low, row.high) if math.isfinite(end)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    decimals = 1 if max(high, -low) >= COARSE else 3
    lines = []
    for bot, row in sorted(enumerate(rows), key=lambda one: -one[1].mean):
        sure = "good" if row.low > 0 else "bad" if row.high < 0 else ""
        known = math.isfinite(row.low)  # a single hand has no interval
        interval = f"{signed(row.low, decimals)} … {signed(row.high, decimals)}" if known else "unknown"
        lines.append(
            f'<tr><td>{bot_mark(row.name, bot)}</td><td class="{sure}">{signed(row.mean, decimals)}'
            f"<small>{interval}</small></td>"
            f'<td class="reach-text">{interval}</td>'
            f'<td class="forest c{bot % COLOURS}">{interval_drawn(row, low, high) if known else ""}</td></tr>'
        )
    return section(
        title,
        "The mean with its 95 % interval. It is coloured when the interval leaves out zero: then it was hardly luck.",
        grid(f'<th>bot</th><th>{escape(unit)}</th><th class="reach-text">95 % interval</th><th></th>', lines),
        f"<ul>{''.join(f'<li>{escape(verdict)}</li>' for verdict in verdicts)}</ul>" if verdicts else "",
    )


def interval_drawn(row: Row, low: float, high: float) -> str:
    """An interval as a line on an axis that all rows share."""

    def across(value: float) -> float:
        return 4 + (value - low) / ((high - low) or 1) * (FOREST - 8)

    return (
        f'<svg viewBox="0 0 {FOREST} 22" preserveAspectRatio="none" aria-hidden="true">'
        f'<line class="axis" x1="{across(0):.1f}" x2="{across(0):.1f}" y1="0" y2="22"/>'
        f'<line class="reach" x1="{across(row.low):.1f}" x2="{across(row.high):.1f}" y1="11" y2="11"/>'
        f'<ellipse class="mean" cx="{across(row.mean):.1f}" cy="11" rx="4" ry="5"/></svg>'
    )


def times(names: Sequence[str], thinking: Sequence[Thinking]) -> str:
    """How long bots took for their decisions; "" if none was asked."""
    lines = []
    for bot, (name, taken) in enumerate(zip(names, thinking, strict=True)):
        p50, p99 = taken.quantile_ms(0.5), taken.quantile_ms(0.99)
        if p50 is not None and p99 is not None:
            cells = f"<td>{taken.decisions:,}</td><td>{p50:,.3f}</td><td>{p99:,.3f}</td>"
            lines.append(f"<tr><td>{bot_mark(name, bot)}</td>{cells}</tr>")
    if not lines:
        return ""
    return section(
        "Thinking",
        "How long decisions took: the median and the 99th percentile. House bots are compiled, and have no times.",
        grid("<th>bot</th><th>decisions</th><th>median, ms</th><th>p99, ms</th>", lines),
    )
