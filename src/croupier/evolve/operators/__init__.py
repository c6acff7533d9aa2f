"""Operators: make new games from known ones.

Each mutation is a small change of one part of the language (`mutation.py`); together they reach every part. The
crossovers combine two games, and repair makes the result playable.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import MOST_PHASES, BettingPhase, SetupRules, TurnStructure
from croupier.games.genome.language.parts import fields_of

from . import betting, cards, phases, winning
from .mutation import Mutation
from .repair import repaired

__all__ = ["CROSSOVERS", "MUTATIONS", "Mutation", "crossed", "mutated", "phases_joined", "repaired", "turns_taken"]

MUTATIONS: tuple[Mutation, ...] = tuple(
    kind()
    for kind in (
        betting.AddBettingPhaseMutation,
        betting.RemoveBettingPhaseMutation,
        betting.MutateBettingPhaseMutation,
        betting.MutateForcedBets,
        betting.MutateBettingStructure,
        betting.MutateStartingChipsMutation,
        betting.ToggleSidePots,
        cards.MutateCardsDealt,
        cards.MutateDeck,
        cards.MutateFirstDiscards,
        cards.MutateTrump,
        cards.MutateFaceOfDeal,
        cards.MutateCardPoints,
        phases.AddPhase,
        phases.RemovePhase,
        phases.MovePhase,
        phases.MutateDealPhase,
        phases.MutateDrawPhase,
        phases.MutateDiscardPhase,
        phases.MutatePlayPhase,
        phases.MutatePlayConditions,
        phases.MutateTrickPhase,
        phases.MutateSeats,
        phases.MutateRounds,
        phases.MutateOnce,
        phases.MutateTurnLimit,
        phases.MutateSession,
        winning.AddWinCondition,
        winning.RemoveWinCondition,
        winning.ReorderWinConditions,
        winning.MutateWinCondition,
    )
)
"""All mutations; each is chosen with the same probability."""


def mutated(genome: GameGenome, rng: Random) -> tuple[GameGenome, Mutation]:
    """A genome with one random mutation that applies, and that mutation. One always applies: `MutateTurnLimit`."""
    while True:
        mutation = rng.choice(MUTATIONS)
        made = mutation.mutate(genome, rng)
        if made is not None:
            return made, mutation


def phases_joined(one: GameGenome, other: GameGenome, rng: Random) -> GameGenome:
    """The first phases of `one` and the last of `other`; every other part from either at random. It may not be
    playable."""
    own, more = one.turn_structure.phases, other.turn_structure.phases
    cut, other_cut = rng.randint(0, len(own)), rng.randint(0, len(more))
    joined = (*own[:cut], *more[other_cut:])[:MOST_PHASES] or own
    turns = rng.choice((one, other)).turn_structure
    setup = {name: getattr(rng.choice((one, other)).setup, name) for name in fields_of(SetupRules)}
    return replace(
        one,
        setup=SetupRules(**setup),
        turn_structure=TurnStructure(joined, turns.rounds, min(turns.once, len(joined) - 1)),
        win_conditions=rng.choice((one, other)).win_conditions,
        max_turns=rng.choice((one, other)).max_turns,
        player_count=rng.choice((one, other)).player_count,
    )


def turns_taken(one: GameGenome, other: GameGenome, rng: Random) -> GameGenome:
    """`one` with whole turns of `other` and all that is played for in them: its win conditions, its limit of turns, and
    what its cards count. `one` keeps its deal, its players and mostly its opening: the phases that are played once at
    first, or else its first round of betting. It may not be playable."""
    own, more = one.turn_structure, other.turn_structure
    first = own.phases[: own.once] or tuple(phase for phase in own.phases if isinstance(phase, BettingPhase))[:1]
    opening = (first if rng.random() < OPENED else more.phases[: more.once])[: MOST_PHASES - 1]
    phases = (*opening, *more.phases[more.once :])[:MOST_PHASES]
    points, trump = other.setup.card_points, other.setup.trump_suit
    return replace(
        one,
        setup=replace(one.setup, card_points=points, trump_suit=trump),
        turn_structure=TurnStructure(phases, more.rounds, len(opening)),
        win_conditions=other.win_conditions,
        max_turns=other.max_turns,
    )


OPENED = 0.7
"""How often a game keeps its opening when it gets the turns of another."""
Crossover = Callable[[GameGenome, GameGenome, Random], GameGenome]
CROSSOVERS: dict[str, Crossover] = {"JoinPhases": phases_joined, "TakeTurns": turns_taken}
"""All crossovers, by name; each is chosen with the same probability."""


def crossed(one: GameGenome, other: GameGenome, rng: Random) -> tuple[GameGenome | None, str]:
    """A playable child of two games by one of the crossovers, and its name; None if the combination cannot be
    repaired."""
    name = rng.choice(tuple(CROSSOVERS))
    return repaired(CROSSOVERS[name](one, other, rng)), name
