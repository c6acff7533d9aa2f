"""Fair shuffles: the order of a deck is fixed before the first card, and can be proved afterwards card by card.

    secret = new_secret()                                  256 bits from the operating system, one for each hand
    hash_of_secret(secret, "T-1/17")                       announced at the boundary before the hand
    deck = Deck(secret, "T-1/17", pool, epoch, cards)      deck.order: the cards in the order in which they are drawn
    deck.commitment                                        sent before any card; its root binds the whole order
    deck.opening(position)                                 proves one position and nothing about any other
    verify_opening(commitment, opening)                    needs nothing but SHA-256

Everything is derived from the secret, so a server that was killed deals the same cards again. The order does not depend
on the context (table and hand), but the salts do: one secret may be dealt at several tables, and an opening of one
table reveals no card of another.

How it is computed (`docs/fairness.md` goes through an example), with numbers as 4 bytes, the highest first:

    order    Fisher–Yates over the cards in ascending order, from 64-bit words of SHAKE-256("order" secret pool epoch
             block), 64 words a block; a word that would favour some cards is thrown away
    salts    16 bytes for each position, of SHAKE-256("salts" secret pool epoch context)
    leaf     SHA-256(00 position card salt)
    node     SHA-256(01 left right)
    blank    SHA-256(02), the leaves that fill the tree up to a power of two
    secret   SHA-256(03 context 00 secret)
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import count
from struct import Struct

import msgspec

from ..kernel.errors import BadInput

SECRET_BYTES = 32
SALT_BYTES = 16
WORDS = 1 << 64
BLOCK = Struct(">64Q")
"""Words are drawn 64 at a time."""
SEED_BITS = 53
"""The bits of an integer that every JSON reader holds exactly: `seed` of the frame `start_hand` has this many bits of a
root."""
LEAF, NODE, BLANK, SECRET = b"\x00", b"\x01", b"\x02", b"\x03"
BLANK_LEAF = sha256(BLANK).digest()


class Commitment(msgspec.Struct, frozen=True):
    """Binds the house to the order of a pool: sent before any card of it is drawn.

    An epoch ends when cards have come back to the pool; `cards` is the number of cards when this epoch began.
    """

    pool: int
    epoch: int
    cards: int
    root: str

    @property
    def seed(self) -> int:
        """The leading bits of the root, as an integer."""
        return int(self.root, 16) >> (4 * len(self.root) - SEED_BITS)


class Opening(msgspec.Struct, frozen=True):
    """Proves which card lay at one position of an order. `path` has the other child of each node up to the root."""

    pool: int
    epoch: int
    position: int
    card: int
    salt: str
    path: tuple[str, ...]


Secrets = Callable[[], bytes]
"""The source of the secrets of hands."""


def new_secret() -> bytes:
    """The secret of one hand, from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def common_secret(key: bytes, deal: str, match: int, hand: int) -> bytes:
    """The secret of a hand that is dealt at several tables, derived from the key, so that each table can compute it."""
    return hmac.digest(key, f"deal {deal} M{match} H{hand}".encode(), "sha256")


def hash_of_secret(secret: bytes, context: str) -> str:
    """The hash of a secret, announced before its hand: it binds the secret and reveals nothing."""
    return sha256(SECRET + context.encode() + b"\x00" + secret).hexdigest()


def order_of(secret: bytes, pool: int, epoch: int, cards: Iterable[int]) -> list[int]:
    """The cards of a pool in the order in which they will be drawn: each order equally likely."""
    order = sorted(cards)
    words = words_of(b"order" + _checked(secret) + _numbers(pool, epoch))
    for last in range(len(order) - 1, 0, -1):
        chosen = below(words, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def words_of(key: bytes) -> Iterator[int]:
    """An endless stream of 64-bit words."""
    for block in count():
        yield from BLOCK.unpack(shake_256(key + _numbers(block)).digest(BLOCK.size))


def below(words: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely: words beyond the last multiple of the limit are skipped."""
    word, fair = next(words), WORDS - WORDS % limit
    while word >= fair:
        word = next(words)
    return word % limit


class Deck:
    """A pool in the order of one epoch, under one root."""

    def __init__(self, secret: bytes, context: str, pool: int, epoch: int, cards: Iterable[int]) -> None:
        self.order = order_of(secret, pool, epoch, cards)
        salts = shake_256(b"salts" + secret + _numbers(pool, epoch) + context.encode())
        self._salts = salts.digest(SALT_BYTES * len(self.order))
        self._levels = _tree([leaf_of(at, card, self.salt(at)) for at, card in enumerate(self.order)])
        self.commitment = Commitment(pool, epoch, len(self.order), self._levels[-1][0].hex())

    def salt(self, position: int) -> bytes:
        """The salt of a position, so that its card cannot be found from the leaf by trying all cards."""
        return self._salts[SALT_BYTES * position : SALT_BYTES * (position + 1)]

    def opening(self, position: int) -> Opening:
        """The proof of one position."""
        if not 0 <= position < len(self.order):
            raise BadInput(f"There is no position {position} in an order of {len(self.order)} cards.")
        path = tuple(nodes[position >> level ^ 1].hex() for level, nodes in enumerate(self._levels[:-1]))
        pool, epoch = self.commitment.pool, self.commitment.epoch
        return Opening(pool, epoch, position, self.order[position], self.salt(position).hex(), path)


def verify_opening(commitment: Commitment, opening: Opening) -> bool:
    """Whether the card was at that position of the order that the house had committed itself to."""
    if (opening.pool, opening.epoch) != (commitment.pool, commitment.epoch):
        return False
    if not 0 <= opening.position < commitment.cards or len(opening.path) != _height(commitment.cards):
        return False
    try:
        node = leaf_of(opening.position, opening.card, bytes.fromhex(opening.salt))
        for level, other in enumerate(map(bytes.fromhex, opening.path)):
            node = _node(other, node) if opening.position >> level & 1 else _node(node, other)
    except (ValueError, OverflowError):  # not hexadecimal, or not a card
        return False
    return node.hex() == commitment.root


def leaf_of(position: int, card: int, salt: bytes) -> bytes:
    """The leaf of one card at its position."""
    return sha256(LEAF + _numbers(position, card) + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(NODE + left + right).digest()


def _tree(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The levels of a tree, from its leaves to its root."""
    levels = [[*leaves, *[BLANK_LEAF] * ((1 << _height(len(leaves))) - len(leaves))]]
    while len(below := levels[-1]) > 1:
        levels.append([_node(below[at], below[at + 1]) for at in range(0, len(below), 2)])
    return levels


def _height(leaves: int) -> int:
    """The number of levels above the leaves."""
    return (max(leaves, 1) - 1).bit_length()


def _numbers(*numbers: int) -> bytes:
    return b"".join([number.to_bytes(4) for number in numbers])


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise BadInput(f"The secret of a shuffle has {SECRET_BYTES} bytes, not {len(secret)}.")
    return secret
