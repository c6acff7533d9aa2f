"""A run is a folder, with files that a person can open.

    config.json            the settings
    archive.json           the archive and all that is needed to go on: the checkpoint
    archive.previous.json  the one before, should the last be damaged
    archive.csv            the archive as a table
    lineage.jsonl          every game that ever took a cell: from whom, and by which operators
    metrics.csv            generation by generation: how wide, how good, how fast

A checkpoint is written beside the old one and takes its place only when it is whole, so neither a crash nor a full disk
costs more than the generation that was being played. It carries a sum of its contents: damage is noticed.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.games.genome import GAME
from croupier.kernel.errors import BadInput
from croupier.kernel.files import whole_file

from .archive import AXES, Elite
from .search import Found, Saved, Search, restored, saved
from .settings import Settings

CONFIG, ARCHIVE, PREVIOUS, TABLE = "config.json", "archive.json", "archive.previous.json", "archive.csv"
LINEAGE, METRICS = "lineage.jsonl", "metrics.csv"
FORMAT = 1


class Row(NamedTuple):
    """What is told of a generation."""

    generation: int
    evaluations: int
    tried: int
    again: int
    passed: int
    taken: int
    cells: int
    coverage: float
    score: float
    best: float
    seconds: float


class Ancestor(msgspec.Struct, frozen=True):
    """A line of the lineage."""

    number: int
    key: str
    quality: float
    generation: int
    parents: tuple[int, ...]
    operators: tuple[str, ...]
    name: str = ""


class Checkpoint(msgspec.Struct):
    """What `archive.json` has: a search, and a sum over all of it."""

    format: int
    rules: str
    """The fingerprint of the rules by which the games were measured."""
    lineage: int
    """How many lines the lineage had."""
    search: Saved
    sum: str = ""


class Folder:
    """The folder of a run."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def file(self, name: str) -> Path:
        """One of its files."""
        return self.path / name

    def create(self, settings: Settings) -> None:
        """A new folder; an empty one is fine, one with a run is not."""
        if self.file(ARCHIVE).exists() or self.file(PREVIOUS).exists():
            raise BadInput(f"{self.path} has a run already: go on with it by --resume, or choose another folder.")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.path} cannot be the folder of a run: {error.strerror}. Name another.") from error
        with _writing(self.path):
            _replace(self.file(CONFIG), msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
            _replace(self.file(LINEAGE), b"")
            _replace(self.file(METRICS), _line(Row._fields))

    def save(self, search: Search, row: Row) -> None:
        """Write down a generation, the checkpoint last: what is there is whole, or it is the one before."""
        with _writing(self.path):
            _append(self.file(LINEAGE), b"".join(_ancestor(elite) for elite in search.lineage))
            _append(self.file(METRICS), _line(row))
            _replace(self.file(TABLE), table(search.archive.in_order()))
            lines = self.file(LINEAGE).read_bytes().count(b"\n")
            kept = Checkpoint(FORMAT, GAME.fingerprint, lines, saved(search))
            kept.sum = _sum(kept)
            checkpoint = msgspec.json.format(msgspec.json.encode(kept), indent=1)
            _replace(self.file(ARCHIVE), checkpoint, self.file(PREVIOUS))
        search.lineage.clear()

    def resume(self, *, previous: bool = False) -> Search:
        """The search as it was kept last, with all files as they were then."""
        kept = self.checkpoint(PREVIOUS if previous else ARCHIVE)
        if kept.rules != GAME.fingerprint:
            raise BadInput(
                f"{self.path} was made by other rules of the game than these: its games would be measured anew by "
                "half. Start a new run."
            )
        with _writing(self.path):
            for name, count in ((LINEAGE, kept.lineage), (METRICS, 1 + kept.search.generation)):
                lines = self.file(name).read_bytes().splitlines(keepends=True)
                if len(lines) < count:
                    raise BadInput(f"{self.file(name)} is shorter than it was at the checkpoint: a part is missing.")
                _replace(self.file(name), b"".join(lines[:count]))
            _replace(self.file(TABLE), table(kept.search.elites))
        return restored(kept.search)

    def stopped(self, settings: Settings) -> Search:
        """The search of a run that was stopped, as its files have it: with the generations that are whole."""
        for previous in (False, True):
            with contextlib.suppress(BadInput):
                return self.resume(previous=previous)
        return Search(settings)

    def checkpoint(self, name: str = ARCHIVE) -> Checkpoint:
        """A checkpoint, if it is whole; else what is wrong with it, and which one is good."""
        path = self.file(name)
        wrong = ""
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=Checkpoint)
            if kept.format != FORMAT:
                raise BadInput(f"{path} has the format {kept.format}, and this program reads {FORMAT}.")
            if kept.sum == _sum(kept):
                return kept
            wrong = "its contents are not those that were written"
        except FileNotFoundError:
            wrong = "it is not there"
        except OSError as error:
            wrong = str(error.strerror)
        except msgspec.DecodeError as error:
            wrong = str(error)
        raise BadInput(f"{path} is no checkpoint to go on from: {wrong}. {self._offer(name)}")

    def _offer(self, name: str) -> str:
        """What can be done about a checkpoint that is damaged."""
        if name == PREVIOUS:
            return "There is no other."
        try:
            good = self.checkpoint(PREVIOUS)
        except BadInput:
            return "There is no good one before it: `croupier evolve --out RUN`, without --resume, begins a new run."
        return f"The last good one is of generation {good.search.generation}: go on from it with --resume --previous."

    def settings(self) -> Settings:
        """The settings of the run."""
        return self.checkpoint().search.settings

    def ancestors(self) -> dict[int, Ancestor]:
        """Every game that ever took a cell, by its number."""
        lines = self.file(LINEAGE).read_bytes().splitlines()
        return {one.number: one for one in (msgspec.json.decode(line, type=Ancestor) for line in lines)}

    def rows(self) -> list[Row]:
        """What was told of each generation."""
        with self.file(METRICS).open(newline="") as file:
            return [msgspec.convert(line, Row, strict=False) for line in list(csv.reader(file))[1:]]


