"""How a hand ended, for a Scene: what won, how much it was worth, and which cards made it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from .cast import Cast
from .scene import COMPARED, UNCONTESTED, Result, Scene, Seat, Zone

WINNING = "winning"
"""The mark of a card that won."""
FEW = 4
"""A gain below this part of a usual stack, which is an even share of all chips, is little."""
SIT = "SIT"
"""The option to buy in again: a seat that has it is not out for good."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def result_of(seats: Sequence[Seat], live: int) -> Result | None:
    """How the hand ended, without the name of what won; None while nobody has won it."""
    if not any(seat.wins for seat in seats):
        return None
    return Result(kind=COMPARED if live & (live - 1) else UNCONTESTED, weight=_weight(seats))


def name_of(scene: Scene, cast: Cast) -> str:
    """What won, by the hand of the seat that won most: "Pair of queens", "Straight, nine high: both"."""
    winners = [seat for seat in scene.seats if seat.wins]
    best = max(winners, key=lambda seat: seat.won)
    if not best.holds:
        return cast.sentence(cast.does(best.seat, "win", "the hand")).rstrip(".") if len(winners) == 1 else ""
    alike = sum(seat.holds == best.holds for seat in winners)
    shared = {1: "", 2: ": both"}.get(alike, f": all {alike}")
    return best.holds[0].upper() + best.holds[1:] + shared


def needed(cards: Sequence[int], value: Callable[[list[int]], int], fewest: int) -> list[int]:
    """The cards that make the value of a hand: of cards that can be left out, those that come last are."""
    kept = list(cards)
    whole = value(kept)
    for card in reversed(cards):
        rest = [one for one in kept if one != card]
        if len(kept) > fewest and value(rest) == whole:
            kept = rest
    return kept


def marked(zone: Zone, cards: Sequence[int], won: set[int]) -> Zone:
    """A zone with a mark on those of its cards that won; `cards` are the same cards as numbers."""
    if not won & set(cards):
        return zone
    lying = zip(zone.cards, cards, strict=True)
    return replace(
        zone, cards=tuple(replace(card, marks=(WINNING,)) if number in won else card for card, number in lying)
    )


def with_exit(scene: Scene, cast: Cast, out: frozenset[int]) -> Scene:
    """A Scene that tells its viewer that it is out of the match, if the hand has just ended so; and in which place, if
    it is the only one."""
    if scene.result is None or cast.eyes not in out:
        return scene
    stays = scene.question is not None and any(choice.name == SIT for choice in scene.question.options)
    place = sum(not seat.gone for seat in scene.seats)
    where = "" if stays or len(out) > 1 or not 0 < place < len(PLACES) else f", in {PLACES[place]} place"
    words = cast.sentence(cast.does(cast.eyes, "be", "out")).rstrip(".") + where
    return replace(scene, result=replace(scene.result, out=words))


def _weight(seats: Sequence[Seat]) -> int:
    """How much was won, by the even share of all chips."""
    chips = sum(seat.chips or 0 for seat in seats)
    most = max(seat.won for seat in seats) * len(seats)
    return (most * FEW >= chips) + (most >= chips) if chips else 0
