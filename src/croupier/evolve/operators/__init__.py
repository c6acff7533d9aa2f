"""Operators: how one game becomes another.

Each mutation is a small change of one part of the language (`mutation.py`); together they reach every part. Crossover
puts two games together, and repair makes what comes of it playable.
"""

from __future__ import annotations

from random import Random

from croupier.games.genome import GameGenome

from .betting import (
    AddBettingPhaseMutation,
    MutateBettingPhaseMutation,
    MutateBettingStructure,
    MutateForcedBets,
    MutateStartingChipsMutation,
    RemoveBettingPhaseMutation,
    ToggleSidePots,
)
from .cards import (
    MutateCardPoints,
    MutateCardsDealt,
    MutateDeck,
    MutateFaceOfDeal,
    MutateFirstDiscards,
    MutateTrump,
)
from .crossover import crossed
from .mutation import Mutation
from .phases import (
    AddPhase,
    MovePhase,
    MutateDealPhase,
    MutateDiscardPhase,
    MutateDrawPhase,
    MutatePlayConditions,
    MutatePlayPhase,
    MutateTrickPhase,
    RemovePhase,
)
from .repair import repaired
from .table import MutateOnce, MutateRounds, MutateSeats, MutateSession, MutateTurnLimit
from .winning import AddWinCondition, MutateWinCondition, RemoveWinCondition, ReorderWinConditions

__all__ = ["MUTATIONS", "Mutation", "crossed", "mutated", "repaired"]

MUTATIONS: tuple[Mutation, ...] = (
    AddBettingPhaseMutation(),
    RemoveBettingPhaseMutation(),
    MutateBettingPhaseMutation(),
    MutateForcedBets(),
    MutateBettingStructure(),
    MutateStartingChipsMutation(),
    ToggleSidePots(),
    MutateCardsDealt(),
    MutateDeck(),
    MutateFirstDiscards(),
    MutateTrump(),
    MutateFaceOfDeal(),
    MutateCardPoints(),
    AddPhase(),
    RemovePhase(),
    MovePhase(),
    MutateDealPhase(),
    MutateDrawPhase(),
    MutateDiscardPhase(),
    MutatePlayPhase(),
    MutatePlayConditions(),
    MutateTrickPhase(),
    MutateSeats(),
    MutateRounds(),
    MutateOnce(),
    MutateTurnLimit(),
    MutateSession(),
    AddWinCondition(),
    RemoveWinCondition(),
    ReorderWinConditions(),
    MutateWinCondition(),
)
"""Every mutation there is, each as likely as any other."""


def mutated(genome: GameGenome, rng: Random) -> tuple[GameGenome, Mutation]:
    """A genome with one mutation that applies, and which it was. There always is one: of turns."""
    while True:
        mutation = rng.choice(MUTATIONS)
        made = mutation.mutate(genome, rng)
        if made is not None:
            return made, mutation
