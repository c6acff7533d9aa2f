"""The games, one line each.

A game is a folder with a `GAME` in it. A name that is not in the list is taken for an importable module of your own
that has one: `croupier play my_games.rummy`. A game may also be a file: its suffix determines which folder reads it,
with the function `from_file`. Croupier ships some such files, and their names (`classics`) stand for them.
"""

from __future__ import annotations

import importlib

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.spelling import meant

GAMES: dict[str, str] = {
    "holdem": "croupier.games.holdem",
    "battle": "croupier.games.battle",
    "deal": "croupier.games.deal",
    "genome": "croupier.games.genome",
}
FILES: dict[str, str] = {
    ".json": "croupier.games.genome",
}
"""The module that reads the files of a suffix."""


def classics() -> list[str]:
    """The names of all game files that Croupier ships."""
    return [name for module in FILES.values() for name in importlib.import_module(module).classics()]


def load(name: str) -> Game:
    """The game of a name or of a file."""
    for suffix, module in FILES.items():
        if name.lower().endswith(suffix) or (name not in GAMES and name in classics()):
            return importlib.import_module(module).from_file(name)  # type: ignore[no-any-return]
    if name not in GAMES and not _may_be_module(name):
        known = ", ".join(GAMES) or "none yet"
        raise BadInput(
            f"There is no game {name!r}.{meant(name, [*GAMES, *classics()])} "
            f"There are: {known}, and the classics that `croupier games` lists. "
            "A game of your own is named as its module, such as my_games.rummy, or as its file, which ends in "
            f"{' or '.join(FILES)}."
        )
    try:
        found = importlib.import_module(GAMES.get(name, name))
    except ModuleNotFoundError as error:
        raise BadInput(f"There is no game {name!r}: {error}.") from error
    game = getattr(found, "GAME", None)
    if not isinstance(game, Game):
        raise BadInput(f"The module {name} has no GAME.")
    return game


def _may_be_module(name: str) -> bool:
    """Whether a name is that of a module in a package, and not of a file."""
    return "." in name and not name.endswith(".py") and all(part.isidentifier() for part in name.split("."))
