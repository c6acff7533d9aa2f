"""Imagined deals: how often some cards would beat another hand, by the genome's own win conditions.

Whatever a seat cannot see is dealt at random from the cards that it has not seen: the rest of the community, the hidden
cards of another seat, and what both will still be dealt, as far as there is room for it. Then the two hands are
compared by the same measures as in the machine. Cards that are won by play have not been won yet, so there the cards
that would probably win them count.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import ALL_RANKS, SUIT_BITS, add_card, card_bit
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.turns import after, size

from ..machine.choices import RANKS
from ..machine.dealing import hand_room
from ..machine.evaluation import SUITS, count_cards
from ..machine.program import (
    CAPTURED_CARDS,
    CAPTURED_POINTS,
    CHOOSE,
    FEWEST_CARDS,
    LOWBALL,
    ONE_SUIT,
    OPERATION,
    POINTS,
    POINTS_IN_HAND,
)
from ..machine.records import BOARD, BOARD_ROOM, CAPTURED, HAND, View
from ..machine.settling import ACE, nearness_of, value_by

GUESSES = 16
"""How often a card is guessed before the cards are counted through."""
WHOLE = 1000
"""Shares are in thousandths."""
FORESEEN = 2
"""At most this many of the cards that may be drawn or exchanged are imagined: choosing among more would be too good."""
ENOUGH = 80
"""A seat with at least this many percent of a target is imagined to draw no more."""


@rule
def row(v: View, zone: int, hand: int) -> int:
    """A hand with the visible cards of a row added."""
    for slot in range(v.cards.count[zone]):
        card = v.cards.row[v.cards.first[zone] + slot]
        if card != UNKNOWN:
            hand = add_card(hand, card)
    return hand


@rule
def random_card(cards: int, rng: Rng) -> int:
    """One of some cards, each equally likely, as a hand of one; the empty hand if there are none."""
    for _ in range(GUESSES):
        bit = card_bit(below(rng, CARDS))
        if cards & bit:
            return bit
    members = count_cards(cards)
    if members > 0:
        skip = below(rng, members)
        for card in range(CARDS):
            bit = card_bit(card)
            if cards & bit:
                if skip == 0:
                    return bit
                skip -= 1
    return 0


@rule
def dealt(hand: int, count: int, cards: int, rng: Rng) -> int:
    """A hand with `count` random cards added."""
    for _ in range(count):
        hand |= random_card(cards & ~hand, rng)
    return hand


@rule
def points_of(v: View, hand: int) -> int:
    """The points of a hand."""
    points = 0
    for card in range(CARDS):
        if hand & card_bit(card):
            points += v.prospects.worth[card]
    return points


@rule
def has_ace(hand: int) -> bool:
    """Whether a hand has an ace."""
    for suit in range(SUITS):
        if hand & card_bit(4 * ACE + suit):
            return True
    return False


@rule
def nearness(v: View, number: int, hand: int, board: int) -> int:
    """The value of the points of a hand and the community; with ONE_SUIT, those of the best suit."""
    target = v.prospects.target[number]
    flags = v.prospects.flags[number]
    if not flags & ONE_SUIT:
        return nearness_of(points_of(v, hand | board), has_ace(hand), target, flags)
    best = 0
    for suit in range(SUITS):
        whole = ALL_RANKS << (SUIT_BITS * suit)
        near = nearness_of(points_of(v, (hand | board) & whole), has_ace(hand & whole), target, flags)
        if suit == 0 or near > best:
            best = near
    return best


@rule
def prowess(v: View, hand: int) -> int:
    """The expected number of tricks of a hand, in thousandths: each card by the chance that the others have no better.

    A trump counts as a card half the ranks higher. Without tricks a high card still counts more.
    """
    p = v.prospects
    others = size(v.live) - 1 if p.has_tricks else 1
    total = 0
    for card in range(CARDS):
        if hand & card_bit(card):
            rank = card >> 2
            if p.has_tricks and not p.high_wins:
                rank = RANKS - 1 - rank
            better = WHOLE * (2 * rank + 1) // (2 * RANKS)
            if (card & 3) == v.trump:
                better = min(WHOLE, better + WHOLE // 2)
            chance = WHOLE
            for _ in range(others):
                chance = chance * better // WHOLE
            total += chance
    return total


@rule
def value(v: View, number: int, seat: int, hand: int, board: int) -> int:
    """The value of a seat's cards by one of the measures that decide."""
    p = v.prospects
    what = p.measure[number]
    if what == FEWEST_CARDS:
        return -count_cards(hand)
    if what == CAPTURED_CARDS:
        return WHOLE * v.cards.count[CAPTURED + seat] + size(v.live) * prowess(v, hand)
    if what == CAPTURED_POINTS:
        return WHOLE * p.captured_points[seat] + size(v.live) * prowess(v, hand) * p.deck_worth // p.deck_cards
    if what == POINTS_IN_HAND:
        return points_of(v, hand)
    if what == POINTS:
        return nearness(v, number, hand, board)
    return value_by(what, hand | board)


