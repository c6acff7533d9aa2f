"""A client of the arena's JSON API, with the host's token."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from croupier.arena.client.session import split_address
from croupier.kernel.errors import BadInput

TOKEN = "CROUPIER_HOST_TOKEN"
DATABASE = "croupier.db"
"""The database of `croupier serve`; the host's token lies beside it."""
SECONDS = 60.0
PIECE = 1 << 16
"""Bytes of an answer that are read at a time."""
WHERE = (
    "`croupier serve` prints it when it first opens an arena, and keeps it beside the database: croupier.host beside "
    f"croupier.db. Say --store FILE for the database, --token TOKEN, or set {TOKEN}."
)
"""Where the host's token is, and how to pass it."""


class Remote:
    """One arena. A refused request raises BadInput with the arena's message."""

    def __init__(self, url: str, token: str) -> None:
        parts = split_address(url)
        self.url = f"{parts.scheme.replace('ws', 'http')}://{parts.netloc}{parts.path.removesuffix('/ws').rstrip('/')}"
        self._token = token

    def get(self, *path: str) -> Any:
        """GET a path; the decoded JSON."""
        return json.loads(self.read(*path))

    def post(self, *path: str, body: Any) -> Any:
        """POST a body to a path; the decoded JSON of the answer."""
        return json.loads(self.read(*path, body=body))

    def read(self, *path: str, query: str = "", body: Any = None) -> bytes:
        """The whole answer as bytes; GET without a body, else POST."""
        return b"".join(self.pieces(*path, query=query, body=body))

    def pieces(self, *path: str, query: str = "", body: Any = None) -> Iterator[bytes]:
        """The answer piece by piece, for large ones; BadInput also if the answer ends too soon."""
        if not all(path):
            raise BadInput("A name is empty: say which table, team, match or event is meant.")
        where = "/".join(quote(part, safe="") for part in path)
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        request = urllib.request.Request(f"{self.url}/api/{where}{query}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                while piece := answer.read(PIECE):
                    yield piece
        except urllib.error.HTTPError as error:
            raise BadInput(self._refusal(error)) from None
        except http.client.IncompleteRead:
            raise BadInput(f"{self.url} broke the connection in the middle of its answer. Try again.") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise BadInput(f"{self.url} does not answer: {reason}. Is the arena open there?") from None

    def _refusal(self, error: urllib.error.HTTPError) -> str:
        """Why a request was refused, in the arena's words; for a wrong token, how to pass one on the command line."""
        try:
            told = json.loads(error.read())
            code, msg = told["code"], told["msg"]
        except (ValueError, KeyError, TypeError):
            return f"The answer was {error.code} {error.reason}: is this an arena?"
        if code == "NOT_THE_HOST":
            return f"This is not the token of the host of {self.url}. {WHERE}"
        return f"{msg} ({code})"


def store_of(given: str | None) -> str:
    """The address of a store: as given, from the environment, or the default."""
    return given or os.environ.get("CROUPIER_STORE") or os.environ.get("CROUPIER_DB") or DATABASE


def token_of(given: str | None, store: str | None) -> str:
    """The host's token: as given, from the environment, or from the file beside the arena's store."""
    from croupier.arena.store.address import token_file_of

    if token := given or os.environ.get(TOKEN):
        return token.strip()
    path = token_file_of(store_of(store))
    try:
        token, why = path.read_text("ascii").strip(), "is empty"
    except (OSError, UnicodeDecodeError) as error:
        token, why = "", f"cannot be read: {getattr(error, 'strerror', None) or 'it holds no token'}"
    if not token:
        raise BadInput(f"The host's token is needed, and {path} {why}. {WHERE}")
    return token


def remote_of(options: argparse.Namespace) -> Remote:
    """The arena that the options name, with the token of its host."""
    return Remote(options.url, token_of(options.token, options.store))
