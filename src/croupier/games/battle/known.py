"""What a seat knows of the other's hand. It is stored in the ledger alone; views and searches are filled in from there.

A reveal shows a kind, so which of two equal cards was laid stays secret. So does the order of a hand, which would
reveal something about the cards that were not shown. Of another's hand a seat knows cards, sorted by kind, and the
number of the others.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import card_at, slot_of
from croupier.kernel.vocabulary.turns import PUBLIC, has

from .records import CARDS, HAND, HAND_SIZE, KINDS, Table, View


@rule
def prove(t: Table, seat: int, kind: int) -> int:
    """Make one more card of a kind in a hand public; returns the card, UNKNOWN if all of them are public."""
    for slot in range(HAND_SIZE):
        card = card_at(t.cards, HAND + seat, slot)
        if card % KINDS == kind and t.cards.known[card] & PUBLIC != PUBLIC:
            t.cards.known[card] |= PUBLIC
            return card
    return UNKNOWN


@rule
def place_of(t: Table, seat: int, card: int) -> int:
    """The place of a public card in a hand, as others see it."""
    place = 0
    for slot in range(HAND_SIZE):
        other = card_at(t.cards, HAND + seat, slot)
        if t.cards.known[other] & PUBLIC == PUBLIC and sorted_place(other) < sorted_place(card):
            place += 1
    return place


@rule
def sorted_place(card: int) -> int:
    """The sort key of a card: by kind, then by copy; UNKNOWN comes before all."""
    if card == UNKNOWN:
        return -1
    return card % KINDS * CARDS + card


@rule
def next_known(t: Table, seat: int, owner: int, last: int) -> int:
    """The next card after `last` in a hand that a seat knows; UNKNOWN if there is none."""
    found = UNKNOWN
    for slot in range(HAND_SIZE):
        card = card_at(t.cards, HAND + owner, slot)
        comes = has(t.cards.known[card], seat) and sorted_place(card) > sorted_place(last)
        if comes and (found == UNKNOWN or sorted_place(card) < sorted_place(found)):
            found = card
    return found


@rule
def observe_hand(t: Table, seat: int, owner: int, v: View) -> None:
    """Fill in what a seat knows of another's hand: known cards, sorted, then unknown ones."""
    start = v.cards.first[HAND + owner]
    card = next_known(t, seat, owner, UNKNOWN)
    for slot in range(HAND_SIZE):
        v.cards.row[start + slot] = card
        if card != UNKNOWN:
            card = next_known(t, seat, owner, card)


@rule
def sort_hand(t: Table, seat: int, owner: int) -> None:
    """Arrange another's hand as a seat sees it: known cards first, sorted."""
    start = t.cards.first[HAND + owner]
    card = next_known(t, seat, owner, UNKNOWN)
    slot = start
    while card != UNKNOWN:
        t.cards.row[slot_of(t.cards, card)] = t.cards.row[slot]
        t.cards.row[slot] = card
        slot += 1
        card = next_known(t, seat, owner, card)
