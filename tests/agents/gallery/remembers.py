"""Bots that recognise the deal of the hand before by its flop: in duplicate play they would hold the opponent's cards.

    croupier match tests/agents/gallery/remembers.py:Remembers house:shark --duplicate --hands 20000 --seed 7

`Forgets` is the same bot without a memory, a station. `Shares` has one memory for all its objects in the process, which
nothing prevents: docs/after-a-match.md says how much that is worth.
"""

import sys

from croupier import holdem
from croupier.agents.bot import Bot


class Forgets(Bot):
    def __init__(self):
        self.memory = {}
        self.mine = ()

    def act(self, view, decision):
        self.mine, board = holdem.hole(view), holdem.board(view)
        if board[:3] not in self.memory:
            return "CHECK" if view.to_call == 0 else "CALL"
        theirs, whole = self.memory[board[:3]]
        share = holdem.equity(self.mine, theirs, board=max(whole, board, key=len)).equity[0]
        raising = decision.named("RAISE_TO")
        if share > 0.5 and raising:
            return "RAISE_TO", raising.nearest(view.current_bet + view.pot)
        return "CHECK" if view.to_call == 0 else "CALL" if share * (view.pot + view.to_call) > view.to_call else "FOLD"


class Remembers(Forgets):
    def hand_over(self, view, score):
        board = holdem.board(view)
        self.memory.clear()
        if board:
            self.memory[board[:3]] = self.mine, board


class Shares(Remembers):
    def __init__(self):
        super().__init__()
        self.memory = sys.__dict__.setdefault("what all of us have seen", {})
