"""A bot that makes a different mistake in each hand: an exception, an illegal move, an unknown word, in turn."""

from croupier.agents.bot import Bot


class AllWrong(Bot):
    hands = -1

    def hand_started(self, view):
        self.hands += 1

    def act(self, view, decision):
        if self.hands % 3 == 0:
            return 1 // 0
        return ("RAISE_TO", 1) if self.hands % 3 == 1 else "RAIZE"
