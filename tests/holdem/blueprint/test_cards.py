"""Buckets: what a hand is worth on a street, whatever its suits are called."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import numpy as np
import pytest

from croupier.games.holdem.blueprint.cards import (
    BOARDS,
    FIELD,
    FIELD_MASK,
    FIVE_SUITED,
    FLOP_WORDS,
    FLOPS_AT,
    FOUR_SUITED,
    KINDS,
    PAIR_CARDS,
    PAIRS,
    TEXTURE,
    THREE_SUITED,
    board_class,
    bucket_by_rivers,
    bucket_of,
    flop_number,
    pair_number,
    sixteenth,
    starting_kind,
    steps_at,
    texture_of,
)
from croupier.games.holdem.blueprint.making.abstraction import cluster
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.blueprint.ranges import buckets_of
from croupier.games.holdem.records import FLOP, RIVER, TURN
from croupier.kernel.language.jit import compiled
from croupier.kernel.vocabulary.cards import DECK, parse_cards
from croupier.kernel.vocabulary.evaluate import CARD_BITS, strength


def hand(cards: list[int]) -> int:
    return int(CARD_BITS[cards].sum())


def named(text: str) -> int:
    return hand(parse_cards(text))


def test_pairs_and_flops_are_numbered_without_gaps() -> None:
    assert [pair_number(int(one), int(two)) for one, two in PAIR_CARDS] == list(range(PAIRS))
    assert pair_number(51, 0) == pair_number(0, 51)
    assert {flop_number(*flop) for flop in combinations(range(DECK), 3)} == set(range(22_100))
    assert flop_number(2, 51, 7) == flop_number(51, 7, 2)


def test_there_are_169_kinds_of_starting_hands() -> None:
    kinds = [starting_kind(int(one), int(two)) for one, two in PAIR_CARDS]
    assert sorted(np.bincount(kinds).tolist()) == [4] * 78 + [6] * 13 + [12] * 78
    assert len(set(kinds)) == KINDS


def test_the_table_has_a_row_for_each_of_1755_flops_that_differ_in_more_than_the_names_of_suits() -> None:
    start = BLUEPRINT.words[FLOPS_AT]
    entries = BLUEPRINT.memory[start : start + FLOP_WORDS, None] >> 16 * np.arange(4) & 0xFFFF
    assert np.unique(entries >> 5).tolist() == list(range(1755))
    assert np.bincount((entries >> 5).reshape(-1)).max() == 24, "no flop has more names than there are orders of suits"


def test_boards_have_a_class_each_by_their_ranks_and_those_of_a_suit_of_three() -> None:
    assert THREE_SUITED - 13 + 286 * 91 + 715 * 13 + 1287 == 42_783 == BOARDS - 13
    assert board_class(named("2c 2d 2h 2s 3c")) < THREE_SUITED
    assert board_class(named("2c 3c 4d 5h 6s")) == board_class(named("2s 3h 4h 5d 6d"))
    assert THREE_SUITED <= board_class(named("2c 3c 4c 5h 6s")) < FOUR_SUITED
    assert board_class(named("2c 3c 4c 5h 6s")) == board_class(named("2h 3h 4h 5s 6s"))
    assert board_class(named("2c 3c 4c 5h 6s")) != board_class(named("2c 3c 4h 5c 6s"))
    assert board_class(named("2c 3c 4c 9h 9s")) != board_class(named("2c 3c 4c 9h 8s"))
    assert FOUR_SUITED <= board_class(named("2c 3c 4c 5c 2s")) < FIVE_SUITED
    assert board_class(named("Tc Jc Qc Kc Ac")) == BOARDS - 1


@pytest.mark.parametrize("board", ["Ks 7d 2c 9h 3s", "Kh 7h 2h 9c 9s", "Tc Jc Qc Kc Ac"])
def test_a_hand_stands_in_the_sixteenth_that_its_equity_falls_into(board: str) -> None:
    table, words = named(board), BLUEPRINT.words
    hands = [hand(list(pair)) for pair in combinations(range(DECK), 2) if not hand(list(pair)) & table]
    strengths = np.array([strength(table | pair) for pair in hands])
    for own in strengths[::37]:
        points = 2 * np.count_nonzero(strengths < own) + np.count_nonzero(strengths == own)
        assert sixteenth(words, steps_at(words, table), int(own)) == min(15, 16 * points // (2 * len(hands)))


def test_a_bucket_does_not_depend_on_the_names_of_suits_at_both_speeds() -> None:
    rng, orders = random.Random(5), list(permutations(range(4)))
    fast = compiled(bucket_of)
    for street in (FLOP, TURN, RIVER, TURN, RIVER):
        cards = rng.sample(range(DECK), 4 + street)
        known = fast(BLUEPRINT.memory, street, hand(cards[:2]), hand(cards[2:]))
        assert known == bucket_of(BLUEPRINT.words, street, hand(cards[:2]), hand(cards[2:]))
        for order in orders:
            other = [card & ~3 | order[card & 3] for card in cards]
            assert fast(BLUEPRINT.memory, street, hand(other[:2]), hand(other[2:])) == known


@pytest.mark.parametrize(
    ("board", "texture"),
    [
        ("2c 7d 9h Ks", [0, 0, 0]),
        ("6h 7d 8c 9s", [0, 0, 1]),
        ("As 2s 3s 4s 9d", [2, 0, 1]),
        ("As Ad Kc Kd 7h", [0, 2, 0]),
        ("Ts Jd Qc Kh Ac", [0, 0, 2]),
        ("Qh Qd Qs Qc 2h", [0, 3, 0]),
        ("2h 5h 9h Jh Kh", [3, 0, 0]),
    ],
)
def test_the_texture_of_a_board_counts_cards_of_a_suit_of_a_rank_and_of_a_straight(
    board: str, texture: list[int]
) -> None:
    found = texture_of(named(board))
    assert [found >> FIELD * place & FIELD_MASK for place in range(3)] == [TEXTURE * count for count in texture]


def test_the_table_of_flops_has_the_bucket_that_all_rivers_lead_to() -> None:
    rng = random.Random(6)
    for _ in range(4):
        cards = rng.sample(range(DECK), 5)
        known = bucket_of(BLUEPRINT.words, FLOP, hand(cards[:2]), hand(cards[2:]))
        assert known == bucket_by_rivers(BLUEPRINT.words, FLOP, hand(cards[:2]), hand(cards[2:]))


def test_better_hands_have_other_buckets_at_both_speeds() -> None:
    fast = compiled(bucket_of)

    def bucket(own: str, board: str) -> int:
        return int(fast(BLUEPRINT.memory, len(parse_cards(board)) - 2, named(own), named(board)))

    assert bucket("AcAd", "Ah 7d 2c") != bucket("KcKd", "Ah 7d 2c") != bucket("8c3d", "Ah 7d 2c")
    assert bucket("AhKh", "Qh 7h 2c") != bucket("AcKd", "Qh 7h 2c"), "a draw is no air"
    assert bucket("5h4h", "Kh Jd 9h 3c 2s") != bucket("QhTc", "Kh Jd 9h 3c 2s")


def test_centres_are_found_in_the_order_of_their_means() -> None:
    points = np.array([[1, 1], [1, 3], [90, 90], [92, 90], [40, 41]] * 3)
    assert cluster(points, 3).tolist() == [[1, 2], [40, 41], [91, 90]]


def test_the_buckets_of_all_pairs_on_a_board_are_those_of_each_alone() -> None:
    rng, names = random.Random(8), list(combinations(range(DECK), 2))
    for street in (FLOP, TURN, RIVER):
        board = hand(rng.sample(range(DECK), 2 + street))
        found = buckets_of(street, board, BLUEPRINT)
        free = [number for number, pair in enumerate(names) if not hand(list(pair)) & board]
        for number in rng.sample(free, 12):
            assert found[number] == bucket_of(BLUEPRINT.words, street, hand(list(names[number])), board)
