"""Hand ranking: which of two poker hands of five, six or seven cards is better.

A **hand** is a set of cards held in one integer: 16 bits for each suit, one of them for each rank. It grows card by
card with `add_card`, and two sets are joined with `|`, so that a board is built once and shared by all seats:

    better = strength(board | pocket[0]) > strength(board | pocket[1])

A **strength** is an integer, greater for a better hand and equal for a tie. Its bits are:

    category                  the ranks that make it         the kickers
    bits 26 and above         bits 13 to 25, one a rank      bits 0 to 12, one a rank

A set of ranks, read as a number, orders like the cards compared one by one from the highest. So strengths compare
as the rules of poker say: category, then what makes it, then the kickers.

Looking a strength up takes no loop and one branch. Suits matter only for a flush; otherwise only the ranks matter, and
how often each occurs. Each rank has a weight, and the sum of the weights identifies the ranks: one sum for the low
ranks, one for the high. Each sum is turned into a small number, and the two together give the row of a table. The
tables fit into the second-level cache of a processor, and are computed when this module is imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import BadInput
from ..language.jit import compiled, rule
from .cards import DECK, format_cards

FEWEST = 5
MOST = 7
"""How many cards a hand needs, and how many it may have, to be ranked by its best five."""

HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
THREE = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR = 7
STRAIGHT_FLUSH = 8

EMPTY = 0
"""The hand without cards."""

RANKS = 13
ALL_RANKS = (1 << RANKS) - 1
SUIT_BITS = 16
CATEGORY_SHIFT = 2 * RANKS

LOW_WEIGHTS = (6, 7, 30, 130, 599, 2721, 6808)
HIGH_WEIGHTS = (30, 31, 36, 119, 560, 1927)
"""The weights of two to eight and of nine to ace. Found by random search, for small sums: in each half, no two
holdings of up to seven cards, at most four of a rank, have the same sum. A test checks that."""
LOW_BITS = 16
LOW_SUM = (1 << LOW_BITS) - 1
HIGH_SUM = (1 << 14) - 1
"""The masks of the two sums in one integer, the low one lowest. Not even the whole deck overflows them. Masking both
also tells the compiler that they are not negative, which saves a test."""
FLUSH_MARK = 1 << 30
"""Added to the sums of a suit that has five cards or more."""

Table = npt.NDArray[Any]


def _highest(count: int) -> Table:
    """For every set of ranks, its `count` highest ranks."""
    sets = np.arange(ALL_RANKS + 1, dtype=np.int32)
    kept = np.zeros_like(sets)
    for rank in reversed(range(RANKS)):
        kept |= np.where(np.bitwise_count(kept) < count, sets & (1 << rank), 0).astype(np.int32)
    return kept


def _straights() -> Table:
    """For every set of ranks, the top rank of its best straight, as a set of one, or 0. The ace may be low."""
    sets = np.arange(ALL_RANKS + 1, dtype=np.int32)
    line = (sets << 1) | (sets >> (RANKS - 1))
    runs = line & (line >> 1) & (line >> 2) & (line >> 3) & (line >> 4)
    best: Table = HIGHEST[1][runs << 3]
    return best


def _flushes() -> Table:
    """For every set of ranks in one suit, the strength of its flush or straight flush; 0 below five cards."""
    sets = np.arange(ALL_RANKS + 1, dtype=np.int32)
    straight = _straights()
    best = np.where(straight > 0, _strength(STRAIGHT_FLUSH, straight, 0), _strength(FLUSH, 0, HIGHEST[5]))
    return np.where(np.bitwise_count(sets) >= FEWEST, best, 0).astype(np.int32)


def _strength(category: int, made_of: Any, kickers: Any) -> Any:
    return (category << CATEGORY_SHIFT) | (made_of << RANKS) | kickers


def _suit_sums() -> Table:
    """For every set of ranks in one suit, the sums of their weights in both halves, and the mark of a flush."""
    sets = np.arange(ALL_RANKS + 1, dtype=np.int32)
    sums = np.where(np.bitwise_count(sets) >= FEWEST, FLUSH_MARK, 0)
    for rank, weight in enumerate((*LOW_WEIGHTS, *(weight << LOW_BITS for weight in HIGH_WEIGHTS))):
        sums += ((sets >> rank) & 1) * weight
    return sums.astype(np.int32)


def _holdings(weights: tuple[int, ...], first_rank: int) -> tuple[Table, Table, list[Table]]:
    """All holdings of up to seven cards of one half of the ranks, those with fewer cards first.

    For each: how many cards, the sum of their weights, and the sets of ranks held at least once, twice, … four times.
    """
    ranks = len(weights)
    counts = np.indices((5,) * ranks, dtype=np.int32).reshape(ranks, -1)
    cards = counts.sum(axis=0)
    order = np.argsort(cards, kind="stable")[: np.count_nonzero(cards <= MOST)]
    counts = counts[:, order]
    bits = 1 << np.arange(first_rank, first_rank + ranks, dtype=np.int32)
    at_least = [bits @ (counts >= times).astype(np.int32) for times in (1, 2, 3, 4)]
    return cards[order], np.array(weights, np.int32) @ counts, at_least


def _rows() -> tuple[Table, Table, Table]:
    """The row numbers for the low and the high sums, and the strengths in their rows.

    A high holding of n cards starts a block of rows, one for each low holding of up to 7 - n cards. Sums that no hand
    has lead to some row as well: no bits of a hand read outside the tables.
    """
    low_cards, low_sums, low_sets = _holdings(LOW_WEIGHTS, 0)
    high_cards, high_sums, high_sets = _holdings(HIGH_WEIGHTS, len(LOW_WEIGHTS))
    low = np.zeros(4 * sum(LOW_WEIGHTS) + 1, np.int16)
    low[low_sums] = np.arange(len(low_sums))
    blocks = np.searchsorted(low_cards, MOST - high_cards, side="right")
    starts = np.cumsum(blocks) - blocks
    high = np.zeros(4 * sum(HIGH_WEIGHTS) + 1, np.int32)
    high[high_sums] = starts

    in_high = np.repeat(np.arange(len(blocks)), blocks)
    in_low = np.arange(len(in_high)) - starts[in_high]
    held, twice, thrice, fourfold = (a[in_high] | b[in_low] for a, b in zip(high_sets, low_sets, strict=True))
    straight = _straights()[held]
    three = HIGHEST[1][thrice]
    beside_three = HIGHEST[1][twice & ~three]
    pairs = HIGHEST[2][twice]
    strengths = np.select(
        [
            high_cards[in_high] + low_cards[in_low] < FEWEST,  # not ranked
            fourfold > 0,
            (three > 0) & (beside_three > 0),
            straight > 0,
            three > 0,
            pairs & (pairs - 1) > 0,
            pairs > 0,
        ],
        [
            np.zeros_like(held),
            _strength(FOUR, fourfold, HIGHEST[1][held & ~fourfold]),
            _strength(FULL_HOUSE, three, beside_three),
            _strength(STRAIGHT, straight, 0),
            _strength(THREE, three, HIGHEST[2][held & ~three]),
            _strength(TWO_PAIR, pairs, HIGHEST[1][held & ~pairs]),
            _strength(PAIR, pairs, HIGHEST[3][held & ~pairs]),
        ],
        _strength(HIGH_CARD, 0, HIGHEST[5][held]),
    )
    return low, high, np.append(strengths, np.zeros_like(low_sums)).astype(np.int32)


HIGHEST = {count: _highest(count) for count in (1, 2, 3, 5)}
CARD_BITS = np.zeros(64, np.int64)
CARD_BITS[:DECK] = [1 << (SUIT_BITS * (card & 3) + (card >> 2)) for card in range(DECK)]
SUIT_SUMS = _suit_sums()
FLUSHES = _flushes()
LOW_NUMBERS, HIGH_NUMBERS, STRENGTHS = _rows()


@rule
def card_bit(card: int) -> int:
    """The hand that holds just one card; an UNKNOWN card gives the empty hand."""
    return int(CARD_BITS[card & 63])


@rule
def add_card(hand: int, card: int) -> int:
    """A hand with one card added."""
    return hand | card_bit(card)


@rule
def strength(hand: int) -> int:
    """How good the best five of five to seven cards are; 0 for fewer. With more than seven cards it has no meaning.

    The tables are narrow to fit the cache. Compiled, int() keeps a number narrow but a sum has 64 bits, so the result
    has 64 bits too.
    """
    clubs = hand & ALL_RANKS
    diamonds = (hand >> SUIT_BITS) & ALL_RANKS
    hearts = (hand >> (2 * SUIT_BITS)) & ALL_RANKS
    spades = (hand >> (3 * SUIT_BITS)) & ALL_RANKS
    sums = int(SUIT_SUMS[clubs]) + int(SUIT_SUMS[diamonds]) + int(SUIT_SUMS[hearts]) + int(SUIT_SUMS[spades])
    if sums >= FLUSH_MARK:  # the other suits add 0, and no full house or four fits beside a flush
        return int(FLUSHES[clubs]) + int(FLUSHES[diamonds]) + int(FLUSHES[hearts]) + int(FLUSHES[spades])
    return int(STRENGTHS[int(HIGH_NUMBERS[(sums >> LOW_BITS) & HIGH_SUM]) + int(LOW_NUMBERS[sums & LOW_SUM])])


@rule
def category(strength: int) -> int:
    """The category of a strength: HIGH_CARD … STRAIGHT_FLUSH."""
    return strength >> CATEGORY_SHIFT


@rule
def rank_rows(hands: Any, size: int, strengths: Any) -> int:
    """Fill in the strength of each row of `size` cards; returns a number other than 0 if some row has a card twice.

    Two loops are up to a third faster than one loop that does both.
    """
    doubled = 0
    for row in range(len(strengths)):
        hand = 0
        total = 0
        for column in range(MOST):  # a constant, so that the compiler unrolls the loop
            if column < size:
                bit = card_bit(int(hands[row][column]))
                hand |= bit
                total += bit
        doubled |= hand ^ total  # the sum of the bits equals their union unless a bit comes twice
        strengths[row] = hand
    for row in range(len(strengths)):
        strengths[row] = strength(int(strengths[row]))
    return doubled


def best_hand(cards: Iterable[int]) -> int:
    """The strength of five to seven known cards."""
    listed = list(cards)
    if not FEWEST <= len(listed) <= MOST:
        raise BadInput(f"A hand of {len(listed)} cards cannot be ranked: it needs {FEWEST} to {MOST}.")
    hand = 0
    for card in listed:
        if not 0 <= card < DECK:
            raise BadInput(f"Only known cards, 0 to {DECK - 1}, can be ranked, not {card}.")
        if hand & card_bit(card):
            raise BadInput(f"{format_cards([card])} is there twice in {format_cards(listed)}.")
        hand = add_card(hand, card)
    return strength(hand)


def rank_many(hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """The strengths of many hands, one in each row, all of five, six or seven cards; compiled.

    An array of int8 or int64 is read as it is, and int8 is faster; others are copied.
    """
    rows = np.asarray(hands)
    if rows.ndim != 2 or not FEWEST <= rows.shape[1] <= MOST or rows.dtype.kind not in "iu":
        raise BadInput(f"Hands are rows of {FEWEST} to {MOST} whole numbers, not {rows.dtype} of shape {rows.shape}.")
    rows = np.ascontiguousarray(rows, dtype=np.int8 if rows.dtype == np.int8 else np.int64)
    unsigned = rows.view(np.uint8 if rows.dtype == np.int8 else np.uint64)  # a negative card looks huge
    if rows.size and int(unsigned.max()) >= DECK:
        raise BadInput(f"Only known cards, 0 to {DECK - 1}, can be ranked.")
    strengths = np.zeros(len(rows), np.int64)
    if compiled(rank_rows)(rows, rows.shape[1], strengths):
        raise BadInput("Some hand has the same card twice.")
    return strengths


RANK_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def hand_name(strength: int) -> str:
    """A strength in words: "full house, kings over twos", "ace-high flush"."""
    ranks = _names((strength >> RANKS) & ALL_RANKS) + _names(strength & ALL_RANKS)
    kind = category(strength)
    if not ranks or not HIGH_CARD <= kind <= STRAIGHT_FLUSH:
        raise BadInput(f"{strength} is not the strength of a hand.")
    first = ranks[0]
    firsts, seconds = _plural(first), _plural(ranks[1] if len(ranks) > 1 else first)
    return [
        f"{first} high",
        f"pair of {firsts}",
        f"two pair, {firsts} and {seconds}",
        f"three of a kind, {firsts}",
        f"straight, {first} high",
        f"{first}-high flush",
        f"full house, {firsts} over {seconds}",
        f"four of a kind, {firsts}",
        "royal flush" if first == "ace" else f"straight flush, {first} high",
    ][kind]


def _names(ranks: int) -> list[str]:
    """The names of a set of ranks, highest first."""
    return [RANK_NAMES[rank] for rank in reversed(range(RANKS)) if (ranks >> rank) & 1]


def _plural(rank: str) -> str:
    return "sixes" if rank == "six" else f"{rank}s"
