"""The finished matches, for the lobby: the last ones, and the standings of a game with 95 % intervals.

Results are kept in the store; the newest are cached in memory, so that the lobby does not read the store.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from croupier.kernel.statistics import Sample

from ..tables.plan import Plan
from .answers import GameStanding, interval
from .memory import PLAYED, RESULT, Result
from .offers import Offer

AT_HAND = 10_000
"""The number of results in the cache; older ones are found by their match."""
FEWEST = 2
"""The fewest matches of a player in the standings: one match says nothing."""


class Played(msgspec.Struct, frozen=True):
    """A finished match: its game, its players and their scores."""

    match: str
    table: str
    game: str
    title: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    at: int
    """Milliseconds since 1970."""


class Past:
    """The newest matches, oldest first."""

    def __init__(self, values: Mapping[str, bytes]) -> None:
        """`values` are those of a store."""
        plans = {
            key.removeprefix(PLAYED): msgspec.json.decode(body, type=Plan)
            for key, body in values.items()
            if key.startswith(PLAYED)
        }
        found = []
        for key, body in values.items():
            plan = plans.get(key.removeprefix(RESULT).rpartition("/")[0]) if key.startswith(RESULT) else None
            if plan is not None and not plan.unlisted and not (result := msgspec.json.decode(body, type=Result)).void:
                found.append(played(plan, result))
        self._all = deque(sorted(found, key=lambda one: one.at), maxlen=AT_HAND)

    def remove(self, match: str) -> None:
        """Remove a match that is void."""
        self._all = deque((one for one in self._all if one.match != match), maxlen=AT_HAND)

    def add(self, plan: Plan, result: Result) -> None:
        """Add a match that is over."""
        if not plan.unlisted:
            self._all.append(played(plan, result))

    def matches(self, key: str = "", most: int = 20) -> list[Played]:
        """The newest `most` matches, newest first; with a `key`, only those of that player."""
        return [one for one in reversed(self._all) if not key or key in one.ids][:most]

    def standings(self, of: Offer | Plan) -> list[GameStanding]:
        """How players stand in a game: the mean score of a match with its 95 % interval, best first.

        Each house bot counts as one player at all tables.
        """
        scores: dict[str, list[int]] = defaultdict(list)
        names: dict[str, str] = {}
        game = game_key(of)
        for one in self._all:
            if one.game == game:
                for id, name, score in _players(one):
                    scores[id].append(score)
                    names[id] = name
        rows = [_row(id, names[id], values) for id, values in scores.items() if len(values) >= FEWEST]
        return sorted(rows, key=lambda row: -row["mean"])


def game_key(of: Offer | Plan) -> str:
    """A key that is equal for tables of the same game."""
    return hashlib.sha256(of.genome.encode()).hexdigest()[:16] if of.genome else of.game


def played(plan: Plan, result: Result) -> Played:
    """A result together with the game of its table."""
    return Played(
        result.match,
        plan.id,
        game_key(plan),
        plan.title,
        tuple(result.ids),
        tuple(result.names),
        tuple(result.scores),
        result.at,
    )


def _players(one: Played) -> Iterator[tuple[str, str, int]]:
    for id, name, score in zip(one.ids, one.names, one.scores, strict=True):
        if id.startswith("house:"):
            policy = id.split(":")[1]
            yield f"house:{policy}", f"house:{policy}", score
        elif id:
            yield id, name, score


def _row(id: str, name: str, scores: Sequence[int]) -> GameStanding:
    sample = Sample.of(scores)
    return {"id": id, "name": name, "matches": sample.count, **interval(sample.estimate())}
