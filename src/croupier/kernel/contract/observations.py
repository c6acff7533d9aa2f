"""What a learner is given at a decision: a row of numbers, declared by a game over its View.

A game declares blocks. A block has a name, a size, a range and a meaning, and a rule that fills it:

    @rule
    def pot(v: View, x: Any, at: int) -> int:
        x[at] = v.pot
        return at + 1

The row is zero before the rules are called one after the other, and each returns where the next begins. Rules read a
View and nothing else, so an observation holds only what its seat may know. They write whole numbers; a driver then
multiplies chips by one over the game's unit (the big blind), so that learners get numbers of a similar size.

A game that declares nothing gets blocks that follow from its View (`derived`): every field as it stands, and for every
zone of cards which cards the seat sees in it.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..language.jit import bind, rule
from ..language.records import Record, fields_of

if TYPE_CHECKING:
    from .game import Game

write_block: Callable[..., int]
write_rest: Callable[..., int]

CHIPS_AT_MOST = math.inf
SIGHT = ("row", "first", "count")
"""The fields of a view's cards."""


class Block(NamedTuple):
    """A part of an observation. `low` and `high` bound its numbers; of a block of `chips` before they are scaled."""

    name: str
    rule: Callable[..., int]
    size: Callable[[Any], int]
    """Its length under a config."""
    meaning: str
    low: float = 0
    high: float = 1
    chips: bool = False


def fixed(size: int) -> Callable[[Any], int]:
    """The size of a block that is the same under every config."""
    return lambda config: size


@dataclass(frozen=True)
class Observations:
    """The observations of a game: its blocks in order, and what their numbers are counted in."""

    version: int
    """Part of the name of an environment (`croupier/Holdem-v0`): another layout or meaning is another version."""
    blocks: tuple[Block, ...]
    unit: Callable[[Any], int] = lambda config: 1
    """How many chips or points of score count as one, in observations and rewards, …"""
    unit_seen: Callable[[Any], int] = lambda view: 1
    """… and the same from a view, for a bot, which is not told the config."""
    most_chips: Callable[[Any], float] = lambda config: CHIPS_AT_MOST
    """The most chips that one number can be."""
    hand_by_hand: bool = False
    """Whether the score says between two hands what was won so far: then every hand has its own reward."""

    def size(self, config: Any) -> int:
        """The length of an observation under a config, or a view: sizes depend on `seats` alone."""
        return sum(block.size(config) for block in self.blocks)

    def bounds(self, config: Any) -> tuple[list[float], list[float]]:
        """The least and the largest value of every number of an observation, once chips are scaled."""
        low: list[float] = []
        high: list[float] = []
        for block in self.blocks:
            most = self.most_chips(config) / self.unit(config) if block.chips else block.high
            low += [-most if block.chips and block.low < 0 else block.low] * block.size(config)
            high += [most] * block.size(config)
        return low, high

    def scale(self, config: Any) -> list[float]:
        """What every number of an observation is multiplied by."""
        return self._scale(config, 1 / self.unit(config))

    def scale_seen(self, view: Any) -> list[float]:
        """The same for a bot, which has only the view."""
        return self._scale(view, 1 / self.unit_seen(view))

    def _scale(self, config: Any, unit: float) -> list[float]:
        return [unit if block.chips else 1.0 for block in self.blocks for _ in range(block.size(config))]

    def block_at(self, config: Any, at: int) -> str:
        """The name of the block that a number belongs to."""
        for block in self.blocks:
            if at < block.size(config):
                return block.name
            at -= block.size(config)
        raise IndexError(at)

    @property
    def rule(self) -> Callable[..., int]:
        """The rule `write(view, x, at)` that fills an observation."""
        return _written(self.blocks)


@rule
def write_in_turn(v: Any, x: Any, at: int) -> int:
    """Fill a block and those after it."""
    return write_rest(v, x, write_block(v, x, at))


@rule
def write_nothing(v: Any, x: Any, at: int) -> int:
    """The end of the blocks."""
    return at


