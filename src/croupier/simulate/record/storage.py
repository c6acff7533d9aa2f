"""Record files: written while a series is played, and read again.

`kernel.contract.record` describes the lines. If the machine stops while a line is written, the last line of the file is
torn: it was never counted, and is cut off when the file is resumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from croupier.kernel.contract.record import MARK, SEAT_OF, MatchRecord, Played, Score, Series
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming

BUFFER = 1 << 20
MOST_BEFORE = 1 << 26
"""The most bytes of a record in the format before 0.2."""


class NoRecord(BadInput):
    """A file that does not begin like a record."""


class RecordExists(BadInput):
    """The file for a new record exists already."""


class Glance(msgspec.Struct, frozen=True):
    """A match without its moves, which is much faster to decode."""

    deal: int
    seating: list[int]
    scores: list[Score]


T = TypeVar("T")
P = TypeVar("P", Played, Glance)


class Scribe:
    """Writes a record during play. What was flushed survives a crash of the program."""

    def __init__(self, path: Path, series: Series | None) -> None:
        """A new file with a head; without a series, an old file to append to."""
        with naming(path, "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self.file: BinaryIO = open(path, "xb" if series else "ab", BUFFER)  # noqa: SIM115
            except FileExistsError as error:
                raise RecordExists(
                    f"{path} exists already: continue it with --resume, or choose another name."
                ) from error
        self._encoder = msgspec.json.Encoder()
        if series:
            self.write(series)
            self.flush()

    def write(self, line: Series | Played) -> None:
        """Append a line."""
        self.file.write(self._encoder.encode(line) + b"\n")

    def write_lines(self, lines: Sequence[bytes]) -> None:
        """Append lines that are encoded already."""
        for line in lines:
            self.file.write(line + b"\n")

    def flush(self) -> None:
        """Hand everything written so far to the operating system."""
        self.file.flush()

    def close(self) -> None:
        """Write out what is left."""
        self.file.close()


def read(path: Path) -> tuple[Series, Iterator[Played]]:
    """The head of a record and its matches, one by one. A torn last line is ignored."""
    lines = _whole_lines(path)
    head = next(lines, None)
    if head is None:
        raise BadInput(f"{path} is empty; the record of a match begins with a line that says what is played.")
    series = decode_head(path, head)
    numbered = ((number, line) for number, line in enumerate(lines, 2) if not line.startswith(MARK))
    return series, (decode(path, number, line, Played, series) for number, line in numbered)


class _Line(msgspec.Struct, frozen=True):
    """Any line of a record, decoded only to find its type."""

    croupier: str = ""


def each_match(name: str, lines: Iterable[bytes]) -> Iterator[tuple[Series, Played]]:
    """The matches of records in any stream of lines, one by one, each with its head.

    The spacing of the JSON does not matter, several records may follow each other, and a torn last line is ignored.
    NoRecord if the stream is none, and BadInput if one of its lines makes no sense.
    """
    series: Series | None = None
    lines = iter(lines)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            kind = msgspec.json.decode(line, type=_Line).croupier
        except msgspec.MsgspecError as error:
            if series is None:
                kind = ""
            elif not line.endswith(b"\n"):
                return
            else:
                raise BadInput(f"{name}, line {number}, is no line of a record: {error}.") from error
        if kind == "match":
            series = decode_head(name, line)
        elif series is None:
            yield _old_format(name, line, lines)
            return
        elif not kind:
            yield series, decode(name, number, line, Played, series)
    if series is None:
        raise NoRecord(f"{name} is empty; the record of a match begins with a line that says what is played.")


def _old_format(name: str, line: bytes, rest: Iterator[bytes]) -> MatchRecord:
    """A record as one object on several lines, the format before 0.2; NoRecord if it is none."""
    if not line.lstrip().startswith(b"{"):
        raise NoRecord(f"{name} is no record of a match: it does not begin with an object of JSON.")
    text = bytearray(line)
    for more in rest:
        text += more
        if len(text) > MOST_BEFORE:
            raise NoRecord(f"{name} is no record of a match: it has no line that says what is played.")
    try:
        return MatchRecord.from_json(bytes(text))
    except BadInput as error:
        raise NoRecord(f"{name}: {error}") from error


def decode_head(path: Path | str, line: bytes) -> Series:
    """The first line of a record."""
    return _decoded(line, Series, f"{path} is no record of a match")


def decode(path: Path | str, number: int, line: bytes, kind: type[P], series: Series) -> P:
    """A line of a record: a match, or a glance at it, that fits the series; BadInput if it does not."""
    refused = f"{path}, line {number}, is no match"
    played = _decoded(line, kind, refused)
    if misfit := _misfit(played, len(series.bots)):
        raise BadInput(f"{refused} of {', '.join(series.bots)}: {misfit}.")
    return played


def _decoded(line: bytes, kind: type[T], refused: str) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{refused}: {error}.") from error


def _misfit(played: Played | Glance, seats: int) -> str:
    """Why a match cannot be one between `seats` bots; "" if it can."""
    if sorted(played.seating) != list(range(seats)):
        return f"the seating {played.seating} does not have each of the {seats} bots once"
    if played.scores and len(played.scores) != seats:
        return f"it has {len(played.scores)} scores for {seats} seats"
    if isinstance(played, Glance):
        return ""
    if played.adjusted is not None and len(played.adjusted) != seats:
        return f"it has {len(played.adjusted)} adjusted scores for {seats} seats"
    if any(not 0 <= misdeed.seat < seats for misdeed in played.misdeeds):
        return f"it has misdeeds of a seat that is not from 0 to {seats - 1}"
    for actor, _, _, _ in played.moves:
        if actor not in SEAT_OF and not (isinstance(actor, int) and 0 <= actor < seats):
            return f"{actor!r} moves; seats are 0 to {seats - 1}, and there are {' and '.join(SEAT_OF)}"
    return ""


def cut_torn_line(path: Path) -> None:
    """Remove what follows the last line feed, so that a record can be appended to."""
    with open(path, "rb+") as file:
        end = file.seek(0, 2)
        while end > 0:
            start = max(0, end - BUFFER)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                file.truncate(start + found + 1)
                return
            end = start
        file.truncate(0)


def _whole_lines(path: Path) -> Iterator[bytes]:
    with naming(path, "read"), open(path, "rb") as file:
        yield from (line for line in file if line.endswith(b"\n"))
