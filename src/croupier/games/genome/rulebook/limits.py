"""Upper bounds of a hand: its rounds and turns, and the cards that a player may come to hold.

All of these bounds hold whatever the players do, so that a rule book need not tell what cannot happen.
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


def first_phases(genome: GameGenome) -> tuple[AnyPhase, ...]:
    """The phases that are played once, before the rounds of the others."""
    return played_phases(genome)[: genome.turn_structure.once]


def round_phases(genome: GameGenome) -> tuple[AnyPhase, ...]:
    """The phases of a round."""
    return played_phases(genome)[genome.turn_structure.once :]


def most_times(genome: GameGenome) -> list[tuple[AnyPhase, int]]:
    """The phases, and how often each is played in a hand at most; in a round without a number, some seat has a turn."""
    rounds = most_rounds(genome) or genome.max_turns
    return [(phase, 1) for phase in first_phases(genome)] + [(phase, rounds) for phase in round_phases(genome)]


def loops(genome: GameGenome) -> bool:
    """Whether the phases of a round are played again as long as a player has cards, possibly more than once."""
    return rounds_of(genome) == 0 and not _has_showdown(genome) and most_rounds(genome) != 1


def most_rounds(genome: GameGenome) -> int | None:
    """The most rounds of a hand; None if only the turn limit bounds them."""
    rounds = rounds_of(genome)
    if rounds is None or _has_showdown(genome):
        return 1
    by_cards = _rounds_by_cards(genome)
    if rounds == 0:
        return by_cards
    lasts = by_cards is None or any(isinstance(phase, BettingPhase | DealPhase) for phase in round_phases(genome))
    return rounds if lasts or by_cards is None else min(rounds, by_cards + 1)


def most_turns(genome: GameGenome) -> int | None:
    """The most turns of all players together in a hand; None if only the turn limit bounds them."""
    rounds, players = most_rounds(genome), genome.player_count
    if rounds is None:
        return None
    first, begun = _turns_begun(first_phases(genome)), _turns_begun(round_phases(genome))
    in_rounds = begun * rounds * players
    if _is_shared_out_by_tricks(genome) and rounds_of(genome) == 0:
        in_rounds = min(in_rounds, begun * max(players, _deck(genome)))
    return first * players + in_rounds


def _turns_begun(phases: tuple[AnyPhase, ...]) -> int:
    """How many turns every player has in some phases."""
    return sum(
        1 if in_turn else sum(isinstance(phase, TrickPhase) for phase in group)
        for in_turn, group in groupby(phases, lambda phase: isinstance(phase, IN_TURN))
    )


def most_held(genome: GameGenome) -> int:
    """The most cards that a player can come to hold, if there were room for all of them."""
    phases, rounds = round_phases(genome), most_rounds(genome)
    gained = _gain(phases)
    kept = max(0, gained - _sure_lays(phases))
    in_turn = any(isinstance(phase, IN_TURN) for phase in played_phases(genome))
    deck = _deck(genome) if in_turn else _deck(genome) // 2
    if rounds is None and kept:
        return deck
    before, left = _held_before_rounds(genome)
    return min(deck, max(before, left + gained + kept * ((rounds or 1) - 1)))


def _held_before_rounds(genome: GameGenome) -> tuple[int, int]:
    """The most cards that a player can hold before the rounds, and the most that can be left when they begin."""
    most = left = genome.setup.cards_per_player
    for in_turn, group in groupby(first_phases(genome), lambda phase: isinstance(phase, IN_TURN)):
        several = tuple(group)
        for phases in [several] if in_turn else [(phase,) for phase in several]:
            most = max(most, left + _gain(phases))
            left = max(0, left + _gain(phases) - _sure_lays(phases[_last_gain(phases) + 1 :]))
    return most, left


def least_held(genome: GameGenome) -> int:
    """The least number of cards that every player has at the end of a hand, as long as the deck does not run out."""
    phases = played_phases(genome)
    dealt = sum(phase.count for phase in phases if isinstance(phase, DealPhase) and phase.to == "hand")
    if _most_lost(round_phases(genome)) and most_rounds(genome) != 1:
        return 0
    return max(0, genome.setup.cards_per_player + dealt - _most_lost(phases))


def _most_lost(phases: tuple[AnyPhase, ...]) -> int:
    """The most cards that a player can lay in some phases."""
    lost = sum(isinstance(phase, TrickPhase) for phase in phases)
    for phase in phases:
        if isinstance(phase, DiscardPhase) and not phase.replace:
            lost += phase.count
        elif isinstance(phase, PlayPhase):
            lost += phase.max_cards
    return lost


def _has_showdown(genome: GameGenome) -> bool:
    return any(isinstance(phase, ShowdownPhase) for phase in genome.turn_structure.phases)


def _deck(genome: GameGenome) -> int:
    return len(cards_of(genome.setup.initial_deck))


def _rounds_by_cards(genome: GameGenome) -> int | None:
    """The number of rounds that the cards last: more are laid than come, or none come back; None if they do not end."""
    phases, (_, each) = round_phases(genome), _held_before_rounds(genome)
    gained, sure = _gain(phases), _sure_lays(phases)
    if sure > gained and _sure_lays(phases[_last_gain(phases) + 1 :]) >= gained:
        return max(1, math.ceil(each / (sure - gained)))
    if all(map(_is_due, phases)):
        return each * genome.player_count + 1
    tricks = any(isinstance(phase, TrickPhase) for phase in phases)
    if not tricks or any(map(_gives_back, phases)):
        return None
    return _deck(genome) // 2 if _is_shared_out_by_tricks(genome) else _deck(genome)


def _is_shared_out_by_tricks(genome: GameGenome) -> bool:
    """Whether all players always hold the same number of cards, and lay some in every round."""
    tricks = any(isinstance(phase, TrickPhase) for phase in round_phases(genome))
    return tricks and not any(isinstance(phase, IN_TURN) for phase in played_phases(genome))


def _last_gain(phases: tuple[AnyPhase, ...]) -> int:
    """The number of the last phase that brings cards to the hands; -1 if there is none."""
    return max((at for at, phase in enumerate(phases) if brings_cards(phase)), default=-1)


def _sure_lays(phases: tuple[AnyPhase, ...]) -> int:
    """How many cards a player who has enough must lay in a round."""
    lays = sum(isinstance(phase, TrickPhase) for phase in phases)
    for phase in phases:
        if isinstance(phase, DiscardPhase) and phase.mandatory and not phase.replace:
            lays += phase.count
        elif isinstance(phase, PlayPhase) and phase.mandatory and not (phase.conditions or phase.only_if_passed):
            lays += phase.min_cards
    return lays


def _gain(phases: tuple[AnyPhase, ...]) -> int:
    """The most cards that a player can get in a round."""
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
    """Whether cards go to a place from which they can be dealt or taken again."""
    return isinstance(phase, DiscardPhase) or (isinstance(phase, PlayPhase) and phase.target == "discard")


def _is_due(phase: AnyPhase) -> bool:
    """Whether a phase is a mandatory play; if all players are stuck, the hand is over."""
    return isinstance(phase, PlayPhase) and phase.mandatory


def bets_of_a_hand(genome: GameGenome) -> list[BettingPhase]:
    """The rounds of betting of the longest hand, as far as its turns last; at least two players are in."""
    found, turns, players = list[BettingPhase](), 0, genome.player_count
    rounds = [round_phases(genome)] * (most_rounds(genome) or genome.max_turns)
    for phases in (first_phases(genome), *rounds):
        for in_turn, group in groupby(phases, lambda phase: isinstance(phase, IN_TURN)):
            for number, phase in enumerate(group):
                if isinstance(phase, BettingPhase):
                    found.append(phase)
                    players = 2
                elif isinstance(phase, TrickPhase) or (in_turn and number == 0):
                    turns += players
                if turns > genome.max_turns:
                    return found
    return found
