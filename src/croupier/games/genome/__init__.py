"""Genome games: betting card games as data, one machine that plays them all."""

from .game import GAME, classics, configure, find, from_file, of
from .language.checking import checked, validate
from .language.genome import GameGenome, to_json
from .language.reading import BadGenome, Flaw, from_json, read

__all__ = [
    "GAME",
    "BadGenome",
    "Flaw",
    "GameGenome",
    "checked",
    "classics",
    "configure",
    "find",
    "from_file",
    "from_json",
    "of",
    "read",
    "to_json",
    "validate",
]
