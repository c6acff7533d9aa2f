"""Hand ranking: the order of poker hands, at both speeds, against an evaluator of somebody else's."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, pairwise, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.vocabulary import evaluate
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, parse_cards
from croupier.kernel.vocabulary.evaluate import (
    EMPTY,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    add_card,
    best_hand,
    card_bit,
    category,
    hand_name,
    rank_many,
    strength,
)

Hands = npt.NDArray[np.int64]

five_to_seven = st.lists(st.integers(0, DECK - 1), unique=True, min_size=5, max_size=7)


def rank(text: str) -> int:
    return best_hand(parse_cards(text))


def hand_of(cards: Iterable[int]) -> int:
    hand = EMPTY
    for card in cards:
        hand = add_card(hand, card)
    return hand


def random_hands(count: int, size: int, seed: int) -> Hands:
    """Hands of distinct cards: the cards with the smallest of 52 random numbers, in random order."""
    keys = np.random.default_rng(seed).random((count, DECK), dtype=np.float32)
    return np.argpartition(keys, size, axis=1)[:, :size]


NAMED = [
    ("7c 5d 4h 3s 2c", HIGH_CARD, "seven high"),
    ("Ac Kd Qh Js 9c", HIGH_CARD, "ace high"),
    ("9c 9d 5h 3s 2c", PAIR, "pair of nines"),
    ("6c 6d 5h 3s 2c", PAIR, "pair of sixes"),
    ("Kc Kd 2h 2s 3c", TWO_PAIR, "two pair, kings and twos"),
    ("7c 7d 7h As Kc", THREE, "three of a kind, sevens"),
    ("Ac 2d 3h 4s 5c", STRAIGHT, "straight, five high"),
    ("6c 7d 8h 9s Tc", STRAIGHT, "straight, ten high"),
    ("Tc Jd Qh Ks Ac", STRAIGHT, "straight, ace high"),
    ("Ac Jc 9c 4c 2c", FLUSH, "ace-high flush"),
    ("Kc Kd Kh 2s 2c", FULL_HOUSE, "full house, kings over twos"),
    ("2c 2d 2h Ks Kc", FULL_HOUSE, "full house, twos over kings"),
    ("Jc Jd Jh Js 2c", FOUR, "four of a kind, jacks"),
    ("Ah 2h 3h 4h 5h", STRAIGHT_FLUSH, "straight flush, five high"),
    ("9s Ts Js Qs Ks", STRAIGHT_FLUSH, "straight flush, king high"),
    ("Td Jd Qd Kd Ad", STRAIGHT_FLUSH, "royal flush"),
]


@pytest.mark.parametrize(("text", "kind", "name"), NAMED)
def test_categories_and_their_names(text: str, kind: int, name: str) -> None:
    assert category(rank(text)) == kind
    assert hand_name(rank(text)) == name


@pytest.mark.parametrize(
    "ascending",
    [
        # From the worst hand to the best, over all categories.
        ["7c5d4h3s2c", "AcKdQhJs9c", "2c2d5h4s3c", "AcAdKhQsJc", "3c3d2h2s4c", "AcAdKhKsQc", "2c2d2h4s3c"],
        ["AcAdAhKsQc", "Ac2d3h4s5c", "AcKdQhJsTc", "7c5c4c3c2c", "AcKcQcJc9c", "2c2d2h3s3c", "AcAdAhKsKc"],
        ["AcAdAhKsKc", "2c2d2h2s3c", "AcAdAhAsKc", "Ac2c3c4c5c", "KcQcJcTc9c", "AcKcQcJcTc"],
        # Kickers, from the last to the first.
        ["AcQdJhTs8c", "AcQdJhTs9c", "AcKd4h3s2c", "AcKdQhJs8c"],
        ["AcAd4h3s2c", "AcAd5h3s2c", "AcAd5h4s2c", "AcAd5h4s3c", "AcAd6h3s2c"],
        ["KcKdAh3s2c", "KcKdAh4s2c", "KcKdQhQs2c", "KcKdQhQs3c", "AcAd3h3s2c"],
        ["QcQdQh3s2c", "QcQdQh4s2c", "QcQdQhAsKc", "KcKdKh3s2c"],
        ["AcJcTc9c7c", "AcJcTc9c8c", "AcQc4c3c2c"],
        ["TcTdThTs2c", "TcTdThTsAc", "JcJdJhJs2c"],
    ],
)
def test_better_hands_are_stronger(ascending: list[str]) -> None:
    strengths = [rank(text) for text in ascending]
    assert strengths == sorted(set(strengths))


def test_suits_do_not_matter() -> None:
    assert rank("AcKdQhJs9c") == rank("AsKhQdJc9d")
    assert rank("AcJc9c4c2c") == rank("AsJs9s4s2s")


def test_wheel_is_the_lowest_straight_and_does_not_wrap() -> None:
    assert rank("KcKdKhAsQc") < rank("Ac2d3h4s5c") < rank("2c3d4h5s6c")
    assert category(rank("KcAd2h3s4c")) == HIGH_CARD


@pytest.mark.parametrize(
    ("more", "best"),
    [
        ("AcKdQhJs9c 2d 3h", "AcKdQhJs9c"),
        ("AcAdKhKsQcQd Jh", "AcAdKhKsQc"),  # three pairs: the third pair is a kicker at most
        ("AcAdKhKsQhQd", "AcAdKhKsQc"),
        ("2c2d3h3s4c4d Ah", "4c4d3h3sAh"),
        ("KcKdKhQsQcQd 2h", "KcKdKhQsQc"),  # two triplets make a full house
        ("KcKdKhQsQcJdJh", "KcKdKhQsQc"),
        ("2c2d2h2s3c3d3h", "2c2d2h2s3c"),
        ("2c2d2h2s3c3d Ah", "2c2d2h2sAh"),
        ("Ac2d3h4s5c6d7h", "3h4s5c6d7h"),
        ("Ac2d3h4s5c KdQh", "Ac2d3h4s5c"),
        ("9c9d9hTsJcQdKh", "9c TsJcQdKh"),  # a straight beats three of a kind
        ("2c4c6c8cTcQcAc", "AcQcTc8c6c"),
        ("2c4c6c8cTc AdAh", "2c4c6c8cTc"),
        ("AcKcQcJc9c Td 2h", "AcKcQcJc9c"),  # a flush beats the straight
        ("2h3h4h5h6h 7d 8s", "2h3h4h5h6h"),  # not the higher straight
        ("Ah2h3h4h5hKhQh", "Ah2h3h4h5h"),  # not the higher flush
    ],
)
def test_best_five_cards_count(more: str, best: str) -> None:
    assert rank(more) == rank(best)


@given(five_to_seven)
def test_strength_is_that_of_the_best_five(cards: list[int]) -> None:
    assert best_hand(cards) == max(strength(hand_of(five)) for five in combinations(cards, 5))


@given(five_to_seven, st.randoms())
def test_order_of_cards_does_not_matter_and_a_board_can_be_shared(cards: list[int], shuffle: random.Random) -> None:
    expected = best_hand(cards)
    shuffle.shuffle(cards)
    board, pocket = hand_of(cards[:3]), hand_of(cards[3:])
    assert strength(board | pocket) == best_hand(cards) == expected


def test_every_hand_has_a_name() -> None:
    hands = random_hands(20_000, 7, 4)
    names = {hand_name(value) for value in set(rank_many(hands).tolist())}
    assert {"ace high", "pair of sixes", "two pair, aces and kings", "king-high flush"} <= names


def test_fewer_than_five_cards_are_not_ranked() -> None:
    for size in range(5):
        assert all(strength(hand_of(cards)) == 0 for cards in random_hands(100, size + 1, 5)[:, :size].tolist())


def test_an_unknown_card_adds_nothing() -> None:
    assert card_bit(UNKNOWN) == EMPTY
    assert add_card(hand_of([1, 2]), UNKNOWN) == hand_of([1, 2])


@given(st.integers(-(2**63), 2**63 - 1))
def test_no_hand_reads_outside_of_the_tables(hand: int) -> None:
    strength(hand)


def test_not_even_the_whole_deck_reads_outside_of_the_tables() -> None:
    numbers = len(evaluate.LOW_NUMBERS), len(evaluate.HIGH_NUMBERS)
    largest = 4 * sum(evaluate.LOW_WEIGHTS), 4 * sum(evaluate.HIGH_WEIGHTS)
    assert largest[0] < numbers[0] <= evaluate.LOW_SUM + 1
    assert largest[1] < numbers[1] <= evaluate.HIGH_SUM + 1
    assert max(evaluate.LOW_NUMBERS) + max(evaluate.HIGH_NUMBERS) < len(evaluate.STRENGTHS)
    assert min(evaluate.LOW_NUMBERS) == min(evaluate.HIGH_NUMBERS) == 0


@pytest.mark.parametrize("weights", [evaluate.LOW_WEIGHTS, evaluate.HIGH_WEIGHTS])
def test_no_two_holdings_have_the_same_sum_of_weights(weights: tuple[int, ...]) -> None:
    sums = [
        sum(count * weight for count, weight in zip(counts, weights, strict=True))
        for counts in product(range(5), repeat=len(weights))
        if sum(counts) <= 7
    ]
    assert len(sums) == len(set(sums))


@pytest.mark.parametrize(
    "cards",
    [[], [1, 2, 3, 4], list(range(8)), [1, 2, 3, 4, 4], [1, 2, 3, 4, UNKNOWN], [1, 2, 3, 4, DECK], [1, 2, 3, 4, 64]],
)
def test_hands_that_cannot_be_ranked_are_refused(cards: list[int]) -> None:
    with pytest.raises(BadInput):
        best_hand(cards)
    with pytest.raises(BadInput):
        rank_many([cards])
    with pytest.raises(BadInput):
        rank_many(np.array([cards], np.int8))


@pytest.mark.parametrize("hands", [[1, 2, 3, 4, 5], [[1.0, 2.0, 3.0, 4.0, 5.0]], [[[1, 2, 3, 4, 5]]], "AcKc"])
def test_only_rows_of_whole_numbers_are_ranked(hands: npt.ArrayLike) -> None:
    with pytest.raises(BadInput):
        rank_many(hands)


@pytest.mark.parametrize("number", [-1, 0, 9 << 26, (9 << 26) + 5, PAIR << 26])
def test_a_number_that_is_no_strength_has_no_name(number: int) -> None:
    with pytest.raises(BadInput):
        hand_name(number)


def test_no_hands_have_no_strengths() -> None:
    assert rank_many(np.zeros((0, 7), np.int64)).tolist() == []


@pytest.mark.parametrize("size", [5, 6, 7])
def test_plain_equals_compiled(size: int) -> None:
    hands = random_hands(5_000, size, size)
    plain = [best_hand(cards) for cards in hands.tolist()]
    assert rank_many(hands).tolist() == plain
    assert rank_many(hands.astype(np.int8)).tolist() == plain
    assert rank_many(hands.astype(np.uint16)).tolist() == plain
    assert rank_many(np.asfortranarray(hands)).tolist() == plain


@rule
def count_categories(counts: Hands) -> None:
    """Count all hands of seven cards by category."""
    for a in range(DECK):
        for b in range(a):
            two = card_bit(a) | card_bit(b)
            for c in range(b):
                for d in range(c):
                    four = two | card_bit(c) | card_bit(d)
                    for e in range(d):
                        for f in range(e):
                            six = four | card_bit(e) | card_bit(f)
                            for g in range(f):
                                counts[category(strength(add_card(six, g)))] += 1


def test_seven_card_hands_come_as_often_as_combinatorics_says() -> None:
    """All 133,784,560 of them, against the published frequencies."""
    counts = np.zeros(STRAIGHT_FLUSH + 1, np.int64)
    compiled(count_categories)(counts)
    assert counts.tolist() == [
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        41_584,
    ]


@pytest.mark.parametrize(("size", "count"), [(5, 100_000), (6, 100_000), (7, 200_000)])
def test_order_agrees_with_phevaluator(size: int, count: int) -> None:
    """Both order hands alike if equal means equal and, sorted by one, the other only ever falls: there, less is better.

    The cards have the same numbers there as here.
    """
    phevaluator = pytest.importorskip("phevaluator")
    hands = random_hands(count, size, 10 + size)
    theirs = [phevaluator.evaluate_cards(*cards) for cards in hands.tolist()]
    pairs = sorted(set(zip(rank_many(hands).tolist(), theirs, strict=True)))
    assert len(pairs) > 3000
    for (ours, place), (better, better_place) in pairwise(pairs):
        assert ours < better and place > better_place
