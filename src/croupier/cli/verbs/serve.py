"""`croupier serve`: the arena."""

from __future__ import annotations

import argparse
import asyncio
import logging
import shutil
import sys
from pathlib import Path
from typing import Any

from ..terminal.options import whole_number

OWN_FILES = 256
"""Open files besides connections: the database, pipes to workers."""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "Opens the arena: tables that bots and people join over the network. Ctrl-C closes it when the current hands "
        "are over; a second Ctrl-C closes it at once. Started again with the same database it goes on where it "
        "stopped, in the middle of a hand if need be."
    )
    verb.add_argument("--host", metavar="H", help="the address to listen at (default: 127.0.0.1; 0.0.0.0 for all)")
    verb.add_argument("--port", type=whole_number, metavar="P", help="the port (default: 8000; 0 for any)")
    verb.add_argument(
        "--store",
        "--db",
        metavar="FILE|URL",
        help="where everything is kept: a file, or postgresql://user@host/name (default: croupier.db)",
    )
    verb.add_argument("--key", metavar="FILE", help="the key under which cards are sealed (default: beside the store)")
    verb.add_argument(
        "--lost-key", action="store_true", default=None, help="go on without the earlier key, which is lost for good"
    )
    verb.add_argument("--bus", metavar="URL", help="NATS, nats://…: this process is one node of an arena of several")
    verb.add_argument("--node", metavar="NAME", help="the name of this node (default: the machine's, with the port)")
    verb.add_argument("--config", type=Path, metavar="FILE", help="settings in TOML; every key has a default")
    verb.add_argument("--games", metavar="DIR", help="a folder of genome files to be offered, too")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until the host stops the arena."""
    from croupier.arena.server.settings import read_settings

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    named = ("host", "port", "store", "key", "lost_key", "bus", "node", "games")
    settings = read_settings(options.config, **{name: getattr(options, name) for name in named})
    logging.getLogger("croupier.arena").setLevel(settings.log.upper())
    allow_files(settings.limits.connections)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        if settings.bus:
            runner.run(_serve_node(settings))
            print("This node is closed. What it had is with the other nodes, or goes on when one is started.")
            return 0
        unkept = runner.run(_serve(settings))
    print(goodbye(unkept))
    return 1 if unkept else 0


def goodbye(unkept: str) -> str:
    """The message on closing; `unkept` says why something could not be stored, "" if everything was."""
    if not unkept:
        return "The arena is closed. Everything is kept; `croupier serve` goes on where it was."
    return (
        f"The arena is closed, and not everything could be stored. {unkept}\n"
        "Everything that was sent to a client is stored; the moves that could not be stored were sent to nobody and do "
        "not count. `croupier serve` goes on from what is stored."
    )


def allow_files(connections: int) -> None:
    """Raise the limit of open files to fit the limit of connections: many systems allow only 1,024 files."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * connections + OWN_FILES
    if resource.RLIM_INFINITY not in (soft, hard) and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def _loop_factory() -> Any:
    """The event loop of uvloop where it is installed; None for the standard one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(settings: Any) -> str:
    """Serve until stopped; return why not everything could be stored, "" if it was."""
    from croupier.arena.server.serving import running, serve_until_stopped, settle_down

    async with running(settings) as arena:
        settle_down()
        for line in greeting(arena):
            print(line)
        sys.stdout.flush()
        await serve_until_stopped(arena, lambda line: print(line, flush=True))
    return str(arena.room.unkept)


async def _serve_node(settings: Any) -> None:
    """Serve as one node of several until stopped, and hand over what it has."""
    from croupier.arena.nodes.serving import running_node, serve_node_until_stopped

    async with running_node(settings) as node:
        print(f"The arena is open at {node.url}\n")
        print(f"  This is node {node.name} ({node.id}) of {sum(known.left_ms > 0 for known in node.known)}.")
        print("Ctrl-C hands what it has to another node after the current hands; a second Ctrl-C does so at once.")
        sys.stdout.flush()
        await serve_node_until_stopped(node, lambda line: print(line, flush=True))


def greeting(arena: Any) -> list[str]:
    """The message on opening: the address, the codes, and what to do next."""
    from croupier.arena.server.page import HOW, Page

    url = arena.url.replace("http://", "ws://") + "/ws"
    page = "Open that in a browser to sit down." if Page.built().is_there else HOW
    lines = [f"The arena is open at {arena.url}", "", f"  {page}", ""]
    desks = list(arena.room.desks.values())
    tables = [desk for desk in desks if desk.offer.kind == "table"]
    house = [desk for desk in desks if desk.offer.kind == "house"]
    for desk in tables:
        by = f"code {desk.offer.code}" if desk.offer.code else f"a roster of {len(desk.offer.roster)} teams"
        lines.append(f"  {desk.offer.title or desk.game.title} ({desk.offer.id}), bots and people: {by}")
    if house:
        codes = [desk.offer.code for desk in house]
        lines.append(f"  Against the house: codes {', '.join(codes[:4])}" + (" …" if len(codes) > 4 else ""))
    lines += [f"  The queue for Battles: code {desk.offer.code}" for desk in desks if desk.offer.kind == "queue"]
    lines += ["", "A bot joins:"]
    code = house[0].offer.code if house else tables[0].offer.code if tables else "CODE"
    program = "croupier" if shutil.which("croupier") else sys.argv[0]
    lines.append(f"  {program} join {url} --team Alpha --code {code} --bot house:tight")
    lines.append(f"Everything that can be joined: {arena.url}/api/lobby")
    if arena.host_token:
        lines += [
            "",
            f"You are the host. Your token, printed only now and kept in {arena.token_file}:",
            f"  {arena.host_token}",
        ]
    else:
        lines += ["", f"The host's token is in {arena.token_file}."]
    return [
        *lines,
        *(f"Note: {note}" for note in arena.room.notes),
        "Ctrl-C closes the arena after the current hands; a second Ctrl-C closes it at once.",
    ]
