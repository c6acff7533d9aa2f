"""The rule book of a genome, generated: what a family at a table needs to know to play it.

Every live part of the genome is told, and none twice: each sentence lists the parts that it tells. After the rules the
book says what the choices are good for.
"""

from __future__ import annotations

from croupier.kernel.contract.game import Game

from ..language.genome import GameGenome, name_of
from .betting import betting
from .ending import end, running_out
from .example import example
from .reasons import reasons
from .sentences import Reader, Section, Sentence
from .setup import aim, deal, needs
from .steps import hand
from .winning import winning, writes_points

CHAPTERS = (aim, needs, deal, hand, betting, winning, running_out, end)


def chapters(genome: GameGenome) -> list[Section]:
    """The rules of a valid genome, chapter by chapter."""
    return _chapters(Reader(genome))


def _chapters(reader: Reader) -> list[Section]:
    return [section for chapter in CHAPTERS if (section := chapter(reader)) is not None]


def sentences(genome: GameGenome) -> list[Sentence]:
    """All sentences of the rules."""
    return [
        sentence for section in chapters(genome) for paragraph in section.paragraphs for sentence in paragraph.sentences
    ]


def rule_book(genome: GameGenome, game: Game) -> str:
    """The rule book of a genome, as Markdown, with an example that the game has played."""
    reader = Reader(genome)
    scores = not genome.setup.starting_chips or writes_points(reader)
    return _book(genome, [*_advised(reader), example(game, game.configure(genome, hands=1), genome, scores)])


def short_rules(genome: GameGenome) -> str:
    """The rule book of a genome without the example, for which a hand would be played."""
    return _book(genome, _advised(Reader(genome)))


def _advised(reader: Reader) -> list[Section]:
    """The rules, and what to think about."""
    advice = reasons(reader)
    return [*_chapters(reader), *([advice] if advice else [])]


def _book(genome: GameGenome, sections: list[Section]) -> str:
    opening = [f"# {name_of(genome)}\n"] + ([f"{genome.note}\n"] if genome.note else [])
    return "\n".join(opening + [section.markdown() for section in sections])
