"""The tokens of seats, stored for the next run: one small file for each, which only its owner can read."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path

from croupier.kernel.files import whole_file

from ..identity import code_key, name_key, split_code


def state_folder() -> Path:
    """The folder where programs of this user store their state."""
    home = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".local" / "state") / "croupier" / "seats"


class SeatToken:
    """The token of a team for one code of one arena. Without a folder it is not stored."""

    def __init__(self, folder: Path | None, url: str, team: str, code: str) -> None:
        whose = "\n".join((url, name_key(team), code_key(split_code(code)[0])))
        name = f"{hashlib.sha256(whose.encode()).hexdigest()[:24]}.json"
        self._path = folder / name if folder else None
        self._about = {"url": url, "team": team}
        self.value = self._read()

    def _read(self) -> str:
        if self._path is not None:
            with contextlib.suppress(OSError, ValueError, AttributeError):
                return str(json.loads(self._path.read_text("utf-8")).get("token", ""))
        return ""

    def keep(self, token: str) -> None:
        """Store a token. If the folder cannot be written to, it is lost at the end of the program."""
        self.value = token
        if self._path is None:
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with whole_file(self._path, mode=0o600) as file:
                file.write(json.dumps({**self._about, "token": token}).encode())
