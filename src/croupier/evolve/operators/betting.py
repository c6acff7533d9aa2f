"""Mutations of the betting. All of them keep 0 < min_bet <= starting_chips."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import get_args

from msgspec.structs import replace

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import MOST_CHIPS, BettingPhase, MostChips, Opening, Structure
from croupier.games.genome.language.parts import ONCE, PHASES, found, without
from croupier.games.genome.language.random_genome import random_betting

from .mutation import BETTING, CHIPS, CONDITIONS, Mutation, another, changed, nudged, nudged_at, places_of, with_phase

FIRST_CHIPS = (20, 50, 100, 200)
"""Starting chips for a game that had none."""
MOST_RAISES = 20


class AddBettingPhaseMutation(Mutation):
    """Add a round of betting anywhere; a game for points becomes one for chips."""

    touches = (PHASES, ONCE, CHIPS)
    kinds = BETTING

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with a random round that fits the starting chips."""
        if genome.setup.starting_chips == 0:
            genome = changed(genome, CHIPS, rng.choice(FIRST_CHIPS))
        place = rng.randint(0, len(genome.turn_structure.phases))
        return with_phase(genome, place, random_betting(rng, genome.setup.starting_chips))


class RemoveBettingPhaseMutation(Mutation):
    """Remove a round of betting; with the last one, chips and conditions about chips are removed too."""

    touches = (PHASES, ONCE, CHIPS, CONDITIONS)
    kinds = BETTING

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome without one of the rounds."""
        places = places_of(genome, BETTING)
        if not places:
            return None
        made = without(genome, (*PHASES, rng.choice(places)))
        if len(places) == 1:
            kept = tuple(one for one in genome.win_conditions if not isinstance(one, MostChips))
            made = changed(changed(made, CHIPS, 0), CONDITIONS, kept)
        return made


class _OfOneRound(Mutation):
    """A change of one round of betting."""

    touches = (PHASES,)
    kinds = BETTING

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with one of the rounds changed."""
        places = places_of(genome, BETTING)
        if not places:
            return None
        path = (*PHASES, rng.choice(places))
        return changed(genome, path, self.varied(found(genome, path), genome.setup.starting_chips, rng))

    @abstractmethod
    def varied(self, phase: BettingPhase, chips: int, rng: Random) -> BettingPhase:
        """The round, changed."""


class MutateBettingPhaseMutation(_OfOneRound):
    """Another min_bet or another max_raises."""

    def varied(self, phase: BettingPhase, chips: int, rng: Random) -> BettingPhase:
        """The round with one of the two nudged; a bet is never more than the starting chips."""
        if rng.random() < 0.5:
            return replace(phase, min_bet=nudged(rng, phase.min_bet, 1, chips))
        return replace(phase, max_raises=nudged(rng, phase.max_raises, 0, MOST_RAISES))


class MutateForcedBets(_OfOneRound):
    """Another ante, other blinds or another bring-in."""

    def varied(self, phase: BettingPhase, chips: int, rng: Random) -> BettingPhase:
        """The round with one of them added, removed or nudged."""
        usual = min(phase.min_bet, chips)
        which = rng.choice(("ante", "blinds", "bring_in" if phase.opening != "start" else "ante"))
        if which != "blinds":
            before: int = getattr(phase, which)
            return replace(phase, **{which: rng.choice([0, usual, nudged(rng, max(1, before), 1, chips)])})
        if phase.blinds and rng.random() < 0.5:
            return replace(phase, blinds=phase.blinds[1:])
        blind = rng.choice([max(1, usual // 2), usual])
        return replace(phase, blinds=tuple(sorted((*phase.blinds, blind)))[:3], opening="start", bring_in=0)


class MutateBettingStructure(_OfOneRound):
    """Another structure of raises, or another rule for who opens."""

    def varied(self, phase: BettingPhase, chips: int, rng: Random) -> BettingPhase:
        """The round with another structure and its spread, or with another opening."""
        if rng.random() < 0.5 and not phase.blinds:
            opening = another(rng, phase.opening, get_args(Opening))
            return replace(phase, opening=opening, bring_in=phase.bring_in if opening != "start" else 0)
        structure = rng.choice(get_args(Structure))
        least = max(phase.min_bet, phase.bring_in, *phase.blinds)
        return replace(phase, structure=structure, spread=rng.randint(1, 4) * least if structure == "spread" else 0)


class MutateStartingChipsMutation(Mutation):
    """More or fewer starting chips, in a game with chips: never fewer than a bet."""

    touches = (CHIPS,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with its starting chips nudged."""
        if genome.setup.starting_chips == 0:
            return None
        bets = [phase.min_bet for phase in genome.turn_structure.phases if isinstance(phase, BettingPhase)]
        return nudged_at(genome, CHIPS, rng, max(bets, default=1), MOST_CHIPS)


class ToggleSidePots(Mutation):
    """Switch between side pots and one pot for all."""

    touches = (("setup", "side_pots"),)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with the flag inverted, in a game with chips."""
        if genome.setup.starting_chips == 0:
            return None
        return changed(genome, ("setup", "side_pots"), not genome.setup.side_pots)
