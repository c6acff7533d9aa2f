"""Options that several verbs share, declared once so that they mean the same everywhere."""

from __future__ import annotations

import argparse
import inspect
import sys
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from croupier.agents.loading import isolation_warning, stand_in
from croupier.agents.terms import LIMIT_MS, MEMORY_MB, Terms
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.rng import SEEDS_BELOW

MOST_DIGITS = 18
FROM_FILE = "fd:"
"""The prefix of a file descriptor from which the seed is read."""
READ = 100
SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}
READERS = (
    (bool, lambda text: SWITCH[text.lower()], "on or off"),
    (int, int, "a whole number"),
    (Sequence[int], lambda text: [int(part) for part in text.split(",")], "whole numbers with commas between them"),
)
"""For each type, the function that reads a value from text, and a description of valid text."""
GAME_HELP = "a name from `croupier games`, a file such as game.json, or a module with a GAME"


def add_game(verb: argparse.ArgumentParser) -> None:
    """GAME and `--set NAME=VALUE`."""
    verb.add_argument("game", metavar="GAME", help=GAME_HELP)
    _add_set(verb)


def add_game_option(verb: argparse.ArgumentParser) -> None:
    """`--game` and `--set NAME=VALUE`, for verbs whose positional arguments are not games."""
    verb.add_argument("--game", default="holdem", metavar="GAME", help=f"{GAME_HELP} (default: holdem)")
    _add_set(verb)


def _add_set(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as hands=10"
    )


def add_seed(verb: argparse.ArgumentParser) -> None:
    """`--seed`; without it the verb draws a random seed, and prints it with the result."""
    verb.add_argument(
        "--seed",
        type=_seed,
        metavar="S",
        help=f"the seed of all chance, or {FROM_FILE}N to read it from an open file (default: a new one each time)",
    )


def add_ray(verb: argparse.ArgumentParser) -> None:
    """`--ray`: the work is done by a Ray cluster, which never changes the results."""
    verb.add_argument(
        "--ray",
        default="",
        metavar="ADDRESS",
        help='a Ray cluster to work on instead of processes here; "local" starts one on this machine',
    )


def whole_number(text: str) -> int:
    """Parse a whole number, also of the form 10**6."""
    try:
        base, power, exponent = text.partition("**")
        return int(base) ** int(exponent) if power and 0 <= int(exponent) <= MOST_DIGITS else int(text)
    except ValueError:
        said = f"{text!r} is no whole number; write its digits alone, such as 1000, or 10**6"
        raise argparse.ArgumentTypeError(said) from None


def _seed(text: str) -> int:
    if text.startswith(FROM_FILE):
        text = _read_from(text.removeprefix(FROM_FILE))
    try:
        number = int(text)
    except ValueError:
        number = SEEDS_BELOW
    if not -SEEDS_BELOW < number < SEEDS_BELOW:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed; it is a whole number of at most 18 digits")
    return number


def _read_from(descriptor: str) -> str:
    """Read the text behind a file descriptor."""
    try:
        with open(int(descriptor), encoding="utf-8", errors="replace") as file:
            return file.read(READ).strip()
    except (OSError, ValueError) as error:
        said = f"{FROM_FILE}{descriptor} cannot be read: {error}; {FROM_FILE}3 is what 3<FILE opens in a shell"
        raise argparse.ArgumentTypeError(said) from None


def add_limit(verb: argparse.ArgumentParser) -> None:
    """`--limit-ms` and `--bank-ms`: the thinking time of a bot in a process of its own."""
    verb.add_argument(
        "--limit-ms",
        type=milliseconds,
        default=LIMIT_MS,
        metavar="MS",
        help=f"time for each decision of a command or an isolated bot (default: {LIMIT_MS})",
    )
    verb.add_argument(
        "--bank-ms",
        type=milliseconds,
        default=0,
        metavar="MS",
        help="extra time for the whole series, used by decisions that take longer (default: none)",
    )


def add_isolation(verb: argparse.ArgumentParser) -> None:
    """`--isolated`, `--in-process` and `--memory-mb`: in which process the bots of files run."""
    where = verb.add_mutually_exclusive_group()
    where.add_argument(
        "--isolated",
        action="store_true",
        help="each bot of a file in a process of its own, as with proc:FILE.py "
        "(the default in a round robin or a tournament with bots of several files)",
    )
    where.add_argument(
        "--in-process", action="store_true", help="all bots of files in this process: faster, for bots you trust"
    )
    verb.add_argument(
        "--memory-mb",
        type=whole_number,
        default=MEMORY_MB,
        metavar="MB",
        help=f"memory of each isolated bot (default: {MEMORY_MB})",
    )


def terms_of(options: argparse.Namespace, *, isolated: bool = False, hidden: Sequence[Path | None] = ()) -> Terms:
    """The terms on which bots play; `hidden` are files and folders that no isolated bot may see."""
    memory = getattr(options, "memory_mb", MEMORY_MB)
    return Terms(options.limit_ms, options.bank_ms, isolated, memory, tuple(path for path in hidden if path))


def warn_about_isolation(bots: Sequence[str], *, isolated: bool = False) -> None:
    """Print a warning about what isolated bots can still reach on this machine."""
    if said := isolation_warning(bots, isolated=isolated):
        print(f"croupier: {said}", file=sys.stderr)


def tell_stand_ins(game: Game, config: Any, bots: Sequence[str]) -> None:
    """Print which house bots do not know the table, and as which others they play there."""
    for bot in dict.fromkeys(bots):
        if other := stand_in(game, config, bot):
            print(f"croupier: {bot} was not made for this table and plays as {other}.", file=sys.stderr)


def milliseconds(text: str) -> int:
    """Parse a time in milliseconds."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; it is 1 millisecond or more")
    return int(text)


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before the work is done whose result goes there."""
    there = path.exists()
    with naming(path, "written"):
        path.open("ab").close()
    if not there:
        path.unlink()


def seed_of(options: argparse.Namespace) -> int:
    """The seed given, or a new one."""
    return fresh_seed() if options.seed is None else int(options.seed)


def configured(game: Game, options: argparse.Namespace, **more: Any) -> Any:
    """The config that the options ask for; refuses names that the game does not have."""
    given = {name: value for name, value in more.items() if value is not None}
    values = {**given, **settings(game, options.set)}
    game.config_options(values)
    return game.configure(**values)


def settings(game: Game, items: Sequence[str]) -> dict[str, Any]:
    """The values that `--set` gives to options of a game."""
    hints = _hints(game)
    values: dict[str, Any] = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals:
            raise BadInput(f"--set takes NAME=VALUE, such as hands=10, not {item!r}.")
        values[name] = _value(name, text, hints.get(name, int | str))
    return values


def _hints(game: Game) -> Mapping[str, Any]:
    try:
        parameters = inspect.signature(game.configure, eval_str=True).parameters
    except NameError:  # a type that is imported only where types are checked
        return {}
    return {name: it.annotation for name, it in parameters.items() if it.annotation is not it.empty}


def _value(name: str, text: str, hint: Any) -> Any:
    """A text as a value of the first type of `hint` that it fits; text for a type without a reader stays text."""
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    wanted = []
    for kind, read, words in READERS:
        if kind in kinds:
            try:
                return read(text)
            except (KeyError, ValueError):
                wanted.append(words)
    if wanted and str not in kinds:
        raise BadInput(f"{name} is {' or '.join(wanted)}, not {text!r}.")
    return text
