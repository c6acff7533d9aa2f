"""Watchful: what it takes from open cards, bets and draws of the others, what a call may cost, and that it sees no more
than its seat. `drawn` and `raised` are what everybody has seen of a hand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from croupier.agents.bot import PolicyBot
from croupier.agents.random import play_randomly
from croupier.games.genome import GAME, GameGenome, find
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    MostCaptured,
    TrickPhase,
)
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.machine.records import NO_CHANCE
from croupier.games.genome.players.believing import (
    BEST_MORE,
    BEST_OF_CALLER,
    BEST_OF_RAISER,
    SIGNS,
    WORST_OF,
    candidates,
)
from croupier.games.genome.players.watchful import chance_to_win, doubt, play_watchfully, pot_if_called, price
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.rng import Rng, seed

from .table import GenomeTable, genome
from .watching import watched

BET = BettingPhase(min_bet=10, max_raises=3)
EXCHANGE = DiscardPhase(count=3, mandatory=False, replace=True)


def move(table: GenomeTable) -> str:
    """What watchful does in the seat in turn."""
    decision = table.decision
    return GAME.kinds[PolicyBot(play_watchfully, key=1).act(table.view(decision.seat), decision).kind]


def chance(table: GenomeTable, seat: int, deals: int = 600) -> float:
    rng = Rng()
    seed(rng, 1, 1)
    return chance_to_win(table.view(seat), deals, rng) / 1000


def high_card(*streets: BettingPhase, players: int = 2, chips: int = 1000) -> GameGenome:
    return genome(*(streets or (BET,)), players=players, cards=1, chips=chips)


def share_beaten_by_an_eight(best_of: int, worst_of: int) -> float:
    """The share of cards that an eight beats, of the best or the worst of some cards of the other 51; ties are half."""
    ranks = [rank for rank in range(13) for _ in range(3 if rank == 6 else 4)]
    drawn = list(combinations(ranks, max(best_of, worst_of)))
    chosen = [max(some) if best_of else min(some) for some in drawn]
    return sum((rank < 6) + (rank == 6) / 2 for rank in chosen) / len(chosen)


def test_a_checker_has_the_worst_and_a_raiser_the_best_of_some_hands() -> None:
    checked = GenomeTable(high_card(), "7c8h").do("CHECK")
    assert chance(checked, 1) == pytest.approx(share_beaten_by_an_eight(0, WORST_OF), abs=0.06)
    raised = GenomeTable(high_card(), "7c8h").do("BET")
    assert chance(raised, 1) == pytest.approx(share_beaten_by_an_eight(BEST_OF_RAISER, 0), abs=0.06)
    silent = GenomeTable(high_card(), "8h7c")
    assert chance(silent, 0) == pytest.approx(share_beaten_by_an_eight(1, 0), abs=0.06)


def test_what_a_seat_did_says_of_how_many_hands_it_has_the_best() -> None:
    table = GenomeTable(high_card(BET, BET, BET, players=3), "7c8h9d").do("BET", "CALL")
    assert [candidates(table.view(2), seat) for seat in range(3)] == [BEST_OF_RAISER, BEST_OF_CALLER, 1]
    table.do("CALL", "CHECK")
    once = 1 + BEST_MORE
    assert [candidates(table.view(1), seat) for seat in range(3)] == [once, 1, 1]
    table.do("BET", "CALL")
    assert [candidates(table.view(0), seat) for seat in range(3)] == [once, BEST_OF_RAISER, BEST_OF_CALLER]
    table.do("RAISE", "CALL", "CALL", "CHECK", "CHECK")
    assert candidates(table.view(2), 0) == 1 + 2 * BEST_MORE
    assert [candidates(table.view(2), seat) for seat in (1, 2)] == [once, 1]


def test_a_check_counts_for_less_than_earlier_raises_and_signs_are_counted_up_to_a_limit() -> None:
    table = GenomeTable(high_card(BET, BET), "7c8h").do("CHECK")
    assert candidates(table.view(1), 0) == -WORST_OF
    view = table.view(1)
    view.raised[0] = SIGNS
    assert candidates(view, 0) == 1 + BEST_MORE * SIGNS
    view.raised[0] = SIGNS + 1
    assert candidates(view, 0) == 1 + BEST_MORE * SIGNS


def test_bets_and_raises_are_counted_for_the_hand_and_calls_are_not() -> None:
    table = GenomeTable(high_card(BET, BET), "7c8h", hands=2).do("BET", "RAISE", "CALL", "CHECK", "BET")
    assert table.view(0).raised[:2] == [1, 2]
    table.do("FOLD")
    assert table.view(0).raised[:2] == [0, 0], "another hand"


@pytest.mark.parametrize(("before", "raised"), [("CHECK", 1), ("BET", 0)])
def test_an_all_in_is_a_raise_if_it_is_above_the_bet(before: str, raised: int) -> None:
    table = GenomeTable(high_card(BET, BET), "7c8h", stacks=[100, 5]).do(before, "ALL_IN")
    assert table.table.raised[1] == raised


def test_fresh_cards_are_counted_at_the_last_chance() -> None:
    drawing = genome(EXCHANGE, BET, EXCHANGE, cards=5, chips=100, win=BestHand())
    table = GenomeTable(drawing, "2c3c 4c5d 6h7c 8d9c TcJd")
    assert table.view(1).drawn[:2] == [NO_CHANCE, NO_CHANCE]
    table.do("DISCARD 2c4c", "PASS")
    assert table.view(1).drawn[:2] == [2, 0]
    table.do("CHECK", "CHECK", "PASS")
    assert table.view(1).drawn[:2] == [0, 0]
    open_draws = genome(DrawPhase(mandatory=False, count=3), BET, cards=1, chips=100)
    assert GenomeTable(open_draws, "2c3c").do("DRAW").view(1).drawn[:2] == [1, NO_CHANCE]
    assert GenomeTable(open_draws, "2c3c").do("DRAW", "PASS").view(1).drawn[:2] == [0, NO_CHANCE]


def test_a_pat_hand_is_feared_more_than_one_that_drew_and_that_more_than_none() -> None:
    drawing = genome(EXCHANGE, BET, cards=5, chips=100, win=BestHand())
    dealt = "2c Kh 4c Ks 7d 9d 8s 5c Td 3h"
    pat, drew = (
        GenomeTable(drawing, dealt).do("PASS", "PASS"),
        GenomeTable(drawing, dealt).do("DISCARD 2c 4c 7d", "PASS"),
    )
    nothing = drew.view(1)
    nothing.drawn[0] = NO_CHANCE
    rng = Rng()
    seed(rng, 1, 1)
    alone = chance_to_win(nothing, 600, rng) / 1000
    assert chance(pat, 1) + 0.05 < chance(drew, 1) < alone - 0.05


def test_a_pair_fears_open_clubs_and_more_so_a_bet_behind_them() -> None:
    """Five-card stud between two: a pair of nines against a seat that shows four cards."""
    up = DealPhase(count=1, face="up")
    stud = genome(up, up, up, up, BET, cards=1, chips=1000, win=BestHand())
    clubs, mixed = "Jd9d 3c9h Kc4s 8c2h 6c5d", "Jd9d 3d9h Kc4s 8h2h 6c5d"
    checked, bet = (chance(GenomeTable(stud, mixed).do(what), 1) for what in ("CHECK", "BET"))
    clubs_checked, clubs_bet = (chance(GenomeTable(stud, clubs).do(what), 1) for what in ("CHECK", "BET"))
    assert clubs_checked < checked and clubs_bet < bet - 0.1
    assert clubs_bet < clubs_checked - 0.3
    assert move(GenomeTable(stud, clubs).do("BET")) == "FOLD"


def test_a_call_is_made_if_the_pot_pays_for_it() -> None:
    """A nine wins some fourteen times in a hundred against a raiser."""
    no_limit = BettingPhase(min_bet=2, structure="no_limit", ante=10)
    table = GenomeTable(high_card(no_limit), "7c9h").do("BET 2")
    view = table.view(1)
    assert (price(view), pot_if_called(view)) == (2, 24)
    assert move(table) in ("CALL", "RAISE")
    table = GenomeTable(high_card(no_limit), "7c9h").do("BET 200")
    assert (price(table.view(1)), pot_if_called(table.view(1))) == (200, 420)
    assert move(table) == "FOLD"


def test_a_short_stack_can_win_what_it_can_match() -> None:
    table = GenomeTable(high_card(BettingPhase(min_bet=10, ante=3), players=3), "7c9h8d", stacks=[100, 8, 100]).do(
        "BET"
    )
    view = table.view(1)
    assert (price(view), pot_if_called(view)) == (5, 8 + 8 + 3)


@pytest.mark.parametrize(("card", "expected"), [("Ah", "BET"), ("8h", "CHECK"), ("2h", "CHECK")])
def test_a_hand_that_wins_clearly_more_than_its_turn_bets(card: str, expected: str) -> None:
    assert move(GenomeTable(high_card(), f"{card}7c")) == expected


def test_the_chance_of_three_is_to_beat_both_others_and_ties_are_shared() -> None:
    assert chance(GenomeTable(high_card(players=3), "Ah7c8d"), 0) > 0.85
    alone, both = chance(GenomeTable(high_card(), "Th7c"), 0), chance(GenomeTable(high_card(players=3), "Th7c8d"), 0)
    assert both == pytest.approx(alone * alone, abs=0.08)
    open_cards = genome(BET, players=3, cards=1, chips=100, face="up")
    assert chance(GenomeTable(open_cards, "9h9c9d"), 0) == 0.333
    assert chance(GenomeTable(open_cards, "9h9c8d"), 0) == 0.5
    assert chance(GenomeTable(open_cards, "9hTc8d"), 0) == 0


def test_the_play_of_cards_leaves_doubt_until_they_are_captured() -> None:
    tricks = genome(BET, TrickPhase(), cards=2, chips=100, rounds=2, win=MostCaptured())
    table = GenomeTable(tricks, "AhKd2c3d").do("CHECK", "CHECK")
    assert doubt(GenomeTable(tricks, "AhKd2c3d").view(0)) == 500
    while table.moves[0] == "PLAY":
        table.do(f"PLAY {table.cards_for('PLAY').split()[0]}")
    assert doubt(table.view(0)) < 500
    assert (
        doubt(GenomeTable(genome(BET, EXCHANGE, TrickPhase(), cards=2, chips=100, win=MostCaptured())).view(0)) == 750
    )
    assert doubt(GenomeTable(high_card(), "8h7c").view(0)) == 0


def test_watchful_answers_the_same_whatever_the_hidden_cards_are() -> None:
    for name in ("five_card_stud", "leduc", "five_card_draw"):
        table = GenomeTable(find(name))
        table.do("CHECK")
        answers = set()
        for key in range(3):
            rng, twin = Rng(), table.state.copy()
            seed(rng, key, 0)
            imagine(twin.table.cards, table.decision.seat, rng)
            view = GAME.view(twin, table.decision.seat)
            answers.add(PolicyBot(play_watchfully, key=1).act(view, table.decision))
        assert len(answers) == 1


def test_watchful_plays_any_genome_legally_and_the_same_at_both_speeds() -> None:
    for key in range(60):
        loop = watched(random_genome(random.Random(key)), play_watchfully, play_randomly, hands=1)
        fast = loop.run(key, 0, 1)
        if key % 15 == 0:
            assert loop.run_plain(key, 0, 1) == fast
