"""What a bot needs from a view, as names of cards and shares."""

from __future__ import annotations

from croupier.kernel.vocabulary.cards import format_card
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.turns import size

from .equity import sampled_share
from .records import BOARD, HOLE, View

DEALS = 500
"""The number of imagined deals for `share`: about ± 4 % of a pot."""


def hole(view: View) -> tuple[str, ...]:
    """The seat's own two cards, such as ("Ah", "Td"); none before they are dealt."""
    return tuple([format_card(card) for card in row_of(view.cards, HOLE + view.seat)])


def board(view: View) -> tuple[str, ...]:
    """The cards on the board: none, three, four or five."""
    return tuple([format_card(card) for card in row_of(view.cards, BOARD)])


def share(view: View, deals: int = DEALS) -> float:
    """The share of the pot, from 0 to 1, that the seat would win on average if nobody folded any more and the others
    held any cards."""
    own, table = row_of(view.cards, HOLE + view.seat), row_of(view.cards, BOARD)
    return sampled_share(own, size(view.live) - 1, table, deals)


def compile_share() -> None:
    """Compile and cache what `share` calls."""
    sampled_share([0, 1], 1, [], 1)
