"""Records as bytes: a hash of a record's layout, and its integers in that order."""

from __future__ import annotations

import hashlib
import struct
from functools import cache
from typing import Any, TypeVar

from ..errors import BadInput
from .records import Kind, Record, fields_of, reader

R = TypeVar("R", bound=Record)


def layout(cls: type[Record], added: bool = True) -> str:
    """The fields of a record as text: names, sizes, and the fields of the records nested in it; without `added`, as
    they were before some were ADDED."""
    return " ".join(
        f"{name}({layout(nested, added)})" if nested is not None else f"{name}{list(shape) if shape else ''}"
        for name, shape, kinds, nested in fields_of(cls)
        if added or Kind.ADDED not in kinds
    )


def layout_hash(cls: type[Any], added: bool = True) -> bytes:
    """A hash of the layout: eight bytes, the same on every machine."""
    return _layout_hash(cls, added)  # type: ignore[arg-type]


@cache
def _layout_hash(cls: Any, added: bool) -> bytes:
    return hashlib.blake2b(layout(cls, added).encode(), digest_size=8).digest()


def pack(values: list[int]) -> bytes:
    """Integers as bytes: eight bytes each, little-endian."""
    return struct.pack(f"<{len(values)}q", *values)


def unpack(data: bytes) -> list[int]:
    """The integers that `pack` wrote."""
    if len(data) % 8:
        raise BadInput(f"{len(data)} bytes are no integers of eight bytes each.")
    return list(struct.unpack(f"<{len(data) // 8}q", data))


def restored(cls: type[R], layout_was: bytes, data: bytes) -> R:
    """The record that was pickled; BadInput if the layout of its class has changed since."""
    if layout_was != layout_hash(cls):
        raise BadInput(f"{cls.__name__} has been laid out anew since this was written.")
    return reader(cls)(unpack(data), 0)
