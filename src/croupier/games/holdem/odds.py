"""The odds of a table for those who look on: what share of the pot each hand wins on average, all-in now.

They are made from a view, so they say nothing that its eyes do not know: a hand that lies face down is any hand. In
plain Python, without a compiler: a whole hand takes some hundredths of a second. `equity` is the same question for
somebody who wants it exactly.
"""

from __future__ import annotations

import math
from functools import lru_cache

from croupier.kernel.vocabulary.cards import DECK, UNKNOWN
from croupier.kernel.vocabulary.rng import Rng, seed

from .equity import ANY, BOARD, UNITS, Count, Held, dealt, every_board, random_boards
from .records import BOARD as BOARD_ZONE
from .records import HOLE, HOLE_CARDS, View

MOST_BOARDS = 1_500
"""Boards up to which all are played out: from the flop on, if all hands are known."""
SAMPLES = 10_000
"""Otherwise so many hands are looked at on random ones: among four, a share is right to about two in a hundred."""

Cards = tuple[int, ...]


def odds(view: View) -> tuple[float | None, ...] | None:
    """The share of each seat, None for one that is out; None for all if its eyes know no hand that is in.

    Cards of a hand that was folded cannot come any more, if its eyes know them. The same view always has the same odds.
    """
    live = [seat for seat in range(view.seats) if view.live >> seat & 1]
    hands = tuple(cards_seen(view, HOLE + seat) for seat in live)
    if not live or (len(live) > 1 and not any(hands)):
        return None
    folded = [card for seat in range(view.seats) if seat not in live for card in cards_seen(view, HOLE + seat)]
    shares = dict(zip(live, _shares(hands, cards_seen(view, BOARD_ZONE), tuple(folded)), strict=True))
    return tuple(shares.get(seat) for seat in range(view.seats))


def cards_seen(view: View, zone: int) -> Cards:
    """The cards of a row, as far as they are seen; of a hand, both or none."""
    cards = view.cards
    row = cards.row[cards.first[zone] : cards.first[zone] + cards.count[zone]]
    seen = tuple(card for card in row if card != UNKNOWN)
    return seen if zone == BOARD_ZONE or len(seen) == HOLE_CARDS else ()


@lru_cache(maxsize=1024)
def _shares(hands: tuple[Cards, ...], board: Cards, folded: Cards) -> tuple[float, ...]:
    if len(hands) == 1:
        return (1.0,)
    seen = {card for cards in (*hands, board, folded) for card in cards}
    deck = [card for card in range(DECK) if card not in seen]
    deal, count = dealt([Held("", hand) if hand else ANY for hand in hands], board, deck), Count()
    if all(hands) and math.comb(len(deck), BOARD - len(board)) <= MOST_BOARDS:
        every_board([deal], [count])
    else:
        rng = Rng()
        seed(rng, 1, 0)
        random_boards([deal], [count], [rng], [], SAMPLES // len(hands))
    return tuple(count.units[place] / UNITS / count.boards for place in range(len(hands)))
