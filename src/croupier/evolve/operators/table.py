"""Mutations of the frame: seats, rounds, turns and the session."""

from __future__ import annotations

from random import Random

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import MOST_SEATS
from croupier.games.genome.language.parts import ONCE, Path

from .mutation import Mutation, another, changed, nudged_at

ROUNDS = (0, 1, 2, 3, 4, 6, 8, 12)
TURNS = (10, 20, 40, 60, 100, 200)
MOST_HANDS = 1000


class MutateSeats(Mutation):
    """A player more or less."""

    path: Path = ("player_count",)
    touches = (path,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The number, nudged."""
        return nudged_at(genome, self.path, rng, 2, MOST_SEATS)


class MutateRounds(Mutation):
    """How often the phases are played."""

    path: Path = ("turn_structure", "rounds")
    touches = (path,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """Any other usual number."""
        return changed(genome, self.path, another(rng, genome.turn_structure.rounds, ROUNDS))


class MutateOnce(Mutation):
    """How many of the first phases are played only once."""

    touches = (ONCE,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """Any other number that leaves some phases for the rounds."""
        count = len(genome.turn_structure.phases)
        return changed(genome, ONCE, another(rng, genome.turn_structure.once, range(count))) if count > 1 else None


class MutateTurnLimit(Mutation):
    """After how many turns a hand is decided in any case."""

    path: Path = ("max_turns",)
    touches = (path,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """Any other usual number."""
        return changed(genome, self.path, another(rng, genome.max_turns, TURNS))


class MutateSession(Mutation):
    """How many hands are played."""

    path: Path = ("session", "hands")
    touches = (path,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The number, nudged."""
        return nudged_at(genome, self.path, rng, 1, MOST_HANDS)
