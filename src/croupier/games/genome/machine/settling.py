"""The end of a hand: SHOW turns hands up, COMPARE ranks them, PAY awards pots, SCORE counts points, CLOSE ends it."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import add_card
from croupier.kernel.vocabulary.events import ROW_CARDS, Out, attach, emit
from croupier.kernel.vocabulary.ledger import card_at, reveal
from croupier.kernel.vocabulary.pots import best_of, build_pots
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, after, first, has, size

from .dealing import operand
from .evaluation import SUITS, high_card_value, lowball_value, poker_value, three_card_value
from .events import ELIMINATED, HAND_ENDED, HAND_SHOWN, HAND_WON, POINTS_SCORED, POT_AWARDED, STEPS_RAN_OUT
from .melds import melds_value
from .program import (
    BUST,
    CAPTURED_CARDS,
    CAPTURED_POINTS,
    COMPARE_FIRST,
    COMPARE_FLAGS,
    COMPARE_SIGN,
    COMPARE_TARGET,
    COMPARE_WHAT,
    FEWEST_CARDS,
    HIGH_CARD,
    MELDS,
    ONE_SUIT,
    POINTS,
    POINTS_IN_HAND,
    POKER,
    SCORE_CAPTURED,
    SCORE_HAND,
    SCORE_WHAT,
    SOFT_ACES,
    THREE_CARD,
)
from .records import BOARD, CAPTURED, HAND, STEPS, Table

PLACES = 1 << 40
"""Greater than any value of a hand: a later comparison cannot change what an earlier one decided."""
ACE = 12
SOFT = 10
ANY_SUIT = -1


@rule
def show_hands(t: Table, out: Out) -> None:
    """Turn up the hands of all live seats, from the starting position on."""
    seat = t.start - 1
    for _ in range(size(t.betting.live)):
        seat = after(t.betting.live, seat)
        reveal(t.cards, HAND + seat, PUBLIC)
        for slot in range(t.cards.count[HAND + seat]):
            if slot % ROW_CARDS == 0:
                emit(out, HAND_SHOWN, PUBLIC, seat, slot)
            attach(out, PUBLIC, card_at(t.cards, HAND + seat, slot))
    t.at += 1


@rule
def compare(t: Table) -> None:
    """Rank the live seats by one more measure, which decides where earlier ones left a tie."""
    live = t.betting.live
    for seat in range(t.seats):
        t.place[seat] = 0
        if has(live, seat) and not operand(t, COMPARE_FIRST):
            for other in range(t.seats):
                if has(live, other) and t.standing[other] < t.standing[seat]:
                    t.place[seat] += 1
    for seat in range(t.seats):
        if has(live, seat):
            t.standing[seat] = t.place[seat] * PLACES + operand(t, COMPARE_SIGN) * measure(t, seat)
    t.at += 1


@rule
def measure(t: Table, seat: int) -> int:
    """The value that COMPARE compares: of a seat's cards, or their number."""
    what = operand(t, COMPARE_WHAT)
    if what == FEWEST_CARDS:
        return -t.cards.count[HAND + seat]
    if what == CAPTURED_CARDS:
        return t.cards.count[CAPTURED + seat]
    if what == CAPTURED_POINTS:
        return captured_points(t, seat)
    if what == POINTS_IN_HAND:
        return row_points(t, HAND + seat, ANY_SUIT)
    if what == POINTS:
        return best_points(t, seat)
    return value_by(what, row_bits(t, HAND + seat, row_bits(t, BOARD, 0)))


@rule
def value_by(what: int, hand: int) -> int:
    """The value of some cards by the evaluations that need nothing else."""
    if what == POKER:
        return poker_value(hand)
    if what == THREE_CARD:
        return three_card_value(hand)
    if what == HIGH_CARD:
        return high_card_value(hand)
    if what == MELDS:
        return melds_value(hand)
    return lowball_value(hand)


@rule
def row_bits(t: Table, zone: int, hand: int) -> int:
    """A hand with the cards of a row added."""
    for slot in range(t.cards.count[zone]):
        hand = add_card(hand, card_at(t.cards, zone, slot))
    return hand


@rule
def best_points(t: Table, seat: int) -> int:
    """The value of the points of a hand and the community; with ONE_SUIT, those of the best suit."""
    if not operand(t, COMPARE_FLAGS) & ONE_SUIT:
        return nearness(t, seat, ANY_SUIT)
    best = nearness(t, seat, 0)
    for suit in range(1, SUITS):
        best = max(best, nearness(t, seat, suit))
    return best


@rule
def nearness(t: Table, seat: int, suit: int) -> int:
    """The points of a hand and the community, or how near they are to the target; with BUST, not over it."""
    total = row_points(t, HAND + seat, suit) + row_points(t, BOARD, suit)
    return nearness_of(total, has_ace(t, seat, suit), operand(t, COMPARE_TARGET), operand(t, COMPARE_FLAGS))


