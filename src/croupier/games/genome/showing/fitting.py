"""Why a card cannot be played: the tests by the card on the pile, or the suit that was led."""

from __future__ import annotations

from croupier.kernel.showing.scene import Candidate, Choice
from croupier.kernel.vocabulary.cards import DECK, RANKS, UNKNOWN, format_card
from croupier.kernel.vocabulary.ledger import row_of

from ..machine.program import (
    CHOOSE_CARDS,
    CHOOSE_TESTS,
    EVERY_TEST,
    FOLLOW_SUIT,
    HIGHER_RANK,
    LOWER_RANK,
    NEXT_RANK,
    SAME_RANK,
    SAME_SUIT,
)
from ..machine.records import HAND, TOP, TRICK, View
from ..machine.translate import EVERY_CARD, SUITS
from ..rulebook.english import a_rank, listed

RELATIONS = {
    SAME_SUIT: "the suit of {}",
    SAME_RANK: "the rank of {}",
    HIGHER_RANK: "a rank higher than {}",
    LOWER_RANK: "a rank lower than {}",
    NEXT_RANK: "a rank next to {}",
}
FEW = 6


def refusals(choice: Choice, view: View) -> tuple[Candidate, ...]:
    """The cards of a hand that an option does not take, and why."""
    why, taken = _why(view), {candidate.slot for candidate in choice.takes}
    return tuple(
        Candidate(zone=HAND + view.seat, slot=slot, name=format_card(card), why_not=why)
        for slot, card in enumerate(row_of(view.cards, HAND + view.seat))
        if slot not in taken and card != UNKNOWN
    )


def _why(view: View) -> str:
    tests, cards = view.prospects.instruction[CHOOSE_TESTS], view.prospects.instruction[CHOOSE_CARDS]
    trick, top = row_of(view.cards, TRICK), row_of(view.cards, TOP)
    if tests & FOLLOW_SUIT:
        return f"does not follow {SUITS[trick[0] & 3]}" if trick else ""
    needs = [text.format(format_card(top[0])) for test, text in RELATIONS.items() if top and tests & test]
    if 0 < cards < EVERY_CARD:
        needs.append(f"to be {listed(_kinds(cards), 'or')}")
    return f"needs {listed(needs, 'and' if tests & EVERY_TEST else 'or')}" if needs else ""


def _kinds(cards: int) -> list[str]:
    """A set of cards in words: whole ranks, whole suits, or single cards if they are few."""
    ranks = [rank for rank in range(len(RANKS)) if cards >> 4 * rank & 15 == 15]
    suits = [suit for suit in range(len(SUITS)) if all(cards >> 4 * rank + suit & 1 for rank in range(len(RANKS)))]
    told = [a_rank(RANKS[rank]) for rank in ranks] + [f"a {SUITS[suit][:-1]}" for suit in suits]
    left = [card for card in range(DECK) if cards >> card & 1 and card >> 2 not in ranks and card & 3 not in suits]
    if left:
        told.append(listed([format_card(card) for card in left], "or") if len(left) <= FEW else "another card")
    return told
