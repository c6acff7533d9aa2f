"""Finding hand histories: in files, in folders, in zip archives."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from croupier.kernel.errors import BadInput

SUFFIXES, ZIP = (".phh", ".phhs"), ".zip"
MOST_BYTES = 1 << 28
"""A file larger than this is not read: it is no hand history, or a zip made to fill the memory."""


class Source(NamedTuple):
    """A file of hands: what to call it, and how to read it."""

    name: str
    read: Callable[[], str]
    """Its text; BadInput if it cannot be read."""


def find(paths: Iterable[str | Path]) -> list[Source]:
    """The files that paths lead to: each file itself, and every .phh and .phhs in a folder or a zip archive.

    One in an archive can be named, too, as its source is.
    """
    found: list[Source] = []
    for path in map(Path, paths):
        if path.is_dir():
            files = sorted(
                (file for file in path.rglob("*") if file.suffix in SUFFIXES), key=lambda f: _natural(str(f))
            )
            inside = [Source(str(file), partial(_text, str(file), file.read_bytes)) for file in files]
        elif not path.exists():
            inside = _members_named(path)
        elif path.suffix == ZIP or zipfile.is_zipfile(path):
            inside = _zipped(path)
        else:
            inside = [Source(str(path), partial(_text, str(path), path.read_bytes))]
        if not inside:
            raise BadInput(f"There is no {' or '.join(SUFFIXES)} file in {path}.")
        found += inside
    return found


def _zipped(path: Path) -> list[Source]:
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        return [Source(str(path), partial(_refuse, f"{path} cannot be read as a zip archive: {error}."))]
    members = sorted(
        (m for m in archive.infolist() if m.filename.endswith(SUFFIXES)), key=lambda m: _natural(m.filename)
    )
    return [
        Source(
            f"{path}/{member.filename}", partial(_text, f"{path}/{member.filename}", partial(_member, archive, member))
        )
        for member in members
    ]


def _members_named(path: Path) -> list[Source]:
    """The file in a zip archive that a path names, as we name it ourselves: `hands.zip/day/9.phh`."""
    for folder in path.parents:
        if folder.is_file() and zipfile.is_zipfile(folder):
            named = [source for source in _zipped(folder) if source.name == str(path)]
            if named:
                return named
            raise BadInput(f"There is no {path.relative_to(folder)} in {folder}.")
    raise BadInput(f"There is no file or folder {path}.")


def _refuse(why: str) -> str:
    raise BadInput(why)


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(MOST_BYTES + 1)


def _text(name: str, read: Callable[[], bytes]) -> str:
    try:
        data = read()
        if len(data) > MOST_BYTES:
            raise BadInput(f"{name} is larger than {MOST_BYTES:,} bytes.")
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is not UTF-8 text: {error}.") from error
    except (OSError, RuntimeError, zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise BadInput(f"{name} cannot be read: {error}.") from error  # RuntimeError: a member with a password


def _natural(name: str) -> list[tuple[int, str]]:
    """A key that sorts 9.phh before 10.phh."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", name)]
