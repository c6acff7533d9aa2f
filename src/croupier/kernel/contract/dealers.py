"""Dealers: they answer the decisions of the house.

A dealer is asked whenever the house owes a decision, and answers with a move: `deal(state, decision) -> Move`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..errors import BadInput
from ..vocabulary.menu import DRAWN, NEXT_HAND, Action, Menu, clear
from ..vocabulary.streams import Luck, open_luck
from ..vocabulary.turns import HOUSE
from .drive import apart_with_cards, apart_without
from .game import Decision, Move, State


class Dealer(Protocol):
    """Answers the house's decisions."""

    def deal(self, state: State, decision: Decision) -> Move:
        """The house's move."""
        ...

    def copy(self) -> Dealer:
        """A dealer that will deal the same cards."""
        ...


class RandomDealer:
    """Deals from a seed: the same key and deal give the same cards in every hand, at both speeds."""

    def __init__(self, key: int, deal: int = 0) -> None:
        self.luck = Luck()
        open_luck(self.luck, key, deal)
        self._menu = Menu()
        self._action = Action()

    def copy(self) -> RandomDealer:
        """A dealer that will deal the same cards."""
        twin = RandomDealer(0)
        twin.luck = self.luck.copy()
        return twin

    def deal(self, state: State, decision: Decision) -> Move:
        """A random draw from the pool that the decision names, or a random amount."""
        m, a = self._menu, self._action
        clear(m)
        state.game.core.menu(state.table, HOUSE, m)
        (apart_with_cards if state.game.has_cards else apart_without)(state.table, m, self.luck, a)
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))


class StackedDealer:
    """Deals the given cards in order: a stacked deck, for tests and hand histories. Then another dealer goes on."""

    def __init__(self, cards: Iterable[int], then: Dealer | None = None) -> None:
        self._cards = tuple(cards)
        self._dealt = 0
        self.then = then

    @property
    def cards(self) -> tuple[int, ...]:
        """What is left of the stack."""
        return self._cards[self._dealt :]

    def copy(self) -> StackedDealer:
        """A dealer that will deal the same cards."""
        return StackedDealer(self.cards, self.then.copy() if self.then else None)

    def deal(self, state: State, decision: Decision) -> Move:
        """The next cards of the stack, filled up by the other dealer when the stack runs out."""
        if decision.options[0].kind == NEXT_HAND:
            return Move(NEXT_HAND)
        wanted, start = decision.options[0].most, self._dealt
        taken = self._cards[start : start + wanted]
        if len(taken) < wanted:
            if self.then is None:
                raise BadInput(f"The stacked deck has {len(taken)} cards left and {wanted} are to be dealt.")
            rest = self.then.deal(state, decision)
            taken += tuple([card for card in rest.cards if card not in taken][: wanted - len(taken)])
        self._dealt = start + wanted
        return Move(DRAWN, 0, taken)
