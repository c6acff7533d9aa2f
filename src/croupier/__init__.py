"""Croupier: a card room in a box.

Every game can be imported from here by its name: `from croupier import holdem`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.games import battle as battle
    from croupier.games import deal as deal
    from croupier.games import holdem as holdem

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """A game's package, imported when it is first asked for."""
    import importlib

    games = importlib.import_module("croupier.games").GAMES
    if name in games:
        return importlib.import_module(games[name])
    raise AttributeError(f"croupier has no {name!r}; its games are {', '.join(games)}")
