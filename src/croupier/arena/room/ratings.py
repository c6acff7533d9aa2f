"""What people think of games: of everybody the last word, with a running count and sum.

A team's word is its name's from one address, and nobody's else; from one address come as many as a classroom has teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..identity import Lock, name_key
from ..store import Value
from ..store.database import open_values
from .memory import RATING, offers_in
from .offers import game_name

MOST_OF_GAME, MOST_OF_ADDRESS = 10_000, 100
"""Words about one game, in all and from one address."""
LENGTH = 16
"""Letters of a hash that tell addresses, and teams, apart."""


class Ratings:
    """The words about all games."""

    def __init__(self, values: Mapping[str, bytes], pepper: bytes) -> None:
        self._lock = Lock(pepper, "rating")
        self._words: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        """By game, and by game and address."""
        self._sums: Counter[str] = Counter()
        for key, body in values.items():
            if key.startswith(RATING):
                self._hear(key, int(body))

    def of(self, game: str) -> tuple[int, float | None]:
        """How many have said something, and the mean of what."""
        count = self._counts[RATING + game]
        return count, round(self._sums[RATING + game] / count, 2) if count else None

    def rate(self, game: str, team: str, address: str, rating: int) -> Value | None:
        """Take a word, in place of the last one; what is to be kept of it. None where there are enough."""
        whose = f"{RATING}{game}/{self._hash(address)}"
        key = f"{whose}-{self._hash(f'{address} {name_key(team)}')}"
        full = self._counts[RATING + game] >= MOST_OF_GAME or self._counts[whose] >= MOST_OF_ADDRESS
        if full and key not in self._words:
            return None
        self._hear(key, rating)
        return Value(key, b"%d" % rating)

    def _hear(self, key: str, rating: int) -> None:
        whose, game = key.rpartition("-")[0], key.rpartition("/")[0]
        if key not in self._words:
            self._counts.update((whose, game))
        self._sums[game] += rating - self._words.get(key, 0)
        self._words[key] = rating

    def _hash(self, text: str) -> str:
        return self._lock.hash(text)[:LENGTH]


class GameRatings(NamedTuple):
    """What people have said of one game; `genome` is its source, where it is none of the box."""

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


def games_rated_in(database: Path) -> list[GameRatings]:
    """What people have said of each game that was rated, from the file of an arena that may be running."""
    values = open_values(database)
    genomes = {game_name(offer): offer.genome for offer in offers_in(values)}
    return [GameRatings(game, genomes.get(game, ""), given) for game, given in ratings_in(values).items()]
