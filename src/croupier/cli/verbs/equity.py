"""`croupier equity`: what share of the pot each hand wins on average."""

from __future__ import annotations

import argparse
import json

from croupier.games.holdem.equity import SAMPLES, Equity, equity

from ..terminal.numbers import counted, text_table
from ..terminal.options import add_seed, seed_of, whole_number


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Tells what share of the pot each hand wins on average if nobody folds any more. Exact where every "
        "board can be played out, otherwise from random boards with a 95 % interval."
    )
    verb.epilog = "examples: croupier equity AhKh QsQd --board 2h7h9c · croupier equity AKs 'TT+, AQs' 'top 10%'"
    verb.add_argument(
        "hands",
        nargs="+",
        metavar="CARDS",
        help="a hand such as AhKh, ?? for any, or a range: AKs, 'TT+, AQo', A5s-A2s, 'top 10%%'",
    )
    verb.add_argument("--board", default="", metavar="CARDS", help="three to five cards, such as 2h7h9c")
    verb.add_argument(
        "--samples", type=whole_number, default=SAMPLES, metavar="N", help=f"random boards (default: {SAMPLES})"
    )
    add_seed(verb)
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compute the equities and print them."""
    seed = seed_of(options)
    answer = equity(*options.hands, board=options.board, samples=options.samples, key=seed)
    print(json.dumps({**answer._asdict(), "seed": seed}) if options.json else as_text(answer, seed))
    return 0


def as_text(answer: Equity, seed: int) -> str:
    """The equities as text."""
    on = f" on {answer.board}" if answer.board else ""
    shares = zip(answer.equity, answer.win, answer.tie, strict=True)
    rows = ((hand, *(f"{share:.2%}" for share in of)) for hand, of in zip(answer.hands, shares, strict=True))
    lines = [*text_table(("hand", "equity", "win", "tie"), rows)]
    if answer.exact:
        ways = "the only way" if answer.boards == 1 else f"all {answer.boards:,} ways"
        lines.append(f"exact: {ways} the cards can fall{on}")
    else:
        half = max(high - low for low, high in answer.interval) / 2
        ways = f"{counted(answer.boards, 'random way')} the cards can fall{on}"
        lines.append(f"{ways}: ± {half:.2%} (95 %), from seed {seed}")
    return "\n".join(lines)
