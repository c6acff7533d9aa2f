"""`croupier simulate GAME`: many hands at full speed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from croupier.agents.loading import HOUSE
from croupier.games import load
from croupier.kernel.game import Game
from croupier.simulate.run import Report, simulate

from .options import add_game, add_seed, configured
from .progress import Bar


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "simulate",
        help="play many hands at full speed",
        description="Plays matches of a game between house bots with compiled rules, and tells who won how much.",
    )
    add_options(verb)


def add_options(verb: argparse.ArgumentParser) -> None:
    """What a simulation can be told; for other verbs that simulate, too."""
    add_game(verb)
    add_seed(verb, default=1)
    verb.add_argument(
        "--hands",
        type=int,
        default=100_000,
        metavar="N",
        help="how many matches: of one hand in hold'em or a genome, a run of the Deal, a Battle (default: 100000)",
    )
    verb.add_argument("--seats", type=int, metavar="K", help="how many seats, where the game leaves it open")
    verb.add_argument(
        "--bots",
        default="random",
        metavar="NAME,…",
        help="the house bot of every seat (default: random); for bots of your own there is `croupier match`",
    )
    verb.add_argument("--workers", type=int, default=1, metavar="W", help="processes to use; never changes the result")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate and print the report."""
    game = load(options.game)
    report = simulated(game, options, game.simulation)
    print(json.dumps(as_json(options.game, report)) if options.json else as_text(game.title, report))
    return 0 if report.complete else 130


def simulated(game: Game, options: argparse.Namespace, settings: Mapping[str, Any], watcher: str = "") -> Report:
    """Simulate with a bar that shows how far it has come."""
    config = configured(game, options, **{**settings, "seats": options.seats})
    bar = Bar(options.hands, quiet=options.json or not sys.stderr.isatty())
    with bar:
        return simulate(
            options.game,
            config,
            policies=[name.removeprefix(HOUSE) for name in options.bots.split(",")],
            matches=options.hands,
            seed=options.seed,
            workers=options.workers,
            watcher=watcher,
            progress=bar.show,
        )


def as_json(name: str, report: Report) -> dict[str, Any]:
    """The report for programs."""
    return {
        "game": name,
        "hands": report.hands,
        "matches": report.matches,
        "steps": report.steps,
        "seconds": round(report.seconds, 6),
        "compile_seconds": round(report.compile_seconds, 6),
        "hands_per_second": round(report.hands_per_second, 1),
        "workers": report.workers,
        "complete": report.complete,
        "seats": [{"seat": i, **result._asdict()} for i, result in enumerate(report.seats)],
    }


def as_text(title: str, report: Report) -> str:
    """The report for people."""
    lines = [
        f"{title}: {report.hands:,} hands in {report.seconds:.2f} s, {report.hands_per_second:,.0f} hands/s "
        f"on {report.workers} worker{'s' if report.workers > 1 else ''} (made ready in {report.compile_seconds:.1f} s)"
    ]
    if not report.complete:
        lines.append("Interrupted: this is what was counted so far.")
    lines.append(f"{'seat':>6} {'mean per match':>16} {'95 % interval':>25}")
    for seat, result in enumerate(report.seats):
        lines.append(f"{seat:>6} {result.mean:>+16.4f} {f'{result.low:+.4f} … {result.high:+.4f}':>25}")
    return "\n".join(lines)
