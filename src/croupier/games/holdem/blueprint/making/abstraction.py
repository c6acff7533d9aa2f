"""Makes the tables of cards: the steps of every class of boards, opposing classes, and the centres of all buckets."""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from croupier.kernel.language.jit import bind, compiled, rule
from croupier.kernel.language.records import blank_rows
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import CARD_BITS, RANKS, strength
from croupier.kernel.vocabulary.rng import Rng, below, seed

from ...records import FLOP, RIVER, TURN
from ..cards import (
    BOARDS,
    BUCKETS_AT,
    CARDS_MASK,
    CENTRES_AT,
    FIELD,
    FIELD_MASK,
    FIELDS,
    FLOPS,
    FLOPS_AT,
    KINDS,
    OPPOSING,
    OPPOSING_SHIFT,
    PAIR_CARDS,
    PAIRS,
    PAIRS_AT,
    ROW_WORDS,
    STAIRS,
    STEPS,
    STEPS_AT,
    WORDS,
    board_class,
    bucket_by_rivers,
    bucket_on_river,
    flop_number,
    nearest,
    renamed,
    scaled,
    sixteenth,
    starting_kind,
    steps_at,
)
from ..memory import TABLES_AT, Words

BUCKETS = (KINDS, 256, 350, 550)
"""The number of buckets of each street."""
SAMPLES = 120_000
"""The random hands and boards of a street from which its centres are found."""
ROUNDS = 25
"""Rounds of k-means."""
BOARDS_PER_KIND = 4095
"""Random rivers for each kind of starting hands."""
MOST_WORDS = 4
"""The most words that the features of a street take."""
NEVER = 0x7FFFFFFF
"""A step that no hand reaches."""


@rule
def rank_pairs(board: int, strengths: Any) -> int:
    """Fill in the strength of every pair that shares no card with the board; returns the number of pairs."""
    count = 0
    for one in range(DECK):
        first = int(CARD_BITS[one])
        if first & board == 0:
            for two in range(one + 1, DECK):
                second = int(CARD_BITS[two])
                if second & board == 0:
                    strengths[count] = strength(board | first | second)
                    count += 1
    return count


@rule
def find_steps(ranked: Any, steps: Any) -> None:
    """Fill in the least strength of each sixteenth but the lowest; `ranked` has all strengths in ascending order."""
    count = len(ranked)
    step = 0
    start = 0
    while start < count:
        end = start
        while end < count and ranked[end] == ranked[start]:
            end += 1
        while step < STEPS and 16 * (start + end) >= 2 * count * (step + 1):
            steps[step] = ranked[start]
            step += 1
        start = end
    while step < STEPS:
        steps[step] = NEVER
        step += 1


def _boards() -> Words:
    """A board of each class, by the number of the class; 0 where there is none."""
    bit = [[int(CARD_BITS[4 * rank + suit]) for suit in range(4)] for rank in range(RANKS)]
    boards = np.zeros(BOARDS, np.int64)
    for ranks in combinations_with_replacement(range(RANKS), 5):
        if ranks[0] < ranks[4]:
            board = _unsuited(ranks, bit)
            boards[board_class(board)] = board
    for suited in (3, 4, 5):
        for flush in combinations(range(RANKS), suited):
            own = sum(bit[rank][0] for rank in flush)
            for others in combinations_with_replacement(range(RANKS), 5 - suited):
                board = own | sum(bit[rank][1 + place] for place, rank in enumerate(others))
                boards[board_class(board)] = board
    return boards


def _unsuited(ranks: tuple[int, ...], bit: list[list[int]]) -> int:
    """A board of five ranks with no three cards of a suit."""
    held = [0, 0, 0, 0]
    board = 0
    for rank in ranks:
        suit = min((s for s in range(4) if not board & bit[rank][s]), key=lambda s: held[s])
        board |= bit[rank][suit]
        held[suit] += 1
    return board


def steps_of_boards() -> Words:
    """The steps of every class of boards, as rows of strengths."""
    rank, find = compiled(rank_pairs), compiled(find_steps)
    strengths, steps = np.zeros(1081, np.int64), np.full((BOARDS, STEPS), NEVER, np.int64)
    for number, board in enumerate(_boards()):
        if board:
            rank(board, strengths)
            find(np.sort(strengths), steps[number])
    return steps


def packed_steps(steps: Words) -> Words:
    """Rows of steps as words, two steps in each and one in the last."""
    padded = np.concatenate([steps, np.full((len(steps), 1), NEVER)], axis=1)
    words: Words = (padded[:, 0::2] | padded[:, 1::2] << 32).reshape(-1)
    return words


