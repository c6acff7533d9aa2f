"""`croupier match BOT BOT …`: which bot is better, and is it luck?"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.text import Text

from croupier.agents.loading import FORMS, load_bots
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing import style
from croupier.kernel.showing.style import Style
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results
from croupier.simulate.record.storage import Taken
from croupier.simulate.record.styles import styles_of
from croupier.simulate.report import write_report

from ..terminal import numbers
from ..terminal.bot_errors import misdeeds_as_json, show_misdeeds
from ..terminal.console import columns, console
from ..terminal.numbers import colour_of, counted, finite, interval_of, mean_of
from ..terminal.options import add_game_option, add_limit, add_seed, check_writable, configured, terms_of, whole_number
from ..terminal.progress import Bar
from ..terminal.styles import show_styles
from . import contest
from .contest import add_contest, check_company, is_contest

HANDS, TOURNAMENTS = 10_000, 100
RECORDS, RECORDED = "records", 100_000
"""Where records go, and up to how many hands, if nobody says: a million hands fill a few hundred megabytes."""
EPILOG = f"""\
bots: {FORMS}
  croupier match mybot.py house:station --hands 20000
  croupier match mybot.py:Bold mybot.py:Timid house:shark --duplicate
  croupier match "cmd:node bot.js" house:random --limit-ms 200
  croupier match mybot.py house:tight --report out.html
  croupier match mybot.py house:tight house:station --round-robin

docs/write-a-bot.md shows how to write one.
"""


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "match",
        help="bots against each other, with honest numbers",
        description="Plays bots against each other in changing seats, and tells who is better and how surely.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.add_argument("bots", nargs="+", metavar="BOT", help=FORMS)
    add_game_option(verb)
    verb.add_argument(
        "--hands",
        type=whole_number,
        metavar="N",
        help=f"how many matches of the game to play (default: {HANDS}, or {TOURNAMENTS} tournaments)",
    )
    add_seed(verb)
    verb.add_argument("--duplicate", action="store_true", help="play the same cards in every rotation of the seats")
    add_limit(verb)
    verb.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"the record of every hand, to replay or resume (default: {RECORDS}/GAME-N.jsonl, for up to "
        f"{RECORDED} hands); of a round robin or a tournament, the folder for one record a table (default: none)",
    )
    verb.add_argument("--no-record", action="store_true", help="write none")
    verb.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="go on with a record, or with the folder of a round robin or a tournament; give the other options again",
    )
    verb.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write a page about the match, to show around (not about a round robin or a tournament)",
    )
    add_contest(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the match and print what it says."""
    if options.hands is None:
        options.hands = TOURNAMENTS if options.tournament else HANDS
    if options.no_record and (options.out or options.resume):
        raise BadInput("--no-record writes none, and --out and --resume write one: leave out one or the other.")
    if is_contest(options):
        return contest.run(options)
    if options.report:
        check_writable(options.report)
    with TemporaryDirectory() as folder:
        match, record = prepared(load(options.game), options, Path(folder))
        bar = Bar(match.plays, quiet=options.json or not sys.stderr.isatty())
        with bar:
            results = match.play(bar.show)
        styles = styles_of(match.game, record) if record else []
        kept = record if record and record.parent != Path(folder) else None
        if options.json:
            print(json.dumps({**as_json(options.game, match, results, styles), "record": str(kept) if kept else None}))
        else:
            screen = console()
            show(screen, match, results)
            show_styles(screen, results.names, styles)
            if kept:
                print(f"Every hand is in {kept}: croupier replay {kept}")
        if options.report and record:
            write_report(match.game, record, results, options.report)
            if not options.json:
                print(f"The report is in {options.report}.")
    return 0 if results.complete else 130


