"""Mutations of the frame: seats, rounds, turns and the session."""

from __future__ import annotations

from random import Random

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import MOST_SEATS
from croupier.games.genome.language.parts import ONCE

from .mutation import Another, Mutation, Nudge, another, changed


class MutateSeats(Nudge):
    """A player more or less."""

    touches = (("player_count",),)
    low, high = 2, MOST_SEATS


class MutateRounds(Another):
    """How often the phases are played."""

    touches = (("turn_structure", "rounds"),)
    values = (0, 1, 2, 3, 4, 6, 8, 12)


class MutateOnce(Mutation):
    """How many of the first phases are played only once."""

    touches = (ONCE,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """Any other number that leaves some phases for the rounds."""
        count = len(genome.turn_structure.phases)
        return changed(genome, ONCE, another(rng, genome.turn_structure.once, range(count))) if count > 1 else None


class MutateTurnLimit(Another):
    """After how many turns a hand is decided in any case."""

    touches = (("max_turns",),)
    values = (10, 20, 40, 60, 100, 200)


class MutateSession(Nudge):
    """How many hands are played."""

    touches = (("session", "hands"),)
    low, high = 1, 1000
