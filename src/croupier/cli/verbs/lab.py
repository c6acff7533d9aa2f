"""`croupier lab deal|battle|tournament`: what simulation says about a game's design."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

from croupier.simulate.lab.figures import as_json, as_text

from ..terminal.options import add_seed, seed_of
from . import lab_tournament

TITLES = {"deal": "The Deal in the laboratory", "battle": "The Battle in the laboratory"}
QUICK = {"deal": {"runs": 1_000, "searched": 10, "iterations": 300}, "battle": {"matches": 5_000, "searched": 30}}


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Answers questions about a game's design by simulation. Every figure has its 95 % interval."
    games = verb.add_subparsers(title="what is studied", metavar="deal|battle|tournament", required=True, dest="game")
    for name in TITLES:
        game = games.add_parser(name, help=f"the design of the {name.title()}")
        add_seed(game)
        game.add_argument("--quick", action="store_true", help="fewer runs, wider intervals")
        game.add_argument("--json", action="store_true", help="print as JSON")
        game.set_defaults(run=run)
    lab_tournament.add(games.add_parser("tournament", help="structures of tournaments over many tables"))


def run(options: argparse.Namespace) -> int:
    """Study a game and print the report."""
    if sys.stderr.isatty():
        print("In the laboratory; this takes a few minutes …", file=sys.stderr)
    study = importlib.import_module(f"croupier.simulate.lab.{options.game}").study
    seed = seed_of(options)
    sections = study(seed=seed, **(QUICK[options.game] if options.quick else {}))
    if options.json:
        print(json.dumps({"seed": seed, **as_json(options.game, sections)}))
    else:
        print(as_text(f"{TITLES[options.game]}, from seed {seed}", sections))
    return 0
