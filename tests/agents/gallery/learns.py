"""Bots whose play depends on everything that they are given, so that it differs if a process gives them less."""

import os
from hashlib import blake2b
from pathlib import Path

from croupier.agents.bot import Bot


class Learns(Bot):
    def __init__(self):
        self.seen = blake2b(digest_size=8)

    def note(self, *what):
        self.seen.update(repr(what).encode())

    def hand_started(self, view):
        self.note("start", view, self.players)

    def saw(self, fact):
        self.note("saw", fact)

    def hand_over(self, view, score):
        self.note("over", view, score)

    def act(self, view, decision):
        self.note("act", view, decision, self.random.random())
        legal = [option for option in decision.options if option.name != "FOLD"]
        option = legal[self.seen.digest()[0] % len(legal)]
        return (option.name, option.low) if option.step else option.name


class DiesOnce(Bot):
    """Writes down what it is told, and ends its process at the first flop."""

    def hand_started(self, view):
        self.tell("hand_started")

    def saw(self, fact):
        self.tell(type(fact).__name__)

    def tell(self, what):
        with open("told", "a") as file:
            file.write(what + "\n")

    def act(self, view, decision):
        if view.street == 1 and not Path("died").exists():
            Path("died").touch()
            os._exit(1)
        return "CHECK" if view.to_call == 0 else "CALL"
