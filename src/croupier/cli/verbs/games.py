"""`croupier games`: what can be played."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from croupier.games import GAMES, classics, load
from croupier.kernel.contract.game import Game

WIDTH = 100


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Lists the games that can be played."
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    games = [load(name) for name in GAMES]
    if options.json:
        print(json.dumps([as_json(name, load(name)) for name in (*GAMES, *classics())]))
        return 0
    if not games:
        print("No games yet. A game of your own is named by its module: croupier play my_games.rummy")
    width = max((len(game.name) for game in games), default=0)
    for game in games:
        print(f"{game.name:{width}}  {game.title}: {game.words.summary}")
        print(f"{'':{width}}  house bots: {', '.join(bots(game))}")
    text = f"Classics, each a genome in the box: {', '.join(classics())}."
    print(textwrap.fill(text, WIDTH, break_on_hyphens=False))
    return 0


def as_json(name: str, game: Game) -> dict[str, Any]:
    """A game as JSON data, with the name that loads it."""
    return {
        "name": name,
        "title": game.title,
        "version": game.version,
        "summary": game.words.summary,
        "bots": bots(game),
    }


def bots(game: Game) -> list[str]:
    """The names of a game's house bots; the first is the default opponent of people."""
    return [*game.house_bots.own, "random"]