def row_of(search: Search, found: Found, seconds: float) -> Row:
    """What is told of the generation that was played last."""
    best = search.archive.best()
    return Row(
        search.generation - 1,
        search.evaluations,
        *found,
        len(search.archive),
        round(search.archive.coverage, 6),
        round(search.archive.score, 6),
        round(best[0].quality, 6) if best else 0.0,
        round(seconds, 3),
    )


def table(elites: list[Elite]) -> bytes:
    """The archive as a table: where each game lies, how good it is, and every figure."""
    names = sorted({name for elite in elites for name in elite.measures})
    lines = [_line(("number", "key", "name", *(axis.title for axis in AXES), "quality", "times", "generation", *names))]
    for elite in elites:
        parts = [axis.label(part) for axis, part in zip(AXES, elite.cell, strict=True)]
        figures = [f"{elite.measures[name].mean:.4f}" if name in elite.measures else "" for name in names]
        first = (elite.number, elite.key, elite.name, *parts, f"{elite.quality:.4f}", elite.times, elite.generation)
        lines.append(_line((*first, *figures)))
    return b"".join(lines)


def _ancestor(elite: Elite) -> bytes:
    kept = Ancestor(
        elite.number, elite.key, elite.quality, elite.generation, elite.parents, elite.operators, elite.name
    )
    return msgspec.json.encode(kept) + b"\n"


def _line(values: Any) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue().encode()


def _sum(kept: Checkpoint) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(kept, sum=""))).hexdigest()


def _append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _replace(path: Path, data: bytes, previous: Path | None = None) -> None:
    with whole_file(path, previous=previous) as file:
        file.write(data)


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Tells what to do when the disk says no."""
    try:
        yield
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}. What was there is as it was after the last whole generation; "
            "make room and go on with --resume."
        ) from error
