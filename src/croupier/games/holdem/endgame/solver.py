"""Solves the rest of a hand between two players, all hands at once, to any accuracy.

>>> from croupier.games.holdem.endgame import ALL_IN, Endgame, Spot
>>> end = Endgame("Ks 7d 2c 9h 3s", ("KK, QQ, 65s", "AK, KQ"), Spot(pot=100, stacks=(400, 400), sizes=(0.5, 1, ALL_IN)))
>>> end.run(200)
>>> found = end.judge()
>>> found.percent < 0.5, round(sum(found.values), 6)
(True, 100.0)
>>> here = end.look(end.root)                        # also at any node below: end.root.children[1], …
>>> [str(act) for act in end.root.acts]
['check', 'bet 50', 'bet 100', 'bet 400, all-in']
>>> here.shares.shape, here.reach.shape              # by act and combo, by player and combo
((4, 1326), (2, 1326))

Player 0 is the first range and acts first. Ranges may also be 1,326 weights each, in the order of `COMBOS`.

Each iteration is a pass over the tree for either player in turn. Regrets are discounted by Discounted CFR (Brown and
Sandholm 2019): positive ones by t^1.5 / (t^1.5 + 1), negative ones by one half; the strategy of iteration t has the
weight t² in the average. Nothing is random: the same number of iterations gives the same strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled
from croupier.kernel.vocabulary.cards import format_cards

from ..arguments import Cards, cards
from ..records import RIVER, TURN
from .hands import COMBOS, RIVER_CARDS, TURN_CARDS, Deck, Floats, Range
from .sweep import BEST, CARDS, LEARN, PLAY, Shape, Space, Weights, sweep
from .tree import CHANCE, DECISION, PLAYERS, Node, Spot, grow

MOST_BYTES = 2 * 10**9
"""The most memory that the tables of one endgame may take."""
ABOVE, BELOW, AVERAGE = 1.5, 0.5, 2.0
"""The exponent for positive regrets, the factor for negative ones, and the exponent of the average's weights."""

JUDGED_EVERY = 20
"""Iterations between two judgements."""


@dataclass(frozen=True)
class Judgement:
    """The value of the average strategies, in chips, and how far they are from perfect.

    `values` are what each player ends with on average, above its stack; without a rake they add up to the pot. `best`
    is what each would get by a best response to the other's strategy.
    """

    pot: int
    iterations: int
    values: tuple[float, float]
    best: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """What a perfect opponent gains, in chips, as the mean of both players."""
        return (sum(self.best) - sum(self.values)) / 2

    @property
    def percent(self) -> float:
        """The same in percent of the pot."""
        return 100 * self.exploitability / self.pot


class Look(NamedTuple):
    """A decision, hand by hand. Arrays have a column for each of COMBOS.

    For a hand that is not in the range, or that the board makes impossible, everything is 0.
    """

    shares: Floats
    """The probability of each act."""
    worth: Floats
    """For each act, what the player who acts ends with on average after it, above the stack it began with, in chips."""
    reach: Floats
    """For each player, the probability that each hand comes here by its player's own choices; at the root the range."""
    held: Floats
    """The probability that the player who acts holds each hand here; all 0 if this node is never reached."""


