"""`int.bit_count` and `int.bit_length` for Numba, which has neither.

Both count the bits of the absolute value, as in plain Python. Imported only where something is compiled.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.typing.templates import signature
from numba.cpython.unsafe.numbers import leading_zeros
from numba.extending import intrinsic, overload_method


@intrinsic
def _ones(typing: Any, value: Any) -> Any:
    """How many bits of a 64-bit integer are set."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return signature(types.int64, types.int64), generate  # type: ignore[no-untyped-call]


@overload_method(types.Integer, "bit_count")
def _bit_count(value: Any) -> Any:
    def count(value: Any) -> Any:
        return _ones(abs(value))  # type: ignore[call-arg]

    return count


@overload_method(types.Integer, "bit_length")
def _bit_length(value: Any) -> Any:
    def length(value: Any) -> Any:
        return 64 - leading_zeros(abs(value))  # type: ignore[call-arg]

    return length
