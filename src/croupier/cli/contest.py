"""`croupier match … --round-robin` and `--tournament`: many tables, a matrix, placings and ratings."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from croupier.agents.command import CommandBot
from croupier.agents.loading import load_bots
from croupier.games import load
from croupier.kernel.errors import BadInput
from croupier.kernel.game import Game
from croupier.simulate.contest import SESSION, Contest, Standings
from croupier.simulate.statistics import Estimate

from .console import console
from .options import configured
from .progress import Bar

PAIR = 2


def add_contest(verb: argparse.ArgumentParser) -> None:
    """`--round-robin`, `--tournament` and `--seats`."""
    how = verb.add_mutually_exclusive_group()
    how.add_argument(
        "--round-robin", action="store_true", help="every pair of bots heads-up, or every table of --seats bots"
    )
    how.add_argument(
        "--tournament", action="store_true", help="play each match until one seat has all the chips; --hands of them"
    )
    verb.add_argument("--seats", type=int, metavar="K", help="seats of a table in a round robin or a tournament")


def is_contest(options: argparse.Namespace) -> bool:
    """Whether many tables are asked for."""
    if options.seats is not None and not (options.round_robin or options.tournament):
        raise BadInput("--seats is for --round-robin and --tournament; a match has a seat for each bot.")
    return bool(options.round_robin or options.tournament)


def run(options: argparse.Namespace) -> int:
    """Play all tables and print what they say."""
    if options.resume or options.report:
        raise BadInput("A contest is not resumed and has no report; --out FOLDER keeps the record of each table.")
    with _folder(options.out) as folder:
        contest = prepared(load(options.game), options, folder)
        bar = Bar(len(contest.choices) * options.hands, quiet=options.json or not sys.stderr.isatty())
        with bar:
            contest.play(bar.show)
        standings = contest.standings()
    if options.json:
        print(json.dumps(as_json(options.game, contest, standings)))
    else:
        show(console(), contest, standings)
        if options.out:
            print(f"The record of each table is in {options.out}.")
    return 0 if contest.complete else 130


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """Where the records of the tables go: into a new folder, or only for as long as they are needed."""
    if out is None:
        with TemporaryDirectory() as folder:
            yield Path(folder)
        return
    try:
        out.mkdir(parents=True)
    except FileExistsError as error:
        raise BadInput(f"{out} is there already: choose another name for the folder.") from error
    except OSError as error:
        raise BadInput(f"{out} cannot be made: {error.strerror}.") from error
    yield out


def prepared(game: Game, options: argparse.Namespace, folder: Path) -> Contest:
    """The contest that the options ask for."""
    known = inspect.signature(game.configure).parameters
    seats = options.seats or (len(options.bots) if options.tournament else PAIR)
    chosen = {**game.simulation}
    if "seats" in known:
        chosen["seats"] = seats
    if options.tournament:
        if "hands" not in known:
            raise BadInput(f"{game.title} cannot be played until one seat has everything; take --round-robin.")
        chosen["hands"] = 0
    config = configured(game, options, **chosen)
    game = game.for_config(config) if game.for_config else game
    loaded = load_bots(game, options.bots, options.limit_ms)
    for entrant in loaded:  # only their names are needed: every table makes its own
        if isinstance(entrant.bot, CommandBot):
            entrant.bot.close()
    return Contest(
        game,
        config,
        options.bots,
        [entrant.name for entrant in loaded],
        folder,
        seats=seats,
        hands=options.hands,
        seed=options.seed,
        duplicate=options.duplicate,
        limit_ms=options.limit_ms,
        tournament=options.tournament,
    )


def as_json(name: str, contest: Contest, standings: Standings) -> dict[str, Any]:
    """The contest for programs."""
    bots = []
    for bot, called in enumerate(contest.names):
        rating, overall = standings.ratings[bot], contest.overall(bot)
        bots.append(
            {
                "name": called,
                **(overall._asdict() if overall else {}),
                "unit": _unit(contest),
                "rating": {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games},
                **({"finishes": standings.finishes[bot]} if contest.tournament else {}),
            }
        )
    tables = [
        {
            "bots": [contest.names[bot] for bot in table.bots],
            "hands": table.results.plays,
            "results": [table.results.result(at)._asdict() for at in range(len(table.bots))],
            "verdicts": [table.results.verdict(found) for found in table.results.comparisons()],
            "errors": [sum(wrong.times for wrong in table.results.errors(at)) for at in range(len(table.bots))],
        }
        for table in contest.tables
    ]
    return {"game": name, "complete": contest.complete, "bots": bots, "tables": tables}


def _unit(contest: Contest) -> str:
    return contest.game.stake(contest.config)[0]


def show(screen: Console, contest: Contest, standings: Standings) -> None:
    """The contest for people."""
    what = "tournaments" if contest.tournament else "hands"
    played = sum(table.results.plays for table in contest.tables)
    tables = "1 table" if len(contest.tables) == 1 else f"{len(contest.tables)} tables"
    screen.print(f"{contest.game.title}: {played:,} {what} at {tables}", highlight=False)
    if not contest.complete:
        screen.print(f"Interrupted: {len(contest.choices)} tables were asked for.", style="yellow")
    order = sorted(range(len(contest.names)), key=lambda bot: -standings.ratings[bot].mu)
    screen.print(_standings(contest, standings, order))
    if len(contest.choices[0]) == PAIR and len(contest.names) > PAIR:
        screen.print(_matrix(contest, order))
    if not contest.tournament:
        note = f"Ratings are by sessions of {SESSION} hands, the intervals of results by hands."
        screen.print(note, style="dim", highlight=False)


def _standings(contest: Contest, standings: Standings, order: list[int]) -> Table:
    table = _blank("bot", "rating", "± 2σ", "games", _unit(contest), "95 % interval")
    if contest.tournament:
        for place in range(1, len(standings.finishes[0]) + 1):
            table.add_column(f"{place}.", justify="right")
    for bot in order:
        rating, overall = standings.ratings[bot], contest.overall(bot)
        result = (f"{overall.mean:+.1f}", f"{overall.low:+.1f} … {overall.high:+.1f}") if overall else ("–", "–")
        cells = [f"{rating.mu:.1f}", f"{rating.unsure:.1f}", f"{rating.games:,}", *result]
        cells += [f"{count:,}" for count in standings.finishes[bot]] if contest.tournament else []
        table.add_row(contest.names[bot], *cells)
    return table


def _matrix(contest: Contest, order: list[int]) -> Table:
    """What the bot of a line wins against that of a column."""
    found: dict[tuple[int, int], Estimate] = {}
    for table in contest.tables:
        for at, bot in enumerate(table.bots):
            found[bot, table.bots[1 - at]] = table.results.result(at)
    drawn = _blank(f"{_unit(contest)} against", *(contest.names[bot] for bot in order))
    for one in order:
        drawn.add_row(contest.names[one], *(_cell(found.get((one, other)), one == other) for other in order))
    return drawn


def _cell(result: Estimate | None, same: bool) -> str:
    if result is None:
        return "" if same else "–"
    colour = "green" if result.low > 0 else "red" if result.high < 0 else "default"
    return f"[{colour}]{result.mean:+.1f} ± {(result.high - result.low) / 2:.1f}[/]"


def _blank(first: str, *others: str) -> Table:
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table
