"""`croupier history check|show|convert`: hand histories in PHH and in the text of PokerStars."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from croupier.history import (
    HandHistory,
    Result,
    Source,
    Status,
    check_text,
    chosen_replay,
    find,
    hands_in,
    histories_of,
    tell,
)
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput
from croupier.kernel.files import write_file

from ..terminal.numbers import counted
from ..terminal.options import whole_number
from ..terminal.progress import Bar

INTERRUPTED = 130

CHECK = """\
Replays hands by Croupier's rules and compares the finishing stacks and the winnings, where the log gives them.
Reads .phh and .phhs files and text of PokerStars (.txt), also in folders and zip archives. Hands of other games are
skipped and counted.

A hand is equal but for the rake if only the players who collect a pot have less than they should, by at most a tenth of
the pot; --json names them and the amounts. The exit code is 0 if every hand is equal, or equal but for the rake, or has
a log that splits half chips or lacks the cards that decided the hand; hands of the last two kinds are named. It is 1 if
a hand differs or cannot be read, or if no hand was checked.
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb and its three subcommands."""
    verb.description = (
        "Hand histories of hold'em, no-limit and with a fixed limit: PHH (.phh, .phhs) and text of PokerStars (.txt)."
    )
    ways = verb.add_subparsers(title="ways", metavar="check|show|convert", required=True)

    way = ways.add_parser(
        "check",
        help="replay hands and compare the stacks",
        description=CHECK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    way.add_argument("paths", nargs="+", metavar="PATH", help="a .phh, .phhs or .txt file, a folder or a zip archive")
    way.add_argument("--json", action="store_true", help="print as JSON")
    way.set_defaults(run=run_check)

    way = ways.add_parser("show", help="tell a hand in words", description="Prints hands in words.")
    way.add_argument("file", metavar="FILE", help="a .phh, .phhs or .txt file, or a match record of hold'em")
    way.add_argument(
        "--hand", type=whole_number, metavar="K", help="only the hand with this number in the file, from 1"
    )
    way.set_defaults(run=run_show)

    way = ways.add_parser(
        "convert",
        help="a hand history to a match record",
        description="Converts a hand of a file to a match record (JSON). `croupier export` writes hand histories.",
    )
    way.add_argument("file", metavar="FILE", help="a .phh, .phhs or .txt file")
    way.add_argument("--hand", type=whole_number, metavar="K", help="which hand of a file with several, from 1")
    way.add_argument("--out", type=Path, metavar="FILE", help="where to write it (default: standard output)")
    way.set_defaults(run=run_convert)


def run_check(options: argparse.Namespace) -> int:
    """Check all hands and print a report."""
    sources = find(options.paths)
    report = Report()
    with Bar(len(sources), quiet=options.json, at_first="checking") as bar:
        try:
            for result in results_of(sources, bar):
                report.count(result)
        except KeyboardInterrupt:
            report.complete = False
    print(json.dumps(report.as_json()) if options.json else report.as_text())
    if not report.complete:
        return INTERRUPTED
    return 1 if report.counts[Status.DIFFERENT] or report.counts[Status.UNREADABLE] or not report.checked else 0


class Report:
    """Counts the results of hands. A file that is not TOML counts as one hand."""

    def __init__(self) -> None:
        self.counts: Counter[Status] = Counter()
        self.told: list[Result] = []
        """The results that are not EQUAL."""
        self.without_stacks = 0
        self.scaled = 0
        self.assumed = 0
        self.most_rake = 0.0
        self.variants: Counter[str] = Counter()
        self.complete = True

    @property
    def checked(self) -> int:
        """How many hands were not skipped."""
        return self.counts.total() - self.counts[Status.SKIPPED]

    def count(self, result: Result) -> None:
        """Count the result of a hand."""
        self.counts[result.status] += 1
        self.scaled += result.scale > 1
        self.assumed += bool(result.assumes)
        if result.rake:
            self.most_rake = max(self.most_rake, result.rake.share)
        if result.variant:
            self.variants[result.variant] += 1
        if result.status != Status.EQUAL:
            self.told.append(result)
        elif not result.compared:
            self.without_stacks += 1

    def as_json(self) -> dict[str, Any]:
        """The report as JSON data. `hands` is the sum over all statuses."""
        return {
            "hands": self.counts.total(),
            **{status.value: self.counts[status] for status in Status},
            "without_stacks": self.without_stacks,
            "scaled": self.scaled,
            "assumed": self.assumed,
            "most_rake": self.most_rake,
            "variants": dict(self.variants),
            "complete": self.complete,
            "differences": [
                {"hand": result.name, "verdict": result.status.value, "explanation": result.explanation}
                for result in self.told
            ],
        }

    def as_text(self) -> str:
        """The report as text: the hands that are not equal and why, then the counts."""
        counted_only = (Status.RAKED, Status.SKIPPED)
        told = [result for result in self.told if result.status not in counted_only]
        lines = [r.explanation if r.explanation.startswith(r.name) else f"{r.name}: {r.explanation}" for r in told]
        games = ", ".join(f"{many:,} of {variant}" for variant, many in self.variants.most_common())
        for number, what in (
            (self.counts[Status.SKIPPED], f"skipped, games that Croupier does not read: {games}"),
            (self.scaled, "with decimals, replayed in units of their smallest decimal"),
            (self.assumed, "whose file does not say who posted a blind, or how"),
            (self.counts[Status.RAKED], f"with a rake, of at most {self.most_rake:.1%} of the pot"),
            (self.without_stacks, "without finishing stacks or winnings, of which only the actions were checked"),
            (self.counts[Status.UNCHECKED], "not checked, as cards that decided the hand are unknown"),
            (self.counts[Status.UNREADABLE], "not readable"),
        ):
            if number:
                lines.append(f"{number:,} {what}")
        if not self.complete:
            lines.append("Interrupted: this is what was checked so far.")
        raked = f", {self.counts[Status.RAKED]:,} more but for the rake" if self.counts[Status.RAKED] else ""
        lines.append(f"{self.counts[Status.EQUAL]:,} of {self.checked:,} hands equal{raked}")
        if halves := [result.name for result in self.told if result.status == Status.HALF_CHIPS]:
            lines.append(f"{len(halves):,} split half chips: {', '.join(halves)}")
        return "\n".join(lines)


def run_show(options: argparse.Namespace) -> int:
    """Print one hand or all hands of a file in words. A hand that cannot be read is reported, and the next follows."""
    code = 0
    for number, hand in enumerate(load(options.file, options.hand)):
        if number:
            print("\n" + "─" * 80 + "\n")
        try:
            print(tell(hand()))
        except BadInput as error:
            print(f"croupier: {error}", file=sys.stderr)
            code = 1
    return code


def run_convert(options: argparse.Namespace) -> int:
    """Turn a hand of a file into a record."""
    if is_record(read(options.file)):
        raise BadInput(f"{options.file} is a record: `croupier export {options.file} --format phh` makes PHH of it.")
    hands = load(options.file, options.hand)
    if len(hands) > 1:
        raise BadInput(f"{options.file} has {len(hands)} hands; choose one with --hand.")
    replay = chosen_replay(hands[0]()).run()
    made = replay.record().to_json().decode()
    if replay.scale > 1:
        print(f"One chip of the file is {replay.scale} chips in the record.", file=sys.stderr)
    if options.out is None:
        sys.stdout.write(made)
        return 0
    write_file(options.out, made)
    return 0


def read(path: str) -> str:
    """The text of one file."""
    sources = find([path])
    if len(sources) > 1 or sources[0].name != str(Path(path)):
        raise BadInput(f"{path} is not one file; unpack it, or name a file in it.")
    return sources[0].read()


def is_record(text: str) -> bool:
    """Whether a text is a match record and not PHH: no TOML begins with a brace."""
    return text.lstrip().startswith("{")


def record_in(text: str, path: str) -> MatchRecord:
    """Read a text as a match record; BadInput names the file."""
    try:
        return MatchRecord.from_json(text)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def load(path: str, number: int | None) -> list[Callable[[], HandHistory]]:
    """The hands of a file, or only hand `number`, each as a function that parses it."""
    text = read(path)
    hands: list[Callable[[], HandHistory]]
    if is_record(text):
        hands = [partial(replace, history, name=path) for history in histories_of(record_in(text, path))]
    else:
        hands = [read for _, read in hands_in(text, path)]
    if not hands:
        raise BadInput(f"There is no hand in {path}.")
    if number is None:
        return hands
    if not 1 <= number <= len(hands):
        raise BadInput(f"{path} has no hand {number}; it has {len(hands)}.")
    return [hands[number - 1]]


def results_of(sources: list[Source], bar: Bar) -> Iterator[Result]:
    """Check every hand of every source, and yield the results; the bar counts files."""
    hands = 0
    for number, source in enumerate(sources, 1):
        try:
            for result in check_text(source.read(), source.name):
                hands += 1
                yield result
        except BadInput as error:
            yield Result(source.name, Status.UNREADABLE, str(error))
        bar.show(number, f"{counted(hands, 'hand')} checked, files")
