"""Liveness by play: parts of a genome that could change play and, in many random matches, never did.

A part is given its other values one after the other, and the same matches are played again. What every seat has been
told is compared, as one number for all of them, and what it has won. Of a win condition only the latter counts: that
another seat is called the winner, or hands are shown for it, is worth nothing by itself.
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
    """All that the seats were told, as one number each."""

    trace: PerSeat


@rule
def watch_traces(t: Any, out: Out, seat: int, notes: Traces) -> None:
    """Note what every seat has been told by now; each match begins with new traces, so they are added up."""
    for other in range(t.seats):
        notes.trace[other] = mix(notes.trace[other], out.trace[other])
    out.count = 0


class Course(NamedTuple):
    """What came of some matches: all that was told, and what was won in how many hands and steps."""

    told: list[int]
    won: list[int]


def idle_parts(genome: GameGenome, matches: int) -> list[Finding]:
    """The parts that are not dead, but never changed play in so many matches."""
    looked_at = look_at(genome, parts_to_look_at(genome), matches, played(genome, matches))
    return [finding for finding in looked_at if finding is not None]


def parts_to_look_at(genome: GameGenome) -> list[Path]:
    """The parts that may have an effect; a field with its default is no news."""
    return [path for path in live_parts(genome) if left_out(genome, path) is not None]


def look_at(genome: GameGenome, paths: Sequence[Path], matches: int, known: Course) -> Iterator[Finding | None]:
    """Each part in turn, where it never changed play: `known` is what came of so many matches as they are. A part of
    one that was idle is not looked at again."""
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
    """Whether matches went the same way; of those with another way to decide, whether they paid the same."""
    return course.won == known.won and (decides or course.told == known.told)


def _others(genome: GameGenome, path: Path) -> Iterator[GameGenome]:
    """The genome with other values of a part; of a number also with the least that can be played with, as more chips or
    cards than ever come to bear are still needed."""
    yield from alternatives(genome, path)
    value = found(genome, path)
    if type(value) is int:
        least = bisect_left(range(value), True, key=lambda number: not validate(replaced(genome, path, number)))
        if least < value:
            yield replaced(genome, path, least)


def played(genome: GameGenome, matches: int) -> Course:
    """What came of a number of random matches, always the same."""
    loop = Loop(GAME, configure(genome), mode=TRACED, watch=watch_traces, notes=Traces)
    tally = loop.run(SEED, 0, matches)
    return Course(loop.notes.flat(), tally.flat())
