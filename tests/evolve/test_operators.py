"""What each operator may change and may not: of any game, by any chance."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.evolve.operators import (
    CROSSOVERS,
    MUTATIONS,
    Mutation,
    cards,
    crossed,
    mutated,
    phases,
    phases_joined,
    repaired,
    turns_taken,
    winning,
)
from croupier.evolve.operators import betting as bets
from croupier.games.genome import GameGenome, classics, find, validate
from croupier.games.genome.language.genome import (
    MOST_PHASES,
    BettingPhase,
    DealPhase,
    MostChips,
    Part,
    PlayPhase,
    SetupRules,
    ShowdownPhase,
)
from croupier.games.genome.language.parts import PHASES, Path, fields_of, found, is_in
from croupier.games.genome.language.random_genome import random_genome

CLASSICS = {name: find(name) for name in classics()}
SEEDS = st.integers(0, 10_000)


def any_game(seed: int) -> GameGenome:
    """A classic or a random game."""
    rng = random.Random(seed)
    return rng.choice([*CLASSICS.values()]) if seed % 2 else random_genome(rng)


def places(one: Any, other: Any, path: Path = ()) -> set[Path]:
    """The fields in which two genomes differ."""
    if isinstance(one, Part) and type(one) is type(other) and not isinstance(one, tuple):
        names = fields_of(type(one))
        return set().union(*(places(getattr(one, name), getattr(other, name), (*path, name)) for name in names))
    return set() if one == other else {path}


def changes(mutation: Mutation, *names: str, tries: int = 30) -> list[tuple[GameGenome, GameGenome]]:
    """Some classics before and after a mutation."""
    made = []
    for name in names or classics():
        for seed in range(tries):
            after = mutation.mutate(CLASSICS[name], random.Random(seed))
            if after is not None:
                made.append((CLASSICS[name], after))
    assert made
    return made


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: type(one).__name__)
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_mutation_changes_only_what_it_touches(mutation: Mutation, seed: int) -> None:
    genome = any_game(seed)
    made = mutation.mutate(genome, random.Random(seed))
    if made is None:
        return
    assert made != genome and validate(made) == []
    for place in places(genome, made):
        assert any(is_in(place, touched) for touched in mutation.touches), place
    before, after = (
        [phase for phase in one.turn_structure.phases if not isinstance(phase, mutation.kinds)]
        for one in (genome, made)
    )
    assert before == after


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: type(one).__name__)
def test_a_mutation_applies_somewhere_and_is_the_same_for_a_seed(mutation: Mutation) -> None:
    games = [*CLASSICS.values(), *(random_genome(random.Random(seed)) for seed in range(20))]
    made = [mutation.mutate(game, random.Random(7)) for game in games]
    assert any(made)
    assert made == [mutation.mutate(game, random.Random(7)) for game in games]


def test_betting_mutations() -> None:
    """AddBettingPhaseMutation adds a valid BettingPhase, and nothing else of the hand changes."""
    for before, after in changes(bets.AddBettingPhaseMutation(), "hearts", "kuhn", "put", "holdem_fixed_limit"):
        old = [phase for phase in before.turn_structure.phases if isinstance(phase, BettingPhase)]
        new = [phase for phase in after.turn_structure.phases if isinstance(phase, BettingPhase)]
        assert len(new) == len(old) + 1 and not Counter(old) - Counter(new)
        assert validate(after) == [] and after.setup.starting_chips > 0
        if before.setup.starting_chips:
            assert after.setup.starting_chips == before.setup.starting_chips
    for before, after in changes(bets.RemoveBettingPhaseMutation(), "kuhn", "holdem_fixed_limit", "leduc"):
        counts = [sum(isinstance(one, BettingPhase) for one in game.turn_structure.phases) for game in (before, after)]
        assert counts[1] == counts[0] - 1
        assert (after.setup.starting_chips > 0) == (counts[1] > 0)
    for before, after in changes(bets.MutateBettingPhaseMutation()):
        for old, new in zip(before.turn_structure.phases, after.turn_structure.phases, strict=True):
            assert places(old, new) <= {("min_bet",), ("max_raises",)}
    for before, after in changes(bets.MutateStartingChipsMutation()):
        assert places(before, after) == {("setup", "starting_chips")}


@given(seed=SEEDS, steps=st.integers(1, 12))
@settings(max_examples=50, deadline=None)
def test_betting_parameter_validation(seed: int, steps: int) -> None:
    """However often the betting is mutated, 0 < min_bet <= starting_chips."""
    rng, genome = random.Random(seed), any_game(seed)
    for _ in range(steps):
        mutation = rng.choice(
            [
                bets.AddBettingPhaseMutation(),
                bets.RemoveBettingPhaseMutation(),
                bets.MutateBettingPhaseMutation(),
                bets.MutateStartingChipsMutation(),
            ]
        )
        genome = mutation.mutate(genome, rng) or genome
        for phase in genome.turn_structure.phases:
            if isinstance(phase, BettingPhase):
                assert 0 < phase.min_bet <= genome.setup.starting_chips
        assert validate(genome) == []


def test_without_the_last_betting_nothing_is_said_of_chips() -> None:
    game = replace(CLASSICS["kuhn"], win_conditions=(*CLASSICS["kuhn"].win_conditions, MostChips(100)))
    made = bets.RemoveBettingPhaseMutation().mutate(
        replace(game, turn_structure=replace(game.turn_structure, phases=(*game.turn_structure.phases, DealPhase()),),
                setup=replace(game.setup, initial_deck="standard_52")),
        random.Random(1),
    )  # fmt: skip
    assert made is not None and made.setup.starting_chips == 0
    assert not any(isinstance(one, MostChips) for one in made.win_conditions)


def test_forced_bets_are_ante_blinds_and_bring_in() -> None:
    seen = set()
    for before, after in changes(bets.MutateForcedBets()):
        for old, new in zip(before.turn_structure.phases, after.turn_structure.phases, strict=True):
            seen |= places(old, new)
    assert {("ante",), ("blinds",), ("bring_in",)} <= seen <= {("ante",), ("blinds",), ("bring_in",), ("opening",)}


def test_betting_structure_is_sizes_and_opening() -> None:
    seen = set()
    for before, after in changes(bets.MutateBettingStructure()):
        for old, new in zip(before.turn_structure.phases, after.turn_structure.phases, strict=True):
            seen |= places(old, new)
    assert {("structure",), ("spread",), ("opening",)} <= seen
    assert seen <= {("structure",), ("spread",), ("opening",), ("bring_in",)}


def test_side_pots_only_where_there_are_chips() -> None:
    assert bets.ToggleSidePots().mutate(CLASSICS["hearts"], random.Random(1)) is None
    assert all(after.setup.side_pots != before.setup.side_pots for before, after in changes(bets.ToggleSidePots()))


@pytest.mark.parametrize(
    ("mutation", "field"),
    [
        (cards.MutateCardsDealt(), "cards_per_player"),
        (cards.MutateDeck(), "initial_deck"),
        (cards.MutateFirstDiscards(), "initial_discard_count"),
        (cards.MutateTrump(), "trump_suit"),
        (cards.MutateFaceOfDeal(), "face"),
        (cards.MutateCardPoints(), "card_points"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_mutation_of_the_setup_changes_one_field(mutation: Mutation, field: str) -> None:
    for before, after in changes(mutation, tries=5):
        assert places(before, after) == {("setup", field)}


def test_card_points_come_go_and_change_one_at_a_time() -> None:
    sizes = set()
    for before, after in changes(cards.MutateCardPoints(), "hearts", "kuhn", "briscola"):
        old, new = before.setup.card_points, after.setup.card_points
        sizes.add(len(new) - len(old))
        if len(new) == len(old):
            assert sum(one != other for one, other in zip(old, new, strict=True)) == 1
    assert sizes == {-1, 0, 1}


def test_a_phase_comes_goes_or_moves_and_no_other_changes() -> None:
    for before, after in changes(phases.AddPhase(), tries=20):
        assert sum((Counter(after.turn_structure.phases) - Counter(before.turn_structure.phases)).values()) == 1
        assert not Counter(before.turn_structure.phases) - Counter(after.turn_structure.phases)
        assert sum(isinstance(one, ShowdownPhase) for one in after.turn_structure.phases) <= 1
    for before, after in changes(phases.RemovePhase(), tries=10):
        assert sum((Counter(before.turn_structure.phases) - Counter(after.turn_structure.phases)).values()) == 1
    for before, after in changes(phases.MovePhase(), tries=10):
        assert Counter(before.turn_structure.phases) == Counter(after.turn_structure.phases)
        assert before.turn_structure.once == after.turn_structure.once


def test_phases_played_once_stay_so_when_one_comes_or_goes_before_them() -> None:
    game = replace(CLASSICS["hearts"], turn_structure=replace(CLASSICS["hearts"].turn_structure, once=0))
    once = bets.with_phase(game, 0, DealPhase())
    assert once.turn_structure.once == 0
    game = replace(game, turn_structure=replace(game.turn_structure, phases=(DealPhase(), DealPhase(2)), once=1))
    assert bets.with_phase(game, 0, ShowdownPhase()).turn_structure.once == 2
    assert bets.with_phase(game, 1, ShowdownPhase()).turn_structure.once == 1


@pytest.mark.parametrize(
    ("mutation", "names"),
    [
        (phases.MutateDealPhase(), {"count", "to", "face"}),
        (phases.MutateDrawPhase(), {"count", "source", "mandatory", "face", "only_if_passed"}),
        (phases.MutateDiscardPhase(), {"count", "mandatory", "replace", "face"}),
        (phases.MutatePlayPhase(), {"min_cards", "max_cards", "target", "match", "mandatory", "only_if_passed"}),
        (phases.MutatePlayConditions(), {"conditions"}),
        (phases.MutateTrickPhase(), {"lead_suit_required", "high_card_wins", "led_suit_wins"}),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_mutation_of_a_phase_changes_one_field_of_one_phase(mutation: Mutation, names: set[str]) -> None:
    seen = set()
    for before, after in changes(mutation):
        pairs = zip(before.turn_structure.phases, after.turn_structure.phases, strict=True)
        differing = [places(old, new) for old, new in pairs if old != new]
        assert len(differing) == 1 and len(differing[0]) == 1
        seen |= {path[0] for path in differing[0]}
    assert seen == names


def test_play_conditions_come_go_and_change_one_at_a_time() -> None:
    sizes = set()
    for before, after in changes(phases.MutatePlayConditions(), "crazy_eights", "durak", "speed"):
        for old, new in zip(before.turn_structure.phases, after.turn_structure.phases, strict=True):
            if old != new:
                assert isinstance(old, PlayPhase) and isinstance(new, PlayPhase)
                sizes.add(len(new.conditions) - len(old.conditions))
    assert sizes == {-1, 0, 1}


@pytest.mark.parametrize(
    ("mutation", "place"),
    [
        (phases.MutateSeats(), ("player_count",)),
        (phases.MutateRounds(), ("turn_structure", "rounds")),
        (phases.MutateOnce(), ("turn_structure", "once")),
        (phases.MutateTurnLimit(), ("max_turns",)),
        (phases.MutateSession(), ("session", "hands")),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Mutation) else "",
)
def test_a_mutation_of_the_frame_changes_one_number(mutation: Mutation, place: Path) -> None:
    for before, after in changes(mutation, tries=5):
        assert places(before, after) == {place}


def test_win_conditions_come_go_and_change_one_at_a_time() -> None:
    for before, after in changes(winning.AddWinCondition(), tries=10):
        assert len(after.win_conditions) == len(before.win_conditions) + 1
        assert not Counter(before.win_conditions) - Counter(after.win_conditions)
    for before, after in changes(winning.RemoveWinCondition(), tries=10):
        assert len(after.win_conditions) == len(before.win_conditions) - 1 > 0
    for before, after in changes(winning.ReorderWinConditions(), tries=10):
        assert Counter(after.win_conditions) == Counter(before.win_conditions)
    for before, after in changes(winning.MutateWinCondition(), tries=10):
        pairs = zip(before.win_conditions, after.win_conditions, strict=True)
        assert sum(one != other for one, other in pairs) == 1


def test_together_the_mutations_touch_every_part_of_the_language() -> None:
    touched = {path[:2] for mutation in MUTATIONS for path in mutation.touches}
    setup = {("setup", name) for name in fields_of(SetupRules)}
    turns = {("turn_structure", name) for name in ("phases", "rounds", "once")}
    frame = {("win_conditions",), ("max_turns",), ("player_count",), ("session", "hands")}
    assert touched == setup | turns | frame
    assert {kind.__name__ for mutation in MUTATIONS for kind in mutation.kinds} == {
        *("BettingPhase", "DealPhase", "DrawPhase", "DiscardPhase", "PlayPhase", "TrickPhase", "ShowdownPhase")
    }


@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_long_walk_stays_among_games_that_can_be_played(seed: int) -> None:
    rng, genome = random.Random(seed), any_game(seed)
    for _ in range(20):
        made, _ = mutated(genome, rng)
        assert made != genome
        genome = made
    assert validate(genome) == []


@given(one=SEEDS, other=SEEDS, seed=SEEDS)
@settings(max_examples=80, deadline=None)
def test_a_child_has_every_part_from_one_of_its_parents(one: int, other: int, seed: int) -> None:
    parents = any_game(one), any_game(other)
    child = phases_joined(*parents, random.Random(seed))
    for name in fields_of(SetupRules):
        assert found(child, ("setup", name)) in [found(parent, ("setup", name)) for parent in parents]
    for name in ("win_conditions", "max_turns", "player_count"):
        assert getattr(child, name) in [getattr(parent, name) for parent in parents]
    assert set(child.turn_structure.phases) <= {phase for one in parents for phase in one.turn_structure.phases}
    first, second = (list(parent.turn_structure.phases) for parent in parents)
    joined = list(child.turn_structure.phases)
    cuts = [(cut, more) for cut in range(len(first) + 1) for more in range(len(second) + 1)]
    assert any(joined == (first[:cut] + second[more:])[:MOST_PHASES] for cut, more in cuts)


@given(one=SEEDS, other=SEEDS, seed=SEEDS)
@settings(max_examples=80, deadline=None)
def test_whatever_is_put_together_is_repaired(one: int, other: int, seed: int) -> None:
    child, crossover = crossed(any_game(one), any_game(other), random.Random(seed))
    assert child is not None and validate(child) == []
    assert repaired(child) == child and crossover in CROSSOVERS


@given(one=SEEDS, other=SEEDS, seed=SEEDS)
@settings(max_examples=80, deadline=None)
def test_whole_turns_come_with_what_is_played_for_in_them(one: int, other: int, seed: int) -> None:
    mine, theirs = any_game(one), any_game(other)
    child = turns_taken(mine, theirs, random.Random(seed))
    turns, once = child.turn_structure, theirs.turn_structure.once
    whole = theirs.turn_structure.phases[once:]
    assert (
        turns.phases[turns.once :] == whole[: MOST_PHASES - turns.once] and turns.rounds == theirs.turn_structure.rounds
    )
    for name in ("win_conditions", "max_turns"):
        assert getattr(child, name) == getattr(theirs, name)
    assert (child.setup.card_points, child.setup.trump_suit) == (theirs.setup.card_points, theirs.setup.trump_suit)
    kept = {"initial_deck", "cards_per_player", "starting_chips", "face"}
    assert all(getattr(child.setup, name) == getattr(mine.setup, name) for name in kept)
    assert child.player_count == mine.player_count
    first = tuple(phase for phase in mine.turn_structure.phases if isinstance(phase, BettingPhase))[:1]
    opening = mine.turn_structure.phases[: mine.turn_structure.once] or first
    assert turns.phases[: turns.once] in (opening[: MOST_PHASES - 1], theirs.turn_structure.phases[:once])


@given(seed=SEEDS)
@settings(max_examples=50, deadline=None)
def test_a_playable_genome_is_left_as_it_is(seed: int) -> None:
    genome = any_game(seed)
    assert repaired(genome) is genome


@pytest.mark.parametrize(
    ("flawed", "mended"),
    [
        ("bet above the chips", lambda game: game.turn_structure.phases[0].min_bet == 5),
        ("chips that nobody can bet", lambda game: game.setup.starting_chips == 0),
        ("bets without chips", lambda game: game.setup.starting_chips == 500),
        ("more cards than the deck", lambda game: game.setup.initial_deck == "standard_52"),
        ("a choice among cards of others", lambda game: game.setup.face == "down"),
        ("the same counted twice", lambda game: len(game.win_conditions) == 1),
        ("most chips without chips", lambda game: not isinstance(game.win_conditions[0], MostChips)),
        ("a spread without its structure", lambda game: game.turn_structure.phases[0].spread == 0),
    ],
)
def test_repair_lowers_what_stands_in_the_way(flawed: str, mended: Any) -> None:
    kuhn, hearts = CLASSICS["kuhn"], CLASSICS["hearts"]
    bet = kuhn.turn_structure.phases[0]
    turns = kuhn.turn_structure

    def kuhn_with(**fields: Any) -> GameGenome:
        return replace(kuhn, turn_structure=replace(turns, phases=(replace(bet, **fields),)))

    games = {
        "bet above the chips": replace(kuhn_with(min_bet=50), setup=replace(kuhn.setup, starting_chips=5)),
        "chips that nobody can bet": replace(hearts, setup=replace(hearts.setup, starting_chips=10)),
        "bets without chips": replace(kuhn_with(min_bet=50), setup=replace(kuhn.setup, starting_chips=0)),
        "more cards than the deck": replace(kuhn, setup=replace(kuhn.setup, cards_per_player=3)),
        "a choice among cards of others": replace(hearts, setup=replace(hearts.setup, face="others")),
        "the same counted twice": replace(kuhn, win_conditions=kuhn.win_conditions * 2),
        "most chips without chips": replace(hearts, win_conditions=(MostChips(), *hearts.win_conditions)),
        "a spread without its structure": kuhn_with(spread=4),
    }
    assert validate(games[flawed])
    made = repaired(games[flawed])
    assert made is not None and mended(made)


def test_phases_of_a_repaired_game_are_those_that_it_had() -> None:
    kuhn = CLASSICS["kuhn"]
    made = repaired(replace(kuhn, setup=replace(kuhn.setup, cards_per_player=20), player_count=10))
    assert made is not None and found(made, PHASES) == found(kuhn, PHASES)
