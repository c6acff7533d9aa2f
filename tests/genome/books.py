"""Rule books to look at: the rules of a genome as one text, a chapter of it, and those of random genomes."""

from __future__ import annotations

import random
from functools import cache

from croupier.games.genome import GameGenome
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.rulebook import chapters, sentences
from croupier.games.genome.rulebook.sentences import Sentence

RANDOM = 50


def rules(played: GameGenome) -> str:
    """The rules as one text, without the example."""
    return " ".join(sentence.text for sentence in sentences(played))


def chapter(played: GameGenome, heading: str) -> str:
    """The text of a chapter; nothing if it has none."""
    return "".join(section.markdown() for section in chapters(played) if section.heading == heading)


@cache
def random_books() -> list[tuple[GameGenome, list[Sentence]]]:
    """Random genomes and the rules of each."""
    made = [random_genome(random.Random(seed)) for seed in range(RANDOM)]
    return [(played, sentences(played)) for played in made]


@cache
def random_rules() -> list[tuple[GameGenome, str]]:
    """Random genomes and the rules of each as one text."""
    return [(played, " ".join(sentence.text for sentence in book)) for played, book in random_books()]
