"""The ladder of house bots: one bot against a table of another, compiled. `scripts/ladder` prints it.

All bots are compiled in one loop, and a lineup gives the bot in each seat.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from croupier.agents.random import play_randomly
from croupier.games import holdem
from croupier.games.holdem.policies import POLICIES
from croupier.kernel.statistics import Estimate, Sample, compare_apart
from croupier.simulate.exploit.response import BIG_BLIND
from croupier.simulate.loop import Loop

from .rivers import Rivers, house

LADDER = ("oracle", "shark", "tight", "station", "random")
"""The bots from strongest to weakest, at any table."""
WITH_BLUEPRINT = ("blueprint", *LADDER)
"""The bots from strongest to weakest heads-up; all of them are compiled into one loop."""
FIRST_OF_DUELS = 1 << 31
"""The first deal of a duel: no contest has as many."""


class Result(NamedTuple):
    """Big blinds won per hundred hands, the two-sided p-value, the number of hands, and the speed."""

    won: Estimate
    p: float
    hands: int
    hands_per_second: float


def seated(*names: str, depth: int = 100, hands: int = 1, **options: int) -> Loop:
    """A table with these bots in its seats, `depth` big blinds each."""
    config = holdem.configure(len(names), depth * BIG_BLIND, big_blind=BIG_BLIND, hands=hands, **options)
    policies = {"random": play_randomly, **POLICIES}
    loop = Loop(holdem.GAME, config, [policies[name] for name in WITH_BLUEPRINT])
    loop.seat([policies[name] for name in names])
    return loop


class Contest(NamedTuple):
    """Big blinds won per hundred hands by batch, the number of hands, and the seconds that they took."""

    won: list[float]
    hands: int
    seconds: float

    @property
    def result(self) -> Result:
        """What the first bot won."""
        sample = Sample.of(self.won)
        return Result(sample.estimate(), sample.chance(), self.hands, self.hands / self.seconds)


def contest(
    one: str, others: str, seats: int, hands: int, *, seed: int = 1, batches: int = 100, depth: int = 100
) -> Contest:  # fmt: skip
    """One bot against a table of another. It gets the same hole cards in every position.

    Deals are counted in batches of whole rounds, as the hands of a round depend on each other.
    """
    tables = [seated(one, *[others] * (seats - 1), button=button, depth=depth) for button in range(seats)]
    for table in tables:
        table.run(seed, 0, 0)
    deals = math.ceil(hands / (batches * seats))
    won = []
    start = time.perf_counter()
    for batch in range(batches):
        chips = sum(table.run(seed, batch * deals, (batch + 1) * deals).score[0] for table in tables)
        won.append(100 * chips / BIG_BLIND / (deals * seats))
    return Contest(won, batches * deals * seats, time.perf_counter() - start)


class Duel(NamedTuple):
    """The winnings of a bot from another, and how much more it wins than the bot beside it."""

    result: Result
    more: Estimate


def duel(
    one: str, other: str, depth: int, hands: int, known: Contest, *, seed: int = 1, beside: str = "blueprint"
) -> Duel:
    """A bot that plays as `beside` until the river, heads-up against another: `known` is what `beside` won from it, and
    in `hands` hands of other deals is played what the first bot wins more on rivers (`rivers`)."""
    start = time.perf_counter()
    rivers = Rivers(house(one), house(beside), house(other), depth)
    gains = rivers.gains(seed, range(FIRST_OF_DUELS, FIRST_OF_DUELS + hands // 2))
    more = Sample.of([100 * gain / BIG_BLIND / 2 for gain in gains])
    less = Sample(more.count, -more.mean, more.variance)
    won, p = compare_apart(Sample.of(known.won), less, 1.0, 1)
    return Duel(Result(won, p, hands, hands / (time.perf_counter() - start)), more.estimate())
