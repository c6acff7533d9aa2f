"""The address of a store: a file, or a database of PostgreSQL (`postgresql://user@host/name`).

The key and the host's token lie beside a file. Those of a database lie in the working directory.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("postgresql://", "postgres://")
HERE = Path("croupier.db")
"""The file beside which the key and the token of a database in PostgreSQL lie."""


def is_postgres(address: str) -> bool:
    """Whether an address is that of a database of PostgreSQL."""
    return address.startswith(SCHEMES)


def token_file_of(address: str) -> Path:
    """The file with the host's token."""
    return (HERE if is_postgres(address) else Path(address)).with_suffix(".host")


def key_file_of(address: str) -> Path:
    """The file with the key, unless another is named."""
    return (HERE if is_postgres(address) else Path(address)).with_suffix(".key")


def shown(url: str) -> str:
    """An address without its password, for messages."""
    if not is_postgres(url):
        return url
    parts = urlsplit(url)
    user, at, place = parts.netloc.rpartition("@")
    query = "" if "password" in parts.query else parts.query
    return urlunsplit(parts._replace(netloc=user.partition(":")[0] + at + place, query=query))
