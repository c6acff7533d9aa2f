"""`croupier simulate GAME`: many hands at full speed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.agents.loading import OF_THE_HOUSE
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.simulate.run import Report, simulate

from ..terminal.numbers import counted, interval_of, mean_of, text_table
from ..terminal.options import add_game, add_ray, add_seed, configured, tell_stand_ins, whole_number
from ..terminal.progress import Bar


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Plays matches of a game between house bots with compiled rules, and tells who won how much."
    add_options(verb)


def add_options(verb: argparse.ArgumentParser) -> None:
    """The options of a simulation, which other verbs share."""
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
        help="the house bots by seat; fewer names are repeated until all seats are filled (default: random). Bots keep "
        "their seats; `croupier match` rotates them, and plays bots of your own",
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
    """A report, with the bots by seat and the game's unit of results."""

    title: str
    bots: list[str]
    """By seat."""
    unit: str
    per_point: float
    """How many units one point of score in a match is."""
    report: Report
    named: int = 0
    """How many bots were named, if these were fewer than there are seats."""

    def as_json(self, name: str) -> dict[str, Any]:
        """The report as JSON data. A seat's own figures are points of score per match; `result` is in the unit."""
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
                    **result.as_json(),
                    "result": result.times(self.per_point).as_json(),
                }
                for seat, result in enumerate(report.seats)
            ],
        }

    def as_text(self) -> str:
        """The report as text."""
        report = self.report
        lines = [
            f"{self.title}: {counted(report.hands, 'hand')} in {report.seconds:.2f} s, "
            f"{report.hands_per_second:,.0f} hands/s on {counted(report.workers, 'worker')} "
            f"(made ready in {report.compile_seconds:.1f} s), from seed {report.seed}"
        ]
        if not report.complete:
            lines.append("Interrupted: this is what was counted so far.")
        results = [result.times(self.per_point) for result in report.seats]
        rows = ((str(seat), self.bots[seat], mean_of(one), interval_of(one)) for seat, one in enumerate(results))
        lines += text_table(("seat", "bot", self.unit, "95 % interval"), rows, names=2, indent="  ")
        return "\n".join([*lines, *self._about_seats()])

    def _about_seats(self) -> list[str]:
        """Sentences about which bots fill the unnamed seats, and that bots keep their seats."""
        said = []
        if self.named == 1:
            said.append(f"{self.bots[0]} plays all {len(self.bots)} seats.")
        elif self.named:
            said.append(f"{self.named} names for {len(self.bots)} seats: from seat {self.named} on they are repeated.")
        if len(set(self.bots)) > 1:
            said.append("Bots keep their seats, and seats may differ in value: `croupier match` rotates them.")
        return said


def simulated(game: Game, options: argparse.Namespace, settings: Mapping[str, Any], watcher: str = "") -> Simulated:
    """Simulate, with a progress bar."""
    config = configured(game, options, **{**settings, "seats": options.seats})
    names = [name.removeprefix(OF_THE_HOUSE) for name in options.bots.split(",")]
    tell_stand_ins(game, config, names)
    bar = Bar(options.hands, quiet=options.json)
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
    return Simulated(game.title, seated, *game.stake(config), report, len(names) if len(names) < len(seated) else 0)
