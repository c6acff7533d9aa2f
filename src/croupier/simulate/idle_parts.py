"""Liveness by play: parts of a genome that could change play but never did in many random matches.

A part is given its other values one after the other, and the same matches are played again. Everything that the seats
were told, as one number for each, and the scores are compared. For a win condition only the scores count: naming
another winner, or showing hands for it, changes nothing by itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from croupier.games.genome import GAME, GameGenome, configure, validate
from croupier.games.genome.language.dead_parts import Finding, live_parts
from croupier.games.genome.language.parts import Path, alternatives, found, is_in, left_out, replaced, written
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import TRACED, Out, mix

from .loop import Loop, PerSeat

SEED = 1


class Traces(Record):
    """Everything that each seat was told, as one number."""

    trace: PerSeat


@rule
def watch_traces(t: Any, out: Out, seat: int, notes: Traces) -> None:
    """Fold in what every seat has been told; each match begins with new traces, so they are accumulated."""
    for other in range(t.seats):
        notes.trace[other] = mix(notes.trace[other], out.trace[other])
    out.count = 0


class Course(NamedTuple):
    """The result of some matches: everything told, and the scores, hands and steps."""

    told: list[int]
    won: list[int]


def idle_parts(genome: GameGenome, matches: int) -> list[Finding]:
    """The parts that are not dead, but never changed play in `matches` matches."""
    looked_at = look_at(genome, parts_to_look_at(genome), matches, played(genome, matches))
    return [finding for finding in looked_at if finding is not None]


def parts_to_look_at(genome: GameGenome) -> list[Path]:
    """The parts that may have an effect; fields with their default value are skipped."""
    return [path for path in live_parts(genome) if left_out(genome, path) is not None]


def look_at(genome: GameGenome, paths: Sequence[Path], matches: int, known: Course) -> Iterator[Finding | None]:
    """For each part in turn a finding if it never changed play, else None: `known` is the result of `matches` matches
    of the unchanged genome. Parts within an idle part are skipped."""
    idle: Path | None = None
    for path in paths:
        if idle and is_in(path, idle):
            yield None
            continue
        others = [other for other in _others(genome, path) if not validate(other)]
        decides = path[0] == "win_conditions" and isinstance(path[-1], int)
        if others and all(_is_same(played(other, matches), known, decides) for other in others):
            changed = "what anybody wins" if decides else "play"
            idle = path
            yield Finding(written(path), f"it never changed {changed} in {matches:,} random matches", matches)
        else:
            yield None


def _is_same(course: Course, known: Course, decides: bool) -> bool:
    """Whether matches went the same way; for a win condition, whether the scores are the same."""
    return course.won == known.won and (decides or course.told == known.told)


def _others(genome: GameGenome, path: Path) -> Iterator[GameGenome]:
    """The genome with other values of a part; for a number also the least one that is valid, as more chips or cards
    than are ever used may still be needed."""
    yield from alternatives(genome, path)
    value = found(genome, path)
    if type(value) is int:
        least = bisect_left(range(value), True, key=lambda number: not validate(replaced(genome, path, number)))
        if least < value:
            yield replaced(genome, path, least)


def played(genome: GameGenome, matches: int) -> Course:
    """The result of a number of random matches, always the same."""
    loop = Loop(GAME, configure(genome), mode=TRACED, watch=watch_traces, notes=Traces)
    tally = loop.run(SEED, 0, matches)
    return Course(loop.notes.flat(), tally.flat())
