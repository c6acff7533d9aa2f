"""What `croupier genome check` found about one genome."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.games.genome import BadGenome, Flaw, GameGenome, find, validate
from croupier.games.genome.language.dead_parts import Finding, dead_parts
from croupier.games.genome.language.genome import name_of
from croupier.games.genome.language.parts import written
from croupier.games.genome.language.reading import sentences_of
from croupier.kernel.errors import BadInput
from croupier.simulate.idle_parts import look_at, parts_to_look_at, played

from .numbers import counted
from .progress import Bar

MOST_SHOWN = 5
"""Parts that are named which were not looked at; JSON has all of them."""


class GenomeCheck(NamedTuple):
    """The flaws of a genome; if it has none, the parts without effect. A file that cannot be read has one flaw."""

    file: str
    title: str
    flaws: list[Flaw]
    notes: list[Finding]
    matches: int = 0
    """In how many random matches parts without effect were looked for; without any, only what is certain is found."""
    unchecked: Sequence[str] = ()
    """Parts that were not looked at: the time was over, …"""
    stopped: bool = False
    """… or somebody pressed Ctrl-C."""

    def as_json(self) -> dict[str, Any]:
        """For programs. `matches` of a note is 0 where it is certain."""
        return {
            "file": self.file,
            "title": self.title,
            "flaws": [flaw._asdict() for flaw in self.flaws],
            "notes": [note._asdict() for note in self.notes],
            "unchecked": list(self.unchecked),
        }

    def as_text(self) -> str:
        """For people."""
        if self.flaws:
            told = [f"{self.file} has {counted(len(self.flaws), 'flaw')}:", *sentences_of(self.flaws)]
        elif self.notes:
            parts = counted(len(self.notes), "part")
            told = [f"{self.file}: {self.title} can be played. {parts} found without effect:", *map(str, self.notes)]
        elif self.unchecked:
            told = [f"{self.file}: {self.title} can be played. No part was found without effect."]
        elif self.matches:
            told = [f"{self.file}: {self.title} can be played, and every part of it has its effect."]
        else:
            told = [f"{self.file}: {self.title} can be played, and no part of it is certain to have no effect."]
        if self.unchecked:
            shown = ", ".join(self.unchecked[:MOST_SHOWN]) + (" …" if len(self.unchecked) > MOST_SHOWN else "")
            why = "because you stopped it" if self.stopped else "for want of time (--seconds gives more)"
            told.append(f"Not looked at {why}: {counted(len(self.unchecked), 'part')}, {shown}")
        return "\n  ".join(told)


def check_genome(file: str, matches: int, seconds: float = math.inf, *, quiet: bool = True) -> GenomeCheck:
    """Check a file, or a classic. Parts that may have an effect are looked at in so many random matches, for so many
    seconds; a Ctrl-C ends that, too."""
    try:
        genome = find(file)
    except BadGenome as error:
        return GenomeCheck(file, "", error.flaws, [])
    except BadInput as error:
        return GenomeCheck(file, "", [Flaw("$", str(error).rstrip("."), "Name a file that can be read")], [])
    title = name_of(genome)
    if flaws := validate(genome):
        return GenomeCheck(file, title, flaws, [])
    check = GenomeCheck(file, title, [], dead_parts(genome), matches)
    return _with_idle_parts(check, genome, seconds, quiet) if matches else check


def _with_idle_parts(check: GenomeCheck, genome: GameGenome, seconds: float, quiet: bool) -> GenomeCheck:
    """The same check with the parts that never changed play. The time counts from when the rules are compiled on."""
    paths, notes, done, stopped = parts_to_look_at(genome), list(check.notes), 0, False
    with Bar(len(paths), quiet=quiet) as bar:
        try:
            known = played(genome, check.matches)
            end = time.monotonic() + seconds
            bar.show(0, f"checking {check.title}")
            for done, finding in enumerate(look_at(genome, paths, check.matches, known), 1):
                notes += [finding] if finding is not None else []
                bar.show(done, f"checking {check.title}")
                if time.monotonic() >= end:
                    break
        except KeyboardInterrupt:
            stopped = True
    return check._replace(notes=notes, unchecked=[written(path) for path in paths[done:]], stopped=stopped)
