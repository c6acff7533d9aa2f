"""What hold'em knows about its decisions, for `croupier leaks`.

Between two, the other player is taken for one that plays the blueprint: its hand is drawn from the range that its moves
imply, and the blueprint's strategy is the advice. A river is solved between the two ranges, so that nothing is drawn
there. At other tables the others' hands are drawn as `oracle` imagines them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.house_bots import Holdings, Valuation, Worths
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import CARD_BITS
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import has

from ..endgame import Node, combo_number, node_after
from ..endgame.tree import done_at
from ..policies.belief import narrowed_pocket
from ..policies.reading import board_on, first_cards
from ..records import FLOP, HOLE, HOLE_CARDS, RIVER, TURN, View
from ..rules import FOLD, RAISE_TO
from .cards import PAIR_CARDS, PAIRS
from .endgames import Place, endgame_of, with_floor
from .history import other_seat
from .play import is_known_table
from .ranges import PAIR_BITS, ranges
from .solving import is_solved, move_of
from .strategies import strategy_of

ITERATIONS = 200
"""For a river: 0.1 % of the pot from an equilibrium, the median of 30 rivers of a match."""


def holdings(v: View, draws: int, chance: random.Random) -> Holdings | None:
    """Hands of the seats that are still in, drawn by what their moves imply."""
    if is_known_table(v):
        return _of_the_blueprint(v, draws, chance)
    others = [seat for seat in range(v.seats) if seat != v.seat and has(v.live, seat)]
    rng, found = Rng(), []
    seed(rng, chance.getrandbits(60), 0)
    boards = [board_on(v, street) for street in (FLOP, TURN, RIVER)]
    for _ in range(draws):
        used, cards = first_cards(v, HOLE + v.seat, HOLE_CARDS) | boards[-1], list[int]()
        for seat in others:
            pocket = narrowed_pocket(v, seat, rng, used, *boards)
            used |= pocket
            cards += _cards_in(pocket)
        found.append(cards)
    return Holdings(_places(others), np.array(found, np.int64))


def _of_the_blueprint(v: View, draws: int, chance: random.Random) -> Holdings:
    """Hands of the other of two players, drawn from the range of its moves."""
    is_button = v.seat == v.button
    weights = with_floor(ranges(v)[1 if is_button else 0])
    weights = np.where(PAIR_BITS & (first_cards(v, HOLE + v.seat, HOLE_CARDS) | board_on(v, v.street)), 0, weights)
    drawn = chance.choices(range(PAIRS), weights.tolist(), k=draws)
    return Holdings(_places([other_seat(v) if is_button else v.button]), PAIR_CARDS[drawn].astype(np.int64))


def _places(seats: Sequence[int]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    places = [(HOLE + seat, slot) for seat in seats for slot in range(HOLE_CARDS)]
    return np.array(places, np.int64).reshape(len(places), 2)


def _cards_in(pocket: int) -> list[int]:
    """The two cards of a hand of the evaluator."""
    return [card for card in range(DECK) if pocket & int(CARD_BITS[card])]


def strategy(v: View, decision: Decision) -> Mapping[Move, float] | None:
    """How likely the blueprint makes each move of its tree; None where it has none."""
    told = strategy_of(v, decision)
    return None if told is None else dict(zip(told.moves, told.shares[:, own_hand(v)].tolist(), strict=True))


def own_hand(v: View) -> int:
    """The number of the hand that a seat holds."""
    at = v.cards.first[HOLE + v.seat]
    return combo_number(v.cards.row[at], v.cards.row[at + 1])


def worths(v: View, decision: Decision, played: Move, after: View) -> Worths | None:
    """What each act on a river wins, with the hand that the seat holds, against the other's range; None elsewhere.

    A bet or raise that was played is in the tree; nothing that happened after it is.
    """
    if not is_solved(v, decision):
        return None
    raised = played.kind == RAISE_TO
    place = endgame_of(after if raised else v)
    if place is None:
        return None
    end, node = place.end, _decision(place, raised)
    end.run(ITERATIONS)
    worth = end.look(node).worth[:, own_hand(v)].tolist()
    found = {move_of(act): value for act, value in zip(node.acts, worth, strict=True)}
    if raised:
        found[played] = found[move_of(done_at(node, played.amount))]
    if played.kind == FOLD:
        found[played] = float(node.stacks[node.actor] - end.spot.stacks[node.actor])
    return Worths(found, end.judge().exploitability)


def _decision(place: Place, raised: bool) -> Node:
    """The decision that is judged: the present one, or the one before a bet or raise."""
    return node_after(place.end.root, place.end.spot.line[:-1]) if raised else place.node


VALUATION = Valuation("blueprint", holdings, strategy, worths)
