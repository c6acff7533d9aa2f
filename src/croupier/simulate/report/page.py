"""The report as one HTML file that needs nothing else: style, charts, data and script are all inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from croupier.agents.clock import Thinking
from croupier.kernel.contract.record import Played
from croupier.kernel.showing.style import Figure, Style

from .charts import COLOURS, NARROW, WIDE, Dot, curves, number, plane
from .findings import Findings
from .parts import Choice, Heading, bot_mark, document, grid, section, stepper, stepping, times

AXES = ("vpip", "aggression_frequency")
"""The figures of the style plane: from tight to loose, from passive to aggressive."""


def page(
    heading: Heading,
    tables: Sequence[str],
    names: Sequence[str],
    findings: Findings,
    steps: Sequence[dict[str, Any]],
    thinking: Sequence[Thinking],
) -> str:
    """The whole file. `tables` are those of results: one, or one for each role; `steps` replay the biggest pots."""
    sections = [
        *tables,
        _winnings(findings),
        _styles(findings.styles, names),
        replays("Biggest pots", "The matches in which most changed hands.", findings.pots, names),
        times(names, thinking),
        _misdeeds(findings, names),
    ]
    return document(heading, sections, stepping(steps))


def _winnings(findings: Findings) -> str:
    dashed = " The dashed line leaves out the luck of all-ins." if findings.curves[0].dashed else ""
    legend = "".join(f"<li>{bot_mark(curve.name, curve.colour)}</li>" for curve in findings.curves)
    drawn = [
        curves(size, "Cumulative winnings of each bot with 95 % bands", "hands", findings.curves)
        for size in (WIDE, NARROW)
    ]
    return section(
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
    head = f"<th>bot</th><th>hands</th>{titles}"
    return section(
        "Style",
        "How each bot plays: how many pots it enters, and how often it bets and raises rather than calls and folds.",
        *_plane(styles, names),
        grid(head, [_style_row(style, names) for style in styles if not style.place]),
        "<details><summary>By position</summary>",
        grid(head, [_style_row(style, names) for style in styles]),
        "</details>",
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
    first = escape(style.place) if style.place else bot_mark(names[style.bot], style.bot)
    cells = "".join(f"<td>{_cell(figure)}</td>" for figure in style.figures)
    kind = "place" if style.place else f"c{style.bot % COLOURS}"
    return f'<tr class="{kind} c{style.bot % COLOURS}"><td>{first}</td><td>{style.hands:,}</td>{cells}</tr>'


def _cell(figure: Figure) -> str:
    bar = ""
    if figure.share and figure.value is not None:
        bar = f'<span class="share"><i style="width:{figure.value:.0%}"></i></span>'
    return f"{figure}{bar}"


def replays(title: str, note: str, matches: Sequence[Played], names: Sequence[str]) -> str:
    """Matches to step through; the page needs their `replay_data`, and the script. "" if there are none."""
    if not matches:
        return ""
    choices = []
    for played in matches:
        seat = max(range(len(played.scores)), key=lambda seat: played.scores[seat])
        winner = names[played.seating[seat]].removeprefix("house:")
        choices.append(Choice(f"deal {played.deal}", winner, f"+{number(played.swing)}"))
    return section(
        title,
        f"{note} Step through them with the buttons or the arrow keys.",
        stepper(choices),
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
            f"<li>{bot_mark(names[offence.bot], offence.bot)}, deal {offence.deal}, step {offence.misdeed.step}: "
            f"{escape(offence.misdeed.what)}.{nearest}{detail}</li>"
        )
    shown = len(findings.offences)
    total = sum(findings.offence_counts)
    note = f"Answers that the referee could not accept: {told}." + (f" The first {shown}:" if total > shown else "")
    return section("Misdeeds", note, f'<div class="misdeeds"><ul>{"".join(items)}</ul></div>')
