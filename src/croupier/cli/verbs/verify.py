"""`croupier verify RECORD`: whether the cards of a match were those that the house had committed itself to."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.arena.fairness import Report, Shuffled, shuffles_of, verify_record
from croupier.kernel.errors import BadInput

from ..terminal.numbers import counted

FLAWS = 20
"""So many are told."""


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "verify",
        help="check the shuffles of an arena's record",
        description="Checks, offline, that the cards of a recorded match lay where the house had committed itself to "
        "before the first one was dealt. The record is what GET /api/matches/ID of an arena gives. The exit code is 1 "
        "if something is wrong.",
        epilog="What is proved and what is not, and how to check it without us: docs/fairness.md.",
    )
    verb.add_argument("record", type=Path, metavar="RECORD", help="the file")
    verb.add_argument(
        "--heard", type=Path, metavar="LOG", help="what `croupier join --log` wrote: was the same promised at the time?"
    )
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check, and say what was found."""
    text = _read(options.record)
    try:
        report = verify_record(text)
    except BadInput as error:
        raise BadInput(f"{options.record}: {error}") from error
    promised = compare(shuffles_of(text), _read(options.heard), report) if options.heard else None
    if options.json:
        print(json.dumps({**{name: getattr(report, name) for name in report.__struct_fields__}, "promised": promised}))
    else:
        print("\n".join([*told(options.record, report, promised)]))
    return 0 if report.fair else 1


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error


def compare(shuffles: list[Shuffled], heard: bytes, report: Report) -> int:
    """How many promises of a client's own log the record keeps; one that it breaks is a flaw."""
    roots = {line.context: {one.root for one in line.commitments} for line in shuffles}
    hashes = {line.announced for line in shuffles}
    told, kept = set[str](), 0
    for frame in _frames(heard):
        hand, root = frame.get("hand_id", ""), frame.get("commitment", "")
        if frame.get("type") == "start_hand" and root and hand in roots:
            kept += root in roots[hand]
            if root not in roots[hand]:
                report.flaws.append(f"Hand {hand}: {root[:16]}… was promised when it began, and is not in the record.")
        told |= {frame["next_commitment"]} if frame.get("next_commitment") else set()
    if told and not hashes & told:
        report.flaws.append("None of the hashes that were told before the hands is in the record.")
    return kept + len(hashes & told)


def _frames(heard: bytes) -> Iterator[dict[str, Any]]:
    for line in heard.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and entry.get("way") == "<" and isinstance(entry.get("frame"), dict):
            yield entry["frame"]


def told(path: Path, report: Report, promised: int | None) -> Iterator[str]:
    """What was found, for people."""
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
