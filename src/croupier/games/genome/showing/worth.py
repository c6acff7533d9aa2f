"""The worth of a hand: by the first condition that decides, if there are words for it; and how often it would win, as a
reason for a move where chips are bet."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.results import needed
from croupier.kernel.showing.wagers import price_in_words
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import CATEGORY_SHIFT, FEWEST, add_card, hand_name
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import size

from ..machine.evaluation import poker_value, three_card_value
from ..machine.melds import melds_value
from ..machine.program import (
    BUST,
    HIGH_CARD,
    LOWBALL,
    MELDS,
    ONE_SUIT,
    POINTS,
    POINTS_IN_HAND,
    POKER,
    THREE_CARD,
)
from ..machine.records import BOARD, HAND, Prospects, View
from ..machine.settling import ACE, ANY_SUIT, nearness_of, value_by, with_soft_ace
from ..players.imagined import WHOLE
from ..players.watchful import chance_to_win, doubt, pot_if_called, price

DEALS = 400
"""Imagined deals behind a share: it is accurate to about 5 percent of the pot."""
OF_FIVE = (POKER, LOWBALL)
WITH_BOARD = (THREE_CARD, HIGH_CARD, POINTS)
OF_HAND = (POINTS_IN_HAND,)
"""Measures by which the best five cards count, all cards of hand and board, or those of the hand."""
THREE_CARD_NAMES = ("high card", "pair", "flush", "run", "running flush", "prial")


def worth_of(view: View, seat: int, *, is_final: bool) -> str:
    """The worth of a seat's hand, in words; "" if the viewer does not see all of it, or if there are no words for it.

    A hand with too many points is called bust only if it is final: as long as it may lose cards, it can recover.
    """
    hand, board, p = row_of(view.cards, HAND + seat), row_of(view.cards, BOARD), view.prospects
    if not hand or UNKNOWN in (*hand, *board) or not p.deciding:
        return ""
    measure = p.measure[0]
    if measure == POKER:
        return hand_name(poker_value(_as_set([*hand, *board])))
    if measure == THREE_CARD:
        return THREE_CARD_NAMES[three_card_value(_as_set([*hand, *board])) >> CATEGORY_SHIFT]
    if measure == MELDS:
        return f"{melds_value(_as_set([*hand, *board]))} cards in melds"
    if measure in (POINTS, POINTS_IN_HAND):
        return _points(hand, [*hand, *board] if measure == POINTS else hand, p, is_final)
    return ""


def winning_cards(view: View, seat: int) -> list[int]:
    """The cards that make a winner's hand, if hands were compared by their cards and the viewer sees them."""
    hand, board, p = row_of(view.cards, HAND + seat), row_of(view.cards, BOARD), view.prospects
    alone = not view.live & (view.live - 1)
    if alone or not hand or UNKNOWN in (*hand, *board) or not p.deciding:
        return []
    measure = p.measure[0]
    if measure in OF_FIVE or measure == MELDS:
        fewest = 0 if measure == MELDS else FEWEST
        return needed([*hand, *board], lambda cards: value_by(measure, _as_set(cards)), fewest)
    return [*hand, *board] if measure in WITH_BOARD else hand if measure in OF_HAND else []


def _as_set(cards: list[int]) -> int:
    hand = 0
    for card in cards:
        hand = add_card(hand, card)
    return hand


def _points(hand: list[int], cards: list[int], p: Prospects, is_final: bool) -> str:
    """The points of a hand; if only one suit counts, those of the best suit."""
    target, flags = p.target[0], p.flags[0]
    suits = range(4) if flags & ONE_SUIT else (ANY_SUIT,)
    totals = [_total([card for card in cards if suit in (ANY_SUIT, card & 3)], hand, p) for suit in suits]
    total = max(totals, key=lambda total: nearness_of(total, False, target, flags))
    points = "point" if total == 1 else "points"
    return f"{total} {points} in hand" + (", bust" if is_final and flags & BUST and 0 < target < total else "")


def _total(cards: list[int], hand: list[int], p: Prospects) -> int:
    """The points of some cards, one ace of the hand soft if that is better."""
    total = sum(p.worth[card] for card in cards)
    has_ace = any(card >> 2 == ACE and card in cards for card in hand)
    return with_soft_ace(total, has_ace, p.target[0], p.flags[0])


def is_betting(decision: Decision) -> bool:
    """Whether a decision belongs to a round of betting."""
    return bool({"CHECK", "FOLD"} & {option.name for option in decision.owed})


def reasons(view: View, decision: Decision, move: Move, cast: Cast) -> Iterator[str]:
    """What speaks for a move, in sentences: where chips are bet, the chance to win and the price."""
    if not is_betting(decision):
        return
    rng = Rng()
    seed(rng, 1, 0)
    evenly = WHOLE // max(2, size(view.live))
    chance = chance_to_win(view, DEALS, rng)
    yield (
        f"Against hands that fit what the others did, this one wins about {_percent(chance)} of the pot; "
        f"an even part is {_percent(evenly)}."
    )
    if unsure := doubt(view):
        chance += (evenly - chance) * unsure // WHOLE
        yield f"Cards are still to be played: the house counts it as {_percent(chance)}."
    if cost := price(view):
        yield price_in_words(cost, pot_if_called(view))


def _percent(thousandths: int) -> str:
    return f"{thousandths / 10:.0f}%"
