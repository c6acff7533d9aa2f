"""What the judged hands of a player add up to: what it gives away, in which spots, and in which hands most."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.kernel.contract.record import Series
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming
from croupier.kernel.statistics import CONFIDENCE, Estimate, Sample

from .judging import JudgedHand, JudgedMove

HUNDRED = 100
COSTLIEST = 10
"""The number of hands that are listed."""
AGAIN = 30
"""The costliest hands that are judged a second time; those listed are among them."""
MORE_WORLDS = 8
"""The second judgement has more worlds by this factor: the first figures of the costliest hands are partly bad luck."""

LEAST_SHARE = 0.005
"""Smaller shares of all costs are not told."""
TOLD = 0.1
"""Decisions with a smaller part of the cost of their hand are not told."""


class Spot(msgspec.Struct, frozen=True):
    """All decisions of one spot, or of one part of the hand, and what they cost in a hundred hands."""

    spot: tuple[str, ...]
    """As in `JudgedMove`, the kind of the move last; or the part of the hand alone."""
    decisions: int
    cost: dict[str, float | None]
    share: float | None
    """The part of all costs; None if there are none."""
    p: float
    """The probability of such a cost by chance alone, corrected for the number of spots, or of parts."""
    leak: bool
    """Whether the cost of a spot is told from chance; no part of the hand is called a leak."""

    @property
    def told_share(self) -> str:
        """The share as text; "" for one that rounds to nothing."""
        return "" if self.share is None or self.share < LEAST_SHARE else f"{100 * self.share:.0f} %"


class Leaks(msgspec.Struct, frozen=True, tag_field="croupier", tag="leaks"):
    """What a player gives away, as the file that `croupier leaks` writes and `croupier replay` reads."""

    game: str
    title: str
    bot: str
    unit: str
    """Of costs in a hand; spots and the total count it in a hundred hands."""
    records: list[str]
    seed: int
    worlds: int
    hands: int
    """How many hands of the player were judged, …"""
    of: int
    """… and how many the records have."""
    decisions: int
    unjudged: int
    complete: bool
    """Whether all hands were judged that were asked for."""
    total: dict[str, float | None]
    parts: list[Spot]
    """By the part of the hand, in the order in which these come."""
    spots: list[Spot]
    """The most expensive first."""
    costliest: list[JudgedHand]
    judged: list[JudgedHand]
    """Every hand with a decision; those that seemed to cost most have their second figures, which no total has."""

    def estimate(self, found: Mapping[str, float | None]) -> Estimate:
        """A figure with its interval, as it was before it became JSON."""
        return Estimate(*(math.nan if found[name] is None else float(found[name] or 0) for name in Estimate._fields))


class Asked(NamedTuple):
    """What was to be judged."""

    game: str
    title: str
    bot: str
    unit: str
    records: Sequence[str]
    heads: Mapping[int, Series]
    seed: int
    worlds: int
    of: int


def leaks_of(asked: Asked, hands: Sequence[JudgedHand], again: Sequence[JudgedHand], complete: bool) -> Leaks:
    """The findings about some hands; `again` are those that were judged twice, with their second figures."""
    dealt = [hand for hand in hands if hand.took_part]
    if not dealt:
        raise BadInput(f"{asked.bot} took part in no hand.")
    unjudged = sum(hand.unjudged for hand in dealt)
    if unjudged and not any(hand.moves for hand in dealt):
        raise BadInput(
            f"The record does not tell the cards of {asked.bot}, so none of its decisions can be judged. "
            "An arena tells a team its own cards by ?cards=own."
        )
    groups: dict[tuple[int, ...], list[JudgedHand]] = {}
    for hand in dealt:
        same = (hand.record, hand.deal) if asked.heads[hand.record].duplicate else (hand.record, hand.match, hand.hand)
        groups.setdefault(same, []).append(hand)
    samples = [*groups.values()]
    total = _sample(samples, (sum(hand.cost for hand in group) for group in samples))
    second = {_place(hand): hand for hand in again}
    costliest = sorted(again or dealt, key=lambda hand: -hand.cost)[:COSTLIEST]
    return Leaks(
        asked.game,
        asked.title,
        asked.bot,
        asked.unit,
        [*asked.records],
        asked.seed,
        asked.worlds,
        len(dealt),
        asked.of,
        sum(len(hand.moves) for hand in dealt),
        unjudged,
        complete,
        total.estimate(HUNDRED).as_json(),
        _spots(samples, total.mean, lambda move: move.spot[:1]),
        sorted(_spots(samples, total.mean, lambda move: move.spot), key=lambda one: -(one.cost["mean"] or 0.0)),
        [hand for hand in costliest if hand.cost > 0],
        [second.get(_place(hand), hand) for hand in dealt if hand.moves],
    )


def _spots(
    groups: Sequence[Sequence[JudgedHand]], whole: float, key: Callable[[JudgedMove], tuple[str, ...]]
) -> list[Spot]:
    """The spots by a key, sorted by where in a hand they were first met."""
    costs: dict[tuple[str, ...], dict[int, float]] = {}
    decisions, first = dict[tuple[str, ...], int](), dict[tuple[str, ...], int]()
    for number, group in enumerate(groups):
        for move in (move for hand in group for move in hand.moves):
            seen = costs.setdefault(key(move), {})
            seen[number] = seen.get(number, 0.0) + move.cost
            decisions[key(move)] = decisions.get(key(move), 0) + 1
            first[key(move)] = min(first.get(key(move), move.step), move.step)
    found = []
    for spot, by_group in costs.items():
        sample = _sample(groups, (by_group.get(number, 0.0) for number in range(len(groups))))
        p = min(1.0, len(costs) * sample.chance())
        cost = sample.estimate(HUNDRED)
        share = sample.mean / whole if whole > 0 else None
        leak = len(spot) > 1 and cost.mean > 0 and p < 1 - CONFIDENCE
        found.append(Spot(spot, decisions[spot], cost.as_json(), share, p, leak))
    return sorted(found, key=lambda one: first[one.spot])


def _place(hand: JudgedHand) -> tuple[int, ...]:
    """Which hand of which seat it is."""
    return hand.record, hand.match, hand.hand, hand.seat


def _sample(groups: Sequence[Sequence[JudgedHand]], costs: Iterable[float]) -> Sample:
    """The cost of a hand, from the costs of groups of hands that are one sample each."""
    return Sample.of_ratio([*costs], [len(group) for group in groups])


def costly_moves(hand: JudgedHand) -> list[JudgedMove]:
    """The decisions to which a hand owes its cost, the most expensive first."""
    return sorted((move for move in hand.moves if move.cost > TOLD * max(0.0, hand.cost)), key=lambda move: -move.cost)


def in_a_line(spot: Sequence[str]) -> str:
    """A spot in words: "Flop, BB, a large bet: fold"; a part of the hand by its name alone."""
    *where, done = spot
    return ": ".join(text for text in (", ".join(part for part in where if part), done) if text)


def read_leaks(path: Path) -> Leaks:
    """A file of `croupier leaks`; BadInput if it is none."""
    with naming(path, "read"):
        text = path.read_bytes()
    try:
        return msgspec.json.decode(text, type=Leaks)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} was not written by `croupier leaks --out FILE.json`: {error}.") from error


def of_record(leaks: Leaks, path: Path) -> dict[int, list[JudgedHand]]:
    """The judged hands of one record, by match; BadInput if the findings are about other records."""
    numbers = [number for number, name in enumerate(leaks.records) if Path(name).name == path.name]
    if len(numbers) != 1:
        raise BadInput(f"The findings are about {', '.join(leaks.records)}, not about {path}.")
    found: dict[int, list[JudgedHand]] = {}
    for hand in leaks.judged:
        if hand.record == numbers[0]:
            found.setdefault(hand.match, []).append(hand)
    return found
