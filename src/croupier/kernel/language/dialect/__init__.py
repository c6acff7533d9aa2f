"""The dialect of rules: the subset of Python that means the same at both speeds.

Compiled by Numba, much of Python runs but means something else: `~(a == b)` is another number, a name without a value
is 0, a list is copied where plain Python shares it. Rules keep to constructs that cannot differ: signed 64-bit
integers, fixed-size arrays, records, `if`, `while`, `for … in range(…)`, and calls of other rules.

    violations(source, filename)     violations that the text of a module shows
    unknown_calls(module)            those that only the imported module shows: calls of other functions, recursion
    unfit_globals(module)            … names that are neither a number nor a table
    whole_fields(module)             … whole records or arrays used like numbers
    unknown_fields(module, given)    … fields that a record does not have
    module_violations(module)        all of them
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType

from ..records import Record
from .live import unfit_globals, unknown_calls, unknown_fields, whole_fields
from .reasons import INSTEAD, REASON, Violation
from .text import violations

__all__ = [
    "INSTEAD",
    "REASON",
    "Violation",
    "module_violations",
    "unfit_globals",
    "unknown_calls",
    "unknown_fields",
    "violations",
    "whole_fields",
]


def module_violations(
    module: ModuleType, given: Mapping[str, Sequence[type[Record]]] = MappingProxyType({})
) -> list[Violation]:
    """All violations of the dialect by the rules of an imported module. `given` has the records of a rule's first
    parameters, by its name, beyond what annotations say."""
    found = violations(inspect.getsource(module), module.__name__)
    looked_at = (unknown_calls(module), unfit_globals(module), whole_fields(module), unknown_fields(module, given))
    return sorted({*found, *(one for of_kind in looked_at for one in of_kind)})
