"""The numbers that a table shows, and how they follow from facts.

Facts are complete: no view changes in a step of which its seat was told nothing. Cards by place, chips, points, HP,
meters and the turn follow from a view and the facts after it by a fold that knows no rule. What needs the rules (what a
call costs, how far a raise may go) comes with a decision. Clause `facts` of `check_game` checks this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadInput
from ..vocabulary.events import Fact
from ..vocabulary.ledger import row_of
from .effects import Effects, is_row

if TYPE_CHECKING:
    from ..contract.game import Game


class Board(NamedTuple):
    """What a view shows in numbers: rows with UNKNOWN for cards face down, the number of cards in each pool, and every
    amount by its name, of the table or per seat."""

    zones: tuple[tuple[int, ...] | int, ...]
    amounts: dict[str, Any]


def board_of(game: Game, view: Any) -> Board:
    """The part of a view that follows from facts."""
    zones: tuple[tuple[int, ...] | int, ...] = ()
    if game.has_cards:
        sight = view.cards
        zones = tuple(
            tuple(row_of(sight, zone)) if is_row(sight, zone) else sight.count[zone] for zone in range(len(sight.count))
        )
    return Board(zones, {name: getattr(view, name) for name in _effects(game).fields})


def follow(game: Game, view: Any, facts: Iterable[Fact]) -> Iterator[Any]:
    """The view after each fact that its seat is told. Fields that do not follow from facts stay as they were."""
    effects = _effects(game).of
    for fact in facts:
        view = view.copy()
        for effect in effects.get(type(fact), ()):
            effect(view, fact)
        yield view


def fold(game: Game, view: Any, facts: Iterable[Fact]) -> Any:
    """The view after all facts that its seat is told."""
    for after in follow(game, view, facts):
        view = after
    return view


def _effects(game: Game) -> Effects:
    if game.effects is None:
        raise BadInput(f"{game.title} does not say what its facts do (Game.effects).")
    return game.effects
