"""`croupier move`: a store of an arena to another place."""

from __future__ import annotations

import argparse
import asyncio
import shutil
from pathlib import Path

from croupier.kernel.errors import BadInput

from ..terminal.progress import Bar


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Moves everything that an arena has stored to an empty place, while the arena is stopped: from a file to a "
        "database of PostgreSQL, or back. The store that it is moved from stays as it is. Every row is read back and "
        "compared, and after an error the new place is empty. The key and the host's token are copied to where an "
        "arena looks for them, if nothing lies there."
    )
    verb.add_argument("source", metavar="FROM", help="a file, or postgresql://user@host/name")
    verb.add_argument("target", metavar="TO", help="a file, or postgresql://user@host/name; it has to be empty")
    verb.add_argument("--key", type=Path, metavar="FILE", help="the key of the store (default: beside FROM)")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Move, and say how to go on."""
    from croupier.arena.store.address import key_file_of, shown, token_file_of
    from croupier.arena.store.moving import move

    source, target = options.source, options.target
    files = [
        ("key", options.key or key_file_of(source), key_file_of(target)),
        ("host's token", token_file_of(source), token_file_of(target)),
    ]
    for what, here, there in files:
        if there.exists() and not (here.exists() and here.read_bytes() == there.read_bytes()):
            raise BadInput(f"{there} exists already, and is not the {what} of {source}: put it elsewhere first.")
    with Bar(0, at_first="moving") as bar:

        def told(done: int, total: int) -> None:
            bar.total = total
            bar.show(done, "moving" if 2 * done <= total else "comparing")

        moved = asyncio.run(move(source, target, told))
    for _, here, there in files:
        if here.exists() and not there.exists():
            shutil.copy(here, there)
    where, counts = shown(target), moved.counts
    print(
        f"{where}: {counts['lines']:,} lines of {counts['tables']:,} tables and {counts['vals']:,} values, each read "
        f"back as it was (SHA-256 {moved.hash[:16]}…)"
    )
    print(f"Go on with: croupier serve --store '{where}'")
    if not key_file_of(target).exists():
        print(f"The key is not in {key_file_of(target)}: name it with --key, or hidden cards cannot be read.")
    return 0
