"""What learners are given in the Battle: the observer's own seat comes first, then the other's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.observations import Block, Observations, fixed
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.observing import mark_zone

from .records import CARDS, FACES, HAND, PLACES, SEATS

if TYPE_CHECKING:
    from .records import View


@rule
def own_hand(v: View, x: Any, at: int) -> int:
    """The observer's hand."""
    mark_zone(v.cards, HAND + v.seat, x, at)
    return at + CARDS


@rule
def proved(v: View, x: Any, at: int) -> int:
    """The cards that the other seat has been seen to hold."""
    mark_zone(v.cards, HAND + 1 - v.seat, x, at)
    return at + CARDS


@rule
def points(v: View, x: Any, at: int) -> int:
    """HPs."""
    x[at] = v.hp[v.seat]
    x[at + 1] = v.hp[1 - v.seat]
    return at + SEATS


@rule
def progress(v: View, x: Any, at: int) -> int:
    """How far the match is."""
    x[at] = v.round
    x[at + 1] = v.rounds
    x[at + 2] = v.max_rounds
    x[at + 3] = v.sudden_death
    x[at + 4] = v.max_hp
    return at + 5


@rule
def last(v: View, x: Any, at: int) -> int:
    """What the last reveal showed in each place."""
    for seat in range(SEATS):
        owner = v.seat if seat == 0 else 1 - v.seat
        for place in range(PLACES):
            face = v.last[owner][place]
            if 0 <= face < FACES:
                x[at + face] = 1
            at += FACES
    return at


@rule
def shown(v: View, x: Any, at: int) -> int:
    """How often reveals have shown each face in each place."""
    for seat in range(SEATS):
        owner = v.seat if seat == 0 else 1 - v.seat
        for place in range(PLACES):
            for face in range(FACES):
                x[at + face] = v.shown[owner][place][face]
            at += FACES
    return at


LAYOUTS = SEATS * PLACES * FACES

OBSERVATIONS = Observations(
    version=0,
    blocks=(
        Block("own_hand", own_hand, fixed(CARDS), "1 for each card in the observer's hand"),
        Block("proved", proved, fixed(CARDS), "1 for each card that the other seat has been seen to hold"),
        Block("hp", points, fixed(SEATS), "HP, own and the other's", high=math.inf),
        Block(
            "progress",
            progress,
            fixed(5),
            "the round; the regular rounds; the most rounds; 1 in sudden death; the most HP",
            high=math.inf,
        ),
        Block("last", last, fixed(LAYOUTS), "for each seat and place, 1 for the face that the last reveal showed"),
        Block(
            "shown",
            shown,
            fixed(LAYOUTS),
            "for each seat, place and face, how often reveals have shown it",
            high=math.inf,
        ),
    ),
)
