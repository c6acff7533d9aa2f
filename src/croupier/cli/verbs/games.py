"""`croupier games`: what can be played."""

from __future__ import annotations

import argparse
import json
import math
import textwrap
from typing import Any

from croupier.games import GAMES, classics, load
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.observations import chosen_so_far, observations_of
from croupier.kernel.errors import BadInput

WIDTH = 100


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Lists the games that can be played, or what learners are given in one of them."
    verb.add_argument("game", nargs="?", help="a game, for --observations")
    verb.add_argument("--observations", action="store_true", help="print what learners are given at a decision")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list, or the observations of a game."""
    if options.observations or options.game:
        return tell_observations(options)
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
    text = f"Classics, genomes that come with Croupier: {', '.join(classics())}."
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


def tell_observations(options: argparse.Namespace) -> int:
    """Print the blocks of a game's observations, for a table with the default options."""
    if not (options.observations and options.game):
        raise BadInput("Name a game and --observations: croupier games holdem --observations")
    game = load(options.game)
    about, config = observations_of(game), game.configure(**game.simulation)
    rows: list[dict[str, Any]] = []
    at = 0
    low, high = about.bounds(config)
    for block in about.blocks:
        size = block.size(config)
        if size:
            rows.append({"first": at, "size": size, "name": block.name, "low": low[at], "high": high[at],
                         "meaning": block.meaning})  # fmt: skip
        at += size
    for part in chosen_so_far(game):
        rows.append({"first": at, "size": part.size, "name": part.name, "low": 0, "high": part.high,
                     "meaning": part.meaning})  # fmt: skip
        at += part.size
    if options.json:
        whole = {"game": options.game, "version": about.version, "size": at, "unit": about.unit(config)}
        for row in rows:  # JSON has no infinity
            row |= {key: None for key in ("low", "high") if math.isinf(row[key])}
        print(json.dumps({**whole, "blocks": rows}))
        return 0
    print(f"{game.title}, observations v{about.version}: {at} numbers, chips in units of {about.unit(config)}.")
    for row in rows:
        last = row["first"] + row["size"] - 1
        places = f"{row['first']}–{last}" if row["size"] > 1 else last
        print(f"{places:>9}  {row['name']:14} {row['low']:g} to {row['high']:g}")
        print(textwrap.fill(row["meaning"], WIDTH, initial_indent=" " * 11, subsequent_indent=" " * 11))
    return 0
