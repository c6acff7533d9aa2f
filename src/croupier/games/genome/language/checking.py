"""Flaws of a genome whose fields are all valid by themselves. `validate` reports all of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from ..machine.dealing import hand_room
from ..machine.records import BOARD_ROOM
from ..machine.translate import DECKS, cards_of
from .genome import (
    AnyPhase,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    HighScore,
    LowScore,
    MostChips,
    PlayPhase,
    SetupRules,
    TrickPhase,
)
from .reading import BadGenome, Flaw, flaws_of_values

SETUP, PHASES = "$.setup", "$.turn_structure.phases"


def validate(genome: GameGenome) -> list[Flaw]:
    """Every flaw of a genome, each with its path and how to mend it; [] if it can be played."""
    return list(flaws_of_values(genome)) or contradictions(genome)


def contradictions(genome: GameGenome) -> list[Flaw]:
    """The contradictions in a genome whose values are all valid by themselves."""
    return [*_chips(genome), *_cards(genome), *_faces(genome), *_turns(genome), *_conditions(genome)]


def checked(genome: GameGenome, where: str = "This genome") -> GameGenome:
    """The genome itself; BadGenome if it has flaws."""
    if flaws := validate(genome):
        raise BadGenome(flaws, where)
    return genome


def _chips(genome: GameGenome) -> Iterator[Flaw]:
    chips = genome.setup.starting_chips
    if chips and not any(isinstance(phase, BettingPhase) for phase in genome.turn_structure.phases):
        mend = "Write 0 for a game for points, or add a BettingPhase"
        yield Flaw(f"{SETUP}.starting_chips", "nobody can bet them, so nothing would be won", mend)
    for number, phase in enumerate(genome.turn_structure.phases):
        path = f"{PHASES}[{number}]"
        if not isinstance(phase, BettingPhase):
            continue
        if chips == 0:
            yield Flaw(path, "nobody has chips to bet with", f"Set {SETUP}.starting_chips, or take the phase out")
            continue
        if phase.min_bet > chips:
            yield Flaw(
                f"{path}.min_bet",
                f"a bet of {phase.min_bet} is more than the {chips} chips that everybody starts with",
                f"Lower it, or raise {SETUP}.starting_chips",
            )
        if phase.ante > chips:
            yield Flaw(f"{path}.ante", f"it is more than the {chips} chips of a seat", "Lower it")
        if any(blind > chips for blind in phase.blinds):
            yield Flaw(f"{path}.blinds", f"one is more than the {chips} chips of a seat", "Lower it")
        if list(phase.blinds) != sorted(phase.blinds):
            yield Flaw(f"{path}.blinds", "a blind is lower than the one before", "Order them from the lowest")
        if len(phase.blinds) > genome.player_count:
            yield Flaw(f"{path}.blinds", "there are more blinds than seats", f"Keep {genome.player_count} at most")
        if phase.blinds and phase.opening != "start":
            yield Flaw(f"{path}.opening", "after blinds the next seat opens", "Leave it out, or the blinds")
        if phase.bring_in > chips:
            yield Flaw(f"{path}.bring_in", f"it is more than the {chips} chips of a seat", "Lower it")
        if phase.bring_in and phase.opening == "start":
            yield Flaw(f"{path}.bring_in", "nobody opens by open cards", 'Set "opening" to "low_showing"')
        if phase.spread and phase.structure != "spread":
            yield Flaw(f"{path}.spread", f"{phase.structure} betting has none", 'Set "structure" to "spread"')
        least = max(phase.min_bet, phase.bring_in, *phase.blinds)
        if phase.structure == "spread" and phase.spread < least:
            yield Flaw(f"{path}.spread", f"it is less than a bet of {least}", f"Write {least} or more")


def _cards(genome: GameGenome) -> Iterator[Flaw]:
    """Check that there are enough cards, and room for them, for one round through the phases."""
    setup, seats = genome.setup, genome.player_count
    deals = [phase for phase in genome.turn_structure.phases if isinstance(phase, DealPhase)]
    deals_to_hands = [phase for phase in deals if phase.to == "hand"]
    each = setup.cards_per_player + sum(phase.count for phase in deals_to_hands)
    board = sum(phase.count for phase in deals if phase.to == "community")
    pile = setup.initial_discard_count + sum(phase.count for phase in deals if phase.to == "discard")
    deck, needed = len(cards_of(setup.initial_deck)), each * seats + board + pile
    first = takewhile(lambda phase: isinstance(phase, DealPhase | BettingPhase), genome.turn_structure.phases)
    if setup.cards_per_player == 0 and not any(phase in deals_to_hands for phase in first):
        mend = "Deal at least one, or let a DealPhase to the hands come before anything but betting"
        yield Flaw(f"{SETUP}.cards_per_player", "nobody gets cards", mend)
    if needed > deck:
        fitting = [name for name in DECKS if len(cards_of(name)) >= needed]
        larger = f", or use the deck {fitting[-1]}" if fitting else ""
        yield Flaw(
            f"{SETUP}.initial_deck",
            f"{needed} cards are dealt to {seats} players and the table, and the deck has {deck}",
            f"Deal fewer, seat fewer{larger}",
        )
    if each > hand_room(seats):
        yield Flaw(f"{SETUP}.cards_per_player", f"{each} cards are dealt to a hand", f"Deal {hand_room(seats)} at most")
    if board > BOARD_ROOM:
        yield Flaw(PHASES, f"{board} community cards are dealt", f"Deal {BOARD_ROOM} at most")


def _faces(genome: GameGenome) -> Iterator[Flaw]:
    """Check that only cards of a hand are dealt for the others to see, and that no seat has to choose among them."""
    phases = genome.turn_structure.phases
    chooses = any(isinstance(phase, DiscardPhase | PlayPhase | TrickPhase) for phase in phases)
    dealt: list[tuple[str, SetupRules | AnyPhase]] = [(SETUP, genome.setup)]
    dealt += [(f"{PHASES}[{at}]", phase) for at, phase in enumerate(phases)]
    for path, part in dealt:
        if not isinstance(part, SetupRules | DealPhase | DrawPhase) or part.face != "others":
            continue
        if isinstance(part, DealPhase) and part.to != "hand":
            wrong = "cards on the table belong to nobody, so there are no others: they lie face up for all"
            yield Flaw(f"{path}.face", wrong, "Leave it out, or deal them to the hands")
        elif chooses:
            wrong = "nobody could choose among cards that only the others see"
            yield Flaw(f"{path}.face", wrong, "Deal them down or up, or take out the phases that lay cards")


def _turns(genome: GameGenome) -> Iterator[Flaw]:
    once, most = genome.turn_structure.once, len(genome.turn_structure.phases) - 1
    if once > most:
        yield Flaw("$.turn_structure.once", f"{once} phases leave none for the rounds", f"Write {most} at most")
    for number, phase in enumerate(genome.turn_structure.phases):
        if isinstance(phase, PlayPhase) and phase.max_cards < phase.min_cards:
            yield Flaw(
                f"{PHASES}[{number}].max_cards",
                f"it is less than min_cards, {phase.min_cards}",
                f"Write {phase.min_cards} or more",
            )
        if isinstance(phase, DrawPhase) and phase.source == "discard" and phase.count > 1:
            wrong = "only one card, the last, can be taken from the discard pile"
            yield Flaw(f"{PHASES}[{number}].count", wrong, 'Write 1, or set "source" to "deck_or_discard"')


def _conditions(genome: GameGenome) -> Iterator[Flaw]:
    seen: set[type] = set()
    for number, condition in enumerate(genome.win_conditions):
        path = f"$.win_conditions[{number}]"
        kind = HighScore if isinstance(condition, LowScore) else type(condition)
        if kind in seen:
            yield Flaw(path, "the same is counted twice", "Keep one of them")
        seen.add(kind)
        if isinstance(condition, MostChips) and genome.setup.starting_chips == 0:
            yield Flaw(path, "there are no chips", f"Set {SETUP}.starting_chips, or take the condition out")
        if isinstance(condition, MostChips) and 0 < condition.threshold <= genome.setup.starting_chips:
            yield Flaw(f"{path}.threshold", "everybody starts with as many chips", "Raise it, or leave it out")
