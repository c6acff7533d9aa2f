"""Evaluations: each one's order, for any number of cards, against a slow and plain second opinion."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product

import pytest

from croupier.games.genome.machine.evaluation import (
    high_card_value,
    lowball_value,
    poker_value,
    three_card_value,
)
from croupier.games.genome.machine.melds import melds_value
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.evaluate import add_card, best_hand

from .judges import Seat, brag, melded


def bits(cards: str | list[int] | tuple[int, ...]) -> int:
    """Cards as a hand."""
    hand = 0
    for card in parse_cards(cards) if isinstance(cards, str) else cards:
        hand = add_card(hand, card)
    return hand


def descending(values: list[int]) -> bool:
    return all(a > b for a, b in pairwise(values))


@pytest.mark.parametrize("deck", [12, 24, 52])
def test_poker_of_many_cards_is_its_best_five(deck: int) -> None:
    """Of a few ranks too, with fours and full houses among them."""
    chance = random.Random(1)
    for _ in range(100):
        cards = chance.sample(range(deck), chance.choice([8, 9, 10]))
        assert poker_value(bits(cards)) == max(best_hand(five) for five in combinations(cards, 5))


def test_poker_of_five_to_seven_is_the_kernels() -> None:
    chance = random.Random(2)
    for _ in range(100):
        cards = chance.sample(range(52), chance.randint(5, 7))
        assert poker_value(bits(cards)) == best_hand(cards)


def test_poker_of_fewer_than_five_has_an_order() -> None:
    """Known trap: such hands tied, or burnt the pot."""
    hands = [
        "Kc Kd Kh Ks",
        "Kc Kd Kh 2c",
        "2c 2d 2h",
        "Ac Ad Kc Kd",
        "Ac Ad 3c",
        "Ac Ad",
        "2c 2d Ac",
        "Ac Kc Qc",
        "Ac Kd",
        "Ac",
        "",
    ]
    assert descending([poker_value(bits(hand)) for hand in hands])


def slow_groups(cards: list[int]) -> tuple[list[int], list[int], list[int]]:
    """How good up to four cards are: the sizes of their groups, the ranks of the groups, then the kickers."""
    ranks = [card >> 2 for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    made = [(count, rank) for count, rank in groups if count > 1]
    return [count for count, _ in made], [rank for _, rank in made], [rank for count, rank in groups if count == 1]


def test_poker_of_fewer_than_five_is_groups_then_kickers() -> None:
    chance = random.Random(6)
    for _ in range(400):
        one, other = (chance.sample(range(chance.choice([12, 52])), chance.randint(0, 4)) for _ in range(2))
        ours = poker_value(bits(one)) - poker_value(bits(other))
        slow = slow_groups(one), slow_groups(other)
        assert (ours > 0, ours == 0) == (slow[0] > slow[1], slow[0] == slow[1])


def test_poker_of_four_of_a_suit_or_in_a_row_is_no_flush_and_no_straight() -> None:
    assert poker_value(bits("2c 3c 4c 5c")) < poker_value(bits("2c 2d"))
    assert poker_value(bits("9c Td Jc Qc")) < poker_value(bits("Ac"))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Kc Kd 9h 8s 7c", "Kh Ks 9c 8d 6h"),
        ("Kc Kd 9h 8s 7c", "Kh Ks 9c 7d 6h"),
        ("Kc Kd 9h 8s 7c", "Kh Ks 8c 7d 6h"),
        ("Kc Kd 2h 2s 7c", "Kh Ks 2c 2d 6h"),
        ("Kc Kd 3h 3s 2c", "Kh Ks 2d 2s Ah"),
        ("7c 7d 7h 9s 3c", "7s 7d 7h 8s 6c"),
        ("7c 7d 7h 7s 3c", "7c 7d 7h 7s 2c"),
        ("3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),
        ("3c 3d 3h 4s 4c", "3c 3d 3h 2s 2c"),
        ("Ac Jc 9c 5c 3c", "Ad Jd 9d 5d 2d"),
        ("6c 5d 4h 3s 2c", "5d 4h 3s 2c Ac"),
    ],
)
def test_poker_kickers(better: str, worse: str) -> None:
    assert poker_value(bits(better)) > poker_value(bits(worse))


def test_poker_groups_come_before_kickers() -> None:
    """Known trap: a pair of twos with an ace beat a pair of kings."""
    assert poker_value(bits("Kc Kd 2h 3s 4c")) > poker_value(bits("2c 2d Ah Ks Qc"))
    assert poker_value(bits("Kc Kd 2h")) > poker_value(bits("2c 2d Ah"))


def test_three_card_order_is_that_of_brag() -> None:
    hands = ["2c 2d 2h", "Ac Kc Qc", "2c 3c 4c", "Ac Kd Qc", "Ac 2d 3c", "Ac Kc Jc", "2c 2d Ac", "Ac Kd Jc", "5c 3d 2c"]
    values = [three_card_value(bits(hand)) for hand in hands]
    assert descending(values[:4]) and descending(values[5:])
    assert values[3] > values[4] > values[5], "ace, two, three is the lowest run"


def test_three_cards_of_many_are_the_best_three_as_in_brag() -> None:
    chance = random.Random(7)
    for _ in range(500):
        one, other = (chance.sample(range(chance.choice([16, 24, 52])), chance.randint(3, 6)) for _ in range(2))
        ours = three_card_value(bits(one)) - three_card_value(bits(other))
        best = [max(brag(Seat([*three], [], [])) for three in combinations(cards, 3)) for cards in (one, other)]
        assert (ours > 0, ours == 0) == (best[0] > best[1], best[0] == best[1])


def test_three_card_of_fewer_has_an_order() -> None:
    hands = ["2c 2d", "Ac Kc", "Ac Qc", "Ac", "Kc Qc", "3c 2c", "3c", "2c", ""]
    assert descending([three_card_value(bits(hand)) for hand in hands])


def test_high_card_counts_every_card() -> None:
    hands = ["Ac 2c", "Kc Kd", "Kc Qc 9d", "Kc Qc 8d", "Kc Qc", "2c"]
    assert descending([high_card_value(bits(hand)) for hand in hands])
    assert high_card_value(bits("Ac")) == high_card_value(bits("Ad"))


def test_high_card_is_the_cards_compared_one_by_one() -> None:
    chance = random.Random(3)
    for _ in range(300):
        one, other = (chance.sample(range(52), chance.randint(0, 7)) for _ in range(2))
        ours = high_card_value(bits(one)) - high_card_value(bits(other))
        top = [sorted((card >> 2 for card in cards), reverse=True)[:5] for cards in (one, other)]
        assert (ours > 0, ours == 0) == (top[0] > top[1], top[0] == top[1])


def slow_low(cards: tuple[int, ...]) -> tuple[int, list[int], list[int]]:
    """How bad up to five cards are for lowball: how many are missing, the sizes of their groups, the ranks of the
    groups, aces low."""
    ranks = [((card >> 2) + 1) % 13 for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return 5 - len(cards), [count for count, _ in groups], [rank for _, rank in groups]


@pytest.mark.parametrize("deck", [8, 12, 16, 52])
def test_lowball_is_the_lowest_five_of_all(deck: int) -> None:
    """Of a few ranks too, where pairs, threes and fours cannot be helped."""
    chance = random.Random(4)
    for _ in range(200):
        hands = [chance.sample(range(deck), chance.choice([3, 4, 5, 5, 7, 8])) for _ in range(2)]
        ours = lowball_value(bits(hands[0])) - lowball_value(bits(hands[1]))
        best = [min(slow_low(five) for five in combinations(hand, min(5, len(hand)))) for hand in hands]
        assert (ours > 0, ours == 0) == (best[0] < best[1], best[0] == best[1])


def test_lowball_of_few_ranks() -> None:
    hands = ["Ac 2c 3d 4c 5c", "Kc Qd Jc Tc 9c", "Ac Ad 2c 3c 4c", "Kc Kd 2c 3c 4c", "2c 2d 3c 3d Ac", "2c 2d 2h 3c 4c"]
    assert descending([lowball_value(bits(hand)) for hand in [*hands, "2c 2d 2h 2s 4c", "Ac 2c 3c 4c", "Ac", ""]])


@pytest.mark.parametrize(
    ("cards", "melded"),
    [
        ("2c 2d 2h 9s", 3),
        ("2c 2d 2h 2s", 4),
        ("2c 3c 4c 5c 9d", 4),
        ("Ac 2c 3c", 3),
        ("Qc Kc Ac", 3),
        ("Kc Ac 2c", 0),
        ("2c 3c 5c", 0),
        ("2c 3c 4c 4d 4h", 3),
        ("2c 3c 4c 4d 4h 4s", 6),
        ("2c 3c 4c 5c 5d 5h", 6),
        ("2c 2d 2h 3h 4h", 3),
        ("Ac 2c 3c Qc Kc", 3),
        ("2d 2h 2s 3c 3h 3s 4c 4h 5c 5h", 9),
        ("", 0),
    ],
)
def test_melds_count_no_card_twice(cards: str, melded: int) -> None:
    assert melds_value(bits(cards)) == melded


def test_melds_are_arranged_as_is_best() -> None:
    """Dense hands, in which sets and runs want the same cards."""
    chance = random.Random(5)
    for _ in range(600):
        cards = chance.sample(range(chance.choice([20, 24, 52])), chance.randint(7, 11))
        aces = [card if card < 20 else 48 + (card & 3) if card < 24 else card for card in cards]
        assert melds_value(bits(aces)) == melded(Seat([*set(aces)], [], []))


def melded_in_any_way(cards: list[int]) -> int:
    """All ways to make sets are tried, and what they leave makes runs: slow where many ranks are held in all suits."""
    held, best = set(cards), 0
    sets = [
        [set[int](), *(set(some) for count in (3, 4) for some in combinations(sorted(of_rank), count))]
        for rank in range(13)
        if len(of_rank := {card for card in held if card >> 2 == rank}) >= 3
    ]
    for way in product(*sets):
        rest = held.difference(*way)
        runs = sum(
            max(in_rows({(card >> 2) + 1 for card in of_suit}), in_rows({((card >> 2) + 1) % 13 for card in of_suit}))
            for suit in range(4)
            if (of_suit := {card for card in rest if card & 3 == suit})
        )
        best = max(best, len(held) - len(rest) + runs)
    return best


def in_rows(ranks: set[int]) -> int:
    """How many of some ranks stand three or more in a row."""
    rows = [{rank, rank + 1, rank + 2} for rank in ranks]
    return len(set[int]().union(*(row for row in rows if row <= ranks)))


@pytest.mark.parametrize("ranks", [6, 8, 9, 13])
def test_melds_of_large_hands_are_arranged_as_is_best(ranks: int) -> None:
    """Hands that no classic deals, of small decks too, and with an ace that is wanted at both ends."""
    chance = random.Random(ranks)
    deck = [(13 - ranks + card // 4) % 13 * 4 + card % 4 for card in range(4 * ranks)]
    for _ in range(60):
        cards = chance.sample(deck, chance.randint(12, 17))
        assert melds_value(bits(cards)) == melded_in_any_way(cards)


def test_melds_of_all_cards() -> None:
    assert melds_value(bits(list(range(52)))) == 52
    assert melds_value(bits([card for card in range(52) if card >> 2 != 5 or card & 3 == 0])) == 49
