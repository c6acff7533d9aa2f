"""What every compiled driver of a game needs: answers for chance, and the first fault, with or without cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .events import Out
from .game import Game
from .jit import rule
from .menu import Action, Menu, draw_randomly, fill_randomly, is_draw
from .rng import Rng


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
def fault_with_cards(t: Any, out: Out, m: Menu) -> int:
    """The first fault of a game with a ledger."""
    if t.fault:
        return int(t.fault)
    if t.cards.fault:
        return int(t.cards.fault)
    return out.fault | m.fault


@rule
def fault_without_cards(t: Any, out: Out, m: Menu) -> int:
    """The first fault of a game without a ledger."""
    if t.fault:
        return int(t.fault)
    return out.fault | m.fault


def names_for(game: Game) -> dict[str, Callable[..., Any]]:
    """What `bind` needs to make a driver of a game: its core, and how to answer chance and find faults in it."""
    return {
        **game.core._asdict(),
        "answer_chance": draw_cards if game.has_cards else roll,
        "fault_of": fault_with_cards if game.has_cards else fault_without_cards,
    }
