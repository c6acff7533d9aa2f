"""A step as moments: each fact that a viewer is told, when to show it, and the Scene after it.

Between the Scene before a step and the one after it, cards are turned up one by one, chips move, HP fall. A client that
shows a match shows one moment after the other, and waits before each as long as the moment says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ..contract.game import State
from ..vocabulary.events import Fact
from ..vocabulary.menu import DRAWN
from ..vocabulary.turns import HOUSE
from .board import board_of, fold, follow
from .onlooker import Onlooker
from .scene import Scene
from .text import face_up


class Moment(NamedTuple):
    """A fact, its sentence ("" if it is not told), how many milliseconds to wait before it is shown, and the Scene
    after it."""

    fact: Fact
    sentence: str
    pause_ms: int
    scene: Scene


def moments(eyes: Onlooker, before: Any, facts: Sequence[Fact], after: State) -> list[Moment]:
    """The moments of a step for one onlooker, which hears its facts.

    `before` is the onlooker's view before the step, and `facts` are what it is told; the last moment shows the state
    `after`. The views between are followed from fact to fact. Without a view (None: a match begins), or if a game does
    not declare the effects of its facts, every moment shows `after`. The same holds for an onlooker that sees every
    card, if the facts do not lead from `before` to `after`.

    A hand that the house deals in several steps is told with the last of them, or, if other cards come after it, with a
    moment of its own before those.
    """
    game, table = eyes.game, after.table
    between = None
    if before is not None and game.effects is not None:
        between = _face_up(eyes, before, facts, after) if eyes.all_cards else follow(game, before, facts[:-1])
    made = []
    earlier, tellable = eyes.join_deals(facts, goes_on=_deals_on(after))
    for fact in earlier:
        told = eyes.hear([fact])
        shown = eyes.see(after) if before is None else eyes.see_between(before, table.seats)
        made.append(Moment(fact, "".join(told), 0, shown))
    for number, (fact, telling) in enumerate(zip(facts, tellable, strict=True), 1):
        told = [] if telling is None else eyes.hear([telling])
        if between is None or number == len(facts):
            shown = eyes.see(after)
        else:
            shown = eyes.see_between(next(between), table.seats)
        made.append(Moment(fact, "".join(told), game.pause(table.config, fact), shown))
    return made


def _deals_on(state: State) -> bool:
    """Whether the house has more cards to deal before anybody decides."""
    pending = state.game.pending(state)
    return len(pending) == 1 and pending[0].seat == HOUSE and any(one.kind == DRAWN for one in pending[0].options)


def _face_up(eyes: Onlooker, before: Any, facts: Sequence[Fact], after: State) -> Iterator[Any] | None:
    """The views between, with every card face up; None if the facts do not lead from one table to the other.

    The first fact, an act, may be secret itself and change only the view of its own seat: a layout.
    """
    game, there = eyes.game, board_of(eyes.game, face_up(after))
    if board_of(game, fold(game, before, facts)) == there:
        return follow(game, before, facts[:-1])
    if board_of(game, fold(game, before, facts[1:])) == there:
        return chain([before], follow(game, before, facts[1:-1]))
    return None
