"""The page as one HTML file that needs nothing else: style, charts, data and script are all inside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import product
from typing import Any

from croupier.simulate import report as of_matches
from croupier.simulate.report.charts import NARROW, WIDE, Curve, curves

from ..archive import AXES, CELLS
from ..folder import Row
from ..search import Saved

FAME = 15


def page(name: str, kept: Saved, rows: Sequence[Row], stories: Sequence[dict[str, Any]]) -> str:
    """The whole file. The stories come best first, champions before others."""
    champions = sum(story["kind"] == "champion" for story in stories)
    verdict = f"{len(stories):,} kinds of games, {champions} worth a table" if champions else (
        f"{len(stories):,} kinds of games, and nobody has chosen champions yet"
    )  # fmt: skip
    facts = (
        f"{kept.evaluations:,} games were measured in {kept.generation} generations from seed {kept.settings.seed}, "
        f"by the method “{kept.settings.method}”; {len(stories) / CELLS:.1%} of {CELLS:,} cells have a game."
    )
    sections = [_fame(stories), _map(stories), _game(), _time(rows)]
    data = json.dumps({"games": stories, "axes": [axis.title for axis in AXES]}, separators=(",", ":"))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)}: {escape(verdict)}</title>"
        f"<style>{_file(of_matches.__name__, 'page.css')}{_file(__package__, 'report.css')}</style></head>\n<body>"
        f'<header><p class="eyebrow">Croupier · evolution · {escape(name)}</p><h1>{escape(verdict)}</h1>'
        f'<p class="lead">{escape(facts)}</p></header>\n<main>'
        + "\n".join(sections)
        + "</main>\n<footer><p>Made by Croupier.</p></footer>"
        + f'<script type="application/json" id="games-data">{data.replace("<", chr(92) + "u003c")}</script>\n'
        + f"<script>{_file(__package__, 'report.js')}</script></body></html>\n"
    )


def _file(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _section(title: str, note: str, *parts: str, mark: str = "") -> str:
    named = f' id="{mark}"' if mark else ""
    told = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section{named}><h2>{escape(title)}</h2>{told}{''.join(parts)}</section>"


def _fame(stories: Sequence[dict[str, Any]]) -> str:
    """The best games, to be opened."""
    lines = [
        f'<tr><td><button class="game" data-number="{story["number"]}">{escape(_titled(story["name"]))}</button>'
        f"{_badge(story['kind'])}</td><td>{story['quality']:.2f}</td><td>{story['seats']}</td>"
        f"<td>{escape(_titled(story['nearest']))}</td><td>{story['changes']:g}</td></tr>"
        for story in stories[:FAME]
    ]
    head = "<tr><th>game</th><th>quality</th><th>seats</th><th>nearest classic</th><th>changes</th></tr>"
    return _section(
        "Hall of fame",
        "Champions first, measured in full; then the best of the archive by what a quick look can tell.",
        f'<div class="scroll"><table><thead>{head}</thead><tbody>{"".join(lines)}</tbody></table></div>',
    )


def _titled(name: str) -> str:
    return name.replace("_", " ").capitalize() if "_" in name or name.islower() else name


def _badge(kind: str) -> str:
    return f' <span class="badge {kind}">{kind}</span>' if kind else ""


def _map(stories: Sequence[dict[str, Any]]) -> str:
    """The archive: blocks by length and betting, and in each the cells by thinking and walkovers."""
    by_cell = {tuple(story["cell"]): story for story in stories}
    length, betting, thinking, folding = AXES
    rows = []
    for bets in reversed(range(betting.size)):
        blocks = []
        for long in range(length.size):
            cells = []
            for worth, folds in product(reversed(range(thinking.size)), range(folding.size)):
                cells.append(_cell(by_cell.get((long, bets, worth, folds)), (long, bets, worth, folds)))
            blocks.append(f'<td><div class="block">{"".join(cells)}</div></td>')
        rows.append(f"<tr><th>{escape(betting.label(bets))}</th>{''.join(blocks)}</tr>")
    heads = "".join(f"<th>{escape(length.label(part))}</th>" for part in range(length.size))
    note = (
        f"Columns: {length.title}. Rows: which share of them is about betting. Within a block, from left to right: "
        f"{folding.title}; from bottom to top: {thinking.title}. The fuller, the better. Choose a cell."
    )
    table = f'<table class="map"><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return _section("The map", note, f'<div class="scroll">{table}</div>')


def _cell(story: dict[str, Any] | None, cell: tuple[int, ...]) -> str:
    if story is None:
        return "<i></i>"
    where = ", ".join(f"{axis.title}: {axis.label(part)}" for axis, part in zip(AXES, cell, strict=True))
    said = f"{_titled(story['name'])}, quality {story['quality']:.2f} ({where})"
    return (
        f'<button class="{story["kind"]}" data-number="{story["number"]}" style="--good:{story["quality"]:.3f}" '
        f'title="{escape(said)}" aria-label="{escape(said)}"></button>'
    )


def _game() -> str:
    return '<section id="game" tabindex="-1" hidden></section>'


def _time(rows: Sequence[Row]) -> str:
    """How wide and how good the archive was, generation by generation."""
    cells = [(float(row.evaluations), float(row.cells)) for row in rows]
    quality = [(float(row.evaluations), row.score) for row in rows]
    lines = [
        Curve(name, colour, [(x, y, y, y) for x, y in points])
        for colour, (name, points) in enumerate((("cells with a game", cells), ("sum of qualities", quality)))
    ]
    drawn = [
        curves(size, "Cells and qualities over games measured", "games measured", lines) for size in (WIDE, NARROW)
    ]
    legend = "".join(f'<li><span class="bot c{line.colour}">{line.name}</span></li>' for line in lines)
    note = "Both grow as long as there is something to find. Their ratio is the mean quality of a kind."
    return _section("Over time", note, *drawn, f'<ul class="legend">{legend}</ul>')
