"""An endgame for the general solver (`agents.solver`): every pair of hands one by one, without vectors.

The two solvers share only the betting tree, which is tested against real hands elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from croupier.agents import solver
from croupier.agents.tree import InformationSet, Tree
from croupier.games.holdem.endgame import COMBOS, Endgame, Node
from croupier.games.holdem.endgame.tree import CHANCE, DECISION, FOLDED
from croupier.games.holdem.game import GAME
from croupier.kernel.contract.game import Move
from croupier.kernel.vocabulary.evaluate import best_hand

RIVERS_BETWEEN_TWO = 44


class Reference:
    """The same endgame as a tree for the general solver. Traces are numbers for (player, combo, node, river)."""

    def __init__(self, end: Endgame) -> None:
        self.end = end
        self.sets: tuple[dict[Any, InformationSet], ...] = ({}, {})
        self.sequences = [1, 1]
        self.scores: dict[tuple[int, ...], list[float]] = {}
        weights = end.deck.weights
        for one, two in product(*end.deck.combos):
            if not {*COMBOS[one]} & {*COMBOS[two]}:
                likelihood = weights[0][one] * weights[1][two] / end.deck.pairs
                self.walk(end.root, (int(one), int(two)), -1, likelihood, (0, 0), (0, 0))

    def walk(self, node: Node, combos: tuple[int, int], river: int, likelihood: float, at: Any, depth: Any) -> None:
        """Add everything after a node, with given hands of both players; `at` are the players' sequences."""
        if node.kind == CHANCE:
            held = {*COMBOS[combos[0]], *COMBOS[combos[1]]}
            for card in set(self.end.deck.rivers) - held:
                self.walk(node.children[0], combos, card, likelihood / RIVERS_BETWEEN_TWO, at, depth)
        elif node.kind == DECISION:
            here = self.meet(node, combos[node.actor], river, at[node.actor], depth[node.actor])
            for number, child in enumerate(node.children):
                then, deeper = list(at), list(depth)
                then[node.actor], deeper[node.actor] = here.first + number, depth[node.actor] + 1
                self.walk(child, combos, river, likelihood, tuple(then), tuple(deeper))
        else:
            total = self.scores.setdefault(at, [0.0, 0.0])
            for player in range(2):
                total[player] += (
                    likelihood * node.pays[player][0 if node.kind == FOLDED else self.rank(player, combos, river)]
                )

    def rank(self, player: int, combos: tuple[int, int], river: int) -> int:
        """0 if a player wins the showdown, 1 if it is split, 2 if it is lost."""
        board = [*self.end.deck.board, *([river] if river >= 0 else [])]
        own, other = (best_hand([*COMBOS[combos[who]], *board]) for who in (player, 1 - player))
        return 0 if own > other else 1 if own == other else 2

    def meet(self, node: Node, combo: int, river: int, parent: int, depth: int) -> InformationSet:
        """The information set of a player with a hand at a node."""
        known, key = self.sets[node.actor], (combo, node.number, river)
        if key not in known:
            moves = tuple(Move(0, number) for number in range(len(node.children)))
            known[key] = InformationSet(len(known), moves, parent, self.sequences[node.actor], depth)
            self.sequences[node.actor] += len(moves)
        return known[key]

    def solver(self, monkeypatch: Any) -> solver.Solver:
        """The general solver with this tree."""
        tree = Tree(GAME, 0, tuple(tuple(known.values()) for known in self.sets), self.scores)
        monkeypatch.setattr(solver, "grow", lambda *_, **__: tree)
        return solver.Solver(GAME)

    def strategies(self) -> Mapping[tuple[int, int], Mapping[Move, float]]:
        """The endgame's strategies in the form of the general solver."""
        looks: dict[tuple[int, int], Any] = {}
        found = {}
        for player, known in enumerate(self.sets):
            for (combo, number, river), here in known.items():
                if (number, river) not in looks:
                    looks[number, river] = self.end.look(self.end.nodes[number], river if river >= 0 else None)
                shares = looks[number, river].shares[:, combo]
                found[player, here.trace] = dict(zip(here.moves, shares.tolist(), strict=True))
        return found
