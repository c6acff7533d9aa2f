"""What to think about: reasons follow from what wins, and the worked hand says how good the cards are."""

from __future__ import annotations

import random
import re

from croupier.games.genome import GAME, GameGenome, find
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
    PlayPhase,
    RankIs,
    SameSuit,
    TrickPhase,
)
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.rulebook import rule_book, sentences, short_rules
from croupier.games.genome.rulebook.reasons import reasons
from croupier.games.genome.rulebook.sentences import Reader

from .table import genome

TWENTY_ONE = BestHand("points", target=21, bust=True)


def told(played: GameGenome) -> str:
    """The reasons of a game as one text; nothing if it has none."""
    section = reasons(Reader(played))
    return section.markdown() if section else ""


def test_cards_are_drawn_to_come_near_to_the_target_and_not_beyond() -> None:
    text = told(genome(DrawPhase(3, mandatory=False), cards=2, win=TWENTY_ONE))
    assert "**Draw** to come near to 21 points" in text and "as a bust loses" in text
    assert "bust" not in told(genome(DrawPhase(3, mandatory=False), cards=2, win=BestHand("points", target=21)))
    assert told(genome(DrawPhase(3), cards=2, win=TWENTY_ONE)) == "", "who has to draw has nothing to think about"


def test_who_wants_to_be_rid_of_cards_draws_none_without_need() -> None:
    phases = PlayPhase(conditions=(SameSuit(), RankIs(("8",)))), DrawPhase(mandatory=False)
    for wins, aim in ((EmptyHand(), "hold few cards"), (LowScore(counted="hand"), "hold few points")):
        text = told(genome(*phases, cards=5, initial_discard_count=1, win=wins))
        assert f"**Draw** only for a card that you need: to {aim} is what wins" in text
        assert f"to {aim}" in text.partition("**Play**")[2]
        assert "leave what that player is likely to lack" in text and "fits on everything" in text


def test_cards_are_discarded_for_what_the_hand_is_to_become() -> None:
    for wins, aim in (
        (BestHand(), "have the better hand"),
        (BestHand("lowball"), "be left with low cards"),
        (BestHand("melds"), "have more cards in melds"),
        (BestHand("points"), "hold many points:"),
        (BestHand("points", one_suit=True), "hold many points of one suit:"),
        (HighScore(counted="hand"), "hold many points"),
    ):
        text = told(genome(DiscardPhase(2, mandatory=False, replace=True), cards=5, win=wins))
        assert f"**Discard** to {aim}" in text and "How many cards others change" in text
        assert "How many" not in told(genome(DiscardPhase(2, mandatory=False), cards=5, win=wins))


def test_tricks_are_won_or_avoided_for_what_counts_in_them() -> None:
    points = (CardPoints(1, suits=("hearts",)),)
    high = told(genome(TrickPhase(), cards=5, win=HighScore(), card_points=points, trump_suit="clubs"))
    assert "**Win the tricks** in which points lie" in high and "Keep trumps" in high
    low = told(genome(TrickPhase(), cards=5, win=LowScore(), card_points=points))
    assert "play high cards while it is safe, and keep low ones" in low and "no card of the suit led" in low
    turned = told(genome(TrickPhase(high_card_wins=False, led_suit_wins=False), cards=5, win=LowScore()))
    assert "play low cards while it is safe, and keep high ones" in turned and "suit led" not in turned
    assert "all of them count the same" in told(genome(TrickPhase(), cards=5, win=MostCaptured()))
    assert "play what you need least to have the better hand" in told(genome(TrickPhase(), cards=5))
    assert told(genome(TrickPhase(), win=MostCaptured())) == "", "with one card there is nothing to choose"


def test_bets_are_for_better_hands_and_for_what_may_come() -> None:
    bets = told(genome(BettingPhase(5), chips=100, cards=2))
    assert "**Bet** when" in bets and "**Call** if" in bets
    assert "Before more cards come" not in bets and "lie open" not in bets
    later = told(genome(BettingPhase(5), DealPhase(face="up"), BettingPhase(5), chips=100, cards=2))
    assert "Before more cards come" in later and "lie open" in later


def test_reasons_are_no_rules() -> None:
    """They do not count for the length of the rules, and every book has them once."""
    for seed in range(20):
        played = random_genome(random.Random(seed))
        text = told(played)
        assert not text or text in short_rules(played)
        assert not any(sentence.text in text for sentence in sentences(played))
        assert not re.search(r"  |\.\.| ,| \.|\bNone\b|\(\)|[a-z]_[a-z]", text), text


def test_the_worked_hand_says_how_good_cards_are() -> None:
    example = rule_book(find("five_card_draw"), GAME).partition("## An example")[2]
    assert "The figure in brackets says" in example
    raised = [int(share) for share in re.findall(r"(?:bets|raises to) \d+ \((\d+) %\)", example)]
    folded = [int(share) for share in re.findall(r"folds \((\d+) %\)", example)]
    assert raised and folded and min(raised) >= 65 and max(folded) <= 40, "greedy players bet by their cards"
    assert re.search(r"discards [\w ]+ face down \(\d+ %\)", example)
    assert not re.search(r"antes \d+ \(", example), "an ante is no choice"
    assert "%" not in rule_book(find("hearts"), GAME).partition("## An example")[2]
