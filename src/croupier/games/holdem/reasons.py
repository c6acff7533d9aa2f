"""Why a move is advised: what the hand wins, what the others' play suggests, the price, and how often the blueprint
would do what.

Everything is computed from a view, with random numbers that do not change from one time to the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.wagers import price_in_words
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import NOBODY

from .blueprint.play import BLUEPRINT
from .endgame.hands import combo_number
from .odds import cards_seen, odds
from .policies.imagined import POT, imagined_share
from .policies.oracle import NERVE_SHIFT, imagined_deal
from .policies.ranges import best_believed, worst_believed
from .policies.reading import board_cards, board_on, first_cards, prize
from .policies.starting_hands import EVERY_HAND
from .records import FLOP, HOLE, HOLE_CARDS, PRE_FLOP, RIVER, TURN, View
from .rules import CALL, CHECK, FOLD

DEALS = 1_000
"""Imagined deals behind a share: it is accurate to about 3 percent of the pot."""
SELDOM = 0.005
"""Moves that are made less often are left out."""


def reasons(view: View, decision: Decision, move: Move, cast: Cast) -> list[str]:
    """What speaks for a move, in sentences."""
    if len(cards_seen(view, HOLE + view.seat)) < HOLE_CARDS or view.actor == NOBODY:
        return []
    return [*_shares(view), *_suggested(view, cast), *_price(view), *_mixture(view, decision)]


def _shares(view: View) -> Iterator[str]:
    told = odds(view)
    if told is not None and (share := told[view.seat]) is not None:
        yield f"Against any hands, this one wins {_percent(share)} of the pot on average."


def _suggested(view: View, cast: Cast) -> Iterator[str]:
    """What the others may hold, judged by their play, and the share against such hands."""
    acted = [seat for seat in range(view.seats) if seat != view.seat and view.live >> seat & 1 and view.line[seat]]
    for seat in acted:
        best, worst = best_believed(view, seat), worst_believed(view, seat)
        if worst - best < EVERY_HAND:
            but = f" but for the best {_thousandths(best)}" if best else ""
            hands = f"the best {_thousandths(worst)} of starting hands{but}"
            yield f"What {cast.plainly(seat)} did before the flop fits {hands}."
    if acted:
        yield f"Against hands that fit what the others did, it wins about {_percent(_believed_share(view, acted))}."


def _believed_share(view: View, acted: list[int]) -> float:
    """The share of the pot that the hand wins against hands that fit the others' play in this hand."""
    rng = Rng()
    seed(rng, 1, 0)
    if view.street == PRE_FLOP:
        return imagined_share(view, sum(1 << seat for seat in acted), rng, DEALS) / 1000
    own = first_cards(view, HOLE + view.seat, HOLE_CARDS)
    flop, turn, river = (board_on(view, street) for street in (FLOP, TURN, RIVER))
    won, cards = 0, board_cards(view)
    for _ in range(DEALS):
        won += imagined_deal(view, rng, own, flop, turn, river, cards, 0) & ((1 << NERVE_SHIFT) - 1)
    return won / (POT * DEALS)


def _price(view: View) -> Iterator[str]:
    cost = min(view.to_call, view.stack[view.seat])
    if cost:
        yield price_in_words(cost, prize(view) + cost)


def _mixture(view: View, decision: Decision) -> Iterator[str]:
    """How often the blueprint makes which move with this hand."""
    strategy = BLUEPRINT.strategy(view, decision) if BLUEPRINT.strategy else None
    if strategy is None:
        return
    shares = strategy.shares[:, combo_number(*cards_seen(view, HOLE + view.seat))]
    often = sorted(zip(shares, strategy.moves, strict=True), key=lambda pair: -pair[0])
    told = [f"{_named(view, move)} {_percent(float(share))}" for share, move in often if share >= SELDOM]
    yield f"With this hand the blueprint would {', '.join(told)} of the time."


def _named(view: View, move: Move) -> str:
    if move.kind in (FOLD, CHECK, CALL):
        return {FOLD: "fold", CHECK: "check", CALL: "call"}[move.kind]
    return f"{'raise to' if view.current_bet else 'bet'} {move.amount:,}"


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _thousandths(hands: int) -> str:
    return f"{hands / 10:.0f}%" if hands >= 10 else f"{hands / 10:.1f}%"
