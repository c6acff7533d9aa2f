"""Cards of the ledger at random: every card, and every world that a seat can imagine, equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.kernel.language.records import sized
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import FAULT_POOL_EMPTY, GUESSES, Ledger, draw, gather, give_room, imagine, pick
from croupier.kernel.vocabulary.rng import Rng, below

from .table import CARDS, DECK, HAND, MUCK, POOLS, dealt, is_even, randomness, row_of


@pytest.mark.parametrize("members", [1, 2, 3, 6, 12], ids="{} in the pool".format)
def test_every_card_of_a_pool_is_picked_equally_often(members: int) -> None:
    """Small pools are counted through, large ones are guessed at: both must be fair."""
    x, rng = dealt(), randomness(members)
    for card in range(0, CARDS, CARDS // members):
        draw(x, DECK, card, MUCK, 0)
    before = x.copy()
    picked = Counter(pick(x, MUCK, rng) for _ in range(500 * members))
    assert x == before, "the card stays where it is"
    assert set(picked) == {card for card in range(CARDS) if x.zone[card] == MUCK}
    assert members == 1 or is_even(list(picked.values()))


def expected(pooled: list[int], cards: int, rng: Rng) -> int:
    """A card that is guessed at, if the pool has at least a quarter of all cards; else, or in the end, counted out."""
    if 4 * len(pooled) >= cards:
        for _ in range(GUESSES):
            if (card := below(rng, cards)) in pooled:
                return card
    return pooled[below(rng, len(pooled))]


@pytest.mark.parametrize(("cards", "members"), [(12, 1), (12, 2), (12, 3), (12, 4), (12, 11), (15, 3), (15, 4), (3, 1)])
@pytest.mark.parametrize("pool", POOLS)
def test_a_seed_picks_the_same_cards_for_ever(pool: int, cards: int, members: int) -> None:
    x = sized(Ledger, cards=cards, zones=2, ends=3, slots=1)()
    gather(x, DECK)
    for card in range(cards - members if pool == DECK else members):
        draw(x, DECK, card, MUCK, 0)
    pooled = [card for card in range(cards) if x.zone[card] == pool]
    rng, twin = randomness(members), randomness(members)
    for _ in range(200):
        assert pick(x, pool, rng) == expected(pooled, cards, twin)


def test_nothing_can_be_picked_from_an_empty_pool() -> None:
    x = dealt()
    assert pick(x, MUCK, randomness(0)) == UNKNOWN
    assert x.fault == FAULT_POOL_EMPTY


@pytest.mark.parametrize("pool", POOLS)
def test_a_pick_ends_even_if_the_pool_counts_cards_that_it_has_not(pool: int) -> None:
    """What is broken may give a fault, but must not hang."""
    x = dealt()
    x.zone = [HAND] * CARDS
    x.count[pool] = CARDS
    assert pick(x, pool, randomness(0)) == UNKNOWN
    assert x.fault == FAULT_POOL_EMPTY


def test_every_world_is_imagined_equally_often() -> None:
    """Seat 0 knows its own card and the board; of four more cards, any may lie in any of the other places."""
    worlds: Counter[tuple[int, ...]] = Counter()
    small = sized(Ledger, cards=6, zones=4, ends=5, slots=4)
    rng = randomness(1)
    for _ in range(12 * 300):
        x = small()
        for zone, slots in enumerate((0, 1, 1, 2)):
            give_room(x, zone, slots)
        gather(x, 0)
        draw(x, 0, 2, 1, 0b01)
        draw(x, 0, 4, 2, 0b10)
        draw(x, 0, 5, 3, 0b11)
        draw(x, 0, 0, 3, 0b00)
        imagine(x, 0, rng)
        assert (row_of(x, 1), row_of(x, 3)[0]) == ([2], 5)
        worlds[(*row_of(x, 2), row_of(x, 3)[1])] += 1
    assert set(worlds) == {(a, b) for a in (0, 1, 3, 4) for b in (0, 1, 3, 4) if a != b}
    assert is_even(list(worlds.values()))


def test_a_hidden_card_is_imagined_as_one_of_its_own_deck() -> None:
    """Even cards are of one deck, odd ones of another. Seat 1 does not know a hand of three of them."""
    worlds: Counter[tuple[int, ...]] = Counter()
    small = sized(Ledger, cards=7, zones=3, ends=4, slots=4)
    rng = randomness(2)
    for _ in range(6 * 300):
        x = small()
        x.kin = [card % 2 for card in range(7)]
        for zone, slots in enumerate((0, 1, 3)):
            give_room(x, zone, slots)
        gather(x, 0)
        draw(x, 0, 2, 1, 0b10)
        for card in (1, 4, 6):
            draw(x, 0, card, 2, 0b01)
        imagine(x, 1, rng)
        assert row_of(x, 1) == [2]
        odd, one, two = row_of(x, 2)
        assert (odd % 2, one % 2, two % 2) == (1, 0, 0)
        worlds[odd, one, two] += 1
    assert set(worlds) == {(a, b, c) for a in (1, 3, 5) for b in (0, 4, 6) for c in (0, 4, 6) if b != c}
    assert is_even(list(worlds.values()))
