"""The cache of compiled rules: where it is, and how entries are named.

Numba's own cache looks at the time stamp of the file in which a function is written. It does not notice an edited
import, a changed constant or the bounds-check flag. Ours names every entry by a fingerprint of the function's content:
its byte code and the values of all its global names (other rules, constants, tables), recursively, with the versions
and flags of the compiler. A changed rule gets a new name, and so do its callers; everything else is found again.
Nothing is ever stale, so nothing is ever checked.

An entry is one file for one function and one signature. Numba's own files share an index, and two processes that save
at once can leave one that points to the wrong code. For an entrance the machine code is kept; for every other rule its
bitcode as a part, so that the next driver of the same game compiles only itself. Of several processes that need the
same entrance at once, such as workers that have just been started, one compiles it and the others wait.

Entries go to the user's cache folder; if that is not writable, to the temporary folder. `CROUPIER_CACHE_DIR` chooses
another folder instead of both. If no folder is writable, entries are read from the first that exists, and other rules
are compiled without being saved. The same happens if a folder vanishes or fills up during a run.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import pickle
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from .jit import is_merged, is_numeric, is_rule, names_used

WAYS = ("bits.py", "linking.py")
"""Modules that determine how rules are compiled: their text is part of every fingerprint."""


def candidates() -> list[Path]:
    """The folders that may hold the cache, best first; only CROUPIER_CACHE_DIR if it is set."""
    if chosen := os.environ.get("CROUPIER_CACHE_DIR"):
        return [Path(chosen)]
    user = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return [Path(user) / "croupier", Path(tempfile.gettempdir()) / f"croupier-{owner}"]


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """The first writable candidate, else the first that exists, or None."""
    there = []
    for candidate in candidates():
        try:
            candidate.mkdir(parents=True, exist_ok=True, mode=0o700)
            if hasattr(os, "getuid") and candidate.stat().st_uid != os.getuid():
                continue  # owned by another user: we would load code from it
            there.append(candidate)
            with tempfile.TemporaryFile(dir=candidate):
                return candidate
        except OSError:
            continue
    return there[0] if there else None


def fingerprint(function: FunctionType) -> str:
    """A hash of a function's content: equal exactly when compiling it gives the same code."""
    return _Fingerprints().of(function)


def name_by_content(functions: Iterable[FunctionType]) -> None:
    """Give rules qualified names that contain their fingerprints, before they are compiled.

    Numba names compiled code by the qualified name and a counter that starts anew in every process. If two functions
    were compiled in different processes under one name, a third process that loads both would run only the first.
    """
    fingerprints = _Fingerprints()
    for function in functions:
        function.__qualname__ = f"{function.__name__}_{fingerprints.of(function)}"


class _Fingerprints:
    """Fingerprints of functions that use each other, each computed once."""

    def __init__(self) -> None:
        self.known: dict[FunctionType, str] = {}

    def of(self, function: FunctionType) -> str:
        if function not in self.known:
            self.known[function] = "recursive"  # rules do not recurse, but a cycle must not hang the hash
            parts = [environment(), function.__name__, *_code_parts(function.__code__), repr(function.__defaults__)]
            parts.append("merged" if is_merged(function) else "called")
            if is_numeric(function):
                parts.append("vectorised")
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
    """What the code does. The only strings in a rule are docstrings, which do nothing."""
    constants = ["" if isinstance(c, str) else c for c in code.co_consts if not isinstance(c, CodeType)]
    return [code.co_code.hex(), repr(constants), repr(code.co_names), repr(code.co_varnames)]


@lru_cache(maxsize=1)
def environment() -> str:
    """Everything else that determines how a rule is compiled: versions, flags and the text of WAYS."""
    import numba
    import numpy as np

    config: Any = numba.config
    flags = f"boundscheck={bool(config.BOUNDSCHECK)} opt={config.OPT} debug={config.DEBUG_JIT}"
    ways = hashlib.sha256(b"".join(Path(__file__).with_name(name).read_bytes() for name in WAYS)).hexdigest()
    return f"python {sys.version_info[:3]} numba {numba.__version__} numpy {np.__version__} {flags} {ways}"


