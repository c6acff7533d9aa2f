"""The playing styles of the bots of a record."""

from __future__ import annotations

from pathlib import Path

from croupier.kernel.contract.game import Game
from croupier.kernel.language.records import from_dict
from croupier.kernel.showing.style import Style

from .storage import read


def styles_of(game: Game, record: Path) -> list[Style]:
    """How the bots of a record play; nothing for a game that has no notion of it."""
    if game.style is None:
        return []
    series, matches = read(record)
    counter = game.style(game, from_dict(game.Config, series.config), len(series.bots))
    for played in matches:
        counter.count(played.seating, played.moves, played.scores)
    return counter.styles()
