"""The house bots, and the equilibrium that one of them plays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.agents.random import play_randomly
from croupier.agents.search import Search
from croupier.agents.search_bot import search_for
from croupier.agents.solver import solve as solve_tree
from croupier.games.battle import GAME, SIMULATION, configure
from croupier.games.battle import equilibrium as solved
from croupier.games.battle.equilibrium import ALL_LAYOUTS, FILE, LAYOUTS, PARTS, Position
from croupier.games.battle.policies import play_equilibrium, read_patterns
from croupier.games.battle.programme import value_of
from croupier.games.battle.records import ATTACK, COUNTER, DEFENSE, HEAL, View
from croupier.games.battle.rules import CONFIRM
from croupier.games.battle.steps import face_of
from croupier.kernel.contract.game import Move
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import GAP, Action, Menu, allows, clear
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.simulate.loop import Loop
from tests.simulate.plainly import search_plainly

from .table import Match

MIXES = solved.read(FILE.read_text("utf-8"))


@rule
def attack_first(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Somebody who repeats himself: attack, then defense, then nothing."""
    a.kind = CONFIRM
    a.amount = 0
    a.count = 3
    a.cards[0] = m.candidate[ATTACK]
    a.cards[1] = m.candidate[DEFENSE]
    a.cards[2] = GAP