class Entries:
    """The cache of one function: a file for each signature."""

    def __init__(self, base: Path) -> None:
        self.base = base

    def path(self, key: Any) -> Path:
        return self.base.with_name(f"{self.base.name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}.nbc")

    def save(self, key: Any, data: Any) -> None:
        from numba.core.serialize import dumps

        path = self.path(key)
        unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            try:
                unfinished.write_bytes(dumps((key, data)))  # type: ignore[no-untyped-call]
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)

    def load(self, key: Any) -> Any:
        try:
            found, data = pickle.loads(self.path(key).read_bytes())
        except Exception:  # no such file, or a damaged one, which can raise anything
            return None
        return data if found == key else None

    def flush(self) -> None:
        for path in self.base.parent.glob(f"{glob.escape(self.base.name)}.*.nbc"):
            path.unlink(missing_ok=True)


class Entrances(Entries):
    """The cache of an entrance. The first process that finds no entry locks a file until it has saved the entry or
    ends; other processes wait for that and look again. Where files cannot be locked, each process compiles for
    itself."""

    def load(self, key: Any) -> Any:
        data = super().load(key)
        if data is None:
            while _listeners:
                _listeners.pop()()
            _wait_for_turn(self.path(key))
            data = super().load(key)
            if data is not None:
                end_turn()
        return data

    def save(self, key: Any, data: Any) -> None:
        super().save(key, data)
        end_turn()


_listeners: list[Callable[[], None]] = []
"""Whom to tell that no entry has been found, so that an entrance is going to be compiled; each is told once."""


@contextlib.contextmanager
def telling(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell`, at most once, as soon as something in the block has to be compiled, or waits for another process
    that compiles it."""
    _listeners.append(tell)
    try:
        yield
    finally:
        if tell in _listeners:
            _listeners.remove(tell)


_turn: list[tuple[Path, int]] = []
"""The file that this process has locked, while it compiles an entrance."""


def _wait_for_turn(entry: Path) -> None:
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        lock = entry.with_name(f"{entry.name}.lock")
        _turn.append((lock, os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)))
        fcntl.flock(_turn[-1][1], fcntl.LOCK_EX)


def end_turn() -> None:
    """Release the lock of this process, after it has compiled an entrance or failed to."""
    while _turn:
        lock, descriptor = _turn.pop()
        with contextlib.suppress(OSError):
            lock.unlink()  # a process that waits for the lock looks for the entry again before it compiles
        os.close(descriptor)


def entries(function: FunctionType) -> Entries | None:
    """The cache of a rule whose qualified name contains its fingerprint; None if there is no folder."""
    where = folder()
    return Entries(where / function.__qualname__) if where else None


@lru_cache(maxsize=1)
def install() -> bool:
    """Make Numba keep entrances in our cache. False if there is no folder for it."""
    where = folder()
    if where is not None:
        _keep_in(where)
    return where is not None


def _keep_in(where: Path) -> None:
    """Register with Numba a locator for rules and the class of their cache files."""
    from numba.core import caching

    class RuleLocator(caching._CacheLocator):
        """Finds the entries of a rule by its fingerprint; leaves every other function to Numba."""

        def __init__(self, function: FunctionType) -> None:
            self.name = fingerprint(function)
            self._py_file = function.__code__.co_filename  # named in Numba's warnings

        def ensure_cache_path(self) -> None:
            """Nothing to do: the folder is made when an entry is saved."""

        def get_cache_path(self) -> str:
            return str(where)

        def get_source_stamp(self) -> str:
            return self.name

        def get_disambiguator(self) -> str:
            return self.name

        @classmethod
        def from_function(cls, function: FunctionType, _file: str) -> RuleLocator | None:
            return cls(function) if is_rule(function) else None

    numbas_files = caching.IndexDataCacheFile

    def files(cache_path: str, filename_base: str, source_stamp: str) -> Any:
        if cache_path == str(where):
            return Entrances(where / filename_base)
        return numbas_files(cache_path, filename_base, source_stamp)  # type: ignore[no-untyped-call]

    locators: list[Any] = caching.CacheImpl._locator_classes
    locators.insert(0, RuleLocator)
    caching.IndexDataCacheFile = files  # type: ignore[assignment, misc]
