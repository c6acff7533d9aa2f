"""Pages about matches and contests to share with others: one HTML file each, made from records and results.

`findings` reads a record once, `charts` draws, `page` makes the page of a match and `contest_page` that of a contest,
from `parts` that both use.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import Played, Series
from croupier.kernel.files import write_file
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.onlooker import Onlooker

from ..contest.contest import Contest, Standings
from ..match.results import Results
from ..record.record_file import timeline_of
from ..record.storage import read
from ..record.timeline import Moment
from .charts import COLOURS
from .contest_page import contest_page
from .findings import gather
from .page import page
from .parts import Heading, Row
from .parts import results as results_table


def write_report(game: Game, record: Path, results: Results, out: Path) -> None:
    """Write the page about the match of a record. The game is that of the record's config."""
    series, matches = read(record)
    findings = gather(game, series, matches)
    how = ", the same cards in every rotation of the seats" if series.duplicate else ""
    verdicts = results.verdicts()
    heading = Heading(
        f"Croupier · {game.title}",
        results.verdict(results.comparisons()[0]) if not results.roles else verdicts[-1].removesuffix("."),
        f"{findings.matches:,} hands from seed {series.seed}{how}",
    )
    replays = [replay_data(game, series, played) for played in findings.pots]
    write_file(out, page(heading, _tables(results, verdicts), series.bots, findings, replays, results.thinking))


def write_contest_report(contest: Contest, standings: Standings, out: Path) -> None:
    """Write the page about a round robin or a tournament."""
    write_file(out, contest_page(contest, standings))


def _tables(results: Results, verdicts: list[str]) -> list[str]:
    """The results; where seats are roles, a table for each role."""
    bots = range(len(results.names))
    if not results.roles:
        rows = [Row(results.names[bot], *results.result(bot)) for bot in bots]
        return [results_table("Results", results.unit, rows, verdicts if len(results.names) > 2 else ())]
    tables = []
    for seat, role in enumerate(results.roles):
        rows = [Row(results.names[bot], *results.in_role(bot, seat)) for bot in bots]
        own = [verdict for verdict in verdicts if verdict.startswith(f"{role}:")]
        tables.append(results_table(f"As {role}", results.unit, rows, own))
    return tables


def replay_data(game: Game, series: Series, played: Played, hand: int | None = None) -> dict[str, Any]:
    """One match for the page, or one hand of it, counted from 0. `opening` is the step that is shown first: the one
    before the first decision."""
    timeline = timeline_of(game, series, played)
    first = timeline.start_of(hand) if hand else 0
    end = len(timeline) if hand is None or hand + 1 == timeline.hands else timeline.start_of(hand + 1)
    players = nameplates([series.bots[bot] for bot in played.seating])
    eyes = Onlooker(game, cast_for(game, None, players), all_cards=True)
    return {
        "seats": [{"name": series.bots[bot], "colour": bot % COLOURS} for bot in played.seating],
        "first": first,
        "opening": max(0, timeline.next_decision(first) - 1 - first),
        "steps": [_step(eyes, moment) for moment in timeline.moments[first:end]],
    }


def _step(eyes: Onlooker, moment: Moment) -> dict[str, Any]:
    told = eyes.hear(eyes.facts(moment.events))
    scene = msgspec.to_builtins(eyes.see(moment.state))
    return {"actor": -1 if moment.actor is None else moment.actor, "told": told, "scene": scene}
