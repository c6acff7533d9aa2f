"""Seeds, and the keys that are made of them for those who play.

The cards of a series are dealt from its seed. Whoever plays draws from a key instead: a hash of the seed that nobody
can turn back (BLAKE2b), and another one for each seat of each deal. So what a bot is given to draw from tells it
neither the cards nor what the others will draw.

Nothing hides a seed that can be guessed. Where nobody names one, it comes from the operating system.
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
    """What all house bots of a series draw from, at both speeds; bots of others never see it."""
    return _hash(b"house bots", b"%d" % seed)


def seat_key(seed: int, deal: int, seat: int) -> int:
    """What a bot draws from in one seat of one deal."""
    return _hash(b"a seat", b"%d %d %d" % (seed, deal, seat))


def _hash(purpose: bytes, data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8, person=purpose).digest(), "little") >> 2
