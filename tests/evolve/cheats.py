"""Games that are empty, each in a different way: most of them look busy to a measure of one kind. A search that is
shown such a measure finds them (docs/evolution-lab.md); the bench of cheats keeps its quality from being one.
"""

from __future__ import annotations

from typing import Any

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    CardPoints,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HighScore,
    PlayPhase,
    SetupRules,
    TrickPhase,
    TurnStructure,
)

HIGH_CARD = BestHand("high_card")
COIN = CardPoints(1, (), ("hearts", "diamonds")), CardPoints(-1, (), ("clubs", "spades"))
MOST_POINTS = BestHand("points", 0)
SMALL_BET = BettingPhase(min_bet=1, max_raises=2)


def cheats() -> dict[str, GameGenome]:
    """The games, by what is empty about them."""
    ante = BettingPhase(min_bet=1, max_raises=20, ante=1)
    raises = BettingPhase(min_bet=1, max_raises=20)
    return {
        "twenty raises": _cheat("one card and twenty raises, three times", SetupRules(1, starting_chips=200),
            (ante, raises, raises), seats=3),
        "always draw three": _cheat("to lay cards only loses, to draw only wins", SetupRules(3),
            (PlayPhase(1, 2, mandatory=False), *(DrawPhase(1, mandatory=False),) * 3), rounds=3, wins=(MOST_POINTS,),
            seats=3),
        "thrown away face up": _cheat("cards without worth are thrown away for all to see",
            SetupRules(6, starting_chips=100, card_points=(CardPoints(1, ("A",)),)),
            (BettingPhase(min_bet=2, max_raises=1, ante=2), DiscardPhase(2, mandatory=False, face="up"),
             DiscardPhase(2, mandatory=False, face="up"), BettingPhase(min_bet=2, max_raises=1)),
            wins=(MOST_POINTS,), seats=3),
        "thrown away face down": _cheat("sevens and queens cost, so they go; nobody sees it",
            SetupRules(8, initial_deck="piquet_32", card_points=(CardPoints(-5, ("7", "Q")),)),
            (DiscardPhase(2, mandatory=False), DiscardPhase(2, mandatory=False)), wins=(MOST_POINTS,), seats=2),
        "first to shove": _cheat("a card, and everything may be bet at once", SetupRules(1, starting_chips=20),
            (BettingPhase(min_bet=1, max_raises=3, blinds=(1, 2), structure="no_limit"),), seats=3),
        "coin flips": _cheat("six coins are tossed, and two of them may be refused unseen",
            SetupRules(1, card_points=COIN),
            (*(DrawPhase(1, mandatory=False),) * 2, *(DrawPhase(1),) * 4), wins=(HighScore(0, "hand"),), seats=2),
        "dominated menu": _cheat("nine options, of which one is the best whatever one holds", SetupRules(4),
            (DrawPhase(3, mandatory=False), DiscardPhase(3, mandatory=False), PlayPhase(1, 3, mandatory=False)),
            rounds=2, wins=(MOST_POINTS,), seats=3),
        "the round again": _cheat("seven rounds of betting, and nothing between them",
            SetupRules(2, starting_chips=100),
            (BettingPhase(min_bet=1, max_raises=1, ante=1), *(BettingPhase(min_bet=1, max_raises=1),) * 6), seats=3),
        "too late": _cheat("all bets come before the first card", SetupRules(0, starting_chips=100),
            (ante, SMALL_BET, SMALL_BET, DealPhase(5)), wins=(BestHand(),), seats=3),
        "the first wins": _cheat("cards are laid until somebody has none, and the first seat begins", SetupRules(5),
            (PlayPhase(),), wins=(EmptyHand(), HIGH_CARD), seats=2),
        "endless passing": _cheat("who lays a card loses it, so all pass until the turns are over", SetupRules(5),
            (PlayPhase(1, 2, mandatory=False),), wins=(MOST_POINTS,), seats=3, max_turns=24),
        "one threshold": _cheat("fold or stay, with a card from a deck of fifty-two", SetupRules(1, starting_chips=50),
            (BettingPhase(min_bet=5, max_raises=0, ante=1),), seats=4),
        "points for nothing": _cheat("four tricks, and then two other cards decide", SetupRules(4, starting_chips=60),
            (*(TrickPhase(),) * 4, DealPhase(2), BettingPhase(min_bet=4, max_raises=0, ante=1)), rounds=1, seats=3),
        "bad cards go": _cheat("one may lay the cards that count against one, and nobody would keep them",
            SetupRules(6, card_points=(CardPoints(-1, (), ("hearts", "spades")),)),
            (PlayPhase(1, 2, mandatory=False), DrawPhase()), rounds=3, wins=(HighScore(0, "hand"),), seats=3),
        "always the lowest": _cheat("four cards go one by one, and the highest that is kept wins", SetupRules(6),
            (DiscardPhase(1),) * 4, seats=3),
    }  # fmt: skip


def _cheat(
    note: str,
    setup: SetupRules,
    phases: tuple[Any, ...],
    *,
    rounds: int = 0,
    wins: tuple[Any, ...] = (HIGH_CARD,),
    seats: int,
    max_turns: int = 100,
) -> GameGenome:
    return GameGenome(
        setup=setup,
        turn_structure=TurnStructure(phases, rounds),
        win_conditions=wins,
        max_turns=max_turns,
        player_count=seats,
        note=note,
    )
