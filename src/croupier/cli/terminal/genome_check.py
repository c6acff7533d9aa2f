"""What `croupier genome check` found about one genome."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.games.genome import BadGenome, Flaw, find, validate
from croupier.games.genome.language.dead_parts import Finding, dead_parts
from croupier.games.genome.language.genome import name_of
from croupier.games.genome.language.reading import sentences_of
from croupier.kernel.errors import BadInput
from croupier.simulate.idle_parts import idle_parts

from .numbers import counted


class GenomeCheck(NamedTuple):
    """The flaws of a genome; if it has none, the parts without effect. A file that cannot be read has one flaw."""

    file: str
    title: str
    flaws: list[Flaw]
    notes: list[Finding]
    matches: int = 0
    """In how many random matches parts without effect were looked for; without any, only what is certain is found."""

    def as_json(self) -> dict[str, Any]:
        """For programs. `matches` of a note is 0 where it is certain."""
        return {
            "file": self.file,
            "title": self.title,
            "flaws": [flaw._asdict() for flaw in self.flaws],
            "notes": [note._asdict() for note in self.notes],
        }

    def as_text(self) -> str:
        """For people."""
        if self.flaws:
            told = [f"{self.file} has {counted(len(self.flaws), 'flaw')}:", *sentences_of(self.flaws)]
        elif self.notes:
            parts = counted(len(self.notes), "part")
            told = [f"{self.file}: {self.title} can be played. {parts} found without effect:", *map(str, self.notes)]
        elif self.matches:
            told = [f"{self.file}: {self.title} can be played, and every part of it has its effect."]
        else:
            told = [f"{self.file}: {self.title} can be played, and no part of it is certain to have no effect."]
        return "\n  ".join(told)


def check_genome(file: str, matches: int) -> GenomeCheck:
    """Check a file, or a classic. Parts that may have an effect are looked at in so many random matches."""
    try:
        genome = find(file)
    except BadGenome as error:
        return GenomeCheck(file, "", error.flaws, [])
    except BadInput as error:
        return GenomeCheck(file, "", [Flaw("$", str(error).rstrip("."), "Name a file that can be read")], [])
    title = name_of(genome)
    if flaws := validate(genome):
        return GenomeCheck(file, title, flaws, [])
    idle = idle_parts(genome, matches) if matches else []
    return GenomeCheck(file, title, [], dead_parts(genome) + idle, matches)
