"""Bots of the house, who think in processes of their own: none of them can hold up a table, or anybody else's.

    house = House()
    house.ask(House.question(game, "tight", state, decision), answered)     `answered(move)`, later; or never
    await house.close()

A question holds only what the bot's seat may know. Policies run in plain Python, which takes a worker a hundredth of a
second at most for most of them; `search` and `solver` are compiled, in workers of their own, and until these are ready
another policy of the game stands in. A worker that takes too long over a question is ended, and another begins: the
answer that never comes is the clock's. Who looks back at a match asks a worker of its own (`advise`). Luck is drawn
from the operating system, and tells nothing of the cards.
"""

from __future__ import annotations

from .crew import House
from .questions import Question

__all__ = ["House", "Question"]