@rule
def nearness_of(total: int, ace: bool, target: int, flags: int) -> int:
    """The value of a total, held with an ace or without one."""
    total = with_soft_ace(total, ace, target, flags)
    if target == 0:
        return total
    if flags & BUST and total > target:
        return -PLACES // 2
    return -abs(target - total)


@rule
def with_soft_ace(total: int, ace: bool, target: int, flags: int) -> int:
    """A total with one ace counted 10 higher, if that is allowed and not over the target."""
    if flags & SOFT_ACES and ace and (target == 0 or total + SOFT <= target):
        return total + SOFT
    return total


@rule
def row_points(t: Table, zone: int, suit: int) -> int:
    """The points of the cards of a row, of one suit or of any."""
    points = 0
    for slot in range(t.cards.count[zone]):
        card = card_at(t.cards, zone, slot)
        if card != UNKNOWN and (suit == ANY_SUIT or card & 3 == suit):
            points += t.config.worth[card]
    return points


@rule
def has_ace(t: Table, seat: int, suit: int) -> bool:
    """Whether a seat holds an ace, of one suit or of any."""
    for slot in range(t.cards.count[HAND + seat]):
        card = card_at(t.cards, HAND + seat, slot)
        if card >> 2 == ACE and (suit == ANY_SUIT or card & 3 == suit):
            return True
    return False


@rule
def captured_points(t: Table, seat: int) -> int:
    """The points of the cards that a seat has captured."""
    points = 0
    for card in range(len(t.cards.zone)):
        if t.cards.zone[card] == CAPTURED + seat:
            points += t.config.worth[card]
    return points


@rule
def pay(t: Table, out: Out) -> None:
    """Give every pot to the best of the seats that can win it. Folded seats can win none."""
    b = t.betting
    if b.pot:
        for seat in range(t.seats):
            t.place[seat] = 0
        if t.config.side_pots and size(b.live) > 1:
            build_pots(b, t.pots)
            for pot in range(t.pots.count):
                share_out(t, t.pots.amount[pot], best_of(t.standing, t.pots.eligible[pot], t.seats))
        else:
            share_out(t, b.pot, best_of(t.standing, b.live, t.seats))
        b.pot = 0
        for seat in range(t.seats):
            b.total[seat] = 0
            if t.place[seat]:
                b.stack[seat] += t.place[seat]
                emit(out, POT_AWARDED, PUBLIC, seat, t.place[seat])
        for seat in range(t.seats):
            if has(t.dealt, seat) and b.stack[seat] == 0:
                emit(out, ELIMINATED, PUBLIC, seat, 0)
    t.at += 1


@rule
def share_out(t: Table, amount: int, winners: int) -> None:
    """Split a pot evenly; odd chips go to the first winner."""
    count = size(winners)
    for seat in range(t.seats):
        if has(winners, seat):
            t.place[seat] += amount // count
    t.place[first(winners)] += amount % count


@rule
def score_hand(t: Table, out: Out) -> None:
    """Count the points of the hand: those of cards for every live seat, or one for each winner."""
    b = t.betting
    what = operand(t, SCORE_WHAT)
    winners = best_of(t.standing, b.live, t.seats)
    for seat in range(t.seats):
        points = 0
        if what == SCORE_CAPTURED and has(b.live, seat):
            points = captured_points(t, seat)
        elif what == SCORE_HAND and has(b.live, seat):
            points = row_points(t, HAND + seat, ANY_SUIT)
        if has(winners, seat):
            emit(out, HAND_WON, PUBLIC, seat, 0)
            if what != SCORE_CAPTURED and what != SCORE_HAND:
                points = 1
        if points:
            t.points[seat] += points
            emit(out, POINTS_SCORED, PUBLIC, seat, points)
    t.at += 1


@rule
def close_hand(t: Table, out: Out) -> None:
    """Count the hand; the house begins another, from the next seat that can go on, unless the session is over."""
    t.hands += 1
    t.at = 0
    t.start = after(with_chips(t), t.start)
    t.actor = NOBODY
    emit(out, HAND_ENDED, PUBLIC, t.start, t.hands)
    if t.hands == t.config.hands or is_decided(t):
        t.over = 1
    elif t.steps >= STEPS:
        t.over = 1
        emit(out, STEPS_RAN_OUT, PUBLIC, NOBODY, t.steps)
    else:
        t.between = 1


@rule
def is_decided(t: Table) -> bool:
    """Whether only one seat has chips left, or some seat has reached a target."""
    for seat in range(t.seats):
        if t.config.target_points and t.points[seat] >= t.config.target_points:
            return True
        if t.config.target_chips and t.betting.stack[seat] >= t.config.target_chips:
            return True
    return size(with_chips(t)) < 2


@rule
def with_chips(t: Table) -> int:
    """The seats that can go on: those with chips left, or, in a game for points, all."""
    seats = 0
    for seat in range(t.seats):
        if t.betting.stack[seat] > 0 or t.config.chips == 0:
            seats |= 1 << seat
    return seats
