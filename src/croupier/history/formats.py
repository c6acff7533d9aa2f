"""The formats of hand histories that Croupier reads: PHH, and PokerStars' text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from croupier.games.holdem.phh import HandHistory

from .phh import read_table, tables
from .pokerstars import is_pokerstars, pokerstars_hands


def hands_in(text: str, name: str) -> list[tuple[str, Callable[[], HandHistory]]]:
    """The hands of a text: for each a name for messages, and a function that reads it or raises BadInput."""
    if is_pokerstars(text):
        return pokerstars_hands(text, name)
    return [(title, partial(read_table, values, title, text, key)) for title, key, values in tables(text, name)]
