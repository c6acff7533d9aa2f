"""Whose turn it is, how often the phases come round, when a hand is cut short, and what everybody can see meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome import GAME, configure
from croupier.games.genome.language.genome import (
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HighScore,
    LowScore,
    MostCaptured,
    PlayPhase,
    ShowdownPhase,
    SuitIs,
    TrickPhase,
)
from croupier.games.genome.machine.events import (
    BetsGathered,
    CouldNotPlay,
    DealtIn,
    HandEnded,
    HandStarted,
    TimeRanOut,
    TrickWon,
    TurnPassed,
)
from croupier.games.genome.machine.machine import begin, score
from croupier.games.genome.machine.records import BOARD, CAPTURED, HAND, TOP, TRICK
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.ledger import room
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY

from .table import GenomeTable, genome

CHECK_ROUND = BettingPhase(10, 3)
MAY_PLAY = PlayPhase(mandatory=False)


# The turns of a hand.


@pytest.mark.parametrize("most", range(1, 8))
def test_the_number_of_turns_of_a_hand_is_limited(most: int) -> None:
    table = GenomeTable(genome(MAY_PLAY, players=3, cards=2, win=EmptyHand(), max_turns=most))
    seats = []
    while table.actor is not None:
        seats.append(table.actor)
        table.do("PASS")
    assert seats == [number % 3 for number in range(most)]


def test_turns_that_are_just_enough_cut_nothing_short() -> None:
    table = GenomeTable(genome(DrawPhase(), CHECK_ROUND, players=3, chips=100, max_turns=3))
    assert (table.actor, table.moves, table.view(0).turns) == (0, ["CHECK", "BET"], 3)


def test_one_turn_too_few_decides_the_hand_there() -> None:
    table = GenomeTable(genome(DrawPhase(), CHECK_ROUND, players=3, chips=100, max_turns=2))
    assert table.actor is None
    assert [len(hand.split()) for hand in table.hands()] == [2, 2, 1]


def test_cards_to_a_trick_are_turns_too() -> None:
    table = GenomeTable(genome(TrickPhase(), players=3, cards=2, win=MostCaptured(), max_turns=4), "2c 3c Ac 4c 5c Kc")
    table.do("PLAY 2c", "PLAY 3c", "PLAY Ac", "PLAY Kc")
    assert (table.actor, table.scores) == (None, (0, 0, 1)), "the second trick is not taken"


def test_every_hand_has_all_its_turns() -> None:
    table = GenomeTable(genome(MAY_PLAY, cards=2, win=EmptyHand(), max_turns=3, hands=3))
    seats = []
    while table.actor is not None:
        seats.append(table.actor)
        table.do("PASS")
    assert seats == [0, 1, 0, 1, 0, 1, 0, 1, 0]


def test_turns_go_round_from_the_starting_position_of_each_hand() -> None:
    table = GenomeTable(genome(DiscardPhase(), CHECK_ROUND, players=3, cards=2, chips=100, hands=3))
    for start in range(3):
        for number in range(3):
            assert table.actor == (start + number) % 3
            table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
        table.do("CHECK", "CHECK", "CHECK")
    assert table.actor is None


def test_seats_that_have_folded_have_no_turns() -> None:
    phases = CHECK_ROUND, DiscardPhase()
    table = GenomeTable(genome(*phases, players=4, cards=2, chips=100)).do("BET", "FOLD", "CALL", "FOLD")
    assert table.actor == 0
    assert table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}").actor == 2


# Rounds.


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_phases_are_played_for_the_number_of_rounds_in_every_hand(rounds: int) -> None:
    table = GenomeTable(genome(CHECK_ROUND, chips=100, rounds=rounds, hands=2))
    for hand in range(2):
        for number in range(rounds):
            assert (table.table.hands, table.view(0).rounds) == (hand, number)
            table.do("CHECK", "CHECK")
    assert table.actor is None


def test_rounds_in_which_nothing_can_be_done_are_not_played() -> None:
    """Both seats are all-in: there is nothing to bet in the nine rounds to come."""
    table = GenomeTable(genome(CHECK_ROUND, chips=10, rounds=10)).do("BET", "CALL")
    assert (table.actor, table.table.rounds) == (None, 2)


def test_a_round_in_which_nobody_could_play_is_the_last() -> None:
    hearts = PlayPhase(conditions=(SuitIs(("hearts",)),))
    table = GenomeTable(genome(hearts, cards=2, win=EmptyHand()), "2h 3c 4c 5c").do("PLAY 2h")
    assert table.told(CouldNotPlay) == [CouldNotPlay(1), CouldNotPlay(0), CouldNotPlay(1)]
    assert (table.actor, table.scores) == (None, (1, 0))


def test_cards_of_a_folded_seat_are_not_waited_for() -> None:
    """Only what live seats hold is still to be played."""
    table = GenomeTable(genome(CHECK_ROUND, TrickPhase(), players=3, chips=100, win=MostCaptured()), "2c 3c 4c")
    table.do("BET", "FOLD", "CALL", "PLAY 2c", "PLAY 4c")
    assert (table.actor, table.hands()) == (None, ["", "3c", ""])


def test_hands_are_played_to_their_last_card() -> None:
    table = GenomeTable(genome(TrickPhase(), players=3, cards=3, win=MostCaptured()))
    played = 0
    while table.actor is not None:
        table.do(f"PLAY {table.cards_for('PLAY').split()[0]}")
        played += 1
    assert (played, len(table.told(TrickWon))) == (9, 3)


def test_last_card_of_any_seat_is_waited_for() -> None:
    """Seat 2 alone can play on: nobody else has a card left."""
    phases = PlayPhase(target="captured"), DrawPhase(source="discard", mandatory=False)
    table = GenomeTable(genome(*phases, players=3, initial_discard_count=1, win=MostCaptured()), "2c 3c 4c 5c")
    table.do("PLAY 2c", "PASS", "PLAY 3c", "PASS", "PLAY 4c", "TAKE")
    assert (table.actor, table.cards_for("PLAY")) == (2, "5c")
    assert table.do("PLAY 5c").scores == (0, 0, 1)


# Who leads.


def test_winner_of_a_trick_leads_the_next() -> None:
    table = GenomeTable(genome(TrickPhase(), players=3, cards=2, win=MostCaptured()), "2c Ac 3c 4d 5d Kd")
    table.do("PLAY 2c", "PLAY Ac", "PLAY 3c")
    assert (table.actor, table.view(0).leader) == (1, 1)
    table.do("PLAY 5d", "PLAY Kd", "PLAY 4d")
    assert table.scores == (0, 1, 1)


def test_if_the_leader_has_folded_the_next_live_seat_leads() -> None:
    phases = TrickPhase(), CHECK_ROUND
    table = GenomeTable(genome(*phases, players=3, cards=2, chips=100, win=MostCaptured()), "2c Ac 3c 4d 5d Kd")
    table.do("PLAY 2c", "PLAY Ac", "PLAY 3c", "BET", "FOLD", "CALL")
    assert (table.actor, table.moves) == (2, ["PLAY"])
    assert table.do("PLAY Kd").actor == 0


# Turns of several phases.


def test_actions_of_the_first_seat_do_not_count_for_the_second() -> None:
    phases = PlayPhase(mandatory=False), DrawPhase(only_if_passed=True), CHECK_ROUND
    table = GenomeTable(genome(*phases, players=3, cards=2, chips=100), "2c 3c 4c 5c 6c 7c 8c")
    table.do("PLAY 2c", "PASS", "PLAY 4c")
    assert table.hands() == ["5c", "3c 6c 8c", "7c"]


def test_empty_hand_of_a_second_seat_ends_the_hand() -> None:
    """In the middle of its turn, before the third seat has had its own."""
    phases = PlayPhase(mandatory=False), DrawPhase(mandatory=False)
    table = GenomeTable(genome(*phases, players=3, win=EmptyHand()), "2c 3c 4c").do("PASS", "DRAW", "PLAY 3c")
    assert (table.actor, table.scores) == (None, (0, 1, 0))


def test_showdown_skips_all_that_follows() -> None:
    table = GenomeTable(genome(CHECK_ROUND, ShowdownPhase(), DealPhase(3, "community"), CHECK_ROUND, chips=100))
    assert table.do("CHECK", "CHECK").actor is None
    assert table.zone(BOARD) == ""


# The house and the clock.


def names(table: GenomeTable, seat: int) -> list[str]:
    return [option.name for option in GAME.decision(table.state, seat).options]


def test_nobody_but_the_house_is_asked_while_cards_are_to_be_dealt() -> None:
    state = GAME.start(configure(genome(CHECK_ROUND, players=3, cards=2, chips=100))).state
    assert [decision.seat for decision in GAME.pending(state)] == [HOUSE]
    assert [GAME.decision(state, seat).options for seat in (0, 1, 2, CLOCK)] == [()] * 4
    assert GAME.decision(state, HOUSE).options[0].most == 6
    assert GAME.view(state, 0).actor == NOBODY


def test_only_the_seat_in_turn_and_the_clock_may_act() -> None:
    table = GenomeTable(genome(CHECK_ROUND, players=3, chips=100)).do("CHECK")
    assert [names(table, seat) for seat in (0, 1, 2)] == [[], ["CHECK", "BET"], []]
    assert (names(table, HOUSE), names(table, CLOCK)) == ([], ["TIMEOUT"])
    assert GAME.decision(table.state, CLOCK).options[0].aside


def test_nobody_may_do_anything_once_the_session_is_over() -> None:
    table = GenomeTable(genome(CHECK_ROUND, players=3, chips=100)).do("CHECK", "CHECK", "CHECK")
    assert [names(table, seat) for seat in (0, 1, 2, HOUSE, CLOCK)] == [[]] * 5


def test_a_decision_tells_how_long_it_may_take() -> None:
    table = GenomeTable(genome(CHECK_ROUND, MAY_PLAY, cards=2, chips=100), limit_ms=1500)
    assert table.decision.limit_ms == 1500
    table.do("CHECK", "CHECK")
    assert (table.moves, table.decision.limit_ms) == (["PLAY", "PASS"], 1500)


def test_clock_acts_for_the_seat_in_turn() -> None:
    table = GenomeTable(genome(CHECK_ROUND, MAY_PLAY, players=3, cards=2, chips=100)).do("BET").wait()
    assert table.told(TimeRanOut) == table.told_to(None, TimeRanOut) == [TimeRanOut(1)]
    assert (table.table.betting.live, table.actor) == (0b101, 2)
    assert table.do("CALL", "PASS").wait().told(TimeRanOut) == [TimeRanOut(1), TimeRanOut(2)]


# What everybody sees.


def seen(table: GenomeTable, seat: int | None, *fields: str) -> tuple[Any, ...]:
    view = table.view(seat)
    values = [getattr(view, field) for field in fields]
    return tuple(value[:3] if isinstance(value, list) else value for value in values)


def test_a_view_tells_how_the_betting_stands() -> None:
    table = GenomeTable(genome(CHECK_ROUND, CHECK_ROUND, players=3, chips=100, hands=2)).do("CHECK", "CHECK", "CHECK")
    table.do("CHECK", "CHECK", "CHECK", "BET", "RAISE")
    betting = "hands", "start", "actor", "dealt", "live", "owes", "aggressor", "current_bet", "raises", "min_bet", "pot"
    for seat in (0, 1, 2, None):
        assert seen(table, seat, *betting) == (1, 1, 0, 0b111, 0b111, 0b011, 2, 20, 1, 10, 30)
        assert seen(table, seat, "stack", "bet") == ([100, 90, 80], [0, 10, 20])
    assert [table.view(seat).to_call for seat in (0, 1, 2, None)] == [20, 10, 0, 0]
    assert [table.view(seat).seat for seat in (0, 1, 2)] == [0, 1, 2]
    table.do("FOLD")
    assert table.view(0).to_call == 0, "who has folded has nothing to call"
    assert seen(table, 0, "live", "actor", "seats") == (0b110, 1, 3)


def test_a_view_tells_how_the_play_stands() -> None:
    win = HighScore(100)
    table = GenomeTable(
        genome(TrickPhase(), players=3, cards=2, win=win, trump_suit="hearts", hands=2), "2c Ac 3c 4d 5d Kd"
    )
    table.do("PLAY 2c", "PLAY Ac", "PLAY 3c", "PLAY 5d")
    assert seen(table, 2, "rounds", "turns", "leader", "actor", "trump", "start") == (1, 5, 1, 2, 2, 0)
    table.do("PLAY Kd", "PLAY 4d")
    assert seen(table, 2, "hands", "rounds", "turns", "points") == (1, 0, 1, [0, 6, 19])
    assert table.told(HandStarted)[-1] == HandStarted(1, 2)
    assert seen(GenomeTable(genome(TrickPhase(), cards=2)), 0, "trump") == (-1,)


def test_a_view_tells_which_instruction_asks() -> None:
    table = GenomeTable(genome(CHECK_ROUND, MAY_PLAY, chips=100))
    asked = table.view(0).at
    table.do("CHECK", "CHECK")
    assert asked < table.view(0).at == table.view(1).at == table.table.at


def test_the_seats_of_the_table_listen() -> None:
    """So that each has a trace of what it was told."""
    out = Out()
    begin(GAME.fresh(configure(genome(CHECK_ROUND, players=3, chips=100))), out)
    assert out.seats == 3


def test_rows_have_room_for_what_is_laid_in_them() -> None:
    ledger = GenomeTable(genome(CHECK_ROUND, players=7, cards=2, chips=100)).table.cards
    assert [room(ledger, zone) for zone in (TOP, BOARD, TRICK)] == [1, 7, 10]
    assert [room(ledger, HAND + seat) for seat in range(10)] == [14] * 7 + [0] * 3
    assert [room(ledger, zone) for zone in (*range(TOP), *range(CAPTURED, CAPTURED + 10))] == [0] * 14


# Scores.


def test_chips_on_the_table_are_not_lost_yet() -> None:
    table = GenomeTable(genome(CHECK_ROUND, players=3, chips=100), "2c Ac 3c").do("BET", "RAISE")
    assert [score(table.table, seat) for seat in range(3)] == [0, 0, 0]
    assert table.do("CALL", "FOLD").scores == (-10, 30, -20)


def test_points_count_for_a_seat_or_against_it() -> None:
    assert GenomeTable(genome(ShowdownPhase(), players=3, win=HighScore(0, "hand")), "2c 9c Kc").scores == (2, 9, 10)
    assert GenomeTable(genome(ShowdownPhase(), players=3, win=LowScore(0, "hand")), "2c 9c Kc").scores == (-2, -9, -10)


# What is told of turns and hands.


def test_the_turn_is_told_when_it_passes_with_its_number() -> None:
    table = GenomeTable(genome(PlayPhase(), DiscardPhase(), cards=2), "2c 3c 4c 5c").do("PLAY 2c")
    assert table.told(TurnPassed) == [TurnPassed(0, 1)], "the seat is not yet through with its turn"
    table.do("DISCARD 4c")
    assert table.told(TurnPassed)[1:] == [TurnPassed(1, 2)]
    table.do("PLAY 3c", "DISCARD 5c")
    assert table.told(TurnPassed)[2:] == [TurnPassed(NOBODY, 2)], "the hand is over"


def test_betting_passes_the_turn_and_counts_none() -> None:
    table = GenomeTable(genome(BettingPhase(10), DealPhase(to="community"), BettingPhase(10), chips=100)).do(
        "BET", "CALL"
    )
    assert [fact.seat for fact in table.told(TurnPassed)] == [0, 1, NOBODY, 0], "nobody's while the house deals"
    assert {fact.turn for fact in table.told(TurnPassed)} == {0}


def test_bets_are_gathered_as_the_betting_ends_and_only_if_there_are_any() -> None:
    table = GenomeTable(genome(BettingPhase(10), DealPhase(to="community"), BettingPhase(10), chips=100)).do(
        "BET", "CALL"
    )
    assert table.told(BetsGathered) == [BetsGathered(20)]
    assert (table.view(0).bet[:2], table.view(0).pot, table.view(0).to_call) == ([0, 0], 20, 0)
    table.do("CHECK", "CHECK")
    assert len(table.told(BetsGathered)) == 1


def test_the_end_of_a_hand_tells_who_begins_the_next_and_its_beginning_who_is_in_it() -> None:
    table = GenomeTable(genome(BettingPhase(10), players=3, chips=10, hands=2), "Ac 3c 4c")
    table.do("BET", "CALL", "FOLD")
    assert table.told(HandEnded) == [HandEnded(2, 1)], "seat 1 has no chips left"
    assert table.told(DealtIn) == [DealtIn(0b111), DealtIn(0b101)]
