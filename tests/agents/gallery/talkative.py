"""A bot that prints whenever it is told something, and is silent when it has to answer."""

from croupier.agents.bot import Bot


class Talkative(Bot):
    def act(self, view, decision):
        return "CALL" if "CALL" in decision.legal else "CHECK"

    def hand_started(self, view):
        print("here we go")

    def saw(self, fact):
        print("I see")

    def hand_over(self, view, score):
        print("that was", score)
