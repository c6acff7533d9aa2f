"""Repair: makes a genome that was combined from others playable, with few changes.

A genome that can be played is left as it is. Otherwise values are lowered, and lists shortened; the result depends only
on the genome, not on chance.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from croupier.games.genome import GameGenome, validate
from croupier.games.genome.language.genome import (
    MOST_PHASES,
    AnyPhase,
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    HighScore,
    LowScore,
    MostChips,
    PlayPhase,
    TrickPhase,
    WinCondition,
)
from croupier.games.genome.machine.dealing import hand_room
from croupier.games.genome.machine.records import BOARD_ROOM
from croupier.games.genome.machine.translate import cards_of

STAKES = 10
"""The starting chips, in highest bets, of a game with betting that had no chips."""
MOST_CONDITIONS = 4


def repaired(genome: GameGenome) -> GameGenome | None:
    """A genome that can be played; None if repair does not succeed."""
    if not validate(genome):
        return genome
    for mend in (_phases, _chips, _bets, _cards, _faces, _counts, _conditions):
        genome = mend(genome)
    return None if validate(genome) else genome


def _with_phases(genome: GameGenome, phases: tuple[AnyPhase, ...]) -> GameGenome:
    return replace(genome, turn_structure=replace(genome.turn_structure, phases=phases))


def _each_phase(genome: GameGenome, mend: Callable[[AnyPhase], AnyPhase]) -> GameGenome:
    return _with_phases(genome, tuple(map(mend, genome.turn_structure.phases)))


def _phases(genome: GameGenome) -> GameGenome:
    """At most MOST_PHASES phases, and at least one of them for the rounds."""
    phases = genome.turn_structure.phases[:MOST_PHASES]
    once = min(genome.turn_structure.once, len(phases) - 1)
    return replace(genome, turn_structure=replace(genome.turn_structure, phases=phases, once=once))


def _chips(genome: GameGenome) -> GameGenome:
    """Chips if there is betting, and none if there is not."""
    bets = [phase.min_bet for phase in genome.turn_structure.phases if isinstance(phase, BettingPhase)]
    chips = genome.setup.starting_chips
    if not bets:
        chips = 0
    elif chips == 0:
        chips = STAKES * max(bets)
    return replace(genome, setup=replace(genome.setup, starting_chips=chips))


def _bets(genome: GameGenome) -> GameGenome:
    """No bet is more than the starting chips, and blinds and openings do not contradict each other."""
    chips, seats = genome.setup.starting_chips, genome.player_count

    def mended(phase: AnyPhase) -> AnyPhase:
        if not isinstance(phase, BettingPhase):
            return phase
        min_bet = min(phase.min_bet, chips)
        blinds = tuple(sorted(min(blind, chips) for blind in phase.blinds))[:seats]
        opening = "start" if blinds else phase.opening
        bring_in = 0 if opening == "start" else min(phase.bring_in, chips)
        least = max(min_bet, bring_in, *blinds) if blinds else max(min_bet, bring_in)
        spread = max(phase.spread, least) if phase.structure == "spread" else 0
        ante = min(phase.ante, chips)
        return replace(
            phase, min_bet=min_bet, ante=ante, blinds=blinds, opening=opening, bring_in=bring_in, spread=spread
        )

    return _each_phase(genome, mended)


def _cards(genome: GameGenome) -> GameGenome:
    """Enough cards, and room for them: a larger deck, then fewer cards, then fewer seats."""
    first = genome.turn_structure.phases[0]
    if genome.setup.cards_per_player == 0 and not (isinstance(first, DealPhase) and first.to == "hand"):
        genome = replace(genome, setup=replace(genome.setup, cards_per_player=1))
    while (fewer := _with_fewer_cards(genome)) is not None:
        genome = fewer
    return genome


def _dealt(genome: GameGenome, to: str) -> int:
    return sum(phase.count for phase in genome.turn_structure.phases if isinstance(phase, DealPhase) and phase.to == to)


def _with_fewer_cards(genome: GameGenome) -> GameGenome | None:
    """The genome after one step towards fewer cards; None if deck and table have enough room."""
    setup, seats = genome.setup, genome.player_count
    each, board = setup.cards_per_player + _dealt(genome, "hand"), _dealt(genome, "community")
    pile = setup.initial_discard_count + _dealt(genome, "discard")
    if board > BOARD_ROOM:
        return _one_less(genome, "community")
    if each > hand_room(seats):
        return _less_in_hand(genome)
    if each * seats + board + pile <= len(cards_of(setup.initial_deck)):
        return None
    if setup.initial_deck != "standard_52":
        return replace(genome, setup=replace(setup, initial_deck="standard_52"))
    if setup.initial_discard_count > 1:
        return replace(genome, setup=replace(setup, initial_discard_count=1))
    if each > 1:
        return _less_in_hand(genome)
    return _one_less(genome, "discard")


def _less_in_hand(genome: GameGenome) -> GameGenome:
    if genome.setup.cards_per_player > 1:
        return replace(genome, setup=replace(genome.setup, cards_per_player=genome.setup.cards_per_player - 1))
    return _one_less(genome, "hand")


def _one_less(genome: GameGenome, to: str) -> GameGenome:
    """One card less in the largest deal to a place; a deal of one card is removed."""
    phases = list(genome.turn_structure.phases)
    counts = {at: one.count for at, one in enumerate(phases) if isinstance(one, DealPhase) and one.to == to}
    at = max(counts, key=counts.__getitem__)
    deal = phases[at]
    assert isinstance(deal, DealPhase)
    if deal.count > 1:
        phases[at] = replace(deal, count=deal.count - 1)
    else:
        phases.pop(at)
    turns = genome.turn_structure
    once = turns.once - (1 if len(phases) < len(turns.phases) and at < turns.once else 0)
    return replace(genome, turn_structure=replace(turns, phases=tuple(phases), once=once))


def _faces(genome: GameGenome) -> GameGenome:
    """No seat has to choose among cards of its own that only others see."""
    phases = genome.turn_structure.phases
    chooses = any(isinstance(phase, DiscardPhase | PlayPhase | TrickPhase) for phase in phases)

    def mended(phase: AnyPhase) -> AnyPhase:
        if not isinstance(phase, DealPhase | DrawPhase) or phase.face != "others":
            return phase
        on_table = isinstance(phase, DealPhase) and phase.to != "hand"
        return replace(phase, face="up" if on_table else "down") if on_table or chooses else phase

    if chooses and genome.setup.face == "others":
        genome = replace(genome, setup=replace(genome.setup, face="down"))
    return _each_phase(genome, mended)


def _counts(genome: GameGenome) -> GameGenome:
    """`max_cards` is at least `min_cards`, and only one card is drawn from the discard pile."""

    def mended(phase: AnyPhase) -> AnyPhase:
        if isinstance(phase, PlayPhase):
            return replace(phase, max_cards=max(phase.min_cards, phase.max_cards))
        if isinstance(phase, DrawPhase) and phase.source == "discard":
            return replace(phase, count=1)
        return phase

    return _each_phase(genome, mended)


def _conditions(genome: GameGenome) -> GameGenome:
    """No condition twice, and no condition about chips in a game without them."""
    chips, kept = genome.setup.starting_chips, dict[type, WinCondition]()
    for condition in genome.win_conditions:
        if isinstance(condition, MostChips):
            if chips == 0:
                continue
            if condition.threshold <= chips:
                condition = MostChips()
        kind = HighScore if isinstance(condition, LowScore) else type(condition)
        kept.setdefault(kind, condition)
    return replace(genome, win_conditions=tuple(kept.values())[:MOST_CONDITIONS] or (BestHand(),))
