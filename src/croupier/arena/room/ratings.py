"""Ratings of games by players: the last rating of each player counts, with a running count and sum.

A rating belongs to a team's name at one address. The limit for one address is large enough for a classroom of teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..identity import Lock, name_key
from ..store import Value
from ..store.opening import values_of
from .memory import RATING, offers_in
from .offers import game_name

MOST_OF_GAME, MOST_OF_ADDRESS = 10_000, 100
"""The most ratings of one game, in all and from one address."""
LENGTH = 16
"""The number of characters of the hashes of addresses and teams."""


class Ratings:
    """The ratings of all games."""

    def __init__(self, values: Mapping[str, bytes], pepper: bytes) -> None:
        self._lock = Lock(pepper, "rating")
        self._by_player: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        """The number of ratings by game, and by game and address."""
        self._sums: Counter[str] = Counter()
        for key, body in values.items():
            if key.startswith(RATING):
                self._hear(key, int(body))

    def of(self, game: str) -> tuple[int, float | None]:
        """The number of ratings of a game, and their mean; None if there are none."""
        count = self._counts[RATING + game]
        return count, round(self._sums[RATING + game] / count, 2) if count else None

    def rate(self, game: str, team: str, address: str, rating: int) -> Value | None:
        """Set a team's rating of a game. Returns the entry to keep; None if there are too many ratings."""
        whose = f"{RATING}{game}/{self._hash(address)}"
        key = f"{whose}-{self._hash(f'{address} {name_key(team)}')}"
        full = self._counts[RATING + game] >= MOST_OF_GAME or self._counts[whose] >= MOST_OF_ADDRESS
        if full and key not in self._by_player:
            return None
        self._hear(key, rating)
        return Value(key, b"%d" % rating)

    def _hear(self, key: str, rating: int) -> None:
        whose, game = key.rpartition("-")[0], key.rpartition("/")[0]
        if key not in self._by_player:
            self._counts.update((whose, game))
        self._sums[game] += rating - self._by_player.get(key, 0)
        self._by_player[key] = rating

    def _hash(self, text: str) -> str:
        return self._lock.hash(text)[:LENGTH]


class GameRatings(NamedTuple):
    """The ratings of one game; `genome` is its source, if it is a genome of an offer."""

    game: str
    genome: str
    ratings: list[int]


def ratings_in(values: Mapping[str, bytes]) -> dict[str, list[int]]:
    """All ratings, by game."""
    ratings: dict[str, list[int]] = {}
    for key, body in values.items():
        if key.startswith(RATING):
            ratings.setdefault(key.removeprefix(RATING).partition("/")[0], []).append(int(body))
    return ratings


def games_rated_in(store: str) -> list[GameRatings]:
    """The ratings of each game that was rated, from the store of an arena that may be running."""
    values = values_of(store)
    genomes = {game_name(offer): offer.genome for offer in offers_in(values)}
    return [GameRatings(game, genomes.get(game, ""), given) for game, given in ratings_in(values).items()]
