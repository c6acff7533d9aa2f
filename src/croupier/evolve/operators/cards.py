"""Mutations of the setup: what is dealt, from which deck, and what cards are worth."""

from __future__ import annotations

from random import Random
from typing import get_args

from msgspec.structs import replace

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import CardPoints, DeckName, Face, Suit
from croupier.games.genome.language.parts import Path
from croupier.games.genome.language.random_genome import random_points

from .mutation import Another, Mutation, Nudge, changed, nudged

MOST_DEALT, MOST_ON_PILE, MOST_POINTS, MOST_VALUES = 20, 10, 100, 4


class MutateCardsDealt(Nudge):
    """More or fewer cards for everybody to start with."""

    touches = (("setup", "cards_per_player"),)
    high = MOST_DEALT


class MutateDeck(Another):
    """Another deck."""

    touches = (("setup", "initial_deck"),)
    values = get_args(DeckName)


class MutateFirstDiscards(Nudge):
    """More or fewer cards on the discard pile at the start."""

    touches = (("setup", "initial_discard_count"),)
    high = MOST_ON_PILE


class MutateTrump(Mutation):
    """Add, remove or change the trump suit."""

    path: Path = ("setup", "trump_suit")
    touches = (path,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with any suit, or none if there was one."""
        suit = rng.choice(get_args(Suit)) if genome.setup.trump_suit is None else rng.choice([None, *get_args(Suit)])
        return changed(genome, self.path, suit)


class MutateFaceOfDeal(Another):
    """Whether the first cards are dealt hidden, open, or for the others to see."""

    touches = (("setup", "face"),)
    values = get_args(Face)


class MutateCardPoints(Mutation):
    """Add, remove or change an entry of the points of cards."""

    path: Path = ("setup", "card_points")
    touches = (path,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with one entry of the list added, removed or changed."""
        entries, what = list(genome.setup.card_points), rng.random()
        if not entries or (what < 0.3 and len(entries) < MOST_VALUES):
            entries.append(random_points(rng))
        elif what < 0.6:
            entries.pop(rng.randrange(len(entries)))
        else:
            place = rng.randrange(len(entries))
            entries[place] = _revalued(entries[place], rng)
        return changed(genome, self.path, tuple(entries))


def _revalued(entry: CardPoints, rng: Random) -> CardPoints:
    if rng.random() < 0.5:
        other = random_points(rng)
        return replace(entry, ranks=other.ranks, suits=other.suits)
    sign = -1 if entry.points < 0 else 1
    points = sign * nudged(rng, abs(entry.points), 0, MOST_POINTS)
    return replace(entry, points=-points if rng.random() < 0.1 else points)
