"""Gates: what no game worth playing does. The first one that a game runs into stops its evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.simulate.statistics import Estimate

Measures = Mapping[str, Estimate]


class Gate(NamedTuple):
    """A name, what it asks for in words, and whether some measures pass."""

    name: str
    asks: str
    passes: Callable[[Measures], bool]


AFTER_RANDOM_PLAY = (
    Gate("endless", "every hand ends within its steps", lambda m: m["endless"].mean == 0),
    Gate("stakes", "something is won or lost", lambda m: m["sigma"].mean > 0),
    Gate("turns", "few hands end by the turn limit", lambda m: m["out_of_turns"].mean <= 0.2),
    Gate("ties", "few hands leave all equal", lambda m: m["ties"].mean <= 0.7),
    Gate("decisions", "a seat has something to decide, and not too much", lambda m: 0.8 <= m["own"].mean <= 40),
)
"""Of random players, and again of hasty ones."""
AT_A_GLANCE = (
    Gate("endless", "every hand ends within its steps", lambda m: m["endless"].mean == 0),
    Gate("stakes", "something is won or lost", lambda m: m["sigma"].mean > 0),
    Gate("turns", "few hands end by the turn limit", lambda m: m["out_of_turns"].low <= 0.2),
    Gate("ties", "few hands leave all equal", lambda m: m["ties"].low <= 0.7),
    Gate("decisions", "a seat has something to decide, and not too much", lambda m: 0.4 <= m["own"].mean <= 60),
)
"""Of a few random hands, with some grace."""
AFTER_HASTY_PLAY = (
    *AFTER_RANDOM_PLAY,
    Gate("fairness", "no seat is far ahead by its place alone", lambda m: m["unfairness"].low <= 0.5),
)
AFTER_THE_LADDER = (
    Gate("skill", "who thinks a little beats who does not think", lambda m: m["rung_1"].mean > 0),
    Gate("constant", "no player who always does the same is ahead of hasty ones", lambda m: m["constant"].low <= 0.1),
)


def stopped_by(gates: tuple[Gate, ...], measures: Measures) -> str:
    """The name of the first gate that is shut; empty if all are open."""
    return next((gate.name for gate in gates if not gate.passes(measures)), "")
