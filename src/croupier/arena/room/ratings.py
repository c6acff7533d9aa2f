"""Ratings of games by players, and how much of a game was in their hands: the last answer of each player counts, with
running counts and sums.

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


class Opinion(NamedTuple):
    """What a player thinks of a game, from 1 to 5: whether to play it again, and how much was in the player's hands; 0
    if the latter was not said."""

    rating: int
    in_hands: int = 0

    def as_bytes(self) -> bytes:
        """As it is kept: one number, or two."""
        return b" ".join(b"%d" % number for number in self if number)


def opinion_of(body: bytes) -> Opinion:
    """An opinion as it was kept."""
    return Opinion(*map(int, body.split()))


class Ratings:
    """The ratings of all games."""

    def __init__(self, values: Mapping[str, bytes], pepper: bytes) -> None:
        self._lock = Lock(pepper, "rating")
        self._by_player: dict[str, Opinion] = {}
        self._counts: Counter[str] = Counter()
        """The number of ratings by game, and by game and address."""
        self._sums: Counter[str] = Counter()
        self._hands: Counter[str] = Counter()
        """The number of those who said by game how much was in their hands, and the sum."""
        self._in_hands: Counter[str] = Counter()
        for key, body in values.items():
            if key.startswith(RATING):
                self._hear(key, opinion_of(body))

    def of(self, game: str) -> tuple[int, float | None, float | None]:
        """The number of ratings of a game, their mean, and how much was in people's hands in the mean; None where
        nobody has said anything."""
        key = RATING + game
        count, hands = self._counts[key], self._hands[key]
        rating = round(self._sums[key] / count, 2) if count else None
        return count, rating, round(self._in_hands[key] / hands, 2) if hands else None

    def rate(self, game: str, team: str, address: str, opinion: Opinion) -> Value | None:
        """Set a team's opinion of a game. Returns the entry to keep; None if there are too many ratings."""
        whose = f"{RATING}{game}/{self._hash(address)}"
        key = f"{whose}-{self._hash(f'{address} {name_key(team)}')}"
        full = self._counts[RATING + game] >= MOST_OF_GAME or self._counts[whose] >= MOST_OF_ADDRESS
        if full and key not in self._by_player:
            return None
        self._hear(key, opinion)
        return Value(key, opinion.as_bytes())

    def _hear(self, key: str, opinion: Opinion) -> None:
        whose, game = key.rpartition("-")[0], key.rpartition("/")[0]
        if key not in self._by_player:
            self._counts.update((whose, game))
        before = self._by_player.get(key, Opinion(0))
        self._sums[game] += opinion.rating - before.rating
        self._hands[game] += (opinion.in_hands > 0) - (before.in_hands > 0)
        self._in_hands[game] += opinion.in_hands - before.in_hands
        self._by_player[key] = opinion

    def _hash(self, text: str) -> str:
        return self._lock.hash(text)[:LENGTH]


class GameRatings(NamedTuple):
    """The ratings of one game; `genome` is its source, if it is a genome of an offer."""

    game: str
    genome: str
    ratings: list[Opinion]


def ratings_in(values: Mapping[str, bytes]) -> dict[str, list[Opinion]]:
    """All ratings, by game."""
    ratings: dict[str, list[Opinion]] = {}
    for key, body in values.items():
        if key.startswith(RATING):
            ratings.setdefault(key.removeprefix(RATING).partition("/")[0], []).append(opinion_of(body))
    return ratings


def games_rated_in(store: str) -> list[GameRatings]:
    """The ratings of each game that was rated, from the store of an arena that may be running."""
    values = values_of(store)
    genomes = {game_name(offer): offer.genome for offer in offers_in(values)}
    return [GameRatings(game, genomes.get(game, ""), given) for game, given in ratings_in(values).items()]
