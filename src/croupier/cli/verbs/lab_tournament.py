"""`croupier lab tournament`: which structure a tournament should have, and which bot is better in one."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from croupier.agents.loading import FORMS, OF_THE_HOUSE, policy_named
from croupier.arena.events.event import Event, blank_tournament, checked, options_at, options_of
from croupier.games.holdem import GAME
from croupier.games.holdem.options import configure
from croupier.kernel.errors import BadInput
from croupier.simulate.lab.duplicate import Duplicate
from croupier.simulate.lab.figures import as_json, as_text
from croupier.simulate.lab.tournament import Study
from croupier.simulate.tournament.evening import Pace, Structure
from croupier.simulate.tournament.series import Field
from croupier.simulate.tournament.terms import READY_MINUTES, Stage, Terms, ready_changes

from ..terminal.numbers import counted
from ..terminal.options import add_isolation, add_limit, add_seed, seed_of, terms_of, warn_about_isolation, whole_number
from ..terminal.progress import Bar
from .host_event import events_in

TOURNAMENTS, PLAYERS, STACK, SEATS, FEE = 1_000, 18, 10_000, 9, 100
BOTS = "shark,tight,station,random"
OWN: dict[str, Any] = {"seating": "assigned", "button_rule": "dead", "entry": "free"}
EPILOG = """\
A FILE describes a tournament as for `croupier host URL event open FILE`; without one, three structures are compared:
levels of 4, 10 and 20 minutes. Nobody enters late or again, and nobody buys chips.

With --team bots are compared, of any form: each plays the same tournaments against the same house bots.

examples:
  croupier lab tournament friday.toml shorter.toml --tournaments 2000
  croupier lab tournament --players 90 --bots oracle,tight,station --workers 2
  croupier lab tournament --team mybot.py --team house:shark --tournaments 500
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "Plays tournaments by the thousand: how long a structure lasts, who wins, and what is luck."
    verb.epilog = EPILOG
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    verb.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a structure: a tournament in TOML")
    verb.add_argument(
        "--tournaments", type=whole_number, default=TOURNAMENTS, metavar="N",
        help=f"how many of each structure, or with each team (default: {TOURNAMENTS})",
    )  # fmt: skip
    verb.add_argument(
        "--players", type=whole_number, metavar="N",
        help=f"how many take part (default: what the file says with `house` or `players`, else {PLAYERS})",
    )  # fmt: skip
    verb.add_argument(
        "--bots", metavar="NAME,…", help=f"house bots, who play in turn (default: those of the file, else {BOTS})"
    )
    verb.add_argument(
        "--team", action="append", default=[], metavar="BOT",
        help=f"compare bots instead of structures; give it for each of them. {FORMS}",
    )  # fmt: skip
    verb.add_argument(
        "--pace", type=float, nargs=2, default=(5.0, 10.0), metavar=("S", "S"),
        help="the seconds of a decision, and those between two hands (default: 5 10)",
    )  # fmt: skip
    add_seed(verb)
    add_limit(verb)
    add_isolation(verb)
    verb.add_argument("--workers", type=whole_number, default=1, metavar="W", help="processes; never changes a result")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play tournaments and print the report."""
    if options.tournaments < 1 or options.workers < 1 or min(options.pace) < 0:
        raise BadInput("At least one tournament and one worker are needed, and times of 0 or more seconds.")
    events = [_event(path) for path in options.files]
    bots = _bots(options, events)
    structures = [_structure(path.stem, event, options) for path, event in zip(options.files, events, strict=True)]
    structures = structures or [_usual(name, options) for name in READY_MINUTES]
    pace = Pace(*(round(1000 * seconds) for seconds in options.pace))
    seed, names = seed_of(options), [OF_THE_HOUSE + name for name in bots]
    for one in structures:
        if one.entrants < len(names) + bool(options.team):
            raise BadInput(f"“{one.name}” has {counted(one.entrants, 'player')}, too few for {len(names)} bots.")
    study: Study | Duplicate
    if options.team:
        if len(structures) > 1 and options.files:
            raise BadInput("Teams are compared in one structure: name one file.")
        terms = terms_of(options, isolated=options.isolated)
        warn_about_isolation(options.team, isolated=terms.isolated)
        house = Field(names, len(names), terms, pace)
        study = Duplicate(structures[0 if options.files else 1], options.team, house, seed)
    else:
        study = Study(structures, Field(names, len(names), pace=pace), seed)
    rounds = len(options.team) or len(structures)
    with Bar(rounds * options.tournaments, quiet=options.json) as bar:
        study.play(options.tournaments, options.workers, bar.show)
    sections = study.sections()
    if options.json:
        print(json.dumps({"seed": seed, "complete": study.complete, **as_json("tournament", sections)}))
    else:
        print(as_text(f"Tournaments in the laboratory, from seed {seed}", sections))
        if not study.complete:
            print("Interrupted: this is the result so far.")
    return 0 if study.complete else 130


def _event(path: Path) -> Event:
    """The tournament of a file."""
    found = events_in(path)
    if len(found) != 1 or found[0].get("kind") != "tournament":
        raise BadInput(f'{path} should describe one event with kind = "tournament".')
    try:
        event = msgspec.convert({"id": "lab", **found[0]}, Event, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path}: {error}") from None
    return checked(event, GAME)


def _bots(options: argparse.Namespace, events: list[Event]) -> list[str]:
    """The names of the house bots, which are the same in all structures."""
    named = [event.bots for event in events if event.bots]
    bots = options.bots.split(",") if options.bots is not None else named[0] if named else BOTS.split(",")
    bots = [name.strip().removeprefix(OF_THE_HOUSE) for name in bots]
    for name in bots:
        policy_named(GAME, name)
    return list(dict.fromkeys(bots))


def _structure(name: str, event: Event, options: argparse.Namespace) -> Structure:
    """The structure of an event. A tournament without prizes gets a fee, so that there is something to win."""
    blank, base = blank_tournament(event), options_of(event, GAME)
    entrants = options.players or event.house or event.tournament.players or PLAYERS
    many = max(1, len(event.levels))
    configs = [configure(**{**base, **options_at(event, level), "seats": blank.seats}) for level in range(many)]
    terms = event.tournament
    if not terms.fee and not terms.added:
        terms = msgspec.structs.replace(terms, fee=FEE)
    terms = msgspec.structs.replace(terms, late_levels=0, reentries=0, rebuys=0, addon=0)
    return Structure(name, entrants, terms, blank.seats, blank.stack, blank.stages, configs)


def _usual(name: str, options: argparse.Namespace) -> Structure:
    """One of the structures that are compared if no file is named."""
    entrants = options.players or PLAYERS
    configs = [configure(seats=SEATS, stack=STACK, **{**OWN, **changes}) for changes in ready_changes()]
    stages = [Stage(minutes=READY_MINUTES[name])] * len(configs)
    return Structure(name, entrants, Terms(players=entrants, fee=FEE), SEATS, STACK, stages, configs)
