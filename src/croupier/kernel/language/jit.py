"""Rules, and how they are compiled.

`@rule` only marks a plain function. Nothing is compiled, and Numba is not imported, until `compiled(function)` is
first called: then every rule that the function can reach is registered with Numba under its own name, and the same
source runs at both speeds. Only the function itself becomes machine code, with all the others as its parts.

A driver that works for any game is written once against the names of a core and given its functions by `bind`:

    def play(t, ...):           # uses the global names `owing`, `menu`, `act`
        ...
    fast = compiled(bind(play, owing=rules.owing, menu=rules.menu, act=rules.act))

Code that calculates with floats over arrays, such as a solver, is not a rule: it is marked with `@numeric`, compiled
and cached in the same way, and not checked against the dialect.

`bind` copies the function with other globals. No closure is involved, because Numba keys its cache on pickled
closure cells, and a pickled function differs between a parent and its spawned workers.
"""

from __future__ import annotations

import dis
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MERGED = 2000
"""Rules that make at most this many bytes of code, with all that is inlined into them, are inlined into their callers.
Inlining all rules would be slightly faster, and can take several times as long to compile."""

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
    """Mark a function that calculates with floats over arrays: it is compiled and cached like a rule, and its loops are
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
    """A copy of a rule in which some global names have other values; the copy is a rule too."""
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
def _globals_read(code: CodeType) -> dict[str, int]:
    """The global names, in order, and how often each is read. They are looked for in instructions, as a field of a
    record may have the same name as a global that is not used."""
    read = [line.argval for line in dis.get_instructions(code) if line.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
    return dict(sorted(Counter(read).items()))


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
    """Whether a rule is small enough to be inlined into its callers."""
    return merged_size(function) <= MERGED


@cache
def merged_size(function: FunctionType) -> int:
    """The bytes of code of a rule and of the rules that are inlined into it, for each place where they are called."""
    calls = _globals_read(function.__code__)
    called = [(calls[name], value) for name, value in names_used(function) if is_rule(value)]
    return len(function.__code__.co_code) + sum(
        times * merged_size(value) for times, value in called if is_merged(value)
    )


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled form of a rule over compiled records; compiled on its first call, cached on disk where possible."""
    if not isinstance(function, FunctionType) or not is_rule(function):
        raise TypeError(f"{function!r} is no rule: mark it with @rule, so that the cache knows what it depends on")
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
    """A copy of a rule under a name of its own, to be called from Python.

    A rule that other rules call is compiled as a part, which cannot be called from Python. A rule may be both, so the
    two must have different names.
    """
    copy = bind(function)
    copy.__name__ = f"enter_{function.__name__}"
    copy.__qualname__ = f"enter_{function.__qualname__}"
    return copy


def compiled_afresh(dispatcher: Any) -> bool:
    """Whether a compiled function was compiled in this process, rather than read from the cache."""
    return bool(sum(dispatcher.stats.cache_misses.values()))
