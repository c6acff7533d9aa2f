"""Runs the watcher (`film_rules`) on a genome, and returns what it saw as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.kernel.errors import Fault

from .bench import Bench
from .driver import CHOICES, WORLDS
from .film_rules import HANDS, WHOLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEPS = 400_000
"""The most steps of one film, played and imagined."""


class Point(NamedTuple):
    """A point of a hand: the hand's number, how far it had got (from 0 to 1), and each seat's own estimate of its
    chance; NaN for a seat that has folded."""

    hand: int
    share: float
    chances: NDArray[np.float64]


class Seen(NamedTuple):
    """A film: leads by hand and seat; points; for some decisions the lead of each choice in each imagined world; and
    whether another choice changed the next seat's options or move."""

    leads: NDArray[np.float64]
    points: list[Point]
    values: list[NDArray[np.float64]]
    changed: NDArray[np.float64]


def film(bench: Bench, key: int, *, hands: int = HANDS, steps: int = STEPS) -> Seen:
    """Film some hands; fewer if the steps run out."""
    import numpy as np

    seen = bench.run(key, 0, min(hands, HANDS), steps, filmed=True)
    if seen["fault"]:
        raise Fault(f"a fault in deal {int(seen['hands']) - 1} of seed {key}")
    count, seats = int(seen["hands"]), bench.seats
    chances = seen["chance"].astype(np.float64)
    chances[chances < 0] = np.nan
    moments = [
        Point(int(seen["hand"][at]), seen["share"][at] / WHOLE, chances[at * seats : (at + 1) * seats] / WHOLE)
        for at in range(int(seen["points"]))
        if seen["hand"][at] < count
    ]
    weighed = int(seen["decisions"])
    table = seen["value"].reshape(-1, CHOICES, WORLDS) / (seats - 1)
    values = [table[at, : int(seen["choices"][at])] for at in range(weighed)]
    leads = seen["lead"][: count * seats].reshape(count, seats) / (seats - 1)
    return Seen(np.asarray(leads), moments, values, seen["changed"][:weighed].astype(np.float64))
