"""Tricks: which cards may be played to one, and who takes it."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome.language.genome import MostCaptured, TrickPhase
from croupier.games.genome.machine.events import PlayedToTrick, TrickWon
from croupier.games.genome.machine.records import CAPTURED, TRICK
from croupier.kernel.vocabulary.turns import PUBLIC

from .table import GenomeTable, cards, genome


@pytest.mark.parametrize("seat", range(3))
def test_highest_of_the_led_suit_takes_the_trick_whoever_played_it(seat: int) -> None:
    deck = ["2c", "3c", "4c"]
    deck[seat] = "Kc"
    table = GenomeTable(
        genome(TrickPhase(), players=3, cards=2, win=MostCaptured()), " ".join([*deck, "5d", "6d", "7d"])
    )
    table.do(*[f"PLAY {card}" for card in deck])
    assert (table.told(TrickWon), table.actor) == ([TrickWon(seat)], seat)
    assert [len(table.pool(CAPTURED + other)) for other in range(3)] == [3 * (other == seat) for other in range(3)]


@pytest.mark.parametrize(
    ("options", "played", "taken"),
    [
        ({}, "5c Kd 4c", 0),
        ({}, "5c Kd 6c", 2),
        ({}, "5c 2h Ac", 1),
        ({}, "5c 2h 3h", 2),
        ({}, "2h Ac 3h", 2),
        ({}, "3h Ac 2h", 0),
        ({"led_suit_wins": False}, "5c Kd 4c", 1),
        ({"led_suit_wins": False}, "5c Kd Ks", 1),
        ({"led_suit_wins": False}, "5c 2h Ks", 1),
        ({"led_suit_wins": False}, "5c 3h 2h", 1),
        ({"high_card_wins": False}, "5c 2d 4c", 2),
        ({"high_card_wins": False}, "5c 2d 6c", 0),
        ({"high_card_wins": False}, "2c Ah 3c", 1),
        ({"high_card_wins": False}, "2c Ah 3h", 2),
        ({"high_card_wins": False, "led_suit_wins": False}, "5c 2d As", 1),
        ({"high_card_wins": False, "led_suit_wins": False}, "2c 2d 2s", 0),
    ],
)
def test_the_winner_of_a_trick_with_hearts_as_trumps(options: dict[str, bool], played: str, taken: int) -> None:
    tricks = TrickPhase(lead_suit_required=False, **options)
    table = GenomeTable(genome(tricks, players=3, win=MostCaptured(), trump_suit="hearts"), played)
    assert table.do(*[f"PLAY {card}" for card in played.split()]).told(TrickWon) == [TrickWon(taken)]


@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_a_two_of_trumps_beats_an_ace_whichever_suit_is_trumps(suit: Any) -> None:
    led = "h" if suit != "hearts" else "s"
    table = GenomeTable(genome(TrickPhase(), win=MostCaptured(), trump_suit=suit), f"A{led} 2{suit[0]}")
    assert table.do(f"PLAY A{led}", f"PLAY 2{suit[0]}").scores == (0, 1)


@pytest.mark.parametrize("suit", "cdhs")
def test_whichever_suit_is_led_is_followed_and_wins(suit: str) -> None:
    """Of two hands, one of every suit; the third has none of the led suit."""
    others = "cdhs".replace(suit, "")
    hands = [
        [f"5{each}" for each in "cdhs"],
        [f"6{each}" for each in "cdhs"],
        [*(f"A{each}" for each in others), f"K{others[0]}"],
    ]
    deck = " ".join(card for dealt in zip(*hands, strict=True) for card in dealt)
    table = GenomeTable(genome(TrickPhase(), players=3, cards=4, win=MostCaptured()), deck).do(f"PLAY 5{suit}")
    assert table.cards_for("PLAY") == f"6{suit}"
    table.do(f"PLAY 6{suit}")
    assert len(table.cards_for("PLAY").split()) == 4
    assert table.do(f"PLAY A{others[2]}").told(TrickWon) == [TrickWon(1)]


def test_a_seat_that_cannot_follow_may_play_anything() -> None:
    """Whatever lies on the discard pile."""
    played = genome(TrickPhase(), players=3, cards=3, win=MostCaptured(), initial_discard_count=1)
    table = GenomeTable(played, "2c 3h 4c 5c 6s 7d 8c 9h Td Jc").do("PLAY 2c")
    assert table.cards_for("PLAY") == "3h 6s 9h"
    table.do("PLAY 6s")
    assert table.cards_for("PLAY") == "4c", "clubs were led"
    assert GenomeTable(genome(TrickPhase(), cards=2)).option("PLAY").most == 1


def test_the_leader_may_lead_anything() -> None:
    table = GenomeTable(genome(TrickPhase(), cards=3, win=MostCaptured()), "2c 3h 4d 5c 6s 7d")
    assert table.cards_for("PLAY") == "2c 4d 6s"


def test_no_trick_is_taken_where_nobody_has_cards() -> None:
    table = GenomeTable(genome(TrickPhase(), TrickPhase(), players=3, win=MostCaptured(), rounds=1), "2c 3c 4c")
    table.do("PLAY 2c", "PLAY 3c", "PLAY 4c")
    assert (table.told(TrickWon), table.zone(TRICK), table.scores) == ([TrickWon(2)], "", (0, 0, 1))


def test_captured_cards_are_known_to_all_and_lie_in_no_trick() -> None:
    table = GenomeTable(genome(TrickPhase(), players=3, cards=2, win=MostCaptured()), "2c 3c 4c 5d 6d 7d").do("PLAY 2c")
    assert table.zone(TRICK) == "2c"
    assert table.told_to(None, PlayedToTrick) == [PlayedToTrick(0, cards("2c"))]
    table.do("PLAY 3c", "PLAY 4c")
    assert (table.zone(TRICK), table.pool(CAPTURED + 2)) == ("", {"2c", "3c", "4c"})
    assert all(table.table.cards.known[card] == PUBLIC for card in cards("2c 3c 4c"))


def test_clock_follows_suit() -> None:
    table = GenomeTable(genome(TrickPhase(), cards=2, win=MostCaptured()), "2c 3h 4c 5c").do("PLAY 2c").wait()
    assert (table.told(TrickWon), table.hands()) == ([TrickWon(1)], ["4c", "3h"])
