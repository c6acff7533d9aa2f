"""The Deal keeps the contract: the conformance kit at both speeds, secrecy, and what a seat can imagine."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from croupier.games import load
from croupier.games.deal import GAME, configure
from croupier.games.deal import rules as deal_rules
from croupier.games.deal.policies import customer, narc
from croupier.games.deal.records import DOWN, HAND, NARC, PLAYER, SEATS, SPENT, TABLE, Table, View
from croupier.kernel.conformance import check_game
from croupier.kernel.conformance.walk import random_match
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Move, State
from croupier.kernel.errors import NotConforming
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import card_at, disorder, imagine
from croupier.kernel.vocabulary.menu import DRAWN
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.lab.deal_notes import PLAYERS, SEATED
from croupier.simulate.loop import Loop

from .table import SHORT


def test_conformance_at_both_speeds() -> None:
    check_game(GAME, matches=6)


def test_short_decks_conform_at_both_speeds() -> None:
    check_game(GAME, matches=6, seed=2, configs=[configure(SHORT), configure(SHORT, rounds=4, max_raises=6)])


def test_the_game_is_on_the_list() -> None:
    assert load("deal") is GAME


def test_house_bots_play_the_same_runs_at_both_speeds() -> None:
    """Through the loop of the laboratory."""
    loop = Loop(GAME, configure(), SEATED)
    for player in PLAYERS.values():
        loop.seat([narc, customer, player])
        assert loop.run(5, 0, 8) == loop.run_plain(5, 0, 8)


def observe_and_peek(t: Table, seat: int, v: View) -> None:
    deal_rules.observe(t, seat, v)
    if t.cards.count[DOWN + NARC] and seat == PLAYER:
        v.hands = card_at(t.cards, DOWN + NARC, 0)


def test_the_kit_notices_a_peek_at_a_face_down_card() -> None:
    leaking = replace(GAME, core=GAME.core._replace(observe=observe_and_peek))
    with pytest.raises(NotConforming, match="view") as refusal:
        check_game(leaking, matches=200, compiled=False)
    assert refusal.value.clause == "secrecy (view)"


def test_a_seat_imagines_a_world_that_it_cannot_tell_from_the_real_one() -> None:
    rng, dream = random.Random(4), Rng()
    seed(dream, 4, 0)
    changed = 0
    for _ in range(20):
        match = random_match(GAME, configure(), rng)
        for moment in match.moments[::5]:
            for seat in range(SEATS):
                twin = moment.before.copy()
                imagine(twin.table.cards, seat, dream)
                assert GAME.view(twin, seat) == GAME.view(moment.before, seat)
                assert disorder(twin.table.cards) == 0
                assert all(home(twin, card) in (SPENT, TABLE, owner(card)) for card in range(70))
                changed += twin != moment.before
    assert changed > 100


def owner(card: int) -> int:
    """The seat whose deck a classic card is of."""
    return (card >= 25) + (card >= 50)


def home(state: State, card: int) -> int:
    """The seat that has a card in its deck, hand or face down; else the zone it lies in."""
    zone: int = state.table.cards.zone[card]
    return zone % SEATS if zone < TABLE else zone


def test_a_stacked_deck_deals_in_order() -> None:
    state, _ = GAME.start(configure())
    dealer = StackedDealer([3, 1, 2], RandomDealer(1))
    GAME.advance(state, HOUSE, dealer.deal(state, GAME.pending(state)[0]))
    x = state.table.cards
    assert x.row[x.first[HAND] : x.first[HAND] + 3] == [3, 1, 2]


def test_unknown_cards_can_be_drawn_but_not_played() -> None:
    state, _ = GAME.start(configure())
    for _ in range(SEATS):
        GAME.advance(state, HOUSE, Move(DRAWN, 0, (UNKNOWN,) * 3))
    assert [option.name for option in GAME.decision(state, NARC).owed] == ["CHECK", "FOLD"]
    for seat in range(SEATS):
        GAME.advance(state, seat, Move(GAME.kind("CHECK")))
    GAME.advance(state, PLAYER, Move(GAME.kind("FOLD")))
    assert state.table.cards.count[:3] == [25, 25, 20]
