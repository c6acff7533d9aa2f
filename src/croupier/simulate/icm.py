"""What the chips of a tournament are worth in prize money, by the Independent Chip Model (ICM).

The chance of the first place is a player's share of the chips. Given who is first, the chance of the second place is
the share of the chips that are left, and so on (Malmuth and Harville). With up to MOST_EXACT players the equities are
exact; with more they are means over random orders of finish, with intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.kernel.errors import BadInput
from croupier.kernel.statistics import Estimate, Sample, share

MOST_EXACT = 20
"""With one player more, the exact computation takes more than twice the time and memory."""
MOST_PLAYERS = 100_000
SAMPLES, MOST_SAMPLES = 100_000, 10_000_000
AT_ONCE = 4_000_000
"""The most random numbers that are in memory at a time."""
MOST_CHIPS = 10**15


class PrizeEquity(NamedTuple):
    """The worth of each player's chips in prize money, with its 95 % interval."""

    stacks: tuple[int, ...]
    prizes: tuple[float, ...]
    equity: tuple[float, ...]
    interval: tuple[tuple[float, float], ...]
    exact: bool
    samples: int
    """The number of random orders of finish; 0 if the equities are exact."""


def icm(stacks: Sequence[int], prizes: Sequence[float], samples: int = SAMPLES, seed: int = 1) -> PrizeEquity:
    """The equity of each stack, in the unit of the prizes, which are given from the first place down.

    >>> [round(equity, 2) for equity in icm([5000, 3000, 2000], [50, 30, 20]).equity]
    [38.39, 32.75, 28.86]
    """
    _check(stacks, prizes, samples)
    exact = len(stacks) <= MOST_EXACT
    if exact:
        found = [Estimate(mean, mean, mean) for mean in _exact(stacks, prizes)]
    else:
        found = _sampled(stacks, prizes, samples, seed)
    means = tuple(one.mean for one in found)
    ends = tuple((one.low, one.high) for one in found)
    return PrizeEquity(tuple(stacks), tuple(prizes), means, ends, exact, 0 if exact else samples)


def _check(stacks: Sequence[int], prizes: Sequence[float], samples: int) -> None:
    if not 2 <= len(stacks) <= MOST_PLAYERS:
        raise BadInput(f"The stacks of 2 to {MOST_PLAYERS:,} players are needed, not of {len(stacks)}.")
    if wrong := [chips for chips in stacks if not 0 < chips <= MOST_CHIPS]:
        raise BadInput(f"A stack has 1 to {MOST_CHIPS:,} chips, not {wrong[0]:,}: leave out players without chips.")
    if not 1 <= len(prizes) <= len(stacks):
        raise BadInput(f"{len(stacks)} players can win 1 to {len(stacks)} prizes, not {len(prizes)}.")
    if not all(math.isfinite(prize) and prize >= 0 for prize in prizes):
        raise BadInput("A prize is a number of 0 or more.")
    if list(prizes) != sorted(prizes, reverse=True):
        raise BadInput("Prizes are given from the first place down: none is larger than the one before it.")
    if not 2 <= samples <= MOST_SAMPLES:
        raise BadInput(f"Between 2 and {MOST_SAMPLES:,} random orders can be drawn, not {samples:,}.")


def _exact(stacks: Sequence[int], prizes: Sequence[float]) -> list[float]:
    """By dynamic programming over the sets of players whose places are taken, from the first place down."""
    count = len(stacks)
    sets = np.arange(1 << count, dtype=np.int64)
    sizes = sum((sets >> player & 1 for player in range(count)), np.zeros_like(sets))
    left = np.full(1 << count, float(sum(stacks)))
    for player, chips in enumerate(stacks):
        left -= (sets >> player & 1) * float(chips)
    chance = np.zeros(1 << count)
    """The chance that exactly the players of a set take the first places, in any order."""
    chance[0] = 1.0
    equity = [0.0] * count
    for place, prize in enumerate(prizes):
        taken = np.flatnonzero(sizes == place)
        for player, chips in enumerate(stacks):
            without = taken[(taken >> player & 1) == 0]
            chances = chance[without] * (float(chips) / left[without])
            equity[player] += prize * float(chances.sum())
            chance[without | 1 << player] += chances
    return equity


def _sampled(stacks: Sequence[int], prizes: Sequence[float], samples: int, seed: int) -> list[Estimate]:
    """From random orders of finish: exponential times, each divided by a stack, come in the order of the model."""
    chance = np.random.default_rng(seed)
    chips, paid, count = np.array(stacks, dtype=float), np.array(prizes, dtype=float), len(stacks)
    sums, squares = np.zeros(count), np.zeros(count)
    drawn = 0
    while drawn < samples:
        many = min(samples - drawn, max(1, AT_ONCE // count))
        times = chance.standard_exponential((many, count)) / chips
        order = np.argsort(times, axis=1)[:, : len(paid)]
        for place, prize in enumerate(paid):
            wins = np.bincount(order[:, place], minlength=count)
            sums += prize * wins
            squares += prize * prize * wins
        drawn += many
    found = [Sample.from_sums(samples, *of) for of in zip(sums.tolist(), squares.tolist(), strict=True)]
    return [_between(one, prizes[-1] if len(prizes) == count else 0.0, prizes[0]) for one in found]


def _between(found: Sample, least: float, most: float) -> Estimate:
    """An equity with its interval, which nothing outside the prizes is in. Where all orders gave a player the same, the
    chance of another prize is at most that of an event that was never seen."""
    mean = found.mean
    if found.variance <= 0:
        unseen = share(0, found.count).high
        return Estimate(mean, mean - unseen * (mean - least), mean + unseen * (most - mean))
    _, low, high = found.estimate()
    return Estimate(mean, max(least, low), min(most, high))
