"""An arena as a host asks it: the JSON API, with the host's token."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from croupier.kernel.errors import BadInput

TOKEN = "CROUPIER_HOST_TOKEN"
DATABASE = "croupier.db"
"""What `croupier serve` keeps everything in; the host's token lies beside it."""
SECONDS = 60.0


class Remote:
    """One arena. What it refuses is BadInput, in its own words."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https", "ws", "wss") or not parts.netloc:
            raise BadInput(f"{url} is no address of an arena; it looks like http://127.0.0.1:8000.")
        self.url = f"{parts.scheme.replace('ws', 'http')}://{parts.netloc}{parts.path.removesuffix('/ws').rstrip('/')}"
        self._token = token

    def get(self, *path: str) -> Any:
        """Ask for something."""
        return json.loads(self.read(*path))

    def post(self, *path: str, body: Any) -> Any:
        """Want something done."""
        return json.loads(self.read(*path, body=body))

    def read(self, *path: str, query: str = "", body: Any = None) -> bytes:
        """What an address answers, as it came."""
        where = "/".join(quote(part, safe="") for part in path)
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        request = urllib.request.Request(f"{self.url}/api/{where}{query}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise BadInput(_refusal(error)) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise BadInput(f"{self.url} does not answer: {reason}. Is the arena open there?") from None


def _refusal(error: urllib.error.HTTPError) -> str:
    try:
        told = json.loads(error.read())
        return f"{told['msg']} ({told['code']})"
    except (ValueError, KeyError, TypeError):
        return f"The answer was {error.code} {error.reason}: is this an arena?"


def token_of(given: str | None, database: str | None) -> str:
    """The host's token: as given, from the environment, or from the file beside the arena's database."""
    if token := given or os.environ.get(TOKEN):
        return token.strip()
    path = Path(database or os.environ.get("CROUPIER_DB") or DATABASE).with_suffix(".host")
    try:
        return path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            f"The host's token is needed: --token TOKEN, {TOKEN}, or --db FILE for the arena's database on this "
            f"machine (there is no {path})."
        ) from None
