"""House bots for the Battle, as policies: they get a seat's view and menu, nothing else.

- `equilibrium` plays a match with default hands and 6, 8 or 10 HP so that an opponent who knows its strategy gains
  nothing by it (`equilibrium.py`).
- `reader` looks for patterns: it counts what the opponent has laid in each place so far and lays what does best
  against that. It beats an opponent who repeats layouts, and loses to one who expects it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import GAP, Action, Menu
from croupier.kernel.vocabulary.rng import Rng, below

from .equilibrium import FILE, LAYOUTS, MAX_HP, PARTS, ROUNDS, read
from .records import EMPTY, FACES, HAND_SIZE, HEAL, PLACES, View
from .rules import CONFIRM
from .steps import CURE, GRASS, blow, face_of

BELIEF = 5
"""How much a layout that was seen weighs against one that is merely possible."""
HALVES = 2
"""Gains are counted in half HPs."""

_MIXES = list(read(FILE.read_text("utf-8")).items())
SIDE = MAX_HP + 1
MIX_OF = np.full(SIDE * ROUNDS * SIDE * SIDE, -1, np.int64)
"""The number of the mix for a position: the most HP, rounds left, own HP, the other's. -1 where there is none."""
UP_TO = np.zeros((len(_MIXES), len(LAYOUTS)), np.int64)
"""For each mix, the cumulated parts of the layouts."""
KIND_IN = np.array(LAYOUTS, np.int64)
"""The kind that each layout has in each place."""
for _number, (_here, _mix) in enumerate(_MIXES):
    MIX_OF[((_here.max_hp * ROUNDS + _here.left) * SIDE + _here.mine) * SIDE + _here.theirs] = _number
    UP_TO[_number] = np.cumsum([_mix.get(layout, 0) for layout in LAYOUTS])


@rule
def confirm(m: Menu, a: Action) -> int:
    """Begin a confirm with three empty places; returns the index of the option."""
    at = 0
    while at < m.count and m.kind[at] != CONFIRM:
        at += 1
    a.kind = CONFIRM
    a.amount = 0
    a.count = PLACES
    for place in range(PLACES):
        a.cards[place] = GAP
    return at


@rule
def play_equilibrium(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Draw a layout from the mix of the position. Outside the solved matches there is no mix: then read patterns."""
    left = max(v.rounds - v.round, 0)
    mine = v.hp[v.seat]
    theirs = v.hp[1 - v.seat]
    option = confirm(m, a)
    mix = -1
    if v.max_hp <= MAX_HP and left < ROUNDS and holds_all_kinds(m, option):
        mix = int(MIX_OF[((v.max_hp * ROUNDS + left) * SIDE + mine) * SIDE + theirs])
    if mix < 0:
        read_patterns(v, m, rng, a)
        return
    drawn = below(rng, PARTS)
    layout = 0
    while int(UP_TO[mix][layout]) <= drawn:
        layout += 1
    for place in range(PLACES):
        for choice in range(HAND_SIZE):
            card = m.candidate[m.first[option] + choice]
            if face_of(card) == int(KIND_IN[layout][place]):
                a.cards[place] = card


@rule
def holds_all_kinds(m: Menu, option: int) -> bool:
    """Whether the hand is the default one: a card of each kind."""
    kinds = 0
    for choice in range(HAND_SIZE):
        kinds |= 1 << face_of(m.candidate[m.first[option] + choice])
    return kinds == (1 << HAND_SIZE) - 1


@rule
def read_patterns(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Lay the cards that gain most if the opponent repeats the past; among equals, at random."""
    option = confirm(m, a)
    best = 0
    equals = 0
    for first in range(HAND_SIZE + 1):
        gain_first = expected(v, m, option, first, 0)
        for second in range(HAND_SIZE + 1):
            gain_second = gain_first + expected(v, m, option, second, 1)
            for third in range(HAND_SIZE + 1):
                if not clashes(first, second) and not clashes(second, third) and not clashes(first, third):
                    gain = gain_second + expected(v, m, option, third, 2)
                    if equals == 0 or gain > best:
                        best = gain
                        equals = 0
                    if gain == best:
                        equals += 1
                        if below(rng, equals) == 0:
                            a.cards[0] = choice_of(m, option, first)
                            a.cards[1] = choice_of(m, option, second)
                            a.cards[2] = choice_of(m, option, third)


@rule
def clashes(one: int, other: int) -> bool:
    """Whether two places want the same card; both may stay empty."""
    return one == other and one < HAND_SIZE


@rule
def choice_of(m: Menu, option: int, choice: int) -> int:
    """The card of a choice: one of the hand, or none."""
    if choice == HAND_SIZE:
        return GAP
    return m.candidate[m.first[option] + choice]


@rule
def expected(v: View, m: Menu, option: int, choice: int, place: int) -> int:
    """What a choice gains in a place against what the opponent has laid there, with every other card possible, too.

    A heal at full HP counts half: an earlier step may have made room for it.
    """
    mine = face_of(choice_of(m, option, choice))
    gain = 0
    for face in range(FACES):
        theirs = GRASS if face == EMPTY else face
        weight = 1 + BELIEF * v.shown[1 - v.seat][place][face]
        gain += weight * HALVES * (blow(theirs, mine) - blow(mine, theirs))
        if mine == HEAL:
            gain += weight * CURE * (HALVES if v.hp[v.seat] < v.max_hp else 1)
    return gain


POLICIES: dict[str, Callable[..., None]] = {"equilibrium": play_equilibrium, "reader": read_patterns}
