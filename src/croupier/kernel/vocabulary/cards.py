"""Cards as small integers.

Card = 4 × rank + suit, with ranks 2 … A as 0 … 12 and suits c d h s as 0 … 3: "2c" is 0, "As" is 51. UNKNOWN stands
for a card that exists but is not known, and is written "??". Games with cards of their own (the Deal's, say) use
their own numbers and names.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadInput

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = 52
UNKNOWN = -1
UNKNOWN_TEXT = "??"
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)


def parse_card(text: str) -> int:
    """The card that a text names: "Ah", "td", "10c", "??"."""
    if text == UNKNOWN_TEXT:
        return UNKNOWN
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS or not suit:
        raise BadInput(f"{text!r} is not a card. Write a rank of {RANKS} and a suit of {SUITS}, such as 'Ah'.")
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def parse_cards(text: str) -> list[int]:
    """The cards of a text such as "Ah Kd", "AhKd" or "2h7h9c"; none may come twice."""
    compact = "".join(text.replace(",", " ").split()).replace("10", "T")
    if len(compact) % 2:
        raise BadInput(f"{text!r} is not a list of cards: write each as a rank and a suit, such as 'AhKd'.")
    cards = [parse_card(compact[i : i + 2]) for i in range(0, len(compact), 2)]
    known = [card for card in cards if card != UNKNOWN]
    for card in known:
        if known.count(card) > 1:
            raise BadInput(f"{format_card(card)} is there twice in {text!r}.")
    return cards


def format_card(card: int) -> str:
    """ "Ah" for the ace of hearts, "??" for an unknown card."""
    if 0 <= card < DECK:
        return NAMES[card]
    if card == UNKNOWN:
        return UNKNOWN_TEXT
    raise BadInput(f"{card} is not a card: cards are numbered from 0 to {DECK - 1}, and {UNKNOWN} is unknown.")


def format_cards(cards: Iterable[int], between: str = " ") -> str:
    """Several cards, as `format_card` writes each."""
    return between.join(format_card(card) for card in cards)
