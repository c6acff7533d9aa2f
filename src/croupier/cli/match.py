"""`croupier match BOT BOT …`: which bot is better, and is it luck?"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.agents.loading import FORMS, load_bots
from croupier.games import load
from croupier.kernel import style
from croupier.kernel.errors import BadInput
from croupier.kernel.game import Game
from croupier.kernel.style import Style
from croupier.simulate.match import Match
from croupier.simulate.report import write_report
from croupier.simulate.results import Results
from croupier.simulate.statistics import Estimate
from croupier.simulate.styles import styles_of

from . import contest
from .console import console
from .contest import add_contest, is_contest
from .options import add_game_option, add_seed, configured
from .progress import Bar
from .styles import show_styles

LIMIT_MS = 1000
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
        type=int,
        metavar="N",
        help=f"how many matches of the game to play (default: {HANDS}, or {TOURNAMENTS} tournaments)",
    )
    add_seed(verb, default=1)
    verb.add_argument("--duplicate", action="store_true", help="play the same cards in every rotation of the seats")
    verb.add_argument(
        "--limit-ms",
        type=int,
        default=LIMIT_MS,
        metavar="MS",
        help=f"time for each decision of a command (default: {LIMIT_MS})",
    )
    verb.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"the record of every hand, to replay or resume (default: {RECORDS}/GAME-N.jsonl, for up to "
        f"{RECORDED} hands)",
    )
    verb.add_argument("--no-record", action="store_true", help="write none")
    verb.add_argument("--resume", type=Path, metavar="FILE", help="go on with a record; give the other options again")
    verb.add_argument("--report", type=Path, metavar="FILE", help="write a page about the match, to show around")
    add_contest(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the match and print what it says."""
    if options.hands is None:
        options.hands = TOURNAMENTS if options.tournament else HANDS
    if is_contest(options):
        return contest.run(options)
    with TemporaryDirectory() as folder:
        game = load(options.game)
        if not options.out and not options.resume and not options.no_record and options.hands <= RECORDED:
            options.out = next_record(game.name)
        kept = options.out or options.resume
        if options.report and not kept:
            options.out = Path(folder) / "match.jsonl"
        match = prepared(game, options)
        bar = Bar(match.plays, quiet=options.json or not sys.stderr.isatty())
        with bar:
            results = match.play(bar.show)
        record = options.out or options.resume
        styles = styles_of(match.game, record) if record else []
        if options.report:
            write_report(match.game, record, results, options.report)
    if options.json:
        print(json.dumps({**as_json(options.game, match, results, styles), "record": str(kept) if kept else None}))
    else:
        screen = console()
        show(screen, match.game, results)
        show_styles(screen, results.names, styles)
        if kept:
            print(f"Every hand is in {kept}: croupier replay {kept}")
        if options.report:
            print(f"The report is in {options.report}.")
    return 0 if results.complete else 130


def next_record(game: str) -> Path:
    """The first name that no record has yet."""
    folder = Path(RECORDS)
    return next(path for number in count(1) if not (path := folder / f"{game}-{number}.jsonl").exists())


def prepared(game: Game, options: argparse.Namespace) -> Match:
    """The match that the options ask for."""
    if options.out and options.resume:
        raise BadInput("--resume goes on with its own file; leave out --out.")
    if options.out and options.out.exists():
        raise BadInput(f"{options.out} is there already: go on with it by --resume, or choose another name.")
    chosen = {**game.simulation}
    if "seats" in inspect.signature(game.configure).parameters:
        chosen["seats"] = len(options.bots)
    config = configured(game, options, **chosen)
    game = game.for_config(config) if game.for_config else game
    return Match(
        game,
        config,
        load_bots(game, options.bots, options.limit_ms),
        hands=options.hands,
        seed=options.seed,
        duplicate=options.duplicate,
        out=options.out,
        resume=options.resume,
    )


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
        "saved_by_adjustment": _finite(results.saved_by_adjustment()),
        "saved_by_duplicate": _finite(results.saved_by_duplicate()),
        "bots": [{**_bot_as_json(results, bot), "style": styled[bot]} for bot in range(len(results.names))],
        "comparisons": [
            {
                "better": results.names[found.better],
                "worse": results.names[found.worse],
                **_numbers(found.difference),
                "p": found.p,
                "more_hands": found.more,
                "verdict": results.verdict(found),
            }
            for found in results.comparisons()
        ],
    }


