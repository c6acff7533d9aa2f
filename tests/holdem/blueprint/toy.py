"""A blueprint without strategies, and ranges for it, for tests of endgames and of the solver at the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.games.holdem.blueprint.cards import PAIRS
from croupier.games.holdem.blueprint.memory import TABLES_AT, joined, tree_words
from croupier.games.holdem.blueprint.play import play_blueprint
from croupier.games.holdem.blueprint.tree import tree_of
from croupier.kernel.contract.house_bots import Policy


def toy_policy() -> Policy:
    """A blueprint with the tree of 20 big blinds for every depth, and no strategies."""
    tree = tree_of(20)
    nothing = [np.zeros((200, len(node.actions)), np.int64) for node in tree.nodes]
    words = np.concatenate([[len(tree.nodes)], tree_words(tree, nothing, 0)])
    return Policy(play_blueprint, lambda: joined(np.zeros(TABLES_AT, np.int64), [words] * 4))


class ToyRanges:
    """In place of `ranges`: the button may hold any hand, the other seat only a pair of aces."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        """The numbers of moves for which it was asked."""

    def __call__(self, view: Any, policy: Policy, moves: int) -> Any:
        self.asked.append(moves)
        aces = np.zeros(PAIRS)
        aces[-1] = 0.5
        return np.stack([np.ones(PAIRS), aces])
