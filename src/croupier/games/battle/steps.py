"""One step of a reveal: two faces meet.

Heals come first and are capped at once, then attacks, and nobody falls below 0. Who has fallen to 0 stays there: a
later heal of the same round does not bring him back. His later cards still do what they do to the other.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import GAP

from .records import ATTACK, COUNTER, DEFENSE, HEAL, KINDS

GRASS = 99
"""What lies in an empty place while a step is resolved. It is never stored, told or shown: there it is GAP."""
BLOW = 2
"""What an attack takes."""
CURE = 1
"""What a heal gives."""


@rule
def face_of(card: int) -> int:
    """What a place is worth in a step: the kind of the card there, or GRASS."""
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
    """What a face takes when it meets another: an attack it does not parry, or its own attack coming back."""
    if theirs == ATTACK and mine != DEFENSE and mine != COUNTER:
        return BLOW
    if mine == ATTACK and theirs == COUNTER:
        return BLOW
    return 0
