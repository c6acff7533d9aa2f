"""`croupier host URL watch` and `download`: tables as they change, and what the host takes home."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..terminal.options import write_file
from ..terminal.remote import Remote

SECONDS = 2.0
"""Between two looks."""
CLEAR = "\x1b[H\x1b[J"
Access = Callable[..., None]
Open = Callable[[argparse.Namespace], Remote]


def add(orders: Any, access: Access, remote_of: Open, told: Callable[[dict[str, Any]], Iterable[str]]) -> None:
    """Declare both."""
    watch = orders.add_parser("watch", help="show every table, or one, again and again; Ctrl-C ends it")
    watch.add_argument("table", nargs="?", metavar="TABLE", help="its id")
    access(watch, argparse.SUPPRESS)
    watch.set_defaults(run=lambda options: _watch(options, remote_of(options), told))
    download = orders.add_parser(
        "download",
        help="a record, hand histories or a ledger",
        description="What is of a match: its record, or with --phh its hand histories. Of a table: the ledger of all "
        "its hands. Of nothing named: the ledger of all tokens.",
    )
    download.add_argument("what", nargs="?", metavar="MATCH|TABLE", help="such as final-M1, or final")
    download.add_argument("--phh", action="store_true", help="hand histories of hold'em")
    download.add_argument("--jsonl", action="store_true", help="a ledger as JSON lines, not as CSV")
    download.add_argument("--out", type=Path, metavar="FILE", help="where to (default: standard output)")
    access(download, argparse.SUPPRESS)
    download.set_defaults(run=lambda options: _download(options, remote_of(options)))


def _watch(options: argparse.Namespace, remote: Remote, told: Callable[[dict[str, Any]], Iterable[str]]) -> int:
    while True:
        tables = [one for one in remote.get("host") if options.table in (None, one["id"])]
        shown = "\n".join(line for table in tables for line in told(table))
        print(f"{CLEAR if sys.stdout.isatty() else ''}{time.strftime('%H:%M:%S')}\n{shown}", flush=True)
        time.sleep(SECONDS)


def _download(options: argparse.Namespace, remote: Remote) -> int:
    what = options.what or ""
    is_match = what.rpartition("-M")[2].isdecimal() and "-M" in what
    kind = "?format=phh" if options.phh else "?format=jsonl" if options.jsonl else ""
    if is_match:
        content = remote.read("matches", what, query=kind if options.phh else "")
    elif what:
        content = remote.read("tables", what, "ledger", query=kind)
    else:
        content = remote.read("ledger", query=kind)
    if options.out:
        write_file(options.out, content)
    else:
        sys.stdout.write(content.decode())
    return 0
