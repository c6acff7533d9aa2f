"""`croupier evolve`: invents games, and keeps the best of every kind."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.room.ratings import Opinion, games_rated_in
from croupier.arena.store.address import is_postgres
from croupier.evolve.archive import Elite
from croupier.evolve.canonical import canonical, key_of
from croupier.evolve.champions import choose_champions, save_champions, with_diagnoses
from croupier.evolve.fitness.findings import diagnosed
from croupier.evolve.folder import ARCHIVE, PREVIOUS, Folder, Row
from croupier.evolve.people import AGAIN, mean_answer
from croupier.evolve.report import write_report
from croupier.evolve.run import play_on, resume, start
from croupier.evolve.settings import Settings, read_settings, settings_of
from croupier.evolve.tasks import Evaluate, crew
from croupier.games.genome import classics, find, from_json
from croupier.kernel.errors import BadInput

from ..terminal.numbers import counted
from ..terminal.options import add_ray, add_seed, check_writable, seed_of, whole_number
from ..terminal.progress import Bar

DESCRIPTION = """\
Invents betting card games. It starts from the classics, mutates them, plays the new games, and keeps the best game of
every kind in an archive. A run is a folder; each generation is written to it before the next begins.

  croupier evolve --out RUN                   a new run; Ctrl-C stops it
  croupier evolve --out RUN --resume          goes on where it stopped
  croupier evolve champions RUN               chooses the best games and writes their genomes and rule books
  croupier evolve report RUN                  writes an HTML page about the run
