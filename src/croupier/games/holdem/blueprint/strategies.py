"""The blueprint's strategy at a decision for every hand at once: the probabilities from which its policy draws.

    >>> from croupier.games.holdem.blueprint.strategies import strategy_of          # doctest: +SKIP
    >>> moves, shares = strategy_of(view, decision)       # the view of the seat to act         # doctest: +SKIP
    >>> shares.shape, shares[:, combo_number(one, two)]   # by move and hand, in the order of COMBOS   # doctest: +SKIP
    ((3, 1326), array([0.2, 0.8, 0. ]))

The hole cards in the view do not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.house_bots import Policy, Strategy
from croupier.kernel.vocabulary.menu import Action, Menu

from ..policies.reading import board_on
from ..records import View
from .endgames import PAIR_NUMBERS
from .history import (
    CALLS_SHIFT,
    CHANCE_SHIFT,
    CHEAP_SHIFT,
    FOLDS_SHIFT,
    LOST,
    PART_MASK,
    SECOND_SHIFT,
    WHOLE,
    actions_of,
    does_at,
    effective,
    place_after,
    size_at,
)
from .memory import PUSH_FOLD_AT, WHOLE_ACTION, nibble
from .play import BLUEPRINT, is_known_game, is_push_or_fold, make_move
from .push_fold import CALL_TABLE, PUSH_TABLE, push_fold_number
from .ranges import KINDS_OF_PAIRS, Weights, buckets_of, column_of, node_of
from .tree import ALL_IN, CALLS, FOLDS


def strategy_of(v: View, decision: Decision, policy: Policy = BLUEPRINT) -> Strategy | None:
    """The strategy at a decision; None where the blueprint has none and `oracle` plays."""
    m = Menu()
    fill_menu(m, decision)
    if not is_known_game(v, m):
        return None
    if is_push_or_fold(v):
        return _pushed_or_folded(v, m, policy)
    place = place_after(v, policy.words, v.moved)
    return None if place == LOST else _at_place(v, m, policy, place)


def _pushed_or_folded(v: View, m: Menu, policy: Policy) -> Strategy:
    """The strategy of a short stack before the flop, from the push/fold tables."""
    words, start = policy.words, 16 * int(policy.words[PUSH_FOLD_AT])
    table = PUSH_TABLE if v.moved == 0 else CALL_TABLE
    numbers = [push_fold_number(table, effective(v), v.blinds[1], int(kind)) for kind in KINDS_OF_PAIRS[PAIR_NUMBERS]]
    stays = np.array([nibble(words, start + number) for number in numbers]) / WHOLE_ACTION
    return _strategy([_move(v, m, FOLDS, 0), _move(v, m, CALLS if v.moved else ALL_IN, 0)], [1 - stays, stays])


def _at_place(v: View, m: Menu, policy: Policy, place: int) -> Strategy:
    """The strategy of a place, which is a node or a draw between two, with folds and calls adjusted to the size of the
    real bet."""
    chance = (place >> CHANCE_SHIFT & PART_MASK) / WHOLE
    moves, shares = _at_node(v, m, policy, place, place)
    if chance > 0:
        others, more = _at_node(v, m, policy, place >> SECOND_SHIFT, place)
        moves, shares = moves + others, [(1 - chance) * share for share in shares] + [chance * share for share in more]
    return _strategy(moves, shares)


def _at_node(v: View, m: Menu, policy: Policy, node: int, place: int) -> tuple[list[Move], list[Weights]]:
    """The moves of a node, and the chance of each with every hand."""
    words = policy.words
    word = node_of(v, words, node)
    buckets = buckets_of(v.street, board_on(v, v.street), policy)[PAIR_NUMBERS]
    does = [does_at(words, word, n) for n in range(actions_of(word))]
    shares = [column_of(words, word, n)[buckets] for n in range(len(does))]
    if FOLDS in does:
        fold, call = does.index(FOLDS), does.index(CALLS)
        folds, calls = shares[fold], shares[call]
        may = np.ones_like(folds, bool) if (place >> CHEAP_SHIFT) & 1 else calls > 0
        to_call = np.where(may, folds * (1 - ((place >> FOLDS_SHIFT) & PART_MASK) / WHOLE), 0)
        to_fold = np.where(folds > 0, calls * (1 - ((place >> CALLS_SHIFT) & PART_MASK) / WHOLE), 0)
        shares[fold], shares[call] = folds - to_call + to_fold, calls - to_fold + to_call
    return [_move(v, m, do, size_at(words, word, n)) for n, do in enumerate(does)], shares


def _strategy(moves: list[Move], shares: list[Weights]) -> Strategy:
    """A strategy in which equal moves are merged."""
    found: dict[Move, Any] = {}
    for move, share in zip(moves, shares, strict=True):
        found[move] = found.get(move, 0) + share
    return Strategy([*found], np.stack([*found.values()]))


def _move(v: View, m: Menu, does: int, size: int) -> Move:
    """An action of the tree as a move, with an amount in proportion to the real pot."""
    a = Action()
    make_move(v, m, a, does, size)
    return Move(a.kind, a.amount)
