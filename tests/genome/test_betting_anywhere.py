"""A round of betting can be put anywhere into any game, also before the first card, and it is played there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.games.genome import GAME, GameGenome, classics, configure, find, validate
from croupier.games.genome.language.genome import BettingPhase, DealPhase, ShowdownPhase
from croupier.games.genome.machine.listing import listing
from croupier.games.genome.machine.records import HAND
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.playthrough import play_out, random_chooser

from .table import GenomeTable
from .table import genome as made

HANDS = 3
MATCHES, MOST_MATCHES = 2, 100
"""How many are played, and how many until the last phases are reached, where random players seldom come so far."""
OPENING = {"CHECK", "BET"}
CHIPS = 100
"""For games that have none of their own."""


def with_betting(genome: GameGenome, position: int) -> GameGenome:
    """The same game with one more round of betting."""
    chips = genome.setup.starting_chips or CHIPS
    phases, betting = genome.turn_structure.phases, BettingPhase(min_bet=1)
    return replace(
        genome,
        setup=replace(genome.setup, starting_chips=chips),
        turn_structure=replace(genome.turn_structure, phases=(*phases[:position], betting, *phases[position:])),
    )


def asks(genome: GameGenome, position: int) -> int:
    """The number of the instruction that asks for the bets of a phase."""
    part = f"phases[{position}] BettingPhase"
    return next(line.number for line in listing(genome) if line.part == part and line.operation == "BET")


def offered(genome: GameGenome, position: int) -> set[str]:
    """What is offered in a phase in some random matches, in which no chip is ever lost."""
    config, seen, at = configure(genome, hands=HANDS), set[str](), asks(genome, position)
    choose_at_random = random_chooser(GAME, 1)

    def choose(state: State, decision: Decision) -> Move:
        if state.table.at == at:
            seen.update(option.name for option in decision.owed)
        b = state.table.betting
        assert sum(b.stack) + sum(b.total) == genome.player_count * genome.setup.starting_chips
        return choose_at_random(state, decision)

    for key in range(MOST_MATCHES):
        if key >= MATCHES and seen >= OPENING:
            break
        state = play_out(GAME, config, choose, key).state
        assert sum(state.table.betting.stack) == genome.player_count * genome.setup.starting_chips
    return seen


@pytest.mark.parametrize("name", classics())
def test_betting_phase_is_played_at_every_position(name: str) -> None:
    phases = find(name).turn_structure.phases
    ends = next((at for at, phase in enumerate(phases) if isinstance(phase, ShowdownPhase)), len(phases))
    for position in range(len(phases) + 1):
        genome = with_betting(find(name), position)
        assert validate(genome) == [], position
        assert offered(genome, position) >= (OPENING if position <= ends else set()), position


def test_betting_blind_comes_before_the_first_card() -> None:
    table = GenomeTable(made(BettingPhase(5), DealPhase(), BettingPhase(10), cards=0, chips=100), "Ac 2c").do("BET")
    assert table.moves == ["CALL", "RAISE", "FOLD"]
    assert (table.zone(HAND), table.zone(HAND + 1)) == ("", "")
    assert table.do("CALL").zone(HAND) == "Ac"
    assert table.do("BET", "CALL").chips == [115, 85]


def test_a_seat_that_bets_everybody_out_blind_wins_before_the_first_card() -> None:
    table = GenomeTable(made(BettingPhase(5, ante=2), DealPhase(), cards=0, chips=100)).do("BET", "FOLD")
    assert table.chips == [102, 98]
