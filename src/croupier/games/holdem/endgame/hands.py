"""The hands of both players as arrays: ranges as weights, sorted by strength on every river, and matched by cards.

A range is a text, such as "QQ+, AKs:0.5", or 1,326 weights in the order of COMBOS: the higher card first, both by their
numbers (`combo_number`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import DECK, format_cards
from croupier.kernel.vocabulary.evaluate import rank_many

from ..ranges import Combo, weights_of
from .sweep import Hands
from .tree import PLAYERS

Floats = NDArray[np.float64]
Range = str | ArrayLike

COMBOS: tuple[Combo, ...] = tuple((high, low) for high in range(DECK) for low in range(high))
"""Every hand of two cards."""
TURN_CARDS, RIVER_CARDS = 4, 5


def combo_number(one: int, two: int) -> int:
    """The index in COMBOS of two cards."""
    high, low = max(one, two), min(one, two)
    return high * (high - 1) // 2 + low


def weights(given: Range, board: Sequence[int]) -> Floats:
    """The weight of every combo in a range, 0 for those that the board makes impossible; they add up to 1."""
    if isinstance(given, str):
        found = np.zeros(len(COMBOS))
        for (one, two), weight in weights_of(given).items():
            found[combo_number(one, two)] = weight
    else:
        found = np.array(given, np.float64)
        if found.shape != (len(COMBOS),) or not np.isfinite(found).all() or (found < 0).any():
            raise BadInput(f"A range is a text or {len(COMBOS):,} weights of 0 or more, not an array {found.shape}.")
    for number, combo in enumerate(COMBOS):
        if set(combo) & set(board):
            found[number] = 0
    if not found.any():
        name = repr(given) if isinstance(given, str) else "given as weights"
        raise BadInput(f"No hand of the range {name} is possible on {format_cards(board)}.")
    whole: Floats = found / found.sum()
    return whole


class Deck:
    """The hands of both ranges on a board, in each view as the sweep needs them."""

    def __init__(self, ranges: Sequence[Range], board: Sequence[int]) -> None:
        self.board = tuple(board)
        self.rivers = tuple(card for card in range(DECK) if card not in board) if len(board) == TURN_CARDS else ()
        """The cards of view 1, 2, …; () if the board is full."""
        self.weights = np.stack([weights(given, board) for given in ranges])
        self.combos = [np.flatnonzero(own) for own in self.weights]
        """The hands of each player, as numbers of combos."""
        self.cards = np.array(COMBOS, np.int64)
        self.met = self._met()
        """By player and combo: the weight of the other's hands that share no card with it."""
        self.pairs = float(self.weights[0] @ self.met[0])
        """The probability that two hands drawn from the ranges share no card."""
        if not self.pairs > 0:
            raise BadInput("These ranges need the same cards, so that they can never be dealt together.")
        self.order = [self._order(view) for view in range(len(self.rivers) + 1)]
        """By view and player: the combos in the order of the view."""

    @property
    def views(self) -> int:
        """How many views there are."""
        return len(self.order)

    def _met(self) -> Floats:
        met = np.empty_like(self.weights)
        high, low = self.cards.T
        for player in range(PLAYERS):
            other = self.weights[1 - player]
            by_card = np.bincount(high, other, DECK) + np.bincount(low, other, DECK)
            met[player] = other.sum() - by_card[high] - by_card[low] + other
        return np.maximum(met, 0)

    def _order(self, view: int) -> list[NDArray[np.int64]]:
        """The hands that are possible in a view: on a full board by strength, else in their order in the range."""
        board = [*self.board, self.rivers[view - 1]] if view else [*self.board]
        found = []
        for combos in self.combos:
            cards = self.cards[combos]
            own = combos[~np.isin(cards, board).any(axis=1)]
            found.append(
                own[np.argsort(self._strengths(own, board), kind="stable")] if len(board) > TURN_CARDS else own
            )
        return found

    def _strengths(self, combos: NDArray[np.int64], board: Sequence[int]) -> NDArray[np.int64]:
        rows = np.empty((len(combos), RIVER_CARDS + 2), np.int8)
        rows[:, :2], rows[:, 2:] = self.cards[combos], board
        return rank_many(rows)

    def arrays(self, rows: NDArray[np.int64]) -> Hands:
        """All arrays for the sweep; `rows` are each player's rows in its tables: on the first street, on a river."""
        shape = (PLAYERS, self.views, max(map(len, self.combos)))
        count = np.zeros(shape[:2], np.int64)
        one, two, rank, origin = (np.zeros(shape, np.int64) for _ in range(4))
        same = np.full(shape, -1, np.int64)
        for view, order in enumerate(self.order):
            board = [*self.board, self.rivers[view - 1]] if view else [*self.board]
            for player, combos in enumerate(order):
                size = count[player, view] = len(combos)
                one[player, view, :size], two[player, view, :size] = self.cards[combos].T
                origin[player, view, :size] = _places(self.order[0][player], combos)
                same[player, view, :size] = _places(order[1 - player], combos)
                if len(board) > TURN_CARDS:
                    rank[player, view, :size] = self._strengths(combos, board)
        block = np.zeros((PLAYERS, self.views), np.int64)
        block[:, 1:] = rows[:, :1] + np.arange(self.views - 1) * rows[:, 1:]
        left = DECK - TURN_CARDS - 2 * PLAYERS
        return Hands(count, one, two, rank, same, origin, block, np.full(self.views, 1 / left))


def _places(among: NDArray[np.int64], combos: NDArray[np.int64]) -> NDArray[np.int64]:
    """The index of each of some combos in a list; -1 if it is not there."""
    places = np.full(len(COMBOS), -1, np.int64)
    places[among] = np.arange(len(among))
    return places[combos]
