"""The grade of two hole cards on a board, and whether they draw to something better.

A grade is what a player would say: nothing, a weak pair, top pair, two pair. It tells more than the category of the
hand, which does not say whose pair it is: all players share a pair on the board.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.evaluate import (
    ALL_RANKS,
    FLUSH,
    FULL_HOUSE,
    RANKS,
    SUIT_BITS,
    THREE,
    category,
    strength,
)
from croupier.kernel.vocabulary.turns import size

from ..records import BOARD_CARDS

AIR, ACE_HIGH, WEAK_PAIR, MIDDLE_PAIR, TOP_PAIR, STRONG_PAIR, TWO_PAIR, MONSTER = 0, 1, 2, 3, 4, 5, 6, 7
"""Grades: nothing; an ace; a pair below two cards of the board; below one; the top pair; one with an ace or king
beside it, or above the board; two pair or three of a kind; a straight or better."""
GRADES = 8
DRAW = 8
"""Added to the grade of a holding below two pair that draws to a flush or, at both ends, to a straight."""

ACE = 1 << (RANKS - 1)
KING = 1 << (RANKS - 2)
FOUR_TO_A_FLUSH = 4


@rule
def ranks_of(hand: int) -> int:
    """The set of ranks in a hand."""
    return (hand | (hand >> SUIT_BITS) | (hand >> (2 * SUIT_BITS)) | (hand >> (3 * SUIT_BITS))) & ALL_RANKS


@rule
def grade(pocket: int, board: int, cards: int) -> int:
    """The grade of two hole cards on a board of three to five cards, with DRAW added if they draw."""
    whole = strength(pocket | board)
    held = category(whole)
    if held >= THREE:
        made = grade_of_much(pocket, board, held, whole)
        if made >= TWO_PAIR:
            return made
    else:
        made = grade_of_pairs(ranks_of(pocket), ranks_of(board))
        if made == TWO_PAIR:
            return made
    if cards < BOARD_CARDS and draws(pocket, board):
        return made + DRAW
    return made


@rule
def grade_of_much(pocket: int, board: int, held: int, whole: int) -> int:
    """The grade of three of a kind or better: what lies on the board is worth no more to one seat than to another."""
    high = ranks_of(pocket)
    matched = high & ranks_of(board)
    if held == THREE:
        if matched or high & (high - 1) == 0:
            return TWO_PAIR
        return ACE_HIGH
    shared = strength(board)
    if shared == whole:
        return ACE_HIGH
    if category(shared) == held and held <= FLUSH:
        return MIDDLE_PAIR
    if held == FULL_HOUSE and category(shared) == THREE and high & (high - 1):
        return STRONG_PAIR
    return MONSTER


@rule
def grade_of_pairs(high: int, table: int) -> int:
    """The grade of two pair or less, from the ranks in the pocket and on the board."""
    matched = high & table
    if high & (high - 1) == 0:
        return grade_of_pair(high, 0, table)
    if matched == 0:
        return ACE_HIGH if high & ACE else AIR
    if matched == high:
        return TWO_PAIR
    return grade_of_pair(matched, high & ~matched, table)


@rule
def grade_of_pair(paired: int, beside: int, table: int) -> int:
    """The grade of the seat's own pair: how many cards of the board are above it, and the card beside it."""
    above = table & ~(2 * paired - 1)
    if above == 0:
        if table & paired == 0 or beside & (ACE | KING):
            return STRONG_PAIR
        return TOP_PAIR
    return MIDDLE_PAIR if above & (above - 1) == 0 else WEAK_PAIR


@rule
def draws(pocket: int, board: int) -> bool:
    """Whether one more card could make a flush, or at either end a straight, that the board alone could not."""
    whole = pocket | board
    for suit in range(4):
        own = (pocket >> (SUIT_BITS * suit)) & ALL_RANKS
        if own and size((whole >> (SUIT_BITS * suit)) & ALL_RANKS) == FOUR_TO_A_FLUSH:
            return True
    if four_in_a_row(ranks_of(board)):
        return False
    return four_in_a_row(ranks_of(whole))


@rule
def four_in_a_row(ranks: int) -> bool:
    """Whether four ranks are consecutive, with a rank below and one above them."""
    inner = ranks & ~ACE
    return inner & (inner >> 1) & (inner >> 2) & (inner >> 3) != 0
