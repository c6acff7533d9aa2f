"""Files: errors that name the file, TOML, and atomic writes."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal

from .errors import BadInput


def read_toml(path: str | Path) -> dict[str, Any]:
    """The values of a TOML file; BadInput if it cannot be read."""
    try:
        with naming(path, "read"):
            text = Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not TOML: {error}.") from error
    return parse_toml(text, str(path))


def parse_toml(text: str, name: str, number: Callable[[str], Any] = float) -> dict[str, Any]:
    """The values of a TOML text that errors call `name`; `number` converts numbers with a decimal point."""
    try:
        return tomllib.loads(text, parse_float=number)
    except ValueError as error:  # TOMLDecodeError is one, and so is a number of thousands of digits
        raise BadInput(f"{name} is not TOML: {error}.") from error
    except RecursionError as error:
        raise BadInput(f"{name} is nested too deeply.") from error


@contextmanager
def naming(path: str | Path, done: Literal["read", "written"]) -> Iterator[None]:
    """Turn an OSError inside into a BadInput that names the file."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path} cannot be {done}: {error.strerror or error}.") from error


def write_file(path: Path, content: bytes | str) -> None:
    """Write a file; BadInput if the disk refuses."""
    with naming(path, "written"):
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(path: Path, *, previous: Path | None = None, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file to write atomically: it gets its name when it is complete and on the disk; OSError if the disk refuses.

    Until then, and for good after an error, the old file stays under that name. With `previous`, the old file is kept
    under that name. A symbolic link stays a link, to the new file. If the path is not a regular file, such as a pipe or
    /dev/null, it is written to directly, because a file in its place would take it from all other programs.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb", opener=partial(os.open, mode=mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if previous is not None and path.exists():
            path.replace(previous)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
