"""Finds hand histories or records in files, folders and zip archives."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from croupier.kernel.errors import BadInput

from .pokerstars import is_pokerstars

TEXT, ZIP = ".txt", ".zip"
SUFFIXES = (".phh", ".phhs", TEXT)
RECORDS = (".jsonl", ".json")
"""The suffixes of records in folders and zip archives."""
TITLE_BYTES = 400
"""The bytes of a text in which the title of its first hand must be."""
MOST_BYTES = 1 << 28
"""The largest file, or line of a file that is read by lines: a larger one is no hand history or record, or is a zip
bomb."""


class Source(NamedTuple):
    """A file: its name, its size in bytes, and a function that opens it. Reading raises BadInput if it fails."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]

    @classmethod
    def refusing(cls, name: str, why: str) -> Source:
        """A source that raises BadInput with this message when it is read."""

        def refuse() -> IO[bytes]:
            raise BadInput(why)

        return cls(name, 0, refuse)

    def read(self) -> str:
        """The contents as text."""
        with _refusing(self.name):
            return self.data().decode("utf-8-sig").replace("\r\n", "\n")

    def data(self) -> bytes:
        """The contents as bytes."""
        with _refusing(self.name), self.open() as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BadInput(f"{self.name} is larger than {MOST_BYTES:,} bytes.")
        return data

    def lines(self) -> Iterator[bytes]:
        """The lines, each with its line feed."""
        with _refusing(self.name), self.open() as file:
            while line := file.readline(MOST_BYTES + 1):
                if len(line) > MOST_BYTES:
                    raise BadInput(f"{self.name} has a line of more than {MOST_BYTES:,} bytes.")
                yield line


def find(paths: Iterable[str | Path], suffixes: tuple[str, ...] = SUFFIXES) -> list[Source]:
    """The sources at these paths: files themselves, and in folders and zip archives all files with these suffixes; of
    text files only those that begin with a hand of PokerStars.

    A path may also name one file in an archive, such as `hands.zip/day/9.phh`.
    """
    found: list[Source] = []
    for path in map(Path, paths):
        if path.is_dir():
            files = sorted(
                (file for file in path.rglob("*") if file.name.endswith(suffixes) and file.is_file()),
                key=lambda f: natural(str(f)),
            )
            inside = [_file(file) for file in files]
        elif not path.exists():
            inside = _members_named(path, suffixes)
        elif path.suffix == ZIP or zipfile.is_zipfile(path):
            inside = _zipped(path, suffixes)
        else:
            inside = [_file(path)]
        inside = [source for source in inside if source.name == str(path) or _may_have_hands(source)]
        if not inside:
            raise BadInput(f"There is no {' or '.join(suffixes)} file in {path}.")
        found += inside
    return found


def _may_have_hands(source: Source) -> bool:
    """Whether a source is not just any text."""
    if not source.name.endswith(TEXT):
        return True
    with _refusing(source.name), source.open() as file:
        return is_pokerstars(file.read(TITLE_BYTES).decode("utf-8-sig", errors="replace"))


def _file(path: Path) -> Source:
    return Source(str(path), path.stat().st_size, lambda: open(path, "rb"))


def _zipped(path: Path, suffixes: tuple[str, ...]) -> list[Source]:
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        return [Source.refusing(str(path), f"{path} cannot be read as a zip archive: {error}.")]
    members = sorted(
        (m for m in archive.infolist() if m.filename.endswith(suffixes)), key=lambda m: natural(m.filename)
    )
    return [Source(f"{path}/{m.filename}", m.file_size, partial(archive.open, m)) for m in members]


def _members_named(path: Path, suffixes: tuple[str, ...]) -> list[Source]:
    """The file in a zip archive that a path such as `hands.zip/day/9.phh` names."""
    for folder in path.parents:
        if folder.is_file() and zipfile.is_zipfile(folder):
            named = [source for source in _zipped(folder, suffixes) if source.name == str(path)]
            if named:
                return named
            raise BadInput(f"There is no {path.relative_to(folder)} in {folder}.")
    raise BadInput(f"There is no file or folder {path}.")


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Turn errors of reading into BadInput that names the file."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is not UTF-8 text: {error}.") from error
    except (OSError, RuntimeError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or error  # RuntimeError: a zip member needs a password
        raise BadInput(f"{name} cannot be read: {why}.") from error


def natural(name: str) -> list[tuple[int, str]]:
    """A key that sorts 9.phh before 10.phh."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name)]
