"""Polishing: makes a game of the archive simpler for people, without making it worse.

It gets standard stakes (`stakes.py`), then the number of players and the stack with which it plays best, and then it
loses, one by one, rules that can be left out without loss. Each step is measured in full, and is kept only if the
quality stays above the lower end of its interval before polishing. A rule that was once found to be needed is not tried
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
from typing import Any, NamedTuple

from croupier.games.genome import GameGenome, validate
from croupier.games.genome.language.dead_parts import live_parts
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.language.parts import found, left_out
from croupier.kernel.statistics import Estimate

from .canonical import canonical
from .fitness.evaluation import Evaluation
from .fitness.findings import merged
from .fitness.quality import quality_in_full
from .fitness.tiers import DEEPEST, LAST, words_of
from .stakes import with_house_stakes, with_other_seats, with_other_stacks
from .tasks import Evaluate, Task

SURELY = 0.85
"""Other seats or stacks are taken if the game has less than this share of their quality with its own."""
MOST_LEFT_OUT = 3
"""The most rules that are left out of a game."""

Rule = tuple[tuple[str, ...], Any]
"""A part, identified by its field names and its contents: list indexes change when another part is left out."""
WhyNot = Callable[[GameGenome, Evaluation], str]


class Polished(NamedTuple):
    """A polished game, and its measurements."""

    form: GameGenome
    evaluation: Evaluation


def half_interval(evaluation: Evaluation) -> float:
    """Half of the 95 % interval of a quality, from those of its measures, as if their errors were independent."""
    measures, moved = dict(evaluation.measures), list[float]()
    for name, figure in evaluation.measures.items():
        moves = [end - figure.mean for end in (figure.low, figure.high)]
        ends = [quality_in_full(measures | {name: Estimate(*(one + move for one in figure))}) for move in moves]
        moved.append(max(abs(end - evaluation.quality) for end in ends))
    return hypot(*moved)


def polished(
    form: GameGenome, evaluation: Evaluation, evaluate: Evaluate, again: int, why_not: WhyNot
) -> Polished | str:
    """The polished game, or why the game is rejected. `again` selects the seed of all measurements."""
    least = evaluation.quality - half_interval(evaluation)
    form = set_by_play(with_house_stakes(merged(form)), evaluate, again)
    found = evaluate([Task(form, again=again, tier=LAST)])[0].evaluation
    if why := why_not(form, found):
        return f"with standard stakes {why}"
    if found.quality < least:
        return "its quality depends on odd stakes"
    idle: set[Rule] | None = None
    for _ in range(MOST_LEFT_OUT):
        shorter = {rule: one for rule, one in _shorter(form) if idle is None or rule in idle}
        results = evaluate([Task(one, again=again, tier=LAST) for one in shorter.values()])
        good = {
            rule: (words_of(one), -result.evaluation.quality)
            for (rule, one), result in zip(shorter.items(), results, strict=True)
            if result.evaluation.quality >= least and not why_not(one, result.evaluation)
        }
        if not good:
            break
        idle = set(good)
        form = shorter[min(good, key=lambda rule: good[rule])]
    found = evaluate([Task(form, again=again, tier=DEEPEST)])[0].evaluation
    return Polished(form, found)


def set_by_play(form: GameGenome, evaluate: Evaluate, again: int) -> GameGenome:
    """A game with standard stakes with the number of players and then the stack that are best, measured in few hands:
    others than its own have to be surely better, as the best of several is also the luckiest."""
    for others in (with_other_seats, with_other_stacks):
        tried = [form, *others(form)]
        tasks = [Task(canonical(one), again=again, tier=LAST, quick=True) for one in tried]
        qualities = [result.evaluation.quality for result in evaluate(tasks)]
        best = max(range(len(tried)), key=qualities.__getitem__)
        if qualities[0] < SURELY * qualities[best]:
            form = tried[best]
    return canonical(form)


def _shorter(form: GameGenome) -> Iterator[tuple[Rule, GameGenome]]:
    """For each rule that can be left out: the rule, and the game without it, if its rule book is shorter. Stakes are
    not rules."""
    length = words_of(form)
    for path in live_parts(form):
        inside_of = found(form, path[:-1])
        if path[0] == "session" or path[-1] == "starting_chips" or isinstance(inside_of, BettingPhase):
            continue
        other = left_out(form, path)
        if other is not None and not validate(other):
            other = canonical(other)
            if words_of(other) < length:
                yield (tuple(step for step in path if isinstance(step, str)), found(form, path)), other
