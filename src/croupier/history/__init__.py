"""Reads and writes hand histories of hold'em: PHH, the Poker Hand History format (its variants NT and FT), and the
text of PokerStars.

>>> from croupier import holdem
>>> from croupier.history import check, read_phh, write_phh
>>> hand = holdem.deal(stacks=[1000] * 3, blinds=(5, 10), button=0, deck="AhKd7c AsKc2d Qh8h3s 9s 4c")
>>> hand.raise_to(30); hand.fold(); hand.fold()
>>> [history] = read_phh(write_phh(hand))
>>> history.actions[-3:], history.finishing
(('p3 cbr 30', 'p1 f', 'p2 f'), (995, 990, 1015))
>>> check(history).status
<Status.EQUAL: 'equal'>
"""

from croupier.games.holdem.phh import HandHistory

from .about import ends_by_log, is_of_file
from .check import Result, check, check_text, chosen_replay
from .compare import Rake, Status
from .enact import BrokenHand, Replay
from .files import RECORDS, Source, find, natural
from .formats import hands_in
from .phh import OtherVariant, read_phh
from .pokerstars_write import write_pokerstars
from .story import tell
from .write import each_history, histories_of, write_all, write_phh

__all__ = [
    "RECORDS",
    "BrokenHand",
    "HandHistory",
    "OtherVariant",
    "Rake",
    "Replay",
    "Result",
    "Source",
    "Status",
    "check",
    "check_text",
    "chosen_replay",
    "each_history",
    "ends_by_log",
    "find",
    "hands_in",
    "histories_of",
    "is_of_file",
    "natural",
    "read_phh",
    "tell",
    "write_all",
    "write_phh",
    "write_pokerstars",
]
