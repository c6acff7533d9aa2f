"""Crossover: a child that has something of two games."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import MOST_PHASES, SetupRules, TurnStructure
from croupier.games.genome.language.parts import fields_of

from .repair import repaired


def crossed(one: GameGenome, other: GameGenome, rng: Random) -> GameGenome | None:
    """A playable child of two games; None if what they have cannot be put together."""
    return repaired(put_together(one, other, rng))


def put_together(one: GameGenome, other: GameGenome, rng: Random) -> GameGenome:
    """The first phases of one and the last of the other; every other part as either has it. It may not be playable."""
    phases, more = one.turn_structure.phases, other.turn_structure.phases
    cut, other_cut = rng.randint(0, len(phases)), rng.randint(0, len(more))
    joined = (*phases[:cut], *more[other_cut:])[:MOST_PHASES] or phases
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
