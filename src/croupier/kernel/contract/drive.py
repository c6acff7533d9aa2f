"""What every compiled driver of a game needs: who acts next, answers for chance, and the first fault."""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..language.jit import bind, rule
from ..vocabulary.events import Out
from ..vocabulary.menu import Action, Menu, clear, draw_randomly, fill_randomly, is_draw
from ..vocabulary.rng import Rng
from ..vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE, HOUSE_BIT, first
from .game import Game
from .plain import fault_of_table

menu: Callable[..., None]
answer_chance: Callable[..., None]
table_fault: Callable[..., int]


@rule
def next_to_act(t: Any, owed: int, m: Menu, rng: Rng, a: Action) -> int:
    """Who acts next, with its menu; the house and the clock have their action filled in, a seat still has to choose."""
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
def draw_cards(t: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Chance in a game with cards: the house mostly draws."""
    if is_draw(m, 0):
        draw_randomly(m, t.cards, rng, a)
    else:
        fill_randomly(m, 0, rng, a)


@rule
def roll(t: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Chance in a game without cards."""
    fill_randomly(m, 0, rng, a)


@rule
def fault_of(t: Any, out: Out, m: Menu) -> int:
    """The first fault of a table, else what ran out of room."""
    fault = table_fault(t)
    return fault if fault else out.fault | m.fault


def names_for(game: Game) -> dict[str, Callable[..., Any]]:
    """What `bind` needs to make a driver of a game: its core, and how to answer chance and find faults in it."""
    chance = draw_cards if game.has_cards else roll
    return {
        **game.core._asdict(),
        "next_to_act": bind(next_to_act, menu=game.core.menu, answer_chance=chance),
        "fault_of": bind(fault_of, table_fault=fault_of_table(game.has_cards)),
    }
