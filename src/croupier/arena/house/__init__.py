"""House bots, which run in worker processes, so that none of them can block a table.

    house = House()
    house.ask(House.question(game, "tight", state, decision), answered)     calls `answered(move)` later, or never
    await house.close()

A question holds only what the bot's seat may know. Policies run in plain Python, which takes a worker at most a
hundredth of a second for most of them; `search` and `solver` are compiled, in workers of their own, and until these are
ready another policy of the game stands in. A worker that takes too long over a question is killed and replaced; the
clock then plays for the bot. Replays ask a separate worker (`advise`). The bots' random numbers come from the operating
system, and have nothing to do with the cards.
"""

from __future__ import annotations

from .crew import House
from .questions import Explained, Question

__all__ = ["Explained", "House", "Question"]
