"""`croupier simulate GAME`: many hands at full speed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.agents.loading import OF_THE_HOUSE
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.simulate.run import Report, SeatResult, simulate
from croupier.simulate.statistics import Estimate

from ..terminal import numbers
from ..terminal.numbers import counted, interval_of, mean_of
from ..terminal.options import add_game, add_ray, add_seed, configured, whole_number
from ..terminal.progress import Bar


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
    add_seed(verb)
    verb.add_argument(
        "--hands",
        type=whole_number,
        default=100_000,
        metavar="N",
        help="how many matches: of one hand in hold'em or a genome, a run of the Deal, a Battle (default: 100000)",
    )
    verb.add_argument("--seats", type=whole_number, metavar="K", help="how many seats, where the game leaves it open")
    verb.add_argument(
        "--bots",
        default="random",
        metavar="NAME,…",
        help="the house bot of every seat (default: random); for bots of your own there is `croupier match`",
    )
    verb.add_argument(
        "--workers", type=whole_number, default=1, metavar="W", help="processes to use; never changes the result"
    )
    add_ray(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate and print the report."""
    game = load(options.game)
    found = simulated(game, options, game.simulation)
    print(json.dumps(found.as_json(options.game)) if options.json else found.as_text())
    return 0 if found.report.complete else 130


class Simulated(NamedTuple):
    """A report, with who sat where and the unit that the game tells results in."""

    title: str
    bots: list[str]
    """By seat."""
    unit: str
    per_point: float
    """How much of the unit one point of score in a match is."""
    report: Report

    def in_unit(self, result: SeatResult) -> Estimate:
        """What a seat won, in the game's unit."""
        return Estimate(*(value * self.per_point for value in result))

    def as_json(self, name: str) -> dict[str, Any]:
        """For programs. A seat's own figures are points of score a match; those of its `result` are in the unit."""
        report = self.report
        return {
            "game": name,
            "seed": report.seed,
            "hands": report.hands,
            "matches": report.matches,
            "steps": report.steps,
            "seconds": round(report.seconds, 6),
            "compile_seconds": round(report.compile_seconds, 6),
            "hands_per_second": round(report.hands_per_second, 1),
            "workers": report.workers,
            "complete": report.complete,
            "unit": self.unit,
            "seats": [
                {
                    "seat": seat,
                    "bot": self.bots[seat],
                    **numbers.as_json(Estimate(*result)),
                    "result": numbers.as_json(self.in_unit(result)),
                }
                for seat, result in enumerate(report.seats)
            ],
        }

    def as_text(self) -> str:
        """For people."""
        report = self.report
        lines = [
            f"{self.title}: {counted(report.hands, 'hand')} in {report.seconds:.2f} s, "
            f"{report.hands_per_second:,.0f} hands/s on {counted(report.workers, 'worker')} "
            f"(made ready in {report.compile_seconds:.1f} s), from seed {report.seed}"
        ]
        if not report.complete:
            lines.append("Interrupted: this is what was counted so far.")
        width = max(map(len, ("bot", *self.bots)))
        lines.append(f"{'seat':>6}  {'bot':{width}} {self.unit:>16} {'95 % interval':>25}")
        for seat, (bot, result) in enumerate(zip(self.bots, report.seats, strict=True)):
            found = self.in_unit(result)
            lines.append(f"{seat:>6}  {bot:{width}} {mean_of(found):>16} {interval_of(found):>25}")
        return "\n".join(lines)


def simulated(game: Game, options: argparse.Namespace, settings: Mapping[str, Any], watcher: str = "") -> Simulated:
    """Simulate with a bar that shows how far it has come."""
    config = configured(game, options, **{**settings, "seats": options.seats})
    names = [name.removeprefix(OF_THE_HOUSE) for name in options.bots.split(",")]
    bar = Bar(options.hands, quiet=options.json or not sys.stderr.isatty())
    with bar:
        report = simulate(
            options.game,
            config,
            policies=names,
            matches=options.hands,
            seed=options.seed,
            workers=options.workers,
            ray=options.ray,
            watcher=watcher,
            progress=bar.show,
        )
    seated = [names[seat % len(names)] for seat in range(len(report.seats))]
    return Simulated(game.title, seated, *game.stake(config), report)
