"""The Deal: three seats, cards played face down, and a Player who must know when to go home.

>>> from croupier.games import deal
>>> state, events = deal.GAME.start(deal.configure(rounds=3))
"""

from .game import GAME, configure, for_config

__all__ = ["GAME", "configure", "for_config"]
