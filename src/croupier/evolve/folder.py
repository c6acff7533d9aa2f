"""The folder of a run, with files that a person can open.

    config.json            the settings
    archive.json           the checkpoint: the archive and all that is needed to resume
    archive.previous.json  the previous checkpoint, in case the last one is damaged
    archive.csv            the archive as a table
    lineage.jsonl          every game that ever took a cell: its parents and operators
    metrics.csv            coverage, quality and speed of each generation

A checkpoint is written to a temporary file and renamed only when it is complete, so a crash or a full disk costs at
most the current generation. It contains a checksum, so damage is noticed.
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
FORMAT = 2


class Row(NamedTuple):
    """The figures of a generation: a row of metrics.csv."""

    generation: int
    evaluations: int
    tried: int
    known: int
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
    """The contents of `archive.json`: a search, and a checksum."""

    format: int
    rules: str
    """The fingerprint of the rules by which the games were measured."""
    lineage: int
    """How many lines lineage.jsonl had."""
    search: Saved
    sum: str = ""


class Folder:
    """The folder of a run."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def file(self, name: str) -> Path:
        """The path of a file in the folder."""
        return self.path / name

    def create(self, settings: Settings) -> None:
        """Create the folder with its first files; BadInput if it holds a run already."""
        if self.file(ARCHIVE).exists() or self.file(PREVIOUS).exists():
            raise BadInput(f"{self.path} has a run already: continue it with --resume, or choose another folder.")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.path} cannot be the folder of a run: {error.strerror}. Name another.") from error
        with _writing(self.path):
            _replace(self.file(CONFIG), msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
            _replace(self.file(LINEAGE), b"")
            _replace(self.file(METRICS), _line(Row._fields))

    def save(self, search: Search, row: Row) -> None:
        """Write a generation to the folder, the checkpoint last: after a crash there is a complete one, old or new."""
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
        """The search of the last (or previous) checkpoint; all files are cut back to that generation."""
        kept = self.checkpoint(PREVIOUS if previous else ARCHIVE)
        if kept.rules != GAME.fingerprint:
            raise BadInput(
                f"{self.path} was made with other rules of the game: its old and new measurements could not be "
                "compared. Start a new run."
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
        """The search of a run that was interrupted, as of its last complete generation."""
        for previous in (False, True):
            with contextlib.suppress(BadInput):
                return self.resume(previous=previous)
        return Search(settings)

    def checkpoint(self, name: str = ARCHIVE) -> Checkpoint:
        """Read a checkpoint; BadInput says what is wrong with it and which one can be used instead."""
        path = self.file(name)
        wrong = ""
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=Checkpoint)
            if kept.format != FORMAT:
                raise BadInput(f"{path} has the format {kept.format}, and this program reads {FORMAT}.")
            if kept.sum == _sum(kept):
                return kept
            wrong = "its checksum is wrong"
        except FileNotFoundError:
            wrong = "it does not exist"
        except OSError as error:
            wrong = str(error.strerror)
        except msgspec.DecodeError as error:
            wrong = str(error)
        raise BadInput(f"{path} is not a usable checkpoint: {wrong}. {self._offer(name)}")

    def _offer(self, name: str) -> str:
        """A sentence about what to do when this checkpoint is damaged."""
        if name == PREVIOUS:
            return "There is no other."
        try:
            good = self.checkpoint(PREVIOUS)
        except BadInput:
            return "There is no good one before it: `croupier evolve --out RUN`, without --resume, begins a new run."
        return f"The last good one is of generation {good.search.generation}: use it with --resume --previous."

    def settings(self) -> Settings:
        """The settings of the run."""
        return self.checkpoint().search.settings

    def ancestors(self) -> dict[int, Ancestor]:
        """Every game that ever took a cell, by its number."""
        lines = self.file(LINEAGE).read_bytes().splitlines()
        return {one.number: one for one in (msgspec.json.decode(line, type=Ancestor) for line in lines)}

    def rows(self) -> list[Row]:
        """The figures of all generations."""
        with self.file(METRICS).open(newline="") as file:
            return [msgspec.convert(line, Row, strict=False) for line in list(csv.reader(file))[1:]]


def row_of(search: Search, found: Found, seconds: float) -> Row:
    """The figures of the last generation."""
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
    """The archive as CSV: the cell, the quality and all measures of each game."""
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
    """Turn errors of the disk into BadInput that says what to do."""
    try:
        yield
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}. The last complete generation is kept; make room and continue "
            "with --resume."
        ) from error
