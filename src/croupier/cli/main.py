"""The program `croupier`: reads the command line and calls the verb's module.

Each verb is a module of `verbs` with `add(verb)`, which declares its options, and `run(options)`. It is imported when
the command line names it, so that no verb waits for what another one needs.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import re
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from croupier import __version__
from croupier.kernel.errors import CroupierError
from croupier.kernel.showing.spelling import meant, writable

EPILOG = """\
examples:
  croupier serve                                   the arena: tables for bots and people
  croupier join URL --team T --code C --bot BOT    a bot in an arena
  croupier host URL                                your hands on an arena that you run
  croupier games                                   what can be played
  croupier play GAME                               sit down against the house
  croupier simulate GAME --hands 1000000 --seed 1  a million hands in about a second

`croupier VERB --help` tells more about each verb.
"""

VERBS = {
    "serve": "open the arena: tables for bots and people",
    "host": "your hands on an arena that you run",
    "backup": "copy an arena's database, also while it runs",
    "join": "let a bot play in an arena",
    "drill": "try how an arena, or a bot, puts up with a bad world",
    "verify": "check the shuffles of an arena's records",
    "games": "list the games",
    "rules": "print a game's rule book",
    "play": "sit down against the house",
    "match": "bots against each other, with honest numbers",
    "exploit": "how much a bot loses to an opponent made against it",
    "new-bot": "write a bot to start from",
    "replay": "walk through a recorded match, forwards and back",
    "export": "recorded matches as PHH, CSV, JSON Lines or Parquet",
    "simulate": "play many hands at full speed",
    "learn": "let a player learn a game by itself",
    "genome": "check, show, compare and simulate games as data",
    "evolve": "invent games",
    "equity": "hold'em equity of hands against each other",
    "solve": "solve the end of a hand of hold'em",
    "history": "check, show and convert hand histories",
    "lab": "what simulation says about a game's design",
    "bench": "how fast it is on this machine",
}
"""What each verb does, in the order of `croupier --help`."""
WITH_BOTS = ("match", "exploit", "play")
"""Verbs that deal from a seed to bots which may run in processes of their own."""
LONGEST_SEED = 100
"""Bytes of a seed that are handed over: more than one can have, and less than a pipe takes."""


class Parser(argparse.ArgumentParser):
    """Reads a command line, and tells the nearest word for one that it does not know."""

    module = ""
    """Where the verb is that this is the parser of, as long as its options have not been declared."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        if unknown := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = re.findall(r"[\w-]+", unknown[2])
            message = f"there is no {unknown[1]!r}.{meant(unknown[1], known)} There are {', '.join(known)}."
        elif unknown := re.search(r"unrecognized arguments: (--[^\s=]+)", message):
            verb = self._verb()
            message = f"`{verb.prog}` has no option {unknown[1]}.{meant(unknown[1], verb._option_string_actions)}"
            message += f" `{verb.prog} --help` has all."
        super().error(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Declare the options of a verb, and remember what is read: the parser of the whole refuses an unknown one."""
        module, self.module = self.module, ""
        if module:
            importlib.import_module(module).add(self)
        self._read = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def _verb(self) -> argparse.ArgumentParser:
        """The parser of the verb, and of its way, that the command line names."""
        verb: argparse.ArgumentParser = self
        for word in self._read:
            ways = [action for action in verb._actions if isinstance(action, argparse._SubParsersAction)]
            verb = next((action.choices[word] for action in ways if word in action.choices), verb)
        return verb


def parser() -> argparse.ArgumentParser:
    """The whole command line. The options of a verb are there once it has been named."""
    made = Parser(
        prog="croupier",
        description="A card room in a box: deals, referees and pays out betting card games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"croupier {__version__}")
    verbs = made.add_subparsers(title="verbs", metavar="VERB")
    made.set_defaults(run=lambda options: made.print_help())
    for name, does in VERBS.items():
        verbs.add_parser(name, help=does).module = f"croupier.cli.verbs.{name.replace('-', '_')}"
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code. 2 means that what was asked makes no sense, and why is on standard error."""
    try:
        if arguments is None and os.name == "posix":
            _hide_seed()
        options = parser().parse_args(arguments)
        _end_in_order()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may have what no terminal can show
        return int(options.run(options) or 0)
    except CroupierError as error:
        print(f"croupier: {writable(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stopped:
        print(f"\ncroupier: {str(stopped) or 'interrupted'}.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has seen enough
        return 0
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        if not is_full and not isinstance(error.filename, str):
            raise
        where = f": {error.filename}" if error.filename else ""
        kept = " What was written before is kept." if is_full else ""
        print(f"croupier: {writable(f'{error.strerror}{where}.{kept}')}", file=sys.stderr)
        return 2


def _hide_seed() -> None:
    """Take the seed of a match off our command line, which every process can read: start again, with it in a pipe.

    This comes before anything is loaded, so it takes no time to speak of.
    """
    words = sys.argv[1:]
    kept, seed = _without_seed(words)
    if kept[:1] not in ([verb] for verb in WITH_BOTS) or seed is None or seed.startswith("fd:"):
        return
    if not sys.executable or sys.orig_argv[-len(words) :] != words:
        return  # what runs us has no command line of ours to start again
    reading, writing = os.pipe()
    os.write(writing, os.fsencode(seed)[:LONGEST_SEED])
    os.close(writing)
    os.set_inheritable(reading, True)
    verb, *rest = kept
    os.execv(sys.executable, [*sys.orig_argv[: -len(words)], verb, f"--seed=fd:{reading}", *rest])


def _without_seed(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words of a command line but for its seed, and the seed, which is None if there is none."""
    kept: list[str] = []
    seed, rest = None, iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*kept, word, *rest], seed
        if name not in ("--seed", "--see"):
            kept.append(word)
        elif equals:
            seed = value
        else:
            seed = next(rest, None)
    return kept, seed


def _end_in_order() -> None:
    """Let whoever ends us from outside have what a Ctrl-C gives: the result so far, and no program left running."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores it, and means it
            signal.signal(number, signal.default_int_handler)
