"""A bot that plays well, but does not listen well."""

from croupier.agents.bot import Bot


class BadHooks(Bot):
    def act(self, view, decision):
        return "CALL" if "CALL" in decision.legal else "CHECK"

    def saw(self, fact):
        raise RuntimeError("I saw too much")
