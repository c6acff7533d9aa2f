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
from croupier.kernel.statistics import Estimate, Sample
from croupier.simulate.exploit.responder import Setting
from croupier.simulate.exploit.response import lower_bound
from croupier.simulate.loop import Loop

LADDER = ("oracle", "shark", "tight", "station", "random")
"""The bots from strongest to weakest, at any table."""
WITH_BLUEPRINT = ("blueprint", *LADDER)
"""The bots from strongest to weakest heads-up; all of them are compiled into one loop."""
BIG_BLIND = 100


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


def contest(
    one: str, others: str, seats: int, hands: int, *, seed: int = 1, batches: int = 100, depth: int = 100
) -> Result:  # fmt: skip
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
    seconds = time.perf_counter() - start
    sample = Sample.of(won)
    played = batches * deals * seats
    return Result(sample.estimate(), sample.chance(), played, played / seconds)


class Duel(NamedTuple):
    """The winnings of a bot from another, and how much more it won than a third bot on the same deals, both without
    luck."""

    result: Result
    more: Estimate


def duel(one: str, other: str, depth: int, hands: int, *, seed: int = 1, beside: str = "blueprint") -> Duel:
    """Two bots of which one may be in Python, such as `solver`: each deal is played in both seats, and luck is taken
    off (`croupier.simulate.exploit.luck`)."""
    start = time.perf_counter()
    won, theirs = (
        lower_bound(f"house:{name}", Setting(depth), hands=hands, seed=seed, opponent=f"house:{other}")
        for name in (one, beside)
    )
    speed = won.hands / (time.perf_counter() - start)
    lost, p = won.estimate, Sample.of(won.without_luck).chance()
    return Duel(Result(Estimate(-lost.mean, -lost.high, -lost.low), p, won.hands, speed), theirs.minus(won))
