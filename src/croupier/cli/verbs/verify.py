"""`croupier verify RECORD…`: checks that the cards of matches were those that the house had committed itself to."""

from __future__ import annotations

import argparse
import csv
import io
import json
import zipfile
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path
from typing import Any

from croupier.arena.fairness import MATCHES_FILE, Record, Report, read_record, verify_matches
from croupier.history import RECORDS, Source, find, natural
from croupier.kernel.errors import BadInput

from ..terminal.numbers import counted

FLAWS = 20
"""The most flaws that are printed."""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Checks, offline, that the cards of recorded matches came in the order that the house had committed itself to "
        "before the first card was dealt. A record is what GET /api/matches/ID of an arena returns. In a folder of "
        "records, or in the zip file that `croupier host URL event export` writes, every record is checked and "
        "reported in one line. The exit code is 1 if something is wrong."
    )
    verb.epilog = "What is proved, what is not, and how to check it without Croupier: docs/fairness.md."
    verb.add_argument(
        "records", type=Path, nargs="+", metavar="RECORD", help="a record, a folder of them, or a zip file"
    )
    verb.add_argument(
        "--heard",
        type=Path,
        metavar="LOG",
        help="a log of `croupier join --log`: compare the commitments that the client received with the record",
    )
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the records and print what was found."""
    [first, *others] = options.records
    heard = Heard(find([options.heard])[0].data()) if options.heard else None
    if others or first.is_dir() or zipfile.is_zipfile(first):
        return _run_many(options, heard)
    record = _record(first)
    report = verify_matches(record)
    promised = None
    if heard is not None:
        heard.compare(record, report)
        promised = heard.sum_up(report)
    if options.json:
        print(json.dumps({**_as_json(report), "promised": promised}))
    else:
        print("\n".join([*told(first, report, promised)]))
    return 0 if report.fair else 1


def _record(path: Path) -> Record:
    text = find([path])[0].data()
    try:
        return read_record(text)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def _run_many(options: argparse.Namespace, heard: Heard | None) -> int:
    """Check several records; print a line for each, and a total."""
    total, checked, wrong, found = Report(), 0, 0, []
    for path in options.records:
        for source, scores in records_of(path):
            if options.heard and Path(source.name).resolve() == options.heard.resolve():
                continue
            report = _checked(source, scores, heard)
            checked, wrong = checked + 1, wrong + (not report.fair)
            total.add(report)
            if options.json:
                found.append({"record": source.name, **_as_json(report)})
            else:
                print(_line(source.name, report), flush=True)
    promised = heard.sum_up(total) if heard is not None else None
    if options.json:
        print(json.dumps({"records": found, "wrong": wrong, **_as_json(total), "promised": promised}))
    else:
        print("\n".join(_total(checked, wrong, total, promised)))
    return 0 if total.fair else 1


def records_of(path: Path) -> Iterator[tuple[Source, list[int] | None]]:
    """The records of a folder or a zip file, or the single record of a file; each with its scores by seat from the
    event's list of matches, None without a list. A record that the list names but that is missing is yielded as a
    source that refuses to be read."""
    if not path.exists():
        yield Source.refusing(str(path), "It is missing."), None
        return
    found = {normpath(source.name): source for source in find([path], (*RECORDS, MATCHES_FILE))}
    listed = found.pop(normpath(path / MATCHES_FILE), None)
    scores = {normpath(path / name): of_one for name, of_one in (_listed(listed.data()) if listed else {}).items()}
    if not found and not scores:
        raise BadInput(f"{path} has no record in it: records are files that end with {' or '.join(RECORDS)}.")
    for name in sorted(found.keys() | scores, key=natural):
        yield found.get(name) or Source.refusing(name, "It is missing."), scores.get(name)


def _listed(text: bytes) -> dict[str, list[int]]:
    """The records that an event's list of matches names, with their scores by seat."""
    scores: dict[str, list[int]] = {}
    try:
        for row in csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline="")):
            if row["record"]:
                scores.setdefault(row["record"], []).append(int(row["score"]))
    except (KeyError, ValueError, TypeError, csv.Error) as error:
        raise BadInput(f"{MATCHES_FILE} is not the list of an event's matches: {error!r}.") from error
    return scores


