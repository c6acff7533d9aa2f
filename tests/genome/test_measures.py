"""What is counted over matches adds up, at both speeds."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome import GameGenome, find
from croupier.games.genome.language.genome import BettingPhase, DiscardPhase, DrawPhase, PlayPhase
from croupier.games.genome.measures import counts

from .table import genome
from .watching import watched

MATCHES = 200


def measured(of: GameGenome, *, plain: bool = False, matches: int = MATCHES) -> tuple[int, dict[str, int]]:
    """How many hands were played, and what was counted in them."""
    loop = watched(of)
    tally = (loop.run_plain if plain else loop.run)(3, 0, matches)
    notes: Any = loop.notes
    return tally.hands, counts(notes.measured)


@pytest.mark.parametrize("name", ["leduc", "short_deck", "crazy_eights", "hearts"])
def test_both_speeds_count_the_same(name: str) -> None:
    assert measured(find(name), matches=5) == measured(find(name), plain=True, matches=5)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem_fixed_limit"])
def test_every_hand_and_every_decision_is_counted_once(name: str) -> None:
    hands, seen = measured(find(name))
    assert seen["showdowns"] + seen["walkovers"] == hands
    assert seen["decisions"] >= sum(seen[move] for move in ("checks", "bets", "calls", "raises", "folds")) > 0
    assert seen["decisions"] >= seen["turns"] > hands


def test_between_two_players_a_fold_is_a_walkover() -> None:
    _, seen = measured(find("leduc"))
    assert seen["folds"] == seen["walkovers"] > 0


def test_every_move_that_takes_the_last_chip_is_an_all_in() -> None:
    hands, seen = measured(genome(BettingPhase(100, 0), chips=100))
    assert seen["all_ins"] == seen["bets"] + seen["calls"] > 0
    assert seen["chips_won"] == 100 * seen["all_ins"]
    assert seen["lead_changes"] == 0, "a session of one hand has no other"
    assert hands == MATCHES


def test_tricks_forced_decisions_and_ties_of_hearts() -> None:
    hands, seen = measured(find("hearts"))
    assert seen["tricks"] == 13 * hands
    assert seen["decisions"] == 52 * hands
    assert seen["forced"] >= 4 * hands, "nobody chooses the last card"
    assert 0 < seen["ties"] < hands


def test_hands_that_run_out_of_turns_are_counted() -> None:
    hands, seen = measured(genome(PlayPhase(), cards=5, max_turns=3))
    assert seen["out_of_turns"] == hands
    hands, seen = measured(genome(PlayPhase(), cards=5))
    assert seen["out_of_turns"] == 0 < hands


def test_session_without_end_runs_out_of_steps() -> None:
    """A thousand hands of five hundred turns: a match must not be longer than a loop can wait for."""
    turns = DrawPhase(mandatory=False), DiscardPhase(mandatory=False)
    endless = genome(*turns, players=10, cards=2, rounds=50, max_turns=1000, hands=1000)
    hands, seen = measured(endless, matches=1)
    assert seen["out_of_steps"] == 1
    assert 0 < hands < 1000


def test_lead_changes_from_hand_to_hand() -> None:
    """The leader after the first hand may be behind after the second: once in a session at most."""
    _, seen = measured(genome(BettingPhase(10, 0, ante=10), chips=1000, hands=2))
    assert 0 < seen["lead_changes"] <= MATCHES
