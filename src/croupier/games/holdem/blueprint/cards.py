"""Buckets: hole cards and a board as one of a few hundred kinds of situations.

Before the flop a bucket is one of the 169 kinds of starting hands. On the flop and the turn a hand is described by its
rank on the river: for every river that may come, the sixteenth of all hands to which it will belong. On the river it is
described by its equity against eight classes of opposing hands. On the turn and the river the *texture* of the board
counts, too: a hand that beats a given number of others is worth less where flushes, straights or full houses are
likely. All of this is a row of numbers (*features*), and the bucket is the nearest of the rows that k-means has found.
Nothing here depends on the names of suits, so hands that differ only in them share a bucket.

A river board has fifteen strengths, its *steps*, that divide all 1,081 hands into sixteenths. They depend on the ranks
of the board and, if it has three cards of a suit, on the ranks of that suit: 42,796 classes of boards, all in one
table. So to find a bucket on the turn takes the ranking of 46 hands. On the flop it would be 1,081 hands: there the
buckets themselves are in a table, for all pairs on the 1,755 flops that differ in more than the names of suits.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import (
    ALL_RANKS,
    CARD_BITS,
    HIGH_NUMBERS,
    HIGH_SUM,
    HIGH_WEIGHTS,
    LOW_BITS,
    LOW_NUMBERS,
    LOW_SUM,
    LOW_WEIGHTS,
    RANKS,
    STRENGTHS,
    SUIT_BITS,
    SUIT_SUMS,
    strength,
)

from ..records import FLOP, RIVER, TURN

PAIRS = DECK * (DECK - 1) // 2
KINDS = RANKS * RANKS
STEPS = 15
"""Strengths that divide the hands on a river into sixteenths."""
STEP_WORDS = 8
"""The words that the steps of a board take: two steps in each."""
OPPOSING = 8
"""Classes of opposing hands on the river."""
TEXTURE = 600
"""How much one more card of a suit, a rank or a straight on the board counts, in features."""

FIELD = 12
FIELDS = 5
FIELD_MASK = (1 << FIELD) - 1
FULL = FIELD_MASK
"""Features are numbers of 12 bits, five in a word; FULL is the largest, and stands for a share of 1."""
WORDS = np.array([0, 3, 4, 3], np.int64)
"""How many words the features of a street take."""

STEPS_AT, PAIRS_AT, CENTRES_AT, BUCKETS_AT, FLOPS_AT = 0, 1, 2, 6, 11
"""Words at the start of a memory: the places of its table of steps, of its table of pairs, of the centres of each
street, and of its table of flops; BUCKETS_AT is the first of the words with the number of buckets of each street."""

FLOPS = 22_100
FLOP_WORDS = FLOPS // 4
"""The table of flops begins with 16 bits for each flop, four flops in a word: the highest 11 bits are the number of its
row, the lowest five that of the order of suits that turns it into the flop of that row. Then come the rows, with a byte
for each pair."""
ROW_WORDS = PAIRS // 8 + 1

CARDS_MASK = ALL_RANKS | ALL_RANKS << SUIT_BITS | ALL_RANKS << 2 * SUIT_BITS | ALL_RANKS << 3 * SUIT_BITS
OPPOSING_SHIFT = RANKS
"""An entry in the table of pairs: the cards as a hand of the evaluator and, in the bits above the ranks of clubs, the
opposing class of the pair."""

STRAIGHT = 31
"""Five ranks in a row."""

TWO_MORE = RANKS * (RANKS + 1) // 2
THREE_SUITED = 6188
FOUR_SUITED = THREE_SUITED + 286 * TWO_MORE
FIVE_SUITED = FOUR_SUITED + 715 * RANKS
BOARDS = FIVE_SUITED + 1287
"""The first number of each group of board classes: boards on which no flush is possible (any five ranks), and boards
with three, four and five cards of a suit. Thirteen of the first group, five cards of one rank, do not exist."""


def _set_numbers() -> Any:
    """For every set of ranks, its number among the sets of the same size."""
    sets = np.arange(ALL_RANKS + 1)
    sizes = np.bitwise_count(sets)
    numbers = np.zeros(len(sets), np.int64)
    for size in range(RANKS + 1):
        numbers[sizes == size] = np.arange(np.count_nonzero(sizes == size))
    return numbers


def _row_classes() -> Any:
    """For each row of the evaluator's table that five ranks lead to, the number of these ranks."""
    weights = np.array([*LOW_WEIGHTS, *(weight << LOW_BITS for weight in HIGH_WEIGHTS)], np.int64)
    ranks = np.array(list(combinations_with_replacement(range(RANKS), 5)))
    real = ranks[:, 0] < ranks[:, 4]
    sums = weights[ranks].sum(axis=1)[real]
    classes = np.zeros(len(STRENGTHS), np.int16)
    classes[HIGH_NUMBERS[sums >> LOW_BITS].astype(np.int64) + LOW_NUMBERS[sums & LOW_SUM]] = np.nonzero(real)[0]
    return classes


