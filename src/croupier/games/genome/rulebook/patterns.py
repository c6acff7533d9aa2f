"""The steps of a hand, and which of them repeat themselves: what is the same is told once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..language.genome import AnyPhase, BettingPhase
from ..machine.translate import IN_TURN
from .limits import most_rounds
from .sentences import PHASES, Place, Reader

LONGEST = 4
"""The most steps that are told as a pattern."""


class Step(NamedTuple):
    """A phase of the whole table, or the phases of a turn, and the number of each."""

    phases: tuple[AnyPhase, ...]
    numbers: tuple[int, ...]

    @property
    def is_turn(self) -> bool:
        """Whether every player does it by himself."""
        return isinstance(self.phases[0], IN_TURN)


class Pattern(NamedTuple):
    """Some steps, as often as they follow one another."""

    goes: list[Sequence[Step]]

    def places(self, reader: Reader, number: int) -> list[Place]:
        """Where the phases of a step stand, in every go."""
        same = [go[number].numbers for go in self.goes]
        return [reader.at(*((*PHASES, at) for at in numbers)) for numbers in zip(*same, strict=True)]


def everybody_at(reader: Reader, place: Place) -> str:
    """All who take part in a step: where nobody can have folded before, that is everybody."""
    return reader.everybody if _folded_before(reader, place) else "everybody"


def starter_at(reader: Reader, place: Place) -> str:
    """Who comes first in a step."""
    return "the starter, or the next player who is still in," if _folded_before(reader, place) else "the starter"


def _folded_before(reader: Reader, place: Place) -> bool:
    """Whether somebody can have folded before a step, and the hand goes on."""
    phases = reader.genome.turn_structure.phases
    before = phases[: max(int(path[-1]) for path in place.paths)] if most_rounds(reader.plain) == 1 else phases
    return reader.genome.player_count > 2 and any(isinstance(phase, BettingPhase) for phase in before)


def patterns_of(reader: Reader) -> list[Pattern]:
    """The live phases as steps, with what repeats itself taken together."""
    steps, made = _steps(reader), list[Pattern]()
    while steps:
        size = max(range(1, LONGEST + 1), key=lambda size: (_repeats(steps, size) > 1, size * _repeats(steps, size)))
        repeats = _repeats(steps, size)
        if repeats == 1:
            size = 1
        made.append(Pattern([steps[at * size : (at + 1) * size] for at in range(repeats)]))
        steps = steps[size * repeats :]
    return made


def _steps(reader: Reader) -> list[Step]:
    numbered = [
        (phase, at) for at, phase in enumerate(reader.genome.turn_structure.phases) if (*PHASES, at) in reader.live
    ]
    made = list[Step]()
    for in_turn, group in groupby(numbered, lambda item: isinstance(item[0], IN_TURN)):
        several = list(group)
        for items in [several] if in_turn else [[item] for item in several]:
            phases, numbers = zip(*items, strict=True)
            made.append(Step(phases, numbers))
    return made


def _repeats(steps: list[Step], size: int) -> int:
    """How often the first `size` steps follow one another."""
    phases = [step.phases for step in steps]
    repeats = 1
    while len(phases) >= size * (repeats + 1) and phases[size * repeats : size * (repeats + 1)] == phases[:size]:
        repeats += 1
    return repeats
