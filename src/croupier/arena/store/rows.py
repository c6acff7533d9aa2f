"""Lines and values as rows of a database: which are sealed, and how long a line stays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import Line, Value
from .sealing import HouseKey

OPEN = ""
"""The name of the key in rows that are not sealed."""
STAYS, SNAPSHOT, FLEETING = range(3)
"""Whether a line stays after the next snapshot, for records, or is removed with it."""
LAST_CHARACTER = chr(0x10FFFF)
"""Behind every key with a prefix, and before every key behind them, so that an index finds both ends."""


class LineRow(NamedTuple):
    """A line as a row."""

    name: str
    number: int
    body: bytes
    stays: int
    sealed: str


class ValueRow(NamedTuple):
    """A value as a row."""

    key: str
    body: bytes
    sealed: str


class Part(NamedTuple):
    """A table of a store, with its columns, of which the first `keys` tell a row from all others."""

    name: str
    columns: str
    keys: str


class Rows:
    """Makes rows, and reads them, with the key of a store."""

    def __init__(self, key: HouseKey) -> None:
        self._key = key

    def of_line(self, line: Line) -> LineRow:
        """The row of a line."""
        table, number, body, secret, snapshot, fleeting = line
        stays = SNAPSHOT if snapshot else FLEETING if fleeting else STAYS
        if not secret:
            return LineRow(table, number, body, stays, OPEN)
        return LineRow(table, number, self._key.seal(body, _about(table, number, stays)), stays, self._key.name)

    def of_value(self, value: Value) -> ValueRow:
        """The row of a value that is not removed."""
        key, body, secret = value
        assert body is not None
        if not secret:
            return ValueRow(key, body, OPEN)
        return ValueRow(key, self._key.seal(body, key.encode()), self._key.name)

    def lines(self, table: str, rows: Iterable[tuple[int, bytes, int, str]]) -> list[Line]:
        """The lines of rows (number, body, stays, sealed), without those that were sealed with a lost key."""
        lines = []
        for number, body, stays, sealed in rows:
            if not self._is_lost(sealed):
                body = self._opened(body, sealed, _about(table, number, stays))
                lines.append(Line(table, number, body, sealed != OPEN, stays == SNAPSHOT, stays == FLEETING))
        return lines

    def values(self, rows: Iterable[tuple[str, bytes, str]]) -> dict[str, bytes]:
        """The values of rows (key, body, sealed), without those that were sealed with a lost key."""
        return {
            key: self._opened(body, sealed, key.encode()) for key, body, sealed in rows if not self._is_lost(sealed)
        }

    def _opened(self, body: bytes, sealed: str, about: bytes) -> bytes:
        return self._key.unseal(body, about) if sealed != OPEN else body

    def _is_lost(self, sealed: str) -> bool:
        return sealed not in (OPEN, self._key.name)


def _about(table: str, number: int, stays: int) -> bytes:
    """The associated data of a sealed line, so that it cannot be put in the place of another."""
    return f"{table}\0{number}\0{stays}".encode()
