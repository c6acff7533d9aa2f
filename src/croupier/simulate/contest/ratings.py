"""Ratings of bots that did not all meet equally often: OpenSkill, by the model of Plackett and Luce.

A rating is a belief: a mean `mu` and its standard deviation `sigma`. New bots have 25 ± 8.3. Only the order of the
players counts, not the size of their winnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

UNSURE = 2
"""How many sigmas around mu are shown."""


class Rating(NamedTuple):
    """How good a bot is believed to be."""

    mu: float
    sigma: float
    games: int

    @property
    def unsure(self) -> float:
        """How far the rating may be off, with a probability of about 95 %."""
        return UNSURE * self.sigma


_MODEL = PlackettLuce()
NEW = Rating(_MODEL.mu, _MODEL.sigma, 0)
"""The rating of a bot that has not played."""


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of some bots after one more game, from the place of each (1 is the best; equal places are a tie)."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(now.mu, now.sigma, one.games + 1) for one, [now] in zip(before, after, strict=True)]


class Ratings:
    """The ratings of some bots, game by game."""

    def __init__(self, bots: int) -> None:
        self._ratings = [NEW] * bots

    def rate(self, bots: Sequence[int], places: Sequence[int]) -> None:
        """Count one game: its bots, and the place of each (1 is the best; equal places are a tie)."""
        for bot, rating in zip(bots, rated([self._ratings[bot] for bot in bots], places), strict=True):
            self._ratings[bot] = rating

    def of(self, bot: int) -> Rating:
        """The rating of a bot now."""
        return self._ratings[bot]


def places(values: Sequence[float]) -> list[int]:
    """The place of each value, the highest first; equal values share the better place."""
    return [1 + sum(other > value for other in values) for value in values]
