"""The page as one self-contained HTML file, with its style, charts, data and script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import product
from typing import Any

from croupier.simulate.report.charts import NARROW, WIDE, Curve, curves
from croupier.simulate.report.parts import Heading, document, file, grid, script, section

from ..archive import AXES, CELLS
from ..folder import Ancestor, Row
from ..search import Saved
from .lineage import Leaf, lineage

FAME = 15
FAMILIES = 8
"""How many lineages are drawn."""


def page(
    name: str,
    kept: Saved,
    rows: Sequence[Row],
    stories: Sequence[dict[str, Any]],
    ancestors: Mapping[int, Ancestor],
    agreement: Sequence[str] = (),
) -> str:
    """The whole file. `stories` are sorted: champions first, then by quality. `agreement` says how far people agree
    with measures."""
    champions = sum(story["kind"] == "champion" for story in stories)
    verdict = f"{len(stories):,} kinds of games, {champions} worth a table" if champions else (
        f"{len(stories):,} kinds of games; champions have not been chosen yet"
    )  # fmt: skip
    facts = (
        f"{kept.evaluations:,} games were measured in {kept.generation} generations from seed {kept.settings.seed}, "
        f"by the method “{kept.settings.method}”; {len(stories) / CELLS:.1%} of {CELLS:,} cells have a game."
    )
    sections = [_fame(stories, agreement), _map(stories), _game(), _families(stories, ancestors), _time(rows)]
    data = {"games": stories, "axes": [axis.title for axis in AXES]}
    return document(
        Heading(f"Croupier · evolution · {name}", verdict, facts, name),
        sections,
        script("games-data", file("report.js", __package__), data),
        file("report.css", __package__),
    )


def _fame(stories: Sequence[dict[str, Any]], agreement: Sequence[str]) -> str:
    """The table of the best games, with buttons that open them; with people's answers, if there are any."""
    rated = any(story["ratings"] for story in stories)
    lines = [
        f'<tr><td><button class="game" data-number="{story["number"]}">{escape(_titled(story["name"]))}</button>'
        f"{_badge(story['kind'])}<small>{_nearest(story)}</small></td><td>{story['quality']:.2f}</td>"
        + ("".join(f"<td>{_answer(one)}</td>" for one in story["people"]) if rated else "")
        + f'<td>{story["seats"]}</td><td class="roomy">{_nearest(story)}</td></tr>'
        for story in stories[:FAME]
    ]
    asked = [one["title"] for one in stories[0]["people"]] if rated else []
    people = "".join(f'<th title="people\'s answers, 1 to 5, with their interval">{escape(one)}</th>' for one in asked)
    head = f'<th>game</th><th>quality</th>{people}<th>seats</th><th class="roomy">nearest classic</th>'
    return section(
        "Hall of fame",
        "Champions first, measured in full; then the best of the archive, measured in few hands.",
        grid(head, lines) + "".join(f"<p>{escape(one)}</p>" for one in agreement),
    )


def _nearest(story: dict[str, Any]) -> str:
    if story["kind"] == "classic":
        return "one of the classics"
    return f"{escape(_titled(story['nearest']))}, {story['changes']:g} changes away"


def _answer(one: dict[str, Any]) -> str:
    return "–" if one["mean"] is None else f"{one['mean']:.1f} <span>({one['low']:.1f} … {one['high']:.1f})</span>"


def _titled(name: str) -> str:
    return name.replace("_", " ").capitalize() if "_" in name or name.islower() else name


def _badge(kind: str) -> str:
    return f' <span class="badge {kind}">{kind}</span>' if kind else ""


def _map(stories: Sequence[dict[str, Any]]) -> str:
    """The archive as a grid: blocks by length and betting, and in each block cells by thinking and walkovers."""
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
        f"Columns: {length.title}. Rows: the share of decisions about betting. Within a block, from left to right: "
        f"{folding.title}; from bottom to top: {thinking.title}. The stronger the colour, the better. Click a cell."
    )
    drawn = f'<table class="map"><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return section("The map", note, f'<div class="scroll">{drawn}</div>')


def _cell(story: dict[str, Any] | None, cell: tuple[int, ...]) -> str:
    if story is None:
        return "<i></i>"
    where = ", ".join(f"{axis.title}: {axis.label(part)}" for axis, part in zip(AXES, cell, strict=True))
    said = f"{_titled(story['name'])}, quality {story['quality']:.2f} ({where})"
    return (
        f'<button class="{story["kind"]}" data-number="{story["number"]}" style="--good:{story["quality"]:.3f}" '
        f'title="{escape(said)}" aria-label="{escape(said)}"></button>'
    )


def _families(stories: Sequence[dict[str, Any]], ancestors: Mapping[int, Ancestor]) -> str:
    """Where the best games come from, as a tree."""
    chosen = [story for story in stories if story["kind"] == "champion"] or [
        story for story in stories if story["kind"] != "classic"
    ]
    leaves = [Leaf(story["number"], _titled(story["name"])) for story in chosen[:FAMILIES]]
    drawn = [lineage(size, leaves, ancestors) for size in (WIDE, NARROW)]
    note = (
        "Each line leads from a parent to its child, a dashed one from the second parent of a crossover. "
        "The stronger the colour of a dot, the better the game was when it took its cell."
    )
    return section("The lineage", note, *drawn) if any(drawn) else ""


def _game() -> str:
    return '<section id="game" tabindex="-1" hidden></section>'


def _time(rows: Sequence[Row]) -> str:
    """Charts of coverage and quality by generation."""
    cells = [_curve("cells with a game", 0, rows, [float(row.cells) for row in rows])]
    quality = [
        _curve("the best", 3, rows, [row.best for row in rows]),
        _curve("the mean of all cells", 1, rows, [row.score / row.cells if row.cells else 0.0 for row in rows]),
    ]
    wide = _charts("Coverage over time", cells)
    good = _charts("Quality over time", quality)
    return section("Coverage", "Cells with a game, by the number of games measured.", wide) + (
        section("Quality", "From 0 to 1. The mean falls when new kinds of games come in.", good)
    )


def _curve(name: str, colour: int, rows: Sequence[Row], values: Sequence[float]) -> Curve:
    return Curve(name, colour, [(float(row.evaluations), y, y, y) for row, y in zip(rows, values, strict=True)])


def _charts(label: str, lines: Sequence[Curve]) -> str:
    drawn = [curves(size, label, "games measured", lines) for size in (WIDE, NARROW)]
    legend = "".join(f'<li><span class="bot c{line.colour}">{line.name}</span></li>' for line in lines)
    return f'{"".join(drawn)}<ul class="legend">{legend}</ul>'
