"""Makes the files of the package from the results of training."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...records import PRE_FLOP
from ..cards import CENTRES_AT, WORDS
from ..memory import PUSH_FOLD_AT, WHOLE_ACTION, WHOLE_POT, Words, tree_words
from ..tree import ALL_IN, CALLS, tree_of
from .abstraction import BUCKETS, fields
from .self_play import BOTH
from .training import Training

OVERSIZED = 10_000
"""The largest all-in that the blueprint makes, in thousandths of the pot after a call. It answers larger ones as it has
learnt, but never makes them: they are expensive against opponents who call too often, and win no more than a smaller
raise against all others."""

BREADTH = 0.55
"""How far buckets share what was learnt, in usual distances between a centre and the nearest other one."""


def fifteenths(sums: Any, default: int) -> Any:
    """Rows of sums as probabilities in fifteenths that add up to 1; a row of zeros takes the default action."""
    sums = sums.astype(np.float64)
    sums[sums.sum(axis=1) == 0, default] = 1
    exact = sums * WHOLE_ACTION / sums.sum(axis=1, keepdims=True)
    whole = np.floor(exact).astype(np.int64)
    missing = WHOLE_ACTION - whole.sum(axis=1)
    order = np.argsort(whole - exact, axis=1, kind="stable")
    np.put_along_axis(
        whole, order, np.take_along_axis(whole, order, 1) + (np.arange(sums.shape[1]) < missing[:, None]), 1
    )
    return whole


def depth_words(training: Training, tables: Words) -> Words:
    """The words of a depth's file: the number of its nodes, then its tree with the average strategies; `tables` are
    those of cards."""
    tree, at, strategies = tree_of(training.depth), 0, []
    alike = [likeness(tables, street) for street in range(len(BUCKETS))]
    for node in tree.nodes:
        buckets, count = BUCKETS[node.street], len(node.actions)
        learnt = training.learnt[at : at + BOTH * buckets * count].reshape(buckets, BOTH * count)
        default = next(number for number, action in enumerate(node.actions) if action.does == CALLS)
        sums = learnt[:, count:].astype(np.float64)
        if node.actions[-1].does == ALL_IN and node.actions[-1].size > OVERSIZED:
            sums[:, -1] = 0
        strategies.append(fifteenths(alike[node.street] @ sums, default))
        at += learnt.size
    return np.concatenate([[len(tree.nodes)], tree_words(tree, strategies, 0)])


def likeness(tables: Words, street: int) -> Any:
    """How much what was learnt of each bucket of a street (column) counts for each (row): 1 for its own, and less with
    the distance of their centres. So similar hands play alike, and the luck in what a bucket has met is shared out.
    Starting hands share nothing."""
    if street == PRE_FLOP:
        return np.eye(BUCKETS[PRE_FLOP])
    start, size = int(tables[CENTRES_AT + street]), BUCKETS[street] * int(WORDS[street])
    centres = fields(tables[start : start + size].reshape(BUCKETS[street], -1)).astype(np.float64)
    apart = ((centres[:, None] - centres[None]) ** 2).sum(axis=2)
    usual = np.median(np.sort(apart, axis=1)[:, 1])
    return np.exp(-apart / (2 * BREADTH**2 * usual))


def cards_words(tables: Words, push_fold: Words) -> Words:
    """The words of the file of cards: the tables that training used, then those of push/fold."""
    words = np.concatenate([tables, push_fold])
    words[PUSH_FOLD_AT] = len(tables)
    return words


def equity_words(equity: Any) -> Words:
    """The words of the file of equities of starting hands, four equities in each. The two of a pair of kinds add up to
    a whole pot."""
    won = np.triu(np.rint(WHOLE_POT * equity), 1)
    whole = won + np.tril(WHOLE_POT - won.T, -1) + np.diag(np.full(len(won), WHOLE_POT // 2))
    return np.pad(whole.reshape(-1), (0, -whole.size % 4)).astype("<u2").view("<i8").astype(np.int64)
