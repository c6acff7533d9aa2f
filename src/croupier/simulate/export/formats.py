"""Tables as files: CSV, JSON Lines and Parquet, with the same content in each.

Rows are written as they come. Parquet is written by PyArrow, which is an extra: `pip install 'croupier[parquet]'`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, BinaryIO

import msgspec

from croupier.kernel.errors import BadInput

from .columns import Column, Row

BATCH = 10_000
"""How many rows of Parquet are collected before they are written."""


class CsvWriter:
    """A line of column names, then one for each row. None is an empty cell; booleans are `true` and `false`."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._file, self._line = file, io.StringIO()
        self._writer = csv.writer(self._line, lineterminator="\n")
        self._names = [column.name for column in columns]
        self._add(self._names)

    def write(self, row: Row) -> None:
        """Add a row."""
        values = (row[name] for name in self._names)
        self._add([str(value).lower() if isinstance(value, bool) else value for value in values])

    def _add(self, values: Sequence[object]) -> None:
        self._writer.writerow(values)
        self._file.write(self._line.getvalue().encode())
        self._line.seek(0)
        self._line.truncate()

    def close(self) -> None:
        """Nothing to do."""


class JsonlWriter:
    """An object on each line, with every column: None is null."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._file, self._encode = file, msgspec.json.Encoder().encode

    def write(self, row: Row) -> None:
        """Add a row."""
        self._file.write(self._encode(row) + b"\n")

    def close(self) -> None:
        """Nothing to do."""


class ParquetWriter:
    """Columns of 64-bit integers, texts and booleans, in groups of BATCH rows."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._arrow, parquet = _pyarrow()
        kinds = {str: self._arrow.string(), int: self._arrow.int64(), bool: self._arrow.bool_()}
        self._schema = self._arrow.schema([(column.name, kinds[column.kind]) for column in columns])
        self._writer = parquet.ParquetWriter(file, self._schema)
        self._rows: list[Row] = []

    def write(self, row: Row) -> None:
        """Add a row."""
        self._rows.append(row)
        if len(self._rows) == BATCH:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._schema))
        self._rows = []

    def close(self) -> None:
        """Write the remaining rows and the footer of the file."""
        if self._rows:
            self._flush()
        self._writer.close()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadInput(
            "Parquet needs PyArrow, which is not installed: pip install 'croupier[parquet]'. "
            "CSV and JSON Lines need nothing and have the same content."
        ) from error
    return pyarrow, pyarrow.parquet


WRITERS: dict[str, type[CsvWriter] | type[JsonlWriter] | type[ParquetWriter]] = {
    "csv": CsvWriter,
    "jsonl": JsonlWriter,
    "parquet": ParquetWriter,
}
"""By format, which is also the suffix of a file."""
