"""`croupier serve` as a process of its own."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path


async def serve(folder: Path, port: int = 0, store: str = "arena.db") -> tuple[asyncio.subprocess.Process, str]:
    """Start a server with the `arena.toml` of a folder; returns the process and the address that it prints. Its log
    goes to `log.txt`."""
    options = ("--port", str(port), "--store", store, "--config", "arena.toml")
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "croupier", "serve", *options),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=(folder / "log.txt").open("ab"),
    )
    assert server.stdout is not None
    async for line in server.stdout:
        if line.startswith(b"The arena is open"):
            return server, line.decode().split()[-1]
    raise RuntimeError((folder / "log.txt").read_text())
