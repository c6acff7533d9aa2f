"""The game of a table: one in the box, or a genome whose source the table has."""

from __future__ import annotations

from typing import Protocol

from croupier.games import load
from croupier.games.genome import from_json, of
from croupier.kernel.contract.game import Game


class NamesGame(Protocol):
    """Whatever says which game is played."""

    @property
    def game(self) -> str:
        """Its name."""
        ...

    @property
    def genome(self) -> str:
        """The source of a genome, where it is one."""
        ...


def game_of(offer: NamesGame) -> Game:
    """The game that is played; BadInput if there is none, or no such genome."""
    return of(from_json(offer.genome.encode(), offer.game)) if offer.genome else load(offer.game)
