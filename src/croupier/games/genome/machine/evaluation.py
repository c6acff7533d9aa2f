"""The value of cards by every evaluation of the language. A greater value is better; equal values tie.

A hand is a set of cards in one integer, as in `kernel.vocabulary.evaluate`. That module ranks five to seven cards; here
is the same order for any number of cards, and the other evaluations; melds have a module of their own. The number of
cards differs from game to game and from moment to moment, so every number, even 0, has its place in every order.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.evaluate import (
    ALL_RANKS,
    CATEGORY_SHIFT,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUIT_BITS,
    THREE,
    TWO_PAIR,
    strength,
)
from croupier.kernel.vocabulary.turns import size

BRAG_FLUSH, BRAG_RUN, BRAG_RUNNING_FLUSH, BRAG_PRIAL = 2, 3, 4, 5
"""Categories of three cards, above high card and pair."""
SUITS = 4
FIVE = 5


@rule
def of_suit(hand: int, suit: int) -> int:
    """The ranks of a hand in one suit, as a set."""
    return (hand >> (SUIT_BITS * suit)) & ALL_RANKS


@rule
def held(hand: int, times: int) -> int:
    """The ranks that a hand holds at least `times` times."""
    a = of_suit(hand, 0)
    b = of_suit(hand, 1)
    c = of_suit(hand, 2)
    d = of_suit(hand, 3)
    if times == 1:
        return a | b | c | d
    if times == 2:
        return (a & (b | c | d)) | (b & (c | d)) | (c & d)
    if times == 3:
        return (a & b & (c | d)) | (c & d & (a | b))
    return a & b & c & d


@rule
def count_cards(hand: int) -> int:
    """How many cards a hand has."""
    return size(of_suit(hand, 0)) + size(of_suit(hand, 1)) + size(of_suit(hand, 2)) + size(of_suit(hand, 3))


@rule
def highest(ranks: int, count: int) -> int:
    """The `count` highest ranks of a set."""
    kept = 0
    rank = RANKS - 1
    while count > 0 and rank >= 0:
        if (ranks >> rank) & 1:
            kept |= 1 << rank
            count -= 1
        rank -= 1
    return kept


@rule
def lowest(ranks: int, count: int) -> int:
    """The `count` lowest ranks of a set."""
    kept = 0
    rank = 0
    while count > 0 and rank < RANKS:
        if (ranks >> rank) & 1:
            kept |= 1 << rank
            count -= 1
        rank += 1
    return kept


@rule
def top_of_run(ranks: int, length: int) -> int:
    """The highest rank, as a set of one, at which a run of `length` ends; 0 without one. The ace may be low."""
    line = (ranks << 1) | (ranks >> (RANKS - 1))
    ends = line
    for _ in range(length - 1):
        ends = (ends << 1) & line
    return highest(ends >> 1, 1)


@rule
def value_of(category: int, made_of: int, kickers: int) -> int:
    """A strength, laid out as in `kernel.vocabulary.evaluate`."""
    return (category << CATEGORY_SHIFT) | (made_of << RANKS) | kickers


@rule
def grouped(once: int, twice: int, thrice: int, fourfold: int) -> int:
    """The strength of the best five cards by their pairs, threes and fours alone."""
    if fourfold:
        four = highest(fourfold, 1)
        return value_of(FOUR, four, highest(once & ~four, 1))
    three = highest(thrice, 1)
    pair = highest(twice & ~three, 1)
    if three and pair:
        return value_of(FULL_HOUSE, three, pair)
    if three:
        return value_of(THREE, three, highest(once & ~three, 2))
    pairs = highest(twice, 2)
    if pairs & (pairs - 1):
        return value_of(TWO_PAIR, pairs, highest(once & ~pairs, 1))
    if pairs:
        return value_of(PAIR, pairs, highest(once & ~pairs, 3))
    return value_of(HIGH_CARD, 0, highest(once, FIVE))


@rule
def suited(hand: int, length: int, flush: int, running_flush: int) -> int:
    """The strength of the best flush or running flush of a hand; 0 without one."""
    best = 0
    for suit in range(SUITS):
        ranks = of_suit(hand, suit)
        if size(ranks) >= length:
            top = top_of_run(ranks, length)
            if top:
                best = max(best, value_of(running_flush, top, 0))
            else:
                best = max(best, value_of(flush, 0, highest(ranks, length)))
    return best


@rule
def poker_value(hand: int) -> int:
    """The strength of the best five of any number of cards; of fewer than five, only pairs, threes and fours count."""
    count = count_cards(hand)
    if count >= FIVE and count <= FIVE + 2:
        return strength(hand)
    best = max(
        grouped(held(hand, 1), held(hand, 2), held(hand, 3), held(hand, 4)), suited(hand, 5, FLUSH, STRAIGHT_FLUSH)
    )
    top = top_of_run(held(hand, 1), FIVE)
    if top:
        best = max(best, value_of(STRAIGHT, top, 0))
    return best


@rule
def three_card_value(hand: int) -> int:
    """The strength of the best three cards as in brag: prial, running flush, run, flush, pair, high card."""
    once = held(hand, 1)
    prial = highest(held(hand, 3), 1)
    if prial:
        return value_of(BRAG_PRIAL, prial, 0)
    best = suited(hand, 3, BRAG_FLUSH, BRAG_RUNNING_FLUSH)
    top = top_of_run(once, 3)
    if top:
        best = max(best, value_of(BRAG_RUN, top, 0))
    pair = highest(held(hand, 2), 1)
    if pair:
        return max(best, value_of(PAIR, pair, highest(once & ~pair, 1)))
    return max(best, value_of(HIGH_CARD, 0, highest(once, 3)))


@rule
def high_card_value(hand: int) -> int:
    """The five highest cards one after the other; of two kings, both count."""
    value = 0
    taken = 0
    for below in range(RANKS):
        rank = RANKS - 1 - below
        for suit in range(SUITS):
            if taken < FIVE and (of_suit(hand, suit) >> rank) & 1:
                value = value * (RANKS + 1) + rank + 1
                taken += 1
    for _ in range(FIVE - taken):
        value = value * (RANKS + 1)
    return value


@rule
def lowball_value(hand: int) -> int:
    """The lowest five cards, aces low, straights and flushes ignored; pairs only if there is no other way.

    Fewer than five cards lose to more: throwing cards away must not pay.
    """
    once = aces_low(held(hand, 1))
    twice = aces_low(held(hand, 2))
    thrice = aces_low(held(hand, 3))
    fourfold = aces_low(held(hand, 4))
    once = lowest(once, FIVE)
    twice = lowest(twice & once, FIVE - size(once))
    thrice = lowest(thrice & twice, FIVE - size(once) - size(twice))
    fourfold = lowest(fourfold & thrice, FIVE - size(once) - size(twice) - size(thrice))
    missing = FIVE - size(once) - size(twice) - size(thrice) - size(fourfold)
    return -value_of(missing * (STRAIGHT_FLUSH + 1), 0, 0) - grouped(once, twice, thrice, fourfold)


@rule
def aces_low(ranks: int) -> int:
    """A set of ranks shifted so that the ace is the lowest."""
    return ((ranks << 1) & ALL_RANKS) | (ranks >> (RANKS - 1))
