"""The canonical form and the distance: what counts as the same game, and how far others are."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.evolve.canonical import canonical, key_of, tidied
from croupier.evolve.distance import distance
from croupier.evolve.operators import mutated
from croupier.games.genome import GameGenome, classics, find, validate
from croupier.games.genome.language.genome import (
    BettingPhase,
    CardPoints,
    DealPhase,
    HighScore,
    SessionLength,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.language.random_genome import random_genome

SEEDS = st.integers(0, 10_000)


def game(seed: int) -> GameGenome:
    """A classic, a mutant or a random game."""
    rng = random.Random(seed)
    classic = find(rng.choice(classics()))
    return (classic, mutated(classic, rng)[0], random_genome(rng))[seed % 3]


@given(seed=SEEDS)
@settings(max_examples=50, deadline=None)
def test_a_canonical_form_can_be_played_and_is_its_own(seed: int) -> None:
    form = canonical(game(seed))
    assert validate(form) == []
    assert canonical(form) == form


def test_every_classic_is_a_game_of_its_own() -> None:
    keys = [key_of(canonical(find(name))) for name in classics()]
    assert len(set(keys)) == len(keys)


def test_labels_and_the_length_of_the_session_do_not_count() -> None:
    kuhn = find("kuhn")
    other = replace(kuhn, genome_id="x", title="Another", note="!", generation=3, session=SessionLength(77))
    assert canonical(other) == canonical(kuhn)


def test_chips_are_scaled() -> None:
    kuhn = find("kuhn")
    bet = kuhn.turn_structure.phases[0]
    assert isinstance(bet, BettingPhase)
    dear = replace(bet, min_bet=7 * bet.min_bet, ante=7 * bet.ante)
    other = replace(
        kuhn,
        setup=replace(kuhn.setup, starting_chips=7 * kuhn.setup.starting_chips),
        turn_structure=replace(kuhn.turn_structure, phases=(dear,)),
    )
    assert canonical(other) == canonical(kuhn)
    cheap = replace(other, setup=replace(other.setup, starting_chips=7 * kuhn.setup.starting_chips + 1))
    assert key_of(canonical(cheap)) != key_of(canonical(kuhn))


@given(order=st.permutations(["clubs", "diamonds", "hearts", "spades"]))
@settings(max_examples=24, deadline=None)
def test_suits_are_renamed(order: list[str]) -> None:
    def tricks(trump: str, good: str) -> GameGenome:
        base = find("briscola")
        setup = replace(base.setup, trump_suit=trump, card_points=(CardPoints(3, (), (good,)),))
        return replace(base, setup=setup, turn_structure=replace(base.turn_structure, phases=(TrickPhase(),)))

    assert canonical(tricks(order[0], order[1])) == canonical(tricks("clubs", "diamonds"))
    assert canonical(tricks(order[0], order[0])) != canonical(tricks("clubs", "diamonds"))


def test_settings_that_never_change_play_are_left_out() -> None:
    kuhn = find("kuhn")
    turns = kuhn.turn_structure
    longer = replace(kuhn, turn_structure=replace(turns, phases=(*turns.phases, ShowdownPhase(), DealPhase())))
    longer = replace(longer, setup=replace(kuhn.setup, initial_deck="leduc_6"))
    shorter = replace(kuhn, setup=replace(kuhn.setup, initial_deck="leduc_6"))
    assert key_of(canonical(longer)) == key_of(canonical(shorter))
    points = replace(find("hearts"), win_conditions=(HighScore(threshold=50),))
    assert canonical(points) == canonical(replace(points, win_conditions=(HighScore(threshold=70),)))


def test_settings_that_nobody_reads_are_tidied_away_for_people() -> None:
    form = canonical(find("kuhn"))
    cluttered = replace(form, setup=replace(form.setup, trump_suit="clubs"), max_turns=77)
    assert tidied(cluttered) == form == tidied(form)


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_tidied_game_is_the_same_game(seed: int) -> None:
    form = canonical(game(seed))
    assert key_of(tidied(form)) == key_of(form) and validate(tidied(form)) == []


@given(one=SEEDS, other=SEEDS, third=SEEDS)
@settings(max_examples=50, deadline=None)
def test_distance_is_a_metric(one: int, other: int, third: int) -> None:
    a, b, c = game(one), game(other), game(third)
    assert distance(a, a) == 0
    assert distance(a, b) == pytest.approx(distance(b, a))
    assert distance(a, c) <= distance(a, b) + distance(b, c) + 1e-9


@given(seed=SEEDS)
@settings(max_examples=50, deadline=None)
def test_a_mutant_is_near(seed: int) -> None:
    genome = game(seed)
    made, mutation = mutated(genome, random.Random(seed))
    assert distance(genome, made) <= 8
    if type(mutation).__name__ != "MutateSession":
        assert distance(genome, made) > 0


def test_games_of_a_family_are_nearer_than_others() -> None:
    forms = {name: canonical(find(name)) for name in classics()}
    assert distance(forms["briscola"], forms["sixty_six"]) < distance(forms["briscola"], forms["kuhn"])
    assert distance(forms["five_card_draw"], forms["lowball"]) < distance(forms["five_card_draw"], forms["hearts"])
