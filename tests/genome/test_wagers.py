"""Betting at its edges: one chip more or less, the last raise, seats behind the first, and what is told of it all."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome.language.genome import BettingPhase, DealPhase, GameGenome, Opening
from croupier.games.genome.machine.events import (
    AntePosted,
    BetPlaced,
    BetReturned,
    Called,
    Checked,
    Folded,
    Posted,
    PotAwarded,
    Raised,
    WentAllIn,
)
from croupier.games.genome.machine.records import BOARD
from croupier.kernel.vocabulary.turns import NOBODY

from .table import GenomeTable, genome

BETTING = BettingPhase(10, 3)
BLINDS = BettingPhase(10, 3, blinds=(5, 10))


def betting(players: int = 3, *phases: BettingPhase, **more: Any) -> GameGenome:
    return genome(*(phases or (BETTING,)), players=players, chips=1000, **more)


# ALL_IN: exactly when too short to bet, or to call.


@pytest.mark.parametrize(("stack", "moves"), [(9, ["CHECK", "ALL_IN"]), (10, ["CHECK", "BET"])])
@pytest.mark.parametrize("seat", range(3))
def test_all_in_is_offered_only_if_too_short_to_bet(seat: int, stack: int, moves: list[str]) -> None:
    stacks = [1000, 1000, 1000]
    stacks[seat] = stack
    assert GenomeTable(betting(), stacks=stacks).do(*["CHECK"] * seat).moves == moves


@pytest.mark.parametrize(("stack", "moves"), [(9, ["ALL_IN", "FOLD"]), (10, ["CALL", "FOLD"])])
@pytest.mark.parametrize("seat", [1, 2])
def test_all_in_is_offered_only_if_too_short_to_call(seat: int, stack: int, moves: list[str]) -> None:
    stacks = [1000, 1000, 1000]
    stacks[seat] = stack
    assert GenomeTable(betting(), stacks=stacks).do("BET", *["CALL"] * (seat - 1)).moves == moves


@pytest.mark.parametrize(("stack", "moves"), [(14, ["CALL", "FOLD"]), (15, ["CALL", "RAISE", "FOLD"])])
def test_a_seat_that_has_bet_needs_only_the_difference_and_one_more_bet_to_raise(stack: int, moves: list[str]) -> None:
    table = GenomeTable(betting(3, BLINDS), stacks=[5 + stack, 1000, 1000]).do("CALL")
    assert (table.actor, table.moves) == (0, moves)


@pytest.mark.parametrize(("stack", "moves"), [(9, ["CHECK", "ALL_IN"]), (10, ["CHECK", "RAISE"])])
def test_big_blind_too_short_to_raise_may_go_all_in(stack: int, moves: list[str]) -> None:
    table = GenomeTable(betting(3, BLINDS), stacks=[1000, 10 + stack, 1000]).do("CALL", "CALL")
    assert (table.actor, table.moves) == (1, moves)


def test_all_in_above_a_blind_is_no_raise() -> None:
    once = BettingPhase(10, 1, blinds=(5, 10))
    table = GenomeTable(betting(3, once), stacks=[1000, 15, 1000]).do("CALL", "CALL", "ALL_IN")
    assert (table.table.betting.current_bet, table.table.betting.raises) == (15, 0)
    assert (table.actor, table.moves) == (2, ["CALL", "RAISE", "FOLD"])
    assert table.do("RAISE").moves == ["CALL", "FOLD"], "that was the only raise"


# The last raise.


@pytest.mark.parametrize("most", range(4))
def test_the_number_of_raises_is_limited(most: int) -> None:
    table = GenomeTable(betting(3, BettingPhase(10, most))).do("BET")
    for number in range(most):
        assert "RAISE" in table.moves
        assert table.do("RAISE").table.betting.raises == number + 1
    assert table.moves == ["CALL", "FOLD"]
    assert table.actor == (most + 1) % 3


def test_big_blind_may_not_raise_where_no_raise_is_left() -> None:
    table = GenomeTable(betting(3, BettingPhase(10, 0, blinds=(5, 10)))).do("CALL", "CALL")
    assert (table.actor, table.moves) == (1, ["CHECK"])


# Every phase by its own parameters.


def test_every_phase_has_its_own_bet_raises_structure_and_ante() -> None:
    phases = (
        BettingPhase(10, 0),
        BettingPhase(25, 1, structure="spread", spread=60),
        BettingPhase(5, 2, ante=7, structure="no_limit"),
        BettingPhase(40, 3, structure="pot_limit"),
    )
    table = GenomeTable(betting(2, *phases)).do("BET")
    assert table.moves == ["CALL", "FOLD"], "no raise"
    table.do("CALL")
    assert (table.option("BET").low, table.option("BET").high) == (25, 60)
    table.do("BET 30", "RAISE 60")
    assert table.moves == ["CALL", "FOLD"], "one raise"
    table.do("CALL")
    assert table.chips == [1000 - 10 - 60 - 7] * 2
    assert (table.option("BET").low, table.option("BET").high) == (5, 923)
    table.do("CHECK", "CHECK")
    assert (table.option("BET").low, table.option("BET").high) == (40, 154), "no more than the pot"
    assert table.view(0).min_bet == 40


def test_blinds_of_a_second_phase_are_posted_then() -> None:
    table = GenomeTable(betting(3, BETTING, BLINDS)).do("CHECK", "CHECK", "CHECK")
    assert table.told(Posted) == [Posted(0, 5), Posted(1, 10)]
    assert (table.actor, table.view(2).to_call) == (2, 10)


# Forced bets.


def test_antes_are_posted_by_the_live_seats_from_the_starting_position_on() -> None:
    table = GenomeTable(betting(3, BETTING, BettingPhase(10, 3, ante=2), hands=2)).do("BET", "FOLD", "CALL")
    assert table.told(AntePosted) == [AntePosted(0, 2), AntePosted(2, 2)], "who has folded pays nothing more"
    table.do("CHECK", "CHECK", "CHECK", "CHECK", "CHECK")
    assert table.told(AntePosted)[2:] == [AntePosted(1, 2), AntePosted(2, 2), AntePosted(0, 2)]


def test_a_short_ante_is_told_as_it_was_paid_and_a_blind_of_nothing_not_at_all() -> None:
    table = GenomeTable(betting(3, BettingPhase(10, 3, ante=5, blinds=(5, 10))), stacks=[1000, 4, 1000])
    assert table.told(AntePosted) == [AntePosted(0, 5), AntePosted(1, 4), AntePosted(2, 5)]
    assert table.told(Posted) == [Posted(0, 5)]
    assert table.table.betting.current_bet == 10


@pytest.mark.parametrize("hands", [0, 1, 2])
def test_blinds_move_with_the_starting_position(hands: int) -> None:
    """Three seats, three blinds: the first speaks again; then the second is the first."""
    table = GenomeTable(betting(3, BettingPhase(10, 3, blinds=(5, 10, 20)), hands=3))
    for _ in range(hands):
        table.do("FOLD", "FOLD")
    order = [(hands + number) % 3 for number in range(3)]
    assert table.told(Posted)[-3:] == [Posted(order[0], 5), Posted(order[1], 10), Posted(order[2], 20)]
    assert table.actor == order[0]


def test_one_blind_between_two_players_is_the_starting_positions() -> None:
    table = GenomeTable(betting(2, BettingPhase(10, 3, blinds=(10,))))
    assert (table.told(Posted), table.actor) == ([Posted(0, 10)], 1)


def test_blinds_between_the_last_two_of_three_seats_are_as_heads_up() -> None:
    table = GenomeTable(betting(3, BETTING, BLINDS)).do("BET", "FOLD", "CALL")
    assert table.told(Posted) == [Posted(2, 5), Posted(0, 10)]
    assert table.actor == 2


def test_of_three_blinds_the_last_two_seats_post_the_first_two_in_order() -> None:
    table = GenomeTable(betting(3, BETTING, BettingPhase(10, 3, blinds=(5, 10, 20)))).do("BET", "FOLD", "CALL")
    assert (table.told(Posted), table.actor) == ([Posted(0, 5), Posted(2, 10)], 0)


def test_hand_is_over_when_everybody_folds_to_the_big_blind() -> None:
    """It has not spoken, and does not have to."""
    for side_pots in (False, True):
        table = GenomeTable(betting(3, BLINDS, side_pots=side_pots)).do("FOLD", "FOLD")
        assert table.actor is None
        assert table.chips == [995, 1005, 1000]


def test_raise_adds_no_less_than_the_bet_though_what_was_forced_is_smaller() -> None:
    small = BettingPhase(10, 3, blinds=(2, 4), structure="no_limit")
    assert GenomeTable(betting(3, small)).option("RAISE").low == 14
    bring_in = BettingPhase(10, 3, opening="low_showing", bring_in=3, structure="no_limit")
    assert GenomeTable(betting(3, bring_in, face="up")).option("RAISE").low == 13


def test_short_big_blind_is_called_for_what_it_has_put_in() -> None:
    """Nobody else could contest the rest, with side pots."""
    table = GenomeTable(betting(2, BLINDS, side_pots=True), stacks=[7, 8])
    assert (table.actor, table.moves, table.view(1).to_call) == (1, ["CALL", "FOLD"], 2)
    assert table.do("CALL").told(Called) == [Called(1, 2)]
    one_pot = GenomeTable(betting(2, BLINDS), stacks=[7, 8])
    assert (one_pot.actor, one_pot.moves, one_pot.view(1).to_call) == (1, ["ALL_IN", "FOLD"], 5)


def test_a_seat_that_has_put_in_more_than_anybody_can_contest_has_nothing_to_call() -> None:
    table = GenomeTable(betting(3, BLINDS, side_pots=True), stacks=[1000, 3, 4])
    assert (table.actor, table.view(2).to_call, table.view(0).to_call) == (2, 10, 0)
    assert table.do("ALL_IN").actor is None


# Who opens.


def test_starting_position_opens_or_the_next_seat_that_has_not_folded() -> None:
    table = GenomeTable(betting(3, BETTING, BETTING, hands=2)).do("CHECK", "BET", "CALL", "FOLD")
    assert table.actor == 1
    table.do("CHECK", "CHECK")
    assert table.actor == 1
    table.do("CHECK", "BET", "CALL", "FOLD")
    assert table.actor == 2


@pytest.mark.parametrize(
    ("opening", "cards", "seat"),
    [
        ("high_showing", "3c 9c 5c", 1),
        ("low_showing", "9c 3c 5c", 1),
        ("high_showing", "3c 5c 9c", 2),
        ("high_showing", "9c 9d 3c", 0),
        ("high_showing", "3c 9d 9c", 1),
        ("low_showing", "3c 3d 9c", 0),
        ("low_showing", "9c 3c 3d", 1),
        ("high_showing", "2d 9c 3c", 1),
    ],
)
def test_a_seat_that_shows_the_best_or_the_worst_opens_and_of_equals_the_first(
    opening: Opening, cards: str, seat: int
) -> None:
    assert GenomeTable(betting(3, BettingPhase(opening=opening), face="up"), cards).actor == seat


def test_an_open_pair_is_better_than_high_cards() -> None:
    phases = DealPhase(2, face="up"), BettingPhase(opening="high_showing")
    assert GenomeTable(genome(*phases, cards=0, chips=100), "Ac 2c Kc 2d").actor == 1
    assert GenomeTable(genome(*phases, cards=0, chips=100), "2c Ac 2d Kc").actor == 0


def test_of_equal_open_cards_the_first_from_the_starting_position_counts() -> None:
    table = GenomeTable(betting(3, BettingPhase(opening="high_showing"), face="up", hands=2), "9c 9d 3c 3d 9h 9s")
    assert table.actor == 0
    table.do("CHECK", "CHECK", "CHECK")
    assert (table.table.start, table.actor) == (1, 2), "seat 1 was dealt the three"


def test_only_open_cards_decide_who_opens() -> None:
    phases = DealPhase(1, face="up"), BettingPhase(opening="high_showing")
    assert GenomeTable(genome(*phases, players=3, chips=100), "Ac 2c 4c 3c 9c 5c").actor == 1
    assert GenomeTable(genome(*phases, players=3, chips=100), "Ac 2c 4c ?? 3c 5c").actor == 2, (
        "an untold card shows nothing"
    )


def test_bring_in_of_the_seat_that_shows_the_best() -> None:
    bring_in = BettingPhase(10, 3, opening="high_showing", bring_in=5)
    table = GenomeTable(betting(3, bring_in, face="up"), "3c Kc 9c")
    assert (table.told(Posted), table.actor) == ([Posted(1, 5)], 2)


def test_a_seat_that_has_folded_does_not_open_whatever_it_shows() -> None:
    phases = BETTING, BettingPhase(10, opening="high_showing"), BettingPhase(10, opening="low_showing")
    table = GenomeTable(betting(4, *phases, face="up"), "9c Ac 3c 5c").do("BET", "FOLD", "CALL", "CALL")
    assert table.actor == 0
    assert table.do("CHECK", "CHECK", "CHECK").actor == 2


# What is told, and what the clock would do.


def test_every_move_is_told_as_what_it_is() -> None:
    moves = BetPlaced, Raised, Called, WentAllIn, Folded, Checked
    table = GenomeTable(betting(4, BETTING, BETTING), stacks=[100, 100, 5, 100]).do(
        "CHECK", "BET", "ALL_IN", "FOLD", "RAISE", "CALL", "BET", "CALL"
    )
    assert [fact for fact in table.facts if isinstance(fact, moves)] == [
        Checked(0),
        BetPlaced(1, 10),
        WentAllIn(2, 5),
        Folded(3),
        Raised(0, 20),
        Called(1, 10),
        BetPlaced(0, 10),
        Called(1, 10),
    ]


def test_clock_would_check_or_fold() -> None:
    table = GenomeTable(betting())
    assert table.default == "CHECK"
    assert table.do("BET").default == "FOLD"
    assert table.do("RAISE", "CALL").default == "FOLD"
    assert GenomeTable(betting(3, BLINDS)).do("CALL", "CALL").default == "CHECK"


# The end of a round.


def test_bet_that_is_called_is_not_returned() -> None:
    table = GenomeTable(betting(3, side_pots=True), "2c Ac 3c").do("BET", "CALL", "FOLD")
    assert (table.told(BetReturned), table.told(PotAwarded)) == ([], [PotAwarded(1, 20)])


def test_no_card_is_dealt_and_nobody_asked_once_one_seat_is_left() -> None:
    table = GenomeTable(genome(BETTING, DealPhase(3, "community"), BETTING, players=3, chips=100)).do(
        "BET", "FOLD", "FOLD"
    )
    assert (table.actor, table.zone(BOARD)) == (None, "")


def test_a_seat_that_is_all_in_is_not_asked_again() -> None:
    table = GenomeTable(betting(3), stacks=[1000, 25, 1000]).do("BET", "RAISE", "RAISE")
    assert table.do("RAISE").actor == 1
    assert table.do("ALL_IN").actor == 2
    assert table.do("CALL").actor is None


def test_everybody_all_in_but_one_who_has_answered_ends_the_round() -> None:
    for side_pots in (False, True):
        table = GenomeTable(betting(3, BETTING, side_pots=side_pots), "2c 3c Ac", stacks=[10, 10, 1000])
        assert table.do("BET", "CALL", "CALL").actor is None
        assert table.chips == [0, 0, 1020]
        assert table.table.betting.actor == NOBODY
