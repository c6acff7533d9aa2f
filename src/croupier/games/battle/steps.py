"""One step of a reveal: two faces meet.

Heals come first and are capped at once, then attacks, and HP never fall below 0. A seat that has fallen to 0 stays
there: a later heal of the same round does not help. Its later cards still affect the other seat.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import GAP

from .records import ATTACK, COUNTER, DEFENSE, HEAL, KINDS

GRASS = 99
"""Stands for an empty place while a step is resolved. It is never stored, told or shown: there the place is GAP."""
BLOW = 2
"""The HP that an attack takes."""
CURE = 1
"""The HP that a heal gives."""


@rule
def face_of(card: int) -> int:
    """The face of a place in a step: the kind of the card there, or GRASS."""
    if card == GAP:
        return GRASS
    return card % KINDS


@rule
def healed(hp: int, mine: int, max_hp: int) -> int:
    """The HP after the heals of a step."""
    if mine == HEAL and 0 < hp < max_hp:
        return min(hp + CURE, max_hp)
    return hp


@rule
def blow(mine: int, theirs: int) -> int:
    """The HP that a face loses when it meets another: to an attack not parried, or to its own attack turned back."""
    if theirs == ATTACK and mine != DEFENSE and mine != COUNTER:
        return BLOW
    if mine == ATTACK and theirs == COUNTER:
        return BLOW
    return 0
