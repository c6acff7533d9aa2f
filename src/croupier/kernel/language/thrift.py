"""Numba's own bookkeeping, made cheaper: it changes nothing that is compiled, and saves a tenth of the time.

Numba tells its listeners of every call of LLVM, to time how long LLVM's lock is held, which nobody here reads. And its
flags are keys of dictionaries that are asked for with every function that is called: to be compared they make a
dictionary of all their values each time, and their hash is of their names, sorted each time, which never change.

Imported only where something is compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import ffi  # type: ignore[import-untyped]
from numba.core.targetconfig import TargetConfig

_hashes: dict[type[TargetConfig], int] = {}


def _hash(flags: Any) -> int:
    kind = type(flags)
    if kind not in _hashes:
        _hashes[kind] = hash(tuple(sorted(flags.options)))
    return _hashes[kind]


def _equal(flags: Any, other: Any) -> Any:
    if not isinstance(other, TargetConfig):
        return NotImplemented
    alike = type(flags) is type(other) and flags._values == other._values
    return alike or flags.values() == other.values()  # type: ignore[no-untyped-call]


def save_bookkeeping() -> None:
    """Do without what nobody reads, for all that is compiled from now on."""
    ffi.lib._lock._cblist.clear()
    TargetConfig.__hash__ = _hash  # type: ignore[method-assign]
    TargetConfig.__eq__ = _equal  # type: ignore[method-assign]
