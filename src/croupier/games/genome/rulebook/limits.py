"""How far a hand can go at most: how many rounds and turns it has, and how many cards somebody may come to hold.

All of these are bounds that hold whatever anybody does, so that a rule book need not tell what cannot be.
"""

from __future__ import annotations

import math
from itertools import groupby

from ..language.genome import (
    AnyPhase,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from ..machine.translate import IN_TURN, cards_of, rounds_of


def played_phases(genome: GameGenome) -> tuple[AnyPhase, ...]:
    """The phases up to a showdown, where the hand ends."""
    phases = genome.turn_structure.phases
    return phases[: next((at for at, phase in enumerate(phases) if isinstance(phase, ShowdownPhase)), len(phases))]


def loops(genome: GameGenome) -> bool:
    """Whether the phases are played again as long as anybody has cards, and may be more than once."""
    return rounds_of(genome) == 0 and not _has_showdown(genome) and most_rounds(genome) != 1


def most_rounds(genome: GameGenome) -> int | None:
    """How often the phases are played in a hand at most; None if nothing but the turn limit bounds it."""
    rounds = rounds_of(genome)
    if rounds is None or _has_showdown(genome):
        return 1
    by_cards = _rounds_by_cards(genome)
    if rounds == 0:
        return by_cards
    lasts = by_cards is None or any(isinstance(phase, BettingPhase | DealPhase) for phase in played_phases(genome))
    return rounds if lasts or by_cards is None else min(rounds, by_cards + 1)


def most_turns(genome: GameGenome) -> int | None:
    """How many turns the players of a hand have together at most; None if nothing else than the limit bounds them."""
    rounds, phases = most_rounds(genome), played_phases(genome)
    if rounds is None:
        return None
    begun = sum(
        1 if in_turn else sum(isinstance(phase, TrickPhase) for phase in group)
        for in_turn, group in groupby(phases, lambda phase: isinstance(phase, IN_TURN))
    )
    if _is_shared_out_by_tricks(phases) and rounds_of(genome) == 0:
        return begun * max(genome.player_count, _deck(genome))
    return begun * rounds * genome.player_count


def most_held(genome: GameGenome) -> int:
    """How many cards a player can come to hold, if there were room for all of them."""
    phases, rounds = played_phases(genome), most_rounds(genome)
    gained = _gain(phases)
    kept = max(0, gained - _sure_lays(phases))
    deck = _deck(genome) if any(isinstance(phase, IN_TURN) for phase in phases) else _deck(genome) // 2
    if rounds is None:
        return deck if kept else min(deck, genome.setup.cards_per_player + gained)
    return min(deck, genome.setup.cards_per_player + gained + kept * (rounds - 1))


def least_held(genome: GameGenome) -> int:
    """How many cards everybody has at the end of a hand at least, as long as the deck does not run out."""
    phases = played_phases(genome)
    dealt = sum(phase.count for phase in phases if isinstance(phase, DealPhase) and phase.to == "hand")
    lost = sum(isinstance(phase, TrickPhase) for phase in phases)
    for phase in phases:
        if isinstance(phase, DiscardPhase) and not phase.replace:
            lost += phase.count
        elif isinstance(phase, PlayPhase):
            lost += phase.max_cards
    if lost and most_rounds(genome) != 1:
        return 0
    return max(0, genome.setup.cards_per_player + dealt - lost)


def _has_showdown(genome: GameGenome) -> bool:
    return any(isinstance(phase, ShowdownPhase) for phase in genome.turn_structure.phases)


def _deck(genome: GameGenome) -> int:
    return len(cards_of(genome.setup.initial_deck))


def _rounds_by_cards(genome: GameGenome) -> int | None:
    """How many rounds there are cards for, because more are laid than come, or do not come back; None without end."""
    phases, each = played_phases(genome), genome.setup.cards_per_player
    gained, sure = _gain(phases), _sure_lays(phases)
    last = max((at for at, phase in enumerate(phases) if brings_cards(phase)), default=-1)
    if sure > gained and _sure_lays(phases[last + 1 :]) >= gained:
        return max(1, math.ceil(each / (sure - gained)))
    if all(map(_has_to_be_done, phases)):
        return each * genome.player_count + 1
    tricks = any(isinstance(phase, TrickPhase) for phase in phases)
    if not tricks or any(map(_gives_back, phases)):
        return None
    return _deck(genome) // 2 if _is_shared_out_by_tricks(phases) else _deck(genome)


def _is_shared_out_by_tricks(phases: tuple[AnyPhase, ...]) -> bool:
    """Whether everybody always holds as many cards as the others, and lays some in every round."""
    tricks = any(isinstance(phase, TrickPhase) for phase in phases)
    return tricks and not any(isinstance(phase, IN_TURN) for phase in phases)


def _sure_lays(phases: tuple[AnyPhase, ...]) -> int:
    """How many cards everybody who has so many must lay in a round."""
    lays = sum(isinstance(phase, TrickPhase) for phase in phases)
    for phase in phases:
        if isinstance(phase, DiscardPhase) and phase.mandatory and not phase.replace:
            lays += phase.count
        elif isinstance(phase, PlayPhase) and phase.mandatory and not (phase.conditions or phase.only_if_passed):
            lays += phase.min_cards
    return lays


def _gain(phases: tuple[AnyPhase, ...]) -> int:
    """How many cards a player can get in a round at most."""
    gained = sum(phase.count for phase in phases if isinstance(phase, DealPhase) and phase.to == "hand")
    for _, group in groupby(phases, lambda phase: isinstance(phase, IN_TURN)):
        chosen = passed = 0
        for phase in group:
            if isinstance(phase, DrawPhase):
                drawn = passed + phase.count
                chosen = max(chosen, drawn) if phase.only_if_passed else max(chosen + phase.count, drawn)
                if phase.mandatory and phase.source == "deck":
                    passed = drawn
        gained += max(chosen, passed)
    return gained


def brings_cards(phase: AnyPhase) -> bool:
    """Whether hands have more cards after a phase than before."""
    return isinstance(phase, DrawPhase) or (isinstance(phase, DealPhase) and phase.to == "hand")


def _gives_back(phase: AnyPhase) -> bool:
    """Whether cards go where they can be dealt or taken from again."""
    return isinstance(phase, DiscardPhase) or (isinstance(phase, PlayPhase) and phase.target == "discard")


def _has_to_be_done(phase: AnyPhase) -> bool:
    """Whether a phase is nothing but a play that nobody may refuse; where all are stuck, the hand is over."""
    return isinstance(phase, PlayPhase) and phase.mandatory


def bets_of_a_hand(genome: GameGenome) -> list[BettingPhase]:
    """The rounds of betting of the longest hand, as far as its turns last; two players at least are in."""
    found, turns, players = list[BettingPhase](), 0, genome.player_count
    for _ in range(most_rounds(genome) or genome.max_turns):
        for in_turn, group in groupby(played_phases(genome), lambda phase: isinstance(phase, IN_TURN)):
            for number, phase in enumerate(group):
                if isinstance(phase, BettingPhase):
                    found.append(phase)
                    players = 2
                elif isinstance(phase, TrickPhase) or (in_turn and number == 0):
                    turns += players
                if turns > genome.max_turns:
                    return found
    return found
