"""Seeds, and the keys for players that are derived from them.

The cards of a series are dealt from its seed. Players draw from a key instead: a one-way hash of the seed (BLAKE2b),
a different one for each seat of each deal. So a bot's random numbers tell it neither the cards nor what the other bots
will draw.

Nothing hides a seed that can be guessed. If no seed is given, it comes from the operating system.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from hashlib import blake2b

FRESH_BELOW = 10**18
"""A fresh seed has at most 18 digits."""


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbelow(FRESH_BELOW)


@lru_cache(maxsize=16)
def house_key(seed: int) -> int:
    """The key that all house bots of a series draw from, at both speeds; other bots never see it."""
    return _hash(b"house bots", b"%d" % seed)


def seat_key(seed: int, deal: int, seat: int) -> int:
    """The key that a bot draws from in one seat of one deal."""
    return _hash(b"a seat", b"%d %d %d" % (seed, deal, seat))


def tournament_seed(seed: int, number: int) -> int:
    """The seed of one of many tournaments."""
    return _hash(b"a tournament", b"%d %d" % (seed, number))


def _hash(purpose: bytes, data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8, person=purpose).digest(), "little") >> 2
