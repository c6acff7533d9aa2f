"""Many appends as the arguments of one call of `write_commit` (`schema`).

What a later entry of the same commit replaces or removes is left out: of each value the last body is written, and of
each table the lines that its last snapshot leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import Append, LeaseClosed, LeaseOpened, Line, Value
from .rows import STAYS, LineRow, Rows, ValueRow


class Gap(Exception):
    """The lines of a table do not follow each other within a commit."""


class _Table:
    """What a commit does to a table."""

    def __init__(self) -> None:
        self.rows: list[LineRow] = []
        self.first: int | None = None
        """The number of its first line in the commit; None if it has none."""
        self.last = 0
        self.place: int | None = None
        """The number of its last snapshot; 0 if the commit has its first line and no snapshot."""
        self.prunes = False
        self.prune_before: int | None = None
        """Prunes up to a snapshot of the commit; without a number, up to the snapshot before the commit."""

    def add(self, line: Line, row: LineRow) -> None:
        """Add a line."""
        if self.first is None:
            self.first = line.number
        elif line.number != self.last + 1:
            raise Gap
        self.last = line.number
        if line.snapshot:
            self.rows = [one for one in self.rows if one.stays == STAYS]
            self.place = line.number
        elif line.number == 1:
            self.place = 0
        self.rows.append(row)

    def prune(self) -> None:
        """Remove the lines before the last snapshot."""
        self.prunes = True
        if self.place:
            self.prune_before = self.place
            self.rows = [row for row in self.rows if row.number >= self.place]


def arguments(appends: Sequence[Append], rows: Rows) -> list[Any]:
    """The arguments of `write_commit` after the writer and its count; Gap if there are none. Rows are in the order of
    their keys, so that commits of several nodes never wait for each other in a circle."""
    tables: dict[str, _Table] = {}
    values: dict[str, ValueRow | None] = {}
    opened, closed = set[str](), set[str]()
    for append in appends:
        for entry in append.entries:
            if isinstance(entry, Line):
                tables.setdefault(entry.table, _Table()).add(entry, rows.of_line(entry))
            elif isinstance(entry, Value):
                values[entry.key] = None if entry.body is None else rows.of_value(entry)
            elif isinstance(entry, LeaseOpened):
                opened.add(entry.name)
            elif isinstance(entry, LeaseClosed):
                opened.discard(entry.name)
                closed.add(entry.name)
            else:
                tables.setdefault(entry.table, _Table()).prune()
    named, keyed = sorted(tables.items()), sorted(values.items())
    return [
        *_columns(3, [append.lease for append in appends if append.lease is not None]),
        *_columns(2, [(name, table.first) for name, table in named if table.first is not None]),
        *_columns(2, [(name, table.prune_before) for name, table in named if table.prunes]),
        *_columns(2, [(name, table.place) for name, table in named if table.place is not None]),
        *_columns(5, [row for _, table in named for row in table.rows]),
        *_columns(3, [row for _, row in keyed if row is not None]),
        [key for key, row in keyed if row is None],
        sorted(opened),
        sorted(closed),
    ]


def ends(append: Append) -> bool:
    """Whether a commit has to end with an append: what comes after it has to find a lease closed."""
    return any(isinstance(entry, LeaseClosed) for entry in append.entries)


def _columns(width: int, rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]
