"""An event as a page to print: one HTML file without scripts and without external files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from croupier.simulate.match.luck import ENDS
from croupier.simulate.report.parts import file

from ..tables.plan import Plan
from .cross_table import Cell, CrossTable
from .lines import Opened
from .standings import verdicts

COLUMNS = 12
"""The number of columns of the cross table that fit on a page."""
KINDS = {
    "common": "Common deals",
    "mirrored": "Mirrored deals",
    "robin": "Round robin",
    "rolling": "Rolling",
    "freezeout": "Freezeout",
    "duplicate": "Duplicate tournaments",
}
SAMPLES = {
    "common": "Every team played the same deals, in the same seats, against the same bots of the house. The samples "
    "are deals. Two teams are compared over the deals that both have played.",
    "mirrored": "Every deal was played in all rotations of the seats. The samples are deals: the mean over all "
    "rotations of each.",
    "robin": "Everybody met everybody, two at a table. The samples are matches. A team's result is the mean of its "
    "results against each opponent.",
    "rolling": "Two met at a time; a team that had played least played next. The samples are matches, and all of them "
    "weigh the same.",
    "freezeout": "All sat at one table until one had everything, or the time was up. The samples are matches.",
    "duplicate": "Every team played the same tournaments at one table, with the same cards, in the same seats, against "
    "the same bots of the house. The samples are tournaments. Two teams are compared over those that both have played.",
}
WITHOUT_LUCK = (
    f"with the luck after the last decision of a hand taken out: what chance did after it is drawn {ENDS} times in "
    "all, the real draw among them, and the mean of these ends counts. “Luck included” is what was really won. Neither "
    "depends on a card that was folded or mucked."
)
RETURNS = (
    "The result is the return on an entry: the prize less the fee, in percent of the fee, as if all players of a "
    "tournament had paid one. An average player has 0, a tournament without a prize is \u2212100. For the interval two "
    "tournaments are added to those that were played, one with the first prize and one without any: a few tournaments "
    "say very little."
)
STATES = {
    "closed": "closed: these results are final",
    "over": "over; until the host closes it, matches can still be voided",
}


def printed(
    opened: Opened, plan: Plan, told: Mapping[str, Any], cross: CrossTable, at: int, missing: Mapping[str, str]
) -> str:
    """The page. `told` is the event as it is public, `missing` says by match why it has no record."""
    title, state = escape(told["title"]), STATES.get(told["state"], f"{told['state']}; these results are not final")
    over = sum(one["over"] for one in told["tables"])
    parts = [
        f"<h1>{title}</h1>",
        f'<p class="sub">{KINDS[told["kind"]]}, {escape(state)}. {over:,} matches over. As of {_time(at)}.</p>',
        "<h2>Standings</h2>",
        *_standings(told),
        "<h2>Cross table</h2>",
        *_cross_table(cross, [row["name"] for row in told["teams"]], told),
        "<h2>Settings</h2>",
        _list(_settings(opened, plan, told)),
        "<h2>How results were computed</h2>",
        *(f"<p>{escape(text)}</p>" for text in _method(told)),
        "<h2>On record</h2>",
        *_on_record(told, missing),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>\n{file('printed.css', __package__)}</style></head>\n<body>\n"
    ) + "\n".join([*parts, "</body></html>", ""])


def _standings(told: Mapping[str, Any]) -> Iterator[str]:
    unit = escape(told["unit"])
    judged = any(row["aivat"] for row in told["teams"])
    by_aivat = ("AIVAT", "95 % interval") if judged else ()
    plainly = () if told["kind"] == "duplicate" else ("luck included",)
    heads = ("", unit, "95 % interval", *plainly, *by_aivat, "rating", "matches", "hands", "by the clock")
    rows = []
    for rank, row in enumerate(told["teams"], 1):
        result, plain, rating = row["result"], row["plain"], row["rating"]
        figures: tuple[str, ...] = (
            (_signed(result["mean"]), _interval(result["low"], result["high"]), _signed(plain["mean"]))
            if result
            else ("", "", "")
        )[: 2 + len(plainly)]
        if judged:
            one = row["aivat"]
            figures += (_signed(one["mean"]), _interval(one["low"], one["high"])) if one else ("", "")
        rated = f"{rating['mu']:.1f} ± {rating['unsure']:.1f}" if rating["games"] else ""
        name = escape(row["name"]) + (" (withdrawn)" if row["withdrawn"] else "")
        counts = f"{row['matches']:,}", f"{row['hands']:,}", f"{row['clock_share']:.1%}" if result else ""
        cells = "".join(f"<td>{cell}</td>" for cell in (*figures, rated, *counts))
        rows.append(f'<tr><td>{rank}</td><th scope="row" class="name">{name}</th>{cells}</tr>')
    yield _table("", [*heads[:1], "team", *heads[1:]], rows)
    yield from (f"<p>{escape(verdict)}</p>" for verdict in verdicts(told["comparisons"]))


def _cross_table(cross: CrossTable, names: Sequence[str], told: Mapping[str, Any]) -> Iterator[str]:
    """The cross table, split into tables of COLUMNS columns. The head of a column is the rank of its team."""
    cells = {(cell.team, cell.other): cell for cell in cross.cells}
    if not cells:
        yield "<p>No two teams can be compared yet.</p>"
        return
    for first in range(0, len(names), COLUMNS):
        columns = [*enumerate(names, 1)][first : first + COLUMNS]
        heads = ["", "team", *(f'<abbr title="{escape(other)}">{number}</abbr>' for number, other in columns)]
        rows = []
        for rank, team in enumerate(names, 1):
            row = "".join(_cell(cells.get((team, other)), team == other) for _, other in columns)
            rows.append(f'<tr><td>{rank}</td><th scope="row" class="name">{escape(team)}</th>{row}</tr>')
        yield _table("cross", heads, rows)
    what = (
        f"what the team of the row won from that of the column, in {told['unit']}"
        if cross.alone
        else f"by how much the result of the row's team is above that of the column's, in {told['unit']}"
    ) + ("" if told["kind"] == "duplicate" else ", without the luck after the last decision")
    yield (
        f'<p class="note">A cell says {escape(what)}; below it, in how many '
        "samples the row's team was ahead, level and behind.</p>"
    )


def _cell(cell: Cell | None, own: bool) -> str:
    if cell is None:
        return '<td class="self">×</td>' if own else "<td></td>"
    return f"<td>{_signed(cell.result.mean)}<small>{cell.ahead}–{cell.level}–{cell.behind}</small></td>"


def _table(kind: str, heads: Sequence[str], rows: Iterable[str]) -> str:
    """A table; the second column has names."""
    cells = "".join(
        f'<th scope="col"{" class=name" if at == 1 else ""}>{head}</th>' if head else "<td></td>"
        for at, head in enumerate(heads)
    )
    columns = "<colgroup><col style=width:7mm></colgroup>" if kind else ""
    shown = f' class="{kind}"' if kind else ""
    body = f"{columns}<thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="wide"><table{shown}>{body}</table></div>'


def _settings(opened: Opened, plan: Plan, told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    event = opened.event
    yield "Event", f"{event.id}, opened {_time(opened.at)}"
    yield "Kind", KINDS[event.kind]
    yield "Game", event.game + (" (a genome)" if event.genome else "")
    yield "Options", ", ".join(f"{name} {value}" for name, value in plan.options.items())
    yield "Deals or matches", f"{told['deals']:,}"
    yield "Seats of a table", f"{plan.seats}"
    yield "Bots of the house", ", ".join(event.bots)
    yield (
        "Time for a decision",
        f"{plan.move_time_ms / 1000:g} s" + (f", and {plan.bank_ms / 1000:g} s for a match" if plan.bank_ms else ""),
    )
    for number, level in enumerate(plan.levels, 1):
        lasts = f"{level.hands} hands" if level.hands else f"{level.minutes:g} minutes" if level.minutes else ""
        changes = ", ".join(f"{name} {value}" for name, value in level.changes.items())
        yield f"Level {number}", "; ".join(part for part in (lasts, changes) if part)
    yield "No match begins after", _time(opened.freeze) if opened.freeze else ""
    yield "No hand begins after", _time(opened.finish_by) if opened.finish_by else ""
    yield "Names at the table", "hidden from each other" if event.aliases else ""
    yield "Value function", f"{event.value}, SHA-256 {opened.value_hash}" if event.value else ""


def _method(told: Mapping[str, Any]) -> Iterator[str]:
    yield SAMPLES[told["kind"]]
    yield RETURNS if told["kind"] == "duplicate" else f"The result is in {told['unit']}, {WITHOUT_LUCK}"
    if told.get("value"):
        yield (
            "Luck at earlier draws was taken out by the value function that is named above. It was settled before the "
            "first card was dealt."
        )
    if any(row["aivat"] for row in told["teams"]):
        yield (
            "“AIVAT” is the result of matches against the blueprint or the solver with less luck: what cards and these "
            "bots did counts by its mean over all hands that they might have held, and the team's own moves as they "
            "were made. It was computed after the event, from all cards, and is told only as a mean of many matches."
        )
    yield (
        "The interval holds the true rate 19 times out of 20 (Student's t over the samples). Two teams are separable "
        "if chance alone would show such a difference less than once in 20 times, corrected for the number of pairs "
        "(Bonferroni). Ratings (OpenSkill, each with its uncertainty) depend only on the order of the places. “By the "
        "clock” is the share of decisions that a team did not make itself."
    )
    yield (
        "Void matches are in none of these figures. The records beside this page show what everybody "
        "may know; “croupier verify” checks their shuffles, and that none of them is missing."
    )


def _on_record(told: Mapping[str, Any], missing: Mapping[str, str]) -> Iterator[str]:
    said = [f"{_time(one['at'])}: the host ordered: {_order(one)}" for one in told["orders"]]
    said += [f"{match} is void: {why}" for one in told["tables"] for match, why in one["void"].items()]
    said += [f"{match} has no record here: {why}" for match, why in missing.items()]
    if not said:
        yield "<p>The host ordered nothing, and every match counts.</p>"
    else:
        yield "<ul>" + "".join(f"<li>{escape(one)}</li>" for one in said) + "</ul>"


def _order(one: Mapping[str, Any]) -> str:
    return " ".join(part for part in (one["order"], one["team"], f"({one['why']})" if one["why"] else "") if part)


def _list(rows: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows if text) + "</dl>"


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _signed(number: float) -> str:
    """A number with its sign, and with one decimal if it is below 100."""
    return f"{number:+,.{0 if abs(number) >= 100 else 1}f}".replace("-", "\u2212")


def _interval(low: float | None, high: float | None) -> str:
    return "unknown" if low is None or high is None else f"{_signed(low)} … {_signed(high)}"
