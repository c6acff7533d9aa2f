"""The report as one HTML file that needs nothing else: style, charts, data and script are all inside."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from croupier.kernel.contract.record import Played
from croupier.kernel.showing.style import Figure, Style

from .charts import COLOURS, NARROW, WIDE, Dot, curves, number, plane
from .findings import Findings

FOREST = 200
"""The width of an interval's drawing, in its own units."""
COARSE = 10
"""Results beyond this are told with one decimal, smaller ones with three."""
AXES = ("vpip", "aggression_frequency")
"""The figures of the style plane: from tight to loose, from passive to aggressive."""


class Row(NamedTuple):
    """The result of one bot: its mean with its interval, and whatever else is told of it."""

    name: str
    mean: float
    low: float
    high: float


class Heading(NamedTuple):
    """What stands above everything."""

    title: str
    verdict: str
    facts: str
    unit: str


def page(heading: Heading, rows: Sequence[Row], findings: Findings, replays: Sequence[dict[str, Any]]) -> str:
    """The whole file."""
    names = [row.name for row in rows]
    sections = [
        _results(heading, rows),
        _winnings(findings),
        _styles(findings.styles, names),
        _pots(findings.pots, replays, names),
        _misdeeds(findings, names),
    ]
    script = _script(replays) if replays else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(heading.verdict)}</title><style>{_file('page.css')}</style></head>\n<body>"
        f'<header><p class="eyebrow">{escape(heading.title)}</p><h1>{escape(heading.verdict)}</h1>'
        f'<p class="lead">{escape(heading.facts)}</p></header>\n<main>'
        + "\n".join(section for section in sections if section)
        + f"</main>\n<footer><p>Made by Croupier.</p></footer>{script}</body></html>\n"
    )


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _script(replays: Sequence[dict[str, Any]]) -> str:
    """The data and what shows it. No text of a bot can end the element that holds the data."""
    data = json.dumps(replays, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="pots-data">{data}</script>\n<script>{_file("page.js")}</script>'


def _section(title: str, note: str, *parts: str) -> str:
    told = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{told}{''.join(parts)}</section>"


def _bot(name: str, bot: int) -> str:
    return f'<span class="bot c{bot % COLOURS}">{escape(name)}</span>'


def _signed(value: float, decimals: int) -> str:
    return f"{value:+,.{decimals}f}".replace("-", "−")


def _results(heading: Heading, rows: Sequence[Row]) -> str:
    ends = [end for row in rows for end in (row.mean, row.low, row.high) if math.isfinite(end)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    decimals = 1 if max(high, -low) >= COARSE else 3
    lines = []
    for bot, row in sorted(enumerate(rows), key=lambda one: -one[1].mean):
        sure = "good" if row.low > 0 else "bad" if row.high < 0 else ""
        known = math.isfinite(row.low)  # a single hand says nothing of how sure it is
        interval = f"{_signed(row.low, decimals)} … {_signed(row.high, decimals)}" if known else "unknown"
        lines.append(
            f'<tr><td>{_bot(row.name, bot)}</td><td class="{sure}">{_signed(row.mean, decimals)}'
            f"<small>{interval}</small></td>"
            f'<td class="reach-text">{interval}</td>'
            f'<td class="forest c{bot % COLOURS}">{_interval(row, low, high) if known else ""}</td></tr>'
        )
    return _section(
        "Results",
        "The mean with its 95 % interval. It is coloured when the interval leaves out zero: then it was hardly luck.",
        f'<div class="scroll"><table><thead><tr><th>bot</th><th>{escape(heading.unit)}</th>'
        f'<th class="reach-text">95 % interval</th><th></th></tr></thead><tbody>'
        f"{''.join(lines)}</tbody></table></div>",
    )


def _interval(row: Row, low: float, high: float) -> str:
    """An interval as a line on an axis that all rows share."""

    def across(value: float) -> float:
        return 4 + (value - low) / ((high - low) or 1) * (FOREST - 8)

    return (
        f'<svg viewBox="0 0 {FOREST} 22" preserveAspectRatio="none" aria-hidden="true">'
        f'<line class="axis" x1="{across(0):.1f}" x2="{across(0):.1f}" y1="0" y2="22"/>'
        f'<line class="reach" x1="{across(row.low):.1f}" x2="{across(row.high):.1f}" y1="11" y2="11"/>'
        f'<ellipse class="mean" cx="{across(row.mean):.1f}" cy="11" rx="4" ry="5"/></svg>'
    )


def _winnings(findings: Findings) -> str:
    dashed = " The dashed line leaves out the luck of all-ins." if findings.curves[0].dashed else ""
    legend = "".join(f"<li>{_bot(curve.name, curve.colour)}</li>" for curve in findings.curves)
    drawn = [
        curves(size, "Cumulative winnings of each bot with 95 % bands", "hands", findings.curves)
        for size in (WIDE, NARROW)
    ]
    return _section(
        "Cumulative winnings",
        f"In {findings.unit}, over {findings.matches:,} hands. The band is where chance alone could have carried the "
        f"total, 95 times in 100.{dashed}",
        *drawn,
        f'<ul class="legend">{legend}</ul>',
    )


def _styles(styles: Sequence[Style], names: Sequence[str]) -> str:
    if not styles:
        return ""
    titles = "".join(
        f'<th title="{escape(figure.meaning)}">{escape(figure.title)}</th>' for figure in styles[0].figures
    )
    overall = "".join(_style_row(style, names) for style in styles if not style.place)
    by_place = "".join(_style_row(style, names) for style in styles)
    head = f"<thead><tr><th>bot</th><th>hands</th>{titles}</tr></thead>"
    return _section(
        "Style",
        "How each bot plays: how many pots it enters, and how often it bets and raises rather than calls and folds.",
        *_plane(styles, names),
        f'<div class="scroll"><table>{head}<tbody>{overall}</tbody></table></div>',
        '<details><summary>By position</summary><div class="scroll"><table>',
        f"{head}<tbody>{by_place}</tbody></table></div></details>",
    )


def _plane(styles: Sequence[Style], names: Sequence[str]) -> list[str]:
    dots = []
    for style in styles:
        at = {figure.key: figure.value for figure in style.figures}
        x, y = at.get(AXES[0]), at.get(AXES[1])
        if not style.place and x is not None and y is not None:
            dots.append(Dot(names[style.bot], style.bot, x, y))
    label = "Each bot between tight and loose, passive and aggressive"
    words = ("tight", "loose: share of hands played"), ("passive", "aggressive: share of bets and raises")
    return [plane(size, label, *words, dots) for size in (WIDE, NARROW)] if dots else []


def _style_row(style: Style, names: Sequence[str]) -> str:
    first = escape(style.place) if style.place else _bot(names[style.bot], style.bot)
    cells = "".join(f"<td>{_cell(figure)}</td>" for figure in style.figures)
    kind = "place" if style.place else f"c{style.bot % COLOURS}"
    return f'<tr class="{kind} c{style.bot % COLOURS}"><td>{first}</td><td>{style.hands:,}</td>{cells}</tr>'


def _cell(figure: Figure) -> str:
    bar = ""
    if figure.share and figure.value is not None:
        bar = f'<span class="share"><i style="width:{figure.value:.0%}"></i></span>'
    return f"{figure}{bar}"


def _pots(pots: Sequence[Played], replays: Sequence[dict[str, Any]], names: Sequence[str]) -> str:
    if not pots:
        return ""
    choices = []
    for played in pots:
        seat = max(range(len(played.scores)), key=lambda seat: played.scores[seat])
        choices.append(
            f'<button type="button" aria-pressed="false"><span>deal {played.deal}</span>'
            f"<b>{escape(names[played.seating[seat]].removeprefix('house:'))}</b><i>+{number(played.swing)}</i></button>"
        )
    buttons = "".join(
        f'<button type="button" data-part="{name}" aria-label="{label}">{sign}</button>'
        for name, label, sign in (("first", "first step", "«"), ("back", "step back", "‹"))
    )
    more = "".join(
        f'<button type="button" data-part="{name}" aria-label="{label}">{sign}</button>'
        for name, label, sign in (("next", "next step", "›"), ("last", "last step", "»"))
    )
    return _section(
        "Biggest pots",
        "The matches in which most changed hands. Step through them with the buttons or the arrow keys.",
        f'<div class="pots"><div class="choices">{"".join(choices)}</div>'
        '<div class="player" id="player" tabindex="0" role="group" aria-label="Replay of a match">'
        '<div data-part="table"></div>'
        f'<div class="controls">{buttons}<input type="range" min="0" value="0" data-part="slider" aria-label="step">'
        f'<output data-part="count"></output>{more}</div><ul class="told" data-part="told" aria-live="polite"></ul>'
        "<noscript><p>Replays need JavaScript.</p></noscript></div></div>",
    )


def _misdeeds(findings: Findings, names: Sequence[str]) -> str:
    if not findings.offences:
        return ""
    told = ", ".join(f"{name} {count:,}" for name, count in zip(names, findings.offence_counts, strict=True) if count)
    items = []
    for offence in findings.offences:
        detail = ""
        if offence.misdeed.detail:
            detail = f"<details><summary>more</summary><pre>{escape(offence.misdeed.detail)}</pre></details>"
        nearest = f" Nearest legal: <code>{escape(offence.misdeed.nearest)}</code>." if offence.misdeed.nearest else ""
        items.append(
            f"<li>{_bot(names[offence.bot], offence.bot)}, deal {offence.deal}, step {offence.misdeed.step}: "
            f"{escape(offence.misdeed.what)}.{nearest}{detail}</li>"
        )
    shown = len(findings.offences)
    total = sum(findings.offence_counts)
    note = f"Answers that the referee could not accept: {told}." + (f" The first {shown}:" if total > shown else "")
    return _section("Misdeeds", note, f'<div class="misdeeds"><ul>{"".join(items)}</ul></div>')
