"""The players of genome games: what greedy makes of its cards in any game, that it pays, and that search knows no more
than its seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.agents.bot import PolicyBot
from croupier.agents.random import play_randomly
from croupier.agents.search_bot import SearchBot, search_for
from croupier.games.genome import GAME, GameGenome, find
from croupier.games.genome.language.genome import (
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    LowScore,
    MostCaptured,
    NextRank,
    PlayPhase,
    TrickPhase,
)
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.machine.records import HAND
from croupier.games.genome.players.greedy import play_greedily
from croupier.games.genome.players.imagined import row, share_beaten
from croupier.kernel.vocabulary.cards import format_cards
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.rng import Rng, seed
from tests.simulate.plainly import search_plainly

from .table import HIGH_CARD, GenomeTable, genome
from .watching import watched

LOWBALL = BestHand(evaluation="lowball")
TWENTY_ONE = BestHand(evaluation="points", target=21, bust=True, soft_aces=True)


def greedy_move(table: GenomeTable) -> str:
    """What greedy does in the seat in turn."""
    assert table.actor is not None
    decision = GAME.pending(table.state)[0]
    move = PolicyBot(play_greedily, key=1).act(GAME.view(table.state, table.actor), decision)
    return f"{GAME.kinds[move.kind]} {format_cards(move.cards)}".strip()


def strength(table: GenomeTable, deals: int = 400) -> int:
    """The strength of the hand of the seat in turn, in thousandths."""
    assert table.actor is not None
    view, rng = GAME.view(table.state, table.actor), Rng()
    seed(rng, 1, 1)
    return share_beaten(view, row(view, HAND + table.actor, 0), 0, view.prospects.draws, deals, rng)


def betting(win: Any = HIGH_CARD, cards: int = 1, chips: int = 100, **options: Any) -> GameGenome:
    return genome(BettingPhase(min_bet=10, max_raises=1), win=win, cards=cards, chips=chips, **options)


@pytest.mark.parametrize(("card", "move"), [("Ah", "BET"), ("8h", "CHECK"), ("2h", "CHECK")])
def test_a_strong_hand_bets_and_others_check(card: str, move: str) -> None:
    assert greedy_move(GenomeTable(betting(), f"{card}7c")) == move


@pytest.mark.parametrize(("card", "move"), [("Ah", "RAISE"), ("8h", "CALL"), ("2h", "FOLD")])
def test_facing_a_bet_strong_raises_medium_calls_weak_folds(card: str, move: str) -> None:
    assert greedy_move(GenomeTable(betting(), f"7c{card}").do("BET")) == move


def test_after_the_last_raise_a_strong_hand_calls() -> None:
    assert greedy_move(GenomeTable(betting(), "KcAh").do("BET", "RAISE")) == "CALL"


@pytest.mark.parametrize(("card", "move"), [("Ah", "ALL_IN"), ("8h", "FOLD"), ("2h", "FOLD")])
def test_too_short_to_call_goes_all_in_if_strong_and_folds_otherwise(card: str, move: str) -> None:
    assert greedy_move(GenomeTable(betting(), f"7c{card}", stacks=[100, 5]).do("BET")) == move


def test_strength_is_the_share_of_hands_that_are_beaten_by_the_genomes_own_evaluation() -> None:
    aces, wheel = "AhAsAdKcKd", "Ac2d3h4s5c"
    others = "7c8d9sJhQc"
    assert strength(GenomeTable(betting(BestHand(), 5), _dealt(aces, others))) > 990
    assert strength(GenomeTable(betting(LOWBALL, 5), _dealt(aces, others))) < 10
    assert strength(GenomeTable(betting(LOWBALL, 5), _dealt(wheel, others))) > 990
    assert 480 < strength(GenomeTable(betting(), "8h7c"), 4000) < 520


def _dealt(*hands: str) -> str:
    """A deck that deals some hands of as many cards."""
    cards = [[hand[i : i + 2] for i in range(0, len(hand), 2)] for hand in hands]
    return "".join(card for once in zip(*cards, strict=True) for card in once)


def test_strength_counts_open_cards_and_the_community_that_is_to_come() -> None:
    showing = genome(BettingPhase(), cards=1, chips=100, face="up")
    assert strength(GenomeTable(showing, "7h6c")) == 1000
    assert strength(GenomeTable(showing, "7h8c")) == 0
    drawing = genome(BettingPhase(), DealPhase(count=5, to="community"), cards=2, chips=100, win=BestHand())
    assert 800 < strength(GenomeTable(drawing, "Ah2cAs3d")) < 900


def test_an_exchange_keeps_what_is_good_by_the_evaluation() -> None:
    exchange = DiscardPhase(count=3, mandatory=False, replace=True)
    dealt = _dealt("KhKs9d7c2d", "3c4d8sJhQc")
    thrown = greedy_move(GenomeTable(genome(exchange, cards=5, win=BestHand()), dealt))
    assert thrown.startswith("DISCARD") and "K" not in thrown
    thrown = greedy_move(GenomeTable(genome(exchange, cards=5, win=LOWBALL), dealt))
    assert thrown.count("K") == 2 and "2d" not in thrown
    full = _dealt("KhKsKd7c7d", "3c4d8sJhQc")
    assert greedy_move(GenomeTable(genome(exchange, cards=5, win=BestHand()), full)) == "PASS"


@pytest.mark.parametrize(("cards", "move"), [("Kh5s", "DRAW"), ("Kh9s", "PASS"), ("Ah8s", "PASS")])
def test_points_near_the_target_stand(cards: str, move: str) -> None:
    drawing = genome(DrawPhase(mandatory=False, count=3, face="up"), cards=2, win=TWENTY_ONE)
    assert greedy_move(GenomeTable(drawing, _dealt(cards, "9cTd"))) == move


def test_the_last_discard_is_taken_if_it_helps() -> None:
    melds = genome(
        DrawPhase(source="deck_or_discard"), DiscardPhase(face="up"), cards=3, win=BestHand(evaluation="melds"),
        initial_discard_count=1,
    )  # fmt: skip
    assert greedy_move(GenomeTable(melds, _dealt("7h7s2d", "9cTdQs") + "7c")) == "TAKE"
    assert greedy_move(GenomeTable(melds, _dealt("7h7s2d", "9cTdQs") + "7c").do("TAKE")) == "DISCARD 2d"


def test_tricks_are_won_cheaply_where_captures_are_good() -> None:
    tricks = genome(TrickPhase(lead_suit_required=False, led_suit_wins=False), cards=3, win=MostCaptured())
    assert greedy_move(GenomeTable(tricks, _dealt("9hQs2d", "3cTdAs")).do("PLAY 9h")) == "PLAY Td"
    assert greedy_move(GenomeTable(tricks, _dealt("Ah9s2d", "3cTdKs")).do("PLAY Ah")) == "PLAY 3c"


def test_tricks_are_ducked_with_the_highest_card_where_captures_are_bad() -> None:
    hearts = genome(TrickPhase(), cards=3, win=LowScore())
    assert greedy_move(GenomeTable(hearts, _dealt("9hQs2d", "3h8hAh")).do("PLAY 9h")) == "PLAY 8h"
    assert greedy_move(GenomeTable(hearts, _dealt("9hQs2d", "3cKd4s")).do("PLAY 9h")) == "PLAY Kd"


def test_a_card_is_played_without_which_most_others_can_be_answered() -> None:
    """Of two sevens one is enough; without the five nothing goes onto a four."""
    neighbours = genome(PlayPhase(conditions=(NextRank(),)), cards=4, win=EmptyHand(), initial_discard_count=1)
    assert greedy_move(GenomeTable(neighbours, _dealt("5h7h7d2c", "9cTdQsKs") + "6s")) == "PLAY 7h"


def test_much_to_choose_from_is_still_decided_in_time() -> None:
    """Fifteen cards to throw away one by one, with melds of small decks to count, and more to come than there are."""
    melds = genome(
        DiscardPhase(count=20, mandatory=False, replace=True), DealPhase(), DrawPhase(count=20, mandatory=False),
        cards=15, win=BestHand(evaluation="melds"), rounds=50, initial_deck="piquet_32",
    )  # fmt: skip
    assert greedy_move(GenomeTable(melds)).startswith(("DISCARD", "PASS"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("holdem_fixed_limit", {"to_board": 5, "to_hand": 0, "draws": 0, "exchanges": 0}),
        ("seven_card_stud", {"to_board": 0, "to_hand": 4}),
        ("five_card_draw", {"exchanges": 3, "draws": 0}),
        ("twenty_one", {"draws": 5, "exchanges": 0}),
        ("war", {"to_hand": 6, "has_tricks": 1}),
        ("gin_rummy", {"if_passed": 1}),
    ],
)
def test_a_view_tells_what_is_still_to_come(name: str, expected: dict[str, int]) -> None:
    table = GenomeTable(find(name))
    prospects = GAME.view(table.state, table.actor).prospects
    assert {field: getattr(prospects, field) for field in expected} == expected


def test_unseen_cards_are_those_that_nobody_showed_to_the_seat() -> None:
    view = GAME.view(GenomeTable(find("kuhn"), "KcQc").state, 0)
    assert view.prospects.unseen.bit_count() == 2
    assert row(view, HAND, 0) & view.prospects.unseen == 0


@pytest.mark.parametrize("name", ["put", "five_card_draw", "twenty_one"])
def test_greedy_beats_random(name: str) -> None:
    classic = find(name)
    seats = classic.player_count
    won, squares, batches = 0.0, 0.0, 40
    for batch in range(batches):
        chips = 0
        for seat in range(seats):
            players = [play_randomly if other != seat else play_greedily for other in range(seats)]
            loop = watched(classic, *players, hands=1)
            chips += loop.run(1, 10 * batch, 10 * batch + 10).score[seat]
        won, squares = won + chips, squares + chips * chips
    error = ((squares - won * won / batches) * batches / (batches - 1)) ** 0.5
    assert won > 4 * error


def test_greedy_plays_any_genome_legally_and_the_same_at_both_speeds() -> None:
    for key in range(60):
        loop = watched(random_genome(random.Random(key)), play_greedily, play_randomly, hands=1)
        fast = loop.run(key, 0, 1)
        if key % 15 == 0:
            assert loop.run_plain(key, 0, 1) == fast


def test_search_with_its_beliefs_answers_the_same_whatever_the_hidden_cards_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search_plainly(monkeypatch, GAME)
    table = GenomeTable(find("leduc"), "JcQc").do("CHECK", "BET")
    thoughts = []
    for key in range(3):
        rng, twin = Rng(), table.state.copy()
        seed(rng, key, 0)
        imagine(twin.table.cards, 0, rng)
        thoughts.append(search_for(GAME, 0, 20).think(twin, 0))
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_search_believes_a_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Kuhn poker greedy bets its kings only: a queen calls nobody, once its bet is believed."""
    search_plainly(monkeypatch, GAME)
    table = GenomeTable(find("kuhn"), "QcKc").do("CHECK", "BET")
    assert GAME.kinds[SearchBot(GAME, 60).act(table.state, GAME.pending(table.state)[0]).kind] == "FOLD"
