"""Layouts from clients: lists of card names and nulls, not to be trusted.

A draft is cleaned; a confirm with an error is refused as a whole. Both give the three cards (or gaps) of DRAFT and
CONFIRM.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import GAP

from .records import KINDS, PLACES

NAMES = ("attack", "defense", "heal", "counter")
"""The four kinds of cards by their names on the wire."""


def sanitise_draft(hand: Sequence[int], entries: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The layout that a draft asks for, and its invalid entries: no card of the hand, or too many of a kind.

    Those places stay empty. A server logs each such entry as `[INVALID_CARD_FROM_CLIENT]`.
    """
    given = list(entries) if isinstance(entries, list | tuple) else [entries]
    left, layout, invalid = list(hand), list[int](), list[Any]()
    for entry in given[:PLACES]:
        card = _take(left, entry)
        if card == GAP and entry is not None:
            invalid.append(entry)
        layout.append(card)
    layout += [GAP] * (PLACES - len(layout))
    return tuple(layout), invalid + [entry for entry in given[PLACES:] if entry is not None]


def strict_layout(hand: Sequence[int], entries: Any) -> tuple[int, ...]:
    """The layout that a confirm asks for; BadInput, for the error message, unless every entry is valid."""
    if not isinstance(entries, list | tuple) or len(entries) != PLACES:
        raise BadInput(f"A layout has {PLACES} entries, each the name of a card or null.")
    layout, invalid = sanitise_draft(hand, entries)
    if invalid:
        held = ", ".join(card_kind(card) for card in hand)
        raise BadInput(f"{invalid[0]!r} cannot be laid: the hand is {held}, and each card can be laid once.")
    return layout


def card_kind(card: int) -> str:
    """The name of a card's kind."""
    return NAMES[card % KINDS]


def card_name(card: int) -> str:
    """A card by name, with a number for further copies of its kind: "attack", "attack2"."""
    copy = card // KINDS % KINDS
    return card_kind(card) + (str(copy + 1) if copy else "")


def _take(left: list[int], entry: Any) -> int:
    """Take a card of a name out of what is left of a hand; GAP if there is none."""
    for card in left:
        if entry == card_kind(card):
            left.remove(card)
            return card
    return GAP
