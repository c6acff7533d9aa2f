"""`croupier genome check|show|diff|simulate`: a game as data."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from croupier.evolve.canonical import canonical
from croupier.evolve.fitness.evaluation import Evaluation
from croupier.evolve.fitness.findings import Diagnosis, diagnosed
from croupier.evolve.fitness.tiers import LAST, evaluate
from croupier.games.genome import BadGenome, Flaw, GameGenome, checked, find, from_file, measures, validate
from croupier.games.genome.language.dead_parts import Finding, dead_parts
from croupier.games.genome.language.difference import differences
from croupier.games.genome.language.genome import as_data, name_of
from croupier.games.genome.language.parts import written
from croupier.games.genome.language.reading import sentences_of
from croupier.games.genome.machine.listing import as_text, listing, summary
from croupier.kernel.errors import BadInput
from croupier.simulate.idle_parts import look_at, parts_to_look_at, played

from ..terminal.numbers import counted
from ..terminal.options import whole_number
from ..terminal.progress import Bar
from . import simulate

MATCHES = 1000
PLAYED_AGAIN, SEED = 1, 1
"""What luck a game is measured with."""
SECONDS = 20
FILE_HELP = "a genome's file, or the name of a classic"
CHECK = """\
Finds all flaws of genomes, each with its place in the JSON and how to fix it. For genomes that can be played it tells
which parts have no effect: provably, or in the random matches that were played (--matches). With --play it also says
how good a game is: the best strategy that fits into a sentence, how much thinking wins beyond it, choices that are
always made alike, phases that could go, and which seat has the advantage. That takes some seconds for each genome.

