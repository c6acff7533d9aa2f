"""`croupier models CONFIG.toml`: which language model plays better, how surely, and at what cost."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.simulate.leaks.findings import Leaks
from croupier.simulate.leaks.sampling import player_named
from croupier.simulate.models.benchmark import Benchmark
from croupier.simulate.models.plan import read_plan
from croupier.simulate.models.standings import Standing, Standings, standings
from croupier.simulate.report.models_page import MISTAKES, leaks_file, write_models_report

from ..terminal.console import columns, console
from ..terminal.numbers import counted, interval_of, mean_of
from ..terminal.options import whole_number
from ..terminal.progress import Bar
from .leaks import WORLDS, judged, matches_in, table_of, write_page

if TYPE_CHECKING:
    from rich.console import Console

FOLDER = "models"
DESCRIPTION = """\
Lets language models behind OpenAI-compatible endpoints play the same deals against a house bot, and tells which is
better, how certain that is, and what it cost.
"""
EPILOG = """\
examples:
  croupier models docs/models.toml
  croupier models docs/models.toml --json

The same command again goes on where the last one was ended, and asks nothing twice. docs/rank-models.md explains the
file and the figures.
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = DESCRIPTION
    verb.epilog = EPILOG
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    verb.add_argument("plan", type=Path, metavar="CONFIG.toml", help="the models, the game, the deals and the budgets")
    verb.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help=f"the folder of records, answers and the page (default: {FOLDER}/NAME, by the name of the file)",
    )
    verb.add_argument("--no-aivat", action="store_true", help="leave out AIVAT, which takes a while to compute")
    verb.add_argument(
        "--leaks",
        type=whole_number,
        metavar="N",
        help="judge N hands of each by `croupier leaks`, and tell its typical mistakes by what they cost",
    )
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play what is left of the benchmark, and print the standings."""
    folder = options.out or Path(FOLDER) / options.plan.stem
    benchmark = Benchmark(read_plan(options.plan), folder, os.environ)
    with Bar(benchmark.plays, quiet=options.json) as bar:
        benchmark.play(bar.show)
    found = standings(benchmark, aivat=False)
    if not options.no_aivat:
        with suppress(KeyboardInterrupt), Bar(benchmark.plays, quiet=options.json) as bar:
            found = standings(benchmark, lambda done: bar.show(done, "judging by AIVAT"))
    mistakes = {one.name: leaks_in(benchmark, one, options) for one in found.ranked if options.leaks and one.hands}
    page = write_models_report(benchmark, found, mistakes)
    if options.json:
        leaks = {name: [msgspec.to_builtins(spot) for spot in one.spots] for name, one in mistakes.items()}
        told = {**benchmark.as_json(), **found.as_json(), **({"leaks": leaks} if options.leaks else {})}
        print(json.dumps({**told, "page": str(page)}))
    else:
        show(console(), benchmark, found)
        show_mistakes(mistakes)
        print(f"The page, with every hand and its thoughts, is {page}.")
    for one in found.ranked:
        if one.stopped:
            print(f"{one.name} has played {one.hands:,} of {benchmark.plan.hands:,}: {one.stopped}.", file=sys.stderr)
    return 1 if any(one.stopped for one in found.ranked) else 0


def leaks_in(benchmark: Benchmark, one: Standing, options: argparse.Namespace) -> Leaks:
    """What the decisions of a contender cost it, with a page of its own."""
    record, names = str(one.course.record), list[str]()
    player = player_named(one.name, matches_in([record], names))
    plan = benchmark.plan
    wanted = argparse.Namespace(
        bot=one.name, game=plan.game, hands=options.leaks, minutes=None, worlds=WORLDS, workers=1, seed=plan.seed,
        json=options.json,
    )  # fmt: skip
    found = judged(wanted, player, names)
    write_page(leaks_file(one), found, player, plan.game)
    return found


def show_mistakes(mistakes: Mapping[str, Leaks]) -> None:
    """Print the spots that cost each contender most."""
    for name, found in mistakes.items():
        print(f"\nWhat cost {name} most, of {counted(found.hands, 'judged hand')}:")
        print("\n".join(table_of(found, "spot", found.spots[:MISTAKES])))


def show(screen: Console, benchmark: Benchmark, found: Standings) -> None:
    """Print the standings."""
    plan = benchmark.plan
    told = f"{benchmark.game.title}, {counted(plan.hands, 'hand')} each against {plan.opponent}, from seed {plan.seed}"
    screen.print(told, highlight=False, soft_wrap=True)
    how = "by AIVAT" if found.aivat else "without the luck after the last decision"
    table = columns("model", "hands", f"{found.unit}, {how}", "95 % interval", "luck included")
    for one in found.ranked:
        result = (mean_of(one.result), interval_of(one.result)) if one.result else ("–", "–")
        table.add_row(one.name, f"{one.hands:,}", *result, mean_of(one.plain) if one.plain else "–")
    screen.print(table)
    screen.print()
    costs = columns("model", "decisions", "refused", "no legal answer", "late", "tokens / 100", "cost / 100", "s each")
    for one in found.ranked:
        if one.course.journal is not None:
            costs.add_row(one.name, *_costs(one))
    if costs.row_count:
        screen.print(costs)
        screen.print()
    for pair in found.pairs:
        screen.print(f"{found.verdict(pair)}.", highlight=False, soft_wrap=True)


def _costs(one: Standing) -> list[str]:
    costs = one.costs
    return [
        *(f"{number:,}" for number in (costs.decisions, costs.illegal, costs.lost, costs.late)),
        f"{one.of_a_hundred(costs.input_tokens + costs.output_tokens):,.0f}",
        f"{one.of_a_hundred(costs.cost):,.2f}",
        f"{costs.seconds / costs.decisions:.1f}" if costs.decisions else "–",
    ]
