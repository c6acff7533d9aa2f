"""`croupier learn GAME`: a player that learns a game against itself, and plays as `house:learnt:FILE`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from croupier.agents.learner import MOST_NODES, SITUATION, TRACE, Knowledge
from croupier.agents.learnt import known_share
from croupier.games import load
from croupier.simulate.learning import Learnt, learn

from ..terminal.numbers import counted
from ..terminal.options import add_game, add_seed, check_writable, configured, settings, whole_number
from ..terminal.progress import Bar

MINUTES = 10.0
LOOKED_AT = 100
"""Matches of self-play in which it is counted how often the strategy knows the situation."""
DESCRIPTION = """\
Learns a game by self-play (Monte Carlo counterfactual regret minimisation), and writes the average strategy to a file.
`croupier match --game GAME house:learnt:FILE …` and every other verb that seats bots can play it.

In a game of two players the strategy approaches an equilibrium: it does not lose in the long run, and exploits nobody.
It is learnt for the options given here: with other options, most situations are unknown, and the game's default bot
plays them. Ctrl-C ends learning and writes what was learnt so far; --resume goes on from FILE.checkpoint.
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = DESCRIPTION
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    add_game(verb)
    add_seed(verb)
    verb.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file for the strategy")
    verb.add_argument(
        "--minutes",
        type=float,
        metavar="M",
        help=f"how long to learn (default: {MINUTES:g}, unless --iterations is given)",
    )
    verb.add_argument(
        "--iterations", type=whole_number, metavar="N", help="matches to learn from; the last round is finished"
    )
    verb.add_argument("--resume", action="store_true", help="go on from the checkpoint beside FILE, with its seed")
    verb.add_argument(
        "--keys",
        choices=(TRACE, SITUATION),
        default=TRACE,
        help="the key of a decision: all that the seat was told, for small games, or the game's own abstraction, for "
        f"large genomes (default: {TRACE})",
    )
    verb.add_argument("--seats", type=whole_number, metavar="K", help="how many seats, where the game leaves it open")
    verb.add_argument(
        "--situations",
        type=whole_number,
        default=MOST_NODES,
        metavar="N",
        help=f"how many situations are kept at most (default: {MOST_NODES:,}; a million takes about 150 MB)",
    )
    verb.add_argument(
        "--workers", type=whole_number, default=1, metavar="W", help="processes to use; never changes the result"
    )
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Learn, write the strategy and print a summary."""
    game = load(options.game)
    given = {**game.simulation, "seats": options.seats, **settings(game, options.set)}
    given = {name: value for name, value in given.items() if value is not None}
    config = configured(game, options, **{**game.simulation, "seats": options.seats})
    check_writable(options.out)
    minutes = MINUTES if options.minutes is None and options.iterations is None else options.minutes
    bar = Bar(options.iterations or round(60 * (minutes or 0)), quiet=options.json)

    def show(known: Knowledge, seconds: float) -> None:
        bar.show(known.walks if options.iterations else round(seconds), f"learning, {len(known.keys):,} situations")

    with bar:
        found = learn(
            options.game,
            config,
            options.out,
            options=given,
            minutes=minutes,
            iterations=options.iterations,
            seed=options.seed,
            workers=options.workers,
            keys=options.keys,
            most_nodes=options.situations,
            resume=options.resume,
            progress=show,
        )
    share = known_share(game, config, options.out, matches=LOOKED_AT, seed=found.about.seed)
    print(as_json(options, found, share) if options.json else as_text(options, game.title, found, share))
    return 0 if found.complete else 130


def as_json(options: argparse.Namespace, found: Learnt, share: float) -> str:
    """The summary as JSON."""
    about = {name: getattr(found.about, name) for name in ("seed", "rounds", "walks", "visits", "situations")}
    more = {"known": share, "crowded": found.known.crowded, "seconds": round(found.seconds, 3)}
    return json.dumps({"game": options.game, "file": str(options.out), **about, **more, "complete": found.complete})


def as_text(options: argparse.Namespace, title: str, found: Learnt, share: float) -> str:
    """The summary as text."""
    about, out = found.about, options.out
    lines = [
        f"{title}: {counted(about.situations, 'situation')} from {counted(about.walks, 'walk')} and "
        f"{about.visits:,} visits ({about.rounds} rounds, {found.seconds:.1f} s), from seed {about.seed}"
    ]
    if not found.complete:
        lines.append(f"Interrupted: this is what was learnt so far. `--resume` goes on from {out}.checkpoint.")
    if found.known.crowded:
        lines.append(
            f"{found.known.crowded:,} times a new situation found no room: --situations {options.situations} is "
            "too few for this game. Raise it, or make the game smaller (--set)."
        )
    lines.append(f"It knows what to do in {share:.1%} of the decisions of {LOOKED_AT} matches against itself.")
    lines.append(f"{out}: {out.stat().st_size:,} bytes. Play it as house:learnt:{out}")
    return "\n".join(lines)
