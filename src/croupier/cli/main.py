"""The program `croupier`: reads the command line and calls the verb's module.

Each verb is a module of `verbs` with `add(verb)`, which declares its options, and `run(options)`. It is imported only
when the command line names it, so that no verb waits for the imports of another.
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
  croupier host URL                                run an arena that you have opened
  croupier games                                   what can be played
  croupier play GAME                               sit down against the house
  croupier simulate GAME --hands 1000000 --seed 1  a million hands in about a second

`croupier VERB --help` tells more about each verb.
"""

VERBS = {
    "serve": "open the arena: tables for bots and people",
    "host": "run an arena: orders, events, downloads",
    "backup": "copy an arena's database, also while it runs",
    "move": "move an arena's store to PostgreSQL, or back to a file",
    "join": "let a bot play in an arena",
    "mcp": "let an agent that speaks MCP play in an arena",
    "drill": "test an arena, or a bot, with faults and abuse",
    "verify": "check deals, moves and signatures of an arena's records",
    "games": "list the games",
    "rules": "print a game's rule book",
    "play": "sit down against the house",
    "match": "play bots against each other, with confidence intervals",
    "models": "rank language models by common deals against a house bot",
    "exploit": "measure how much a bot loses to an opponent that is built to beat it",
    "new-bot": "write a bot to start from",
    "leaks": "rank a bot's decisions by what they cost it",
    "replay": "walk through a recorded match, forwards and back",
    "export": "convert recorded matches to PHH, CSV, JSON Lines or Parquet",
    "simulate": "play many hands at full speed",
    "learn": "learn a strategy for a game by self-play",
    "genome": "check, show, compare and simulate games as data",
    "evolve": "invent games",
    "equity": "compute the hold'em equity of hands against each other",
    "solve": "solve the end of a hand of hold'em",
    "icm": "compute what the chips of a tournament are worth in prize money",
    "history": "check, show and convert hand histories",
    "lab": "study a game's design by simulation",
    "bench": "measure the speed on this machine",
}
"""What each verb does, in the order of `croupier --help`."""
WITH_BOTS = ("match", "exploit", "play")
"""Verbs that deal from a seed to bots which may run in processes of their own."""
LONGEST_SEED = 100
"""Bytes of a seed that go through the pipe: more than any valid seed has, and fewer than a pipe holds."""


class Parser(argparse.ArgumentParser):
    """Reads a command line. For a word that it does not know, the error suggests the nearest known one."""

    module = ""
    """The module of this parser's verb; "" once its options have been declared, and for the main parser."""

    def error(self, message: str) -> NoReturn:
        """Exit with a message about a wrong command line."""
        if unknown := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = re.findall(r"[\w-]+", unknown[2])
            message = f"there is no {unknown[1]!r}.{meant(unknown[1], known)} There are {', '.join(known)}."
        elif unknown := re.search(r"unrecognized arguments: (--[^\s=]+)", message):
            verb = self._verb()
            message = f"`{verb.prog}` has no option {unknown[1]}.{meant(unknown[1], verb._option_string_actions)}"
            message += f" `{verb.prog} --help` has all."
        super().error(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Declare the options of the verb, then parse. The words are kept for `error`: the main parser reports unknown
        options, after the verb's parser has run."""
        module, self.module = self.module, ""
        if module:
            importlib.import_module(module).add(self)
        self._read = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def _verb(self) -> argparse.ArgumentParser:
        """The parser of the verb (and of its subcommand) that the command line names."""
        verb: argparse.ArgumentParser = self
        for word in self._read:
            ways = [action for action in verb._actions if isinstance(action, argparse._SubParsersAction)]
            verb = next((action.choices[word] for action in ways if word in action.choices), verb)
        return verb


def parser() -> argparse.ArgumentParser:
    """The main parser. The options of a verb are declared only when the command line names the verb."""
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
    """Run the program and return the exit code. 2 means that the request was refused; standard error says why."""
    try:
        if arguments is None and os.name == "posix":
            _hide_seed()
        options = parser().parse_args(arguments)
        _treat_signals_as_interrupts()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # file names may contain characters that cannot be shown
        return int(options.run(options) or 0)
    except CroupierError as error:
        print(f"croupier: {writable(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stopped:
        print(f"\ncroupier: {str(stopped) or 'interrupted'}.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has closed the pipe
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
    """Remove the seed of a match from our command line, which every process can read: exec again with it in a pipe.

    This happens before any module of a verb is imported, so it costs little time.
    """
    words = sys.argv[1:]
    kept, seed = _without_seed(words)
    if kept[:1] not in ([verb] for verb in WITH_BOTS) or seed is None or seed.startswith("fd:"):
        return
    if not sys.executable or sys.orig_argv[-len(words) :] != words:
        return  # we were not started by a command line that could be executed again
    reading, writing = os.pipe()
    os.write(writing, os.fsencode(seed)[:LONGEST_SEED])
    os.close(writing)
    os.set_inheritable(reading, True)
    verb, *rest = kept
    os.execv(sys.executable, [*sys.orig_argv[: -len(words)], verb, f"--seed=fd:{reading}", *rest])


def _without_seed(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words of a command line without its seed, and the seed or None."""
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


def _treat_signals_as_interrupts() -> None:
    """Treat SIGTERM and SIGHUP like Ctrl-C: print the result so far, and leave no child process running."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # under `nohup` it stays ignored
            signal.signal(number, signal.default_int_handler)
