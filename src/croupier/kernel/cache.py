"""Where compiled rules are kept, and under which name.

Numba's own cache looks at the time stamp of the file in which a function is written. It does not notice an edited
import, a changed constant or the bounds-check flag. Ours names every entry by a fingerprint of what the function
really is: its byte code, and everything its global names stand for (other rules, constants, tables), all the way
down, with the versions and flags of the compiler. A changed rule gets a new name, and so do its callers; everything
else is found again. Nothing is ever stale, so nothing is ever checked.

Entries go to the first of these that can be written: `CROUPIER_CACHE_DIR`, the user's cache folder, the temporary
folder. If none can, rules are compiled without being kept.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from .jit import is_rule, names_used


def candidates() -> list[Path]:
    """The folders that may hold the cache, best first."""
    folders = []
    if chosen := os.environ.get("CROUPIER_CACHE_DIR"):
        folders.append(Path(chosen))
    else:
        user = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        folders.append(Path(user) / "croupier")
        owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
        folders.append(Path(tempfile.gettempdir()) / f"croupier-{owner}")
    return folders


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """The first candidate that can be written, or None."""
    for candidate in candidates():
        try:
            candidate.mkdir(parents=True, exist_ok=True, mode=0o700)
            if hasattr(os, "getuid") and candidate.stat().st_uid != os.getuid():
                continue  # somebody else's folder: what we would load from it is code
            with tempfile.TemporaryFile(dir=candidate):
                return candidate
        except OSError:
            continue
    return None


def fingerprint(function: FunctionType) -> str:
    """A name for a function by content: equal exactly when compiling it gives the same code."""
    return _Fingerprints().of(function)


class _Fingerprints:
    """Fingerprints of a family of functions, each worked out once."""

    def __init__(self) -> None:
        self.known: dict[FunctionType, str] = {}

    def of(self, function: FunctionType) -> str:
        if function not in self.known:
            self.known[function] = "recursive"  # rules do not recurse; a cycle must not hang the hash all the same
            parts = [environment(), *_code_parts(function.__code__), repr(function.__defaults__)]
            for name, value in names_used(function):
                parts.append(f"{name}={self._value(value)}")
            self.known[function] = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
        return self.known[function]

    def _value(self, value: Any) -> str:
        if isinstance(value, FunctionType):
            return self.of(value)
        if isinstance(value, ModuleType | BuiltinFunctionType | type):
            return value.__name__
        if hasattr(value, "tobytes") and hasattr(value, "dtype"):
            return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
        return repr(value)


def _code_parts(code: CodeType) -> list[str]:
    constants = [c for c in code.co_consts if not isinstance(c, CodeType)]
    return [code.co_code.hex(), repr(constants), repr(code.co_names), repr(code.co_varnames)]


@lru_cache(maxsize=1)
def environment() -> str:
    """What else decides how a rule is compiled."""
    import numba
    import numpy as np

    config: Any = numba.config
    flags = f"boundscheck={bool(config.BOUNDSCHECK)} opt={config.OPT} debug={config.DEBUG_JIT}"
    return f"python {sys.version_info[:3]} numba {numba.__version__} numpy {np.__version__} {flags}"


@lru_cache(maxsize=1)
def install() -> bool:
    """Teach Numba where our functions are kept. False if there is nowhere to keep them."""
    where = folder()
    if where is None:
        return False
    from numba.core.caching import CacheImpl, _CacheLocator

    class RuleLocator(_CacheLocator):
        """Finds the cache entry of a rule by its fingerprint; leaves every other function to Numba."""

        def __init__(self, function: FunctionType) -> None:
            self.name = fingerprint(function)

        def get_cache_path(self) -> str:
            return str(where)

        def get_source_stamp(self) -> str:
            return self.name

        def get_disambiguator(self) -> str:
            return self.name

        @classmethod
        def from_function(cls, function: FunctionType, _file: str) -> RuleLocator | None:
            return cls(function) if is_rule(function) else None

    locators: list[Any] = CacheImpl._locator_classes
    locators.insert(0, RuleLocator)
    return True
