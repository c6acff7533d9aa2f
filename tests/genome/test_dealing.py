"""What the house deals: how many cards, to whom, who sees them, and where they come from when the deck runs short."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome.language.genome import (
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    Face,
    ShowdownPhase,
    TrickPhase,
)
from croupier.games.genome.machine.dealing import hand_room
from croupier.games.genome.machine.events import CardsDealt, CardsTurnedUp, DeckRefilled, DiscardsTurnedUp, HandStarted
from croupier.games.genome.machine.records import BOARD, BOX, DECK, HAND, MUCK, PILE, TOP
from croupier.kernel.vocabulary.cards import format_cards
from croupier.kernel.vocabulary.ledger import disorder
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC

from .table import GenomeTable, cards, genome

CHECK_ROUND = BettingPhase(10, 1)
EUCHRE = "9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As"
STANDARD = " ".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")


# Around the table.


def test_a_second_hand_is_dealt_from_the_next_seat_on() -> None:
    table = GenomeTable(
        genome(CHECK_ROUND, players=3, cards=2, chips=100, hands=2), "2c 3c 4c 5c 6c 7c 2d 3d 4d 5d 6d 7d"
    )
    table.do("CHECK", "CHECK", "CHECK")
    assert table.hands() == ["4d 7d", "2d 5d", "3d 6d"]
    assert table.told(HandStarted) == [HandStarted(0, 1), HandStarted(1, 2)]


def test_seats_that_have_folded_or_are_out_are_dealt_nothing() -> None:
    phases = CHECK_ROUND, DealPhase(2), CHECK_ROUND
    table = GenomeTable(genome(*phases, players=4, chips=100), "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc").do(
        "BET", "FOLD", "CALL", "CALL"
    )
    assert table.hands() == ["2c 6c 9c", "3c", "4c 7c Tc", "5c 8c Jc"]
    table = GenomeTable(genome(CHECK_ROUND, players=3, chips=100, hands=2), "Ac 2c 3c 4c 5c", stacks=[100, 5, 100])
    table.do("BET", "ALL_IN", "FOLD")
    assert table.hands() == ["5c", "", "4c"], "seat 2 starts"


@pytest.mark.parametrize(
    ("players", "each", "draws"),
    [(2, 10, [16, 4]), (3, 8, [24]), (3, 9, [24, 3]), (5, 8, [24, 16]), (10, 5, [24, 24, 2])],
)
def test_cards_are_dealt_in_batches_and_the_next_goes_on_after_the_last(
    players: int, each: int, draws: list[int]
) -> None:
    """No more than 24 at once, nor than eight for a hand."""
    table = GenomeTable(genome(CHECK_ROUND, players=players, cards=each, chips=100), STANDARD)
    deck = STANDARD.split()
    assert table.hands() == [" ".join(deck[seat : players * each : players]) for seat in range(players)]
    dealt = [sum(type(fact) is CardsDealt for fact in events.seen_by(None)) for events in table.events[1:]]
    told = [
        sum(len(fact.cards) for fact in events.seen_by(None) if type(fact) is CardsDealt) for events in table.events
    ]
    assert told[1:] == draws
    assert dealt == [min(players, count) for count in draws], "one fact for each who gets any"


def test_a_seat_that_draws_many_gets_eight_at_once() -> None:
    table = GenomeTable(genome(DrawPhase(10), CHECK_ROUND, chips=100), STANDARD)
    assert [len(fact.cards) for fact in table.told_to(None, CardsDealt)] == [1, 1, 8, 2, 8, 2]


# A draw that comes twice.


def test_every_seat_has_its_second_draw_in_its_second_round() -> None:
    table = GenomeTable(genome(DrawPhase(2), CHECK_ROUND, players=3, chips=100, rounds=2), STANDARD)
    assert table.hands() == ["2c 5c 6c", "3c 7c 8c", "4c 9c Tc"]
    table.do("CHECK", "CHECK", "CHECK")
    assert table.hands() == ["2c 5c 6c Jc Qc", "3c 7c 8c Kc Ac", "4c 9c Tc 2d 3d"]


def test_every_seat_has_both_draws_of_its_turn() -> None:
    phases = DrawPhase(mandatory=False), DiscardPhase(face="up"), DrawPhase(2, mandatory=False)
    table = GenomeTable(genome(*phases, CHECK_ROUND, chips=100), STANDARD)
    table.do("DRAW", "DISCARD 2c", "DRAW", "DRAW")
    assert (table.actor, table.hands()[0]) == (1, "4c 5c 6c")
    table.do("PASS", "DISCARD 3c", "DRAW", "PASS")
    assert (table.actor, table.hands()) == (0, ["4c 5c 6c", "7c"])
    assert table.moves == ["CHECK", "BET"]


def test_a_second_seat_draws_as_often_as_it_may_though_the_first_passed_early() -> None:
    table = GenomeTable(genome(DrawPhase(3, mandatory=False), CHECK_ROUND, players=3, chips=100), STANDARD)
    table.do("DRAW", "PASS", "DRAW", "DRAW", "DRAW")
    assert (table.actor, table.moves) == (2, ["DRAW", "PASS"]), "three are enough"
    table.do("DRAW", "DRAW", "PASS")
    assert table.hands() == ["2c 5c", "3c 6c 7c 8c", "4c 9c Tc"]


# Room.


def test_a_hand_has_room_for_twenty_cards_and_for_less_at_a_large_table() -> None:
    assert [hand_room(seats) for seats in (2, 5, 6, 7, 10)] == [20, 20, 16, 14, 10]


def test_a_full_hand_is_dealt_no_more() -> None:
    table = GenomeTable(genome(DrawPhase(3), CHECK_ROUND, cards=18, chips=100))
    assert [len(hand.split()) for hand in table.hands()] == [20, 20]
    table = GenomeTable(genome(DealPhase(1), CHECK_ROUND, cards=19, chips=100, rounds=3)).do(*["CHECK"] * 4)
    assert [len(hand.split()) for hand in table.hands()] == [20, 20]


def test_everybody_gets_only_as_many_as_there_is_room_for_in_the_fullest_hand() -> None:
    phases = DrawPhase(5, mandatory=False), DealPhase(3), CHECK_ROUND
    table = GenomeTable(genome(*phases, cards=14, chips=100)).do(*["DRAW"] * 5, "PASS")
    assert [len(hand.split()) for hand in table.hands()] == [20, 15]


def test_a_seat_that_has_a_full_hand_is_not_asked_to_draw() -> None:
    table = GenomeTable(genome(DrawPhase(3, mandatory=False), CHECK_ROUND, cards=19, chips=100))
    assert (table.actor, table.moves) == (0, ["DRAW", "PASS"])
    assert table.do("DRAW").actor == 1, "the hand is full"


def test_community_has_room_for_seven_cards() -> None:
    table = GenomeTable(genome(DealPhase(3, "community"), CHECK_ROUND, chips=100, rounds=4), STANDARD)
    seen = []
    while table.actor is not None:
        seen.append(len(table.zone(BOARD).split()))
        table.do("CHECK", "CHECK")
    assert seen == [3, 6, 7, 7]


def test_full_hands_leave_the_table_its_room() -> None:
    phases = DealPhase(3, "community"), DealPhase(2, "discard"), CHECK_ROUND
    table = GenomeTable(genome(*phases, cards=20, chips=100))
    assert (len(table.zone(BOARD).split()), len(table.zone(TOP).split()), len(table.pool(PILE))) == (3, 1, 1)


def test_a_full_community_leaves_the_pile_its_room() -> None:
    phases = DealPhase(7, "community"), DealPhase(3, "discard"), CHECK_ROUND
    table = GenomeTable(genome(*phases, chips=100, initial_discard_count=10))
    assert (table.table.cards.count[BOARD], table.table.cards.count[PILE]) == (7, 12)


# Faces.


@pytest.mark.parametrize(
    ("face", "seen"),
    [("down", ["2c", "??", "??"]), ("up", ["2c", "2c", "2c"]), ("others", ["??", "2c", "2c"])],
)
@pytest.mark.parametrize("phase", ["setup", "deal", "draw"])
def test_only_seats_that_may_see_a_dealt_card_see_it_and_are_told_of_it(
    phase: str, face: Face, seen: list[str]
) -> None:
    if phase == "setup":
        table = GenomeTable(genome(CHECK_ROUND, players=3, chips=100, face=face), "2c 3c 4c")
    elif phase == "deal":
        table = GenomeTable(genome(DealPhase(1, face=face), CHECK_ROUND, players=3, cards=0, chips=100), "2c 3c 4c")
    else:
        table = GenomeTable(genome(DrawPhase(1, face=face), CHECK_ROUND, players=3, chips=100), "Ac Kc Qc 2c 3c 4c")
    number = 3 if phase == "draw" else 0
    told = [format_cards(table.told_to(seat, CardsDealt)[number].cards) for seat in range(3)]
    at = table.table.cards.first[HAND] + (1 if phase == "draw" else 0)
    in_view = [format_cards([table.view(seat).cards.row[at]]) for seat in range(3)]
    assert told == in_view == seen
    watched = format_cards(table.told_to(None, CardsDealt)[number].cards)
    assert watched == ("??" if face == "down" else "2c"), "a spectator is one of the others"
    assert len(table.told_to(1, CardsDealt)) == (6 if phase == "draw" else 3), "everybody is told once of each"


def test_community_and_discards_are_told_to_all() -> None:
    phases = DealPhase(3, "community"), DealPhase(2, "discard"), CHECK_ROUND
    table = GenomeTable(genome(*phases, chips=100), "Ac Kc 2c 3c 4c 5c 6c")
    for seat in (0, 1, None):
        assert table.told_to(seat, CardsTurnedUp) == [CardsTurnedUp(cards("2c 3c 4c"))]
        assert table.told_to(seat, DiscardsTurnedUp) == [DiscardsTurnedUp(cards("5c 6c"))]
    assert (table.zone(BOARD), table.zone(TOP), table.pool(PILE)) == ("2c 3c 4c", "6c", {"5c"})
    assert all(table.table.cards.known[card] == PUBLIC for card in cards("2c 3c 4c 5c 6c"))


def test_community_covers_no_discard() -> None:
    table = GenomeTable(
        genome(DealPhase(2, "community"), CHECK_ROUND, chips=100, initial_discard_count=2), "Ac Kc 2c 3c 4c 5c"
    )
    assert (table.zone(BOARD), table.zone(TOP), table.pool(PILE)) == ("4c 5c", "3c", {"2c"})


# A new hand.


def test_cards_outside_the_deck_lie_in_the_box_and_are_no_secret() -> None:
    ledger = GenomeTable(genome(CHECK_ROUND, chips=100, initial_deck="kuhn_3"), "Jc Qc").table.cards
    assert (ledger.count[DECK], ledger.count[BOX], disorder(ledger)) == (1, 49, 0)
    for card in range(52):
        in_deck = card in cards("Jc Qc Kc")
        assert (ledger.zone[card] == BOX) == (not in_deck)
        assert (ledger.known[card] == PUBLIC) == (not in_deck)
        assert ledger.kin[card] == in_deck, "no card of the box could lie in a hand"
    assert [ledger.known[card] for card in cards("Jc Qc Kc")] == [0b01, 0b10, 0], "nobody knows what is left"


def test_a_new_hand_forgets_all_cards_and_bets() -> None:
    phases = DrawPhase(mandatory=False), CHECK_ROUND, DiscardPhase(face="up"), DiscardPhase(face="down")
    table = GenomeTable(genome(*phases, cards=4, chips=100, hands=2, initial_discard_count=1, rounds=1))
    table.do("PASS", "PASS", "BET", "CALL")
    while table.table.hands == 0:
        table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
    counts = table.table.cards.count
    assert [counts[zone] for zone in (DECK, PILE, MUCK, TOP, HAND, HAND + 1)] == [43, 0, 0, 1, 4, 4]
    assert disorder(table.table.cards) == 0
    assert [table.view(seat).prospects.unseen.bit_count() for seat in range(2)] == [52 - 4 - 1] * 2
    view = table.view(1)
    assert (view.min_bet, view.current_bet, view.bet[:2], view.aggressor, view.pot) == (0, 0, [0, 0], NOBODY, 0)


def test_in_a_game_for_points_nobody_sits_out() -> None:
    table = GenomeTable(genome(ShowdownPhase(), players=3, hands=2))
    assert table.table.dealt == 0b111


def test_the_starter_leads_the_first_trick_of_a_hand() -> None:
    table = GenomeTable(genome(TrickPhase(), players=3, hands=2), "2c 3c Ac").do("PLAY 2c", "PLAY 3c", "PLAY Ac")
    assert table.table.hands == 1
    assert (table.actor, table.view(0).leader) == (1, 1), "not seat 2, which has won the last trick of the first"


# When the deck runs short.


def after_discards(count: int, to: Any = "hand") -> GenomeTable:
    """Two seats have thrown away four cards each, two of them face up, and six are left; then some are dealt."""
    phases = DrawPhase(1), DiscardPhase(2, face="up"), DiscardPhase(2, face="down"), DealPhase(count, to), CHECK_ROUND
    table = GenomeTable(genome(*phases, cards=8, chips=100, initial_deck="euchre_24"), EUCHRE)
    for _ in range(4):
        table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:2])}")
    return table


def test_deck_that_is_just_enough_is_not_refilled() -> None:
    for table in (after_discards(3), after_discards(6, "community"), after_discards(6, "discard")):
        assert (table.told(DeckRefilled), table.table.cards.count[DECK]) == ([], 0)
    assert after_discards(3).pool(PILE) == {"9c", "9h", "9d"}


def test_pile_and_muck_are_shuffled_in_but_for_the_last_card() -> None:
    table = after_discards(4)
    assert (table.zone(TOP), table.pool(PILE), table.pool(MUCK)) == ("9s", set(), set())
    assert table.table.cards.count[DECK] == 6 + 7 - 8
    assert table.told_to(None, DeckRefilled) == table.told_to(1, DeckRefilled) == [DeckRefilled(7)]
    left = [card for card in range(52) if table.table.cards.zone[card] == DECK]
    assert {table.table.cards.known[card] for card in left} == {0}, "nobody knows what is in it"


def test_community_and_pile_are_dealt_from_a_refilled_deck_too() -> None:
    assert after_discards(7, "community").told(DeckRefilled) == [DeckRefilled(7)]
    assert after_discards(7, "discard").told(DeckRefilled) == [DeckRefilled(7)]


def test_with_nothing_to_shuffle_in_everybody_gets_the_same_and_nothing_is_told() -> None:
    played = genome(DealPhase(1), CHECK_ROUND, players=5, cards=3, chips=100, initial_deck="euchre_24", rounds=2)
    table = GenomeTable(played).do(*["CHECK"] * 5)
    assert [len(hand.split()) for hand in table.hands()] == [4] * 5, "four cards are left for five"
    assert (table.actor, table.told(DeckRefilled)) == (0, [])


def test_rest_of_the_deck_is_dealt_if_it_is_less_than_wanted() -> None:
    played = genome(DealPhase(4), CHECK_ROUND, players=3, cards=1, chips=100, initial_deck="euchre_24", rounds=2)
    table = GenomeTable(played).do(*["CHECK"] * 3)
    assert [len(hand.split()) for hand in table.hands()] == [8] * 3, "nine are left, three for each"