"""
COUNT, MEASURED = 10, 60
"""How many champions are chosen, and from how many of the best games."""
FLAGS = ("seed", "method", "generations", "population")
"""The flags that are settings of the same name."""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = DESCRIPTION
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    verb.add_argument(
        "way", nargs="?", choices=("report", "champions"), metavar="report|champions", help="what to make of a run"
    )
    verb.add_argument("folder", nargs="?", metavar="RUN", help="the folder of the run")
    verb.add_argument(
        "--out", metavar="RUN", help="the folder of a new run; for report the page, for champions a folder"
    )
    verb.add_argument("--config", metavar="FILE", help="settings as TOML; flags override them")
    verb.add_argument("--generations", type=whole_number, metavar="N", help="how many (default: 50)")
    verb.add_argument("--population", type=whole_number, metavar="N", help="games tried in each (default: 100)")
    verb.add_argument("--method", metavar="M", help="elites (default), or a baseline: random, mutants, genetic")
    add_seed(verb)
    verb.add_argument(
        "--workers", type=whole_number, default=cores(), metavar="W", help="processes (default: one for each core)"
    )
    add_ray(verb)
    verb.add_argument("--count", type=whole_number, default=COUNT, metavar="N", help=f"champions (default: {COUNT})")
    verb.add_argument(
        "--measured",
        type=whole_number,
        default=MEASURED,
        metavar="N",
        help=f"games that are measured again to find champions (default: {MEASURED})",
    )
    verb.add_argument(
        "--ratings", metavar="DB", help="an arena's database: show people's ratings of the games beside the measures"
    )
    verb.add_argument("--resume", action="store_true", help="continue the run in the folder")
    verb.add_argument("--previous", action="store_true", help="with --resume: from the checkpoint before the last")
    verb.add_argument("--json", action="store_true", help="print as JSON")
    verb.set_defaults(run=run)


def cores() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(options: argparse.Namespace) -> int:
    """Run the search, or write the page or the champions of a run."""
    if options.way is None:
        return run_evolution(options)
    if options.folder is None:
        raise BadInput(f"Name the folder of the run: croupier evolve {options.way} RUN.")
    return run_report(options) if options.way == "report" else run_champions(options)


def run_report(options: argparse.Namespace) -> int:
    """Write the page."""
    folder = Folder(options.folder)
    out = Path(options.out) if options.out else folder.file("report.html")
    games = len(folder.checkpoint().search.elites)
    check_writable(out)
    ratings = ratings_in(options.ratings)
    bar = Bar(games, quiet=options.json, at_first="describing games")
    with bar:
        write_report(folder, out, lambda done: bar.show(done, "describing games"), ratings)
    told = {"run": str(folder.path), "page": str(out), "games": games}
    print(json.dumps(told) if options.json else f"{out} describes {counted(games, 'game')}.")
    return 0


def run_champions(options: argparse.Namespace) -> int:
    """Choose, name and save champions, and print them."""
    if options.count < 1 or options.measured < 1:
        raise BadInput("--count and --measured take 1 or more.")
    folder = Folder(options.folder)
    elites, ratings = folder.checkpoint().search.elites, ratings_in(options.ratings)
    bar = Bar(min(options.measured, len(elites)), quiet=options.json, at_first="measuring")
    with bar, _evaluators(options) as evaluate:
        chosen = choose_champions(elites, evaluate, options.count, options.measured, bar.show)
        bar.show(min(options.measured, len(elites)), "describing champions")
        chosen = with_diagnoses(chosen, diagnosed)
    files = save_champions(chosen, folder, Path(options.out) if options.out else folder.file("champions"))
    if options.json:
        champions = [
            {
                "name": one.name,
                "file": str(file),
                "quality": round(one.evaluation.quality, 6),
                "nearest": one.nearest,
                "ratings": [opinion._asdict() for opinion in ratings.get(one.evaluation.key, ())],
            }
            for one, file in zip(chosen.champions, files, strict=True)
        ]
        print(json.dumps({"run": str(folder.path), "champions": champions, "rejected": len(chosen.rejected)}))
        return 0
    for champion, file in zip(chosen.champions, files, strict=True):
        near = f"{champion.changes:g} changes from {champion.nearest}"
        people = f" {rated(ratings.get(champion.evaluation.key, ())):>24}" if options.ratings else ""
        print(f"{champion.name:20} {champion.evaluation.quality:.2f}{people}  {near:32} croupier play {file}")
    reasons = Counter(one.why for one in chosen.rejected)
    told = "; ".join(f"{count} because {why}" for why, count in reasons.most_common())
    print(f"{counted(len(chosen.champions), 'champion')}. Not chosen: {told or 'none'}.")
    return 0


def run_evolution(options: argparse.Namespace) -> int:
    """Start or resume a run, and print how it went."""
    if not options.out:
        raise BadInput("Name the folder of the run: croupier evolve --out RUN.")
    if options.workers < 1:
        raise BadInput(f"--workers is 1 or more, not {options.workers}.")
    if options.previous and not options.resume:
        raise BadInput("--previous is for --resume.")
    if options.resume:
        folder, search = resume(options.out, _resumed(options), previous=options.previous)
    else:
        folder, search = start(options.out, _settings(options))
    printer = GenerationPrinter(search.settings.generations, search.generation, quiet=options.json)
    with _evaluators(options) as evaluate:
        finished = play_on(folder, search, evaluate, printer.tell)
    search = finished.search
    told = {
        "run": str(folder.path),
        "seed": search.settings.seed,
        "complete": finished.complete,
        "generations": search.generation,
        "evaluations": search.evaluations,
        "cells": len(search.archive),
        "coverage": round(search.archive.coverage, 6),
        "score": round(search.archive.score, 6),
        "seconds": round(finished.seconds, 3),
        "workers": options.workers,
        "best": [_best(one) for one in search.archive.best(5)],
    }
    print(json.dumps(told) if options.json else _as_text(told))
    return 0 if finished.complete else 130


def _evaluators(options: argparse.Namespace) -> AbstractContextManager[Evaluate]:
    """The team that measures games: processes of this machine, or a Ray cluster."""
    return crew(options.workers, ray=options.ray)


def _best(elite: Elite) -> dict[str, Any]:
    return {"key": elite.key, "quality": round(elite.quality, 6), "name": elite.name}


def _settings(options: argparse.Namespace) -> Settings:
    flags = {name: getattr(options, name) for name in FLAGS if getattr(options, name) is not None}
    if options.config:
        return read_settings(options.config, **flags)
    return settings_of({"seed": seed_of(options)}, "These options", **flags)


def _resumed(options: argparse.Namespace) -> Settings | None:
    """The settings to resume with, if options change any; else None."""
    if options.config:
        return _settings(options)
    flags = {name: getattr(options, name) for name in FLAGS if getattr(options, name) is not None}
    if not flags:
        return None
    kept = Folder(options.out).checkpoint(PREVIOUS if options.previous else ARCHIVE)
    return settings_of(msgspec.to_builtins(kept.search.settings), "The settings of this run", **flags)


class GenerationPrinter:
    """Prints a line for each generation, with the estimated time left."""

    def __init__(self, generations: int, done: int, *, quiet: bool) -> None:
        self.generations, self.done, self.quiet = generations, done, quiet
        self.began = time.perf_counter()
        if not quiet:
            print(f"{'generation':>10} {'games':>8} {'cells':>6} {'wide':>6} {'best':>5} {'games/s':>8}  time left",
                  file=sys.stderr, flush=True)  # fmt: skip

    def tell(self, row: Row) -> None:
        """Print the line of one generation."""
        if self.quiet:
            return
        played = row.generation + 1 - self.done
        left = (time.perf_counter() - self.began) / played * (self.generations - row.generation - 1)
        speed = (row.tried + row.again) / row.seconds if row.seconds else 0.0
        print(
            f"{row.generation + 1:>6}/{self.generations:<3} {row.evaluations:>8,} {row.cells:>6,} {row.coverage:>6.1%} "
            f"{row.best:>5.2f} {speed:>8.1f}  {int(left) // 3600}:{int(left) // 60 % 60:02}:{int(left) % 60:02}",
            file=sys.stderr,
            flush=True,
        )


def _as_text(told: dict[str, Any]) -> str:
    name = Path(told["run"])
    lines = [
        f"{told['evaluations']:,} games were measured in {counted(told['generations'], 'generation')}; "
        f"{told['cells']:,} kinds have a game ({told['coverage']:.1%} of all). The seed is {told['seed']}."
    ]
    if not told["complete"]:
        lines.append(
            f"Stopped. Finished generations are kept; the unfinished one is not. Continue with: "
            f"croupier evolve --out {name} --resume"
            if told["generations"]
            else "Stopped before the first generation was finished: nothing is kept. The same command begins again."
        )
    return "\n".join(lines)


def ratings_in(database: str | None) -> dict[str, list[Opinion]]:
    """All ratings of genomes in an arena's database, by the keys of their canonical forms; {} without a database."""
    if not database:
        return {}
    if not is_postgres(database) and not Path(database).is_file():
        raise BadInput(f"There is no database {database}.")
    ratings: dict[str, list[Opinion]] = {}
    for opinion in games_rated_in(database):
        if opinion.genome:
            genome = from_json(opinion.genome.encode(), opinion.game)
        elif opinion.game in classics():
            genome = find(opinion.game)
        else:
            continue
        ratings.setdefault(key_of(canonical(genome)), []).extend(opinion.ratings)
    return ratings


def rated(ratings: Sequence[Opinion]) -> str:
    """The mean rating with its interval, and the number of ratings, as text."""
    found = mean_answer(ratings, AGAIN)
    return f"{found.mean:.1f}/5, {found.low:.1f} … {found.high:.1f} ({len(ratings)})" if found else "unrated"
