"""The program `croupier`: reads the command line and calls the verb's module.

Each verb is a module of this folder with `add(verbs)`, which declares its options, and `run(options)`. They are
imported by `parser`, so that `main` meets a Ctrl-C while they are still loading, too.
"""

from __future__ import annotations

import argparse
import io
import signal
import sys
from collections.abc import Sequence

from croupier import __version__
from croupier.kernel.errors import CroupierError

EPILOG = """\
examples:
  croupier games                                   what can be played
  croupier play GAME                               sit down against the house
  croupier simulate GAME --hands 1000000 --seed 1  a million hands in about a second

`croupier VERB --help` tells more about each verb.
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    from .verbs import bench, equity, evolve, games, genome, history, lab, match, new_bot, play, replay, rules, simulate

    made = argparse.ArgumentParser(
        prog="croupier",
        description="A card room in a box: deals, referees and pays out betting card games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"croupier {__version__}")
    verbs = made.add_subparsers(title="verbs", metavar="VERB")
    made.set_defaults(run=lambda options: made.print_help())
    for verb in (games, rules, play, match, new_bot, replay, simulate, genome, evolve, equity, history, lab, bench):
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


def _end_in_order() -> None:
    """Let whoever ends us from outside have what a Ctrl-C gives: the result so far, and no program left running."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores it, and means it
            signal.signal(number, signal.default_int_handler)
