"""Solves push or fold: exact equities of all starting hands against each other, and the equilibrium of each stack.

The button goes all-in or folds its small blind; the other seat calls or folds its big blind. Equities count every board
and every pair of hands that can be dealt together. The solver is CFR+ over the 169 kinds. `gap` is what best responses
to its solution would win, in big blinds: the distance from an equilibrium.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import CARD_BITS, strength

from ..cards import KINDS, PAIR_CARDS, PAIRS, pair_number, starting_kind
from ..memory import WHOLE_ACTION, Words, packed_nibbles
from ..push_fold import CALL_TABLE, LEAST_HALVES, MOST_HALVES, PUSH_TABLE, ROWS

Table = np.ndarray[Any, np.dtype[np.float64]]

ITERATIONS = 4_000
"""Iterations of CFR+ for each stack."""


@rule
def meet_on(board: int, kinds: Any, pairs: Any, order: Any, strengths: Any, passed: Any, points: Any,
            times: int) -> None:  # fmt: skip
    """Add the points of each kind against each other on one board: two for a win, one for a tie.

    Hands come in the order of their strengths, those of equal strength together. `passed` has two points, by kind, for
    each weaker hand so far. Pairs that share a card with a hand, itself included, are subtracted again one by one.
    """
    for kind in range(KINDS):
        passed[kind] = 0
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and strengths[order[end]] == strengths[order[start]]:
            end += 1
        for place in range(start, end):
            own = order[place]
            row = KINDS * kinds[own]
            for kind in range(KINDS):
                points[row + kind] += passed[kind]
            for other in range(start, end):
                points[row + kinds[order[other]]] += times
            for card in range(DECK):
                if int(CARD_BITS[card]) & board == 0:
                    take_off(own, pair_with(pairs[2 * own], card), kinds, strengths, points, times)
                    if card != pairs[2 * own]:
                        take_off(own, pair_with(pairs[2 * own + 1], card), kinds, strengths, points, times)
        for place in range(start, end):
            passed[kinds[order[place]]] += 2 * times
        start = end


@rule
def pair_with(one: int, two: int) -> int:
    """The number of a pair; NO_PAIR for the same card twice."""
    return NO_PAIR if one == two else pair_number(one, two)


NO_PAIR = -1


@rule
def take_off(own: int, other: int, kinds: Any, strengths: Any, points: Any, times: int) -> None:
    """Subtract the points that a hand got for a pair with which it shares a card."""
    if other != NO_PAIR and strengths[other] <= strengths[own]:
        points[KINDS * kinds[own] + kinds[other]] -= 2 * times if strengths[other] < strengths[own] else times


@rule
def rank_all(board: int, bits: Any, strengths: Any) -> None:
    """Fill in the strength of every pair on a board; -1 for a pair that has a card of the board."""
    for pair in range(PAIRS):
        strengths[pair] = -1 if bits[pair] & board else strength(board | bits[pair])


def boards() -> tuple[Any, Any]:
    """One board of each group that is equal but for the names of suits, and the sizes of these groups."""
    suits = np.zeros((2_598_960, 4), np.int64)
    for column in np.array(list(combinations(range(DECK), 5)), np.int8).T:
        np.add.at(suits, (np.arange(len(suits)), column & 3), np.left_shift(1, column >> 2, dtype=np.int64))
    suits.sort(axis=1)
    return np.unique(suits[:, 0] | suits[:, 1] << 16 | suits[:, 2] << 32 | suits[:, 3] << 48, return_counts=True)


def equities() -> Table:
    """The equity of each kind of starting hands all-in against each other, and the number of ways to deal both."""
    kinds = np.array([starting_kind(int(one), int(two)) for one, two in PAIR_CARDS])
    bits = CARD_BITS[PAIR_CARDS].sum(axis=1)
    meetings = np.zeros((KINDS, KINDS))
    np.add.at(meetings, (kinds[:, None], kinds[None]), (bits[:, None] & bits[None]) == 0)
    points, strengths, passed = np.zeros(KINDS * KINDS, np.int64), np.zeros(PAIRS, np.int64), np.zeros(KINDS, np.int64)
    pairs, rank, meet = PAIR_CARDS.reshape(-1), compiled(rank_all), compiled(meet_on)
    for board, times in zip(*boards(), strict=True):
        rank(board, bits, strengths)
        order = np.argsort(strengths, kind="stable")[-1081:]
        meet(board, kinds, pairs, order, strengths, passed, points, times)
    return np.stack([points.reshape(KINDS, KINDS) / (2 * meetings * 1_712_304), meetings])


def solve(stack: float, equity: Table, meetings: Table) -> tuple[Table, Table, float]:
    """The probabilities of pushing and of calling with each kind, for a stack in big blinds; and the gap, in big blinds
    a hand."""
    showdown, kinds = meetings * stack * (2 * equity - 1), len(meetings)
    push, call = np.zeros((2, kinds)), np.zeros((2, kinds))
    pushed, called = np.full(kinds, 0.5), np.full(kinds, 0.5)
    mean_pushed, mean_called = np.zeros(kinds), np.zeros(kinds)
    for iteration in range(1, ITERATIONS + 1):
        push, pushed = _learnt(push, pushed, *_push_or_fold(showdown, meetings, called))
        call, called = _learnt(call, called, *_call_or_fold(showdown, meetings, pushed))
        mean_pushed += iteration * pushed
        mean_called += iteration * called
    mean_pushed *= 2 / (ITERATIONS * (ITERATIONS + 1))
    mean_called *= 2 / (ITERATIONS * (ITERATIONS + 1))
    return mean_pushed, mean_called, gap(mean_pushed, mean_called, showdown, meetings)


def gap(pushed: Table, called: Table, showdown: Table, meetings: Table) -> float:
    """The sum of what best responses to both strategies win, in big blinds a hand."""
    best_push = np.maximum(*_push_or_fold(showdown, meetings, called)).sum()
    best_call = np.maximum(*_call_or_fold(showdown, meetings, pushed)).sum()
    folded = 0.5 * ((1 - pushed) @ meetings).sum()
    return float((best_push + best_call + folded) / meetings.sum())


def _push_or_fold(showdown: Table, meetings: Table, called: Table) -> tuple[Table, Table]:
    """The worth of pushing and of folding to the button, multiplied by the number of ways to be dealt each kind."""
    return meetings @ (1 - called) + showdown @ called, -0.5 * meetings.sum(axis=1)


def _call_or_fold(showdown: Table, meetings: Table, pushed: Table) -> tuple[Table, Table]:
    """The worth of calling a push and of folding to it, to the other seat."""
    return -(pushed @ showdown), -(pushed @ meetings)


def _learnt(regrets: Table, chosen: Table, do: Table, fold: Table) -> tuple[Table, Table]:
    """A step of CFR+ for a choice between acting (`do`) and folding: the new regrets, and the next probability of
    acting."""
    mean = chosen * do + (1 - chosen) * fold
    regrets = np.maximum(0, regrets + np.stack([do - mean, fold - mean]))
    total = regrets.sum(axis=0)
    return regrets, np.where(total > 0, regrets[0] / np.maximum(total, 1e-300), 0.5)


def push_fold_words(equity: Table, meetings: Table) -> tuple[Words, float]:
    """The tables of all stacks as words, and the largest gap among them."""
    table, largest = np.zeros((ROWS, 2, KINDS), np.uint8), 0.0
    for halves in range(LEAST_HALVES, MOST_HALVES + 1):
        pushed, called, apart = solve(halves / 2, equity, meetings)
        table[halves - LEAST_HALVES, PUSH_TABLE] = np.rint(WHOLE_ACTION * pushed)
        table[halves - LEAST_HALVES, CALL_TABLE] = np.rint(WHOLE_ACTION * called)
        largest = max(largest, apart)
    return packed_nibbles(table.reshape(-1)), largest
