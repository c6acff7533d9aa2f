"""The rule book tells every live part of a genome, none twice, and reads as if somebody had written it."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from croupier.games.genome import GAME, GameGenome, classics, find, of
from croupier.games.genome.language.dead_parts import live_parts
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HigherRank,
    HighScore,
    LowScore,
    MostCaptured,
    MostChips,
    PlayPhase,
    RankIs,
    SameRank,
    SameSuit,
    SuitIs,
    TrickPhase,
)
from croupier.games.genome.language.parts import written
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.rulebook import chapters, rule_book, sentences
from croupier.games.genome.rulebook.english import cards_named, counted, listed, times
from croupier.games.genome.rulebook.sentences import Sentence

from .table import genome

RANDOM = 150


def rules(played: GameGenome) -> str:
    """The rules as one text, without the example."""
    return " ".join(sentence.text for sentence in sentences(played))


def assert_all_told_once(played: GameGenome, book: list[Sentence]) -> None:
    told = Counter(path for sentence in book for path in sentence.tells)
    live = set(live_parts(played))
    assert [written(path) for path in live - set(told)] == [], "not told"
    assert [written(path) for path in set(told) - live] == [], "told, but dead"
    assert [written(path) for path, count in told.items() if count > 1] == [], "told twice"


@pytest.mark.parametrize("name", classics())
def test_every_live_part_of_a_classic_is_told_once(name: str) -> None:
    assert_all_told_once(find(name), sentences(find(name)))


@pytest.fixture(scope="module")
def random_books() -> list[tuple[GameGenome, list[Sentence]]]:
    """Random genomes and the rules of each."""
    made = [random_genome(random.Random(seed)) for seed in range(RANDOM)]
    return [(played, sentences(played)) for played in made]


def test_every_live_part_of_random_genomes_is_told_once(random_books: list[tuple[GameGenome, list[Sentence]]]) -> None:
    for played, book in random_books:
        assert_all_told_once(played, book)


def test_rule_books_are_clean_text(random_books: list[tuple[GameGenome, list[Sentence]]]) -> None:
    """No sentence without its full stop, no doubled space, no empty list, no name of a field."""
    for _, book in random_books:
        for sentence in book:
            assert re.search(r"[.:…*|,]$", sentence.text), sentence.text
            assert not re.search(r"  |\.\.| ,| \.|\b1 cards|\bNone\b|\[\]", sentence.text), sentence.text
            assert not re.search(r"[a-z]_[a-z]", sentence.text), sentence.text


def test_rule_book_is_the_same_every_time_and_has_an_example() -> None:
    text = rule_book(find("leduc"), GAME)
    assert text == rule_book(find("leduc"), GAME) == of(find("leduc")).words.rule_book()
    assert text.startswith("# Leduc hold'em\n")
    example = text.partition("## An example")[2]
    assert "Ann is the starter. Ann is dealt " in example
    assert "Community: " in example
    assert re.search(r"(Ann|Ben) wins \d+\.", example)
    assert "seat" not in example


def test_only_kinds_of_hands_that_can_come_up_are_in_the_table() -> None:
    text = rules(find("leduc"))
    assert "| pair |" in text
    assert "| high card |" in text
    assert "three of a kind" not in text
    assert "flush" not in text
    assert "| straight flush | five cards of a suit in order | As Ks Qs Js Ts |" in rules(find("five_card_draw"))


def test_what_is_the_same_is_told_once() -> None:
    text = rules(find("bourre"))
    assert text.count("**A trick.**") == 1
    assert "Step 4 is done four times more." in text
    assert "Then steps 4 and 5 are done once more." in rules(find("holdem_fixed_limit"))


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        (BettingPhase(5, 0, ante=1), "an ante of 1 chip into the pot. A bet is 5 chips. Nobody may raise."),
        (BettingPhase(5, 1), "A bet is 5 chips, and a raise adds as much. At most one raise may follow the first bet"),
        (BettingPhase(5, structure="spread", spread=20), "neither is more than 20 chips"),
        (BettingPhase(5, structure="pot_limit"), "counted as if you had already called, or 5 chips."),
        (
            BettingPhase(5, structure="no_limit"),
            "the round, or, with your last chips, 5 chips or more; at most it is all",
        ),
        (BettingPhase(5, blinds=(5,)), "The starter has to bet 5 chips, the blind. The next player speaks first."),
        (BettingPhase(5, blinds=(2, 5)), "the starter has to bet 5 chips, the big blind, and the other player 2 chips"),
        (DealPhase(1, "community"), "Turn up one card in the middle of the table: it belongs to everybody."),
        (DealPhase(2, "hand", "up"), "Everybody gets two cards, face up."),
        (DealPhase(2, "hand", "others"), "gets two cards, to be seen by all but the holder."),
        (DealPhase(1, "discard"), "Turn up one card onto the discard pile."),
    ],
)
def test_phase_of_the_table_in_words(phase: BettingPhase | DealPhase, says: str) -> None:
    played = genome(phase, BettingPhase(5), chips=100, cards=2) if isinstance(phase, DealPhase) else None
    text = rules(played or genome(phase, chips=100, cards=2))
    assert says.lower() in text.lower()


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        (DrawPhase(2, "deck"), "In yours, draw two cards."),
        (DrawPhase(3, "deck", mandatory=False), "you may draw up to three cards, one by one."),
        (DrawPhase(1, "deck_or_discard"), "take a card of the deck, or the last card of the discard pile."),
        (DiscardPhase(1, face="up"), "discard one card, face up onto the discard pile."),
        (
            DiscardPhase(3, mandatory=False, replace=True),
            "you may discard up to three cards, face down and aside; you are dealt as many new ones.",
        ),
        (
            PlayPhase(conditions=(SameSuit(), SameRank(), RankIs(("8",)))),
            "It must have the suit or the rank of the last card of the discard pile or be an eight",
        ),
        (
            PlayPhase(1, 3, "captured", (HigherRank(), SuitIs(("hearts",))), "all", mandatory=False),
            "Each of them must be higher than the last card of the discard pile and be a heart; on an empty pile only",
        ),
        (TrickPhase(high_card_wins=False, led_suit_wins=False), "The lowest card takes the trick, whatever its suit"),
    ],
)
def test_phase_of_a_turn_in_words(phase: DrawPhase | DiscardPhase | PlayPhase | TrickPhase, says: str) -> None:
    assert says in rules(genome(phase, cards=5))


def test_bring_in_is_told_with_who_has_to_bet_it() -> None:
    betting = BettingPhase(5, opening="low_showing", bring_in=2)
    text = rules(genome(betting, chips=100, cards=2, face="up"))
    who = "Whoever shows the worst open cards, by poker ranks (of several, the next from the starter),"
    assert f"{who} has to bet 2 chips, the bring-in. The next player speaks first." in text
    assert "put in the bring-in still has a say, and may check or raise if nobody has raised." in text


def test_what_wins_in_words() -> None:
    points = BestHand("points", target=21, bust=True, soft_aces=True)
    text = rules(genome(DrawPhase(), win=(points, MostCaptured()), cards=2))
    assert "Whoever has the points nearest to 21 in their cards wins. To have more is a bust" in text
    assert "one of your aces counts ten more, if that is not more than 21." in text
    assert "captured" not in text, "nothing can be captured, so nobody need be told"
    text = rules(genome(PlayPhase(), win=(LowScore(50, "hand"), EmptyHand()), cards=5, hands=9))
    assert "The fewest points win, in the cards left in hand." in text
    assert "It ends sooner if somebody has 50 points at the end of a hand. Whoever has the fewest points" in text
    assert "The hand is over at once when somebody plays or discards their last card." in text
    text = rules(genome(PlayPhase(), win=(EmptyHand(), LowScore(50, "hand")), cards=5, hands=9))
    assert "Where that is a tie, the fewest points win" in text
    assert "The winner writes down a point" in text and "Whoever has the most points then has won" in text
    text = rules(genome(TrickPhase(), win=(HighScore(), MostCaptured()), cards=5))
    assert "captured cards win" not in text, "a tie of points pays nobody"
    text = rules(genome(TrickPhase(), win=HighScore(), cards=5, hands=1, trump_suit="spades"))
    assert "Spades are trumps" in text
    assert "One hand is the whole game. Whoever has the most points then has won." in text
    text = rules(genome(BettingPhase(1), win=(BestHand(), MostChips(90)), chips=30, hands=9))
    assert "only one player has chips left or somebody has 90 chips at the end of a hand" in text


def test_numbers_and_lists_in_english() -> None:
    assert [counted(n, "card") for n in (0, 1, 2, 12, 13)] == [
        "no cards",
        "one card",
        "two cards",
        "twelve cards",
        "13 cards",
    ]
    assert [times(n) for n in (1, 2, 3)] == ["once", "twice", "three times"]
    assert [listed(["a", "b", "c"][:n], "or") for n in (1, 2, 3)] == ["a", "a or b", "a, b or c"]
    assert cards_named(["Q"], ["spades"]) == "the queen of spades"
    assert cards_named(["K", "6"], []) == "sixes and kings"
    assert cards_named([], ["hearts"]) == "all hearts"


def chapter(played: GameGenome, heading: str) -> str:
    """The text of a chapter; nothing if it has none."""
    return "".join(section.markdown() for section in chapters(played) if section.heading == heading)


def test_steps_that_are_done_again_are_told_after_the_turn() -> None:
    steps = DealPhase(), DrawPhase(mandatory=False), DiscardPhase()
    text = chapter(genome(*steps, *steps, cards=3), "A hand")
    assert "In yours:\n    - You may draw" in text
    assert "aside.\n\nThen steps 1 and 2 are done once more.\n" in text
    text = chapter(genome(*steps[1:], DealPhase(), *steps[1:], DealPhase(2), cards=3), "A hand")
    assert "are done" not in text


def test_everybody_is_still_in_before_the_first_bet() -> None:
    played = genome(
        DealPhase(face="up"), BettingPhase(5, ante=1), DealPhase(face="up"), TrickPhase(), chips=100, rounds=1
    )
    text = chapter(played, "A hand")
    assert "**Cards.** Everybody gets one card" in text
    assert "First everybody pays an ante" in text
    assert "**Cards.** Everybody who is still in gets one card" in text
    assert "**A trick.** Everybody who is still in plays" in text


def test_who_is_left_alone_shows_cards_that_are_counted() -> None:
    assert "and need not show your cards." in rules(genome(BettingPhase(5), chips=100))
    assert "but show your cards, as their points count." in rules(
        genome(BettingPhase(5), chips=100, win=LowScore(counted="hand"))
    )


def test_option_of_a_forced_bet_is_told() -> None:
    text = rules(genome(BettingPhase(5, blinds=(2, 5)), chips=100))
    assert "Whoever has put in the highest blind still has a say, and may check or raise if nobody has raised." in text
    text = rules(genome(BettingPhase(5, 0, blinds=(5,)), chips=100))
    assert "Whoever has put in the blind still has a say, and may check if nobody has raised." in text


def test_room_is_told_where_it_can_run_out() -> None:
    played = genome(DealPhase(1, "community"), DealPhase(), rounds=12, cards=1)
    assert "No more than seven cards are turned up in the middle" in rules(played)
    assert "Nobody can hold more than" not in rules(played)
    assert "Nobody can hold more than 20 cards. Where" in rules(genome(DealPhase(2), rounds=12, cards=1))
    assert "Nobody can hold" not in rules(genome(DrawPhase(), cards=5))


def test_running_out_is_told_where_the_deck_can() -> None:
    assert chapter(genome(DrawPhase(), cards=5), "When cards run out") == ""
    assert chapter(genome(DiscardPhase(3, replace=True), cards=5, players=6), "When cards run out") == ""
    text = chapter(genome(DiscardPhase(5, replace=True), cards=5, players=6), "When cards run out")
    assert "shuffle into it all that was discarded" in text
    assert "Where everybody is dealt" not in text


def test_card_played_to_a_trick_is_a_turn() -> None:
    text = rules(genome(TrickPhase(), cards=5, max_turns=6))
    assert (
        "A hand has at most six turns, those of all players together. To play a card to a trick is a turn too." in text
    )
    assert "turns, those" not in rules(genome(TrickPhase(), cards=5, rounds=2)), "it has four"


def test_who_holds_too_few_cards_is_told_what_to_do() -> None:
    assert "In yours, play two cards onto the discard pile. If you hold fewer than two, play all of them." in rules(
        genome(PlayPhase(2, 2), cards=5)
    )
    assert "discard two cards (all, if you hold fewer), face down" in rules(genome(DiscardPhase(2), cards=5))


def test_taken_card_closes_the_pile() -> None:
    text = rules(genome(DrawPhase(2, "deck_or_discard"), cards=5, initial_discard_count=1))
    assert "of the pile only the last card. Turn the pile face down once its last card is taken" in text
