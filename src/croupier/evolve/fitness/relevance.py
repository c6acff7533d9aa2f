"""Part relevance: which parts of a game change payoffs.

Each part is left out in turn, and the same deals are played again by calling players, by pressing players, and by hasty
players. A part is idle if the constant players win the same without it, and hasty players nearly always do (hasty
players use random numbers, so any change before a decision may change it).
"""

from __future__ import annotations

from croupier.games.genome import GameGenome, validate
from croupier.games.genome.language.dead_parts import live_parts
from croupier.games.genome.language.parts import PHASES, Path, left_out, written
from croupier.kernel.statistics import Estimate

from ..play.bench import Bench
from ..play.players import CALLING, HASTY, PRESSING
from .metrics import share_of

HANDS, STEPS = 120, 8_000
NEARLY = 0.05
"""The largest share of hands in which the payoffs of hasty players may differ without an idle part."""


def idle_parts(form: GameGenome, seed: int) -> list[str]:
    """The paths of the phases, conditions and fields that change no payoff."""
    known, idle = _payoffs(form, seed), list[str]()
    for path in live_parts(form):
        if path[0] == "session":
            continue
        other = left_out(form, path)
        if other is not None and not validate(other) and _is_same(known, _payoffs(other, seed)):
            idle.append(written(path))
    return idle


def part_relevance(form: GameGenome, idle: list[str]) -> Estimate:
    """The share of phases and conditions that change payoffs: 0 to 1."""
    whole = [(*PHASES, number) for number in range(len(form.turn_structure.phases))]
    conditions: list[Path] = [("win_conditions", number) for number in range(len(form.win_conditions))]
    structures = [written(path) for path in (*whole, *conditions)]
    return share_of(sum(place not in idle for place in structures), len(structures))


Payoffs = list[list[list[float]]]


def _payoffs(form: GameGenome, seed: int) -> Payoffs:
    bench = Bench(form)
    return [bench.play([one], HANDS, seed, steps=STEPS).leads.tolist() for one in (CALLING, PRESSING, HASTY)]


def _is_same(known: Payoffs, others: Payoffs) -> bool:
    *constant, hasty = (_share_that_differs(one, other) for one, other in zip(known, others, strict=True))
    return not any(constant) and hasty <= NEARLY


def _share_that_differs(one: list[list[float]], other: list[list[float]]) -> float:
    hands = min(len(one), len(other))
    return sum(mine != theirs for mine, theirs in zip(one, other, strict=False)) / max(1, hands)