@rule
def counter_first(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Another: counter, then attack, then heal, one of the equilibrium's own layouts in the last round."""
    a.kind = CONFIRM
    a.amount = 0
    a.count = 3
    a.cards[0] = m.candidate[COUNTER]
    a.cards[1] = m.candidate[ATTACK]
    a.cards[2] = m.candidate[HEAL]


def mean_score(*policies: object, matches: int = 250, **options: object) -> float:
    """What the first policy wins per match, played in plain Python."""
    loop = Loop(GAME, configure(**{**SIMULATION, **options}), policies)  # type: ignore[arg-type]
    return loop.run_plain(1, 0, matches).score[0] / matches


def choose(match: Match, policy: object, stream: int = 0) -> Move:
    """What a policy confirms for seat 0."""
    m, a, rng = Menu(), Action(), Rng()
    seed(rng, 7, stream)
    clear(m)
    GAME.core.menu(match.table, 0, m)
    policy(GAME.view(match.state, 0), m, rng, a)  # type: ignore[operator]
    assert allows(m, a) == 0
    return Move(a.kind, a.amount, tuple(a.cards[: a.count]))


def test_there_are_73_layouts_of_four_different_cards() -> None:
    assert (len(ALL_LAYOUTS), len(LAYOUTS)) == (73, 24)


def test_shipped_mixes_cannot_be_exploited() -> None:
    for max_hp in solved.SIZES:
        assert 0 <= solved.exploitability(MIXES, max_hp) < 0.001


def test_shipped_mixes_are_whole() -> None:
    assert solved.read(solved.written(MIXES)) == MIXES
    for mix in MIXES.values():
        assert sum(mix.values()) == PARTS
        assert set(mix) <= set(LAYOUTS)
    assert set(MIXES) == {here for max_hp in solved.SIZES for here in solved.positions(max_hp)}


def test_a_worse_mix_is_found_out() -> None:
    worse = {**MIXES, Position(2, 10, 10): {(0, 1, 2): PARTS}}
    assert solved.exploitability(worse) > 0.05


def test_the_last_round_is_solved_as_the_tree_solver_solves_it() -> None:
    config = configure(rounds=1, max_rounds=1)
    solution = solve_tree(GAME, config, iterations=400)
    assert solution.infosets == 2
    assert max(abs(value) for value in solution.values) < 0.01
    assert value_of(solved.stage(Position(0, 10, 10), {})) == 0


def test_a_player_one_hp_behind_is_worth_less_in_the_middle_than_near_the_cap() -> None:
    """At 9 against 10 a safe heal makes it even, because the leader's heal is wasted."""

    assert value_of(solved.stage(Position(0, 9, 10), {})) == 0
    assert value_of(solved.stage(Position(0, 5, 6), {})) == Fraction(-5, 9)


def test_the_first_round_has_many_optimal_mixes_and_the_whole_range_is_told() -> None:
    """Attack, defense and counter weigh 18 to 100 % of a mix, exactly; attack and heal never go together."""
    ranges = solved.ranges()
    least = Fraction(405433063143, 2296624623470)
    assert ranges[ATTACK, DEFENSE, COUNTER] == (least, 1)
    assert ranges[DEFENSE, HEAL, COUNTER] == (0, 1 - least)
    assert ranges[ATTACK, DEFENSE, HEAL] == ranges[ATTACK, HEAL, COUNTER] == (0, 0)


def test_search_plays_what_the_equilibrium_draws_whatever_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that always played what seems best could be read."""
    search_plainly(monkeypatch, GAME)
    match = Match()
    search = search_for(GAME, 0, iterations=3)
    laid = [tuple(face_of(card) for card in search.think(match.state, 0).move.cards) for _ in range(60)]
    mix = MIXES[Position(2, 10, 10)]
    assert set(laid) == set(mix)
    for layout, parts in mix.items():
        assert abs(laid.count(layout) / 60 - parts / PARTS) < 0.2


def test_the_findings_of_search_do_not_change_its_draw_where_both_choose_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It knows here that the other repeats himself. Without `mixes` it would profit, and could be led on."""
    search_plainly(monkeypatch, GAME)
    match = Match(rounds=1, max_rounds=1)
    drawn = {}
    for mixes in (True, False):
        known = {"models": {1: counter_first}, "below": {0: play_equilibrium}, "default": play_equilibrium}
        search = Search(GAME, iterations=250, hands=0, mixes=mixes, **known)  # type: ignore[arg-type]
        drawn[mixes] = {tuple(face_of(card) for card in search.think(match.state, 0).move.cards) for _ in range(10)}
    assert drawn[True] == set(MIXES[Position(0, 10, 10)])
    assert drawn[False] - drawn[True]


def test_equilibrium_plays_six_hp_by_mixes_of_their_own() -> None:
    match = Match(start_hp=6, max_hp=6)
    match.round("attack - -", "counter - -")
    assert match.hp == (4, 6)
    drawn = {tuple(face_of(card) for card in choose(match, play_equilibrium, i).cards) for i in range(300)}
    assert drawn == set(MIXES[Position(1, 4, 6, 6)])


def test_equilibrium_draws_from_the_mix_of_its_position() -> None:
    match = Match()
    drawn = {tuple(face_of(card) for card in choose(match, play_equilibrium, i).cards) for i in range(300)}
    assert drawn == set(MIXES[Position(2, 10, 10)])
    match.round("attack - -", "counter - -")
    assert match.hp == (8, 10)
    drawn = {tuple(face_of(card) for card in choose(match, play_equilibrium, i).cards) for i in range(300)}
    assert drawn == set(MIXES[Position(1, 8, 10)])


def test_sudden_death_is_played_like_the_last_round() -> None:
    match = Match()
    for _ in range(4):
        match.round("- - -", "- - -")
    drawn = {tuple(face_of(card) for card in choose(match, play_equilibrium, i).cards) for i in range(600)}
    assert drawn <= set(MIXES[Position(0, 10, 10)])


def test_equilibrium_plays_other_hands_and_sizes_legally() -> None:
    for options in (
        {"hand": "attack,attack,attack,attack"},
        {"max_hp": 20, "start_hp": 20},
        {"rounds": 9},
        {"start_hp": (3, 9)},
    ):
        choose(Match(**options), play_equilibrium)


def test_reader_answers_what_it_has_seen() -> None:
    match = Match()
    match.round("- - -", "attack - heal")
    match.round("- - -", "attack - heal")
    cards = choose(match, read_patterns).cards
    assert cards[0] == 3, "a counter where the attack comes"
    assert 0 in cards[1:], "the attack where nothing parries it"
    assert cards[1] == HEAL or cards[2] == HEAL


def test_reader_beats_a_bot_that_repeats_itself_and_both_bots_beat_chance() -> None:
    assert mean_score(read_patterns, attack_first) > 0.9
    assert mean_score(read_patterns, play_randomly) > 0.4
    assert mean_score(play_equilibrium, play_randomly) > 0.35
    assert mean_score(play_equilibrium, read_patterns) > -0.1
