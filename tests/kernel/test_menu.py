"""The menu: what is offered fits into an action, and what is drawn at random ends."""

from __future__ import annotations

import pytest

from croupier.kernel.language.records import sized
from croupier.kernel.vocabulary.ledger import FAULT_POOL_EMPTY, Ledger, gather, give_room
from croupier.kernel.vocabulary.menu import (
    CARDS_PER_ACTION,
    FAULT_MENU_FULL,
    FIRST_KIND,
    MASK_BITS,
    Action,
    Menu,
    candidate,
    choose_randomly,
    clear,
    draw_randomly,
    offer_cards,
    offer_draw,
)
from croupier.kernel.vocabulary.rng import Rng, seed

DECK, HEAP = 0, 1


def randomness(stream: int = 0) -> Rng:
    rng = Rng()
    seed(rng, 20260107, stream)
    return rng


def deck_of(cards: int) -> Ledger:
    """A ledger of two pools, with all cards in the first."""
    x = sized(Ledger, cards=cards, zones=2, ends=3, slots=1)()
    give_room(x, DECK, 0)
    give_room(x, HEAP, 0)
    gather(x, DECK)
    return x


def draw_of(count: int) -> Menu:
    m = Menu()
    clear(m)
    offer_draw(m, DECK, count)
    return m


def test_a_choice_of_more_cards_than_an_action_holds_is_a_fault() -> None:
    m = Menu()
    clear(m)
    offer_cards(m, FIRST_KIND, 0, 0, CARDS_PER_ACTION, 0)
    assert (m.fault, m.count) == (0, 1)
    offer_cards(m, FIRST_KIND + 1, 0, 0, CARDS_PER_ACTION + 1, 0)
    assert (m.fault, m.count) == (FAULT_MENU_FULL, 1)


def test_a_draw_of_more_cards_than_an_action_holds_is_a_fault() -> None:
    assert draw_of(CARDS_PER_ACTION).fault == 0
    assert draw_of(CARDS_PER_ACTION + 1).fault == FAULT_MENU_FULL


def test_the_largest_choice_fits() -> None:
    m, a = Menu(), Action()
    clear(m)
    offer_cards(m, FIRST_KIND, 0, CARDS_PER_ACTION, CARDS_PER_ACTION, 0)
    for card in range(CARDS_PER_ACTION):
        candidate(m, card)
    choose_randomly(m, randomness(), a)
    assert sorted(a.cards) == list(range(CARDS_PER_ACTION))


@pytest.mark.parametrize("cards", [CARDS_PER_ACTION, 52, MASK_BITS + 1, 200])
@pytest.mark.parametrize("count", [1, 5, CARDS_PER_ACTION])
def test_a_random_draw_names_different_cards_of_the_pool(cards: int, count: int) -> None:
    """Of decks too large for a mask of 64 bits as well."""
    x, m, a = deck_of(cards), draw_of(count), Action()
    for stream in range(20):
        draw_randomly(m, x, randomness(stream), a)
        assert x.fault == 0
        assert len(set(a.cards[: a.count])) == a.count == count
        assert all(x.zone[card] == DECK for card in a.cards[: a.count])


def test_a_draw_from_a_pool_with_too_few_cards_is_a_fault() -> None:
    x, m, a = deck_of(3), draw_of(4), Action()
    draw_randomly(m, x, randomness(), a)
    assert x.fault == FAULT_POOL_EMPTY


@pytest.mark.parametrize("members", [0, 1, 4])
def test_a_draw_ends_even_if_the_pool_counts_cards_that_it_has_not(members: int) -> None:
    """What is broken may give a fault, but must not hang."""
    x, m, a = deck_of(52), draw_of(5), Action()
    x.zone = [DECK] * members + [HEAP] * (52 - members)
    draw_randomly(m, x, randomness(), a)
    assert x.fault == FAULT_POOL_EMPTY
