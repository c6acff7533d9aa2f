"""The game of a table: one in the box, or a genome whose source the table has."""

from __future__ import annotations

from typing import Protocol

from croupier.games import load
from croupier.games.genome import from_json, of
from croupier.kernel.contract.game import Game


class NamesGame(Protocol):
    """An object that names a game: an offer, or a plan."""

    @property
    def game(self) -> str:
        """Its name."""
        ...

    @property
    def genome(self) -> str:
        """The source of the genome, if the game is one."""
        ...


def game_of(offer: NamesGame) -> Game:
    """The game that an offer or a plan names; BadInput if there is no such game, or the genome is invalid."""
    return of(from_json(offer.genome.encode(), offer.game)) if offer.genome else load(offer.game)
