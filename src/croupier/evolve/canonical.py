"""The canonical form: two genomes that play alike for one hand have the same form.

Parts that never change play are left out, as are labels and the length of the session; chip amounts are divided by
their greatest common divisor, and suits are renamed. (After the division play is only nearly the same: the odd chips of
a split pot are a larger share of a smaller pot.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import reduce
from itertools import permutations
from math import gcd
from typing import Any, get_args

from msgspec.structs import replace

from croupier.games.genome import GameGenome, validate
from croupier.games.genome.language.dead_parts import live_parts, without_dead_structures
from croupier.games.genome.language.genome import (
    BettingPhase,
    HighScore,
    LowScore,
    MostChips,
    Part,
    SessionLength,
    Suit,
)
from croupier.games.genome.language.parts import PHASES, fields_of, left_out, parts, replaced
from croupier.games.genome.machine.reduction import reduced_form
from croupier.games.genome.machine.translate import DECKS, to_config, translate

SUITS: tuple[Suit, ...] = get_args(Suit)
ONE_HAND = SessionLength(1)
DIGITS = 16


def canonical(genome: GameGenome) -> GameGenome:
    """The canonical form of a valid genome, which is a valid genome itself."""
    made = replace(genome, genome_id="", generation=0, title="", note="", session=ONE_HAND)
    made = replace(made, win_conditions=tuple(map(_of_one_hand, made.win_conditions)))
    return _suits_renamed(_chips_scaled(without_dead_structures(made)[0]))


def key_of(form: GameGenome) -> str:
    """A hash of a canonical form; fields that are never read do not change it."""
    config = to_config(form, translate(form))
    return hashlib.sha256(repr(reduced_form(config)).encode()).hexdigest()[:DIGITS]


def tidied(form: GameGenome) -> GameGenome:
    """The same game, with the default value in every field that never affects play."""
    known, live = key_of(form), set(live_parts(form))
    for path in parts(form):
        other = left_out(form, path) if path not in live and not isinstance(path[-1], int) else None
        if other is not None and not validate(other) and key_of(other) == known:
            form = other
    return form


def _of_one_hand(condition: Any) -> Any:
    """A condition without its threshold, which concerns the session."""
    return replace(condition, threshold=0) if isinstance(condition, HighScore | LowScore | MostChips) else condition


def _chips_scaled(genome: GameGenome) -> GameGenome:
    """All chips divided by their greatest common divisor."""
    amounts = [genome.setup.starting_chips]
    for phase in genome.turn_structure.phases:
        if isinstance(phase, BettingPhase):
            amounts += [phase.min_bet, phase.ante, *phase.blinds, phase.spread, phase.bring_in]
    unit = reduce(gcd, amounts)
    if unit < 2:
        return genome
    phases = tuple(_scaled(one, unit) if isinstance(one, BettingPhase) else one for one in genome.turn_structure.phases)
    setup = replace(genome.setup, starting_chips=genome.setup.starting_chips // unit)
    return replace(genome, setup=setup, turn_structure=replace(genome.turn_structure, phases=phases))


def _scaled(phase: BettingPhase, unit: int) -> BettingPhase:
    return replace(
        phase,
        min_bet=phase.min_bet // unit,
        ante=phase.ante // unit,
        blinds=tuple(blind // unit for blind in phase.blinds),
        spread=phase.spread // unit,
        bring_in=phase.bring_in // unit,
    )


def _suits_renamed(genome: GameGenome) -> GameGenome:
    """The genome with its suits renamed, to the names among the deck's suits whose `repr` sorts first."""
    parts = (genome.setup.trump_suit, genome.setup.card_points, genome.turn_structure.phases)
    named = set(_suits_in(parts))
    if not named:
        return genome
    own = SUITS[: DECKS[genome.setup.initial_deck][1]]
    renamed = [suit for suit in own if suit in named]
    _, points, phases = parts
    best: tuple[str, Any] | None = None
    for order in permutations(own, len(renamed)):
        names = dict[str, str](zip(renamed, order, strict=True))
        found = tuple(_renamed(part, names) for part in (genome.setup.trump_suit, points, phases))
        if best is None or repr(found) < best[0]:
            best = repr(found), found
    assert best is not None
    trump, points, phases = best[1]
    made: GameGenome = replaced(genome, ("setup",), replace(genome.setup, trump_suit=trump, card_points=points))
    return replaced(made, PHASES, phases)  # type: ignore[no-any-return]


def _suits_in(value: Any) -> Iterator[str]:
    """All names of suits in a part, nested ones included."""
    if isinstance(value, tuple):
        for item in value:
            yield from _suits_in(item)
    elif isinstance(value, Part):
        for name in fields_of(type(value)):
            yield from _suits_in(getattr(value, name))
    elif value in SUITS:
        yield value


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """A part with other names of suits; lists of names in a fixed order."""
    if isinstance(value, tuple):
        inside = [_renamed(item, names) for item in value]
        return tuple(sorted(inside)) if inside and isinstance(inside[0], str) else tuple(inside)
    if isinstance(value, Part):
        return replace(value, **{name: _renamed(getattr(value, name), names) for name in fields_of(type(value))})
    return names.get(value, value) if isinstance(value, str) else value
