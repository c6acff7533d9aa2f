"""The steps of a hand, and which of them repeat: equal steps are told once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..language.genome import AnyPhase, BettingPhase, DealPhase, DiscardPhase, GameGenome, PlayPhase
from ..language.parts import PHASES
from ..machine.translate import IN_TURN
from .limits import most_rounds
from .sentences import Place, Reader

LONGEST = 4
"""The most steps that are told as a pattern."""


class Step(NamedTuple):
    """A phase of the whole table, or the phases of a turn, and the number of each."""

    phases: tuple[AnyPhase, ...]
    numbers: tuple[int, ...]

    @property
    def is_turn(self) -> bool:
        """Whether each player does it in a turn of their own."""
        return isinstance(self.phases[0], IN_TURN)


class Pattern(NamedTuple):
    """Some steps that are repeated one after another."""

    goes: list[Sequence[Step]]

    @property
    def last(self) -> int:
        """The number of its last phase."""
        return self.goes[-1][-1].numbers[-1]

    def places(self, reader: Reader, number: int) -> list[Place]:
        """The places of a step's phases, in every repetition."""
        same = [go[number].numbers for go in self.goes]
        return [reader.at(*((*PHASES, at) for at in numbers)) for numbers in zip(*same, strict=True)]


def everybody_at(reader: Reader, place: Place) -> str:
    """The players who take part in a step: "everybody", if nobody can have folded before."""
    return reader.everybody if _folded_before(reader, place) else "everybody"


def starter_at(reader: Reader, place: Place) -> str:
    """The player who comes first in a step."""
    return "the starter, or the next player who is still in," if _folded_before(reader, place) else "the starter"


def is_laid_up(phase: AnyPhase) -> bool:
    """Whether cards are laid onto the discard pile in a phase."""
    if isinstance(phase, DiscardPhase):
        return phase.face == "up"
    if isinstance(phase, PlayPhase):
        return phase.target == "discard"
    return isinstance(phase, DealPhase) and phase.to == "discard"


def has_pile(genome: GameGenome) -> bool:
    """Whether there is ever a card on the discard pile."""
    return genome.setup.initial_discard_count > 0 or any(map(is_laid_up, genome.turn_structure.phases))


def _folded_before(reader: Reader, place: Place) -> bool:
    """Whether a player can have folded before a step without ending the hand."""
    phases, last = reader.genome.turn_structure.phases, max(int(path[-1]) for path in place.paths)
    before = phases[:last] if last < reader.once or most_rounds(reader.plain) == 1 else phases
    return reader.genome.player_count > 2 and any(isinstance(phase, BettingPhase) for phase in before)


def patterns_of(reader: Reader) -> list[Pattern]:
    """The live phases as steps, with repetitions taken together: first those that are played once."""
    phases = list(enumerate(reader.genome.turn_structure.phases))
    return [*_patterns(_steps(reader, phases[: reader.once])), *_patterns(_steps(reader, phases[reader.once :]))]


def _patterns(steps: list[Step]) -> list[Pattern]:
    made = list[Pattern]()
    while steps:
        size = max(range(1, LONGEST + 1), key=lambda size: (_repeats(steps, size) > 1, size * _repeats(steps, size)))
        repeats = _repeats(steps, size)
        if repeats == 1:
            size = 1
        made.append(Pattern([steps[at * size : (at + 1) * size] for at in range(repeats)]))
        steps = steps[size * repeats :]
    return made


def _steps(reader: Reader, numbered: Sequence[tuple[int, AnyPhase]]) -> list[Step]:
    live = [(number, phase) for number, phase in numbered if (*PHASES, number) in reader.live]
    made = list[Step]()
    for in_turn, group in groupby(live, lambda item: isinstance(item[1], IN_TURN)):
        several = list(group)
        for items in [several] if in_turn else [[item] for item in several]:
            numbers, phases = zip(*items, strict=True)
            made.append(Step(phases, numbers))
    return made


def _repeats(steps: list[Step], size: int) -> int:
    """How often the first `size` steps follow one another."""
    phases = [step.phases for step in steps]
    repeats = 1
    while len(phases) >= size * (repeats + 1) and phases[size * repeats : size * (repeats + 1)] == phases[:size]:
        repeats += 1
    return repeats