def prepared(game: Game, options: argparse.Namespace, folder: Path) -> tuple[Match, Path | None]:
    """The match that the options ask for, and its record. One that only the report needs goes into the folder."""
    if options.out and options.resume:
        raise BadInput("--resume goes on with its own file; leave out --out.")
    chosen = {**game.simulation}
    if "seats" in inspect.signature(game.configure).parameters:
        check_company(options.bots)
        chosen["seats"] = len(options.bots)
    config = configured(game, options, **chosen)
    game = game.for_config(config) if game.for_config else game
    entrants = load_bots(game, options.bots, terms_of(options))
    wanted = {"hands": options.hands, "seed": options.seed, "duplicate": options.duplicate}
    if options.resume:
        return Match(game, config, entrants, **wanted, resume=options.resume), options.resume
    if not options.out and not options.no_record and options.hands <= RECORDED:
        for number in count(1):
            record = Path(RECORDS) / f"{game.name}-{number}.jsonl"
            if not record.exists():
                with suppress(Taken):  # by a match that has begun since we looked
                    return Match(game, config, entrants, **wanted, out=record), record
    out = options.out or (folder / "match.jsonl" if options.report else None)
    return Match(game, config, entrants, **wanted, out=out), out


def as_json(name: str, match: Match, results: Results, styles: Sequence[Style] = ()) -> dict[str, Any]:
    """The results for programs."""
    styled = style.as_json(styles) if styles else [{}] * len(results.names)
    return {
        "game": name,
        "hands": results.plays,
        "seed": match.seed,
        "duplicate": match.series.duplicate,
        "complete": results.complete,
        "seconds": round(results.seconds, 6),
        "hands_per_second": round(results.hands_per_second, 1),
        "saved_by_adjustment": finite(results.saved_by_adjustment()),
        "saved_by_duplicate": finite(results.saved_by_duplicate()),
        "bots": [{**_bot_as_json(results, bot), "style": styled[bot]} for bot in range(len(results.names))],
        "comparisons": [
            {
                "better": results.names[found.better],
                "worse": results.names[found.worse],
                **numbers.as_json(found.difference),
                "p": found.p,
                "more_hands": found.more,
                "verdict": results.verdict(found),
            }
            for found in results.comparisons()
        ],
    }


def _bot_as_json(results: Results, bot: int) -> dict[str, Any]:
    return {
        "name": results.names[bot],
        "unit": results.unit,
        **numbers.as_json(results.result(bot)),
        "raw": numbers.as_json(results.raw(bot)),
        "errors": misdeeds_as_json(results.errors(bot)),
    }


def show(screen: Console, match: Match, results: Results) -> None:
    """The results for people."""
    speed = f", {results.hands_per_second:,.0f} hands/s" if results.played else ""
    played = f"{counted(results.plays, 'hand')} in {results.seconds:.1f} s{speed}, from seed {match.seed}"
    screen.print(f"{match.game.title}: {played}", highlight=False, soft_wrap=True)
    if not results.complete:
        screen.print("Interrupted: this is the result so far.", style="yellow")
    lucky = any(results.raw(bot) != results.result(bot) for bot in range(len(results.names)))
    table = columns("bot", results.unit, "95 % interval", *(("luck included", "95 % interval") if lucky else ()))
    for bot in results.ranking():
        adjusted, raw = results.result(bot), results.raw(bot)
        mean = Text(mean_of(adjusted), colour_of(adjusted))
        plain = (mean_of(raw), interval_of(raw)) if lucky else ()
        table.add_row(results.names[bot], mean, interval_of(adjusted), *plain)
    screen.print(table, highlight=False)
    for comparison in results.comparisons()[: len(results.names) - 1 or 1]:
        screen.print(results.verdict(comparison) + ".", style="bold", highlight=False, soft_wrap=True)
    for sentence in _savings(results):
        screen.print(sentence, style="dim", highlight=False, soft_wrap=True)
    for bot, name in enumerate(results.names):
        show_misdeeds(screen, name, results.errors(bot))


def _savings(results: Results) -> list[str]:
    """How much was saved, and by what."""
    factors = [
        (results.saved_by_adjustment(), "Taking out the luck after the last decision"),
        (results.saved_by_duplicate(), "Playing the same cards in every rotation"),
    ]
    whose = ", over all bots" if len(results.names) > 2 else ""
    return [
        f"{by} saves a factor of {factor:,.2f} in hands{whose}."
        if factor != float("inf")
        else f"{by} leaves no luck at all."
        for factor, by in factors
        if factor is not None and factor >= 1.005
    ]
