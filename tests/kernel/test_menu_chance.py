"""Moves at random: every option, amount and card equally often, nothing that is not offered, and an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from croupier.kernel.language.records import sized
from croupier.kernel.vocabulary.ledger import FAULT_POOL_EMPTY, Ledger, gather, give_room
from croupier.kernel.vocabulary.menu import (
    CARDS_PER_ACTION,
    DRAWN,
    FIRST_KIND,
    MASK_BITS,
    Action,
    Menu,
    allow_gaps,
    candidate,
    choose_randomly,
    clear,
    draw_randomly,
    fill_randomly,
    offer,
    offer_amount,
    offer_aside,
    offer_cards,
    offer_draw,
)

from .table import is_even, randomness

DECK, HEAP = 0, 1
FOLD, CALL, BET, LAY = range(FIRST_KIND, FIRST_KIND + 4)


def menu() -> Menu:
    m = Menu()
    clear(m)
    return m


def used() -> Action:
    """An action of a decision before."""
    a = Action()
    a.kind, a.amount, a.count = FOLD, 7, 3
    a.cards[:3] = [1, 2, 3]
    return a


def named(a: Action) -> list[int]:
    return a.cards[: a.count]


def deck_of(cards: int) -> Ledger:
    """A ledger of two pools, with all cards in the first."""
    x = sized(Ledger, cards=cards, zones=2, ends=3, slots=1)()
    give_room(x, DECK, 0)
    give_room(x, HEAP, 0)
    gather(x, DECK)
    return x


def draw_of(count: int, pool: int = DECK) -> Menu:
    m = menu()
    offer_draw(m, pool, count)
    return m


# Which option.


def test_every_option_that_is_owed_is_chosen_equally_often_and_asides_never() -> None:
    m, a, rng = menu(), used(), randomness(1)
    offer_aside(m, FOLD)
    offer(m, CALL)
    offer_aside(m, BET)
    offer(m, LAY)
    offer(m, LAY + 1)
    kinds: Counter[int] = Counter()
    for _ in range(900):
        choose_randomly(m, rng, a)
        kinds[a.kind] += 1
    assert set(kinds) == {CALL, LAY, LAY + 1}
    assert is_even(list(kinds.values()))


def test_the_only_owed_option_is_always_chosen() -> None:
    m, a, rng = menu(), used(), randomness(2)
    offer_aside(m, FOLD)
    offer(m, CALL)
    for _ in range(50):
        choose_randomly(m, rng, a)
        assert a.kind == CALL


def test_where_nothing_is_owed_the_first_aside_is_chosen() -> None:
    m, a = menu(), used()
    offer_aside(m, FOLD)
    offer_aside(m, CALL)
    choose_randomly(m, randomness(3), a)
    assert a.kind == FOLD


def test_a_bare_option_has_neither_amount_nor_cards() -> None:
    m, a = menu(), used()
    offer(m, CALL)
    choose_randomly(m, randomness(4), a)
    assert (a.kind, a.amount, a.count) == (CALL, 0, 0)


# Which amount.


@pytest.mark.parametrize(
    ("low", "high", "step", "amounts"),
    [
        (10, 14, 1, range(10, 15)),
        (10, 10, 1, [10]),
        (10, 20, 2, range(10, 21, 2)),
        (10, 25, 5, [10, 15, 20, 25]),
        (10, 22, 5, [10, 15, 20]),
        (10, 10, 5, [10]),
    ],
)
def test_every_amount_is_chosen_equally_often(low: int, high: int, step: int, amounts: Iterable[int]) -> None:
    m, a, rng = menu(), used(), randomness(5)
    offer_amount(m, FOLD, 1, 2, 1)
    offer_amount(m, BET, low, high, step)
    chosen: Counter[int] = Counter()
    for _ in range(300 * len(list(amounts))):
        fill_randomly(m, 1, rng, a)
        assert (a.kind, a.count) == (BET, 0)
        chosen[a.amount] += 1
    assert set(chosen) == set(amounts)
    assert len(chosen) == 1 or is_even(list(chosen.values()))


# Which cards.


def choice(fewest: int, most: int, cards: Iterable[int]) -> Menu:
    """The second of two choices of cards."""
    m = menu()
    offer_cards(m, FOLD, 0, 1, 1, 0)
    candidate(m, 40)
    candidate(m, 41)
    offer_cards(m, LAY, 0, fewest, most, 0)
    for card in cards:
        candidate(m, card)
    return m


def test_as_many_cards_as_are_allowed_each_number_equally_often() -> None:
    m, a, rng = choice(1, 3, (4, 5, 6, 7)), used(), randomness(6)
    counts: Counter[int] = Counter()
    for _ in range(900):
        fill_randomly(m, 1, rng, a)
        assert (a.kind, a.amount) == (LAY, 0)
        assert len(set(named(a))) == a.count
        counts[a.count] += 1
    assert set(counts) == {1, 2, 3}
    assert is_even(list(counts.values()))


def test_every_choice_of_cards_is_equally_likely() -> None:
    m, a, rng = choice(2, 2, (4, 5, 6)), used(), randomness(7)
    hands: Counter[tuple[int, ...]] = Counter()
    for _ in range(1_800):
        fill_randomly(m, 1, rng, a)
        hands[tuple(named(a))] += 1
    assert set(hands) == {(one, two) for one in (4, 5, 6) for two in (4, 5, 6) if one != two}
    assert is_even(list(hands.values()))


def test_no_more_cards_are_named_than_there_are() -> None:
    m, a, rng = choice(3, 5, (4, 5)), used(), randomness(8)
    for _ in range(20):
        fill_randomly(m, 1, rng, a)
        assert sorted(named(a)) == [4, 5]


def test_no_cards_are_named_where_none_need_be_and_none_are_offered() -> None:
    m, a = choice(0, 2, ()), used()
    fill_randomly(m, 1, randomness(9), a)
    assert named(a) == []


def test_places_may_be_filled_with_all_cards() -> None:
    m, a, rng = choice(2, 2, ()), used(), randomness(10)
    allow_gaps(m)
    candidate(m, 4)
    candidate(m, 5)
    laid = set()
    for _ in range(100):
        fill_randomly(m, 1, rng, a)
        laid.add(tuple(sorted(named(a))))
    assert (4, 5) in laid


def test_the_largest_choice_fits() -> None:
    m, a = menu(), used()
    offer_cards(m, LAY, 0, CARDS_PER_ACTION, CARDS_PER_ACTION, 0)
    for card in range(CARDS_PER_ACTION):
        candidate(m, card)
    choose_randomly(m, randomness(11), a)
    assert sorted(a.cards) == list(range(CARDS_PER_ACTION))


# Which cards of a pool.


@pytest.mark.parametrize("cards", [CARDS_PER_ACTION, 52, MASK_BITS + 1, 200])
@pytest.mark.parametrize("count", [1, 5, CARDS_PER_ACTION])
def test_a_random_draw_names_different_cards_of_the_pool(cards: int, count: int) -> None:
    """Of decks too large for a mask of 64 bits as well."""
    x, m, a = deck_of(cards), draw_of(count), used()
    for stream in range(20):
        draw_randomly(m, x, randomness(stream), a)
        assert (x.fault, a.kind, a.amount) == (0, DRAWN, 0)
        assert len(set(a.cards[: a.count])) == a.count == count
        assert all(x.zone[card] == DECK for card in a.cards[: a.count])


def test_a_draw_from_a_pool_with_too_few_cards_is_a_fault() -> None:
    x, m, a = deck_of(3), draw_of(4), used()
    draw_randomly(m, x, randomness(12), a)
    assert (x.fault, a.count) == (FAULT_POOL_EMPTY, 0)


@pytest.mark.parametrize("members", [0, 1, 4])
def test_a_draw_ends_even_if_the_pool_counts_cards_that_it_has_not(members: int) -> None:
    """What is broken may give a fault, but must not hang."""
    x, m, a = deck_of(52), draw_of(5), Action()
    x.zone = [DECK] * members + [HEAP] * (52 - members)
    draw_randomly(m, x, randomness(12), a)
    assert x.fault == FAULT_POOL_EMPTY


@pytest.mark.parametrize("cards", [5, MASK_BITS + 2])
def test_every_card_of_a_pool_is_drawn_equally_often(cards: int) -> None:
    x, m, a, rng = deck_of(cards), draw_of(1), used(), randomness(13)
    drawn: Counter[int] = Counter()
    for _ in range(50 * cards):
        draw_randomly(m, x, rng, a)
        drawn[a.cards[0]] += 1
    assert set(drawn) == set(range(cards))
    assert is_even(list(drawn.values()))


@pytest.mark.parametrize("first", [0, MASK_BITS - 3, MASK_BITS, 80])
def test_a_whole_pool_can_be_drawn(first: int) -> None:
    """From a heap of six cards, however high they are."""
    x, m, a, rng = deck_of(90), draw_of(6, HEAP), used(), randomness(14)
    for card in range(first, first + 6):
        x.zone[card] = HEAP
    x.count[:] = [84, 6]
    for _ in range(20):
        draw_randomly(m, x, rng, a)
        assert x.fault == 0
        assert sorted(named(a)) == list(range(first, first + 6))
