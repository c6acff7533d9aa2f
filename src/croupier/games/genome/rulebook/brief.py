"""A genome in a sentence, for a list of games: what players do in a hand, and who wins it."""

from __future__ import annotations

from ..language.genome import (
    AnyPhase,
    BestHand,
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    GameGenome,
    HighScore,
    LowScore,
    MostCaptured,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
    WinCondition,
)
from ..machine.translate import rounds_of
from .english import counted, listed, sentence

HANDS = {
    "poker": "the best poker hand wins",
    "three_card": "the best three cards win",
    "high_card": "the highest card wins",
    "melds": "the most cards in melds win",
    "lowball": "the lowest hand wins",
}
"""What wins, by evaluation."""


def brief(genome: GameGenome) -> str:
    """ "Seven cards each: play onto the pile, draw, discard and bet. The most cards in melds win." """
    steps = list(dict.fromkeys(filter(None, map(_step, genome.turn_structure.phases))))
    dealt = counted(genome.setup.cards_per_player, "card")
    told = f"{dealt} each: {listed(steps)}" if genome.setup.cards_per_player else listed(steps)
    winner = next(filter(None, (_winner(condition, genome) for condition in genome.win_conditions)), "")
    return " ".join(sentence(part) for part in (told, winner) if part)


def _step(phase: AnyPhase) -> str:
    match phase:
        case BettingPhase():
            return "bet"
        case DrawPhase():
            return "draw"
        case DiscardPhase():
            return "exchange cards" if phase.replace else "discard"
        case PlayPhase():
            return "play onto the pile" if phase.target == "discard" else "play to capture"
        case TrickPhase():
            return "play tricks" if phase.high_card_wins else "play low-card tricks"
    return ""  # the house deals, or the hand is over: nothing that players do


def _winner(condition: WinCondition, genome: GameGenome) -> str:
    match condition:
        case BestHand(evaluation="points"):
            total = f"the total nearest to {condition.target}" if condition.target else "the highest total"
            return f"{total}{' in one suit' if condition.one_suit else ''} wins"
        case BestHand():
            return HANDS[condition.evaluation]
        case HighScore():
            return "the most points win"
        case LowScore():
            return "the fewest points win"
        case EmptyHand():
            return "whoever is out of cards first wins" if _goes_on(genome) else "the fewest cards left win"
        case MostCaptured():
            return "the most captured cards win"
    return ""  # chips are won hand by hand


def _goes_on(genome: GameGenome) -> bool:
    """Whether a hand lasts until a player has no cards."""
    return rounds_of(genome) == 0 and not any(isinstance(one, ShowdownPhase) for one in genome.turn_structure.phases)
