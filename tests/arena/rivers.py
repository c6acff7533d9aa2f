"""A hand that reaches the river, and a solver for it with a toy blueprint: no strategies, and ranges of all hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier.arena.replay import solver
from croupier.games.holdem.blueprint import endgames
from croupier.games.holdem.blueprint.cards import PAIRS
from croupier.games.holdem.blueprint.memory import TABLES_AT, joined, tree_words
from croupier.games.holdem.blueprint.play import play_blueprint
from croupier.games.holdem.blueprint.tree import tree_of
from croupier.kernel.contract.house_bots import Policy

RIVER = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [2000, 2000]
players = ["Ann", "Bob"]
actions = ["d dh p1 AhJh", "d dh p2 QsQd", "p2 cbr 300", "p1 cc", "d db 2h7h9c", "p1 cc", "p2 cc", "d db Kd", "p1 cc",
  "p2 cc", "d db 3s", "p1 cbr 250", "p2 cbr 1000", "p1 f"]
"""
FLOP, TURN, ANN, BOB, ANN_AGAIN, OVER = 4, 7, 10, 11, 12, 13
"""The number of moves before these points of the hand. On the river Ann bets 250, Bob raises to 1,000, Ann folds."""


def quick_solver(monkeypatch: pytest.MonkeyPatch) -> solver.Solver:
    """A solver that stops at its first measurement of exploitability."""
    tree = tree_of(20)
    nothing = [np.zeros((200, len(node.actions)), np.int64) for node in tree.nodes]
    words = np.concatenate([[len(tree.nodes)], tree_words(tree, nothing, 0)])

    def ranges(*_: Any) -> Any:
        return np.ones((2, PAIRS))

    monkeypatch.setattr(endgames, "ranges", ranges)
    monkeypatch.setattr(solver, "PERCENT", 100.0)
    return solver.Solver(Policy(play_blueprint, lambda: joined(np.zeros(TABLES_AT, np.int64), [words] * 4)))
