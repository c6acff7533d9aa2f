"""A bot that has a word for everything that happens, and does not even say it when it is its turn."""

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
