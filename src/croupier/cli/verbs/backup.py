"""`croupier backup`: a copy of an arena's database, also while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.kernel.errors import BadInput

from ..terminal.remote import store_of


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Copies the database of an arena, whole and consistent, also while the arena runs. The key file is not copied: "
        "a backup alone shows nobody a hidden card. An arena that is opened from a backup with the key goes on in the "
        "middle of a hand; without the key every table goes on from its last boundary, with new shuffles."
    )
    verb.add_argument("file", type=Path, metavar="FILE", help="the copy; the file must not exist yet")
    verb.add_argument("--store", "--db", metavar="FILE", help="the database (default: CROUPIER_STORE, or croupier.db)")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Copy, and say what to do with the copy."""
    from croupier.arena.store import StoreError
    from croupier.arena.store.address import is_postgres
    from croupier.arena.store.database import backup

    address = store_of(options.store)
    if is_postgres(address):
        raise BadInput("A store in PostgreSQL is copied by pg_dump: docs/operations.md says how.")
    database = Path(address)
    if not database.is_file():
        raise BadInput(f"There is no database {database}.")
    if options.file.exists():
        raise BadInput(f"{options.file} exists already: name a file that does not.")
    try:
        lines = backup(database, options.file)
    except StoreError:
        options.file.unlink(missing_ok=True)
        raise
    print(f"{options.file}: {options.file.stat().st_size:,} bytes, {lines:,} lines of {database}")
    print(
        f"Keep {database.with_suffix('.key')} elsewhere: both together show every card; without the key, hands that "
        "were being played are given up."
    )
    return 0
