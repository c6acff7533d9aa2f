"""Why a move is advised in a genome game: how often the hand would win, and the price of staying in."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.wagers import price_in_words
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import size

from .machine.records import View
from .players.imagined import WHOLE
from .players.watchful import chance_to_win, doubt, pot_if_called, price

DEALS = 400
"""Imagined deals behind a share: it is accurate to about 5 percent of the pot."""


def reasons(view: View, decision: Decision, move: Move, cast: Cast) -> Iterator[str]:
    """What speaks for a move, in sentences: where chips are bet, the chance to win and the price."""
    if not {"CHECK", "FOLD"} & {option.name for option in decision.owed}:
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