def _bot_as_json(results: Results, bot: int) -> dict[str, Any]:
    errors = [
        {
            "what": wrong.what,
            "times": wrong.times,
            "examples": [
                {"deal": deal, "step": it.step, "seat": it.seat, "detail": it.detail, "nearest": it.nearest}
                for deal, it in wrong.examples
            ],
        }
        for wrong in results.errors(bot)
    ]
    return {
        "name": results.names[bot],
        "unit": results.unit,
        **_numbers(results.result(bot)),
        "raw": _numbers(results.raw(bot)),
        "errors": errors,
    }


def _numbers(found: Estimate) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in found._asdict().items()}


def _finite(value: float | None) -> float | None:
    """JSON has no infinity."""
    return None if value is None or abs(value) == float("inf") else round(value, 6)


def show(screen: Console, game: Game, results: Results) -> None:
    """The results for people."""
    speed = f", {results.hands_per_second:,.0f} hands/s" if results.played else ""
    screen.print(f"{game.title}: {results.plays:,} hands in {results.seconds:.1f} s{speed}", highlight=False)
    if not results.complete:
        screen.print("Interrupted: this is the result so far.", style="yellow")
    lucky = any(results.raw(bot) != results.result(bot) for bot in range(len(results.names)))
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("bot")
    for heading in (results.unit, "95 % interval", *(("luck included", "95 % interval") if lucky else ())):
        table.add_column(heading, justify="right")
    for bot in results.ranking():
        adjusted, raw = results.result(bot), results.raw(bot)
        style = "green" if adjusted.low > 0 else "red" if adjusted.high < 0 else ""
        cells = [Text(results.names[bot]), Text(_mean(adjusted), style), Text(_interval(adjusted))]
        table.add_row(*cells, *([_mean(raw), _interval(raw)] if lucky else []))
    screen.print(table)
    for comparison in results.comparisons()[: len(results.names) - 1 or 1]:
        screen.print(results.verdict(comparison) + ".", style="bold", highlight=False, markup=False, soft_wrap=True)
    for sentence in _savings(results):
        screen.print(sentence, style="dim", highlight=False, soft_wrap=True)
    _show_errors(screen, results)


def _mean(found: Estimate) -> str:
    return f"{found.mean:+.{_digits(found)}f}"


def _interval(found: Estimate) -> str:
    return f"{found.low:+.{_digits(found)}f} … {found.high:+.{_digits(found)}f}"


def _digits(found: Estimate) -> int:
    """As many as say something."""
    return 1 if found.high - found.low >= 1 else 3


def _savings(results: Results) -> list[str]:
    """How much was saved, and by what."""
    factors = [
        (results.saved_by_adjustment(), "Taking out the luck after the last decision"),
        (results.saved_by_duplicate(), "Playing the same cards in every rotation"),
    ]
    return [
        f"{by} saves a factor of {factor:,.2f} in hands." if factor != float("inf") else f"{by} leaves no luck at all."
        for factor, by in factors
        if factor is not None and factor >= 1.005
    ]


def _show_errors(screen: Console, results: Results) -> None:
    """What the bots did wrong, with the first of each kind at length."""
    for bot, name in enumerate(results.names):
        for wrong in results.errors(bot):
            times = "once" if wrong.times == 1 else f"{wrong.times:,} times"
            screen.print(f"\n{name}: {wrong.what} {times}", style="yellow", highlight=False, markup=False)
            for deal, misdeed in wrong.examples[:1]:
                where = f"  deal {deal}, step {misdeed.step}, seat {misdeed.seat}"
                hint = f" (nearest legal move: {misdeed.nearest})" if misdeed.nearest else ""
                screen.print(f"{where}{hint}", highlight=False, markup=False)
                for line in misdeed.detail.splitlines():
                    screen.print(f"    {line}", style="dim", highlight=False, markup=False)
