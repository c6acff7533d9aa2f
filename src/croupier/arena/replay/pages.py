"""One hand as a list of moments, for a pair of eyes: each has a sentence, the pause before it, and a Scene.

The eyes are those of a seat, of a spectator (WATCHING), or of an observer that may see all cards (OPEN). A moment is
made only from what its eyes are told and see.

Scenes after the first are sent as deltas, so that a hand of fifty moments has the size of a few Scenes. A delta has the
keys that changed, null for a key that is gone. For a list of unchanged length it has only the items that changed, by
index: {"2": …}; otherwise the whole list. In Scenes no value is null, and no list is replaced by an object, so a delta
is unambiguous.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

import msgspec

from croupier.kernel.contract.game import Game, State
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.scenes import foreseen
from croupier.kernel.showing.text import face_up
from croupier.kernel.vocabulary.turns import SEATS

from .hands import PlayedHand, PlayedStep

WATCHING: Final = "watching"
OPEN: Final = "open"
PointOfView = int | Literal["watching", "open"]
Shares = tuple[float | None, ...] | None
PAGE = 1_000
"""The most moments in one answer."""
SAME = object()
"""The result of `delta` if nothing changed."""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment. The first of a page has its whole Scene, any other what changed; shares are told when they change."""

    said: str = ""
    pause_ms: int = 0
    made: int = 0
    """How many moves of the hand lie behind it."""
    actor: int = -1
    """The seat that moved; -1 for the house, the clock, and consequences of a move."""
    asks: tuple[int, ...] = ()
    """Seats that owe a decision then, of those whose cards its eyes may see."""
    shares: Shares | msgspec.UnsetType = msgspec.UNSET
    """What each hand wins of the pot on average; null where its eyes cannot say."""
    scene: Any = None


class _Seen(msgspec.Struct):
    """A moment before its Scene is turned into a delta."""

    said: str
    pause_ms: int
    made: int
    actor: int
    scene: Scene
    asks: tuple[int, ...] = ()
    shares: Shares = None


def shown(game: Game, hand: PlayedHand, eyes: PointOfView, first: int = 0) -> tuple[list[Shown], int]:
    """A page of the moments of a hand, from `first` on, and the number of all its moments."""
    seen = list(_seen(game, hand, eyes))
    return list(_written(seen[first : first + PAGE])), len(seen)


def _seen(game: Game, hand: PlayedHand, eyes: PointOfView) -> Iterator[_Seen]:
    """The moments of a hand. A fact with a sentence is a moment. Facts without one are merged into it; a step without
    any sentence is one moment if its Scene differs from the last."""
    seat = eyes if isinstance(eyes, int) else None
    onlooker = Onlooker(game, cast_for(game, seat, hand.players, spoken_to=False), all_cards=eyes == OPEN)
    actors = [-1, *(actor if actor < SEATS else -1 for actor, _ in hand.moves)]
    last: Scene | None = None
    shares: Shares = None
    for made, step in enumerate(hand.steps(game)):
        told = _of_step(game, onlooker, eyes, step)
        spoken = [moment for moment in told if moment.said] or [moment for moment in told[-1:] if moment.scene != last]
        for moment in spoken:
            moment.made, moment.shares = made, shares
        if spoken:
            spoken[0].actor = actors[made]
            shares = _shares(game, step.after, eyes)
            spoken[-1].scene = last = told[-1].scene
            spoken[-1].asks, spoken[-1].shares = _asked(step.after, eyes), shares
        yield from spoken
    if hand.foreseen is not None and game.to_come is not None and last is not None:
        seat, cards = hand.foreseen
        names = [game.words.card_name(card) for card in cards]
        scene = foreseen(last, last.seats[seat], game.to_come(step.after.table).zone, names)
        yield _Seen(scene.sentence, 0, made, -1, scene, shares=shares)


def _of_step(game: Game, onlooker: Onlooker, eyes: PointOfView, step: PlayedStep) -> list[_Seen]:
    before = None if step.before is None else view_of(game, step.before, eyes)
    facts = onlooker.facts(step.events)
    if before is None and not facts:  # a match that began in the middle of a hand
        return [_Seen("", 0, 0, -1, msgspec.structs.replace(onlooker.see(step.after), question=None))]
    return [
        _Seen(moment.sentence, moment.pause_ms, 0, -1, msgspec.structs.replace(moment.scene, question=None))
        for moment in moments(onlooker, before, facts, step.after)
    ]


def _asked(state: State, eyes: PointOfView) -> tuple[int, ...]:
    """The seats that owe a decision and whose cards these eyes may see: advice would reveal them."""
    owing = [seat for seat in range(state.table.seats) if state.owed >> seat & 1]
    return tuple(seat for seat in owing if eyes in (OPEN, seat))


def _shares(game: Game, state: State, eyes: PointOfView) -> Shares:
    if game.odds is None:
        return None
    told = game.odds(view_of(game, state, eyes))
    return told and tuple(None if share is None else round(share, 4) for share in told)


def view_of(game: Game, state: State, eyes: PointOfView) -> Any:
    """The view that a pair of eyes has of a state."""
    if eyes == OPEN:
        return face_up(state)
    return game.view(state, eyes if isinstance(eyes, int) else None)


def _written(seen: Sequence[_Seen]) -> Iterator[Shown]:
    """The moments with deltas: each holds the changes since the one before."""
    drawn: Any = None
    shares: Any = msgspec.UNSET
    for moment in seen:
        scene = msgspec.json.decode(msgspec.json.encode(moment.scene))
        change, drawn = scene if drawn is None else delta(drawn, scene), scene
        new = msgspec.UNSET if moment.shares == shares else moment.shares
        shares = moment.shares
        yield Shown(
            moment.said,
            moment.pause_ms,
            moment.made,
            moment.actor,
            moment.asks,
            new,
            None if change is SAME else change,
        )


def delta(before: Any, after: Any) -> Any:
    """The delta that leads from one value to another; SAME if they are equal."""
    if before == after:
        return SAME
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {key: delta(before[key], after[key]) for key in after if key in before}
        gone = dict.fromkeys(before.keys() - after.keys())
        new = {key: after[key] for key in after if key not in before}
        return {key: value for key, value in {**changed, **gone, **new}.items() if value is not SAME}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        items = {str(place): delta(*pair) for place, pair in enumerate(zip(before, after, strict=True))}
        return {place: item for place, item in items.items() if item is not SAME}
    return after
