"""The generator: the same numbers at both speeds, and good ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import blank_rows, from_row
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed, seed_mixed

WORDS = 2**32
SEEDS = [(0, 0), (0, 1), (1, 0), (2**32, 2**32), (2**63 - 1, 2**63 - 1), (-1, 0), (123456789012345, 7)]
SIZES = [1, 2, 3, 7, 52, 1000, 2**16 + 1, 2**31 - 1, 2**31]


@rule
def draw_numbers(rngs: Any, key: int, stream: int, sizes: Any, out: Any) -> None:
    """Words and numbers below given sizes, in turn, of a stream that is started in both ways."""
    seed(rngs[0], key, stream)
    for i in range(len(out)):
        if 2 * i == len(out):
            seed_mixed(rngs[0], key, stream)
        size = sizes[i % len(sizes)]
        out[i] = next32(rngs[0]) if size == 0 else below(rngs[0], size)


def generator(key: int, stream: int, start: Any = seed) -> Rng:
    rng = Rng()
    start(rng, key, stream)
    return rng


def words(key: int, stream: int, count: int = 8, start: Any = seed) -> list[int]:
    rng = generator(key, stream, start)
    return [next32(rng) for _ in range(count)]


either_way = pytest.mark.parametrize("start", [seed, seed_mixed])


def is_even(counts: list[int]) -> bool:
    """Whether counts differ neither more nor less than chance explains: a chi-square within five deviations.

    The cube root of a chi-square is nearly normal (Wilson and Hilferty), which gives its deviation.
    """
    free, expected = len(counts) - 1, sum(counts) / len(counts)
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * free)
    return abs((chi_square / free) ** (1 / 3) - (1 - spread)) < 5 * spread**0.5


def test_the_measure_of_evenness_can_fail() -> None:
    assert is_even([1000, 1040, 980])
    assert not is_even([1000, 1300, 1000])


@pytest.mark.parametrize(("key", "stream"), SEEDS)
def test_both_speeds_draw_the_same_numbers(key: int, stream: int) -> None:
    count, sizes = 900, [0, *SIZES]
    plain, numbers = [Rng()], [0] * count
    draw_numbers(plain, key, stream, sizes, numbers)
    rows, fast_numbers = blank_rows(Rng), np.zeros(count, np.int64)
    compiled(draw_numbers)(rows, key, stream, np.array(sizes, np.int64), fast_numbers)
    assert fast_numbers.tolist() == numbers
    assert from_row(Rng, rows) == plain[0]


def test_it_is_sfc32() -> None:
    """The same words as the reference algorithm, written down independently with explicit 32-bit wrapping."""
    a, b, c, counter = 0x12345678, 0x9ABCDEF0, 0x0F1E2D3C, 1
    expected = []
    for _ in range(15 + 20):
        out = (a + b + counter) % WORDS
        counter = (counter + 1) % WORDS
        a = b ^ (b >> 9)
        b = (c * 9) % WORDS
        c = (c * 2**21 % WORDS + c // 2**11 + out) % WORDS
        expected.append(out)
    assert words(0x9ABCDEF0_12345678, 0x0F1E2D3C, 20) == expected[15:]


@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**63 - 1), st.integers(1, 2**31))
def test_below_stays_in_range(key: int, stream: int, size: int) -> None:
    rng = generator(key, stream)
    assert all(0 <= below(rng, size) < size for _ in range(20))


def test_below_one_is_nothing() -> None:
    rng = generator(5, 5)
    assert [below(rng, 1) for _ in range(5)] == [0] * 5


@pytest.mark.parametrize("size", [2, 3, 6, 13, 52, 100])
def test_below_is_unbiased(size: int) -> None:
    rng = generator(20260101, size)
    counts = [0] * size
    for _ in range(400 * size):
        counts[below(rng, size)] += 1
    assert is_even(counts)


def test_below_is_unbiased_where_words_do_not_divide_evenly() -> None:
    """Eight words for every three numbers: unless some words are refused, two of the three get three of them."""
    rng = generator(20260102, 0)
    counts = [0, 0, 0]
    for _ in range(30_000):
        counts[below(rng, 3 * 2**29) % 3] += 1
    assert is_even(counts)


def test_words_are_even_in_every_bit() -> None:
    sample = words(20260103, 0, 20_000)
    for bit in range(32):
        ones = sum(word >> bit & 1 for word in sample)
        assert is_even([ones, len(sample) - ones])


def test_pairs_in_a_row_are_even() -> None:
    rng = generator(20260104, 0)
    counts = [0] * 36
    for _ in range(36 * 300):
        counts[below(rng, 6) * 6 + below(rng, 6)] += 1
    assert is_even(counts)


@either_way
def test_streams_differ(start: Any) -> None:
    starts = {tuple(words(key, stream, 8, start)) for key in range(40) for stream in range(40)}
    assert len(starts) == 40 * 40


@either_way
@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1), st.integers(0, 62))
def test_one_other_bit_is_another_stream(start: Any, key: int, stream: int, bit: int) -> None:
    other = 1 << bit
    pairs = ((key, stream), (key ^ other, stream), (key, stream ^ other), (key ^ other, stream ^ other))
    assert len({tuple(words(*pair, 8, start)) for pair in pairs}) == 4


@either_way
@pytest.mark.parametrize("place", [0, 36, 56], ids=["deals", "steps", "drawers"])
def test_neighbouring_streams_do_not_resemble_each_other(start: Any, place: int) -> None:
    """The first number of stream i, over many i: what the first card of every match is drawn from."""
    counts = [0] * 52
    pairs = [0] * 36
    following = [0] * 36
    for i in range(52 * 100 if place < 56 else 52):
        for more in range(1 if place < 56 else 100):
            number = (i << place) + more
            counts[below(generator(7, number, start), 52)] += 1
            here, beside = generator(7, number, start), generator(7, number + (1 << place), start)
            pairs[below(here, 6) * 6 + below(beside, 6)] += 1
            following[below(here, 6) * 6 + below(beside, 6)] += 1
    assert is_even(counts)
    assert is_even(pairs)
    assert is_even(following)
