"""Bits of integers, which plain Python knows and Numba is taught."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.vocabulary.turns import NOBODY, after, first, size

LEAST, LARGEST = -(2**63), 2**63 - 1


@rule
def bits_of(value: int) -> int:
    return value.bit_length() * 100 + value.bit_count()


@settings(deadline=None)
@given(st.integers(LEAST, LARGEST))
def test_bits_are_counted_alike_at_both_speeds(value: int) -> None:
    assert compiled(bits_of)(value) == bits_of(value)


@pytest.mark.parametrize("value", [0, 1, -1, LARGEST, LEAST, LEAST + 1, 1 << 62])
def test_bits_of_extremes(value: int) -> None:
    assert compiled(bits_of)(value) == bits_of(value)


@pytest.mark.parametrize(
    ("mask", "seat", "expected"),
    [(0b1011, 0, 1), (0b1011, 1, 3), (0b1011, 3, 0), (0b1011, NOBODY, 0), (0b0100, 2, 2), (0, 2, NOBODY)],
)
def test_the_next_seat_is_found_clockwise(mask: int, seat: int, expected: int) -> None:
    assert after(mask, seat) == compiled(after)(mask, seat) == expected


@settings(deadline=None)
@given(st.sets(st.integers(0, 15)))
def test_a_mask_is_a_set_of_seats(seats: set[int]) -> None:
    mask = sum(1 << seat for seat in seats)
    assert size(mask) == compiled(size)(mask) == len(seats)
    assert first(mask) == compiled(first)(mask) == min(seats, default=NOBODY)
