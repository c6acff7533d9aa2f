"""What every mutation is: a small change that leaves a game which can be played.

A mutation declares the places that it may touch and, where it touches phases, of which kinds they are. It says nothing
of whether the game got better: play does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import ClassVar, TypeVar

from croupier.games.genome import GameGenome, validate
from croupier.games.genome.language.genome import (
    AnyPhase,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.language.parts import ONCE, PHASES, Path, found, replaced

T = TypeVar("T")
TRIES = 12
"""How often a change is tried until it leaves a game that can be played."""
CHIPS: Path = ("setup", "starting_chips")
CONDITIONS: Path = ("win_conditions",)
CARD_PHASES: tuple[type, ...] = (DealPhase, DrawPhase, DiscardPhase, PlayPhase, TrickPhase, ShowdownPhase)
BETTING: tuple[type, ...] = (BettingPhase,)
EVERY_PHASE = (*BETTING, *CARD_PHASES)


class Mutation(ABC):
    """One kind of change. `touches` are the only places that differ afterwards; of phases, only those of `kinds`."""

    touches: ClassVar[tuple[Path, ...]]
    kinds: ClassVar[tuple[type, ...]] = ()

    @abstractmethod
    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with the change, be it playable or not; None if there is nothing to change."""

    def mutate(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """Another genome that can be played; None if the change does not apply, or never left one."""
        for _ in range(TRIES):
            made = self.proposed(genome, rng)
            if made is None:
                return None
            if made != genome and not validate(made):
                return made
        return None


class Nudge(Mutation):
    """A number a little higher or lower, within bounds."""

    low: ClassVar[int] = 0
    high: ClassVar[int]

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The number, nudged."""
        return nudged_at(genome, self.touches[0], rng, self.low, self.high)


class Another(Mutation):
    """Any other of some values."""

    values: ClassVar[Sequence[object]]

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """Any other."""
        [path] = self.touches
        return changed(genome, path, another(rng, found(genome, path), self.values))


def places_of(genome: GameGenome, kinds: tuple[type, ...]) -> list[int]:
    """The numbers of the phases that are of some kinds."""
    return [number for number, phase in enumerate(genome.turn_structure.phases) if isinstance(phase, kinds)]


def with_phase(genome: GameGenome, place: int, phase: AnyPhase) -> GameGenome:
    """A genome with a phase more. Those that were played once still are, and so is one that comes before them."""
    phases, once = genome.turn_structure.phases, genome.turn_structure.once
    made: GameGenome = replaced(genome, PHASES, (*phases[:place], phase, *phases[place:]))
    return replaced(made, ONCE, once + 1) if place < once else made


def changed(genome: GameGenome, path: Path, value: object) -> GameGenome:
    """A genome with something else at a place."""
    made: GameGenome = replaced(genome, path, value)
    return made


def another(rng: Random, value: T, values: Sequence[T]) -> T:
    """Any other of some values; the same if there is no other."""
    others = [other for other in values if other != value]
    return rng.choice(others) if others else value


def nudged(rng: Random, value: int, low: int, high: int) -> int:
    """A number near another: one more or less, or up to twice or half of it; within bounds."""
    steps = [value - 1, value + 1, value * 2, value // 2, rng.randint(value // 2, value * 2 + 1)]
    return another(rng, value, [step for step in steps if low <= step <= high])


def nudged_at(genome: GameGenome, path: Path, rng: Random, low: int, high: int) -> GameGenome:
    """A genome with a number nudged."""
    return changed(genome, path, nudged(rng, found(genome, path), low, high))
