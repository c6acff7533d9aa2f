"""The base classes of mutations: small changes after which a game can still be played.

A mutation declares the paths that it may change and, if it changes phases, of which kinds.
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
"""How often a random change is tried until the result can be played."""
CHIPS: Path = ("setup", "starting_chips")
CONDITIONS: Path = ("win_conditions",)
CARD_PHASES: tuple[type, ...] = (DealPhase, DrawPhase, DiscardPhase, PlayPhase, TrickPhase, ShowdownPhase)
BETTING: tuple[type, ...] = (BettingPhase,)
EVERY_PHASE = (*BETTING, *CARD_PHASES)


class Mutation(ABC):
    """One kind of change. Only the paths in `touches` may differ afterwards; of phases, only those of `kinds`."""

    touches: ClassVar[tuple[Path, ...]]
    kinds: ClassVar[tuple[type, ...]] = ()

    @abstractmethod
    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with the change, which may not be playable; None if there is nothing to change."""

    def mutate(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """A changed genome that can be played; None if the change does not apply, or no try was playable."""
        for _ in range(TRIES):
            made = self.proposed(genome, rng)
            if made is None:
                return None
            if made != genome and not validate(made):
                return made
        return None


class Nudge(Mutation):
    """Make a number somewhat higher or lower, within bounds."""

    low: ClassVar[int] = 0
    high: ClassVar[int]

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with the number nudged."""
        return nudged_at(genome, self.touches[0], rng, self.low, self.high)


class Another(Mutation):
    """Replace a value by another of `values`."""

    values: ClassVar[Sequence[object]]

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with another value."""
        [path] = self.touches
        return changed(genome, path, another(rng, found(genome, path), self.values))


def places_of(genome: GameGenome, kinds: tuple[type, ...]) -> list[int]:
    """The indexes of the phases of some kinds."""
    return [number for number, phase in enumerate(genome.turn_structure.phases) if isinstance(phase, kinds)]


def with_phase(genome: GameGenome, place: int, phase: AnyPhase) -> GameGenome:
    """A genome with one more phase. Phases that were played only once still are, and so is a new one among them."""
    phases, once = genome.turn_structure.phases, genome.turn_structure.once
    made: GameGenome = replaced(genome, PHASES, (*phases[:place], phase, *phases[place:]))
    return replaced(made, ONCE, once + 1) if place < once else made


def changed(genome: GameGenome, path: Path, value: object) -> GameGenome:
    """A genome with another value at a path."""
    made: GameGenome = replaced(genome, path, value)
    return made


def another(rng: Random, value: T, values: Sequence[T]) -> T:
    """Any other of some values; the same if there is no other."""
    others = [other for other in values if other != value]
    return rng.choice(others) if others else value


def nudged(rng: Random, value: int, low: int, high: int) -> int:
    """A number near `value`: one more or less, or between half and twice as much; within bounds."""
    steps = [value - 1, value + 1, value * 2, value // 2, rng.randint(value // 2, value * 2 + 1)]
    return another(rng, value, [step for step in steps if low <= step <= high])


def nudged_at(genome: GameGenome, path: Path, rng: Random, low: int, high: int) -> GameGenome:
    """A genome with the number at a path nudged."""
    return changed(genome, path, nudged(rng, found(genome, path), low, high))