@cache
def _written(blocks: tuple[Block, ...]) -> Callable[..., int]:
    chain: Callable[..., int] = write_nothing
    for block in reversed(blocks):
        chain = bind(write_in_turn, write_block=block.rule, write_rest=chain)
    return chain


def observations_of(game: Game) -> Observations:
    """The observations that a game declares, or those that follow from its View."""
    view: Any = game.View
    return game.observations or derived(view, len(game.Table().cards.zone) if game.has_cards else 0)


@cache
def derived(view: type[Record], cards: int) -> Observations:
    """Observations of a game that declares none: the fields of its View, for a deck of some cards."""
    blocks: list[Block] = []

    def add(record: type[Record], path: str) -> None:
        for field in fields_of(record):
            name = f"{path}{field.name}"
            if field.record is None:
                blocks.append(_numbers(name, field.shape))
            elif tuple(part.name for part in fields_of(field.record)) == SIGHT:
                zones = next(part.shape[0] for part in fields_of(field.record) if part.name == "count")
                blocks.extend((_counts(name, zones), _places(name, zones, cards)))
            else:
                add(field.record, f"{name}.")

    add(view, "")
    return Observations(0, tuple(blocks))


def _numbers(name: str, shape: tuple[int, ...]) -> Block:
    """A field of whole numbers, in the order of its indices."""
    lines, place = [], f"v.{name}"
    for depth, length in enumerate(shape):
        lines.append(f"{' ' * depth}for i{depth} in range({length}):")
        place += f"[i{depth}]"
    deep = " " * len(shape)
    body = [*lines, f"{deep}x[at] = {place}", f"{deep}at += 1"]
    said = f"the field `{name}` of the view"
    return Block(name, _generated(body), fixed(math.prod(shape)), said, -math.inf, math.inf)


def _counts(name: str, zones: int) -> Block:
    body = [f"for zone in range({zones}):", f" x[at + zone] = v.{name}.count[zone]", f"at += {zones}"]
    return Block(f"{name}.count", _generated(body), fixed(zones), "how many cards lie in each zone", 0, math.inf)


def _places(name: str, zones: int, cards: int) -> Block:
    """For each zone, every card of the deck: whether the seat sees it there."""
    body = [
        f"for zone in range({zones}):",
        f" first = v.{name}.first[zone]",
        f" if first < v.{name}.first[zone + 1]:",
        f"  for slot in range(v.{name}.count[zone]):",
        f"   card = v.{name}.row[first + slot]",
        "   if card >= 0:",
        f"    x[at + zone * {cards} + card] = 1",
        f"at += {zones * cards}",
    ]
    said = f"for each zone, which of the {cards} cards the seat sees in it"
    return Block(f"{name}.seen", _generated(body), fixed(zones * cards), said)


def _generated(body: list[str]) -> Callable[..., int]:
    """A rule made from its lines; records make their methods in the same way."""
    names: dict[str, Any] = {}
    exec("\n ".join(["def write(v, x, at):", *body, "return at\n"]), names)
    return rule(names["write"])  # type: ignore[no-any-return]


class Part(NamedTuple):
    """A part of an observation that tells what a seat has chosen so far of an open decision."""

    name: str
    size: int
    high: int
    meaning: str


def chosen_so_far(game: Game) -> tuple[Part, ...]:
    """What follows the blocks of a game in which decisions name cards, one after the other."""
    if not game.choices.with_cards:
        return ()
    cards = len(game.Table().cards.zone)
    return (
        Part("begun", 1, 1, "1 if the seat has chosen an action and is naming its cards"),
        Part("named", 1, cards, "how many places for cards it has filled or passed"),
        Part("places", cards, cards, "for each card that it has named, its place: 1 for the first"),
    )


def observed(game: Game, config: Any, view: Any) -> list[int]:
    """The observation of a plain view, before it is scaled. As sizes depend on `seats` alone, a view can stand for the
    config."""
    about = observations_of(game)
    x = [0] * about.size(config)
    about.rule(view, x, 0)
    return x
