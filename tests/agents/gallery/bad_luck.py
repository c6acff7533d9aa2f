"""A bot that raises when it is given the key of its random numbers."""

from croupier.agents.bot import Bot


class BadLuck(Bot):
    def act(self, view, decision):
        return "CALL" if "CALL" in decision.legal else "CHECK"

    def draw_from(self, key):
        raise RuntimeError("I make my own luck")
