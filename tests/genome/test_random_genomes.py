"""Whatever the genome, as long as it is valid: it ends, nobody is stuck, chips and cards are where they belong, nobody
wins who has folded, both speeds agree, and nothing hidden is told. `scripts/check_genomes` plays many more."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest
from msgspec.structs import replace

from croupier.agents.tree import grow
from croupier.games.genome import GAME, configure, validate
from croupier.games.genome.language.genome import (
    AnyPhase,
    BettingPhase,
    Condition,
    DealPhase,
    DeckName,
    DrawPhase,
    Evaluation,
    GameGenome,
    Opening,
    PlayPhase,
    SessionLength,
    Structure,
    WinCondition,
    as_data,
)
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.players.greedy import play_greedily, play_hastily
from croupier.kernel.conformance import check_game
from croupier.kernel.errors import BadInput

from .watching import mistakes, watched

SHARDS = 2
GENOMES = 300
"""Genomes of a shard."""
MATCHES = 3


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_genomes_end_without_a_mistake(shard: int) -> None:
    """A stuck seat, an endless match or a buffer that is too small would be a fault, which the loop raises."""
    for seed in range(shard * GENOMES, (shard + 1) * GENOMES):
        loop = watched(random_genome(random.Random(seed)))
        tally = loop.run(seed, 0, MATCHES)
        assert tally.matches == MATCHES
        assert mistakes(loop) == {}, seed


@pytest.mark.parametrize("player", ["hasty", "greedy"])
def test_random_genomes_end_whoever_plays(player: str) -> None:
    policies = {"hasty": play_hastily, "greedy": play_greedily}
    for seed in range(GENOMES):
        loop = watched(random_genome(random.Random(seed)), policies[player])
        assert loop.run(seed, 0, 1).matches == 1
        assert mistakes(loop) == {}, seed


def test_random_genomes_are_the_same_at_both_speeds() -> None:
    for seed in range(30):
        loop = watched(random_genome(random.Random(seed)))
        compiled, told = loop.run(seed, 0, 2), loop.notes
        assert compiled == loop.run_plain(seed, 0, 2), seed
        assert told == loop.notes, seed


def test_random_genomes_conform_at_both_speeds() -> None:
    check_game(GAME, matches=4, seed=7)


def test_random_genomes_conform() -> None:
    """Every clause of the contract, non-interference among them; `scripts/check_genomes` checks a thousand genomes."""
    check_game(GAME, matches=10, seed=0, compiled=False)


def small(genome: GameGenome) -> GameGenome:
    """The same game with so few cards, chips and turns that it may be enumerated."""
    setup = replace(genome.setup, initial_deck="leduc_6", cards_per_player=1, initial_discard_count=0)
    setup = replace(setup, starting_chips=min(setup.starting_chips, 12))
    return replace(genome, player_count=2, session=SessionLength(hands=1), max_turns=4, setup=setup)


def test_the_facts_told_to_a_seat_decide_its_options() -> None:
    """The solver refuses a game in which two positions of one information set differ in their moves."""
    solved = 0
    for seed in range(60):
        genome = small(random_genome(random.Random(seed)))
        if not validate(genome):
            try:
                solved += grow(GAME, configure(genome), limit=600).nodes > 1
            except BadInput as too_large:
                assert "too large to solve" in str(too_large)
    assert solved > 7


def test_random_genomes_cover_the_language() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000):
        made = random_genome(random.Random(seed))
        assert validate(made) == []
        seen.update(_words(as_data(made)))
        configure(made)
    words = {kind.__struct_config__.tag for union in (AnyPhase, Condition, WinCondition) for kind in get_args(union)}
    for choices in (DeckName, Evaluation, Opening, Structure):
        words |= set(get_args(choices)) - {"start", "fixed", "poker"}  # the defaults, which are not written
    words |= {"side_pots", "face", "card_points", "ante", "blinds", "spread", "rounds", "once", "session", "threshold"}
    words |= {"others", "bring_in", "only_if_passed", "led_suit_wins", "one_suit"}
    assert words - set(seen) == set()


def _words(data: object) -> list[str]:
    """Every key and every text of some JSON."""
    if isinstance(data, dict):
        return [*data, *(word for value in data.values() for word in _words(value))]
    if isinstance(data, list):
        return [word for value in data for word in _words(value)]
    return [data] if isinstance(data, str) else []


def test_random_genomes_go_beyond_what_is_usual() -> None:
    made = [random_genome(random.Random(seed)) for seed in range(400)]
    phases = [phase for genome in made for phase in genome.turn_structure.phases]
    betting = [phase for phase in phases if isinstance(phase, BettingPhase)]
    assert any(max(phase.blinds, default=0) > phase.min_bet for phase in betting)
    assert any(phase.ante > phase.min_bet for phase in betting)
    assert any(phase.max_raises > 5 for phase in betting)
    assert any(isinstance(phase, DrawPhase | DealPhase) and phase.count > 3 for phase in phases)
    assert any(isinstance(phase, PlayPhase) and phase.min_cards > 2 for phase in phases)
    assert any(genome.turn_structure.rounds > 4 for genome in made)
