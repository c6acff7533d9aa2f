"""The program `croupier`: reads the command line and calls the verb's module.

Each verb is a module of this folder with `add(verbs)`, which declares its options, and `run(options)`. They are
imported by `parser`, so that `main` meets a Ctrl-C while they are still loading, too.
"""

from __future__ import annotations

import argparse
import errno
import io
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from croupier import __version__
from croupier.kernel.errors import CroupierError
from croupier.kernel.showing.spelling import meant

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


class Parser(argparse.ArgumentParser):
    """Reads a command line, and tells the nearest word for one that it does not know."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        if unknown := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = re.findall(r"[\w-]+", unknown[2])
            message = f"there is no {unknown[1]!r}.{meant(unknown[1], known)} There are {', '.join(known)}."
        elif unknown := re.search(r"unrecognized arguments: (--[^\s=]+)", message):
            message += f".{meant(unknown[1], self.known_options)}"
        super().error(message)

    @property
    def known_options(self) -> list[str]:
        """The names of all options, those of every verb too."""
        return sorted({name for parser in _with_verbs(self) for name in parser._option_string_actions})


def _with_verbs(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                yield from _with_verbs(verb)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    from .verbs import (
        backup,
        bench,
        drill,
        equity,
        evolve,
        games,
        genome,
        history,
        host,
        join,
        lab,
        match,
        new_bot,
        play,
        replay,
        rules,
        serve,
        simulate,
        verify,
    )

    made = Parser(
        prog="croupier",
        description="A card room in a box: deals, referees and pays out betting card games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"croupier {__version__}")
    verbs = made.add_subparsers(title="verbs", metavar="VERB")
    made.set_defaults(run=lambda options: made.print_help())
    inside = (games, rules, play, match, new_bot, replay, simulate, genome, evolve, equity, history, lab, bench)
    for verb in (serve, host, backup, join, drill, verify, *inside):
        verb.add(verbs)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code. 2 means that what was asked makes no sense, and why is on standard error."""
    try:
        options = parser().parse_args(arguments)
        _end_in_order()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may have what no terminal can show
        return int(options.run(options) or 0)
    except CroupierError as error:
        print(f"croupier: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stopped:
        print(f"\ncroupier: {str(stopped) or 'interrupted'}.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has seen enough
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        where = f": {error.filename}" if error.filename else ""
        print(f"croupier: {error.strerror}{where}. What was written before is kept.", file=sys.stderr)
        return 2


def _end_in_order() -> None:
    """Let whoever ends us from outside have what a Ctrl-C gives: the result so far, and no program left running."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores it, and means it
            signal.signal(number, signal.default_int_handler)
