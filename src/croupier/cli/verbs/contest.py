"""`croupier match … --round-robin` and `--tournament`: many tables, with a matrix of results, placings and ratings."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.agents.loading import files_among, load_bots
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput, Fault, Tampered
from croupier.kernel.statistics import Estimate
from croupier.simulate.contest.contest import SESSION, Contest, Standings
from croupier.simulate.match.crew import Recipe
from croupier.simulate.match.results import Wrong
from croupier.simulate.report import write_contest_report

from ..terminal.console import columns, console
from ..terminal.match_results import misdeeds_as_json, show_misdeeds, show_thinking, thinking_as_json
from ..terminal.numbers import colour_of, counted, interval_of, mean_of
from ..terminal.options import configured, tell_stand_ins, terms_of, warn_about_isolation, whole_number
from ..terminal.progress import Bar

PAIR = 2
WRONG = 3
"""The exit code of `--fail-on-errors`."""
LONGEST = 10_000
"""The most hands of a tournament: bots that always fold would never end one."""


def add_contest(verb: argparse.ArgumentParser) -> None:
    """`--round-robin`, `--tournament` and `--seats`."""
    how = verb.add_mutually_exclusive_group()
    how.add_argument(
        "--round-robin", action="store_true", help="every pair of bots heads-up, or every table of --seats bots"
    )
    how.add_argument(
        "--tournament",
        action="store_true",
        help=f"play --hands matches, each until one seat has all the chips; after {LONGEST} hands, chips decide",
    )
    verb.add_argument(
        "--seats", type=whole_number, metavar="K", help="seats per table in a round robin or a tournament"
    )


def is_contest(options: argparse.Namespace) -> bool:
    """Whether the options ask for a round robin or a tournament."""
    if options.seats is not None and not (options.round_robin or options.tournament):
        raise BadInput("--seats is for --round-robin and --tournament; a match has a seat for each bot.")
    return bool(options.round_robin or options.tournament)


def check_enough_bots(bots: Sequence[str]) -> None:
    """Refuse a single bot."""
    if len(bots) == 1:
        raise BadInput(f"A match needs two bots or more: name another to play against {bots[0]}, such as random.")


def run(options: argparse.Namespace) -> int:
    """Play all tables and print the results."""
    kept = options.out or options.resume
    with TemporaryDirectory() as folder:
        contest = prepared(load(options.game), options, kept or Path(folder))
        bar = Bar(contest.plays, quiet=options.json)
        fault = None
        with bar:
            try:
                contest.play(bar.show)
            except (Fault, Tampered) as error:
                fault = error
        standings = contest.standings()
        if options.report and contest.tables:
            write_contest_report(contest, standings, options.report)
    if options.json:
        print(json.dumps(as_json(options.game, contest, standings)))
    else:
        show(console(), contest, standings)
        if kept:
            print(f"The record of each table is in {kept}.")
        if options.report and contest.tables:
            print(f"The report is in {options.report}.")
    if fault:
        raise fault
    wrongs = ([wrong for _, wrong in contest.errors(bot)] for bot in range(len(contest.names)))
    return exit_code(contest.complete, wrongs, options)


def exit_code(complete: bool, wrongs: Iterable[Sequence[Wrong]], options: argparse.Namespace) -> int:
    """The exit code of the program, given the errors of each bot."""
    if not complete:
        return 130
    at_fault = any(not wrong.harmless for of_bot in wrongs for wrong in of_bot)
    return WRONG if options.fail_on_errors and at_fault else 0


def prepared(game: Game, options: argparse.Namespace, folder: Path) -> Contest:
    """The contest that the options ask for. Its folder is created with the first record, so a refusal leaves none."""
    if options.out and options.resume:
        raise BadInput("--resume continues its own folder; leave out --out.")
    if options.out and options.out.exists():
        raise BadInput(f"{options.out} exists already: continue it with --resume, or choose another name.")
    if options.resume and not options.resume.is_dir():
        raise BadInput(f"{options.resume} is not a folder; the records of a round robin or a tournament are in one.")
    check_enough_bots(options.bots)
    known = game.config_options()
    seats = options.seats if options.seats is not None else len(options.bots) if options.tournament else PAIR
    chosen = {**game.simulation}
    if "seats" in known:
        chosen["seats"] = seats
    if options.tournament:
        if "hands" not in known:
            raise BadInput(f"{game.title} cannot be played until one seat has all the chips; choose --round-robin.")
        chosen["hands"] = 0
    config = configured(game, options, **chosen)
    if options.tournament:
        config.hands = config.hands or LONGEST
    game = game.for_config(config) if game.for_config else game
    strangers = not options.in_process and len(files_among(options.bots)) > 1
    terms = terms_of(options, isolated=options.isolated or strangers, hidden=(folder, options.log))
    warn_about_isolation(options.bots, isolated=terms.isolated)
    tell_stand_ins(game, config, options.bots)
    return Contest(
        game,
        config,
        load_bots(game, options.bots, terms),
        folder,
        seats=seats,
        hands=options.hands,
        seed=options.seed,
        duplicate=options.duplicate,
        tournament=options.tournament,
        log=options.log,
        workers=options.workers,
        recipe=Recipe(options.game, options.bots, terms),
    )


def as_json(name: str, contest: Contest, standings: Standings) -> dict[str, Any]:
    """The contest as JSON data."""
    bots = []
    for bot, called in enumerate(contest.names):
        rating, overall = standings.ratings[bot], contest.overall(bot)
        bots.append(
            {
                "name": called,
                **(overall.as_json() if overall else {}),
                "unit": _unit(contest),
                "thinking_ms": thinking_as_json(contest.thinking(bot)),
                "rating": {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games},
                **({"finishes": standings.finishes[bot]} if contest.tournament else {}),
            }
        )
    tables = [
        {
            "bots": [contest.names[bot] for bot in table.bots],
            "hands": table.results.plays,
            "results": [table.results.result(at).as_json() for at in range(len(table.bots))],
            "verdicts": [table.results.verdict(found) for found in table.results.comparisons()],
            "errors": [misdeeds_as_json(table.results.errors(at)) for at in range(len(table.bots))],
        }
        for table in contest.tables
    ]
    undecided = {"undecided": standings.undecided} if contest.tournament else {}
    told = {"game": name, "seed": contest.seed, "complete": contest.complete, **undecided}
    return {**told, "bots": bots, "tables": tables}


def _unit(contest: Contest) -> str:
    return contest.game.stake(contest.config)[0]


def show(screen: Console, contest: Contest, standings: Standings) -> None:
    """Print the contest."""
    what, tables = "tournament" if contest.tournament else "hand", counted(len(contest.tables), "table")
    played = sum(table.results.plays for table in contest.tables)
    said = f"{contest.game.title}: {counted(played, what)} at {tables}, from seed {contest.seed}"
    screen.print(said, highlight=False, soft_wrap=True)
    if not contest.complete:
        asked = f"{counted(contest.plays, what)} at {counted(len(contest.choices), 'table')}"
        said = f"Interrupted: this is the result so far, of {asked}."
        screen.print(said, style="yellow", highlight=False, soft_wrap=True)
    order = sorted(range(len(contest.names)), key=lambda bot: -standings.ratings[bot].mu)
    screen.print(_standings(contest, standings, order))
    if len(contest.choices[0]) == PAIR and len(contest.names) > PAIR:
        screen.print()
        screen.print(_matrix(contest, order))
    if standings.undecided:
        some = f"{standings.undecided:,} of {counted(played, 'tournament')}"
        note = f"Decided by chips, as they were not over after {counted(contest.config.hands, 'hand')}: {some}."
        screen.print(note, style="dim", highlight=False, soft_wrap=True)
    if not contest.tournament:
        note = f"Ratings compare sessions of about {SESSION} hands; the intervals of results compare hands."
        screen.print(note, style="dim", highlight=False, soft_wrap=True)
    show_thinking(screen, contest.names, [contest.thinking(bot) for bot in range(len(contest.names))])
    for bot, name in enumerate(contest.names):
        for number, wrong in contest.errors(bot):
            show_misdeeds(screen, name, [wrong], f"table {number}, ")


def _standings(contest: Contest, standings: Standings, order: list[int]) -> Table:
    table = columns("bot", "rating", "± 2σ", "games", _unit(contest), "95 % interval")
    if contest.tournament:
        for place in range(1, len(standings.finishes[0]) + 1):
            table.add_column(f"{place}.", justify="right")
    for bot in order:
        rating, overall = standings.ratings[bot], contest.overall(bot)
        result = (mean_of(overall), interval_of(overall)) if overall else ("–", "–")
        cells = [f"{rating.mu:.1f}", f"{rating.unsure:.1f}", f"{rating.games:,}", *result]
        cells += [f"{count:,}" for count in standings.finishes[bot]] if contest.tournament else []
        table.add_row(contest.names[bot], *cells)
    return table


def _matrix(contest: Contest, order: list[int]) -> Table:
    """What the bot of each row wins against the bot of each column."""
    found: dict[tuple[int, int], Estimate] = {}
    for table in contest.tables:
        for at, bot in enumerate(table.bots):
            found[bot, table.bots[1 - at]] = table.results.result(at)
    drawn = columns(f"{_unit(contest)} against", *(contest.names[bot] for bot in order))
    for one in order:
        drawn.add_row(contest.names[one], *(_cell(found.get((one, other)), one == other) for other in order))
    return drawn


def _cell(result: Estimate | None, same: bool) -> Text:
    if result is None:
        return Text("" if same else "–")
    half = (result.high - result.low) / 2
    reach = f" ± {half:.1f}" if math.isfinite(half) else ""
    return Text(f"{result.mean:+.1f}{reach}", colour_of(result))
