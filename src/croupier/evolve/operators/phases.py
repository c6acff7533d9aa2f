"""Mutations of the phases other than betting: their number, order and fields; and of seats, rounds, turns and the
session."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec import inspect

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import (
    MOST_SEATS,
    AnyPhase,
    Condition,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    Part,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.language.parts import ONCE, PHASES, fields_of, found, without
from croupier.games.genome.language.random_genome import random_condition, random_phase

from .mutation import (
    CARD_PHASES,
    EVERY_PHASE,
    Another,
    Mutation,
    Nudge,
    another,
    changed,
    nudged,
    places_of,
    with_phase,
)

MOST_CONDITIONS = 8


class AddPhase(Mutation):
    """Add a phase of any kind but betting."""

    touches = (PHASES, ONCE)
    kinds = CARD_PHASES

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with a random phase anywhere; a showdown ends the hand, so there is at most one."""
        showdown = rng.random() < 0.05 and not places_of(genome, (ShowdownPhase,))
        phase: AnyPhase = ShowdownPhase() if showdown else random_phase(rng, 0)
        return with_phase(genome, rng.randint(0, len(genome.turn_structure.phases)), phase)


class RemovePhase(Mutation):
    """Remove a phase of any kind but betting."""

    touches = (PHASES, ONCE)
    kinds = CARD_PHASES

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome without one of these phases."""
        places = places_of(genome, CARD_PHASES)
        return without(genome, (*PHASES, rng.choice(places))) if places else None


class MovePhase(Mutation):
    """Move a phase to another place."""

    touches = (PHASES,)
    kinds = EVERY_PHASE

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with any phase at another place."""
        phases = list(genome.turn_structure.phases)
        if len(phases) < 2:
            return None
        moved = phases.pop(rng.randrange(len(phases)))
        phases.insert(rng.randint(0, len(phases)), moved)
        return changed(genome, PHASES, tuple(phases))


class _OfOnePhase(Mutation):
    """Change one field of one phase of a kind."""

    touches = (PHASES,)
    fields: ClassVar[tuple[str, ...]] = ()
    """The fields that may change; all if empty."""

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with another value in a field of a phase of the kind."""
        places = places_of(genome, self.kinds)
        if not places:
            return None
        path = (*PHASES, rng.choice(places))
        return changed(genome, path, varied(found(genome, path), rng, self.fields))


class MutateDealPhase(_OfOnePhase):
    """Change how many cards are dealt, where to, or whether face up."""

    kinds = (DealPhase,)


class MutateDrawPhase(_OfOnePhase):
    """Change how many cards are drawn, from where, or whether they must be."""

    kinds = (DrawPhase,)


class MutateDiscardPhase(_OfOnePhase):
    """Change how many cards are discarded, how, or whether they are replaced."""

    kinds = (DiscardPhase,)


class MutatePlayPhase(_OfOnePhase):
    """Change how many cards are played, where to, or whether they must be; not the conditions on them."""

    kinds = (PlayPhase,)
    fields = ("min_cards", "max_cards", "target", "match", "mandatory", "only_if_passed")


class MutateTrickPhase(_OfOnePhase):
    """Change whether suit must be followed, or which card wins."""

    kinds = (TrickPhase,)


class MutatePlayConditions(Mutation):
    """Add, remove or replace a condition on the cards of a play phase."""

    touches = (PHASES,)
    kinds = (PlayPhase,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with one condition of one phase changed."""
        places = places_of(genome, self.kinds)
        if not places:
            return None
        path = (*PHASES, rng.choice(places), "conditions")
        conditions: list[Condition] = list(found(genome, path))
        what = rng.random()
        if not conditions or (what < 0.4 and len(conditions) < MOST_CONDITIONS):
            conditions.append(random_condition(rng))
        elif what < 0.7:
            conditions.pop(rng.randrange(len(conditions)))
        else:
            conditions[rng.randrange(len(conditions))] = random_condition(rng)
        return changed(genome, path, tuple(conditions))


def varied(part: Part, rng: Random, fields: tuple[str, ...] = ()) -> Any:
    """A structure with one of its fields changed, within the bounds of its type."""
    known = fields_of(type(part))
    names = fields or tuple(known)
    if not names:
        return part
    name = rng.choice(names)
    return msgspec.structs.replace(part, **{name: _other_value(getattr(part, name), known[name].type, rng)})


def _other_value(value: Any, kind: inspect.Type, rng: Random) -> Any:
    if isinstance(kind, inspect.Metadata):
        return _other_value(value, kind.type, rng)
    if isinstance(kind, inspect.BoolType):
        return not value
    if isinstance(kind, inspect.LiteralType):
        return another(rng, value, kind.values)
    assert isinstance(kind, inspect.IntType), "only play conditions and card points are lists"
    return nudged(rng, value, kind.ge or 0, kind.le or 0)


class MutateSeats(Nudge):
    """Change the number of players."""

    touches = (("player_count",),)
    low, high = 2, MOST_SEATS


class MutateRounds(Another):
    """Change how often the phases are played."""

    touches = (("turn_structure", "rounds"),)
    values = (0, 1, 2, 3, 4, 6, 8, 12)


class MutateOnce(Mutation):
    """Change how many of the first phases are played only once."""

    touches = (ONCE,)

    def proposed(self, genome: GameGenome, rng: Random) -> GameGenome | None:
        """The genome with any other number that leaves some phases for the rounds."""
        count = len(genome.turn_structure.phases)
        return changed(genome, ONCE, another(rng, genome.turn_structure.once, range(count))) if count > 1 else None


class MutateTurnLimit(Another):
    """Change the number of turns after which a hand ends in any case."""

    touches = (("max_turns",),)
    values = (10, 20, 40, 60, 100, 200)


class MutateSession(Nudge):
    """Change how many hands are played."""

    touches = (("session", "hands"),)
    low, high = 1, 1000
