"""`croupier match BOT BOT …`: which bot is better, and how certain that is."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from croupier.agents.loading import COMMAND, FORMS, files_among, load_bot, load_bots
from croupier.agents.terms import Terms
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.statistics import Sample
from croupier.simulate.match.aivat import Known, corrected, is_possible, known_player
from croupier.simulate.match.crew import Recipe
from croupier.simulate.match.match import Match
from croupier.simulate.record.record_file import styles_of
from croupier.simulate.record.storage import RecordExists
from croupier.simulate.report import write_report

from ..terminal.console import console
from ..terminal.match_results import as_json, show, show_styles
from ..terminal.options import (
    add_game_option,
    add_isolation,
    add_limit,
    add_seed,
    check_writable,
    configured,
    tell_stand_ins,
    terms_of,
    warn_about_isolation,
    whole_number,
)
from ..terminal.progress import Bar
from . import contest
from .contest import WRONG, add_contest, check_enough_bots, exit_code, is_contest

HANDS, TOURNAMENTS = 10_000, 100
RECORDS, RECORDED = "records", 100_000
"""The default folder of records, and the most hands recorded by default: a million hands are some hundred megabytes."""
EPILOG = f"""\
bots: {FORMS}
  croupier match mybot.py house:station --hands 20000
  croupier match mybot.py:Bold mybot.py:Timid house:shark --duplicate
  croupier match "cmd:node bot.js" house:random --limit-ms 200
  croupier match proc:mybot.py proc:theirs.py --limit-ms 50 --bank-ms 5000
  croupier match mybot.py house:tight --report out.html
  croupier match mybot.py house:tight house:station --round-robin

docs/write-a-bot.md shows how to write one.
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Plays bots against each other in changing seats, and tells which is better and how certain it is."
    )
    verb.epilog = EPILOG
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
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
    add_isolation(verb)
    verb.add_argument(
        "--workers",
        type=whole_number,
        default=1,
        metavar="W",
        help="processes to play in, each with its own bots; no result changes unless a bot remembers earlier matches",
    )
    verb.add_argument(
        "--log",
        type=Path,
        metavar="DIR",
        help="a folder for what each bot prints, at most a megabyte per bot",
    )
    verb.add_argument(
        "--fail-on-errors",
        action="store_true",
        help=f"exit with code {WRONG} if a bot did anything wrong, for continuous integration",
    )
    verb.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"the record of every hand, to replay or resume (default: {RECORDS}/GAME-N.jsonl, for up to "
        f"{RECORDED} hands); for a round robin or a tournament, a folder with one record per table (default: none)",
    )
    verb.add_argument("--no-record", action="store_true", help="write no record")
    verb.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="continue a record, or the folder of a round robin or a tournament; give the other options again",
    )
    verb.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write an HTML page about the match, the round robin or the tournament",
    )
    verb.add_argument(
        "--aivat",
        action="store_true",
        help="also estimate the result with less variance, in heads-up hold'em with a house bot (docs/minds.md)",
    )
    add_contest(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the match and print the results."""
    if options.hands is None:
        options.hands = TOURNAMENTS if options.tournament else HANDS
    if options.no_record and (options.out or options.resume):
        raise BadInput("--no-record writes no record, and --out and --resume write one: leave out one or the other.")
    if options.report:
        check_writable(options.report)
    if is_contest(options):
        if options.aivat:
            raise BadInput("--aivat is for a duel of two bots; leave it out of a round robin or a tournament.")
        return contest.run(options)
    with TemporaryDirectory() as folder:
        match, record = prepared(load(options.game), options, Path(folder))
        bar = Bar(match.plays, quiet=options.json)
        with bar:
            results = match.play(bar.show)
        styles = styles_of(match.game, record) if record else []
        if options.aivat and record and results.plays:
            results.corrected = by_aivat(match.game, options, record, results.plays)
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
    return exit_code(results.complete, (results.errors(bot) for bot in range(len(results.names))), options)


def prepared(game: Game, options: argparse.Namespace, folder: Path) -> tuple[Match, Path | None]:
    """The match that the options ask for, and the path of its record. A record that only the report or AIVAT needs is
    written to `folder`, which is temporary."""
    if options.out and options.resume:
        raise BadInput("--resume continues its own file; leave out --out.")
    chosen = {**game.simulation}
    if "seats" in game.config_options():
        check_enough_bots(options.bots)
        chosen["seats"] = len(options.bots)
    config = configured(game, options, **chosen)
    game = game.for_config(config) if game.for_config else game
    if options.aivat:
        check_correctable(game, config, options.bots)
    kept = (Path(RECORDS), folder, options.out, options.resume, options.log)
    terms = terms_of(options, isolated=options.isolated, hidden=kept)
    warn_about_isolation(options.bots, isolated=options.isolated)
    tell_stand_ins(game, config, options.bots)
    entrants = load_bots(game, options.bots, terms)
    wanted = {"hands": options.hands, "seed": options.seed, "duplicate": options.duplicate, "log": options.log}
    wanted |= {"workers": options.workers, "recipe": Recipe(options.game, options.bots, terms)}
    if options.resume:
        return Match(game, config, entrants, **wanted, resume=options.resume), options.resume
    if not options.out and not options.no_record and options.hands <= RECORDED:
        for number in count(1):
            record = Path(RECORDS) / f"{game.name}-{number}.jsonl"
            if not record.exists():
                with suppress(RecordExists):  # another process has just begun a record of this name
                    return Match(game, config, entrants, **wanted, out=record), record
    out = options.out or (folder / "match.jsonl" if options.report or options.aivat else None)
    return Match(game, config, entrants, **wanted, out=out), out


def by_aivat(game: Game, options: argparse.Namespace, record: Path, plays: int) -> Sample | None:
    """What the first bot won, corrected by AIVAT; None if interrupted."""
    with suppress(KeyboardInterrupt), Bar(plays, quiet=options.json) as bar:
        found = corrected(record, known_players(game, options.bots), lambda done: bar.show(done, "judging by AIVAT"))
        return Sample.of(found)
    print("Interrupted: AIVAT has no result.", file=sys.stderr)
    return None


def known_players(game: Game, bots: list[str]) -> list[Known | None]:
    """For each bot, its known probabilities if it is a house bot, else None."""
    made = [None if files_among([text]) or text.startswith(COMMAND) else load_bot(game, text, Terms()) for text in bots]
    return [known_player(bot) for bot in made]


def check_correctable(game: Game, config: Any, bots: list[str]) -> None:
    """Refuse a match that AIVAT cannot correct."""
    if not is_possible(game, config, known_players(game, bots)):
        raise BadInput(
            "--aivat is for heads-up hold'em, one hand a match, with a house bot such as house:blueprint: only house "
            "bots have known probabilities. Leave it out."
        )
