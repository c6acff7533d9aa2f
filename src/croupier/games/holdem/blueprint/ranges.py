"""The ranges of both players, as the blueprint's strategy implies them.

    >>> from croupier.games.holdem.blueprint.ranges import ranges                 # doctest: +SKIP
    >>> hands = ranges(view)                       # the view of either seat, at its turn       # doctest: +SKIP
    >>> hands.shape                                # the button's range, then the other seat's  # doctest: +SKIP
    (2, 1326)

Row `n` of a range is the pair PAIR_CARDS[n]. A weight is the chance that a player who plays the blueprint would have
acted as this one did, holding that pair; it is 0 for pairs that the board makes impossible, and no range knows what the
view's own seat holds. Nothing here looks at hole cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from croupier.kernel.contract.house_bots import Policy
from croupier.kernel.language.jit import compiled
from croupier.kernel.vocabulary.evaluate import CARD_BITS

from ..policies.reading import board_on
from ..records import PRE_FLOP, View
from .cards import BUCKETS_AT, PAIR_CARDS, PAIRS, buckets_on, starting_kind
from .history import LOST, NODE_MASK, action_to, actions_of, depth_of, place_after
from .memory import ROOTS_AT, STRATEGY_SHIFT, WHOLE_ACTION
from .play import BLUEPRINT

Weights = np.ndarray[Any, np.dtype[np.float64]]

PAIR_BITS = CARD_BITS[PAIR_CARDS].sum(axis=1)
KINDS_OF_PAIRS = np.array([starting_kind(int(one), int(two)) for one, two in PAIR_CARDS])


def ranges(v: View, policy: Policy = BLUEPRINT, moves: int | None = None) -> Weights:
    """The ranges of the button and of the other seat after all moves of the hand, or after the first `moves`; if the
    hand has left the tree, after the moves before that."""
    weights, words, street, acted, actor = np.ones((2, PAIRS)), policy.words, PRE_FLOP, 0, 0
    buckets = _buckets(v, street, policy)
    for move in range(v.moved if moves is None else moves):
        before, after = place_after(v, words, move), place_after(v, words, move + 1)
        if before == LOST or after == LOST:
            break
        word = node_of(v, words, before)
        if word & 3 != street:
            street = word & 3
            buckets = _buckets(v, street, policy)
        weights[actor] *= column_of(words, word, action_to(words, word, after & NODE_MASK))[buckets]
        acted, actor = acted + 1, 1 - actor
        if v.moves[move] == 0 and acted > 1:
            acted, actor = 0, 1
    return np.where(PAIR_BITS & board_on(v, v.street), 0, weights) if v.street > PRE_FLOP else weights


def node_of(v: View, words: Any, place: int) -> int:
    return int(words[words[ROOTS_AT + depth_of(v)] + (place & NODE_MASK)])


def column_of(words: Any, word: int, action: int) -> Weights:
    """The probability of an action of a node, by bucket."""
    memory = np.asarray(words)
    count = int(memory[BUCKETS_AT + (word & 3)])
    start, last = word >> STRATEGY_SHIFT, actions_of(word) - 1
    nibbles = np.arange(start, start + (last if action == last else 1) * count) + (action < last) * action * count
    found: Weights = (memory[nibbles >> 4] >> (4 * (nibbles & 15)) & 15).reshape(-1, count).sum(axis=0) / WHOLE_ACTION
    return 1 - found if action == last else found


@lru_cache(maxsize=16)
def buckets_of(street: int, board: int, policy: Policy) -> Any:
    """The bucket of every pair on the board of a street; 0 for pairs that it makes impossible."""
    if street == PRE_FLOP:
        return KINDS_OF_PAIRS
    buckets = np.zeros(PAIRS, np.int64)
    compiled(buckets_on)(policy.memory, street, board, buckets, np.zeros(PAIRS, np.int64))
    buckets.flags.writeable = False
    return buckets


def _buckets(v: View, street: int, policy: Policy) -> Any:
    """`buckets_of` for the board of a view as it was on a street."""
    return buckets_of(street, board_on(v, street), policy)
