"""The games, one line each.

A game is a folder with a `GAME` in it. A name that is not in the list is taken for an importable module of your own
that has one: `croupier play my_games.rummy`.
"""

from __future__ import annotations

import importlib

from croupier.kernel.errors import BadInput
from croupier.kernel.game import Game

GAMES: dict[str, str] = {
    "holdem": "croupier.games.holdem",
    "battle": "croupier.games.battle",
    "deal": "croupier.games.deal",
}


def load(name: str) -> Game:
    """The game of a name."""
    if name not in GAMES and "." not in name:
        known = ", ".join(GAMES) or "none yet"
        raise BadInput(f"There is no game {name!r}. There are: {known}. A game of your own is named as its module.")
    try:
        found = importlib.import_module(GAMES.get(name, name))
    except ModuleNotFoundError as error:
        raise BadInput(f"There is no game {name!r}: {error}.") from error
    game = getattr(found, "GAME", None)
    if not isinstance(game, Game):
        raise BadInput(f"The module {name} has no GAME.")
    return game
