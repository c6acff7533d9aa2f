"""The fixed choices of a game: numbers that mean the same at every decision, and a menu as a mask over them.

A game's kinds of action follow each other by their own numbers. A kind has one number, or more of them in a row:

    a kind that takes an amount     one number for each size (`Choices.amount_of`, or sizes taken from the range)
    a kind that takes cards         0 no more cards, 1 an empty place, 2 + c the card c of the deck

Several cards are named one after the other, each by a choice of its own, so that a space stays small: 52 cards make 54
choices, however many of them a player may name. A set of cards is named in ascending order, so each set has exactly
one sequence of choices. `next_choice` enumerates the legal numbers, `mark_choices` marks them all, `take_number` makes
a choice and returns whether the action is complete.

`agents.choices` instead numbers the complete actions of one menu, for search, which keeps statistics of those only.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.vocabulary.menu import FIRST_KIND, GAP, Action, Menu, is_listed, is_within

from .choices import amount_at

NONE = -1
NO_MORE, EMPTY, FIRST_CARD = 0, 1, 2
MOST = 4_096
"""The most choices that a game may have."""

# Names that `Space.rules` gives their values.
BASE: Any
SIZES: int
amount_of: Callable[..., int]


@rule
def thin_amount(v: Any, m: Menu, option: int, size: int) -> int:
    """The amount of a size in a game that names none: all amounts of a narrow range, five of a wide one."""
    return min(amount_at(m, option, size), m.high[option])


@rule
def is_forced(m: Menu) -> bool:
    """Whether a menu has one option that takes neither an amount nor cards: there is nothing to choose."""
    return m.count == 1 and m.most[0] == 0 and m.step[0] == 0


@rule
def begin_choice(a: Action) -> None:
    """Clear the action before its first choice."""
    a.kind = 0
    a.amount = 0
    a.count = 0


@rule
def next_choice(v: Any, m: Menu, a: Action, after: int) -> int:
    """The least legal number above `after`, given what has been chosen of the action so far; NONE if there is none."""
    best = NONE
    for option in range(m.count):
        if is_listed(m, option) and (a.kind == 0 or a.kind == m.kind[option]):
            number = next_in_option(v, m, option, a, after)
            if number != NONE and (best == NONE or number < best):
                best = number
    return best


@rule
def next_in_option(v: Any, m: Menu, option: int, a: Action, after: int) -> int:
    """The least legal number of an option above `after`."""
    first = int(BASE[m.kind[option]])
    if m.most[option]:
        return next_card(m, option, a, first, after)
    if m.step[option]:
        return next_amount(v, m, option, first, after)
    return first if first > after else NONE


@rule
def next_amount(v: Any, m: Menu, option: int, first: int, after: int) -> int:
    """The first size above `after` whose amount differs from that of the size before."""
    for size in range(SIZES):
        fresh = size == 0 or amount_of(v, m, option, size) > amount_of(v, m, option, size - 1)
        if first + size > after and fresh:
            return first + size
    return NONE


@rule
def next_card(m: Menu, option: int, a: Action, first: int, after: int) -> int:
    """The least number above `after` that continues the cards of an option."""
    if after < first + NO_MORE and a.count >= m.fewest[option]:
        return first + NO_MORE
    if a.count >= m.most[option]:
        return NONE
    if after < first + EMPTY and m.gaps[option]:
        return first + EMPTY
    best = NONE
    for i in range(m.first[option], m.first[option] + m.choices[option]):
        number = first + FIRST_CARD + m.candidate[i]
        if number > after and (best == NONE or number < best) and may_follow(m, option, a, m.candidate[i]):
            best = number
    return best


@rule
def may_follow(m: Menu, option: int, a: Action, card: int) -> bool:
    """Whether a card may be named next: none twice; for a set in ascending order, with enough cards left above it."""
    if m.ordered[option]:
        return not is_within(a.cards, 0, a.count, card)
    if a.count > 0 and a.cards[a.count - 1] >= card:
        return False
    beyond = 0
    for i in range(m.first[option], m.first[option] + m.choices[option]):
        if m.candidate[i] > card:
            beyond += 1
    return a.count + 1 + beyond >= m.fewest[option]


@rule
def mark_choices(v: Any, m: Menu, a: Action, amounts: Any) -> None:
    """For every number at once: NONE if it is not legal, else the amount of its size, or 0. For drivers that show all
    that is legal; `next_choice` finds the same numbers one after the other."""
    for number in range(int(BASE[len(BASE) - 1])):
        amounts[number] = NONE
    for option in range(m.count):
        if is_listed(m, option) and (a.kind == 0 or a.kind == m.kind[option]):
            first = int(BASE[m.kind[option]])
            if m.most[option]:
                mark_cards(m, option, a, first, amounts)
            elif m.step[option]:
                mark_sizes(v, m, option, first, amounts)
            else:
                amounts[first] = 0


@rule
def mark_sizes(v: Any, m: Menu, option: int, first: int, amounts: Any) -> None:
    """Write the amount of each size whose amount differs from that of the size before."""
    before = NONE
    for size in range(SIZES):
        amount = amount_of(v, m, option, size)
        if amount > before:
            amounts[first + size] = amount
            before = amount


@rule
def mark_cards(m: Menu, option: int, a: Action, first: int, amounts: Any) -> None:
    """Mark the numbers that continue the cards of an option."""
    if a.count >= m.fewest[option]:
        amounts[first + NO_MORE] = 0
    if a.count < m.most[option]:
        if m.gaps[option]:
            amounts[first + EMPTY] = 0
        for i in range(m.first[option], m.first[option] + m.choices[option]):
            if may_follow(m, option, a, m.candidate[i]):
                amounts[first + FIRST_CARD + m.candidate[i]] = 0


@rule
def number_option(m: Menu, number: int) -> int:
    """The option of a menu that a legal number belongs to."""
    option = 0
    for other in range(m.count):
        if is_listed(m, other) and int(BASE[m.kind[other]]) <= number < int(BASE[m.kind[other] + 1]):
            option = other
    return option


@rule
def take_number(v: Any, m: Menu, number: int, a: Action) -> bool:
    """Make a legal choice; returns whether the action is complete, or needs another card."""
    option = number_option(m, number)
    first = int(BASE[m.kind[option]])
    a.kind = m.kind[option]
    if m.step[option]:
        a.amount = amount_of(v, m, option, number - first)
        return True
    if m.most[option] == 0 or number == first + NO_MORE:
        return True
    a.cards[a.count] = GAP if number == first + EMPTY else number - first - FIRST_CARD
    a.count += 1
    return next_card(m, option, a, first, first + NO_MORE) == NONE


def with_sizes(game: Game, sizes: Sequence[float | str] | None, exact: bool = False) -> Game:
    """A game whose raises have other sizes, or exact amounts."""
    if sizes is not None and exact:
        raise BadInput("Name sizes or ask for exact amounts, not both.")
    if exact:
        if not game.choices.with_amount:
            raise BadInput(f"No action of {game.title} takes an amount.")
        return replace(game, choices=replace(game.choices, sizes=1, amount_of=None))
    if sizes is None:
        return game
    if game.choices.in_sizes is None:
        raise BadInput(f"The sizes of {game.title} cannot be changed.")
    if isinstance(sizes, str | int | float):
        raise BadInput(f"sizes are a list, such as [0.5, 1, 'all-in'], not {sizes!r}.")
    return replace(game, choices=game.choices.in_sizes(sizes))


class Space:
    """The fixed choices of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        kinds = sorted(game.own_kinds)
        if kinds and kinds[0] < FIRST_KIND:
            raise BadInput(f"{game.title} has an action of the kernel's among its own.")
        self.base = [0] * (max(kinds, default=0) + 2)
        """By kind, its first number; the last entry is the number of choices."""
        for kind in range(len(self.base) - 1):
            self.base[kind + 1] = self.base[kind] + (self._span(kind) if kind in game.own_kinds else 0)
        if self.size > MOST:
            raise BadInput(f"{game.title} has {self.size:,} choices; at most {MOST:,} can be numbered.")

    def _span(self, kind: int) -> int:
        """How many numbers a kind of action has."""
        if kind in self.game.choices.unnumbered:
            return 0
        if kind in self.game.choices.with_amount:
            return self.game.choices.sizes
        if kind in self.game.choices.with_cards:
            return FIRST_CARD + len(self.game.Table().cards.zone)
        return 1

    @property
    def size(self) -> int:
        """How many choices there are."""
        return self.base[-1]

    @cached_property
    def rules(self) -> dict[str, Callable[..., Any]]:
        """`next_choice`, `mark_choices`, `take_number` and `number_option` of this game, with what they call."""
        import numpy as np

        of = self.game.choices
        names: dict[str, Any] = {"BASE": np.array(self.base, np.int64), "SIZES": of.sizes}
        names["amount_of"] = of.amount_of or thin_amount
        names["next_amount"] = bind(next_amount, **names)
        names["next_in_option"] = bind(next_in_option, **names)
        names["number_option"] = bind(number_option, **names)
        names["mark_sizes"] = bind(mark_sizes, **names)
        made = {rule.__name__: bind(rule, **names) for rule in (next_choice, mark_choices, take_number)}
        return {**made, "number_option": names["number_option"]}

    def describe(self, number: int) -> str:
        """A number as text, such as "RAISE_TO size 2" or "DISCARD 9h"."""
        kind = max(kind for kind in self.game.own_kinds if self.base[kind] <= number)
        name, at = self.game.kinds[kind], number - self.base[kind]
        if kind in self.game.choices.with_amount:
            return f"{name} size {at}"
        if kind not in self.game.choices.with_cards:
            return name
        return f"{name} {'-' if at == EMPTY else self.game.words.card_name(at - FIRST_CARD)}" if at else f"{name} done"


_spaces: dict[Any, Space] = {}


def space_of(game: Game) -> Space:
    """The fixed choices of a game, computed once for all games that differ only in their words."""
    known = game.core, game.choices
    if known not in _spaces:
        _spaces[known] = Space(game)
    return _spaces[known]
