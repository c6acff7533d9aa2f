"""What rule books say of turns and tricks, of cards that run out, and of how long a hand lasts."""

from __future__ import annotations

import pytest

from croupier.games.genome import GAME, GameGenome, classics, configure, find
from croupier.games.genome.language.genome import (
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HigherRank,
    LowerRank,
    NextRank,
    PlayPhase,
    RankIs,
    SameRank,
    SameSuit,
    ShowdownPhase,
    SuitIs,
    TrickPhase,
)
from croupier.games.genome.machine.records import HAND
from croupier.games.genome.rulebook.limits import most_held, most_rounds
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.turns import HOUSE

from .books import chapter, random_rules, rules
from .table import GenomeTable, genome

LIMIT = "A hand has at most"
MATCHES = 4
LONGEST = 400
"""The number of decisions after which a match has shown enough."""


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        (DrawPhase(2, "deck"), "In yours, draw two cards."),
        (DrawPhase(3, "deck", mandatory=False), "you may draw up to three cards, one by one."),
        (DiscardPhase(1, face="up"), "discard one card, face up onto the discard pile."),
        (
            DiscardPhase(3, mandatory=False, replace=True),
            "you may discard up to three cards, face down and aside; you are dealt as many new ones.",
        ),
        (DiscardPhase(1, replace=True), "discard one card, face down and aside; you are dealt a new one."),
        (
            PlayPhase(conditions=(SameSuit(), SameRank(), RankIs(("8",)))),
            "It must have the suit or the rank of the last card of the discard pile or be an eight",
        ),
        (
            PlayPhase(1, 3, "captured", (HigherRank(), SuitIs(("hearts",))), "all", mandatory=False),
            "Each of them must be higher than the last card of the discard pile and be a heart (aces are high); on an "
            "empty pile only",
        ),
        (
            PlayPhase(conditions=(NextRank(),)),
            "one rank above or below the last card of the discard pile (ace and two are neighbours too)",
        ),
        (TrickPhase(high_card_wins=False, led_suit_wins=False), "The lowest card of any suit takes the trick"),
    ],
)
def test_phase_of_a_turn_in_words(phase: DrawPhase | DiscardPhase | PlayPhase | TrickPhase, says: str) -> None:
    assert says in rules(genome(phase, cards=5))


def test_a_pile_is_told_of_only_where_there_may_be_one() -> None:
    both = DrawPhase(1, "deck_or_discard")
    told = "ake a card of the deck, or the last card of the discard pile."
    assert told in rules(genome(both, cards=5, initial_discard_count=1))
    assert told in rules(genome(DiscardPhase(1, face="up"), both, cards=5))
    text = rules(genome(both, DiscardPhase(1, face="down"), cards=5))
    assert "Draw one card." in text and "discard pile" not in text


def test_of_several_cards_each_is_tested_against_what_lay_there_before() -> None:
    lower = PlayPhase(1, 4, conditions=(LowerRank(),))
    played = genome(lower, cards=3, initial_discard_count=1)
    text = rules(played)
    assert "Of several cards, each is tested against the card that lay there before." in text
    assert "the last of them is then the last of the pile." in text
    table = GenomeTable(played, "2c Ks  3c Qs  5c 4d  Jh").do("PLAY 2c 5c 3c")
    assert table.zone(4) == "3c", "the five on a two, which was laid before it"
    text = rules(genome(PlayPhase(1, 1, conditions=(LowerRank(),)), cards=3, initial_discard_count=1))
    assert "several cards" not in text


def test_of_two_trumps_the_higher_takes_the_trick() -> None:
    text = rules(genome(TrickPhase(), cards=5, trump_suit="spades", win=EmptyHand()))
    assert (
        "The highest card of the suit that was led takes the trick, or, if there are trumps in it, the highest trump"
        in text
    )
    assert "the lowest trump" in rules(genome(TrickPhase(high_card_wins=False), cards=5, trump_suit="spades"))
    assert "trump" not in rules(genome(TrickPhase(), cards=5))


def test_starter_who_may_have_folded_does_not_lead() -> None:
    text = rules(genome(BettingPhase(5), TrickPhase(), cards=5, chips=100, players=3, rounds=2))
    assert "The starter, or the next player who is still in, leads to the first trick" in text


def test_a_forced_draw_is_no_choice() -> None:
    turn = PlayPhase(mandatory=False), DrawPhase(), DrawPhase(only_if_passed=True)
    assert "If you have passed so far in this turn (what you had to draw does not count), draw" in rules(
        genome(*turn, cards=5)
    )


def test_a_seat_that_holds_too_few_cards_is_told_what_to_do() -> None:
    assert "In yours, play two cards onto the discard pile. If you hold fewer than two, play all of them." in rules(
        genome(PlayPhase(2, 2), cards=5)
    )
    assert "If you hold fewer than two, play all of them, if they all fit." in rules(
        genome(PlayPhase(2, 2, conditions=(SameSuit(),)), cards=5)
    )
    assert "discard two cards (all, if you hold fewer), face down" in rules(genome(DiscardPhase(2), cards=5))


def test_taken_card_closes_the_pile() -> None:
    text = rules(genome(DrawPhase(2, "deck_or_discard"), cards=5, initial_discard_count=1))
    assert "of the pile only the last card. Turn the pile face down once its last card is taken" in text


def test_aces_are_spoken_of_only_where_there_are_some() -> None:
    assert "aces" not in rules(find("kuhn"))
    assert "aces" not in rules(find("leduc")).lower()
    assert "aces are high" in rules(find("indian_poker"))
    assert "neighbours" not in rules(genome(PlayPhase(conditions=(NextRank(),)), cards=5, initial_deck="short_36"))


