"""Randomness as a record, so that both speeds draw the same numbers.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator): four 32-bit words, held in masked
64-bit integers because that is all the dialect has. It is for simulation, search and tests. An arena table shuffles
with the operating system's randomness instead.
"""

from __future__ import annotations

from ..language.jit import rule
from ..language.records import Record

WORD = 0xFFFFFFFF
SEEDS_BELOW = 2**62
"""A seed is between this and its negative: at most 18 digits, and then some."""
MIX_ONE, MIX_TWO = 0x7FEB352D, 0x846CA68B
"""Odd numbers found by search for mixing with little bias (Chris Wellons' lowbias32)."""
WARM_UP = 15
"""Rounds after seeding until neighbouring seeds no longer resemble each other (the author's figure)."""


class Rng(Record):
    """The four words of sfc32."""

    a: int
    b: int
    c: int
    counter: int


@rule
def seed(r: Rng, key: int, stream: int) -> None:
    """Start stream number `stream` of a key. Different (key, stream) pairs give different states, by construction."""
    r.a = key & WORD
    r.b = (key >> 32) & WORD
    r.c = stream & WORD
    r.counter = (1 + (stream >> 32)) & WORD
    for _ in range(WARM_UP):
        next32(r)


@rule
def seed_mixed(r: Rng, key: int, stream: int) -> None:
    """Start a stream of which only a few numbers will be drawn: its words are mixed, which is quicker than to warm up.

    Different streams of a key give different states, by construction: each word is mixed by a bijection.
    """
    a = mixed_key(key)
    seed_by_words(r, a, mixed(a ^ (stream & WORD)), (stream >> 32) & WORD)


@rule
def mixed_key(key: int) -> int:
    """A key as one word."""
    return mixed(mixed(key & WORD) ^ ((key >> 32) & WORD))


@rule
def seed_by_words(r: Rng, a: int, b: int, high: int) -> None:
    """The last part of `seed_mixed`, where only the higher half of a stream's number is new."""
    r.a = a
    r.b = b
    r.c = mixed(b ^ high)
    r.counter = 1
    next32(r)
    next32(r)


@rule
def mixed(word: int) -> int:
    """A word of 32 bits each of which depends on every bit of the one given."""
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
