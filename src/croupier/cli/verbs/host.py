"""`croupier host`: shows the tables of a running arena, and sends the host's orders to it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from croupier.arena.tables.orders.book import ORDERS, Kind
from croupier.kernel.errors import BadInput
from croupier.kernel.files import write_file

from ..terminal.remote import TOKEN, remote_of
from . import host_event

SWITCH = {"on": True, "yes": True, "off": False, "no": False}
SECONDS = 2.0
MOST_NAMED = 5
"""The most tables that are named of a node."""
"""The interval at which `watch` refreshes."""
NODE_ORDERS = {
    "drain": "let a node hand everything over to another when the current hands are over, as before an upgrade",
    "serve": "let a node that was drained take part again",
}
CLEAR = "\x1b[H\x1b[J"


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Shows every table of an arena, who sits there and whose clock runs; and sends orders of the host to a running "
        "arena. Every order is recorded, with its reason."
    )
    verb.epilog = (
        "examples: croupier host http://127.0.0.1:8000\n"
        "          croupier host http://127.0.0.1:8000 pause final --why lunch\n"
        "          croupier host http://127.0.0.1:8000 change final small_blind=100 big_blind=200\n"
        "          croupier host http://127.0.0.1:8000 kick final Alpha --why 'never came'\n"
        "          croupier host http://127.0.0.1:8000 event open cup.toml"
    )
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    verb.add_argument("url", metavar="URL", help="the arena's address, such as http://127.0.0.1:8000")
    _add_access(verb)
    verb.set_defaults(run=_run_tables)
    orders = verb.add_subparsers(title="what you can do", metavar="ORDER")
    tables = orders.add_parser("tables", help="show every table, or one")
    tables.add_argument("table", nargs="?", metavar="TABLE", help="its id")
    _add_access(tables, argparse.SUPPRESS)
    tables.set_defaults(run=_run_tables)
    for name, kind in ORDERS.items():
        _add_order(orders, name, kind)
    watch = orders.add_parser("watch", help="show every table, or one, every two seconds; Ctrl-C ends it")
    watch.add_argument("table", nargs="?", metavar="TABLE", help="its id")
    _add_access(watch, argparse.SUPPRESS)
    watch.set_defaults(run=_run_watch)
    download = orders.add_parser(
        "download",
        help="a record, hand histories or a ledger",
        description="For a match: its record, or with --phh its hand histories. For a table: the ledger of all its "
        "hands. Without a name: the ledger of all tokens.",
    )
    download.add_argument("what", nargs="?", metavar="MATCH|TABLE", help="such as final-M1, or final")
    download.add_argument("--phh", action="store_true", help="hand histories of hold'em")
    download.add_argument("--jsonl", action="store_true", help="a ledger as JSON lines, not as CSV")
    download.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: standard output)")
    _add_access(download, argparse.SUPPRESS)
    download.set_defaults(run=_run_download)
    nodes = orders.add_parser("nodes", help="show the nodes of an arena of several processes")
    _add_access(nodes, argparse.SUPPRESS)
    nodes.set_defaults(run=_run_nodes)
    for name, does in NODE_ORDERS.items():
        order = orders.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        order.add_argument("node", metavar="NODE", help="its name or its id")
        _add_access(order, argparse.SUPPRESS)
        order.set_defaults(run=_run_node, order=name)
    move = orders.add_parser("move", help="let a node play a table from now on, in the middle of its hand")
    move.add_argument("table", metavar="TABLE", help="its id")
    move.add_argument("node", metavar="NODE", help="the node's name or id")
    _add_access(move, argparse.SUPPRESS)
    move.set_defaults(run=_run_move)
    event = orders.add_parser("event", help="open an event, see its standings, begin, freeze, correct or end it")
    host_event.add(event, _add_access)


def _add_access(verb: argparse.ArgumentParser, default: Any = None) -> None:
    """The options that prove that you are the host, and --json; they may stand before or after the order."""
    verb.add_argument("--token", default=default, metavar="TOKEN", help=f"the host's token (or {TOKEN})")
    verb.add_argument(
        "--store",
        "--db",
        default=default,
        metavar="FILE",
        help="the arena's store on this machine, beside which the token lies (default: croupier.db)",
    )
    verb.add_argument(
        "--json",
        action="store_true",
        default=False if default is None else default,
        help="print what the arena answers, as JSON",
    )


def _add_order(orders: Any, name: str, kind: Kind) -> None:
    order = orders.add_parser(name, help=kind.does, description=f"{kind.does[0].upper()}{kind.does[1:]}.")
    either = ", or a match that is over, such as final-M1" if name == "void" else ""
    order.add_argument("table", metavar="TABLE", help=f"the table's id{either}")
    if kind.about:
        many = None if kind.about == "seat" else "?"
        order.add_argument("who", nargs=many, metavar="TEAM", help="a team, or the number of a seat")
    if kind.values:
        order.add_argument("values", nargs="*", metavar="NAME=VALUE", help=kind.values)
    order.add_argument("--why", default="", metavar="TEXT", help="the reason, on record")
    _add_access(order, argparse.SUPPRESS)
    order.set_defaults(run=_run_order, order=name)


def _run_tables(options: argparse.Namespace) -> int:
    """Print the tables."""
    found = remote_of(options).get("host")
    if one := getattr(options, "table", None):
        found = [table for table in found if table["id"] == one]
        if not found:
            raise BadInput(f"There is no table {one}.")
    print(json.dumps(found) if options.json else "\n".join(line for table in found for line in told(table)))
    return 0


def _run_order(options: argparse.Namespace) -> int:
    """Send an order, and print the table after it."""
    remote, who = remote_of(options), getattr(options, "who", None)
    about = {} if who is None else {"seat": int(who)} if who.isdecimal() else {"team": who}
    body = {"order": options.order, "why": options.why, "values": values_of(getattr(options, "values", ())), **about}
    if options.order == "void" and options.table.rpartition("-M")[2].isdecimal():
        done = remote.post("matches", options.table, "void", body={"why": options.why})
        print(json.dumps(done) if options.json else f"{options.table} is void: {options.why}")
        return 0
    table = remote.post("tables", options.table, "orders", body=body)
    print(json.dumps(table) if options.json else "\n".join(told(table)))
    return 0


def _run_nodes(options: argparse.Namespace) -> int:
    """Print the nodes."""
    found = remote_of(options).get("nodes")
    print(json.dumps(found) if options.json else "\n".join(map(told_node, found)))
    return 0


def _run_node(options: argparse.Namespace) -> int:
    """Send an order to a node."""
    node = remote_of(options).post("nodes", options.node, body={"order": options.order})
    done = "hands over what it has" if options.order == "drain" else "takes part"
    print(json.dumps(node) if options.json else f"{node['name']} {done}.")
    return 0


def _run_move(options: argparse.Namespace) -> int:
    """Have a node play a table."""
    body = {"order": "take", "table": options.table}
    node = remote_of(options).post("nodes", options.node, body=body)
    print(json.dumps(node) if options.json else f"{node['name']} plays {options.table}.")
    return 0


def told_node(node: dict[str, Any]) -> str:
    """A node as a line of text."""
    marks = ["has the room"] * node["room"] + ["drained"] * node["draining"] + ["dead"] * (not node["alive"])
    figures = f"{node['connections']} connections, {node['tables']} tables, {node['load']:.2f} cores"
    lent = [*node["lent"][:MOST_NAMED], *["…"] * (len(node["lent"]) > MOST_NAMED)]
    plays = f"  plays {', '.join(lent)}" if lent else ""
    told = f"{node['name']}  {node['id']}  {node['url']}  {figures}"
    return told + (f"  ({', '.join(marks)})" if marks else "") + plays


def values_of(items: Sequence[str]) -> dict[str, Any]:
    """The values of NAME=VALUE: numbers, lists of numbers, on and off, else text."""
    values = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals:
            raise BadInput(f"A value is NAME=VALUE, such as big_blind=200, not {item!r}.")
        values[name] = text.split(",") if name == "cards" else _value(text)
    return values


def _value(text: str) -> Any:
    if text.lower() in SWITCH:
        return SWITCH[text.lower()]
    try:
        return [int(part) for part in text.split(",")] if "," in text else int(text)
    except ValueError:
        return text


def told(table: dict[str, Any]) -> Iterator[str]:
    """A table as lines of text."""
    playing = f"{table['match_id']}, hand {table['hand']}" if table["playing"] else "no match"
    marks = ["held"] * table["held"] + ["ends with this hand"] * table["ending"]
    yield f"{table['id']}  {table['title']}: {', '.join([playing, *marks])}"
    waits = {one["seat"]: one for one in table["waits_for"]}
    for player in table["players"]:
        state = "house" if player["house"] else "here" if player["connected"] else "no connection"
        line = f"  {player['seat']}  {player['name']:24} {state:5}"
        if question := waits.get(player["seat"]):
            line += f"  to act, {_time(question)}"
        if player["seat"] in table["waited_for"]:
            line += "  (held: the clock stands)"
        if player["id"] in table["forfeits"]:
            line += "  (has given up this match)"
        if missed := table["missed"].get(player["name"]):
            line += f"  ({missed} played by the clock)"
        yield line.rstrip()
    if table["changes"]:
        yield "  with the next hand: " + ", ".join(f"{name}={value}" for name, value in table["changes"].items())
    if secret := table.get("told"):
        yield "  secret, tell only this team: " + ", ".join(f"{name} {value}" for name, value in secret.items())
    if "note" in table:
        yield f"  note: {table['note']}"


def _time(question: dict[str, Any]) -> str:
    if question["time_ms"] is None:
        return "as long as it likes"
    bank = f" and {question['bank_ms'] / 1000:.1f} s of its bank" if question["bank_ms"] else ""
    return f"{question['time_ms'] / 1000:.1f} s{bank}"


def _run_watch(options: argparse.Namespace) -> int:
    """Print the tables, and again every SECONDS seconds."""
    remote = remote_of(options)
    while True:
        tables = [one for one in remote.get("host") if options.table in (None, one["id"])]
        shown = "\n".join(line for table in tables for line in told(table))
        print(f"{CLEAR if sys.stdout.isatty() else ''}{time.strftime('%H:%M:%S')}\n{shown}", flush=True)
        time.sleep(SECONDS)


def _run_download(options: argparse.Namespace) -> int:
    """Fetch a file, or print it."""
    remote, what = remote_of(options), options.what or ""
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
