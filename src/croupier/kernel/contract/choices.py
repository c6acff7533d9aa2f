"""A game's fixed set of choices: what each kind of action takes, and which amounts are tried.

The choices of a game have numbers that never change (`agents.space`): the kinds by their own numbers, and within a kind
its amounts by size, or the cards by identity. A menu is a mask over them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

THINNED = 5
"""How many sizes there are if a game names none: the least, 1/16, 1/4 and 1/2 of the range, and the most."""


@dataclass(frozen=True)
class Choices:
    """The kinds of action that take an amount or cards, and the amounts that are tried."""

    with_amount: frozenset[int] = frozenset()
    with_cards: frozenset[int] = frozenset()
    unnumbered: frozenset[int] = frozenset()
    """Kinds that are asides and nothing else: no learner is ever asked for them, so they have no number."""
    sizes: int = THINNED
    """How many amounts are tried for a kind that takes an amount."""
    amount_of: Callable[..., int] | None = None
    """A rule `amount_of(view, menu, option, size) -> int`: the amount of a size, never less than that of the size
    before. None takes sizes from the range of the option (THINNED)."""
    in_sizes: Callable[[Sequence[float | str]], Choices] | None = None
    """The same choices with sizes of a caller's own; None if the game's sizes cannot be changed."""
