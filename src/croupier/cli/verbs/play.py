"""`croupier play GAME`: a person against house bots in the terminal.

It uses only the contract and Scenes, so it works for every game.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from croupier.agents.loading import FORMS
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Recorder
from croupier.kernel.errors import BadInput
from croupier.kernel.files import write_file
from croupier.kernel.showing.cast import Cast, cast_for
from croupier.kernel.showing.draw import chips

from ..terminal.console import console
from ..terminal.numbers import counted
from ..terminal.opponents import PERSON, Opponents
from ..terminal.options import (
    add_game,
    add_limit,
    add_seed,
    check_writable,
    configured,
    milliseconds,
    seed_of,
    tell_stand_ins,
    terms_of,
    warn_about_isolation,
    whole_number,
)
from ..terminal.screens import Lines, WholeScreen, can_be_drawn_on, show_all
from ..terminal.session import Left, TerminalSession

PACE_MS = 700


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = "You against bots, in the terminal. Ctrl-C leaves the table at any time."
    add_game(verb)
    add_seed(verb)
    verb.add_argument("--seats", type=whole_number, metavar="K", help="how many seats, where the game leaves it open")
    verb.add_argument(
        "--seat", type=whole_number, metavar="N", help="where you sit (default: the game's own seat for people)"
    )
    verb.add_argument(
        "--bots",
        default="",
        metavar="BOT,…",
        help=f"who sits in the other seats: {FORMS} (default: the learnt strategy that is shipped for the game, else "
        "its first house bot)",
    )
    verb.add_argument(
        "--pace",
        type=milliseconds,
        default=PACE_MS,
        metavar="MS",
        help=f"how long each move of the others is shown; any key goes faster (default: {PACE_MS})",
    )
    add_limit(verb)
    verb.add_argument("--record", type=Path, metavar="FILE", help="write the match to a file when it ends")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play one match."""
    shown = console()
    with _status_shown(shown, f"Setting up {options.game} …"):
        game = load(options.game)
        config = configured(game, options, seats=options.seats)
        game = game.for_config(config) if game.for_config else game
        if options.record:
            check_writable(options.record)
        match = Recorder(game, config, seed=seed_of(options))
        screen = WholeScreen(shown, options.pace / 1000) if can_be_drawn_on() else Lines(shown)
        session = seated(game, config, match, options, screen)
    left = False
    try:
        with screen:
            show_all(session.play(), screen)
    except (KeyboardInterrupt, EOFError, Left):
        left = True
    finally:
        session.others.leave()
    ended = "" if left else session.eyes.see(match.state).over
    for line in ["", *summary(match, session.cast, ended, session.biggest_pot)]:
        shown.print(line, highlight=False, soft_wrap=True)
    shown.print(f"The same cards again: {command(options, match.seed)}", highlight=False, soft_wrap=True)
    if options.record:
        names = [
            PERSON if session.cast.is_you(seat) else session.cast.plate(seat) for seat in range(match.state.table.seats)
        ]
        write_file(options.record, match.record(names).to_json())
        shown.print(
            f"The match is in {options.record}: croupier replay {options.record}", highlight=False, soft_wrap=True
        )
    return 0


def seated(
    game: Game, config: Any, match: Recorder, options: argparse.Namespace, screen: Lines | WholeScreen
) -> TerminalSession:
    """The session of the person, with the bots seated."""
    seats, seat = match.state.table.seats, game.own_seat if options.seat is None else options.seat
    if not 0 <= seat < seats:
        raise BadInput(f"There is no seat {seat}; seats are 0 to {seats - 1}.")
    names = options.bots.split(",") if options.bots else [game.house_bots.names[0]]
    warn_about_isolation(names)
    tell_stand_ins(game, config, names)
    others = Opponents(
        game,
        names,
        [other for other in range(seats) if other != seat],
        seed=match.seed,
        terms=terms_of(options),
    )
    cast = cast_for(game, seat, others.nameplates)
    return TerminalSession(match, cast, others, by_keys=isinstance(screen, WholeScreen), stops=screen.is_asked)


@contextmanager
def _status_shown(shown: Console, doing: str) -> Iterator[None]:
    """Show what is being done, if a person waits at a terminal."""
    if not shown.is_terminal or not sys.stdin.isatty():
        yield
        return
    with shown.status(doing):
        yield


def summary(match: Recorder, cast: Cast, ended: str, biggest_pot: int) -> list[str]:
    """The result of each seat, best first; `ended` says how the match ended, "" if the person left before."""
    game, table = match.game, match.state.table
    scores = [game.core.score(table, seat) for seat in range(table.seats)]
    parts = [game.title, counted(table.hands, "hand")]
    if biggest_pot:
        parts.append(f"biggest pot {chips(biggest_pot)}")
    names = [_named(cast, seat) for seat in range(table.seats)]
    lines = [" · ".join(parts), ended or "You leave before the end. So far:"]
    wide = max(map(len, names))
    for seat in sorted(range(table.seats), key=lambda seat: -scores[seat]):
        lines.append(f"   {names[seat]:{wide}}  {_signed(scores[seat]):>9}")
    return lines


def _named(cast: Cast, seat: int) -> str:
    """The name of the player in a seat, with the role of the seat if it has one."""
    role = cast.role(seat)
    if cast.is_you(seat):
        return f"you, {cast.plainly(seat)}" if role else "you"
    return cast.plainly(seat)


def _signed(score: int) -> str:
    return f"{score:+,}".replace("-", "−") if score else "0"


def command(options: argparse.Namespace, seed: int) -> str:
    """The command that plays a match with the same cards."""
    words = ["croupier", "play", options.game, "--seed", str(seed)]
    for name in ("seats", "seat", "bots"):
        value = getattr(options, name)
        if value not in (None, ""):
            words += [f"--{name}", str(value)]
    for item in options.set:
        words += ["--set", item]
    return shlex.join(words)
