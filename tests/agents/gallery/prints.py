"""A bot that thinks aloud."""

from croupier.agents.bot import Bot


class Prints(Bot):
    def act(self, view, decision):
        print("I have", view.to_call, "to call")
        return "CALL" if "CALL" in decision.legal else "CHECK"
