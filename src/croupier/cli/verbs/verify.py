"""`croupier verify RECORD…`: checks the deals, the moves and the signatures of recorded matches."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from os.path import normpath
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from croupier.arena.fairness import MATCHES_FILE, Record, Report, read_record
from croupier.arena.signing import is_signed
from croupier.arena.verification import verified
from croupier.history import RECORDS, Source, find, natural
from croupier.kernel.errors import BadInput

from ..terminal.numbers import counted
from ..terminal.remote import Remote

FLAWS = 20
"""The most flaws that are printed."""
WAYS = ("<", "sent")
"""How a frame that a client was sent is marked: in its own log, and in a transcript."""
KEY = re.compile("[0-9a-f]{64}")
NEVER = "  never proved: that secrets were drawn blindly, and that nobody was told cards (docs/fairness.md)"


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Checks recorded matches: that their cards came in the order that the house had committed itself to before the "
        "first card was dealt, that every move follows the rules and leads to the scores, and that everything is as "
        "the arena has signed it. A record is what GET /api/matches/ID of an arena returns. In a folder of records, or "
        "in the zip file that `croupier host URL event export` writes, every record is checked and reported in one "
        "line. The exit code is 1 if something is wrong."
    )
    verb.epilog = "What is proved, what is not, and how to check it without Croupier: docs/fairness.md."
    verb.add_argument(
        "records",
        nargs="+",
        metavar="RECORD|URL",
        help="a record, a folder of them, or a zip file; the address of a match's record; the address of an arena, "
        "whose key all records must be signed with",
    )
    verb.add_argument(
        "--heard",
        type=Path,
        metavar="LOG",
        help="a log of `croupier join --log`, or a transcript: compare what the client was told with the record",
    )
    verb.add_argument("--key", metavar="KEY", help="the public key that every record must be signed with")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the records and print what was found."""
    heard = Heard(find([options.heard])[0].data()) if options.heard else None
    places, keys = _places(options.records), Keys(options.key, heard)
    for place in places:
        if isinstance(place, _Address):
            keys.add(place.key(), place.url)
    found = [place for place in places if not isinstance(place, _Address) or place.match]
    if not found:
        raise BadInput("This is the address of an arena: name the records to check as well, or the address of one.")
    first = found[0]
    if len(found) > 1 or (isinstance(first, Path) and (first.is_dir() or zipfile.is_zipfile(first))):
        return _run_many(found, options, heard, keys)
    source = next(sources_of(first))[0] if isinstance(first, _Address) else find([first])[0]
    record = _record(source)
    report = _report(record, keys)
    promised = None
    if heard is not None:
        heard.compare(record, report)
        promised = heard.sum_up(report)
    if options.json:
        print(json.dumps({**_as_json(report), "promised": promised}))
    else:
        print("\n".join([*told(source.name, report, promised, keys)]))
    return 0 if report.fair else 1


class _Address(NamedTuple):
    """An address of an arena, perhaps of the record of a match."""

    url: str
    match: str

    def key(self) -> str:
        """The public key of the arena."""
        return str(Remote(self.url, "").get("key")["key"])


def _places(given: Iterable[str]) -> list[Path | _Address]:
    """What was named on the command line."""
    places: list[Path | _Address] = []
    for one in given:
        if one.startswith(("http://", "https://")):
            url, _, match = one.partition("/api/matches/")
            places.append(_Address(url.rstrip("/"), unquote(match.partition("?")[0])))
        else:
            places.append(Path(one))
    return places


