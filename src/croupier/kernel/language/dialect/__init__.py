"""The dialect of rules: the subset of Python that means the same at both speeds.

Compiled by Numba, much of Python runs but means something else: `~(a == b)` is another number, a name without a value
is 0, a list is copied where plain Python shares it. Rules keep to constructs that cannot differ: signed 64-bit
integers, fixed-size arrays, records, `if`, `while`, `for … in range(…)`, and calls of other rules.

    violations(source, filename)     violations that the text of a module shows
    unknown_calls(module)            those that only the imported module shows: calls of other functions, recursion
    unfit_globals(module)            … names that are neither a number nor a table
    whole_fields(module)             … whole records or arrays used like numbers
    module_violations(module)        all of them
"""

from __future__ import annotations

import inspect
from types import ModuleType

from .live import unfit_globals, unknown_calls, whole_fields
from .reasons import INSTEAD, REASON, Violation
from .text import violations

__all__ = [
    "INSTEAD",
    "REASON",
    "Violation",
    "module_violations",
    "unfit_globals",
    "unknown_calls",
    "violations",
    "whole_fields",
]


def module_violations(module: ModuleType) -> list[Violation]:
    """All violations of the dialect by the rules of an imported module."""
    found = violations(inspect.getsource(module), module.__name__)
    return sorted({*found, *unknown_calls(module), *unfit_globals(module), *whole_fields(module)})