The exit code is 1 if a genome has flaws. Ctrl-C ends it with what was found so far.
"""
MOST_SHOWN = 5
"""The most unchecked parts that are named; JSON has all of them."""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb and its four subcommands."""
    verb.description = "Genomes: betting card games as data. Other verbs accept them as games: `croupier play FILE`."
    ways = verb.add_subparsers(title="ways", metavar="check|show|diff|simulate", required=True)

    way = ways.add_parser(
        "check",
        help="find flaws, and parts without effect",
        description=CHECK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    way.add_argument("files", nargs="+", metavar="FILE", help=FILE_HELP)
    way.add_argument(
        "--matches",
        type=whole_number,
        default=MATCHES,
        metavar="N",
        help=f"how many random matches to play for each part; 0 for none (default: {MATCHES})",
    )
    way.add_argument(
        "--seconds",
        type=whole_number,
        default=SECONDS,
        metavar="S",
        help="the most time for these matches, for each genome; parts that were not checked are named; 0 for no limit "
        f"(default: {SECONDS})",
    )
    way.add_argument("--play", action="store_true", help="play it, and tell what a designer should know")
    _add_json(way)
    way.set_defaults(run=run_check)

    way = ways.add_parser("show", help="a summary and the program", description="Shows what a genome is translated to.")
    way.add_argument("file", metavar="FILE", help=FILE_HELP)
    _add_json(way)
    way.set_defaults(run=run_show)

    way = ways.add_parser(
        "diff",
        help="what differs between two genomes",
        description="Prints what differs between two genomes: the place in the JSON, and the words of the rule books.",
    )
    way.add_argument("before", metavar="A", help=FILE_HELP)
    way.add_argument("after", metavar="B", help=FILE_HELP)
    _add_json(way)
    way.set_defaults(run=run_diff)

    way = ways.add_parser(
        "simulate",
        help="play many hands at full speed, and count what happens",
        description="Like `croupier simulate FILE`: compiled play between house bots. Counts decisions, bets and more.",
    )
    simulate.add_options(way)
    way.add_argument(
        "--sessions", action="store_true", help="play whole sessions instead of single hands; --hands says how many"
    )
    way.set_defaults(run=run_simulate)


def _add_json(way: argparse.ArgumentParser) -> None:
    way.add_argument("--json", action="store_true", help="print as JSON")


def run_check(options: argparse.Namespace) -> int:
    """Check all files, and print a report on each."""
    if options.matches < 0 or options.seconds < 0:
        raise BadInput("--matches and --seconds take 0 or more.")
    checks = []
    for file in options.files:
        check = check_genome(file, options.matches, options.seconds or math.inf, quiet=options.json)
        checks.append(with_play(check) if options.play and not check.flaws and not check.stopped else check)
        if not options.json:
            print(checks[-1].as_text(), flush=True)
        if checks[-1].stopped:
            break
    if options.json:
        print(json.dumps([found.as_json() for found in checks]))
    return 130 if checks[-1].stopped else 1 if any(found.flaws for found in checks) else 0


def run_show(options: argparse.Namespace) -> int:
    """Print a summary and the program."""
    genome = checked(find(options.file), options.file)
    program = listing(genome)
    if options.json:
        print(json.dumps({"genome": as_data(genome), "program": [line._asdict() for line in program]}))
    else:
        print(f"{summary(genome)}\n\n{as_text(program)}")
    return 0


def run_diff(options: argparse.Namespace) -> int:
    """Print what differs."""
    before, after = (checked(find(file), file) for file in (options.before, options.after))
    found = differences(before, after)
    if options.json:
        print(json.dumps([difference._asdict() for difference in found]))
    else:
        print("\n".join(map(str, found)) or "The two are the same.")
    return 0


def run_simulate(options: argparse.Namespace) -> int:
    """Simulate, and print the report with the counts."""
    game = from_file(options.game)
    settings = {} if options.sessions else game.simulation
    found = simulate.simulated(game, options, settings, measures.__name__)
    counts, hands = measures.counts(found.report.notes), max(1, found.report.hands)
    if options.json:
        print(json.dumps({**found.as_json(options.game), "measures": counts}))
    else:
        per_hand = [f"{name:>16} {count / hands:>12.4f}" for name, count in counts.items() if count]
        print("\n".join([found.as_text(), "", f"{'a hand has':>16}", *per_hand]))
    return 0 if found.report.complete else 130


class GenomeCheck(NamedTuple):
    """The flaws of a genome; if it has none, its parts without effect. A file that cannot be read has one flaw."""

    file: str
    title: str
    flaws: list[Flaw]
    notes: list[Finding]
    matches: int = 0
    """In how many random matches each part was tested; with 0, only parts that provably have no effect are found."""
    unchecked: Sequence[str] = ()
    """Parts that were not tested, because the time was over or the check was stopped."""
    stopped: bool = False
    """Whether Ctrl-C stopped the check."""
    evaluation: Evaluation | None = None
    diagnosis: Diagnosis | None = None
    """How good it is, and what was found in play; None unless it was asked for."""

    def as_json(self) -> dict[str, Any]:
        """The check as JSON data. `matches` of a note is 0 if the part provably has no effect. With play there are also
        `quality` (with the gate in `stopped_by`), `sentence`, `depth` (null if it is unknown) and `findings`."""
        return {**self._found(), **self._play_as_json()}

    def _play_as_json(self) -> dict[str, Any]:
        evaluation, seen = self.evaluation, self.diagnosis
        if evaluation is None or seen is None:
            return {}
        return {
            "quality": round(evaluation.quality, 3),
            "stopped_by": evaluation.failed,
            "sentence": seen.sentence,
            "depth": seen.depth.as_json() if seen.depth else None,
            "findings": msgspec.to_builtins(seen.findings),
        }

    def _play_as_text(self) -> list[str]:
        evaluation, seen = self.evaluation, self.diagnosis
        if evaluation is None or seen is None:
            return []
        gate = f"it is stopped by the gate {evaluation.failed}"
        quality = gate if evaluation.failed else f"quality {evaluation.quality:.2f} of 1"
        depth = f"Depth is unknown: {seen.unknown}."
        if seen.depth:
            mean, low, high = seen.depth
            depth = f"Thinking wins {mean:+.2f} ({low:+.2f} … {high:+.2f}) standard deviations a hand beyond it."
        return [
            f"In play: {quality}.",
            "The best sentence:",
            *(f"  {sentence}" for sentence in seen.sentence),
            depth,
            *(["Findings:"] if seen.findings else []),
            *(f"  {finding.text}" for finding in seen.findings),
        ]

    def _found(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "title": self.title,
            "flaws": [flaw._asdict() for flaw in self.flaws],
            "notes": [note._asdict() for note in self.notes],
            "unchecked": list(self.unchecked),
        }

    def as_text(self) -> str:
        """The check as text."""
        if self.flaws:
            told = [f"{self.file} has {counted(len(self.flaws), 'flaw')}:", *sentences_of(self.flaws)]
        elif self.notes:
            parts = counted(len(self.notes), "part")
            told = [f"{self.file}: {self.title} can be played. {parts} found without effect:", *map(str, self.notes)]
        elif self.unchecked:
            told = [f"{self.file}: {self.title} can be played. No part was found without effect."]
        elif self.matches:
            told = [f"{self.file}: {self.title} can be played, and every part of it has its effect."]
        else:
            told = [f"{self.file}: {self.title} can be played, and no part of it is certain to have no effect."]
        if self.unchecked:
            shown = ", ".join(self.unchecked[:MOST_SHOWN]) + (" …" if len(self.unchecked) > MOST_SHOWN else "")
            why = "because you stopped it" if self.stopped else "for lack of time (--seconds gives more)"
            told.append(f"Not checked {why}: {counted(len(self.unchecked), 'part')}, {shown}")
        told += self._play_as_text()
        return "\n  ".join(told)


def check_genome(file: str, matches: int, seconds: float = math.inf, *, quiet: bool = True) -> GenomeCheck:
    """Check a file, or a classic. Each part that may have an effect is tested in `matches` random matches, for at most
    `seconds` in all; Ctrl-C ends the tests early."""
    try:
        genome = find(file)
    except BadGenome as error:
        return GenomeCheck(file, "", error.flaws, [])
    except BadInput as error:
        return GenomeCheck(file, "", [Flaw("$", str(error).rstrip("."), "Name a file that can be read")], [])
    title = name_of(genome)
    if flaws := validate(genome):
        return GenomeCheck(file, title, flaws, [])
    check = GenomeCheck(file, title, [], dead_parts(genome), matches)
    return _with_idle_parts(check, genome, seconds, quiet) if matches else check


def with_play(check: GenomeCheck) -> GenomeCheck:
    """The check of a genome that can be played, with what was found in play."""
    form = canonical(find(check.file))
    return check._replace(evaluation=evaluate(form, LAST, PLAYED_AGAIN), diagnosis=diagnosed(form, SEED))


def _with_idle_parts(check: GenomeCheck, genome: GameGenome, seconds: float, quiet: bool) -> GenomeCheck:
    """The check with the parts added that never changed play. The time counts after the rules were compiled."""
    paths, notes, done, stopped = parts_to_look_at(genome), list(check.notes), 0, False
    with Bar(len(paths), quiet=quiet) as bar:
        try:
            known = played(genome, check.matches)
            end = time.monotonic() + seconds
            bar.show(0, f"checking {check.title}")
            for done, finding in enumerate(look_at(genome, paths, check.matches, known), 1):
                notes += [finding] if finding is not None else []
                bar.show(done, f"checking {check.title}")
                if time.monotonic() >= end:
                    break
        except KeyboardInterrupt:
            stopped = True
    return check._replace(notes=notes, unchecked=[written(path) for path in paths[done:]], stopped=stopped)
