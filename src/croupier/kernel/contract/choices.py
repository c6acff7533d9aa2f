"""What a game declares of its fixed choices: what a kind of action takes, and which amounts are tried.

The choices of a game have numbers that never change (`agents.space`): the kinds by their own numbers, and within a kind
its amounts by size, or the cards by identity. A menu is a mask over them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

THINNED = 5
"""How many sizes there are where a game names none: the least, 1/16, 1/4 and 1/2 of the way, the most."""


@dataclass(frozen=True)
class Choices:
    """The kinds of action that take something, and the amounts that are tried."""

    with_amount: frozenset[int] = frozenset()
    with_cards: frozenset[int] = frozenset()
    sizes: int = THINNED
    """How many amounts are tried of a kind that takes one."""
    amount_of: Callable[..., int] | None = None
    """A rule `amount_of(view, menu, option, size) -> int`: the amount of a size, never less than that of the size
    before. None thins the range out."""
