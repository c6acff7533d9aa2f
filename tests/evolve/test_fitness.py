"""Fitness on games whose worth is known beforehand: fixtures that are no good, classics, and what the solver knows."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from croupier.evolve.canonical import canonical
from croupier.evolve.fitness.bluffing import bluff_value
from croupier.evolve.fitness.evaluation import Evaluation, seed_for
from croupier.evolve.fitness.relevance import idle_parts, part_relevance
from croupier.evolve.fitness.tiers import DEEPEST, LAST, LAST_SEARCHED, evaluate
from croupier.games.genome import find, validate
from croupier.games.genome.language.dead_parts import dead_parts
from croupier.games.genome.language.genome import DealPhase, ShowdownPhase

from .bad_games import fixtures

FIXTURES = fixtures()
STOPPED = {
    "everyone checks for ever": "stakes",
    "first seat wins": "fairness",
    "pure luck": "skill",
    "never ends": "turns",
    "decorative trick": "constant",
}


def measured(name: str, tier: int = LAST) -> Evaluation:
    """A fixture or a classic, measured."""
    return evaluate(canonical(FIXTURES[name] if name in FIXTURES else find(name)), tier)


@pytest.mark.parametrize("name", FIXTURES)
def test_every_fixture_can_be_played(name: str) -> None:
    assert validate(FIXTURES[name]) == []


@pytest.mark.parametrize("name", STOPPED)
def test_a_fixture_runs_into_its_gate(name: str) -> None:
    assert measured(name, LAST_SEARCHED).failed == STOPPED[name]


def test_a_trap_option_is_unmasked_by_a_player_who_never_takes_it() -> None:
    found = measured("trap option")
    assert found.mean("rung_1") > 0.3, "it looks like skill"
    assert found.mean("thinking") <= 0
    assert found.quality < 0.2


@pytest.mark.parametrize("name", ["frozen at the deal", "every card open"])
def test_a_game_decided_at_the_deal_is_worth_nothing(name: str) -> None:
    found = measured(name)
    assert found.mean("decided") == 0
    assert found.quality == 0


@pytest.mark.parametrize("name", ["dead rule", "a condition that pays nothing"])
def test_parts_that_never_matter_are_found_and_left_out(name: str) -> None:
    assert dead_parts(FIXTURES[name])
    assert canonical(FIXTURES[name]).win_conditions == canonical(find("kuhn")).win_conditions
    assert measured(name, 2).measures == measured("kuhn", 2).measures


def test_classics_of_skill_are_above_those_of_luck() -> None:
    one, other = measured("sixty_six"), measured("war")
    assert one.quality > other.quality
    assert one.measures["rung_1"].low > 0 and one.measures["depth"].low > 0.1


def test_the_same_game_is_measured_the_same_and_again_with_another_luck() -> None:
    one, other = measured("kuhn", 2), measured("kuhn", 2)
    assert one == other
    again = evaluate(canonical(find("kuhn")), 2, again=1)
    assert again.measures != one.measures and again.key == one.key
    assert seed_for("a", 0) != seed_for("a", 1) != seed_for("b", 1)


def test_what_is_kept_of_a_measurement_is_read_as_it_was() -> None:
    """Else the checksum of a checkpoint would be wrong."""
    for name in ("kuhn", "sixty_six"):
        found = evaluate(canonical(find(name)), LAST, quick=True)
        kept = msgspec.json.encode(found)
        assert msgspec.json.encode(msgspec.json.decode(kept, type=Evaluation)) == kept
        assert found.quality > 0 and "gain" in found.measures


def test_every_tier_knows_what_those_before_it_knew() -> None:
    tiers = [evaluate(canonical(find("kuhn")), tier).measures for tier in range(1, DEEPEST + 1)]
    for before, after in pairwise(tiers):
        assert set(before) < set(after)
    assert {"rung_1", "beyond", "rung_3", "bluff_value", "relevance"} <= set(tiers[-1])
    assert all(found.low <= found.mean <= found.high for found in tiers[-1].values())


def test_bluffing_is_worth_an_eighteenth_in_kuhn_poker() -> None:
    found = bluff_value(find("kuhn"), iterations=1000)
    assert found is not None
    assert found.mean == pytest.approx(1 / 18, abs=1e-4)
    assert found.low <= 1 / 18 <= found.high


def test_bluffing_is_worth_nothing_when_every_card_is_open() -> None:
    kuhn = find("kuhn")
    found = bluff_value(replace(kuhn, setup=replace(kuhn.setup, face="up")), iterations=1000)
    assert found is not None and found.mean == pytest.approx(0, abs=1e-4)


def test_bluffing_pays_in_leduc_poker() -> None:
    found = bluff_value(find("leduc"), iterations=200)
    assert found is not None and found.low > 0.02


def test_bluff_value_is_nothing_without_bets_and_unknown_where_the_solver_cannot_say() -> None:
    hearts = bluff_value(find("hearts"))
    assert hearts is not None and hearts.mean == 0
    assert bluff_value(find("put")) is None
    assert bluff_value(find("guts")) is None


def test_an_idle_phase_is_found_by_payoff() -> None:
    kuhn = find("kuhn")
    turns = kuhn.turn_structure
    game = replace(
        kuhn,
        setup=replace(kuhn.setup, initial_deck="leduc_6"),
        turn_structure=replace(turns, phases=(*turns.phases, DealPhase(1, "discard"), ShowdownPhase())),
    )
    idle = idle_parts(game, 1)
    assert "$.turn_structure.phases[1]" in idle
    assert "$.turn_structure.phases[0]" not in idle
    assert part_relevance(game, idle).mean == pytest.approx(3 / 4)
    assert part_relevance(kuhn, idle_parts(kuhn, 1)).mean == 1
