"""Mutations of the win conditions: their number, order and fields."""

from __future__ import annotations

from random import Random
from typing import get_args

from msgspec.structs import replace

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import BestHand, Counted, HighScore, LowScore, MostChips, WinCondition
from croupier.games.genome.language.random_genome import random_best_hand, random_conditions

from .mutation import CONDITIONS, Mutation, another, changed

MOST_CONDITIONS = 4
THRESHOLDS = (0, 10, 20, 50, 100)


class AddWinCondition(Mutation):
    """Add a condition, which breaks ties of those before it."""

    touches = (CONDITIONS,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with a random condition at any place."""
        if len(genome.win_conditions) == MOST_CONDITIONS:
            return None
        conditions = list(genome.win_conditions)
        conditions.insert(rng.randint(0, len(conditions)), _any_condition(genome, rng))
        return changed(genome, CONDITIONS, tuple(conditions))


class RemoveWinCondition(Mutation):
    """Remove a condition, unless it is the only one."""

    touches = (CONDITIONS,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome without one of the conditions."""
        conditions = list(genome.win_conditions)
        if len(conditions) == 1:
            return None
        conditions.pop(rng.randrange(len(conditions)))
        return changed(genome, CONDITIONS, tuple(conditions))


class ReorderWinConditions(Mutation):
    """Change the order of the conditions."""

    touches = (CONDITIONS,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with the conditions in random order."""
        conditions = list(genome.win_conditions)
        rng.shuffle(conditions)
        return changed(genome, CONDITIONS, tuple(conditions)) if len(conditions) > 1 else None


class MutateWinCondition(Mutation):
    """Change one condition, or replace it."""

    touches = (CONDITIONS,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with one of the conditions changed or replaced."""
        conditions = list(genome.win_conditions)
        place = rng.randrange(len(conditions))
        varied = _varied(conditions[place], genome.setup.starting_chips, rng)
        conditions[place] = _any_condition(genome, rng) if rng.random() < 0.3 else varied
        return changed(genome, CONDITIONS, tuple(conditions))


def _any_condition(genome: GameGenome, rng: Random) -> WinCondition:
    return rng.choice(random_conditions(rng, genome.setup.starting_chips))


def _varied(condition: WinCondition, chips: int, rng: Random) -> WinCondition:
    if isinstance(condition, BestHand):
        if condition.evaluation != "points" or rng.random() < 0.3:
            return random_best_hand(rng)
        flag = rng.choice(("bust", "soft_aces", "one_suit"))
        if rng.random() < 0.5:
            return replace(condition, target=another(rng, condition.target, (0, 10, 15, 21, 31)))
        return replace(condition, **{flag: not getattr(condition, flag)})
    if isinstance(condition, HighScore | LowScore):
        if rng.random() < 0.4:
            return replace(condition, threshold=another(rng, condition.threshold, THRESHOLDS))
        if rng.random() < 0.5:
            return replace(condition, counted=another(rng, condition.counted, get_args(Counted)))
        other = LowScore if isinstance(condition, HighScore) else HighScore
        return other(condition.threshold, condition.counted)
    if isinstance(condition, MostChips):
        return MostChips(another(rng, condition.threshold, (0, 2 * chips, 4 * chips)))
    return condition
