"""Randomness as a record, so that both speeds draw the same numbers.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator): four 32-bit words, held in masked
64-bit integers because rules have no other type. It is for simulation, search and tests. An arena table shuffles
with the operating system's randomness instead.
"""

from __future__ import annotations

from ..language.jit import rule
from ..language.records import Record

WORD = 0xFFFFFFFF
SEEDS_BELOW = 2**62
"""A seed lies between the negative of this and this."""
MIX_ONE, MIX_TWO = 0x7FEB352D, 0x846CA68B
"""Odd numbers found by search for mixing with little bias (Chris Wellons' lowbias32)."""
WARM_UP = 15
"""Rounds after seeding until similar seeds no longer give similar numbers (the author's figure)."""


class Rng(Record):
    """The four words of sfc32."""

    a: int
    b: int
    c: int
    counter: int


@rule
def seed(r: Rng, key: int, stream: int) -> None:
    """Start stream number `stream` of a key. Different (key, stream) pairs always give different states."""
    r.a = key & WORD
    r.b = (key >> 32) & WORD
    r.c = stream & WORD
    r.counter = (1 + (stream >> 32)) & WORD
    for _ in range(WARM_UP):
        next32(r)


@rule
def seed_mixed(r: Rng, key: int, stream: int) -> None:
    """Start a stream from which only a few numbers will be drawn: its words are mixed, which is faster than a warm-up.

    Different streams of a key always give different states: each word is mixed by a bijection.
    """
    a = mixed_key(key)
    seed_by_words(r, a, mixed(a ^ (stream & WORD)), (stream >> 32) & WORD)


@rule
def mixed_key(key: int) -> int:
    """A key mixed to one word."""
    return mixed(mixed(key & WORD) ^ ((key >> 32) & WORD))


@rule
def seed_by_words(r: Rng, a: int, b: int, high: int) -> None:
    """The last part of `seed_mixed`, for callers that already have the words of the key and of the lower half."""
    r.a = a
    r.b = b
    r.c = mixed(b ^ high)
    r.counter = 1
    next32(r)
    next32(r)


@rule
def mixed(word: int) -> int:
    """A 32-bit word each bit of which depends on every bit of `word`."""
    word = ((word ^ (word >> 16)) * MIX_ONE) & WORD
    word = ((word ^ (word >> 15)) * MIX_TWO) & WORD
    return word ^ (word >> 16)


@rule
def next32(r: Rng) -> int:
    """The next 32 random bits."""
    out = (r.a + r.b + r.counter) & WORD
    r.counter = (r.counter + 1) & WORD
    r.a = r.b ^ (r.b >> 9)
    r.b = (r.c + (r.c << 3)) & WORD
    r.c = (((r.c << 21) | (r.c >> 11)) + out) & WORD
    return out


@rule
def below(r: Rng, n: int) -> int:
    """A number from 0 to n - 1, every one equally likely (Lemire's method). n must be from 1 to 2**31."""
    product = next32(r) * n
    low = product & WORD
    if low < n:
        threshold = (WORD + 1 - n) % n
        while low < threshold:
            product = next32(r) * n
            low = product & WORD
    return product >> 32
