"""The elements of a rule book: sentences that list the parts of the genome that they tell.

So a test can check that a book tells every live part, and none twice. Sentences that tell no part hold for every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..language.dead_parts import LIMIT, live_parts
from ..language.genome import BettingPhase, GameGenome, Part
from ..language.parts import ONCE, PHASES, Path, found, replaced
from . import english
from .limits import most_turns


class Sentence(NamedTuple):
    """A sentence, or a table, and the parts that it tells."""

    text: str
    tells: tuple[Path, ...] = ()


class Paragraph(NamedTuple):
    """Some sentences; with a lead, an item of a list."""

    sentences: list[Sentence]
    lead: str = ""

    def markdown(self) -> str:
        """The text."""
        return self.lead + " ".join(sentence.text for sentence in self.sentences)


class Section(NamedTuple):
    """Paragraphs under a heading."""

    heading: str
    paragraphs: list[Paragraph]

    def markdown(self) -> str:
        """The text. Items of a list follow one another closely."""
        text, before = f"## {self.heading}\n", ""
        for paragraph in self.paragraphs:
            text += ("" if before and paragraph.lead else "\n") + paragraph.markdown() + "\n"
            before = paragraph.lead
        return text


def say(text: str, *tells: Iterable[Path]) -> Sentence:
    """A sentence: with a capital and a full stop."""
    return Sentence(english.sentence(text), tuple(path for paths in tells for path in paths))


class Place:
    """A structure of the genome and all its paths: equal phases are told once.

    Called with names of fields, it returns the paths of those that are live; [] if there is no need to tell them.
    """

    def __init__(self, part: Part, paths: Sequence[Path], live: frozenset[Path]) -> None:
        self.part, self.paths, self.live = part, paths, live

    def __call__(self, *names: str) -> list[Path]:
        return [path for stands in self.paths for name in names if (path := (*stands, name)) in self.live]

    @property
    def itself(self) -> list[Path]:
        """The paths of the structure itself, if it is one of a list."""
        return [path for path in self.paths if path in self.live]

    def items(self, name: str) -> list[Place]:
        """The places of the structures in a list of it."""
        return [
            Place(part, [(*stands, name, at) for stands in self.paths], self.live)
            for at, part in enumerate(getattr(self.part, name))
        ]


class Reader:
    """A genome that is being told.

    `plain` is the same genome without phases that are never reached. A turn limit that no hand can reach is not told.
    `once` is how many of the first phases are played once; 0 if the game is the same without it.
    """

    def __init__(self, genome: GameGenome) -> None:
        live = live_parts(genome)
        structure = genome.turn_structure
        stays = [at for at in range(len(structure.phases)) if (*PHASES, at) in live]
        self.genome = genome
        self.once = structure.once if ONCE in live else 0
        plain = replaced(genome, PHASES, tuple(structure.phases[at] for at in stays))
        self.plain: GameGenome = replaced(plain, ONCE, sum(at < self.once for at in stays))
        turns = most_turns(self.plain)
        reached = turns is None or turns > genome.max_turns
        self.live = frozenset(path for path in live if reached or path != LIMIT)

    @property
    def everybody(self) -> str:
        """All players who can win the hand: "everybody", if nobody can fold or a fold ends the hand."""
        bets = any(isinstance(phase, BettingPhase) for phase in self.genome.turn_structure.phases)
        return "everybody who is still in" if bets and self.genome.player_count > 2 else "everybody"

    def at(self, *paths: Path) -> Place:
        """The place of a structure that is the same at all of these paths."""
        return Place(found(self.genome, paths[0]), paths, self.live)
