"""The arena's dealer: every game from committed orders, epochs when cards come back, openings that tell nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.arena.dealing import FairDealer
from croupier.arena.shuffle import Deck, Opening, order_of, verify_opening
from croupier.kernel.contract.decision import Decision, Option
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.vocabulary.events import Row
from croupier.kernel.vocabulary.menu import DRAWN, FIRST_KIND, NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE, PUBLIC, SPECTATOR

from .fair_match import CONTEXT, SECRET, Dealt, play

GAMES = ["holdem", "deal", "battle", "five_card_draw", "gin_rummy", "crazy_eights", "indian_poker"]


def table(pool: set[int], cards: int = 10, elsewhere: int = 9) -> SimpleNamespace:
    """As much of a state as a dealer looks at: which cards lie in pool 0."""
    zone = [0 if card in pool else elsewhere for card in range(cards)]
    return SimpleNamespace(table=SimpleNamespace(cards=SimpleNamespace(zone=zone)))


def asks_for(count: int) -> Decision:
    return Decision(HOUSE, (Option(DRAWN, "DRAWN", zone=0, fewest=count, most=count),), 0, 0, False)


def positions(openings: list[Opening]) -> list[tuple[int, int, int, int]]:
    return [(one.pool, one.epoch, one.position, one.card) for one in openings]


def test_the_next_cards_of_the_order_are_dealt() -> None:
    dealer, pool = FairDealer(SECRET, CONTEXT), set(range(10))
    order = order_of(SECRET, 0, 0, pool)
    for first, count in ((0, 3), (3, 1), (4, 2)):
        cards = dealer.deal(table(pool), asks_for(count)).cards
        assert cards == tuple(order[first : first + count])
        pool -= set(cards)
    assert [one.epoch for one in dealer.commitments] == [0]


def test_a_pool_to_which_cards_came_back_begins_an_epoch_with_a_new_root() -> None:
    dealer, pool = FairDealer(SECRET, CONTEXT), set(range(10))
    for _ in range(3):
        pool -= set(dealer.deal(table(pool), asks_for(3)).cards)
    again = pool | {card for card in range(10) if card not in pool and card % 2}
    cards = dealer.deal(table(again), asks_for(2)).cards
    assert cards == tuple(order_of(SECRET, 0, 1, again)[:2])
    first, second = dealer.commitments
    assert (first.epoch, first.cards) == (0, 10)
    assert (second.epoch, second.cards) == (1, len(again))
    assert first.root != second.root


def test_a_pool_that_lost_a_card_otherwise_begins_an_epoch() -> None:
    dealer, pool = FairDealer(SECRET, CONTEXT), set(range(10))
    pool -= set(dealer.deal(table(pool), asks_for(3)).cards)
    pool.pop()
    dealer.deal(table(pool), asks_for(1))
    assert len(dealer.commitments) == 2


def test_a_commitment_is_there_with_the_first_draw_and_not_again_with_the_next() -> None:
    dealer, pool = FairDealer(SECRET, CONTEXT), set(range(10))
    assert dealer.commitments == []
    pool -= set(dealer.deal(table(pool), asks_for(3)).cards)
    assert dealer.commitments == [Deck(SECRET, CONTEXT, 0, 0, range(10)).commitment]
    dealer.deal(table(pool), asks_for(3))
    assert len(dealer.commitments) == 1


def test_a_pool_that_has_too_few_cards_is_told() -> None:
    with pytest.raises(BadInput, match="has 2 cards left and 3 are to be dealt"):
        FairDealer(SECRET, CONTEXT).deal(table({1, 2}), asks_for(3))


def test_the_next_hand_draws_nothing() -> None:
    dealer = FairDealer(SECRET, CONTEXT)
    move = dealer.deal(table(set()), Decision(HOUSE, (Option(NEXT_HAND, "NEXT_HAND"),), 0, 0, False))
    assert (move.kind, move.amount, move.cards, dealer.draws) == (NEXT_HAND, 0, (), [])


def test_dice_follow_from_the_secret_too() -> None:
    throw = Decision(HOUSE, (Option(FIRST_KIND, "ROLL", low=10, high=60, step=10),), 0, 0, False)
    dealer = FairDealer(SECRET, CONTEXT)
    rolls = [dealer.deal(table(set()), throw).amount for _ in range(200)]
    assert set(rolls) == {10, 20, 30, 40, 50, 60}
    again = FairDealer(SECRET, CONTEXT)
    assert [again.deal(table(set()), throw).amount for _ in range(200)] == rolls


def test_a_copy_deals_the_same_and_leaves_the_dealer_alone() -> None:
    dealer, pool = FairDealer(SECRET, CONTEXT), set(range(10))
    pool -= set(dealer.deal(table(pool), asks_for(3)).cards)
    twin = dealer.copy()
    cards = twin.deal(table(pool), asks_for(3)).cards
    assert dealer.draws == twin.draws[:1]
    assert dealer.deal(table(pool), asks_for(3)).cards == cards
    assert dealer.commitments == twin.commitments


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_dealt_from_committed_orders_and_a_restart_deals_the_same(name: str) -> None:
    for seed in range(3):
        match = play(name, FairDealer(SECRET, CONTEXT), choices=random.Random(seed))
        choices = [move for seat, move in match.moves if seat != HOUSE]
        again = play(name, FairDealer(SECRET, CONTEXT), choices=choices)
        assert again.end.hash() == match.end.hash()
        assert again.dealer.commitments == match.dealer.commitments
        bound = {(one.pool, one.epoch): one for one in match.dealer.commitments}
        for seat in (*range(match.end.table.seats), None):
            for opening in match.dealer.openings(seat):
                assert verify_opening(bound[opening.pool, opening.epoch], opening)


def test_the_battle_has_no_chance() -> None:
    match = play("battle", FairDealer(SECRET, CONTEXT), choices=random.Random(1))
    assert match.dealer.commitments == []
    assert match.dealer.openings(0) == []


def test_the_deal_has_a_pool_for_each_seat() -> None:
    match = play("deal", FairDealer(SECRET, CONTEXT), choices=random.Random(1))
    assert len({one.pool for one in match.dealer.commitments}) == 3


def test_a_deck_that_is_refilled_has_an_epoch_of_its_own() -> None:
    epochs = {
        one.epoch
        for seed in range(20)
        for one in play("crazy_eights", FairDealer(SECRET, CONTEXT), choices=random.Random(seed)).dealer.commitments
    }
    assert epochs >= {0, 1}


class Passive(random.Random):
    """Does the first of some things that it may do."""

    def __init__(self, *wanted: str) -> None:
        super().__init__(1)
        self.wanted = wanted

    def choice(self, options: Sequence[Any]) -> Any:
        return next(option for option in options if option.name in self.wanted)


def holdem(*wanted: str) -> Dealt:
    """A hand in which every seat does the same."""
    return play("holdem", FairDealer(SECRET, CONTEXT), choices=Passive(*wanted))


def test_mucked_cards_stay_closed() -> None:
    match = holdem("FOLD")
    seats = match.end.table.seats
    for seat in range(seats):
        hole = {card for card, known in enumerate(match.end.table.cards.known) if known == 1 << seat}
        assert len(hole) == 2
        assert {one.card for one in match.dealer.openings(seat)} == hole
    assert match.dealer.openings(None) == []


def test_cards_shown_at_the_showdown_are_opened_to_everybody_and_beaten_ones_to_their_owner() -> None:
    match = holdem("CHECK", "CALL")
    known = match.end.table.cards.known
    public = {card for card, mask in enumerate(known) if mask >> SPECTATOR & 1}
    assert len(public) >= 5 + 2
    assert {one.card for one in match.dealer.openings(None)} == public
    for seat in range(match.end.table.seats):
        own = {card for card, mask in enumerate(known) if mask >> seat & 1}
        assert {one.card for one in match.dealer.openings(seat)} == own


def shown(*, beside: int, discarded: bool = False) -> list[int]:
    """Two cards are dealt into seat 0's row, where others already lie or not; one is thrown away or not; all are shown.

    The cards that a spectator may then open.
    """
    dealer = FairDealer(SECRET, CONTEXT)
    state: Any = table(set(range(8)))
    cards = dealer.deal(state, asks_for(2)).cards
    ledger = state.table.cards
    ledger.first, ledger.count, ledger.known = [0, 0, 4, 4], [6, 2 + beside, 0], [0] * 10
    for card in cards:
        ledger.zone[card], ledger.known[card] = 1, 1
    dealer.follow(state)
    if discarded:
        ledger.zone[cards[1]], ledger.count[1] = 2, 1 + beside
        dealer.follow(state)
    ledger.known = [PUBLIC] * 10
    dealer.follow(state)
    assert [one.card for one in dealer.openings(0)] == list(cards)
    return [one.card for one in dealer.openings(None)]


def test_cards_shown_where_they_were_laid_are_opened() -> None:
    assert len(shown(beside=0)) == 2


def test_a_row_that_a_card_has_left_is_not_opened() -> None:
    assert shown(beside=0, discarded=True) == []


def test_a_row_with_cards_of_another_hand_is_not_opened() -> None:
    assert shown(beside=1) == []


def test_a_card_played_from_a_hidden_hand_is_opened_to_its_owner_alone() -> None:
    match = play("crazy_eights", FairDealer(SECRET, CONTEXT), choices=random.Random(3))
    to_all = {place[:3] for place in positions(match.dealer.openings(None))}
    face_up = {
        (draw.pool, draw.epoch, draw.first + at)
        for draw, rows in zip(match.dealer.draws, rows_of_draws(match), strict=True)
        for at, card in enumerate(rows[0])
        if any(row.seen_by(None) and card in row.cards for row in rows[1])
    }
    assert to_all == face_up
    assert len(match.dealer.openings(0)) > len(to_all)


def rows_of_draws(match: Dealt) -> list[tuple[tuple[int, ...], tuple[Row, ...]]]:
    """The cards of every draw, and what was told of it."""
    return [(move.cards, rows) for (_, move), rows in zip(match.moves, match.told[1:], strict=True)
            if move.kind == DRAWN]  # fmt: skip


class Swapping(FairDealer):
    """Deals two cards of one order in each other's place."""

    def __init__(self, pool: int, epoch: int, one: int, other: int) -> None:
        super().__init__(SECRET, CONTEXT)
        self.swap = pool, epoch, one, other

    def _deck(self, pool: int, cards: set[int]) -> Deck:
        before = len(self._decks.get(pool, ()))
        deck = super()._deck(pool, cards)
        if len(self._decks[pool]) > before and (pool, deck.commitment.epoch) == self.swap[:2]:
            one, other = self.swap[2:]
            deck.order[one], deck.order[other] = deck.order[other], deck.order[one]
        return deck


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["holdem", "deal", "five_card_draw", "crazy_eights", "triple_draw", "gin_rummy"]), st.data())
def test_openings_tell_nothing_that_play_has_not_told(name: str, data: st.DataObject) -> None:
    """Two cards of an order in each other's place: whoever cannot tell from play cannot tell from openings either."""
    choices = random.Random(data.draw(st.integers(0, 30)))
    match = play(name, FairDealer(SECRET, CONTEXT), choices=choices, stay=True)
    draw = data.draw(st.sampled_from(match.dealer.draws))
    one = data.draw(st.integers(draw.first, draw.first + draw.cards - 1))
    other = data.draw(st.integers(0, draw.first + draw.cards - 1))
    script = [move for seat, move in match.moves if seat != HOUSE]
    try:
        twin = play(name, Swapping(draw.pool, draw.epoch, one, other), choices=script)
    except (CroupierError, StopIteration):
        return  # with these cards, that could not have been played
    for seat in range(match.end.table.seats):
        if twin.seen_by(seat) == match.seen_by(seat):
            assert positions(twin.dealer.openings(seat)) == positions(match.dealer.openings(seat))
