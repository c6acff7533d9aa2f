"""A step as moments: each fact that somebody is told, when to show it, and the Scene after it.

Between the Scene before a step and the one after it lie cards that are turned up one by one, chips that move, HP that
fall. Whoever shows a match shows a moment after the other, waiting as long as each says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from ..vocabulary.events import Fact
from .board import follow
from .scene import Scene

if TYPE_CHECKING:
    from ..contract.game import Game


class Moment(NamedTuple):
    """A fact, its sentence ("" if it goes without saying), how many milliseconds to wait before it is shown, and the
    Scene after it."""

    fact: Fact
    sentence: str
    pause_ms: int
    scene: Scene


def moments(
    game: Game,
    config: Any,
    before: Any,
    facts: Sequence[Fact],
    after: Scene,
    *,
    draw: Callable[[Any], Scene],
    tell: Callable[[Fact], str],
) -> list[Moment]:
    """The moments of a step for one pair of eyes.

    `before` is their view before it (None as a match begins: there is nothing to follow then), `facts` are what they
    are told, and `after` is the Scene after it, which the last moment shows. `draw` makes a Scene of a view that owes
    no decision: the views between are followed from fact to fact.
    """
    if before is None or game.effects is None:
        scenes = [after] * len(facts)
    else:
        scenes = [*(draw(view) for view in follow(game, before, facts[:-1])), after][: len(facts)]
    made, said = [], ""
    for fact, scene in zip(facts, scenes, strict=True):
        sentence = tell(fact)
        said = sentence or said
        made.append(Moment(fact, sentence, game.pause(config, fact), replace(scene, sentence=said or scene.sentence)))
    return made
