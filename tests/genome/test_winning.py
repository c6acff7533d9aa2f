"""Who wins a hand: what is shown, how conditions follow one another, and what each of them measures."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    CardPoints,
    DealPhase,
    DrawPhase,
    EmptyHand,
    HighScore,
    LowScore,
    MostCaptured,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.machine.events import HandShown, HandWon, PointsScored
from croupier.games.genome.machine.program import BUST, SOFT_ACES
from croupier.games.genome.machine.records import HAND
from croupier.games.genome.machine.settling import nearness_of, with_soft_ace
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.turns import PUBLIC

from .table import HIGH_CARD, GenomeTable, cards, genome, showdown

BETTING = BettingPhase(10, 3)
TRICK = TrickPhase(lead_suit_required=False)


# Hands are shown.


def test_hands_are_shown_from_the_starting_position_on() -> None:
    table = GenomeTable(showdown(hands=2), "2c 3c 4c 5c 6c 7c")
    shown = [(0, "2c"), (1, "3c"), (2, "4c"), (1, "5c"), (2, "6c"), (0, "7c")]
    for seat in (0, 1, 2, None):
        assert table.told_to(seat, HandShown) == [HandShown(seat, cards(text)) for seat, text in shown]


def test_every_hand_that_is_shown_is_known_to_all() -> None:
    table = GenomeTable(showdown(3, 2), "2c 3c 4c 5c 6c 7c")
    assert {table.table.cards.known[card] for card in cards("2c 3c 4c 5c 6c 7c")} == {PUBLIC}


def test_a_seat_that_has_folded_shows_nothing() -> None:
    table = GenomeTable(genome(BETTING, players=3, chips=100), "2c Ac 4c").do("BET", "FOLD", "CALL")
    assert [fact.seat for fact in table.told(HandShown)] == [0, 2]
    assert table.view(0).cards.row[table.table.cards.first[HAND + 1]] == UNKNOWN, "nor can anybody see it"


def test_hands_whose_points_are_counted_are_shown_after_the_last_round() -> None:
    table = GenomeTable(
        genome(DrawPhase(), BettingPhase(), chips=100, win=LowScore(0, "hand"), rounds=2), "2c 3c 4c 5c 6c 7c"
    )
    table.do("CHECK", "CHECK", "CHECK", "CHECK")
    assert table.told(HandShown) == [HandShown(0, cards("2c 4c 6c")), HandShown(1, cards("3c 5c 7c"))]


def test_a_large_hand_is_shown_eight_cards_at_a_time() -> None:
    for held, sizes in ((8, [8, 8]), (9, [8, 1, 8, 1]), (17, [8, 8, 1, 8, 8, 1])):
        table = GenomeTable(showdown(2, held))
        assert [len(fact.cards) for fact in table.told(HandShown)] == sizes


# Conditions, one after the other.


def test_a_later_condition_decides_only_between_tied_seats() -> None:
    """Seats 1 and 2 have the highest card, and seat 2 has captured more; seat 0 most of all, which does not help it."""
    win = HIGH_CARD, MostCaptured()
    phases = PlayPhase(1, 3, target="captured"), ShowdownPhase()
    table = GenomeTable(genome(*phases, players=3, cards=4, win=win), "2c Kc Kd 3c 4c 5c 6c 7c 8c 9c Tc Jc")
    table.do("PLAY 3c 6c 9c", "PLAY 4c", "PLAY 5c 8c")
    assert table.scores == (0, 0, 1)


def test_a_third_condition_decides_between_seats_that_are_still_tied() -> None:
    win = MostCaptured(), EmptyHand(), BestHand("high_card")
    table = GenomeTable(
        genome(PlayPhase(target="captured"), ShowdownPhase(), players=4, cards=2, win=win), "2c 3c 4c 5c 6c 9c 7c 8c"
    )
    table.do("PLAY 2c", "PLAY 3c", "PLAY 4c", "PLAY 5c")
    assert table.scores == (0, 1, 0, 0)


@pytest.mark.parametrize("deck", ["Kc Kd 2c 3c", "2c Kc 3c Kd", "3c 2c Kc Kd", "Kc 2c 3c Kd"])
def test_order_of_the_first_condition_stands_for_every_seat(deck: str) -> None:
    """The second one, the fewest points in hand, would turn it around; between two kings it decides nothing."""
    table = GenomeTable(showdown(4, 1, (HIGH_CARD, LowScore(0, "hand"))), deck)
    kings = [seat for seat, card in enumerate(deck.split()) if card[0] == "K"]
    assert [fact.seat for fact in table.told(HandWon)] == kings


def test_low_score_breaks_a_tie_for_the_seat_with_fewer_points() -> None:
    win = BestHand("three_card"), LowScore(0, "captured")
    table = GenomeTable(genome(TrickPhase(), DealPhase(1), players=3, win=win, rounds=1), "5c 2c 3c Kc Kd 4c")
    table.do("PLAY 5c", "PLAY 2c", "PLAY 3c")
    assert table.told(HandWon) == [HandWon(1)], "seat 0 has the same king, and ten points"


def test_bust_in_a_later_condition_loses_nothing_that_was_decided() -> None:
    """Seat 1 has captured more, so it does not matter that it holds ten, and seat 0 just five."""
    win = MostCaptured(), BestHand("points", 5, bust=True)
    phases = PlayPhase(1, 2, target="captured"), ShowdownPhase()
    table = GenomeTable(genome(*phases, cards=3, win=win), "2c Kc 3c 7c 9c 8c").do("PLAY 9c", "PLAY 7c 8c")
    assert table.scores == (0, 1)


# What is measured.


def test_fewest_cards_win() -> None:
    played = genome(PlayPhase(1, 3, mandatory=False), players=3, cards=3, win=EmptyHand(), max_turns=3)
    table = GenomeTable(played, "2c 3c 4c 5c 6c 7c 8c 9c Tc").do("PLAY 2c", "PASS", "PLAY 4c 7c")
    assert table.scores == (0, 0, 1)


def test_most_points_in_hand_win() -> None:
    assert GenomeTable(showdown(3, 2, HighScore(0, "hand")), "9c 2c 8c 3c Kc 4c").told(HandWon) == [
        HandWon(0),
        HandWon(1),
        HandWon(2),
    ]
    assert GenomeTable(showdown(3, 2, HighScore(0, "hand")), "9c 2c 8c 3c Tc 5c").told(HandWon) == [HandWon(2)]


def test_most_points_in_captured_cards_win_and_are_scored() -> None:
    worth = CardPoints(5, ranks=("A",)), CardPoints(-3, suits=("spades",))
    played = genome(TRICK, players=3, cards=2, win=HighScore(), card_points=worth)
    table = GenomeTable(played, "Ac 2c 3c 2s As 3s").do(
        "PLAY Ac", "PLAY 2c", "PLAY 3c", "PLAY 2s", "PLAY As", "PLAY 3s"
    )
    assert table.told(PointsScored) == [PointsScored(0, 5), PointsScored(1, -4)]
    assert (table.told(HandWon), table.scores) == ([HandWon(0)], (5, -4, 0))


def test_community_cards_belong_to_every_hand() -> None:
    played = genome(DealPhase(3, "community"), players=3, cards=2, win=BestHand())
    assert GenomeTable(played, "2c Ac 9h 3d Kd 9s Ah Kh 9d").scores == (0, 0, 1), "three nines beat aces and kings"
    points = genome(DealPhase(1, "community"), players=3, win=BestHand("points", 21))
    assert GenomeTable(points, "2c 9c Kc Tc").scores == (0, 0, 1), "twelve, nineteen, twenty"


@pytest.mark.parametrize(
    ("evaluation", "deck", "scores"),
    [
        ("poker", "Kc Kd Kh Ks Qh 2c 2d 3d Qs 3c", (1, 0)),
        ("three_card", "Ac 2c Kd 2d Qh 2h 7s 8s 3c 4c", (0, 1)),
        ("high_card", "Ac Kc 2d Kd 3h Kh 4s Ks 5c Qc", (1, 0)),
        ("lowball", "Ac 8c 2d 7d 3h 6h 4s 5s 5c 4c", (1, 0)),
        ("melds", "Jc Ad Qc 3h Kc 5s 2d 7c 2h 9d", (1, 0)),
    ],
)  # fmt: skip
def test_each_evaluation_has_its_own_order(evaluation: Any, deck: str, scores: tuple[int, int]) -> None:
    assert GenomeTable(showdown(2, 5, BestHand(evaluation)), deck).scores == scores


def test_no_card_counts_that_nobody_holds() -> None:
    assert GenomeTable(showdown(2, 2, BestHand()), "2d Ac 3h Kc").scores == (0, 1), "there is no two for a pair"


# Points and targets.


def test_nearest_to_the_target_wins_from_either_side() -> None:
    near = BestHand("points", 10)
    assert GenomeTable(showdown(3, 2, near), "5c 9c 2c 4d 2d 2h").told(HandWon) == [HandWon(0), HandWon(1)], (
        "nine and eleven"
    )
    assert GenomeTable(showdown(3, 2, near), "5c 9c 2c 5d 2d 2h").told(HandWon) == [HandWon(0)], "ten"


def test_over_the_target_is_bust_and_at_it_is_best() -> None:
    bust = BestHand("points", 10, bust=True)
    assert GenomeTable(showdown(3, 2, bust), "5c 9c 2c 5d 2d 2h").scores == (1, 0, 0)
    assert GenomeTable(showdown(3, 2, bust), "6c 9c 2c 5d 2d 2h").scores == (0, 0, 1), "eleven is too much, four is not"
    assert GenomeTable(showdown(3, 2, bust), "6c 9c Kc 5d 2d Kh").scores == (1, 1, 1), "no bust is better than another"


def test_how_good_a_total_is() -> None:
    assert [nearness_of(total, False, 21, 0) for total in (20, 21, 22)] == [-1, 0, -1]
    assert [nearness_of(total, False, 21, BUST) for total in (20, 21)] == [-1, 0]
    assert nearness_of(22, False, 21, BUST) == nearness_of(30, False, 21, BUST) < nearness_of(0, False, 21, BUST)
    assert nearness_of(1000, False, 0, BUST) == 1000, "without a target nothing is too much"


def test_one_soft_ace_counts_ten_more_where_that_is_not_too_much() -> None:
    assert [with_soft_ace(total, True, 21, SOFT_ACES) for total in (10, 11, 12)] == [20, 21, 12]
    assert with_soft_ace(30, True, 0, SOFT_ACES) == 40, "without a target nothing is"
    assert with_soft_ace(5, False, 21, SOFT_ACES) == 5, "no ace"
    assert with_soft_ace(5, True, 21, BUST) == 5, "not allowed"


@pytest.mark.parametrize("seat", range(3))
def test_an_ace_is_soft_in_every_seat(seat: int) -> None:
    deck = ["9c", "9d", "9h", "8c", "8d", "8h"]
    deck[seat] = "Ac"
    table = GenomeTable(showdown(3, 2, BestHand("points", 21, bust=True, soft_aces=True)), " ".join(deck))
    assert table.told(HandWon) == [HandWon(seat)], "nineteen against seventeen"


def test_an_ace_of_the_community_is_not_soft() -> None:
    played = genome(DealPhase(1, "community"), win=BestHand("points", 21, bust=True, soft_aces=True))
    assert GenomeTable(played, "Ac Kc 9c").scores == (1, 0), "twenty, and nineteen"
    assert GenomeTable(played, "9c Tc Ac").scores == (0, 1), "ten, and eleven"


@pytest.mark.parametrize("suit", "cdhs")
def test_best_suit_of_a_hand_counts_whichever_it_is(suit: str) -> None:
    """A ten and a two of one suit are twelve; three court cards of three suits are ten."""
    others = "cdhs".replace(suit, "")
    won = f"T{suit} 2{suit} 9{others[0]}".split()
    lost = [f"{rank}{other}" for rank, other in zip("KQJ", others, strict=True)]
    deck = " ".join(card for pair in zip(lost, won, strict=True) for card in pair)
    assert GenomeTable(showdown(2, 3, BestHand("points", one_suit=True)), deck).scores == (0, 1)


@pytest.mark.parametrize("suit", "cdhs")
def test_a_soft_ace_counts_with_its_own_suit_only(suit: str) -> None:
    others = "cdhs".replace(suit, "")
    soft = BestHand("points", one_suit=True, soft_aces=True)
    with_ace = GenomeTable(showdown(2, 2, soft), f"A{suit} K{others[0]} 5{suit} 5{others[0]}")
    assert with_ace.scores == (1, 0), "sixteen, and fifteen"
    apart = GenomeTable(showdown(2, 2, soft), f"A{suit} 9{others[1]} 9{others[0]} 4{others[1]}")
    assert apart.scores == (0, 1), "eleven, and thirteen"


def test_points_of_the_community_count_with_their_suit() -> None:
    played = genome(DealPhase(2, "community"), win=BestHand("points", one_suit=True))
    assert GenomeTable(played, "9c Kd 3c 4h").scores == (1, 0), "twelve of clubs, ten of diamonds"


def test_a_card_that_was_not_told_is_worth_nothing() -> None:
    assert GenomeTable(showdown(2, 2, BestHand("points")), "?? 9c 3c 2c").scores == (0, 1)
    assert GenomeTable(showdown(2, 2, HighScore(0, "hand")), "?? 9c 3c 2c").scores == (3, 11)