# How far a hand can go.


def test_room_is_told_where_it_can_run_out() -> None:
    played = genome(DealPhase(1, "community"), DealPhase(), rounds=12, cards=1)
    assert "No more than seven cards are turned up in the middle" in rules(played)
    assert "Nobody can hold more than" not in rules(played)
    assert "Nobody can hold more than 20 cards. Where" in rules(genome(DealPhase(2), rounds=12, cards=1))
    assert "Nobody can hold" not in rules(genome(DrawPhase(), cards=5))
    assert "Nobody can hold" not in rules(find("gin_rummy")), "a card comes, and a card goes"
    assert "Nobody can hold" not in rules(find("briscola")), "a card goes, and a card comes"


def test_running_out_is_told_where_the_deck_can() -> None:
    assert chapter(genome(DrawPhase(), cards=5), "When cards run out") == ""
    assert chapter(genome(DiscardPhase(3, replace=True), cards=5, players=6), "When cards run out") == ""
    text = chapter(genome(DiscardPhase(5, replace=True), cards=5, players=6), "When cards run out")
    assert "shuffle into it all that was discarded" in text
    assert "Where everybody is dealt" not in text
    assert chapter(find("red_dog"), "When cards run out") == "", "after three turns the hand ends with a showdown"


def test_card_played_to_a_trick_is_a_turn() -> None:
    text = rules(genome(TrickPhase(), cards=5, max_turns=6))
    assert (
        "A hand has at most six turns, those of all players together. To play a card to a trick is a turn too" in text
    )
    assert "a trick that is not finished is nobody's." in text
    assert LIMIT not in rules(genome(TrickPhase(), cards=5, rounds=2)), "it has four"


@pytest.mark.parametrize("name", classics())
def test_turn_limit_is_told_only_where_cards_can_come_back(name: str) -> None:
    """All other classics have an end of their own."""
    goes_on = {"crazy_eights", "durak", "kings_in_the_corner", "rolling_stone", "speed"}
    assert (LIMIT in rules(find(name))) == (name in goes_on)


def test_turn_limit_that_cannot_be_reached_is_not_told() -> None:
    stock = TrickPhase(), DealPhase()
    assert LIMIT not in rules(genome(*stock, cards=3, initial_deck="short_36", max_turns=36)), "36 cards, 36 turns"
    assert LIMIT in rules(genome(*stock, cards=3, initial_deck="short_36", max_turns=35))
    shed = DrawPhase(), DiscardPhase(2)
    assert LIMIT not in rules(genome(*shed, cards=5, win=EmptyHand(), max_turns=10)), "one card fewer in every turn"
    assert LIMIT in rules(genome(*shed, cards=5, win=EmptyHand(), max_turns=9))
    assert LIMIT in rules(genome(DrawPhase(), DiscardPhase(1), cards=5, win=EmptyHand()))


def test_hand_ends_when_nobody_can_do_anything() -> None:
    stuck = "If nobody can do anything in a whole round, the hand is over."
    assert stuck in rules(
        genome(PlayPhase(conditions=(SameSuit(),)), cards=5, win=EmptyHand(), initial_discard_count=1)
    )
    assert stuck not in rules(find("speed")), "there is always a new card"
    assert stuck not in rules(genome(TrickPhase(), DrawPhase(), cards=5))


def test_last_card_ends_the_hand_by_a_play_or_a_discard() -> None:
    over = "The hand is over at once when somebody {} their last card."
    win = EmptyHand()
    assert over.format("plays") in rules(genome(PlayPhase(), cards=5, win=win))
    assert over.format("discards") in rules(genome(DiscardPhase(), cards=5, win=win))
    assert over.format("plays or discards") in rules(genome(PlayPhase(), DiscardPhase(), cards=5, win=win))
    text = rules(genome(PlayPhase(), TrickPhase(), cards=5, win=win))
    assert "To play it to a trick does not end the hand, but to have no cards in your turn does." in text
    assert "to a trick does not" not in rules(genome(PlayPhase(), TrickPhase(), cards=5, win=win, rounds=1))


def test_limits_are_told_wherever_play_comes_up_to_them() -> None:
    """In random genomes: more turns than told, more cards than the most, more rounds than the last, never."""
    told = seen = 0
    for played, text in random_rules():
        reached, held, rounds = goes_as_far_as(played)
        assert LIMIT in text or not reached, played.genome_id
        assert held <= most_held(played), played.genome_id
        assert rounds <= (most_rounds(played) or played.max_turns), played.genome_id
        told += LIMIT in text
        seen += reached
    assert told > 20
    assert seen > told * 2 // 3


def goes_as_far_as(played: GameGenome) -> tuple[bool, int, int]:
    """Whether some random matches reach the turn limit, and how many cards and rounds they come to."""
    reached, held, rounds = False, 0, 0
    for key in range(MATCHES):
        dealer, at_random = RandomDealer(key), random_chooser(GAME, key)
        state = GAME.start(configure(played)).state
        table = state.table
        for _ in range(LONGEST):
            if not (pending := GAME.pending(state)):
                break
            choose = dealer.deal if pending[0].seat == HOUSE else at_random
            GAME.advance(state, pending[0].seat, choose(state, pending[0]))
            reached |= table.turns > played.max_turns
            held = max(held, *(table.cards.count[HAND + seat] for seat in range(table.seats)))
            rounds = max(rounds, table.rounds + (not table.over and not table.between))
    return reached, held, rounds


def test_showdown_in_the_middle_ends_the_first_round() -> None:
    assert most_rounds(genome(TrickPhase(), ShowdownPhase(), cards=5, rounds=3)) == 1