@rule
def keep_features(memory: Any, street: int, one: int, two: int, three: int, four: int) -> int:
    """Bound in place of `nearest`: write the features into the memory, at KEPT_AT, instead of finding a bucket."""
    memory[KEPT_AT] = one
    memory[KEPT_AT + 1] = two
    memory[KEPT_AT + 2] = three
    memory[KEPT_AT + 3] = four
    return 0


KEPT_AT = TABLES_AT - MOST_WORDS
"""The place of features in the memory while tables are made; the finished memory has no table there."""
# Names of rules, given their values by `bind`.
features_by_rivers: Callable[..., int]
features_on_river: Callable[..., int]


@rule
def draw_card(rng: Rng, used: int) -> int:
    """A random card that is not used yet, as a hand of one."""
    bit = int(CARD_BITS[below(rng, DECK)])
    while used & bit:
        bit = int(CARD_BITS[below(rng, DECK)])
    return bit


@rule
def sample_features(memory: Any, street: int, rng: Rng, rows: Any) -> None:
    """Fill rows with the features of random hands on random boards of a street."""
    for row in range(len(rows)):
        own = draw_card(rng, 0)
        own |= draw_card(rng, own)
        board = 0
        for _ in range(2 + street):
            board |= draw_card(rng, own | board)
        if street == RIVER:
            features_on_river(memory, own, board, memory, False)
        else:
            features_by_rivers(memory, street, own, board)
        for word in range(MOST_WORDS):
            rows[row][word] = memory[KEPT_AT + word]


SAMPLE = bind(
    sample_features,
    features_by_rivers=bind(bucket_by_rivers, nearest=keep_features),
    features_on_river=bind(bucket_on_river, nearest=keep_features),
)


@rule
def sample_kind(memory: Any, own: int, rng: Rng, counts: Any, boards: int) -> None:
    """Count for each sixteenth on how many random rivers two cards belong to it or to a lower one."""
    for _ in range(boards):
        board = 0
        for _ in range(5):
            board |= draw_card(rng, own | board)
        step = sixteenth(memory, steps_at(memory, board), strength(own | board))
        for at_most in range(step, STEPS):
            counts[at_most] += 1


def fields(rows: Words) -> Words:
    """Features in words as a table of numbers, with a column for each."""
    columns = [(row >> FIELD * field) & FIELD_MASK for row in rows.T for field in range(FIELDS)]
    return np.stack(columns, axis=1)


def packed(columns: Words) -> Words:
    """The inverse of `fields`: columns of numbers as words."""
    words: Words = (columns.reshape(len(columns), -1, FIELDS) << FIELD * np.arange(FIELDS)).sum(axis=2)
    return words


def cluster(points: Words, count: int) -> Words:
    """The centres that k-means finds, ordered by their means. It starts from points at equal distances in the order of
    their means."""
    points = points.astype(np.float32)
    order = np.argsort(points.mean(axis=1), kind="stable")
    centres = points[order[np.linspace(0, len(points) - 1, 2 * count + 1).astype(np.int64)[1::2]]]
    for _ in range(ROUNDS):
        own = np.argmin((centres**2).sum(axis=1) - 2 * points @ centres.T, axis=1)
        members = np.bincount(own, minlength=count)
        sums = np.stack([np.bincount(own, column, count) for column in points.T], axis=1)
        centres = np.where(members[:, None] > 0, sums / np.maximum(members, 1)[:, None], centres).astype(np.float32)
    return np.rint(centres[np.argsort(centres.mean(axis=1), kind="stable")]).astype(np.int64)


def opposing_classes(memory: Words, rng: Any) -> Words:
    """The opposing class of each of the 1,326 pairs: starting hands with similar ranks on the river share a class."""
    counts, seen = np.zeros((KINDS, STEPS), np.int64), set()
    kinds = np.array([starting_kind(int(one), int(two)) for one, two in PAIR_CARDS])
    sample = compiled(sample_kind)
    for pair, kind in enumerate(kinds):
        if kind not in seen:
            seen.add(kind)
            sample(memory, int(CARD_BITS[PAIR_CARDS[pair]].sum()), rng, counts[kind], BOARDS_PER_KIND)
    points = counts[kinds]
    centres = cluster(points, OPPOSING)
    classes: Words = np.argmin(((points[:, None] - centres[None]) ** 2).sum(axis=2), axis=1)
    return classes


