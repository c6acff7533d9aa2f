"""What learners are given in the Deal. Seats have roles, so they are in their own order: Narc, Customer, Player."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.observations import Block, Observations, fixed
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.observing import mark_zone
from croupier.kernel.vocabulary.turns import has

from .records import CARDS, DECK, DOWN, HAND, READY, SEATS, TABLE

if TYPE_CHECKING:
    from .records import View

PHASES = READY + 1
SETS = 3
"""Sets of seats that are told: live, all in, still to answer."""


@rule
def role(v: View, x: Any, at: int) -> int:
    """The observer's own seat, which is its role."""
    x[at + v.seat] = 1
    return at + SEATS


@rule
def phase(v: View, x: Any, at: int) -> int:
    """The phase of the hand."""
    x[at + v.phase] = 1
    return at + PHASES


@rule
def own_hand(v: View, x: Any, at: int) -> int:
    """The observer's hand."""
    mark_zone(v.cards, HAND + v.seat, x, at)
    return at + CARDS


@rule
def face_down(v: View, x: Any, at: int) -> int:
    """The cards that the observer has played face down."""
    mark_zone(v.cards, DOWN + v.seat, x, at)
    return at + CARDS


@rule
def face_up(v: View, x: Any, at: int) -> int:
    """The face-up cards of the hand."""
    mark_zone(v.cards, TABLE, x, at)
    return at + CARDS


@rule
def counts(v: View, x: Any, at: int) -> int:
    """How many cards lie where."""
    for seat in range(SEATS):
        x[at + seat] = v.cards.count[DECK + seat]
        x[at + SEATS + seat] = v.cards.count[HAND + seat]
        x[at + 2 * SEATS + seat] = v.cards.count[DOWN + seat]
    return at + 3 * SEATS


@rule
def standing(v: View, x: Any, at: int) -> int:
    """The sets of seats, and which seat has initiative."""
    for seat in range(SEATS):
        if has(v.live, seat):
            x[at + seat] = 1
        if has(v.all_in, seat):
            x[at + SEATS + seat] = 1
        if has(v.answering, seat):
            x[at + 2 * SEATS + seat] = 1
    if v.holder >= 0:
        x[at + SETS * SEATS + v.holder] = 1
    return at + (SETS + 1) * SEATS


@rule
def progress(v: View, x: Any, at: int) -> int:
    """How far the run, the hand and the round are."""
    x[at] = v.hands
    x[at + 1] = v.most_hands
    x[at + 2] = v.round
    x[at + 3] = v.rounds
    x[at + 4] = v.raises
    x[at + 5] = v.raises_left
    return at + 6


@rule
def sums(v: View, x: Any, at: int) -> int:
    """What the face-up cards come to, and what the run has come to."""
    x[at] = v.evidence
    x[at + 1] = v.cover
    x[at + 2] = v.hand_heat
    x[at + 3] = v.profit
    x[at + 4] = v.cash
    x[at + 5] = v.heat
    x[at + 6] = v.projected
    x[at + 7] = v.prevented
    x[at + 8] = v.bargained
    return at + 9


OBSERVATIONS = Observations(
    version=0,
    blocks=(
        Block("role", role, fixed(SEATS), "the observer's seat: Narc, Customer or Player"),
        Block("phase", phase, fixed(PHASES), "drawing, betting, decision, between two hands, over, or ready"),
        Block("own_hand", own_hand, fixed(CARDS), "1 for each card in the observer's hand"),
        Block("face_down", face_down, fixed(CARDS), "1 for each card that the observer has played face down"),
        Block("face_up", face_up, fixed(CARDS), "1 for each face-up card of this hand"),
        Block(
            "counts",
            counts,
            fixed(3 * SEATS),
            "the cards in each deck, in each hand, and face down of each seat",
            high=CARDS,
        ),
        Block(
            "standing",
            standing,
            fixed((SETS + 1) * SEATS),
            "1 for each seat that is live; all in; still to answer; and for the one with initiative",
        ),
        Block(
            "progress",
            progress,
            fixed(6),
            "hands played; the most hands; the round; the rounds of a hand; raises made; raises left",
            high=math.inf,
        ),
        Block(
            "sums",
            sums,
            fixed(9),
            "Evidence, Cover, Heat and profit of this hand; cash, Heat and projected Heat of the run; the profit that "
            "the Narc prevented; the Customer's bargains",
            low=-math.inf,
            high=math.inf,
        ),
    ),
    hand_by_hand=True,
)
