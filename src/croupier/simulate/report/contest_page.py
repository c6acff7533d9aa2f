"""The report of a round robin or a tournament: ratings, results of each pair, and errors of bots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from croupier.kernel.statistics import Estimate

from ..contest.contest import Contest, Standings
from .parts import Heading, Row, bot_mark, document, grid, results, section, signed, times

PAIR = 2


def contest_page(contest: Contest, standings: Standings) -> str:
    """The whole file."""
    names = contest.names
    order = sorted(range(len(names)), key=lambda bot: -standings.ratings[bot].mu)
    played = sum(table.results.plays for table in contest.tables)
    what = "tournaments" if contest.tournament else "hands"
    unit = contest.game.stake(contest.config)[0]
    so_far = "" if contest.complete else ", interrupted"
    heading = Heading(
        f"Croupier · {contest.game.title}",
        f"{names[order[0]]} leads with a rating of {standings.ratings[order[0]].mu:.1f}",
        f"{played:,} {what} at {len(contest.tables):,} tables from seed {contest.seed}{so_far}",
    )
    found = [contest.overall(bot) or Estimate(0.0, -math.inf, math.inf) for bot in range(len(names))]
    sections = [
        _standings(contest, standings, order),
        results("Results", unit, [Row(name, *one) for name, one in zip(names, found, strict=True)], ()),
        _matrix(contest, order, unit),
        _tables(contest),
        times(names, [contest.thinking(bot) for bot in range(len(names))]),
        _misdeeds(contest),
    ]
    return document(heading, sections)


def _standings(contest: Contest, standings: Standings, order: Sequence[int]) -> str:
    places = range(1, len(standings.finishes[0]) + 1) if contest.tournament else ()
    head = "".join(f"<th>{title}</th>" for title in ("bot", "rating", "± 2σ", "games", *(f"{at}." for at in places)))
    lines = []
    for bot in order:
        rating = standings.ratings[bot]
        cells = [f"{rating.mu:.1f}", f"{rating.unsure:.1f}", f"{rating.games:,}"]
        cells += [f"{standings.finishes[bot][at - 1]:,}" for at in places]
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><td>{bot_mark(contest.names[bot], bot)}</td>{row}</tr>")
    return section(
        "Ratings",
        "OpenSkill: a mean, which starts at 25, and its uncertainty. Only the order in each game counts.",
        grid(head, lines),
    )


def _matrix(contest: Contest, order: Sequence[int], unit: str) -> str:
    """A matrix of what the bot of a row wins against the bot of a column."""
    if len(contest.choices[0]) != PAIR or len(contest.names) == PAIR:
        return ""
    found: dict[tuple[int, int], Estimate] = {}
    for table in contest.tables:
        for at, bot in enumerate(table.bots):
            found[bot, table.bots[1 - at]] = table.results.result(at)
    head = "<th></th>" + "".join(f"<th>{escape(contest.names[bot])}</th>" for bot in order)
    lines = []
    for one in order:
        cells = "".join(_cell(found.get((one, other))) for other in order)
        lines.append(f"<tr><td>{bot_mark(contest.names[one], one)}</td>{cells}</tr>")
    note = f"What the bot of a line wins from that of a column, in {unit}, with half of the 95 % interval."
    return section("Who beats whom", note, grid(head, lines))


def _cell(found: Estimate | None) -> str:
    if found is None:
        return "<td></td>"
    half = (found.high - found.low) / 2
    sure = "good" if found.low > 0 else "bad" if found.high < 0 else ""
    reach = f" ± {half:,.1f}" if math.isfinite(half) else ""
    return f'<td class="{sure}">{signed(found.mean, 1)}{reach}</td>'


def _tables(contest: Contest) -> str:
    items = "".join(
        f"<li>Table {number}, {table.results.plays:,} played: {escape(' '.join(table.results.verdicts()))}</li>"
        for number, table in enumerate(contest.tables, 1)
    )
    return section("Tables", "", f"<ul>{items}</ul>")


def _misdeeds(contest: Contest) -> str:
    items = []
    for bot, name in enumerate(contest.names):
        for table, wrong in contest.errors(bot):
            detail = "".join(
                f"<details><summary>the first, at table {table}</summary><pre>{escape(misdeed.detail)}</pre></details>"
                for _, misdeed in wrong.examples[:1]
                if misdeed.detail
            )
            items.append(f"<li>{bot_mark(name, bot)}: {escape(wrong.what)}, {wrong.times:,} times.{detail}</li>")
    if not items:
        return ""
    return section(
        "Misdeeds",
        "Answers that the referee could not accept.",
        f'<div class="misdeeds"><ul>{"".join(items)}</ul></div>',
    )
