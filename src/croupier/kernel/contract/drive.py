"""What every compiled driver of a game needs: the next actor, the answers of chance, and the first fault."""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..language.jit import bind, rule
from ..vocabulary.events import Out
from ..vocabulary.menu import Action, Menu, clear, draw_randomly, fill_randomly, is_draw
from ..vocabulary.rng import Rng
from ..vocabulary.streams import Luck, turn_to_hand, turn_to_seat
from ..vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE, HOUSE_BIT, NOBODY, first
from .game import Game
from .plain import fault_of_table

FAULT_ENDLESS, FAULT_ILLEGAL_POLICY = 201, 202
"""Faults of a match in a driver: it does not end, or a policy chose what is not legal."""
STEP_LIMIT = 1_000_000
"""A match longer than this is considered endless: termination is up to the rules."""


def told_fault(fault: int) -> str:
    """A fault of a match in a driver, in words."""
    known = {FAULT_ENDLESS: f"no end after {STEP_LIMIT:,} moves",
             FAULT_ILLEGAL_POLICY: "a policy chose what is not legal"}  # fmt: skip
    return known.get(fault, f"fault {fault or 'of a record'}")


menu: Callable[..., None]
answer_chance: Callable[..., None]
table_fault: Callable[..., int]


@rule
def next_to_act(t: Any, owed: int, m: Menu, rng: Rng, a: Action) -> int:
    """The next actor, with its menu; the action of house and clock is filled in, a seat still has to choose."""
    clear(m)
    if owed & HOUSE_BIT:
        menu(t, HOUSE, m)
        answer_chance(t, m, rng, a)
        return HOUSE
    if owed == CLOCK_BIT:
        menu(t, CLOCK, m)
        fill_randomly(m, 0, rng, a)
        return CLOCK
    seat = first(owed)
    menu(t, seat, m)
    return seat


@rule
def next_in_match(t: Any, owed: int, m: Menu, luck: Luck, a: Action) -> int:
    """`next_to_act` for a match whose cards must not depend on the moves: chance draws from streams of its own."""
    if not owed & HOUSE_BIT:
        return next_to_act(t, owed, m, luck.table, a)
    clear(m)
    menu(t, HOUSE, m)
    draw_apart(t, m, luck, a)
    return HOUSE


@rule
def draw_apart(t: Any, m: Menu, luck: Luck, a: Action) -> None:
    """Answer for the house from the stream of the table or of the seat that draws."""
    if m.drawer == NOBODY:
        turn_to_hand(luck, t.hands)
        answer_chance(t, m, luck.table, a)
    else:
        turn_to_seat(luck, t.hands, m.drawer)
        answer_chance(t, m, luck.own, a)


@rule
def draw_cards(t: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Answer chance in a game with cards: a draw, or a random amount."""
    if is_draw(m, 0):
        draw_randomly(m, t.cards, rng, a)
    else:
        fill_randomly(m, 0, rng, a)


@rule
def roll(t: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Answer chance in a game without cards."""
    fill_randomly(m, 0, rng, a)


apart_with_cards = bind(draw_apart, answer_chance=draw_cards)
apart_without = bind(draw_apart, answer_chance=roll)


@rule
def fault_of(t: Any, out: Out, m: Menu) -> int:
    """The first fault of a table, else the buffer that overflowed."""
    fault = table_fault(t)
    return fault if fault else out.fault | m.fault


def names_for(game: Game) -> dict[str, Callable[..., Any]]:
    """The names that `bind` needs for a driver of a game: its core, and the rules for chance and faults."""
    chance = draw_cards if game.has_cards else roll
    next_ = bind(next_to_act, menu=game.core.menu, answer_chance=chance)
    apart = apart_with_cards if game.has_cards else apart_without
    return {
        **game.core._asdict(),
        "next_to_act": next_,
        "next_in_match": bind(next_in_match, menu=game.core.menu, next_to_act=next_, draw_apart=apart),
        "fault_of": bind(fault_of, table_fault=fault_of_table(game.has_cards)),
    }
