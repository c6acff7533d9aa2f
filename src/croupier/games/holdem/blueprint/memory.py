"""The memory of the blueprint: tables of cards, push/fold, trees and strategies as one array of 64-bit words.

The first words say where the tables begin. A node of a tree is a word: its street, the number of its actions, the place
of these actions, and the place of its strategy. An action is a word: what it does, its size, its child. A strategy has
the probability of each action but the last, in fifteenths, as four bits for each bucket, all buckets of an action side
by side; the probability of the last action is the rest.

In the package each part is a file: a hash, then the compressed words.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import rule

from .cards import BUCKETS_AT, KINDS
from .tree import DEPTHS, Tree

PUSH_FOLD_AT, ROOTS_AT, TABLES_AT = 10, 16, 24
"""The word with the place of the push/fold tables, the first of the words with the places of the trees' roots, and the
first word of the tables of cards."""

COUNT_SHIFT, COUNT_MASK = 2, 15
FIRST_SHIFT, FIRST_MASK = 6, (1 << 26) - 1
STRATEGY_SHIFT = 32
ACTION_SIZE, ACTION_CHILD = 2, (1 << 20) - 1
CHILD_SHIFT = 22
NIBBLES = 16
"""Four-bit numbers in a word."""
WHOLE_ACTION = 15
WHOLE_POT = 1 << 16

DATA = "data"
HASH = 16
"""The bytes of a file's hash."""

Words = np.ndarray[Any, np.dtype[np.int64]]


@rule
def nibble(memory: Any, at: int) -> int:
    """The four-bit number with the index `at` in a memory."""
    return (int(memory[at >> 4]) >> (4 * (at & 15))) & 15


@rule
def probability(memory: Any, word: int, bucket: int, action: int) -> int:
    """How often a node's strategy takes an action with a bucket, in fifteenths."""
    count = (word >> COUNT_SHIFT) & COUNT_MASK
    buckets = int(memory[BUCKETS_AT + (word & 3)])
    start = (word >> STRATEGY_SHIFT) + bucket
    if action < count - 1:
        return nibble(memory, start + action * buckets)
    left = WHOLE_ACTION
    for other in range(count - 1):
        left -= nibble(memory, start + other * buckets)
    return left


def packed_nibbles(numbers: Any) -> Words:
    """Four-bit numbers as words, the first lowest."""
    padded = np.zeros(-(-len(numbers) // NIBBLES) * NIBBLES, np.uint8)
    padded[: len(numbers)] = numbers
    return (padded[0::2] | padded[1::2] << 4).view("<i8").astype(np.int64)


def tree_words(tree: Tree, strategies: list[Any], at: int) -> Words:
    """The words of a tree to be placed `at` an index of a memory: nodes, actions, strategies (buckets × actions)."""
    actions = [action for node in tree.nodes for action in node.actions]
    nodes = np.zeros(len(tree.nodes), np.int64)
    first, nibbles = at + len(nodes), NIBBLES * (at + len(nodes) + len(actions))
    columns = []
    for number, (node, strategy) in enumerate(zip(tree.nodes, strategies, strict=True)):
        nodes[number] = (
            node.street | len(node.actions) << COUNT_SHIFT | first << FIRST_SHIFT | nibbles << STRATEGY_SHIFT
        )
        columns.append(strategy[:, :-1].T.reshape(-1))
        first += len(node.actions)
        nibbles += columns[-1].size
    edges = [action.does | action.size << ACTION_SIZE | max(0, action.child + 1) << CHILD_SHIFT for action in actions]
    return np.concatenate([nodes, np.array(edges, np.int64), packed_nibbles(np.concatenate(columns))])


def moved_words(words: Words, nodes: int, by: int) -> Words:
    """The words of a tree with its indices increased: it is placed `by` words further on."""
    moved = words.copy()
    moved[:nodes] += (by << FIRST_SHIFT) + (NIBBLES * by << STRATEGY_SHIFT)
    return moved


def packed_file(words: Words) -> bytes:
    """Words as the bytes of a file."""
    body = zlib.compress(words.astype("<i8").tobytes(), 9)
    return hashlib.blake2b(body, digest_size=HASH).digest() + body


def unpacked_file(name: str, data: bytes) -> Words:
    """The words of a file; BadInput if its hash is wrong."""
    if hashlib.blake2b(data[HASH:], digest_size=HASH).digest() != data[:HASH]:
        raise BadInput(f"The blueprint's file {name} is damaged. {AGAIN}")
    return np.frombuffer(zlib.decompress(data[HASH:]), "<i8").astype(np.int64)


AGAIN = "Install Croupier again, or make the file anew with scripts/blueprint."


def _file(name: str) -> Words:
    """A file of the package."""
    file = files(__package__) / DATA / name
    if not file.is_file():
        raise BadInput(f"The blueprint's file {name} is missing. {AGAIN}")
    return unpacked_file(name, file.read_bytes())


def joined(cards: Words, trees: list[Words]) -> Words:
    """A memory made of the tables of cards and of trees; the first word of a tree is the number of its nodes."""
    memory, at = [cards.copy()], len(cards)
    for number, tree in enumerate(trees):
        memory[0][ROOTS_AT + number] = at
        memory.append(moved_words(tree[1:], int(tree[0]), at))
        at += len(tree) - 1
    return np.concatenate(memory)


@cache
def preflop_equities() -> Words:
    """The equity of each kind of starting hands all-in against each other kind, over all boards, in parts of
    WHOLE_POT."""
    return _file("equities.bin").astype("<i8").view("<u2").astype(np.int64)[: KINDS * KINDS]


@cache
def load() -> Words:
    """The memory that ships with the package; read once."""
    memory = joined(_file("cards.bin"), [_file(f"{depth}.bin") for depth in DEPTHS])
    memory.flags.writeable = False
    return memory