def card_tables(key: int) -> Words:
    """A memory with the tables of cards and nothing else; `key` is the seed of its samples."""
    steps = packed_steps(steps_of_boards())
    memory = np.zeros(TABLES_AT + len(steps) + PAIRS + sum(BUCKETS) * MOST_WORDS, np.int64)
    memory[STEPS_AT], memory[PAIRS_AT] = TABLES_AT, TABLES_AT + len(steps)
    memory[TABLES_AT : memory[PAIRS_AT]] = steps
    rng = blank_rows(Rng)[0]
    compiled(seed)(rng, key, 0)
    pairs = CARD_BITS[PAIR_CARDS].sum(axis=1)
    at = int(memory[PAIRS_AT])
    memory[at : at + PAIRS] = pairs | opposing_classes(memory, rng) << OPPOSING_SHIFT
    at += PAIRS
    sample = compiled(SAMPLE)
    for street in (FLOP, TURN, RIVER):
        rows = np.zeros((SAMPLES, MOST_WORDS), np.int64)
        sample(memory, street, rng, rows)
        centres = packed(cluster(fields(rows[:, : WORDS[street]]), BUCKETS[street]))
        memory[CENTRES_AT + street], memory[BUCKETS_AT + street] = at, BUCKETS[street]
        memory[at : at + centres.size] = centres.reshape(-1)
        at += centres.size
    memory[BUCKETS_AT] = KINDS
    memory[KEPT_AT : KEPT_AT + MOST_WORDS] = 0
    memory[FLOPS_AT] = at
    return np.concatenate([memory[:at], flop_words(memory)])


@rule
def rank_on_flop(memory: Any, board: int, counts: Any) -> None:
    """Count, for every pair that shares no card with a flop, its sixteenths on all rivers: three words for each pair.

    The result is that of `bucket_by_rivers` for each pair, but every river is looked up once for all pairs.
    """
    for turn in range(DECK):
        fourth = int(CARD_BITS[turn])
        if fourth & board == 0:
            for river in range(turn + 1, DECK):
                last = int(CARD_BITS[river])
                if last & board == 0:
                    full = board | fourth | last
                    at = steps_at(memory, full)
                    for pair in range(PAIRS):
                        cards = int(memory[memory[PAIRS_AT] + pair]) & CARDS_MASK
                        if cards & full == 0:
                            step = sixteenth(memory, at, strength(full | cards))
                            for word in range(3):
                                counts[3 * pair + word] += int(STAIRS[(STEPS + 1) * word + step])


@rule
def buckets_on_flop(memory: Any, board: int, counts: Any, buckets: Any) -> None:
    """Fill in the buckets of all pairs that share no card with a flop. `counts` is working memory, 0 before and
    after."""
    rank_on_flop(memory, board, counts)
    for pair in range(PAIRS):
        if int(memory[memory[PAIRS_AT] + pair]) & CARDS_MASK & board == 0:
            one = scaled(int(counts[3 * pair]), RIVERS)
            two = scaled(int(counts[3 * pair + 1]), RIVERS)
            three = scaled(int(counts[3 * pair + 2]), RIVERS)
            buckets[pair] = nearest(memory, FLOP, one, two, three, 0)
        for word in range(3):
            counts[3 * pair + word] = 0


RIVERS = 47 * 46 // 2
"""The number of pairs of turn and river cards for a hand on the flop."""


def plain_flop(flop: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The first of all flops that are equal to this one but for the names of suits, and the number of the order of
    suits that turns this one into it."""
    names = [tuple(sorted(renamed(card, order) for card in flop)) for order in range(24)]
    plain = min(names)
    return plain, names.index(plain)


def flop_words(memory: Words) -> Words:
    """The table of flops, with a row of the buckets of all pairs for each of the PLAIN_FLOPS."""
    rows: dict[tuple[int, ...], int] = {}
    named = np.zeros(FLOPS, np.int64)
    table = np.zeros((PLAIN_FLOPS, 8 * ROW_WORDS), np.uint8)
    counts, buckets = np.zeros(3 * PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    for flop in combinations(range(DECK), 3):
        plain, order = plain_flop(flop)
        if plain not in rows:
            rows[plain] = len(rows)
            compiled(buckets_on_flop)(memory, int(CARD_BITS[list(flop)].sum()), counts, buckets)
            table[rows[plain], :PAIRS] = buckets
        named[flop_number(*flop)] = rows[plain] << 5 | order
    entries = named.reshape(-1, 4) << 16 * np.arange(4)
    return np.concatenate([entries.sum(axis=1), table.reshape(-1).view("<i8").astype(np.int64)])


PLAIN_FLOPS = 1755
"""The number of flops that differ in more than the names of suits."""