def _stairs() -> Any:
    """Three words of five counters for each sixteenth: counter n is 1 if the sixteenth is at most n, else 0."""
    words = np.zeros((3, STEPS + 1), np.int64)
    for step in range(STEPS):
        for counter in range(step, STEPS):
            words[counter // FIELDS, step] |= 1 << FIELD * (counter % FIELDS)
    return words.reshape(-1)


STAIRS = _stairs()
SET_NUMBERS = _set_numbers()
ROW_CLASSES = _row_classes()
ORDERS = np.array(list(permutations(range(4))), np.int64).reshape(-1)
"""All 24 orders of the suits: for each, the new names of the four suits."""
PAIR_CARDS = np.array(list(combinations(range(DECK), 2)), np.int64)
"""The two cards of each of the 1,326 pairs, in the order in which ranges are written."""


@rule
def suit_of(hand: int, suit: int) -> int:
    """The ranks that a hand has in a suit."""
    return (hand >> (SUIT_BITS * suit)) & ALL_RANKS


@rule
def board_class(board: int) -> int:
    """The class of a board of five cards."""
    for suit in range(4):
        ranks = suit_of(board, suit)
        suited = ranks.bit_count()
        if suited >= 3:
            number = int(SET_NUMBERS[ranks])
            if suited == 5:
                return FIVE_SUITED + number
            others = 0
            for other in range(4):
                if other != suit:
                    others |= suit_of(board, other)
            high = others.bit_length() - 1
            if suited == 4:
                return FOUR_SUITED + number * RANKS + high
            below = others & ~(1 << high)
            low = below.bit_length() - 1 if below > 0 else high
            return THREE_SUITED + number * TWO_MORE + high * (high + 1) // 2 + low
    sums = 0
    for suit in range(4):
        sums += int(SUIT_SUMS[suit_of(board, suit)])
    return int(ROW_CLASSES[int(HIGH_NUMBERS[(sums >> LOW_BITS) & HIGH_SUM]) + int(LOW_NUMBERS[sums & LOW_SUM])]) + 0


@rule
def sixteenth(memory: Any, at: int, own: int) -> int:
    """The sixteenth of all hands to which a strength belongs, 0 … 15; the steps of its board begin at `at`."""
    low = 0
    high = STEPS
    while low < high:
        middle = (low + high) >> 1
        if (int(memory[at + (middle >> 1)]) >> (32 * (middle & 1))) & 0x7FFFFFFF <= own:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def starting_kind(one: int, two: int) -> int:
    """The number of a kind of starting hands: 13 × the higher rank + the lower one if suited, else 13 × the lower
    rank + the higher one."""
    high = max(one >> 2, two >> 2)
    low = min(one >> 2, two >> 2)
    return RANKS * high + low if one & 3 == two & 3 else RANKS * low + high


@rule
def steps_at(memory: Any, board: int) -> int:
    """The place in the memory where the steps of a board of five cards begin."""
    return int(memory[STEPS_AT]) + STEP_WORDS * board_class(board)


@rule
def bucket_of(memory: Any, street: int, own: int, board: int) -> int:
    """The bucket of two hole cards on a board of three to five cards."""
    if street == RIVER:
        return bucket_on_river(memory, own, board, memory, False)
    if street == FLOP:
        return bucket_on_flop(memory, own, board)
    return bucket_by_rivers(memory, street, own, board)


@rule
def highest_card(hand: int) -> int:
    """The card with the highest bit of a hand."""
    place = hand.bit_length() - 1
    return 4 * (place % SUIT_BITS) + place // SUIT_BITS


@rule
def bucket_on_flop(memory: Any, own: int, board: int) -> int:
    """The bucket of two cards on the flop, from the table of flops."""
    first = highest_card(board)
    rest = board & ~int(CARD_BITS[first])
    second = highest_card(rest)
    flop = flop_number(first, second, highest_card(rest & ~int(CARD_BITS[second])))
    start = int(memory[FLOPS_AT])
    entry = (int(memory[start + (flop >> 2)]) >> (16 * (flop & 3))) & 0xFFFF
    one = highest_card(own)
    two = highest_card(own & ~int(CARD_BITS[one]))
    pair = pair_number(renamed(one, entry & 31), renamed(two, entry & 31))
    word = int(memory[start + FLOP_WORDS + ROW_WORDS * (entry >> 5) + (pair >> 3)])
    return (word >> (8 * (pair & 7))) & 0xFF


@rule
def renamed(card: int, order: int) -> int:
    """A card with its suit renamed by the order of suits with this number."""
    return (card & ~3) | int(ORDERS[4 * order + (card & 3)])


@rule
def bucket_by_rivers(memory: Any, street: int, own: int, board: int) -> int:
    """The bucket of two cards on the flop or turn, by their sixteenth on every river that may come."""
    used = own | board
    one = 0
    two = 0
    three = 0
    count = 0
    for turn in range(DECK if street == FLOP else 1):
        first = int(CARD_BITS[turn]) if street == FLOP else 0
        if first & used == 0:
            for river in range(turn + 1 if street == FLOP else 0, DECK):
                last = int(CARD_BITS[river]) | first
                if last & used == 0:
                    step = sixteenth(memory, steps_at(memory, board | last), strength(used | last))
                    one += int(STAIRS[step])
                    two += int(STAIRS[STEPS + 1 + step])
                    three += int(STAIRS[2 * (STEPS + 1) + step])
                    count += 1
    texture = texture_of(board) if street == TURN else 0
    return nearest(memory, street, scaled(one, count), scaled(two, count), scaled(three, count), texture)


@rule
def scaled(word: int, count: int) -> int:
    """Five counts of at most `count` as features."""
    made = 0
    for field in range(FIELDS):
        made |= ((word >> (FIELD * field)) & FIELD_MASK) * FULL // count << (FIELD * field)
    return made


@rule
def bucket_on_river(memory: Any, own: int, board: int, ranked: Any, known: bool) -> int:
    """The bucket of two cards on the river: their equity against each opposing class, card removal counted. If the
    strengths of all pairs on this board are `known`, they are in `ranked`; else that is not read."""
    used = own | board
    mine = strength(used)
    won = 0
    won_more = 0
    met = 0
    met_more = 0
    start = int(memory[PAIRS_AT])
    for pair in range(PAIRS):
        word = int(memory[start + pair])
        cards = word & CARDS_MASK
        if cards & used == 0:
            opposing = (word >> OPPOSING_SHIFT) & 7
            theirs = int(ranked[pair]) if known else strength(board | cards)
            points = 2 if mine > theirs else (1 if mine == theirs else 0)
            if opposing < FIELDS - 1:
                met += 1 << (FIELD * opposing)
                won += points << (FIELD * opposing)
            else:
                met_more += 1 << (FIELD * (opposing - FIELDS + 1))
                won_more += points << (FIELD * (opposing - FIELDS + 1))
    return nearest(memory, RIVER, equities(won, met), equities(won_more, met_more), texture_of(board), 0)


@rule
def texture_of(board: int) -> int:
    """Features of a board of four or five cards: the number of cards of one suit beyond two, of cards whose rank is on
    the board already, and of cards of one straight beyond three."""
    suited = 2
    ranks = 0
    for suit in range(4):
        suited = max(suited, suit_of(board, suit).bit_count())
        ranks |= suit_of(board, suit)
    again = board.bit_count() - ranks.bit_count()
    wheel = ranks << 1 | ranks >> (RANKS - 1)
    straight = 3
    for low in range(RANKS - 3):
        straight = max(straight, (wheel >> low & STRAIGHT).bit_count())
    return TEXTURE * (suited - 2 | again << FIELD | straight - 3 << 2 * FIELD)


@rule
def equities(won: int, met: int) -> int:
    """Four equities as features, from points (two for a win, one for a tie) and the number of hands compared."""
    made = 0
    for field in range(FIELDS - 1):
        count = (met >> (FIELD * field)) & FIELD_MASK
        points = (won >> (FIELD * field)) & FIELD_MASK
        made |= (points * FULL // (2 * count) if count > 0 else FULL // 2) << (FIELD * field)
    return made


@rule
def nearest(memory: Any, street: int, one: int, two: int, three: int, four: int) -> int:
    """The bucket whose centre is nearest to some features."""
    words = int(WORDS[street])
    start = int(memory[CENTRES_AT + street])
    best = 0
    least = 1 << 60
    for bucket in range(int(memory[BUCKETS_AT + street])):
        at = start + words * bucket
        far = distance(int(memory[at]), one)
        if far < least:
            far += distance(int(memory[at + 1]), two)
            if far < least:
                far += distance(int(memory[at + 2]), three)
            if words == 4 and far < least:
                far += distance(int(memory[at + 3]), four)
            if far < least:
                least = far
                best = bucket
    return best


@rule
def distance(word: int, other: int) -> int:
    """The sum of the squared differences of the fields of two words."""
    total = 0
    for field in range(FIELDS):
        apart = ((word >> (FIELD * field)) & FIELD_MASK) - ((other >> (FIELD * field)) & FIELD_MASK)
        total += apart * apart
    return total


@rule
def pair_number(one: int, two: int) -> int:
    """The number of a pair of cards in PAIR_CARDS."""
    low = min(one, two)
    return low * (2 * DECK - 1 - low) // 2 + max(one, two) - low - 1


@rule
def flop_number(one: int, two: int, three: int) -> int:
    """The number of a flop, from 0 to 22,099."""
    low = min(one, min(two, three))
    high = max(one, max(two, three))
    middle = one + two + three - low - high
    return low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6


@rule
def rank_pairs_on(memory: Any, board: int, ranked: Any) -> None:
    """Fill in the strengths of all pairs that a river leaves."""
    for pair in range(PAIRS):
        cards = int(memory[memory[PAIRS_AT] + pair]) & CARDS_MASK
        if cards & board == 0:
            ranked[pair] = strength(board | cards)


@rule
def buckets_on(memory: Any, street: int, board: int, buckets: Any, ranked: Any) -> None:
    """Fill in the buckets of all pairs that a board of the flop or later leaves; `ranked` is room for their strengths
    on the river."""
    if street == RIVER:
        rank_pairs_on(memory, board, ranked)
    for pair in range(PAIRS):
        cards = int(memory[memory[PAIRS_AT] + pair]) & CARDS_MASK
        if cards & board == 0:
            if street == RIVER:
                buckets[pair] = bucket_on_river(memory, cards, board, ranked, True)
            else:
                buckets[pair] = bucket_of(memory, street, cards, board)