def _checked(source: Source, scores: list[int] | None, heard: Heard | None) -> Report:
    """The report on one record. A source that is missing or is not a record is reported as a flaw."""
    try:
        record = read_record(source.data())
    except BadInput as error:
        return Report(flaws=[str(error).replace(source.name, "It", 1)])
    report = verify_matches(record)
    if scores is not None and scores != [score for one in record.matches for score in one.scores]:
        report.flaws.append("Its scores are not those of the event's list of matches.")
    if heard is not None:
        heard.compare(record, report)
    return report


def _line(name: str, report: Report) -> str:
    if report.fair:
        return f"{name}: {_counts(report)}"
    more = f" (and {len(report.flaws) - 1:,} more)" if len(report.flaws) > 1 else ""
    return f"{name}: WRONG: {report.flaws[0]}{more}"


def _counts(report: Report) -> str:
    whole = f", {counted(report.whole, 'whole deck')}" if report.whole else ""
    return f"{counted(report.hands, 'hand')}, {counted(report.proved, 'card')} proved, {report.closed:,} closed{whole}"


def _total(checked: int, wrong: int, total: Report, promised: int | None) -> Iterator[str]:
    yield f"{counted(checked, 'record')}: {_counts(total)}"
    if promised is not None:
        yield f"  {counted(promised, 'promise')} of your own log found in them"
    yield "  never proved: that secrets were drawn blindly, and that nobody was told cards (docs/fairness.md)"
    if wrong:
        yield f"{wrong:,} of {counted(checked, 'record')} wrong."
    elif total.fair:
        yield "Nothing is wrong."
    else:
        yield from (f"  WRONG: {flaw}" for flaw in total.flaws)


def _as_json(report: Report) -> dict[str, Any]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


class Heard:
    """The commitments in a client's own log, to be compared with records. A commitment that differs is a flaw of the
    record."""

    def __init__(self, log: bytes) -> None:
        self._roots: list[tuple[str, str]] = []
        self._hashes, self._kept, self._found = set[str](), 0, set[str]()
        for frame in _frames(log):
            if frame.get("type") == "start_hand" and frame.get("commitment"):
                self._roots.append((frame.get("hand_id", ""), frame["commitment"]))
            if frame.get("next_commitment"):
                self._hashes.add(frame["next_commitment"])

    def compare(self, record: Record, report: Report) -> None:
        """Compare one record with the log; differences become flaws of its report."""
        roots = {line.context: {one.root for one in line.commitments} for line in record.shuffles}
        self._found |= self._hashes & {line.announced for line in record.shuffles}
        for hand, root in self._roots:
            if hand in roots:
                self._kept += root in roots[hand]
                if root not in roots[hand]:
                    told = f"Hand {hand}: {root[:16]}… was promised when it began, and is not in the record."
                    report.flaws.append(told)

    def sum_up(self, report: Report) -> int:
        """How many commitments of the log were found in records; it is a flaw if no hash of the log is in any."""
        if self._hashes and not self._found:
            report.flaws.append("None of the hashes that were told before the hands is in the record.")
        return self._kept + len(self._found)


def _frames(heard: bytes) -> Iterator[dict[str, Any]]:
    for line in heard.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and entry.get("way") == "<" and isinstance(entry.get("frame"), dict):
            yield entry["frame"]


def told(path: Path, report: Report, promised: int | None) -> Iterator[str]:
    """The report on one record, as lines of text."""
    yield f"{path}: {counted(report.hands, 'hand')} with their shuffles"
    yield f"  {counted(report.proved, 'card')} proved: fixed before the first card was dealt, and dealt in that order"
    yield f"  {counted(report.closed, 'card')} closed: not shown to whom this record is for, or not theirs to open"
    if report.whole:
        yield f"  {counted(report.whole, 'hand')} with the whole deck: every card once, in an order that follows"
        yield "    from a secret whose hash was told before the hand"
    else:
        yield "  whole decks are not published: that every deck was complete is not proved"
    if promised is not None:
        yield f"  {counted(promised, 'promise')} of your own log found in it"
    yield "  never proved: that secrets were drawn blindly, and that nobody was told cards (docs/fairness.md)"
    for flaw in report.flaws[:FLAWS]:
        yield f"  WRONG: {flaw}"
    if len(report.flaws) > FLAWS:
        yield f"  and {len(report.flaws) - FLAWS:,} more"
    yield "Nothing is wrong." if report.fair else f"{counted(len(report.flaws), 'thing')} wrong."
