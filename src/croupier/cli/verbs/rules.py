"""`croupier rules GAME`: how a game is played."""

from __future__ import annotations

import argparse

from croupier.games import load
from croupier.kernel.errors import BadInput

from ..terminal.options import GAME_HELP


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Prints the rule book of a game."
    verb.add_argument("game", metavar="GAME", help=GAME_HELP)
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the rule book."""
    from rich.console import Console
    from rich.markdown import Markdown

    game = load(options.game)
    text = game.words.rule_book()
    if not text:
        raise BadInput(f"{game.title} has no rule book yet.")
    Console().print(Markdown(text))
    return 0
