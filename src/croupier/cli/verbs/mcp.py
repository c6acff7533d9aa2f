"""`croupier mcp`: lets an agent that speaks MCP over stdin and stdout play in an arena."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
from pathlib import Path

from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming

from ..terminal.options import check_writable


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = (
        "An MCP server on stdin and stdout, for desktop clients and agents: it passes requests on to the /mcp of an "
        "arena. Agents that speak MCP over HTTP need no bridge: they go to URL/mcp with `Authorization: Bearer TOKEN`."
    )
    verb.epilog = "example: croupier mcp http://127.0.0.1:8000 --token-file alpha --team Alpha --code HOLDEM-secret"
    verb.add_argument("url", metavar="URL", help="the arena's address, such as http://127.0.0.1:8000")
    verb.add_argument(
        "--token-file", type=Path, required=True, metavar="F", help="a file with the token that POST /api/join gave"
    )
    verb.add_argument("--team", metavar="T", help="your name: with --code, a seat is taken if there is no token yet")
    verb.add_argument("--code", metavar="C", help="the join code, or CODE-secret: the new token is written to F")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until stdin ends."""
    if importlib.util.find_spec("mcp") is None:
        raise BadInput("This needs the MCP SDK: pip install croupier[mcp].")
    from croupier.arena.client.mcp_bridge import Bridge, join

    if not options.token_file.exists():
        if not (options.team and options.code):
            raise BadInput(f"There is no file {options.token_file}. With --team and --code, a seat is taken first.")
        check_writable(options.token_file)  # a seat whose token is lost cannot be taken back
        token = join(options.url, options.team, options.code)
        with naming(options.token_file, "written"):
            file = os.open(options.token_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(file, "w", encoding="ascii") as writer:
                writer.write(token + "\n")
    with naming(options.token_file, "read"):
        token = options.token_file.read_text("ascii").strip()
    asyncio.run(Bridge(options.url, token).run())
    return 0
