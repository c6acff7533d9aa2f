"""The rule book tells every part of a genome that matters, none twice, and reads as if somebody had written it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter

import msgspec
import pytest

from croupier.games.genome import GAME, GameGenome, classics, find, of
from croupier.games.genome.language.dead_parts import LIMIT, live_parts
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.language.parts import written
from croupier.games.genome.rulebook import rule_book, sentences
from croupier.games.genome.rulebook.brief import brief
from croupier.games.genome.rulebook.english import cards_named, counted, listed, times
from croupier.games.genome.rulebook.sentences import Sentence

from .books import chapter, random_books, rules
from .table import genome


def assert_all_told_once(played: GameGenome, book: list[Sentence]) -> None:
    """Every live part; of a turn limit it depends on whether a hand can come up to it, which is tested elsewhere."""
    told = Counter(path for sentence in book for path in sentence.tells)
    live = set(live_parts(played))
    if LIMIT not in told:
        live.discard(LIMIT)
    assert [written(path) for path in live - set(told)] == [], "not told"
    assert [written(path) for path in set(told) - live] == [], "told, but dead"
    assert [written(path) for path, count in told.items() if count > 1] == [], "told twice"


@pytest.mark.parametrize("name", classics())
def test_every_live_part_of_a_classic_is_told_once(name: str) -> None:
    assert_all_told_once(find(name), sentences(find(name)))


def test_every_live_part_of_random_genomes_is_told_once() -> None:
    for played, book in random_books():
        assert_all_told_once(played, book)


def test_rule_books_are_clean_text() -> None:
    """No sentence without its full stop, no doubled space, no empty list, no name of a field."""
    for _, book in random_books():
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


def test_example_is_played_by_greedy_players() -> None:
    """They are rid of as many cards as they can, and change those that are worth nothing."""
    example = rule_book(find("kings_in_the_corner"), GAME).partition("## An example")[2]
    assert re.search(r"(Ann|Ben|Cleo|Dan) plays \w\w \w\w \w\w \w\w\.", example), "as many cards as may be played"
    example = rule_book(find("five_card_draw"), GAME).partition("## An example")[2]
    assert "shows" in example, "a hand that comes to a showdown is the better example"
    assert "passes" not in example, "nobody keeps five cards of nothing"


def test_rule_book_is_written_without_compiling() -> None:
    """The example is played at plain speed: a rule book is there at once."""
    write = "from croupier.games.genome import find, of; of(find('razz')).words.rule_book()"
    code = f"import sys; {write}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "numba" not in done.stdout.split()


def test_equal_rules_are_told_once() -> None:
    text = rules(genome(*[TrickPhase()] * 5, cards=5))
    assert text.count("**A trick.**") == 1
    assert "Step 1 is done four times more." in text
    assert "Then steps 4 and 5 are done once more." in rules(find("holdem_fixed_limit"))


def test_steps_that_are_done_again_are_told_after_the_turn() -> None:
    steps = DealPhase(), DrawPhase(mandatory=False), DiscardPhase()
    text = chapter(genome(*steps, *steps, cards=3), "A hand")
    assert "In yours:\n    - You may draw" in text
    assert "aside.\n\nThen steps 1 and 2 are done once more.\n" in text
    text = chapter(genome(*steps[1:], DealPhase(), *steps[1:], DealPhase(2), cards=3), "A hand")
    assert "are done" not in text


def test_everybody_is_still_in_before_the_first_bet() -> None:
    phases = DealPhase(face="up"), BettingPhase(5, ante=1), DealPhase(face="up"), TrickPhase()
    text = chapter(genome(*phases, chips=100, rounds=1, players=3), "A hand")
    assert "**Cards.** Everybody gets one card" in text
    assert "First everybody pays an ante" in text
    assert "**Cards.** Everybody who is still in gets one card" in text
    assert "**A trick.** Everybody who is still in plays" in text


def test_between_two_players_a_fold_is_the_end() -> None:
    """So nobody has to be told what happens to those who are still in."""
    text = rules(genome(BettingPhase(5), TrickPhase(), BettingPhase(5), chips=100, cards=5, rounds=3))
    assert "Everybody plays one card" in text
    assert "The starter speaks first." in text
    assert "Everybody shows their cards." in text


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


def test_a_game_that_nobody_has_described_is_told_in_a_sentence_or_two() -> None:
    hearts, rummy = find("hearts"), find("rummy")
    assert brief(hearts) == "13 cards each: play tricks. The fewest points win."
    assert brief(rummy) == "Seven cards each: draw, discard and bet. The most cards in melds win."
    assert brief(genome(PlayPhase(), win=EmptyHand())).endswith("Whoever is out of cards first wins.")
    assert brief(genome(PlayPhase(), rounds=2, win=EmptyHand())).endswith("The fewest cards left win.")
    assert brief(genome(PlayPhase(), ShowdownPhase(), win=EmptyHand())).endswith("The fewest cards left win.")
    assert brief(genome(win=BestHand("points", 21))) == "One card each: bet. The total nearest to 21 wins."
    assert brief(genome(win=BestHand("points", one_suit=True))).endswith("The highest total in one suit wins.")
    assert of(rummy).words.summary == rummy.note
    evolved = msgspec.structs.replace(rummy, generation=7, note="Invented by evolution in generation 7.")
    assert of(evolved).words.summary == brief(rummy), "where it comes from is not how it is played"


@pytest.mark.parametrize("name", classics())
def test_every_classic_has_a_brief(name: str) -> None:
    told = brief(find(name))
    assert told.endswith(".") and ". ." not in told and ": ." not in told
    assert told[0].isupper() or told[0].isdigit()
