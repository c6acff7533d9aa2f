"""Rules, and how they are compiled.

`@rule` only marks a plain function. Nothing is compiled, and Numba is not imported, until `compiled(function)` is
first called: then every rule that the function can reach is registered with Numba under its own name, and the very
same source runs at both speeds. Only the function itself becomes machine code, with all the others as its parts.

A driver that works for any game is written once against the names of a core and given its functions by `bind`:

    def play(t, ...):           # uses the global names `owing`, `menu`, `act`
        ...
    fast = compiled(bind(play, owing=rules.owing, menu=rules.menu, act=rules.act))

Code that calculates with floats over arrays, such as a solver, is no rule: it is marked with `@numeric`, compiled and
kept in the same way, and the dialect does not judge it.

`bind` copies the function with other globals. No closure is involved, because Numba keys its cache on pickled
closure cells, and a pickled function differs between a parent and its spawned workers.
"""

from __future__ import annotations

import dis
import os
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MERGED = 500
"""Rules with no more bytes of code than this are merged into their callers. To merge all would be a little faster, and
can take several times as long to compile."""
MERGED_IN_HASTE = 120
"""The same where little is optimised (NUMBA_OPT=1), as in `.ci/run`: code need not be fast there, but ready soon."""

_rules: set[FunctionType] = set()
_numeric: set[FunctionType] = set()
_registered: set[FunctionType] = set()
_compiled: dict[FunctionType, Any] = {}


def rule(function: F) -> F:
    """Mark a function as a rule: it keeps to the dialect and runs at both speeds."""
    assert isinstance(function, FunctionType)
    _rules.add(function)
    return function


def numeric(function: F) -> F:
    """Mark a function that calculates with floats over arrays: it is compiled and kept like a rule, and its loops are
    vectorised. The order of its additions stays as written, so that every machine gets the same numbers."""
    assert isinstance(function, FunctionType)
    _numeric.add(function)
    return rule(function)


def is_numeric(function: FunctionType) -> bool:
    """Whether a function is marked with `@numeric`, or a bound copy of one."""
    return function in _numeric


def is_rule(value: object) -> bool:
    """Whether a value is a function marked with `@rule` or `@numeric`, or a bound copy of one."""
    return isinstance(value, FunctionType) and value in _rules


def bind(template: F, **names: Any) -> F:
    """A copy of a rule in which some global names stand for other values; a rule itself."""
    assert isinstance(template, FunctionType)
    copy = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__, template.__defaults__)
    copy.__doc__ = template.__doc__
    copy.__qualname__ = template.__qualname__
    return (numeric if is_numeric(template) else rule)(copy)  # type: ignore[return-value]


def names_used(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The global names that a function's code reads, with their values, in a fixed order."""
    scope = function.__globals__
    for name in _globals_read(function.__code__):
        if name in scope:
            yield name, scope[name]


@cache
def _globals_read(code: CodeType) -> list[str]:
    """Global names only: a field of a record may well be called like a global that has nothing to do with it."""
    return sorted({line.argval for line in dis.get_instructions(code) if line.opname in ("LOAD_GLOBAL", "LOAD_NAME")})


def rules_reached(function: FunctionType) -> list[FunctionType]:
    """Every rule that a function can call, callees before callers, without the function itself."""
    order: list[FunctionType] = []
    seen: set[FunctionType] = set()

    def visit(current: FunctionType) -> None:
        for _, value in names_used(current):
            if is_rule(value) and value not in seen:
                seen.add(value)
                visit(value)
                order.append(value)

    visit(function)
    return order


def is_merged(function: FunctionType) -> bool:
    """Whether a rule is so small that it is merged into its callers."""
    most = min(MERGED, MERGED_IN_HASTE) if os.environ.get("NUMBA_OPT") in ("0", "1") else MERGED
    return len(function.__code__.co_code) <= most


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled form of a rule over compiled records; made on its first call, kept on disk where possible."""
    if not isinstance(function, FunctionType) or not is_rule(function):
        raise TypeError(f"{function!r} is no rule: mark it with @rule, so that the cache notices what it hangs on")
    if function not in _compiled:
        from . import cache, linking

        keep = cache.install()
        entrance = _entrance(function)
        new = [reached for reached in rules_reached(function) if reached not in _registered]
        cache.name_by_content([*new, entrance])
        for reached in new:
            _registered.add(reached)
            linking.register(reached, merge=is_merged(reached))
        _compiled[function] = linking.entrance(entrance, keep=keep, vectorise=is_numeric(function))
    return _compiled[function]


def _entrance(function: FunctionType) -> FunctionType:
    """A copy of a rule for Python to enter by, under a name of its own.

    A rule that other rules call is a part, which cannot be called from Python. A rule may well be both, so the two must
    never be found under one name.
    """
    copy = bind(function)
    copy.__name__ = f"enter_{function.__name__}"
    copy.__qualname__ = f"enter_{function.__qualname__}"
    return copy


def compiled_afresh(dispatcher: Any) -> bool:
    """Whether a compiled function really compiled in this process, rather than being read from the cache."""
    return bool(sum(dispatcher.stats.cache_misses.values()))
