"""The odds of a table for spectators: the share of the pot that each hand wins on average, if all were all-in now; and
what a hand was worth street by street, with its outs, once it is over.

They are computed from a view, so they reveal nothing that the viewer does not know: a hand that lies face down may be
any hand. In plain Python, without compiled code, a whole hand takes some hundredths of a second. `equity` answers the
same question exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from croupier.kernel.contract.game import Outlook
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, format_card
from croupier.kernel.vocabulary.evaluate import best_hand
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.rng import Rng, seed

from .equity import ANY, BOARD, UNITS, Count, Held, dealt, every_board, random_boards
from .records import BOARD as BOARD_ZONE
from .records import FLOP, HOLE, HOLE_CARDS, RIVER, SHOWDOWN, View
from .words import STREETS

MOST_BOARDS = 1_500
"""If at most this many boards are possible, all are played out: from the flop on, if all hands are known."""
SAMPLES = 10_000
"""Otherwise this many hands are evaluated on random boards: among four hands, a share is accurate to about 2 %."""

BOARD_AT = (0, 3, 4, 5)
"""How many cards lie on the board on each street."""
Cards = tuple[int, ...]


def odds(view: View) -> tuple[float | None, ...] | None:
    """The share of each seat, None for one that is out; None instead of all if the viewer knows no hand that is in.

    Known cards of folded hands cannot come any more. The same view always has the same odds.
    """
    live = [seat for seat in range(view.seats) if view.live >> seat & 1]
    hands = tuple(cards_seen(view, HOLE + seat) for seat in live)
    if not live or (len(live) > 1 and not any(hands)):
        return None
    folded = [card for seat in range(view.seats) if seat not in live for card in cards_seen(view, HOLE + seat)]
    shares = dict(zip(live, _shares(hands, cards_seen(view, BOARD_ZONE), tuple(folded)), strict=True))
    return tuple(shares.get(seat) for seat in range(view.seats))


def shares_of(hands: tuple[Cards, ...], board: Cards) -> tuple[float, ...]:
    """The share of each of some hands that everybody sees, on a board; "any hand" is ()."""
    return _shares(hands, board, ())


def cards_seen(view: View, zone: int) -> Cards:
    """The visible cards of a row; of a hand, both or none."""
    seen = tuple(card for card in row_of(view.cards, zone) if card != UNKNOWN)
    return seen if zone == BOARD_ZONE or len(seen) == HOLE_CARDS else ()


def outlooks(views: Sequence[View]) -> list[Outlook]:
    """What the viewer's hand was worth on each street of a hand, given its views of the whole hand."""
    first: dict[int, View] = {}
    for view in views:
        own = view.seat < view.seats and view.live >> view.seat & 1 and cards_seen(view, HOLE + view.seat)
        if own and view.street < SHOWDOWN and view.cards.count[BOARD_ZONE] == BOARD_AT[view.street]:
            first.setdefault(view.street, view)
    return [_outlook(view, views[-1]) for view in first.values()]


def _outlook(then: View, last: View) -> Outlook:
    """The outlook of a street that the viewer has reached, by what it has seen up to the last view."""
    own, board = cards_seen(then, HOLE + then.seat), cards_seen(then, BOARD_ZONE)
    others = [seat for seat in range(then.seats) if then.live >> seat & 1 and seat != then.seat]
    hands = [cards_seen(last, HOLE + seat) for seat in others]
    share = odds(then)
    return Outlook(
        STREETS[then.street],
        tuple(map(format_card, board)),
        None if share is None else share[then.seat],
        _shares((own, *hands), board, ())[0] if any(hands) else None,
        _outs(own, hands, board) if all(hands) and FLOP <= then.street < RIVER else None,
    )


def _outs(own: Cards, hands: Sequence[Cards], board: Cards) -> tuple[str, ...] | None:
    """The next cards with which a hand would be the best, or share the best; None if it is that already."""

    def is_best(board: Cards) -> bool:
        return best_hand([*own, *board]) >= max(best_hand([*hand, *board]) for hand in hands)

    if not hands or is_best(board):
        return None
    seen = {*own, *board, *(card for hand in hands for card in hand)}
    return tuple(format_card(card) for card in range(DECK) if card not in seen and is_best((*board, card)))


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
