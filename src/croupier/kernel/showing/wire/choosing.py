"""Which dialect somebody wants to hear: the game's own, the generic one, or the contract's."""

from __future__ import annotations

from ...contract.game import Game
from .contract import ContractDialect
from .dialect import Dialect

OWN, GENERIC, CONTRACT, WORDS = "game", "generic", "contract", "words"
"""The names by which `hello` asks for them. `words` is the generic one, for who is told decisions in words besides."""


def dialect_of(game: Game, named: str = OWN) -> Dialect:
    """The dialect that a game speaks, or another that was asked for."""
    if named == CONTRACT:
        return ContractDialect(game)
    return game.wire(game) if game.wire and named == OWN else Dialect(game)
