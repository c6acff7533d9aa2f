"""Constant players: what they do with any menu, at plain speed."""

from __future__ import annotations

import pytest

from croupier.evolve.play.players import (
    BETTING,
    CALLING,
    CONSTANT,
    FOLDING,
    NAMES,
    PRESSING,
    bet_constantly,
    choose,
    lay_constantly,
)
from croupier.games.genome.machine.choices import DISCARD, DRAW, PASS, TAKE
from croupier.games.genome.machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from croupier.kernel.vocabulary.menu import (
    ALLOWED,
    Action,
    Menu,
    allows,
    candidate,
    clear,
    offer,
    offer_amount,
    offer_cards,
)
from croupier.kernel.vocabulary.rng import Rng

HAND = 7


def menu(*kinds: int) -> Menu:
    """A menu of bare options."""
    m = Menu()
    clear(m)
    for kind in kinds:
        offer(m, kind)
    return m


@pytest.mark.parametrize(
    ("kinds", "folding", "calling", "betting", "pressing"),
    [
        ((CHECK, BET), CHECK, CHECK, BET, BET),
        ((CHECK, RAISE), CHECK, CHECK, RAISE, RAISE),
        ((CHECK, ALL_IN), CHECK, CHECK, CHECK, CHECK),
        ((CALL, RAISE, FOLD), FOLD, CALL, CALL, RAISE),
        ((CALL, FOLD), FOLD, CALL, CALL, CALL),
        ((ALL_IN, FOLD), FOLD, ALL_IN, ALL_IN, ALL_IN),
    ],
)
def test_a_constant_player_bets_the_same_whatever_it_holds(
    kinds: tuple[int, ...], folding: int, calling: int, betting: int, pressing: int
) -> None:
    wanted = {FOLDING: folding, CALLING: calling, BETTING: betting, PRESSING: pressing}
    for player in CONSTANT:
        a, m = Action(), menu(*kinds)
        bet_constantly(player, m, a)
        assert a.kind == wanted[player], NAMES[player]
        assert allows(m, a) == ALLOWED


def test_a_bet_with_a_choice_of_sizes_is_the_least() -> None:
    m, a = menu(CHECK), Action()
    offer_amount(m, BET, 4, 20, 1)
    bet_constantly(BETTING, m, a)
    assert (a.kind, a.amount) == (BET, 4)


def test_constant_players_pass_and_a_pressing_one_does_all_it_may() -> None:
    m = Menu()
    clear(m)
    offer_cards(m, DISCARD, HAND, 1, 2, 0)
    for card in (3, 9, 27):
        candidate(m, card)
    for player in CONSTANT:
        a = Action()
        lay_constantly(player, m, a)
        assert a.cards[: a.count] == ([3, 9] if player == PRESSING else [3])
        assert allows(m, a) == ALLOWED
    offer(m, PASS)
    for player in CONSTANT:
        a = Action()
        lay_constantly(player, m, a)
        assert a.kind == (DISCARD if player == PRESSING else PASS)


def test_a_constant_player_never_looks_at_the_table() -> None:
    for player in CONSTANT:
        for m in (menu(CHECK, BET), menu(DRAW, TAKE), menu(DRAW, PASS)):
            a = Action()
            choose(player, None, 0, None, m, Rng(), a, None)
            assert allows(m, a) == ALLOWED
