"""`croupier solve`: computes an equilibrium for the rest of a hand of hold'em."""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from textwrap import shorten, wrap
from typing import NamedTuple

from croupier.games.holdem.blueprint.flop import FLOP_CARDS, Flop, coarseness
from croupier.games.holdem.blueprint.flop import as_data as flop_data
from croupier.games.holdem.endgame import ALL_IN, Endgame, Judgement, Spot
from croupier.games.holdem.endgame.account import Kind, as_data, assumptions, heading, kinds, kinds_at
from croupier.games.holdem.endgame.tree import DECISION
from croupier.games.holdem.records import RIVER, TURN
from croupier.kernel.errors import BadInput
from croupier.kernel.files import write_file
from croupier.kernel.vocabulary.cards import parse_cards

from ..terminal.numbers import counted, text_table
from ..terminal.options import check_writable, whole_number
from ..terminal.progress import Bar

TO_PERCENT = 0.3
MOST_ITERATIONS = 2_000
"""Iterations after which the solver stops, even if the solution is less exact than asked for."""
STREETS = {4: TURN, 5: RIVER}
SIZES = (0.5, 1.0, ALL_IN)
WIDTH = 80


class Solved(NamedTuple):
    """An endgame with its last judgement, the time it took, and whether it was not interrupted."""

    end: Endgame
    found: Judgement
    seconds: float
    complete: bool


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Solves the river, or the turn with every river, between two players with given ranges. The player with the "
        "first range acts first. Prints how often each action is right with each kind of hand, what the hand is worth "
        "to both, and by how much a perfect opponent could still beat the solution (exploitability, in percent of the "
        "pot). A flop is too large to be solved: for a flop, the blueprint's strategy is printed, which is coarser."
    )
    verb.epilog = (
        "example: croupier solve 'QQ+, AKs, 76s:0.5' 'top 30%' --board 'Ks 7d 2c 9h 3s' "
        "--pot 100 --stack 400 --sizes 50,100,all-in --out river.html"
    )
    verb.add_argument("ranges", nargs=2, metavar="RANGE", help="'AA-22, AKs', 'top 20%%', with weights such as AKs:0.5")
    verb.add_argument("--board", required=True, metavar="CARDS", help="three to five cards, such as 'Ks 7d 2c 9h 3s'")
    verb.add_argument("--pot", type=whole_number, required=True, metavar="CHIPS", help="the chips in the pot")
    stacks = verb.add_mutually_exclusive_group(required=True)
    stacks.add_argument("--stack", type=whole_number, metavar="CHIPS", help="the chips that each player has left")
    stacks.add_argument("--stacks", metavar="A,B", help="the stacks of the two players, if they differ")
    verb.add_argument(
        "--sizes",
        type=_sizes,
        default=SIZES,
        metavar="LIST",
        help="bets and raises that are tried, in percent of the pot (default: 50,100,all-in)",
    )
    verb.add_argument(
        "--river-sizes", type=_sizes, metavar="LIST", help="other sizes on the river, if the turn is solved"
    )
    verb.add_argument("--least-bet", type=whole_number, default=1, metavar="CHIPS", help="the big blind (default: 1)")
    verb.add_argument("--rake", type=float, default=0.0, metavar="PERCENT", help="what the house takes of the pot")
    verb.add_argument("--rake-cap", type=float, default=math.inf, metavar="CHIPS", help="the most that the house takes")
    effort = verb.add_mutually_exclusive_group()
    effort.add_argument(
        "--to",
        type=float,
        default=TO_PERCENT,
        metavar="PERCENT",
        help=f"exploitability at which the solver stops, in percent of the pot (default: {TO_PERCENT})",
    )
    effort.add_argument("--iterations", type=whole_number, metavar="N", help="a number of iterations instead of --to")
    verb.add_argument(
        "--out", type=Path, metavar="FILE", help="write the whole solution: a page if FILE ends with .html, else JSON"
    )
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve the endgame and print the solution."""
    if len(parse_cards(options.board)) == FLOP_CARDS:
        return tell_flop(options)
    end = Endgame(options.board, tuple(options.ranges), _spot(options))
    if options.out:
        check_writable(options.out)
    solved = solve(end, options.to, options.iterations, quiet=options.json)
    print(json.dumps(as_json(solved)) if options.json else as_text(solved, options.ranges))
    if options.out:
        data = {**as_data(end, solved.found), "ranges": options.ranges, "seconds": round(solved.seconds, 3)}
        _write(options.out, data, assumptions(end), "The solver")
    return 0 if solved.complete else 130


def _write(path: Path, data: dict[str, object], said: list[str], whose: str) -> None:
    """Write the whole solution: as a page with its assumptions (`said`), or as JSON."""
    if path.suffix == ".html":
        from croupier.simulate.report.endgame_page import endgame_page

        write_file(path, endgame_page(data, said, whose))
    else:
        write_file(path, json.dumps(data) + "\n")


def tell_flop(options: argparse.Namespace) -> int:
    """Print how the blueprint plays a flop."""
    _refuse_solver_options(options)
    stacks = (options.stack, options.stack) if options.stacks is None else _stacks(options.stacks)
    flop = Flop(options.board, tuple(options.ranges), options.pot, min(stacks))
    if options.out:
        check_writable(options.out)
    acts = [str(act) for act in flop.root.acts]
    held = flop.held(flop.root)
    found = kinds(held, flop.root.shares, -flop.buckets)
    if options.json:
        told = [{"kind": kind.name, "held": kind.held, "shares": kind.shares} for kind in found]
        print(json.dumps({"blueprint": True, "board": options.board, "acts": acts, "kinds": told}))
    else:
        every = Kind("all hands", 1.0, tuple((flop.root.shares @ held).tolist()), 0)
        rows = [_row(kind)[:-1] for kind in [*found, every]]
        print("\n".join([
            shorten(f"Player 1 acts first, with {options.ranges[0]}", WIDTH, placeholder=" …"),
            "",
            *text_table(("hand", "held", *map(_short, acts)), rows),
            "",
            *(line for said in coarseness(flop) for line in wrap(said, WIDTH)),
        ]))  # fmt: skip
    if options.out:
        _write(options.out, {**flop_data(flop), "ranges": options.ranges}, coarseness(flop), "The blueprint")
    return 0


def _refuse_solver_options(options: argparse.Namespace) -> None:
    """Refuse options that only the solver uses."""
    defaults = {
        "sizes": SIZES, "river_sizes": None, "least_bet": 1, "rake": 0.0, "rake_cap": math.inf, "to": TO_PERCENT,
        "iterations": None,
    }  # fmt: skip
    for name, default in defaults.items():
        if getattr(options, name) != default:
            option = f"--{name.replace('_', '-')}"
            raise BadInput(
                f"{option} is for the turn and the river. For a flop the blueprint's strategy is printed: leave it out."
            )


def solve(end: Endgame, percent: float, iterations: int | None = None, *, quiet: bool = True) -> Solved:
    """Iterate until the exploitability is at most `percent` of the pot, or `iterations` times; Ctrl-C stops early."""
    if iterations is not None and iterations < 1:
        raise BadInput(f"--iterations takes 1 or more, not {iterations}.")
    if not percent > 0:
        raise BadInput(f"--to takes a percentage above 0, not {percent:g}.")
    most = iterations or MOST_ITERATIONS
    start, complete = time.perf_counter(), True
    try:
        with Bar(most, quiet=quiet) as bar:
            for found in end.improve(most):
                bar.show(end.iterations, f"exploitability {found.percent:.2f} % of the pot")
                if iterations is None and found.percent <= percent:
                    break
    except KeyboardInterrupt:
        complete = False
    return Solved(end, end.judge(), time.perf_counter() - start, complete)


def as_json(solved: Solved) -> dict[str, object]:
    """JSON data: how exact the solution is, its values, and the strategy at the root by kinds of hands."""
    data: dict[str, object] = {
        **heading(solved.end, solved.found),
        "seconds": round(solved.seconds, 3),
        "complete": solved.complete,
    }
    root = solved.end.root
    if root.kind == DECISION:
        data["acts"] = [str(act) for act in root.acts]
        data["kinds"] = [
            {"kind": kind.name, "held": kind.held, "shares": kind.shares, "worth": kind.worth}
            for kind in kinds_at(solved.end.look(root))
        ]
    return data


def as_text(solved: Solved, ranges: list[str]) -> str:
    """Text: the strategy at the root, then exploitability, values and assumptions."""
    end, found = solved.end, solved.found
    lines = []
    if end.root.kind == DECISION:
        here = end.look(end.root)
        every = Kind("all hands", 1.0, tuple((here.shares @ here.held).tolist()), found.values[end.root.actor])
        acts = [_short(str(act)) for act in end.root.acts]
        rows = [_row(kind) for kind in [*kinds_at(here), every]]
        lines += [shorten(f"Player 1 acts first, with {ranges[0]}", WIDTH, placeholder=" …"), ""]
        lines += [*text_table(("hand", "held", *acts, "worth"), rows), ""]
    if not solved.complete:
        lines.append("Interrupted: this is what was found so far.")
    took = f"{counted(found.iterations, 'iteration')} in {solved.seconds:.1f} s"
    lines.append(f"Exploitability {found.percent:.2f} % of the pot ({found.exploitability:.2g} chips) after {took}.")
    gets = [f"{round(value, 2) + 0:,.2f}" for value in found.values]
    lines.append(f"Of the pot of {found.pot:,}, player 1 gets {gets[0]} and player 2 {gets[1]}.")
    return "\n".join([*lines, *assumptions(end)])


def _row(kind: Kind) -> list[str]:
    return [
        kind.name,
        f"{kind.held:.1%}",
        *(_percent(share) for share in kind.shares),
        f"{round(kind.worth, 1) + 0:,.1f}",
    ]


def _percent(share: float) -> str:
    """A share in percent; "·" below half a percent."""
    return f"{100 * share:.0f} %" if share >= 0.005 else "·"


def _short(act: str) -> str:
    """The name of an act for the head of a column."""
    return "all-in" if "all-in" in act else act


def _spot(options: argparse.Namespace) -> Spot:
    """The spot that the options describe."""
    board = parse_cards(options.board)
    count = len(board)
    if count not in STREETS:
        raise BadInput(f"--board takes three cards for the flop, four for the turn or five for the river, not {count}.")
    return Spot(
        options.pot,
        (options.stack, options.stack) if options.stacks is None else _stacks(options.stacks),
        options.sizes,
        street=STREETS[count],
        river_sizes=options.river_sizes,
        least_bet=options.least_bet,
        rake=options.rake / 100,
        rake_cap=options.rake_cap,
    )


def _stacks(text: str) -> tuple[int, int]:
    try:
        first, second = (int(part) for part in text.split(","))
    except ValueError:
        raise BadInput(f"--stacks takes two whole numbers such as 400,250, not {text!r}.") from None
    return first, second


def _sizes(text: str) -> tuple[float, ...]:
    """Parse percentages of the pot into shares."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    try:
        return tuple(ALL_IN if word in ("all-in", "allin") else float(word.rstrip("%")) / 100 for word in words)
    except ValueError:
        said = f"{text!r} is no list of sizes; write percentages of the pot, such as 50,100,all-in"
        raise argparse.ArgumentTypeError(said) from None
