"""`tight`: waits for good cards, bets only what it would gladly show, and folds the rest. It never bluffs."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import size

from ..records import HOLE, HOLE_CARDS, PRE_FLOP, View
from .grades import ACE_HIGH, DRAW, GRADES, MIDDLE_PAIR, MONSTER, STRONG_PAIR, TOP_PAIR, TWO_PAIR, grade
from .menu import call_or_check, fold_or_check, raise_towards
from .reading import board_cards, board_on, first_cards, level, own_place

PLAYED, PLAYED_HEADS_UP = 200, 420
"""The hands of a thousand with which it pays the big blind, …"""
RAISED = 70
CALLED = 100
"""… raises once, and calls a raise."""
CALLED_AGAIN = 25
"""… goes on against a re-raise, or for a third of its stack."""


@rule
def play_tight(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Good hands before the flop, good pairs after it."""
    if v.street == PRE_FLOP:
        choose_hand(v, m, a)
    else:
        play_hand(v, m, a)


@rule
def choose_hand(v: View, m: Menu, a: Action) -> None:
    """Before the flop: the best hands raise, good ones call, all others are folded."""
    place = own_place(v)
    raises = level(v)
    dear = 3 * v.to_call > v.stack[v.seat] and v.to_call > v.blinds[1]
    if raises > 1 or dear:
        wanted = CALLED_AGAIN
    elif raises == 1:
        wanted = CALLED
    else:
        wanted = PLAYED_HEADS_UP if size(v.dealt) == 2 else PLAYED
    if place < RAISED and raises == 0:
        raise_towards(v, m, a, 3 * v.current_bet)
    elif place < wanted:
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def play_hand(v: View, m: Menu, a: Action) -> None:
    """After the flop: bet half the pot with top pair or better; call with what is worth the price; raise monsters."""
    held = grade(first_cards(v, HOLE + v.seat, HOLE_CARDS), board_on(v, v.street), board_cards(v))
    made = held % GRADES
    total = v.current_bet + (v.pot + v.to_call) // 2
    if v.to_call == 0:
        if made >= TOP_PAIR:
            raise_towards(v, m, a, total)
        else:
            call_or_check(v, a)
    elif made == MONSTER and level(v) < 2:
        raise_towards(v, m, a, total)
    elif made >= least_grade(v, held >= DRAW):
        call_or_check(v, a)
    else:
        fold_or_check(v, a)


@rule
def least_grade(v: View, drawing: bool) -> int:
    """The least grade with which it calls: lower for a small part of the pot, or with a draw."""
    if 5 * v.to_call <= v.pot:
        return 0 if drawing else MIDDLE_PAIR
    if 5 * v.to_call <= 2 * v.pot and v.to_call * 3 <= v.stack[v.seat]:
        return ACE_HIGH if drawing else TOP_PAIR
    return STRONG_PAIR if level(v) < 2 else TWO_PAIR
