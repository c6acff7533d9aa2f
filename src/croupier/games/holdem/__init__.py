"""No-limit hold'em, right to the last chip.

>>> from croupier import holdem
>>> hand = holdem.deal(stacks=[1000, 1000, 1000], blinds=(5, 10), seed=7)
"""

from .dealing import deal
from .equity import Equity, equity
from .for_bots import board, hole, share
from .game import GAME
from .hand import Hand
from .options import configure
from .ranges import range_of

__all__ = ["GAME", "Equity", "Hand", "board", "configure", "deal", "equity", "hole", "range_of", "share"]
