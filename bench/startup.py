"""The time until a game can be played: imports, and rules compiled or read from the cache.

Each figure is measured in a process of its own, compile times with a cache folder of their own.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

IMPORT = """
import time
start = time.process_time()
{statement}
print(time.process_time() - start)
"""

READY = """
import sys, time
sys.path[:0] = sys.argv[2:]
from ours import game
from croupier.simulate.loop import Loop
played = game(sys.argv[1])
loop = Loop(played, played.configure())
start = time.process_time()
loop.run(1, 0, 0)
print(time.process_time() - start)
"""


class Ready(NamedTuple):
    """Seconds until a game's compiled loop can run: processor time, Numba's import included."""

    cold: float
    warm: float


def import_seconds(statement: str, times: int) -> float:
    """The median processor time of an import statement in a new process."""
    return statistics.median(float(_run(IMPORT.format(statement=statement), ())) for _ in range(times))


def fill_cache(name: str) -> None:
    """Compile a game in a process of its own, so that later measurements read it from the cache."""
    _run(READY, (name, str(ROOT), str(ROOT / "bench")))


def ready_seconds(name: str) -> Ready:
    """The seconds until a game is ready: cold with an empty cache, warm in the next process."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (float(_run(READY, (name, str(ROOT), str(ROOT / "bench")), folder)) for _ in range(2))
    return Ready(cold, warm)


def _run(source: str, arguments: Sequence[str], cache: str | None = None) -> str:
    environment = {**os.environ, **({"CROUPIER_CACHE_DIR": cache} if cache else {})}
    done = subprocess.run(
        [sys.executable, "-c", source, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
