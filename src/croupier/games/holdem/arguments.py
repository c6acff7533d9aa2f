"""Checks of callers' arguments, before anything is done with them: an error names the argument and the value."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, format_card, parse_card, parse_cards

WIDEST = 2**64 - 1
CARD = "a card such as 'Ah' or its number"

Cards = str | Sequence[str] | Sequence[int]
"""Cards as people write them: "AhKd", ["Ah", "Kd"], or their numbers."""


def whole(name: str, value: Any, least: int = -WIDEST, most: int = WIDEST, kind: str = "a whole number") -> int:
    """An integer of any type, NumPy's too. A bool is refused: where chips are expected, it is a mistake."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise BadInput(f"{name} takes {kind}, not {reprlib.repr(value)}.")
    if not least <= number <= most:
        shown = f"{number:,}" if abs(number) <= WIDEST else f"one of {number.bit_length():,} bits"
        raise BadInput(f"{name} takes {kind} from {least:,} to {most:,}, not {shown}.")
    return number


def wholes(name: str, values: Any, least: int = -WIDEST, most: int = WIDEST) -> list[int]:
    """A list of integers, from any sequence."""
    return [whole(f"{name}[{i}]", value, least, most) for i, value in enumerate(_items(name, values, "whole numbers"))]


def switch(name: str, value: Any) -> int:
    """1 for True, 0 for False."""
    if not isinstance(value, bool):
        raise BadInput(f"{name} takes True or False, not {reprlib.repr(value)}.")
    return int(value)


def cards(name: str, value: Any) -> list[int]:
    """Cards, from a text or from a list of names or numbers; none may come twice."""
    if isinstance(value, str):
        return parse_cards(value)
    read = [
        parse_card(card) if isinstance(card, str) else whole(f"{name}[{i}]", card, UNKNOWN, DECK - 1, CARD)
        for i, card in enumerate(_items(name, value, "cards, or a text such as 'AhKd'"))
    ]
    seen: set[int] = set()
    for card in read:
        if card in seen:
            raise BadInput(f"{format_card(card)} is there twice in {name}.")
        if card != UNKNOWN:
            seen.add(card)
    return read


def _items(name: str, values: Any, of: str) -> list[Any]:
    """The items of a list, a tuple or an array: anything that can be indexed, and is neither a string nor a mapping."""
    try:
        if hasattr(values, "__getitem__") and not isinstance(values, str | bytes | bytearray | Mapping | type):
            return list(values)
    except TypeError:  # an array without a dimension looks like a list until it is read
        pass
    raise BadInput(f"{name} takes a list of {of}, not {reprlib.repr(values)}.")
