"""A bot that plays well, but raises when it is told a fact."""

from croupier.agents.bot import Bot


class BadHooks(Bot):
    def act(self, view, decision):
        return "CALL" if "CALL" in decision.legal else "CHECK"

    def saw(self, fact):
        raise RuntimeError("I saw too much")
