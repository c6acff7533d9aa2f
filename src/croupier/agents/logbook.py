"""Log files of what bots print and write to standard error, of limited size."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.kernel.errors import BadInput

ROOM = 1 << 20
"""The most bytes of a file, so that a bot that prints for ever fills no disk."""
FULL = b"\n... the rest is left out: the log is full.\n"


class Logbook:
    """One log file. It is created when there is something to write."""

    def __init__(self, path: Path, room: int = ROOM) -> None:
        self.path, self._room = path, room
        self._begun = False

    def write(self, said: bytes) -> None:
        """Append to the file, as long as there is room."""
        if not said or self._room <= 0:
            return
        kept = said[: self._room]
        self._room -= len(said)
        try:
            with open(self.path, "ab" if self._begun else "wb") as file:
                file.write(kept + (FULL if self._room < 0 else b""))
        except OSError as error:
            raise BadInput(f"{self.path} cannot be written: {error.strerror}.") from error
        self._begun = True


def logbooks(folder: Path, names: list[str], copy: int) -> list[Logbook]:
    """A file for each bot of a match; `copy` is the number, from 1, of this set of bots if there are several."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be a folder for logs: {error.strerror}.") from error
    which = f".{copy}" if copy > 1 else ""
    return [Logbook(folder / f"{number}-{_plain(name)}{which}.log") for number, name in enumerate(names, 1)]


def _plain(name: str) -> str:
    """A name with the characters that a file name may have."""
    return re.sub(r"[^\w.#-]+", "-", name).strip("-")[:80]
