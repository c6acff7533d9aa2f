"""What rule books say of who wins: the order of hands, points, and what they are written down for."""

from __future__ import annotations

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
    TrickPhase,
)
from croupier.games.genome.rulebook import rule_book

from .books import chapter, random_rules, rules
from .table import genome

LOWBALL = BestHand("lowball")
WRITTEN = "writes down the points of this hand"


def test_only_kinds_of_hands_that_can_come_up_are_in_the_table() -> None:
    text = rules(find("leduc"))
    assert "| pair |" in text
    assert "| high card |" in text
    assert "three of a kind" not in text
    assert "flush" not in text
    assert "| straight flush | five cards of a suit in order | As Ks Qs Js Ts |" in rules(find("five_card_draw"))


def kinds(text: str) -> list[str]:
    """The kinds of hands of a table, the best first."""
    lines = [line.split(" | ")[0].removeprefix("| ") for line in text.splitlines() if line.startswith("| ")]
    return [line for line in lines if line not in ("hand", "cards")]


def test_lowball_ranks_every_kind_of_hand() -> None:
    text = chapter(find("lowball"), "Who wins the hand")
    every = ["high card", "pair", "two pair", "three of a kind", "full house", "four of a kind"]
    assert kinds(text) == every
    assert "straights and flushes mean nothing" in text
    assert "Of two hands of a kind the lower wins: first what makes it, such as the pair, then the other cards" in text
    assert "| pair | two cards of a rank | Ac Ad 2d 3h 4s |" in text
    assert "fewer than five" not in text, "everybody has five"


def test_lowball_leaves_out_kinds_that_the_lowest_five_cannot_be() -> None:
    """Of seven cards with three of a rank, four are of other ranks, or two are alike among them."""
    assert kinds(chapter(find("razz"), "Who wins the hand")) == ["high card", "pair", "two pair", "full house"]
    three = genome(BettingPhase(5), chips=100, cards=3, win=LOWBALL)
    assert kinds(chapter(three, "Who wins the hand")) == ["high card", "pair", "three of a kind"]


def test_lowball_shows_a_kind_with_as_many_cards_as_the_deck_has_ranks_for() -> None:
    """Of three ranks there is no hand of four different ones: who holds four or five has at least a pair."""
    few = genome(DrawPhase(1, mandatory=False), cards=3, win=LOWBALL, initial_deck="leduc_6")
    text = chapter(few, "Who wins the hand")
    assert "| high card | no two cards of a rank | Jc Qd Kc |" in text
    assert "| pair | two cards of a rank | Jc Jd Qd Kc |" in text


def test_a_seat_that_has_fewer_cards_loses_at_lowball_if_anybody_can() -> None:
    loses = "Whoever has fewer than five cards loses to those who have more."
    assert loses in rules(genome(DiscardPhase(2, mandatory=False), cards=6, win=LOWBALL))
    assert loses not in rules(genome(DiscardPhase(1, mandatory=False), cards=6, win=LOWBALL))


def test_missing_card_is_lower_than_any() -> None:
    assert "to have no further card is lower than any" in rules(genome(DiscardPhase(1, mandatory=False), cards=3))
    assert "to have no further card" not in rules(genome(BettingPhase(5), chips=20, cards=3, rounds=3)).lower()


def test_the_win_conditions_in_words() -> None:
    points = BestHand("points", target=21, bust=True, soft_aces=True)
    text = rules(genome(DrawPhase(), win=(points, MostCaptured()), cards=2))
    assert "Whoever has the points nearest to 21 in their cards wins. To have more is a bust" in text
    assert "one of your aces counts ten more, if that is not more than 21." in text
    assert "captured" not in text, "nothing can be captured, so nobody need be told"
    text = rules(genome(PlayPhase(), win=(LowScore(50, "hand"), EmptyHand()), cards=5, hands=9))
    assert "The fewest points win, in the cards left in hand." in text
    assert "It ends sooner if somebody has 50 points at the end of a hand. Whoever has the fewest points" in text
    text = rules(genome(TrickPhase(), win=HighScore(), cards=5, hands=1, trump_suit="spades"))
    assert "Spades are trumps" in text
    assert "One hand is the whole game. Whoever has the most points then has won." in text
    text = rules(genome(BettingPhase(1), win=(BestHand(), MostChips(90)), chips=30, hands=9))
    assert "only one player has chips left or somebody has 90 chips at the end of a hand" in text


def test_points_that_decide_nothing_are_not_written_down() -> None:
    tricks = BettingPhase(5), TrickPhase()
    text = rules(genome(*tricks, chips=100, cards=5, win=HighScore(), hands=3))
    assert WRITTEN not in text, "the pot is all that there is to win"
    assert "pencil" not in text
    assert "scores" not in rule_book(genome(*tricks, chips=100, cards=5, win=HighScore()), GAME)
    text = rules(genome(*tricks, chips=100, cards=5, win=HighScore(50), hands=3))
    assert WRITTEN in text
    assert "It ends sooner if only one player has chips left or somebody has 50 points" in text
    assert "Paper and pencil" in text
    assert WRITTEN in rules(genome(TrickPhase(), cards=5, win=HighScore(), hands=3))


def test_points_are_written_down_exactly_where_they_count() -> None:
    written = 0
    for played, text in random_rules():
        counted = "points at the end of a hand" in text or "points then has won" in text
        assert counted or WRITTEN not in text, played.genome_id
        assert ("pencil" in text) == counted, played.genome_id
        written += WRITTEN in text
    assert written > 5


def test_points_are_those_of_cards_in_the_deck() -> None:
    counted = BestHand("points")
    assert "For points, two to ten count their number, court cards 10 and aces 1." in rules(
        genome(win=counted, chips=9)
    )
    assert "six to ten count their number" in rules(genome(win=counted, chips=20, initial_deck="short_36"))
    assert "For points, court cards count 10." in rules(genome(win=counted, chips=20, initial_deck="kuhn_3"))


def test_tie_that_cannot_be_is_not_told() -> None:
    assert "tied" not in rules(find("kuhn")), "three cards, and no two are alike"
    assert "tied" in rules(find("leduc"))
    assert "left over" not in rules(find("leduc")), "two who tie have put in the same"
    assert "left over" in rules(find("indian_poker"))


def test_community_cards_count_for_everybody() -> None:
    text = rules(genome(DealPhase(3, "community"), BettingPhase(5), cards=3, chips=20, win=BestHand()))
    assert "The best five cards count, your own and the community's together." in text


def test_points_after_another_condition_break_ties_and_are_not_written_down() -> None:
    text = rules(genome(PlayPhase(), win=(EmptyHand(), LowScore(50, "hand")), cards=5, hands=9))
    assert "Where that is a tie, the fewest points win" in text
    assert "The winner writes down a point" in text and "Whoever has the most points then has won" in text


def test_a_tie_break_of_points_that_pays_nobody_is_not_told() -> None:
    text = rules(genome(TrickPhase(), win=(HighScore(), MostCaptured()), cards=5))
    assert "captured cards win" not in text


def test_cards_that_are_not_in_the_deck_are_worth_nothing_to_tell() -> None:
    worth = CardPoints(1, ("3", "K", "T")), CardPoints(5, ("2",))
    text = rules(genome(TrickPhase(), cards=3, win=LowScore(), initial_deck="short_36", card_points=worth))
    assert "| tens and kings | 1 |" in text
    assert "threes" not in text and "twos" not in text
