"""Genome games: betting card games as data, one machine that plays them all."""

from .checking import checked, validate
from .game import GAME, classics, configure, find, from_file, of
from .genome import GameGenome, to_json
from .reading import BadGenome, Flaw, from_json, read

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