class Endgame:
    """The rest of a hand, with what has been learnt about it: run some iterations, judge, run some more."""

    def __init__(self, board: Cards, ranges: tuple[Range, Range], spot: Spot) -> None:
        table = cards("board", board)
        if len(table) not in (TURN_CARDS, RIVER_CARDS) or min(table) < 0:
            raise BadInput(
                f"An endgame is solved on a board of {TURN_CARDS} or {RIVER_CARDS} known cards, not {board!r}."
            )
        if (RIVER if len(table) == RIVER_CARDS else TURN) != spot.street:
            raise BadInput(f"{format_cards(table)} is not the board of the street that the spot names.")
        self.spot = spot
        self.nodes = grow(spot)
        self.deck = Deck(ranges, table)
        self.iterations = 0
        self.shape, rows = _shape(self.nodes, spot)
        self.hands = self.deck.arrays(rows)
        sizes = rows[:, 0] + rows[:, 1] * (self.deck.views - 1)
        needed = sum(2 * 4 * int(size) * len(own) for size, own in zip(sizes, self.deck.combos, strict=True))
        if needed > MOST_BYTES:
            raise BadInput(
                f"This takes {needed / 1e9:,.1f} GB, more than {MOST_BYTES / 1e9:g}. Try fewer or larger bet sizes, "
                "smaller stacks or narrower ranges."
            )
        self.regret, self.total = (
            tuple(np.zeros((size, len(own)), np.float32) for size, own in zip(sizes, self.deck.combos, strict=True))
            for _ in range(2)
        )
        self.space = self._space()

    @property
    def root(self) -> Node:
        """The first node."""
        return self.nodes[0]

    @property
    def bytes(self) -> int:
        """Memory that the tables take."""
        return sum(table.nbytes for table in (*self.regret, *self.total))

    def run(self, iterations: int) -> None:
        """Learn for some more iterations."""
        for _ in range(iterations):
            self.iterations += 1
            t = float(self.iterations)
            weights = Weights(t**ABOVE / (t**ABOVE + 1), BELOW, t**AVERAGE)
            for player in range(PLAYERS):
                self._sweep(player, LEARN, weights)

    def improve(self, most: int) -> Iterator[Judgement]:
        """Learn up to `most` iterations in all, with a judgement after every JUDGED_EVERY of them."""
        while self.iterations < most:
            self.run(min(JUDGED_EVERY, most - self.iterations))
            yield self.judge()

    def judge(self) -> Judgement:
        """The value of the average strategies so far, and of best responses to them."""
        best = [self._value(player, BEST) for player in range(PLAYERS)]
        values = [self._value(player, PLAY) for player in range(PLAYERS)]
        return Judgement(self.spot.pot, self.iterations, (values[0], values[1]), (best[0], best[1]))

    def look(self, node: Node, river: int | None = None) -> Look:
        """The average strategy at a decision, hand by hand; on a later river, for this river card."""
        if node.kind != DECISION:
            raise BadInput("Nobody decides anything at this node.")
        parent = self._chance_before(node)
        view = self._view(river) if parent else 0
        depth, start = (1, int(self.shape.start[parent.number])) if parent else (0, 0)
        self._sweep(node.actor, PLAY, last=parent.number if parent else 0, view=view)
        children = [child.number - start for child in node.children]
        at = self.space.at[depth, :, node.number - start]
        reach = [self.space.reach[depth, player, at[player]] for player in range(PLAYERS)]
        met = self._met(view, 1 - node.actor, reach[1 - node.actor])
        held = self._spread(reach[node.actor] * np.where(met > TINY, met, 0.0), node.actor, view)
        met = np.where(met > TINY, met, 1.0)
        return Look(
            np.stack([self._spread(self.space.share[depth, child], node.actor, view) for child in children]),
            np.stack([self._spread(self.space.worth[depth, child] / met, node.actor, view) for child in children]),
            np.stack([self._spread(reach[player], player, view) for player in range(PLAYERS)]),
            held / (held.sum() or 1.0),
        )

    def _chance_before(self, node: Node) -> Node | None:
        """The node of the river card before a node; None on the first street."""
        start, end = self.shape.start, self.shape.end
        chances = (one for one in self.nodes[: self.shape.opening] if one.kind == CHANCE)
        return next((one for one in chances if start[one.number] <= node.number < end[one.number]), None)

    def _view(self, river: int | None) -> int:
        """The view of a river."""
        if river not in self.deck.rivers:
            raise BadInput("A decision on the river needs the card of the river, which is not on the board yet.")
        return self.deck.rivers.index(river) + 1

    def _met(self, view: int, other: int, reach: Floats) -> Floats:
        """By hand of a player in a view: the reach of the other's hands that share no card with it."""
        combos = self.deck.order[view][other]
        size = len(combos)
        high, low = self.deck.cards[combos].T
        by_card = np.bincount(high, reach[:size], CARDS) + np.bincount(low, reach[:size], CARDS)
        spread = np.zeros(len(COMBOS))
        spread[combos] = reach[:size]
        own = self.deck.order[view][1 - other]
        high, low = self.deck.cards[own].T
        met = np.zeros(len(self.space.scale))
        met[: len(own)] = reach[:size].sum() - by_card[high] - by_card[low] + spread[own]
        return met

    def _spread(self, row: Floats, player: int, view: int) -> Floats:
        """A row of a view as a value for each combo."""
        combos = self.deck.order[view][player]
        found = np.zeros(len(COMBOS))
        found[combos] = row[: len(combos)]
        return found

    def _value(self, player: int, mode: int) -> float:
        """What a player ends with on average."""
        self._sweep(player, mode)
        combos = self.deck.order[0][player]
        worth = self.space.worth[0, 0, : len(combos)]
        return float(self.deck.weights[player][combos] @ worth) / self.deck.pairs

    def _sweep(self, player: int, mode: int, weights: Weights | None = None, last: int = 0, view: int = 0) -> None:
        tables = self.shape, self.hands, self.space, self.regret, self.total
        compiled(sweep)(*tables, player, mode, weights or NO_WEIGHTS, last, view)

    def _space(self) -> Space:
        """Room for the sweep, with the ranges as the reach at the root."""
        ends, starts = self.shape.end, self.shape.start
        nodes = max(self.shape.opening, int((ends - starts).max()))
        width = self.hands.one.shape[2]
        depths = 1 if self.spot.street == RIVER else 2
        reach = np.zeros((depths, PLAYERS, nodes, width))
        for player, combos in enumerate(self.deck.order[0]):
            reach[0, player, 0, : len(combos)] = self.deck.weights[player][combos]
        rows = np.zeros((depths, nodes, width)), np.zeros((depths, nodes, width))
        return Space(reach, np.zeros((depths, PLAYERS, nodes), np.int64), *rows, np.zeros(width), np.zeros(CARDS + 1))


NO_WEIGHTS = Weights(1.0, 1.0, 0.0)
TINY = 1e-15
"""Reach below this is rounding: the node is never reached."""


def _shape(nodes: list[Node], spot: Spot) -> tuple[Shape, NDArray[np.int64]]:
    """The tree as arrays, and the rows that each player needs in its tables: on the first street, and on a river."""
    kind, actor, first, acts, row, start, end = (np.zeros(len(nodes), np.int64) for _ in range(7))
    pays = np.zeros((PLAYERS, len(nodes), 3))
    child: list[int] = []
    rows = np.zeros((PLAYERS, 2), np.int64)
    for node in nodes:
        n = node.number
        kind[n], actor[n], first[n], acts[n] = node.kind, node.actor, len(child), len(node.acts)
        if node.kind == DECISION:
            later = int(node.street != spot.street)
            child += [after.number for after in node.children]
            row[n] = rows[node.actor, later]
            rows[node.actor, later] += len(node.acts)
        elif node.kind == CHANCE:
            start[n], end[n] = node.children[0].number, _last(node.children[0]) + 1
        else:
            pays[:, n] = node.pays
    opening = sum(node.street == spot.street for node in nodes)
    return Shape(kind, actor, first, acts, np.array(child, np.int64), row, start, end, pays, opening), rows


def _last(node: Node) -> int:
    """The number of the last node below a node on its street."""
    while node.children:
        node = node.children[-1]
    return node.number