@rule
def counts_best_cards(what: int) -> bool:
    """Whether a measure takes the best of the cards, so that more cards never hurt."""
    return what <= LOWBALL and what != POINTS


@rule
def completed(v: View, hand: int, board: int, draws: int, cards: int, rng: Rng) -> int:
    """A hand with the cards that it will be dealt, and with those that its seat may draw: up to a target, or a few."""
    p = v.prospects
    hand = dealt(hand, min(p.to_hand, hand_room(v.seats) - count_cards(hand)), cards, rng)
    if counts_best_cards(p.measure[0]):
        hand = dealt(hand, min(FORESEEN, p.draws + p.exchanges), cards, rng)
    elif p.measure[0] == POINTS and p.target[0]:
        for _ in range(min(draws, hand_room(v.seats) - count_cards(hand))):
            short = -100 * nearness(v, 0, hand, board) > (100 - ENOUGH) * p.target[0]
            if short and points_of(v, hand | board) < p.target[0]:
                hand = dealt(hand, 1, cards, rng)
    return hand


@rule
def draws_left(v: View, seat: int) -> int:
    """How many cards another seat may still draw; 0 in this phase if its turn has passed."""
    p = v.prospects
    if p.instruction[OPERATION] == CHOOSE:
        if (seat - v.start) % v.seats < (v.seat - v.start) % v.seats:
            return 0
        return p.draws + 1
    return p.draws


@rule
def hidden_cards(v: View, seat: int) -> int:
    """How many cards of a hand the viewer cannot see; in some games these are its own."""
    return v.cards.count[HAND + seat] - count_cards(row(v, HAND + seat, 0))


@rule
def room_on_board(v: View) -> int:
    """How many more cards the community will be dealt, as far as there is room for them."""
    return min(v.prospects.to_board, BOARD_ROOM - v.cards.count[BOARD])


@rule
def share_beaten(v: View, hand: int, fresh: int, draws: int, deals: int, rng: Rng) -> int:
    """The share of other hands, in thousandths, that a hand with some fresh cards beats, over `deals` imagined deals.

    The live seats are faced in turn. The other hand is dealt first, so that with the same random numbers it is the same
    whatever the seat's own choice.
    """
    p = v.prospects
    shown = row(v, BOARD, 0)
    to_board = room_on_board(v)
    unknown = fresh + hidden_cards(v, v.seat)
    won = 0
    other = v.seat
    for _ in range(deals):
        other = after(v.live & ~(1 << v.seat), other)
        if other >= 0:
            board = dealt(shown, to_board, p.unseen, rng)
            seen = row(v, HAND + other, 0)
            theirs = dealt(seen, v.cards.count[HAND + other] - count_cards(seen), p.unseen & ~board, rng)
            theirs = completed(v, theirs, board, draws_left(v, other), p.unseen & ~board, rng)
            rest = p.unseen & ~board & ~theirs
            mine = dealt(hand, unknown, rest, rng)
            mine = completed(v, mine, board, draws, rest, rng)
            won += 1 + compared(v, v.seat, other, mine, theirs, board)
    return WHOLE * won // (2 * deals)


@rule
def compared(v: View, seat: int, other: int, mine: int, theirs: int, board: int) -> int:
    """1 if a seat's hand is better than that of another, -1 if it is worse, 0 if they tie."""
    for number in range(v.prospects.deciding):
        ours = v.prospects.sign[number] * value(v, number, seat, mine, board)
        others = v.prospects.sign[number] * value(v, number, other, theirs, board)
        if ours > others:
            return 1
        if ours < others:
            return -1
    return 0
