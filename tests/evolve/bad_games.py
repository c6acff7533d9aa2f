"""Bad games, each for a different reason that the metrics of fitness must detect."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.genome import GameGenome, find
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    MostCaptured,
    PlayPhase,
    SetupRules,
    TrickPhase,
    TurnStructure,
)

HIGH_CARD = BestHand("high_card")


def fixtures() -> dict[str, GameGenome]:
    """The games, by what is wrong with them."""
    kuhn, lowball = find("kuhn"), find("lowball")
    trick_first = replace(lowball.turn_structure, phases=(TrickPhase(), *lowball.turn_structure.phases))
    made = {
        "everyone checks for ever": _game(
            SetupRules(1, starting_chips=20, face="up"), (BettingPhase(min_bet=1),), rounds=20
        ),
        "first seat wins": _game(SetupRules(6), (PlayPhase(1, 2),), wins=(EmptyHand(), HIGH_CARD), player_count=3),
        "frozen at the deal": _game(
            SetupRules(2, starting_chips=20, face="up"), (BettingPhase(min_bet=1, max_raises=1, ante=5),)
        ),
        "every card open": replace(kuhn, setup=replace(kuhn.setup, face="up")),
        "pure luck": _game(
            SetupRules(1), (DrawPhase(1, mandatory=False),) * 3, wins=(BestHand("points", 0),), player_count=3
        ),
        "never ends": _game(
            SetupRules(3, initial_discard_count=1),
            (DrawPhase(), DiscardPhase(face="up")),
            wins=(EmptyHand(), HIGH_CARD),
            max_turns=400,
        ),
        "dead rule": replace(kuhn, setup=replace(kuhn.setup, trump_suit="clubs")),
        "a condition that pays nothing": replace(kuhn, win_conditions=(*kuhn.win_conditions, MostCaptured())),
        "trap option": _game(
            SetupRules(5), (DiscardPhase(3, mandatory=False),), wins=(BestHand("points", 0),), player_count=3
        ),
        "decorative trick": replace(lowball, turn_structure=trick_first, player_count=4),
    }
    return {
        name: replace(game, genome_id=name.replace(" ", "_"), title=name.capitalize()) for name, game in made.items()
    }


def _game(
    setup: SetupRules,
    phases: tuple[object, ...],
    *,
    rounds: int = 0,
    wins: tuple[object, ...] = (HIGH_CARD,),
    max_turns: int = 100,
    player_count: int = 2,
) -> GameGenome:
    return GameGenome(
        setup=setup,
        turn_structure=TurnStructure(phases, rounds),  # type: ignore[arg-type]
        win_conditions=wins,  # type: ignore[arg-type]
        max_turns=max_turns,
        player_count=player_count,
    )
