"""`croupier icm`: what the chips of a tournament are worth in prize money."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import TypeVar

from croupier.simulate.icm import MOST_EXACT, SAMPLES, PrizeEquity, icm

from ..terminal.numbers import counted, text_table
from ..terminal.options import add_seed, seed_of, whole_number

Number = TypeVar("Number", int, float)


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Tells how much of a tournament's prize money each stack is worth by the Independent Chip Model: for example "
        f"to share the prizes out before the end. Exact for up to {MOST_EXACT} players, otherwise from random orders "
        "of finish with 95 % intervals."
    )
    verb.epilog = "example: croupier icm 5000,3000,2000 50,30,20"
    verb.add_argument("stacks", type=_list_of(int, "chips"), help="the players' chips, such as 5000,3000,2000")
    verb.add_argument("prizes", type=_list_of(float, "prizes"), help="the prizes from the first place down: 50,30,20")
    verb.add_argument(
        "--samples", type=whole_number, default=SAMPLES, metavar="N", help=f"random orders (default: {SAMPLES:,})"
    )
    add_seed(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compute the equities and print them."""
    seed = seed_of(options)
    answer = icm(options.stacks, options.prizes, options.samples, abs(seed))
    print(json.dumps({**answer._asdict(), "seed": seed}) if options.json else as_text(answer, seed))
    return 0


def as_text(answer: PrizeEquity, seed: int) -> str:
    """The equities as text."""
    chips, money = sum(answer.stacks), sum(answer.prizes) or 1.0
    rows = []
    for place, (stack, worth, (low, high)) in enumerate(
        zip(answer.stacks, answer.equity, answer.interval, strict=True)
    ):
        within = () if answer.exact else (f"{low:,.2f} … {high:,.2f}",)
        rows.append(
            (f"{place + 1}", f"{stack:,}", f"{stack / chips:.2%}", f"{worth:,.2f}", f"{worth / money:.2%}", *within)
        )
    headings = ("player", "chips", "of all chips", "equity", "of all prizes", *(() if answer.exact else ("95 %",)))
    lines = [*text_table(headings, rows)]
    if not answer.exact:
        lines.append(f"from {counted(answer.samples, 'random order')} of finish, seed {seed}")
    return "\n".join(lines)


def _list_of(kind: Callable[[str], Number], what: str) -> Callable[[str], list[Number]]:
    """A reader of numbers with commas between them."""

    def read(text: str) -> list[Number]:
        try:
            return [kind(part) for part in text.split(",")]
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"{text!r}: {what} are numbers with commas between them, such as 50,30,20"
            ) from None

    return read
