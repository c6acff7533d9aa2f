"""The cards that greedy throws away or plays, and where it draws from."""

from __future__ import annotations

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.evaluate import ALL_RANKS, SUIT_BITS, card_bit
from croupier.kernel.vocabulary.menu import Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng, next32, seed

from ..machine.choices import DRAW, PASS, RANKS, TAKE, relations_of
from ..machine.evaluation import count_cards
from ..machine.program import CAPTURED_POINTS, CHOOSE_CARDS, CHOOSE_TESTS, EVERY_TEST, FEWEST_CARDS, NEXT_RANK
from ..machine.records import HAND, TOP, View
from .imagined import row, share_beaten

NOTHING = -1
AFTERWARDS = 1
"""The stream after imagined deals, so that these do not foresee what the house will deal."""
POINT, CLOSE = 1000, 10
"""Weights for the choice of a card to play."""
RELATIONS = EVERY_TEST.bit_length() - 1
WHOLE_DECK = sum(card_bit(card) for card in range(CARDS))
ONTO = np.array(
    [
        [
            sum(card_bit(last) for last in range(CARDS) if relations_of(card, last) >> number & 1)
            for card in range(CARDS)
        ]
        for number in range(RELATIONS)
    ]
)
"""For every relation and every card, the cards to which it stands in that relation."""
EFFORT = 2000
"""The most deals that are imagined for one choice of cards, however many there are to choose from."""


@rule
def lay_cards(v: View, m: Menu, option: int, may_pass: bool, deals: int, rng: Rng, a: Action) -> None:
    """Choose cards: those that leave the best hand, where hands decide; else those that are best played."""
    a.kind = m.kind[option]
    if decided_by_play(v.prospects.measure[0]):
        play_most(v, m, option, a)
    else:
        keep_best(v, m, option, may_pass, deals, rng, a)
    if a.count == 0:
        a.kind = PASS


@rule
def decided_by_play(what: int) -> bool:
    """Whether a measure counts cards that were played or captured, not those that are held."""
    return FEWEST_CARDS <= what <= CAPTURED_POINTS


@rule
def keep_best(v: View, m: Menu, option: int, may_pass: bool, deals: int, rng: Rng, a: Action) -> None:
    """Choose cards one by one: each time the card whose removal leaves the best hand. Stop at the best number of cards.

    With many cards to try, each gets fewer deals.
    """
    deals = min(deals, max(1, EFFORT // (m.most[option] * m.choices[option])))
    luck = any_luck(rng)
    hand = row(v, HAND + v.seat, 0)
    named = 0
    best = NOTHING
    count = 0
    if may_pass:
        best = share_if(v, hand, 0, v.prospects.draws, luck, deals, rng)
    while a.count < m.most[option]:
        chosen = NOTHING
        found = NOTHING
        for i in range(m.first[option], m.first[option] + m.choices[option]):
            bit = card_bit(m.candidate[i])
            if not named & bit:
                fresh = (a.count + 1) * v.prospects.replaces
                share = share_if(v, hand & ~bit, fresh, v.prospects.draws, luck, deals, rng)
                if share > found:
                    found = share
                    chosen = m.candidate[i]
        named |= card_bit(chosen)
        hand &= ~named
        a.cards[a.count] = chosen
        a.count += 1
        if found > best and a.count >= m.fewest[option]:
            best = found
            count = a.count
    a.count = count
    seed(rng, luck, AFTERWARDS)


@rule
def any_luck(rng: Rng) -> int:
    """A seed for imagined deals that are the same for every choice."""
    return (next32(rng) << 30) ^ next32(rng)


@rule
def share_if(v: View, hand: int, fresh: int, draws: int, luck: int, deals: int, rng: Rng) -> int:
    """The share of hands that a hand with some fresh cards beats, with given random numbers."""
    seed(rng, luck, 0)
    return share_beaten(v, hand, fresh, draws, deals, rng)


@rule
def choose_source(v: View, m: Menu, deals: int, rng: Rng, a: Action) -> None:
    """Pass, draw or take the last card of the pile: whichever leaves the best hand."""
    luck = any_luck(rng)
    hand = row(v, HAND + v.seat, 0)
    best = NOTHING
    if option_of(m, PASS) >= 0:
        best = share_if(v, hand, v.prospects.if_passed, 0, luck, deals, rng)
        a.kind = PASS
    if option_of(m, DRAW) >= 0:
        share = share_if(v, hand, 1, v.prospects.draws, luck, deals, rng)
        if share > best:
            best = share
            a.kind = DRAW
    if option_of(m, TAKE) >= 0:
        share = share_if(v, row(v, TOP, hand), 0, v.prospects.draws, luck, deals, rng)
        if share > best:
            a.kind = TAKE
    seed(rng, luck, AFTERWARDS)


@rule
def play_most(v: View, m: Menu, option: int, a: Action) -> None:
    """Play as many cards as may be played, the least useful first."""
    hand = row(v, HAND + v.seat, 0)
    named = 0
    while a.count < m.most[option]:
        chosen = NOTHING
        best = 0
        for i in range(m.first[option], m.first[option] + m.choices[option]):
            card = m.candidate[i]
            if not named & card_bit(card):
                eagerness = eager_to_play(v, card, hand)
                if chosen == NOTHING or eagerness > best:
                    best = eagerness
                    chosen = card
        named |= card_bit(chosen)
        a.cards[a.count] = chosen
        a.count += 1


@rule
def eager_to_play(v: View, card: int, hand: int) -> int:
    """How gladly a card is played: for its points if it is captured; not if it fits at any time; rather one close to
    the last card, of a suit that the seat has more of, and without which it can still answer most cards."""
    p = v.prospects
    eagerness = count_cards(hand & (ALL_RANKS << (SUIT_BITS * (card & 3))))
    eagerness += count_answered(v, hand & ~card_bit(card))
    if p.measure[0] == CAPTURED_POINTS:
        eagerness += POINT * p.sign[0] * p.worth[card]
    if not p.instruction[CHOOSE_TESTS] & EVERY_TEST and (p.instruction[CHOOSE_CARDS] >> card) & 1:
        eagerness -= POINT // 2
    if v.cards.count[TOP]:
        distance = abs((card >> 2) - (v.cards.row[v.cards.first[TOP]] >> 2))
        if p.instruction[CHOOSE_TESTS] & NEXT_RANK:
            distance = min(distance, RANKS - distance)
        eagerness -= CLOSE * distance
    return eagerness


@rule
def count_answered(v: View, hand: int) -> int:
    """The number of unseen cards onto which some card of a hand could be played, by the present tests."""
    answered = 0
    for card in range(CARDS):
        if hand & card_bit(card):
            answered |= fits_onto(v, card)
    return count_cards(answered & v.prospects.unseen)


@rule
def fits_onto(v: View, card: int) -> int:
    """The cards onto which a card could be played."""
    tests = v.prospects.instruction[CHOOSE_TESTS]
    listed = (v.prospects.instruction[CHOOSE_CARDS] >> card) & 1
    every = tests & EVERY_TEST
    if every and not listed:
        return 0
    if listed and not every:
        return WHOLE_DECK
    fitting = WHOLE_DECK if every else 0
    for number in range(len(ONTO)):
        if (tests >> number) & 1:
            onto = int(ONTO[number][card])
            fitting = fitting & onto if every else fitting | onto
    return fitting
