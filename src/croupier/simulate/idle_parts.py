"""Liveness by play: parts of a genome that could change play and, in many random matches, never did.

A part is given its other values one after the other, and the same matches are played again. What every seat has been
told is compared, as one number for all of them.
"""

from __future__ import annotations

from typing import Any

from croupier.games.genome import GAME, GameGenome, configure, validate
from croupier.games.genome.language.dead_parts import Finding, live_parts
from croupier.games.genome.language.parts import Path, alternatives, is_in, left_out, written
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import TRACED, Out

from .loop import Loop, PerSeat

SEED = 1


class Traces(Record):
    """All that the seats were told, as one number each."""

    trace: PerSeat


@rule
def watch_traces(t: Any, out: Out, seat: int, notes: Traces) -> None:
    """Note where the traces have got to."""
    for other in range(t.seats):
        notes.trace[other] = out.trace[other]
    out.count = 0


def idle_parts(genome: GameGenome, matches: int) -> list[Finding]:
    """The parts that are not dead, but never changed play in so many matches; a field with its default is no news."""
    known, findings = played(genome, matches), list[Finding]()
    idle: Path | None = None
    for path in live_parts(genome):
        if left_out(genome, path) is None or (idle and is_in(path, idle)):
            continue
        others = [other for other in alternatives(genome, path) if not validate(other)]
        if others and all(played(other, matches) == known for other in others):
            findings.append(Finding(written(path), f"it never changed play in {matches:,} random matches", matches))
            idle = path
    return findings


def played(genome: GameGenome, matches: int) -> list[int]:
    """What came of so many random matches, always the same: all that was told, and all that was counted."""
    loop = Loop(GAME, configure(genome), mode=TRACED, watch=watch_traces, notes=Traces)
    tally = loop.run(SEED, 0, matches)
    return [*loop.notes.flat(), *tally.flat()]
