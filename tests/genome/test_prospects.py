"""What a view tells of how the hand goes on: what is still to be dealt and drawn, what decides it, what is unseen."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome import GAME, find
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    CardPoints,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HighScore,
    LowScore,
    MostCaptured,
    MostChips,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.machine import program as p
from croupier.games.genome.machine.choices import PLAY
from croupier.games.genome.machine.machine import observe
from croupier.games.genome.machine.records import Prospects
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.evaluate import card_bit

from .table import HIGH_CARD, GenomeTable, genome

BETTING = BettingPhase(10, 3)


def prospects(table: GenomeTable, seat: int | None = None) -> Prospects:
    """What the view of a seat, or of the one in turn, foretells."""
    found: Prospects = table.view(table.actor if seat is None else seat).prospects
    return found


def ahead(table: GenomeTable) -> tuple[int, int, int, int]:
    """How many cards come to every hand and to the community, how many one may draw, and how many exchange."""
    found = prospects(table)
    return found.to_hand, found.to_board, found.draws, found.exchanges


# What is still to come.


def test_the_rest_of_the_phases() -> None:
    phases = BETTING, DealPhase(3, "community"), BETTING, DealPhase(2), BETTING, DealPhase(1, "community"), BETTING
    table = GenomeTable(genome(*phases, chips=100))
    seen = []
    while table.actor is not None:
        seen.append(ahead(table)[:2])
        table.do("CHECK", "CHECK")
    assert seen == [(2, 4), (2, 1), (0, 1), (0, 0)]


def test_all_further_rounds() -> None:
    table = GenomeTable(genome(DealPhase(2), BETTING, DealPhase(1, "community"), BETTING, chips=100, rounds=3))
    seen = []
    while table.actor is not None:
        seen.append(ahead(table)[:2])
        table.do("CHECK", "CHECK")
    assert seen == [(4, 3), (4, 2), (2, 2), (2, 1), (0, 1), (0, 0)]


def test_nothing_comes_after_a_showdown() -> None:
    phases = BETTING, ShowdownPhase(), DealPhase(2), DealPhase(2, "community"), DrawPhase(3), TrickPhase()
    assert ahead(GenomeTable(genome(*phases, chips=100, rounds=2))) == (0, 0, 0, 0)
    assert prospects(GenomeTable(genome(*phases, chips=100, rounds=2))).has_tricks == 0


def test_rounds_without_a_number_are_not_counted() -> None:
    """Nobody knows how many there will be."""
    table = GenomeTable(genome(BETTING, DealPhase(2, "community"), PlayPhase(), cards=3, chips=100))
    assert ahead(table) == (0, 2, 0, 0)


def test_cards_that_may_be_drawn_one_by_one() -> None:
    table = GenomeTable(genome(BETTING, DrawPhase(3, mandatory=False), chips=100))
    assert ahead(table)[2] == 3
    table.do("CHECK", "CHECK")
    seen = []
    while table.actor == 0:
        seen.append(ahead(table)[2])
        table.do("DRAW")
    assert seen == [2, 1, 0], "after the one that is asked for"
    assert ahead(table)[2] == 2, "seat 1 has not drawn yet"


@pytest.mark.parametrize(
    ("phase", "draws"),
    [
        (DrawPhase(2), 2),
        (DrawPhase(1), 1),
        (DrawPhase(1, mandatory=False), 1),
        (DrawPhase(4, "deck_or_discard"), 4),
        (DrawPhase(1, "discard"), 1),
        (DealPhase(2, "discard"), 0),
        (DiscardPhase(2), 0),
        (PlayPhase(), 0),
    ],
)
def test_how_many_cards_a_phase_lets_draw(phase: Any, draws: int) -> None:
    assert ahead(GenomeTable(genome(BETTING, phase, chips=100, rounds=1))) == (0, 0, draws, 0)
    assert ahead(GenomeTable(genome(BETTING, phase, chips=100, rounds=3))) == (0, 0, 3 * draws, 0)


def test_draws_of_later_turns_are_not_taken_for_those_of_this_one() -> None:
    phases = DrawPhase(3, mandatory=False), BETTING, DrawPhase(2, mandatory=False)
    table = GenomeTable(genome(*phases, chips=100))
    assert ahead(table)[2] == 4
    assert ahead(table.do("DRAW"))[2] == 3
    assert ahead(table.do("DRAW"))[2] == 2


def test_how_many_cards_may_be_exchanged() -> None:
    exchange, last = DiscardPhase(3, mandatory=False, replace=True), DiscardPhase(2, replace=True)
    table = GenomeTable(genome(BETTING, exchange, BETTING, last, DiscardPhase(1), cards=5, chips=100))
    assert ahead(table)[3] == 5
    table.do("CHECK", "CHECK")
    assert (ahead(table)[3], prospects(table).replaces) == (2, 1), "after the one that is asked for"
    table.do("PASS", "PASS", "CHECK", "CHECK")
    assert (ahead(table)[3], prospects(table).replaces) == (0, 1)
    table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:2])}")
    assert prospects(table).replaces == 0, "what is thrown away now is gone"


def test_how_many_cards_may_be_exchanged_in_further_rounds() -> None:
    table = GenomeTable(genome(BETTING, DiscardPhase(3, replace=True), cards=5, chips=100, rounds=4))
    assert ahead(table)[3] == 12


def test_a_seat_that_does_not_choose_is_dealt_what_comes_in_its_turn() -> None:
    phases = PlayPhase(mandatory=False), DrawPhase(2, only_if_passed=True), DrawPhase(1), BETTING, DealPhase(5)
    table = GenomeTable(genome(*phases, chips=100))
    assert prospects(table).if_passed == 3
    play_or_draw = genome(PlayPhase(mandatory=False), DrawPhase(2, mandatory=False))
    assert prospects(GenomeTable(play_or_draw)).if_passed == 0, "that is drawn by choice"


def test_which_card_will_take_the_next_trick() -> None:
    phases = BETTING, TrickPhase(high_card_wins=False), TrickPhase(led_suit_wins=False), BETTING

    def tricks(table: GenomeTable) -> tuple[int, int, int]:
        found = prospects(table)
        return found.has_tricks, found.high_wins, found.led_suit_wins

    table = GenomeTable(genome(*phases, cards=2, chips=100, rounds=1))
    assert tricks(table) == (1, 0, 1)
    table.do("CHECK", "CHECK")
    for expected in ((1, 0, 1), (1, 0, 1), (1, 1, 0), (1, 1, 0)):
        assert tricks(table) == expected
        table.do(f"PLAY {table.cards_for('PLAY').split()[0]}")
    assert tricks(table) == (0, 0, 0)


# What decides.


@pytest.mark.parametrize(
    ("win", "measures"),
    [
        (HIGH_CARD, [(p.HIGH_CARD, 1, 0, 0)]),
        (BestHand("points", 21, True, True), [(p.POINTS, 1, 21, p.BUST | p.SOFT_ACES)]),
        ((LowScore(), EmptyHand()), [(p.CAPTURED_POINTS, -1, 0, 0), (p.FEWEST_CARDS, 1, 0, 0)]),
        (
            (MostCaptured(), BestHand("points", 31, one_suit=True), HighScore(0, "hand"), EmptyHand()),
            [
                (p.CAPTURED_CARDS, 1, 0, 0),
                (p.POINTS, 1, 31, p.ONE_SUIT),
                (p.POINTS_IN_HAND, 1, 0, 0),
                (p.FEWEST_CARDS, 1, 0, 0),
            ],
        ),
        (MostChips(150), [(p.POKER, 1, 0, 0)]),
    ],
)
def test_the_conditions_that_will_decide_the_hand(win: Any, measures: list[tuple[int, int, int, int]]) -> None:
    found = prospects(GenomeTable(genome(BETTING, chips=100, win=win)))
    told = [*zip(found.measure, found.sign, found.target, found.flags, strict=True)]
    assert found.deciding == len(measures)
    assert told == measures + [(0, 0, 0, 0)] * (4 - len(measures))


def test_which_instruction_asks() -> None:
    table = GenomeTable(genome(BETTING, PlayPhase(1, 3), cards=4, chips=100))
    assert prospects(table).instruction[0] == p.BET
    table.do("CHECK", "CHECK")
    every_card = (1 << 52) - 1
    asked = [p.CHOOSE, p.OFFER_CARDS, 1, 3, p.EVERY_TEST, every_card, p.TO_DISCARD, PLAY]
    assert prospects(table).instruction == asked


# Cards.


def test_the_points_of_the_cards() -> None:
    worth = CardPoints(3, ranks=("K",)), CardPoints(1, suits=("diamonds",))
    found = prospects(GenomeTable(genome(BETTING, chips=100, initial_deck="leduc_6", card_points=worth)))
    values = [found.worth[card] for card in parse_cards("Jc Jd Kc Kd Ad")]
    assert values == [0, 1, 3, 4, 1]
    assert (found.deck_cards, found.deck_worth) == (6, 9), "the ace is not in the deck"


def test_the_captured_cards_of_every_seat() -> None:
    table = GenomeTable(genome(TrickPhase(), players=3, cards=2, win=HighScore()), "2c 3c 4c 5d 6d 7d")
    assert prospects(table).captured_points[:3] == [0, 0, 0]
    table.do("PLAY 2c", "PLAY 3c", "PLAY 4c")
    assert prospects(table, 1).captured_points == [0, 0, 9, *[0] * 7]


def test_unseen_is_what_a_seat_has_not_been_shown() -> None:
    """Its own card, the community, and what lies open are seen; the others' cards and the deck are not."""
    phases = DealPhase(1, face="up"), DealPhase(1, "community"), BETTING
    table = GenomeTable(genome(*phases, chips=100, initial_deck="leduc_6"), "Jc Jd Qc Qd Kc")
    bits = {text: card_bit(parse_cards(text)[0]) for text in ("Jc", "Jd", "Kd")}
    assert prospects(table, 0).unseen == bits["Jd"] | bits["Kd"]
    assert prospects(table, 1).unseen == bits["Jc"] | bits["Kd"]


def test_a_view_is_filled_anew_whatever_it_showed_before() -> None:
    """Views are used again in long matches: nothing of an earlier one may shine through."""
    phases = BETTING, DiscardPhase(3, replace=True), DrawPhase(2), TrickPhase(), DealPhase(1), DealPhase(1, "community")
    win = BestHand("points", 21, True, True), MostCaptured(), EmptyHand(), HighScore()
    full = GenomeTable(genome(*phases, players=5, cards=5, chips=100, win=win, rounds=3, trump_suit="spades"))
    full.do("BET", "RAISE", "CALL", "FOLD", "CALL", "CALL")
    full.do(f"DISCARD {' '.join(full.cards_for('DISCARD').split()[:3])}")
    others = [
        full,
        GenomeTable(find("hearts")),
        GenomeTable(find("twenty_one")),
        GenomeTable(find("gin_rummy")),
        GenomeTable(find("kuhn"), "KcQc"),
    ]
    for before in others:
        for after in others:
            used = GAME.View()
            observe(before.table, 0, used)
            observe(after.table, 1, used)
            assert used.flat() == after.view(1).flat()