class Keys:
    """The public keys that records should be signed with, and where each of them is from."""

    def __init__(self, given: str | None, heard: Heard | None) -> None:
        self.known: dict[str, str] = {}
        if given is not None:
            key = given.strip().lower()
            if not KEY.fullmatch(key):
                raise BadInput("A public key has 64 hexadecimal digits.")
            self.known[key] = "the key that you gave"
        if heard is not None:
            self.known |= dict.fromkeys(heard.keys, "the key that you were told in `welcome`")

    def add(self, key: str, url: str) -> None:
        """Add the key of an arena."""
        self.known.setdefault(key, f"the key of {url}")

    def check(self, report: Report) -> None:
        """Add a flaw to the report on a record that is signed by none of the known keys."""
        if self.known and not report.key:
            report.flaws.append("It is unsigned, and should be signed by the key that you named.")
        elif self.known and report.key not in self.known:
            report.flaws.append(f"It is signed by {report.key}, which is not {' or '.join(self.known.values())}.")

    def about(self, key: str) -> str:
        """A key, and whether it is confirmed."""
        return f"{key}, {self.known.get(key, 'which you have not confirmed (--key, --heard or an address)')}"


def _record(source: Source) -> Record:
    try:
        return read_record(source.data())
    except BadInput as error:
        raise BadInput(str(error) if source.name in str(error) else f"{source.name}: {error}") from error


def _report(record: Record, keys: Keys) -> Report:
    report = verified(record)
    keys.check(report)
    return report


def _run_many(places: Sequence[Path | _Address], options: argparse.Namespace, heard: Heard | None, keys: Keys) -> int:
    """Check several records; print a line for each, and a total."""
    total, checked, wrong, signed, found = Report(), 0, 0, 0, []
    for place in places:
        for source, scores in sources_of(place):
            if options.heard and Path(source.name).resolve() == options.heard.resolve():
                continue
            report = _checked(source, scores, heard, keys)
            checked, wrong, signed = checked + 1, wrong + (not report.fair), signed + bool(report.key)
            total.add(report)
            if options.json:
                found.append({"record": source.name, **_as_json(report)})
            else:
                print(_line(source.name, report), flush=True)
    promised = heard.sum_up(total) if heard is not None else None
    if options.json:
        print(json.dumps({"records": found, "wrong": wrong, **_as_json(total), "promised": promised}))
    else:
        print("\n".join(_total(checked, wrong, signed, total, promised, keys)))
    return 0 if total.fair else 1


def sources_of(place: Path | _Address) -> Iterator[tuple[Source, list[int] | None]]:
    """The records of a place, each with its scores by seat from an event's list of matches, if there is one."""
    if isinstance(place, Path):
        yield from records_of(place)
    else:
        text = Remote(place.url, "").read("matches", place.match)
        yield Source(place.match, len(text), lambda: io.BytesIO(text)), None


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


def _checked(source: Source, scores: list[int] | None, heard: Heard | None, keys: Keys) -> Report:
    """The report on one record. A source that is missing or is not a record is reported as a flaw."""
    try:
        record = read_record(source.data())
    except BadInput as error:
        return Report(flaws=[str(error).replace(source.name, "It", 1)])
    report = _report(record, keys)
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
    signed = f"{report.signed:,} signed" if report.signed else "unsigned"
    cards = f"{counted(report.proved, 'card')} proved, {report.closed:,} closed"
    return f"{counted(report.hands, 'hand')}, {signed}, {cards}{whole}"


def _total(checked: int, wrong: int, signed: int, total: Report, promised: int | None, keys: Keys) -> Iterator[str]:
    yield f"{counted(checked, 'record')}: {_counts(total)}"
    yield f"  {total.replayed:,} played again by the rules, to the scores that they say"
    for key in total.keys:
        yield f"  signed by {keys.about(key)}"
    if signed < checked:
        yield f"  {checked - signed:,} unsigned: nothing shows that they are as they were played"
    if promised is not None:
        yield f"  {counted(promised, 'promise')} of your own log found in them"
    yield NEVER
    if wrong:
        yield f"{wrong:,} of {counted(checked, 'record')} wrong."
    elif total.fair:
        yield "Nothing is wrong."
    else:
        yield from (f"  WRONG: {flaw}" for flaw in total.flaws)


def _as_json(report: Report) -> dict[str, Any]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


class Heard:
    """What a client's own log says of matches: the commitments, heads and keys that it was told, to be compared with
    records. Every difference is a flaw of the record."""

    def __init__(self, log: bytes) -> None:
        self._roots: list[tuple[str, str]] = []
        self._heads: list[tuple[str, str, str]] = []
        """Each with its link's id, and the signature that came with it."""
        self._hashes, self._kept, self._found = set[str](), 0, set[str]()
        self.keys: dict[str, None] = {}
        for frame in _frames(log):
            if frame.get("type") == "start_hand" and frame.get("commitment"):
                self._roots.append((frame.get("hand_id", ""), frame["commitment"]))
            if frame.get("next_commitment"):
                self._hashes.add(frame["next_commitment"])
            if frame.get("head"):
                self._heads.append((_link_of(frame), frame["head"], frame.get("signature", "")))
            if frame.get("type") == "welcome" and frame.get("key"):
                self.keys[frame["key"]] = None

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
        self._compare_heads(record, report)

    def _compare_heads(self, record: Record, report: Report) -> None:
        matches = {_match_of(id) for id in report.heads}
        matches |= {line.context.rpartition("-H")[0] for line in record.shuffles}
        for id, head, signature in self._heads:
            if _match_of(id) not in matches:
                continue
            if report.heads.get(id) != head:
                but = "the record leads to another" if report.heads else "the record is unsigned"
                report.flaws.append(f"{id}: you were told the head {head[:16]}… when it ended, and {but}.")
            elif not any(is_signed(key, id, bytes.fromhex(head), signature) for key in self.keys or [report.key]):
                report.flaws.append(f"{id}: what you were told when it ended is not signed by the key of `welcome`.")
            else:
                self._kept += 1

    def sum_up(self, report: Report) -> int:
        """How many promises of the log were found in records; it is a flaw if no hash of the log is in any."""
        if self._hashes and report.hands and not self._found:
            report.flaws.append("None of the hashes that were told before the hands is in the record.")
        return self._kept + len(self._found)


def _link_of(frame: dict[str, Any]) -> str:
    """The id of the link whose head a frame tells."""
    match = frame.get("match_id", "") or frame.get("matchId", "")
    if frame.get("type") == "match_end":
        return f"{match}-end"
    return frame.get("hand_id", "") or f"{match}-H{frame.get('roundIndex', '')}"


def _match_of(id: str) -> str:
    """The match of a link."""
    return id.removesuffix("-end") if id.endswith("-end") else id.rpartition("-H")[0]


def _frames(heard: bytes) -> Iterator[dict[str, Any]]:
    for line in heard.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and entry.get("way") in WAYS and isinstance(entry.get("frame"), dict):
            yield entry["frame"]


def told(name: str, report: Report, promised: int | None, keys: Keys) -> Iterator[str]:
    """The report on one record, as lines of text."""
    yield f"{name}: {counted(report.hands, 'hand')} with their shuffles"
    yield f"  {counted(report.proved, 'card')} proved: fixed before the first card was dealt, and dealt in that order"
    yield f"  {counted(report.closed, 'card')} closed: hidden from the reader of this record, or not theirs to open"
    if report.ahead:
        yield f"  {counted(report.ahead, 'card')} proved that were not dealt: they would have come next (a rabbit hunt)"
    if report.whole:
        yield f"  {counted(report.whole, 'hand')} with the whole deck: every card once, in an order that follows"
        yield "    from a secret whose hash was told before the hand"
    elif report.hands:
        yield "  whole decks are not published: that every deck was complete is not proved"
    if report.replayed:
        yield "  every move follows the rules, and leads to the scores"
    if report.signed:
        yield f"  {counted(report.signed, 'hand')} signed: names, settings, moves, shuffles, orders and scores are as"
        yield f"    they were signed by {keys.about(report.key)}"
    yield from (f"  not proved: {what}" for what in report.open)
    if promised is not None:
        yield f"  {counted(promised, 'promise')} of your own log found in it"
    yield NEVER
    for flaw in report.flaws[:FLAWS]:
        yield f"  WRONG: {flaw}"
    if len(report.flaws) > FLAWS:
        yield f"  and {len(report.flaws) - FLAWS:,} more"
    yield "Nothing is wrong." if report.fair else f"{counted(len(report.flaws), 'thing')} wrong."
